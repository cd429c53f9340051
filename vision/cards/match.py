"""How well a seen card agrees with the cards of a deck.

What is seen is the taught face times a brightness, plus glare that changes slowly over the card. Both are fitted for
every card it may be, robustly, since a finger, another card or a highlight may hide a part. Errors count on the
camera's own curve, close to how noise and the eye see them.
"""

from dataclasses import dataclass

import numpy as np

from vision.cards.face import BLOCK, COARSE, COLUMNS, ROWS, Face, blocks, coarse
from vision.cards.looks import Looks, Now

_ERROR = 0.045  # on the encoded curve, of a coarse cell
_FINE_ERROR = 0.11
_STIFF = 0.5  # against shifts where nothing has edges
_GLARE = 0.12  # of white, in a coarse cell, beside what changes slowly over the card
_CAP = 9.0  # an error this many squared deviations large is something else, not a worse match
_ROUNDS = 2
_PRIOR = np.diag([1 / 0.35**2, 1 / 0.12**2, 1 / 0.12**2, 1 / 0.12**2])
_WIDE_WEIGHT, _FINE_WEIGHT = 0.5, 0.12  # cells are not independent of each other

_down, _across = np.meshgrid(np.linspace(-1, 1, COARSE[0]), np.linspace(-1, 1, COARSE[1]), indexing="ij")
_SURFACE = np.stack([np.ones(COARSE), _across, _down], -1).reshape(-1, 3).astype(np.float32)
_fine_down, _fine_across = np.meshgrid(np.linspace(-1, 1, ROWS), np.linspace(-1, 1, COLUMNS), indexing="ij")
_FINE_SURFACE = np.stack([np.ones((ROWS, COLUMNS)), _fine_across, _fine_down], -1).astype(np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """Faces seen, compared with every taught face in coarse cells. N x K, but ``gain`` (N x K x 4: brightness, glare
    and its slopes) and ``inlier`` (N x K x coarse cells, 0 to 1)."""

    cost: np.ndarray
    gain: np.ndarray
    inlier: np.ndarray


@dataclass(frozen=True, slots=True, eq=False)
class Wide:
    """A face by coarse cells: colour (cells x fine x 3), light (cells x 3), which channels do not clip (cells x 3)."""

    colour: np.ndarray
    light: np.ndarray
    usable: np.ndarray

    @classmethod
    def of(cls, face: Face) -> "Wide":
        light, usable = (coarse(part).reshape(-1, 3) for part in (face.light, face.usable))
        return cls(blocks(face.colour), light, (usable > 0.8).astype(np.float32))


def fit_wide(faces: list[Wide], visible: np.ndarray, looks: Looks, now: Now) -> Fit:
    """Compare seen faces with the taught ones. ``visible``: faces x coarse cells."""
    fine = np.array([face.colour for face in faces])
    colour = np.einsum("nbfc,kbf->nkbc", fine, looks.even, optimize=True).astype(np.float32)
    light = np.array([face.light for face in faces])
    usable = np.array([face.usable for face in faces])
    expected = now.wide
    n, cells = len(colour), expected.shape[1]
    weight = np.broadcast_to(np.ones(cells), (len(expected), cells)).copy()
    weight[sorted({*looks.of_hue, *looks.of_number})] = np.maximum(looks.plain.ravel(), 0.08)
    weight = weight[None] * visible[:, None] * looks.even.sum(-1)
    light, usable = light[:, None], usable[:, None]
    steep = _steepness(colour * light) * light / _ERROR * usable  # error in standard deviations per linear error
    base = np.concatenate(
        [
            np.broadcast_to(expected[..., None], (*expected.shape, 1)),
            np.broadcast_to(_SURFACE[None, :, None], (*expected.shape, 3)),
        ],
        -1,
    ).reshape(len(expected), -1, 4)
    target = colour.reshape(n, len(expected), -1)
    scale = steep.reshape(n, len(expected), -1)
    robust = np.ones((n, len(expected), cells), np.float32)
    for k in range(_ROUNDS + 1):
        sample = np.repeat(weight * robust, 3, -1) * scale**2
        normal = np.einsum("nkm,kmi,kmj->nkij", sample, base, base, optimize=True) + _PRIOR
        right = np.einsum("nkm,kmi->nki", sample * target, base, optimize=True)
        right[..., 0] += _PRIOR[0, 0]
        gain = np.linalg.solve(normal, right[..., None])[..., 0]
        gain[..., 0] = np.maximum(gain[..., 0], 0.3)
        off = np.einsum("kmi,nki->nkm", base, gain, optimize=True) - target
        bad = _beyond_glare(off.reshape(steep.shape), steep, (_GLARE + looks.glare)[:, None])
        robust = 1 / (1 + bad / 6)
    inlier = bad < _CAP
    room = gain - [1, 0, 0, 0]
    prior = np.einsum("nki,ij,nkj->nk", room, _PRIOR, room, optimize=True)
    cost = (weight * np.minimum(bad, _CAP)).sum(-1) * _WIDE_WEIGHT + prior
    return Fit(cost, gain, inlier)


def _beyond_glare(off: np.ndarray, steep: np.ndarray, usual: np.ndarray) -> np.ndarray:
    """Squared deviations of differences (... x 3), less what a little more or less glare in this cell explains."""
    trust = steep**2
    glare = (trust * off).sum(-1) / (trust.sum(-1) + 1 / usual**2)
    return (trust * (off - glare[..., None]) ** 2).sum(-1) + (glare / usual) ** 2


def _steepness(linear: np.ndarray) -> np.ndarray:
    """Slope of the encoded curve, held down in the dark, where noise rules."""
    return 1.055 / 2.4 * np.maximum(linear, 0.012) ** (1 / 2.4 - 1)


def number_costs(face: Face, visible: np.ndarray, looks: Looks) -> np.ndarray:
    """Costs of the twelve numbers and, last, of none at all, by their shapes alone: the inks are free.

    The best colours of hue, white and dark ink, and a small shift of the card's place, are fitted for every number.
    """
    there = looks.carries_number
    seen, sure = _seen(face, visible)
    slopes = np.stack(np.gradient(seen, axis=(1, 0)), -1)[there]  # cells x 3 x 2
    seen, sure = seen[there], sure[there]
    shapes = np.concatenate([looks.shape, np.full((1, *looks.shape.shape[1:]), 1 / 3)])
    weight = np.broadcast_to(sure, (len(shapes), *sure.shape)).copy()
    stiff = np.diag([0.3, 0.3, 0.3, _STIFF, _STIFF])
    rows = np.concatenate(
        [
            np.broadcast_to(shapes[:, :, None], (*shapes.shape[:2], 3, 3)),
            np.broadcast_to(slopes[None], (len(shapes), *slopes.shape)),
        ],
        -1,
    ).astype(np.float32)  # numbers x cells x channels x 5
    usual = (seen * sure).sum(0) / np.maximum(sure.sum(0), 1)
    centre = np.zeros((3, 5))
    centre[:, :3] = usual[:, None]
    for k in range(_ROUNDS + 1):
        weighted = rows * weight[..., None]
        normal = np.einsum("npci,npcj->ncij", weighted, rows, optimize=True) + stiff
        right = np.einsum("npci,pc->nci", weighted, seen, optimize=True) + centre @ stiff
        found = np.linalg.solve(normal, right[..., None])[..., 0]
        found[..., 3:] = np.clip(found[..., 3:], -0.8, 0.8)
        off = np.einsum("npci,nci->npc", rows, found, optimize=True) - seen
        weight = sure / (1 + (off / 0.2) ** 2)
    return _robust(off, sure)


def tinted_costs(face: Face, visible: np.ndarray, looks: Looks, now: Now, gains: np.ndarray, hues: list[int]):
    """Costs (hues x numbers) of the number's cells in the inks of each hue; ``gains``: hues x 4 as fitted."""
    there = looks.carries_number
    seen, sure = _seen(face, visible)
    slopes = np.stack(np.gradient(seen, axis=(1, 0)))[:, there]
    seen, sure, light = seen[there], sure[there], face.light[there]
    glare = np.einsum("pi,hi->hp", _FINE_SURFACE[there], gains[:, 1:])
    shown = now.numbers[hues] * gains[:, 0, None, None, None] + glare[:, None, :, None]
    return _robust(_shifted(np.sqrt(np.maximum(shown * light, 0)) - seen, slopes, sure), sure)


def _seen(face: Face, visible: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The face on a curve close to the camera's (square root), and which of its channels count."""
    return np.sqrt(np.maximum(face.colour * face.light, 0)), face.usable * visible[..., None]


def _shifted(off: np.ndarray, slopes: np.ndarray, sure: np.ndarray) -> np.ndarray:
    """What remains of differences (... x cells x 3) after the best small shift of the card's place."""
    weight = sure / (1 + (off / 0.25) ** 2)
    a, c, d = ((slopes[i] * slopes[j] * weight).sum((-1, -2)) + _STIFF for i, j in ((0, 0), (1, 1), (0, 1)))
    d = d - _STIFF
    u, v = ((slopes[i] * off * weight).sum((-1, -2)) for i in (0, 1))
    size = a * c - d * d
    x = np.clip((c * u - d * v) / size, -0.8, 0.8)
    y = np.clip((a * v - d * u) / size, -0.8, 0.8)
    return off - x[..., None, None] * slopes[0] - y[..., None, None] * slopes[1]


def _robust(off: np.ndarray, sure: np.ndarray) -> np.ndarray:
    bad = ((off / _FINE_ERROR) ** 2 * sure).sum(-1)
    return np.minimum(bad, _CAP).sum(-1) * _FINE_WEIGHT


def face_costs(face: Face, visible: np.ndarray, now: Now, gains: np.ndarray, chosen: list[int]) -> np.ndarray:
    """Costs of whole faces in fine cells: for specials, which differ in a word."""
    seen, sure = _seen(face, visible)
    slopes = np.stack(np.gradient(seen, axis=(1, 0))).reshape(2, -1, 3)
    glare = np.einsum("rci,ki->krc", _FINE_SURFACE, gains[:, 1:])
    shown = now.faces[chosen] * gains[:, 0, None, None, None] + glare[..., None]
    inner = np.zeros((ROWS, COLUMNS, 1), np.float32)
    inner[2:-2, 2:-2] = 1
    sure = (sure * inner).reshape(-1, 3)
    off = np.sqrt(np.maximum(shown * face.light, 0)) - seen
    return _robust(_shifted(off.reshape(len(chosen), -1, 3), slopes, sure), sure)


def wide_mask(visible: np.ndarray) -> np.ndarray:
    """Which coarse cells are visible (cells): nearly all of them must be."""
    shape = (COARSE[0], BLOCK, COARSE[1], BLOCK)
    return (visible.reshape(shape).mean((1, 3)) > 0.9).astype(np.float32).ravel()


__all__ = ["Fit", "Wide", "face_costs", "fit_wide", "number_costs", "tinted_costs", "wide_mask"]
