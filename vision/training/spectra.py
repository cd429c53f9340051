"""Invented lamps, inks and cameras, wavelength by wavelength: the same ink looks otherwise under another lamp.

31 bands from 400 to 700 nm. Nothing is measured: peaks, widths and errors are left to chance within what lamps, dyes
and cameras do (black bodies, white LEDs, three-band tubes, three-colour LEDs; dyes of a printer; a colour matrix).
"""

from dataclasses import dataclass

import numpy as np

from vision.photometry.srgb import decoded

BANDS = np.arange(400.0, 701.0, 10.0)


def _peak(middle: float, width: float) -> np.ndarray:
    return np.exp(-((BANDS - middle) ** 2) / (2 * width**2))


def _black_body(kelvin: float) -> np.ndarray:
    metres = BANDS * 1e-9
    power = metres**-5 / (np.exp(1.4388e-2 / (metres * kelvin)) - 1)
    return power / power.max()


def lamp(rng: np.random.Generator, kind: str) -> np.ndarray:
    """Power in 31 bands of ``tungsten``, ``daylight``, ``led``, ``warm-led``, ``tube`` or ``rgb-led``."""
    if kind == "tungsten":
        return _black_body(rng.uniform(2500, 3200))
    if kind == "daylight":
        return _black_body(rng.uniform(5000, 8000)) * (1 + 0.05 * np.sin(BANDS / rng.uniform(30, 60)))
    if kind == "tube":
        lines = zip((405, 436, 490, 545, 585, 612), (5, 7, 6, 7, 6, 7), (0.15, 0.8, 0.3, 1.2, 0.3, 1.2), strict=True)
        shares = rng.uniform(0.7, 1.3, 6)
        return 0.05 + sum(s * high * _peak(at, wide) for s, (at, wide, high) in zip(shares, lines, strict=True))
    if kind == "rgb-led":
        parts = ((455, 470, 11), (518, 535, 16), (618, 636, 9))
        return 0.02 + sum(rng.uniform(0.5, 1.2) * _peak(rng.uniform(a, b), w) for a, b, w in parts)
    blue = rng.uniform(0.25, 0.5) if kind == "warm-led" else rng.uniform(0.6, 1.3)
    middle = rng.uniform(585, 610) if kind == "warm-led" else rng.uniform(545, 580)
    wide = rng.uniform(45, 62)
    return blue * _peak(rng.uniform(445, 460), 10) + _peak(middle, wide) + rng.uniform(0, 0.5) * _peak(630, 25)


# what eyes see, as sums of bells (Wyman, Sloan and Shirley, 2013), and sRGB's own matrix
_XYZ = np.array(
    [
        1.065 * np.exp(-0.5 * ((BANDS - 595.8) / 33.33) ** 2) + 0.366 * np.exp(-0.5 * ((BANDS - 446.8) / 19.44) ** 2),
        1.014 * np.exp(-0.5 * (np.log((BANDS + 0.0) / 556.3) / 0.075) ** 2),
        1.839 * np.exp(-0.5 * (np.log(BANDS / 449.8) / 0.051) ** 2),
    ]
)
_TO_RGB = np.array([[3.2406, -1.5372, -0.4986], [-0.9689, 1.8758, 0.0415], [0.0557, -0.2040, 1.0570]])
_DAY = _black_body(6500)


@dataclass(frozen=True, slots=True, eq=False)
class Press:
    """A printer: ``dyes``, how strongly its cyan, magenta and yellow take light away in every band (3 x 31)."""

    dyes: np.ndarray
    paper: float

    def ink(self, srgb: np.ndarray) -> np.ndarray:
        """Reflectance (31) of the mixture that looks most like ``srgb`` (0 to 1, red first) by daylight."""
        wanted = decoded(srgb)
        amount = np.array([0.3, 0.3, 0.3])
        for _ in range(25):
            now = self._looks(amount)
            step = np.array([(self._looks(amount + 1e-3 * unit) - now) / 1e-3 for unit in np.eye(3)]).T
            change = np.linalg.solve(step.T @ step + 2e-4 * np.eye(3), step.T @ (wanted - now))
            amount = np.clip(amount + np.clip(change, -0.4, 0.4), 0, 4)
        return self.paper * np.exp(-amount @ self.dyes)

    def _looks(self, amount: np.ndarray) -> np.ndarray:
        seen = _XYZ * _DAY
        xyz = seen @ (self.paper * np.exp(-amount @ self.dyes)) / (seen[1].sum())
        white = seen.sum(1) / seen[1].sum()
        return _TO_RGB @ (xyz / white * [0.9505, 1.0, 1.089])


def press(rng: np.random.Generator) -> Press:
    """A printer with dyes of its own."""
    cyan = _peak(rng.uniform(630, 660), rng.uniform(45, 65)) + rng.uniform(0, 0.06)
    magenta = _peak(rng.uniform(535, 555), rng.uniform(28, 42)) + rng.uniform(0, 0.05)
    yellow = 1 / (1 + np.exp((BANDS - rng.uniform(480, 500)) / rng.uniform(9, 16))) + rng.uniform(0, 0.02)
    return Press(np.array([cyan, magenta, yellow]), rng.uniform(0.85, 0.95))


@dataclass(frozen=True, slots=True, eq=False)
class Sensor:
    """A camera's eye: ``sees`` 3 x 31 (red first) and ``matrix`` from white-balanced raw light to linear sRGB."""

    sees: np.ndarray
    matrix: np.ndarray

    def raw(self, reflectance: np.ndarray, power: np.ndarray) -> np.ndarray:
        """Raw light (..., 3) of reflectances (..., 31) under a lamp; a perfect white gives its lamp's own tint."""
        return reflectance @ (self.sees * power).T / (self.sees.sum() * power.mean() / 3)


def sensor(rng: np.random.Generator) -> Sensor:
    """A camera whose matrix was fitted to printed colours by daylight, as makers do."""
    sees = np.array(
        [
            _peak(rng.uniform(592, 612), rng.uniform(28, 42)),
            _peak(rng.uniform(525, 545), rng.uniform(34, 46)),
            _peak(rng.uniform(448, 468), rng.uniform(22, 34)),
        ]
    )
    some = press(rng)
    many = some.paper * np.exp(-rng.uniform(0, 1.6, (60, 3)) @ some.dyes)
    seen = _XYZ * _DAY
    wanted = (many @ seen.T / seen.sum(1) * [0.9505, 1.0, 1.089]) @ _TO_RGB.T
    raw = many @ (sees * _DAY).T / (sees * _DAY).sum(1)
    matrix = np.linalg.lstsq(raw, wanted, rcond=None)[0].T
    strength = rng.uniform(0.75, 1.05)
    matrix = strength * matrix + (1 - strength) * np.eye(3)
    return Sensor(sees, matrix / matrix.sum(1, keepdims=True))
