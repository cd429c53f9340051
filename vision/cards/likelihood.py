"""How well a seen card agrees with the cards of a deck.

What is seen is the taught face times a brightness, plus glare that changes slowly over the card. Both are fitted for
every card it may be, robustly, since a finger, another card or a highlight may hide a part. Errors count on the
camera's own curve, close to how noise and the eye see them.
"""

from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np

from vision.cards.face_grid import COARSE, Face, blocks

# Constants: chosen by hand on the rendered decks, then kept where invented decks were read as well: variances of
# brightness and glare, and how large an error of a cell is no error of colour any more.
_ERROR = 0.045  # on the encoded curve, of a coarse cell
_GLARE = 0.12  # of white, in a coarse cell, beside what changes slowly over the card
_CAP = 9.0  # an error this many squared deviations large is something else, not a worse match
_ROUNDS = 2
CLOSELY = 5
"""Taught faces, of other hues each, that are looked at closely: the likeliest."""
_PRIOR = np.diag([1 / 0.35**2, 1 / 0.12**2, 1 / 0.12**2, 1 / 0.12**2])
_WIDE_WEIGHT = 0.5  # cells are not independent of each other

_down, _across = np.meshgrid(np.linspace(-1, 1, COARSE[0]), np.linspace(-1, 1, COARSE[1]), indexing="ij")
SURFACE = np.stack([np.ones(COARSE), _across, _down], -1).reshape(-1, 3).astype(np.float32)
_SURFACES = np.einsum("bi,bj->bij", SURFACE, SURFACE).reshape(len(SURFACE), 9)


class TaughtFaces(Protocol):
    """What a taught deck (K faces) is compared by: ``even_by_cell``, coarse cells x K x fine cells, where each face is
    of one colour; ``usable``, K x 3 x coarse cells, 0 where a channel clipped; ``weight``, K x coarse cells, how much
    each says; ``glare``, K, in parts of white, under which it was taught; ``kinds``, K, the hue of a numbered card,
    other numbers for each of the others."""

    even_by_cell: np.ndarray
    usable: np.ndarray
    weight: np.ndarray
    glare: np.ndarray
    kinds: np.ndarray


class FacesInLight(Protocol):
    """The same faces under the lamp of one picture: ``wide``, K x 3 x coarse cells, linear BGR as parts of white;
    ``trust``, K x 1 x 1, what the lamp leaves of the precision of differences (``transfer_precision``)."""

    @property
    def wide(self) -> np.ndarray:
        """K x 3 x coarse cells."""

    @property
    def trust(self) -> np.ndarray:
        """K x 1 x 1, 0 to 1."""


@dataclass(frozen=True, slots=True, eq=False)
class FaceFit:
    """One face compared with the likeliest taught ones in coarse cells, best first.

    ``samples``: which ones; ``cost``: of each; ``inlier``: k x cells, where they agree.
    """

    samples: np.ndarray
    cost: np.ndarray
    inlier: np.ndarray


@dataclass(frozen=True, slots=True, eq=False)
class CoarseFace:
    """A face by coarse cells, channel by channel: its ``light`` (3 x cells), and which channels clip (``clips``,
    3 x cells, bool): there a colour is at least what is seen. Against every taught one: its ``colour`` where that one
    is even (K x 3 x cells), how ``exact`` that is (one over its variance), and how ``bad`` errors are as it was taught
    (K x cells)."""

    light: np.ndarray
    clips: np.ndarray
    colour: np.ndarray
    exact: np.ndarray
    bad: np.ndarray

    @classmethod
    def of(cls, face: Face, statistics: TaughtFaces, now: FacesInLight) -> tuple["CoarseFace", "CoarseFace"]:
        """A face as it is seen, and turned half a circle: then all of its cells come in the opposite order."""
        wide, usable = (
            cv2.resize(part, COARSE[::-1], interpolation=cv2.INTER_AREA).reshape(-1, 3).T
            for part in (face.light, face.usable)
        )
        light, clips = np.array([wide, wide[:, ::-1]]), np.array([usable, usable[:, ::-1]]) <= 0.8
        fine = blocks(face.colour)
        seen = statistics.even_by_cell @ np.concatenate([fine, fine[::-1, ::-1]], -1)  # cells x K x 6
        colour = np.ascontiguousarray(seen.reshape(*seen.shape[:2], 2, 3).transpose(2, 1, 3, 0))
        there = light[:, None]
        exact = (steepness(colour * there) * (there / _ERROR) * statistics.usable) ** 2
        off = now.wide - colour
        bad = np.minimum(
            beyond_glare(off, precision_of(off, exact * now.trust, clips[:, None]), _usual_glare(statistics)), 2 * _CAP
        )
        one, other = (cls(*parts) for parts in zip(light, clips, colour, exact, bad, strict=True))
        return one, other


def transfer_precision(carried: np.ndarray) -> np.ndarray:
    """How exact differences are, 0 to 1 of what they are otherwise, where a lamp carries colours so far off (K, on the
    encoded curve): K, float32."""
    return (_ERROR**2 / (_ERROR**2 + carried**2)).astype(np.float32)


def precision_of(off: np.ndarray, exact: np.ndarray, clips: np.ndarray) -> np.ndarray:
    """How exact differences ``off`` (... x 3 x cells) are, one over their variances: where a channel clips (``clips``,
    bool), one by which a colour is expected to be brighter says nothing."""
    return exact * (~clips | (off < 0)) if clips.any() else exact


