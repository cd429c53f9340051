"""Which hues lie on top where no mat tells the light: the dice of one roll judge light and hues together.

The table's own colour says roughly what the light is. How far that can be trusted depends on the table: a red felt
tells nothing of blue. So many lights are tried, each weighed by how well all dice agree under it, and what a die shows
is what it shows under all of them together. Where two lights give two answers, none is sure.
"""

from dataclasses import dataclass

import numpy as np

from vision.dice.classifier import TopPosterior, cost_in_any_order, posterior_of
from vision.dice.faces import Faces
from vision.dice.hue_order import hues_of, rings, turned
from vision.dice.markerless.backdrop import Change
from vision.dice.markerless.ground_light import FLOOR, GroundLight
from vision.dice.markerless.taught import MarkerlessDice
from vision.dice.readings import Kind
from vision.photometry.colour_likelihood import Tolerance, fit

# Set by the likelihood of invented trays, as what follows.
_TOP = Tolerance(error=0.045, shade=0.24, brighter=0.16)
_SIDE = Tolerance(error=0.05, shade=0.5, brighter=0.25, glare=0.12)
_GRID = np.array([-2.0, -1.0, 0.0, 1.0, 2.0])
_LAMP = 0.14  # how far a lamp moves dice beside the table's colour, logarithm
_MOST = 0.9
_NOISE = 0.012  # of the camera's range: what a dark channel of the table may be off by
_SIDE_CAP, _SIDE_TRUST = 14.0, 0.6
_SHARED = 2.5  # dice of a roll share their errors, so that together they know less than each for itself


@dataclass(frozen=True, slots=True, eq=False)
class LitFaces:
    """Dice of one kind and how bright the table around each of their faces is, as a part of what it was when taught
    (N x F, in the table's brightest channel)."""

    kind: Kind
    faces: Faces
    bright: np.ndarray

    @classmethod
    def of(cls, kind: Kind, faces: Faces, ground: GroundLight, taught: MarkerlessDice) -> "LitFaces":
        lead = _lead(taught)
        return cls(kind, faces, ground.at(faces.xy)[..., lead] / taught.ground[lead])


def classify_jointly(
    dice: list[LitFaces], ground: GroundLight, taught: MarkerlessDice, backdrop: Change | None
) -> dict[Kind, list[TopPosterior]]:
    """A vote for each die. ``backdrop``: how the light changed on what stands still behind them."""
    if not dice:
        return {}
    lead = _lead(taught)
    expected, usual = _prior(ground, taught, backdrop)
    centre, spread = expected, usual
    for _ in range(2):
        tints = centre + (np.stack(np.meshgrid(_GRID, _GRID), -1).reshape(-1, 2) @ spread.T)
        gains = np.exp(np.insert(tints, lead, 0.0, axis=1))
        costs = [_costs(one, gains, taught) for one in dice]
        weight = _weights(tints - expected, costs, usual)
        centre = weight @ tints
        off = tints - centre
        cover = (weight[:, None] * off).T @ off + np.eye(2) * 0.02**2
        spread = np.linalg.cholesky(cover)
    return {one.kind: _voted(one, weight, parts) for one, parts in zip(dice, costs, strict=True)}


def _lead(taught: MarkerlessDice) -> int:
    """The channel in which the table is brightest: brightness is told by it, tint beside it."""
    return int(taught.ground.argmax())


def _prior(ground: GroundLight, taught: MarkerlessDice, backdrop: Change | None) -> tuple[np.ndarray, np.ndarray]:
    """What the light's tint has become beside the leading channel (2 logarithms), and the root of its covariance."""
    lead = _lead(taught)
    aside = np.delete(np.eye(3), lead, axis=0)
    aside[:, lead] = -1
    then = taught.ground * taught.white
    told = np.log((ground.usual + FLOOR) / (then + FLOOR))
    each = np.minimum(_NOISE / (np.minimum(ground.usual, then) + FLOOR), _MOST) ** 2
    lamp = _LAMP**2 * np.array([[2.0, 1.0], [1.0, 2.0]])
    centre, cover = aside @ told, aside @ np.diag(each) @ aside.T
    if backdrop is not None:
        by_ground, by_back = np.linalg.inv(cover + lamp / 2), np.linalg.inv(aside @ backdrop.cover @ aside.T + lamp / 2)
        cover = np.linalg.inv(by_ground + by_back)
        centre = cover @ (by_ground @ centre + by_back @ aside @ backdrop.gain)
    # What a lamp does to colours beyond its tint stays, however often the tint is measured.
    return centre, np.linalg.cholesky(cover + lamp / 2)


def _costs(one: LitFaces, gains: np.ndarray, taught: MarkerlessDice) -> tuple[np.ndarray, np.ndarray]:
    """Of the tops and of the faces around, L x N x hues each."""
    known = taught.kinds[one.kind]
    colour, seen = one.faces.colour, one.faces.seen[:, 1:]
    light = one.bright[None, ..., None] * gains[:, None, None]
    count, dice, faces, _ = light.shape
    hues = len(known.colours)
    tops, _, _ = fit(
        np.broadcast_to(colour[:, 0], (count, dice, 3)).reshape(-1, 3),
        light[:, :, 0].reshape(-1, 3),
        known.colours,
        _TOP,
    )
    square = seen > 0.15
    sides = np.zeros((count, dice, faces - 1, hues))
    shown = np.broadcast_to(colour[:, 1:][square], (count, int(square.sum()), 3)).reshape(-1, 3)
    if len(shown):
        said, _, _ = fit(shown, light[:, :, 1:][:, square].reshape(-1, 3), known.colours, _SIDE)
        sides[:, square] = np.minimum(said, _SIDE_CAP).reshape(count, -1, hues) * (_SIDE_TRUST * seen[square][:, None])
    if known.ring is not None:
        options = turned(rings(one.kind, known.ring))
        around = sides[:, :, np.arange(faces - 1), options].sum(-1).min(-1)
    else:
        around = np.stack([cost_in_any_order(sides, top) for top in range(hues)], -1)
    shape = (count, dice, hues)
    return tops.reshape(shape), around


def _weights(tints: np.ndarray, costs: list[tuple[np.ndarray, ...]], spread: np.ndarray) -> np.ndarray:
    """How likely each light is, given all dice: L, together 1."""
    log = -0.5 * (np.linalg.solve(spread, tints.T) ** 2).sum(0)
    for tops, around in costs:
        total = -0.5 / _SHARED * (tops + around)
        most = total.max(-1, keepdims=True)
        log = log + (most[..., 0] + np.log(np.exp(total - most).mean(-1))).sum(1)
    weight = np.exp(log - log.max())
    return weight / weight.sum()


def _voted(one: LitFaces, weight: np.ndarray, parts: tuple[np.ndarray, ...]) -> list[TopPosterior]:
    tops, around = parts
    chances = posterior_of(*(part.reshape(-1, part.shape[-1]) for part in parts)).reshape(tops.shape)
    together = (weight[:, None, None] * chances).sum(0)
    hues = hues_of(one.kind)
    out = []
    for k, row in enumerate(together):
        best = int(row.argmax())
        top, sides = (float(weight @ part[:, k, best]) for part in (tops, around))
        out.append(TopPosterior(row, hues, top, sides))
    return out
