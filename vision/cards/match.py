"""How well a seen card agrees with the cards of a deck.

What is seen is the taught face times a brightness, plus glare that changes slowly over the card. Both are fitted for
every card it may be, robustly, since a finger, another card or a highlight may hide a part. Errors count on the
camera's own curve, close to how noise and the eye see them.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.cards.face import BLOCK, COARSE, Face, blocks, coarse

if TYPE_CHECKING:
    from vision.cards.looks import Looks, Now

_ERROR = 0.045  # on the encoded curve, of a coarse cell
_GLARE = 0.12  # of white, in a coarse cell, beside what changes slowly over the card
_CAP = 9.0  # an error this many squared deviations large is something else, not a worse match
_ROUNDS = 2
_KEPT = 5  # taught faces looked at closely
_PRIOR = np.diag([1 / 0.35**2, 1 / 0.12**2, 1 / 0.12**2, 1 / 0.12**2])
_WIDE_WEIGHT = 0.5  # cells are not independent of each other

_down, _across = np.meshgrid(np.linspace(-1, 1, COARSE[0]), np.linspace(-1, 1, COARSE[1]), indexing="ij")
SURFACE = np.stack([np.ones(COARSE), _across, _down], -1).reshape(-1, 3).astype(np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """One face compared with the likeliest taught ones in coarse cells, best first.

    ``samples``: which ones; ``cost``: of each; ``inlier``: k x cells, where they agree.
    """

    samples: np.ndarray
    cost: np.ndarray
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


def fit_wide(faces: list[Wide], visible: np.ndarray, looks: "Looks", now: "Now") -> list[Fit]:
    """Compare seen faces with the taught ones. ``visible``: faces x coarse cells."""
    colour = np.array([np.einsum("bfc,kbf->kbc", face.colour, looks.even, optimize=True) for face in faces], np.float32)
    light = np.array([face.light for face in faces], np.float32)[:, None]
    usable = np.array([face.usable for face in faces], np.float32)[:, None]
    weight = visible[:, None].astype(np.float32) * looks.weight
    steep = (
        steepness(colour * light) * light / _ERROR * usable * looks.usable
    )  # error in standard deviations per linear error
    glare = (_GLARE + looks.glare).astype(np.float32)[:, None]
    bad = np.minimum(beyond_glare(now.wide - colour, steep, glare), 2 * _CAP)
    chosen = np.array([_likeliest(cost, looks.kinds) for cost in (weight * bad).sum(-1)])
    rows = np.arange(len(faces))[:, None]
    fits = _fitted(now.wide[chosen], colour[rows, chosen], steep[rows, chosen], weight[rows, chosen], glare[chosen])
    out = []
    for k, (cost, inlier) in enumerate(zip(*fits, strict=True)):
        order = np.argsort(cost, kind="stable")
        out.append(Fit(chosen[k][order], cost[order], inlier[order]))
    return out


def _likeliest(cost: np.ndarray, kinds: np.ndarray) -> np.ndarray:
    """The samples worth a closer look: of every hue its likeliest, so that the next hue is always among them."""
    order = np.argsort(cost, kind="stable")
    _, first = np.unique(kinds[order], return_index=True)
    return order[np.sort(first)[:_KEPT]]


def _fitted(expected, colour, steep, weight, glare) -> tuple[np.ndarray, np.ndarray]:
    """Cost and agreement (N x K, N x K x cells) of expected faces (N x K x cells x 3)."""
    base = np.concatenate([expected[..., None], np.broadcast_to(SURFACE[:, None], (*expected.shape, 3))], -1).reshape(
        *expected.shape[:2], -1, 4
    )
    target = colour.reshape(*base.shape[:3])
    precise = (steep**2).reshape(target.shape)
    robust = 1 / (1 + beyond_glare(expected - colour, steep, glare) / 20)
    for _ in range(_ROUNDS):
        sample = np.repeat(weight * robust, 3, -1) * precise
        weighted = np.swapaxes(base * sample[..., None], -1, -2)
        normal = weighted @ base + _PRIOR
        right = (weighted @ target[..., None])[..., 0]
        right[..., 0] += _PRIOR[0, 0]
        gain = np.linalg.solve(normal, right[..., None])[..., 0]
        gain[..., 0] = np.maximum(gain[..., 0], 0.3)
        off = (base @ gain[..., None])[..., 0] - target
        bad = beyond_glare(off.reshape(steep.shape), steep, glare)
        robust = 1 / (1 + bad / 6)
    room = gain - [1, 0, 0, 0]
    cost = (weight * np.minimum(bad, _CAP)).sum(-1) * _WIDE_WEIGHT + ((room @ _PRIOR) * room).sum(-1)
    return cost, bad < _CAP


def beyond_glare(off: np.ndarray, steep: np.ndarray, usual: np.ndarray) -> np.ndarray:
    """Squared deviations of differences (... x 3), less what a little more or less glare in this cell explains."""
    trust = steep**2
    glare = (trust * off).sum(-1) / (trust.sum(-1) + 1 / usual**2)
    return (trust * (off - glare[..., None]) ** 2).sum(-1) + (glare / usual) ** 2


def steepness(linear: np.ndarray) -> np.ndarray:
    """Slope of the encoded curve, held down in the dark, where noise rules."""
    return 1.055 / 2.4 * np.maximum(linear, 0.012) ** (1 / 2.4 - 1)


def wide_mask(visible: np.ndarray) -> np.ndarray:
    """Which coarse cells are visible (cells): nearly all of them must be."""
    shape = (COARSE[0], BLOCK, COARSE[1], BLOCK)
    return (visible.reshape(shape).mean((1, 3)) > 0.9).astype(np.float32).ravel()


__all__ = ["SURFACE", "Fit", "Wide", "beyond_glare", "fit_wide", "steepness", "wide_mask"]