def fit_coarse(
    faces: list[CoarseFace],
    visible: np.ndarray,
    statistics: TaughtFaces,
    now: FacesInLight,
    samples: list[int] | None = None,
    closely: int = CLOSELY,
) -> list[FaceFit]:
    """Compare seen faces with so many of the taught ones ``closely``, or with these ``samples`` alone. ``visible``:
    faces x coarse cells."""
    weight = visible[:, None].astype(np.float32) * statistics.weight
    chosen = np.array(
        [
            _likeliest((own * face.bad).sum(-1), statistics.kinds, closely) if samples is None else samples
            for own, face in zip(weight, faces, strict=True)
        ]
    )
    colour, exact = (
        np.array([part[rows] for part, rows in zip(parts, chosen, strict=True)])
        for parts in ([face.colour for face in faces], [face.exact for face in faces])
    )
    exact *= now.trust[chosen]
    rows = np.arange(len(faces))[:, None]
    clips = np.array([face.clips for face in faces])[:, None]
    fits = _fitted(now.wide[chosen], colour, exact, clips, weight[rows, chosen], _usual_glare(statistics)[chosen])
    out = []
    for k, (cost, inlier) in enumerate(zip(*fits, strict=True)):
        order = np.argsort(cost, kind="stable")
        out.append(FaceFit(chosen[k][order], cost[order], inlier[order]))
    return out


def _usual_glare(statistics: TaughtFaces) -> np.ndarray:
    """K x 1."""
    return (_GLARE + statistics.glare).astype(np.float32)[:, None]


def _likeliest(cost: np.ndarray, kinds: np.ndarray, many: int) -> list[int]:
    """The samples worth a closer look: of every hue its likeliest, so that the next hue is always among them."""
    first: dict[int, int] = {}
    for k in np.argsort(cost, kind="stable").tolist():
        first.setdefault(int(kinds[k]), k)
        if len(first) == many:
            break
    return list(first.values())


def _fitted(expected, colour, exact, clips, weight, glare) -> tuple[np.ndarray, np.ndarray]:
    """Cost and agreement (N x K, N x K x cells) of expected faces (N x K x 3 x cells)."""
    off = expected - colour
    trust = precision_of(off, exact, clips)
    robust = 1 / (1 + beyond_glare(off, trust, glare) / 20)
    for _ in range(_ROUNDS):
        gain = _gain(expected, colour, trust, weight * robust, glare)
        much = gain.astype(np.float32)
        off = expected * much[..., :1, None] - colour
        off += (much[..., 1:] @ SURFACE.T)[..., None, :]
        trust = precision_of(off, exact, clips)
        bad = beyond_glare(off, trust, glare)
        robust = 1 / (1 + bad / 6)
    room = gain - [1, 0, 0, 0]
    cost = (weight * np.minimum(bad, _CAP)).sum(-1) * _WIDE_WEIGHT + ((room @ _PRIOR) * room).sum(-1)
    return cost, bad < _CAP


def _gain(expected, colour, trust, weight, glare) -> np.ndarray:
    """The likeliest brightness and glare, with its slopes, of expected faces (N x K x 4) whose cells count so much
    (``weight``, N x K x cells). What ``glare`` of a cell's own, usually so much (N x K x 1), explains does not pull at
    them: white digits where black was would dim all of a card."""
    sample = trust * weight[..., None, :]
    shown, seen = sample * expected, sample * colour
    whole, expects, sees = _over_channels(sample), _over_channels(shown), _over_channels(seen)
    own = 1 / np.maximum(whole + weight / glare**2, 1e-9)
    left = 1 - whole * own
    normal = np.empty((*expected.shape[:2], 4, 4))
    normal[..., 0, 0] = (shown * expected).sum((-1, -2)) - (own * expects * expects).sum(-1)
    normal[..., 0, 1:] = normal[..., 1:, 0] = (expects * left) @ SURFACE
    normal[..., 1:, 1:] = ((whole * left) @ _SURFACES).reshape(*normal.shape[:2], 3, 3)
    right = np.empty((*expected.shape[:2], 4))
    right[..., 0] = (shown * colour).sum((-1, -2)) - (own * expects * sees).sum(-1) + _PRIOR[0, 0]
    right[..., 1:] = (sees * left) @ SURFACE
    gain = np.linalg.solve(normal + _PRIOR, right[..., None])[..., 0]
    gain[..., 0] = np.maximum(gain[..., 0], 0.3)
    return gain


def beyond_glare(off: np.ndarray, trust: np.ndarray, usual: np.ndarray) -> np.ndarray:
    """Squared deviations of differences (... x 3 x cells) that are so exact (one over their variances), less what a
    little more or less glare in a cell explains."""
    push = trust * off
    glare = _over_channels(push) ** 2 / (_over_channels(trust) + 1 / usual**2)
    return np.einsum("...ci,...ci->...i", push, off) - glare


def _over_channels(values: np.ndarray) -> np.ndarray:
    """Sums over the channels (... x 3 x cells)."""
    return values[..., 0, :] + values[..., 1, :] + values[..., 2, :]


def steepness(linear: np.ndarray) -> np.ndarray:
    """Slope of the encoded curve at ``linear`` light (any shape, 0 to 1), held down in the dark, where noise rules."""
    return 1.055 / 2.4 * np.maximum(linear, 0.012) ** (1 / 2.4 - 1)


def coarse_mask(visible: np.ndarray) -> np.ndarray:
    """Which coarse cells are visible (cells): nearly all of them must be."""
    cells = cv2.resize(np.ascontiguousarray(visible, np.float32), COARSE[::-1], interpolation=cv2.INTER_AREA)
    return (cells > 0.9).astype(np.float32).ravel()
