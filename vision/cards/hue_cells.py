"""Which cells of a deck's cards show their hue, and what they look like with each.

The taught cards say it themselves: where a hue is printed, their colours differ in more than brightness; on a ground,
in pictures and in signs that all of them have, they do not. Averaged over just these fine cells, a narrow ring shows
as pure an ink as a card that is all of one hue. The rest, as far as it looks the same on all cards, tells how bright a
card lies, and under how much glare.
"""

from dataclasses import dataclass

import numpy as np

from vision.cards.face_grid import COARSE, COLUMNS, ROWS, blocks, by_channel
from vision.photometry.colour_transfer import ColourTransfer, direction

# Constants: chosen on the learned and the chosen families of invented decks, by the likelihood of the true hue; half
# or twice as much changes that little.
_MANY = 30  # fine cells that differ most: surely they show the hue
_DIFFERS, _LEAST = 0.5, 0.8  # of what these differ; so much of that is no hue yet
_LETTERED, _TINGED = 0.5, 0.06  # how much numbers differ in a digit's cell; the same as above where there is a digit
_MOST, _SOME = 0.6, 0.2
"""Of the cards so many have so much of their hue's ink where it is shown: of 207 decks of those families, nearly every
such cell of all but seven has; those seven print their hues in lines alone, or have other colours on every card."""
_MIXED, _FEW, _SEVERAL = 0.3, 0.5, 8.0  # of the hue's ink in a fine cell; of such fine cells: too few, and many
_GROUND, _EVEN = 0.5, 0.2  # how much ground counts beside ink; of its fine cells so much must be even
_NEAR, _REACH, _LESS, _FAR = 0.5, 1.6, 0.03, 1e-4
"""Coarse cells over which a card's ink is averaged, and where there is none so near, over how many with so little
weight: a hue may be printed in two halves, and its ink near their border is that of the one or the other."""
_PURE = 0.7  # of the hue's ink in a cell: with less, it does not show what the ink looks like
_USABLE = 0.8
_BELIEVED, _ENOUGH = 0.06, 40.0
"""Of what a number's lines say of its hue, where no fine cell of them shows the ink pure; and with how many such cells
all of it is: the less, the more ``thin_lines`` say. Tried on 200 cards of 16 decks that print their hue so; most have
less than one such cell, none more than eight."""

CELL_ERROR = 0.045  # on the encoded curve, of a coarse cell
CELL_WEIGHT = 0.05  # cells are not independent of each other

_PLACES = np.stack(np.meshgrid(*(np.arange(n) for n in COARSE), indexing="ij"), -1).reshape(-1, 2)


@dataclass(frozen=True, slots=True, eq=False)
class TaughtHues:
    """The samples of a deck that have a hue. ``faces``, ``shares``, ``usable``: K x cells x fine cells (x 3): their
    colours, how much of them is the hue's ink (``own_ink``), and 0 where a channel clipped; ``even``: the same,
    weights; ``inks``: K x 12 x 3; ``glare``: K; ``hues``: K; ``of_number``: which of them taught each number;
    ``lettered``: cells x fine cells, how much numbers differ there."""

    faces: np.ndarray
    shares: np.ndarray
    usable: np.ndarray
    even: np.ndarray
    inks: np.ndarray
    glare: np.ndarray
    hues: np.ndarray
    of_number: list[int]
    lettered: np.ndarray

    @property
    def digit(self) -> np.ndarray:
        """In which fine cells numbers stand: cells x fine cells, bool."""
        return self.lettered >= _LETTERED


@dataclass(frozen=True, slots=True, eq=False)
class HueCells:
    """M averages over fine cells of a card, and what they are on K cards, were they of one number. ``places``: M, in
    which coarse cell; ``weight``: M x fine cells there; ``counts``: M, how much each says; ``varies``: 3 x M, variance
    from card to card on the encoded curve; ``colours``: K x M of them carried to other lamps; ``share``: K x M, of the
    hue's ink; ``usable``: K x 3 x M, bool; ``believed``: of what they say of the hue, 0 to 1."""

    places: np.ndarray
    weight: np.ndarray
    counts: np.ndarray
    varies: np.ndarray
    colours: ColourTransfer
    share: np.ndarray
    usable: np.ndarray
    believed: float = 1.0


def hue_cells(taught: TaughtHues) -> list[HueCells]:
    """Those of every number. Where it is itself printed in the hue's ink, its digits show the hue as well."""
    differs, edge = _differs(taught.faces), at_edge()
    surely = np.sort(differs.ravel())[-_MANY:].mean()
    shown = np.clip(differs / (surely * _DIFFERS) - _LEAST, 0, 1)
    digit = taught.digit
    on_most = np.quantile(np.clip(taught.shares, 0, 1), 1 - _MOST, axis=0) > _SOME
    beside = shown * on_most * ~digit * ~edge
    digits = _inked(taught.shares * np.clip(_unlike_most(taught.faces) / _TINGED, 0, 1)) * ~edge
    lettered = digit.mean(1) > _LETTERED / 2  # coarse cells
    fine = ColourTransfer(taught.faces.reshape(len(taught.faces), -1, 3), taught.inks)
    pure = np.clip((taught.shares - _PURE) / (1 - _PURE), 0, 1) * taught.even
    ink, pure = _ink(pure, fine), pure.sum((1, 2))
    ground = _ground(taught, fine, np.clip(1 - differs / _TINGED, 0, 1) * ~digit)
    numbers = (
        _inked_cells(taught, own, np.where(lettered[:, None], digits[own], beside), lettered, fine, ink, pure)
        for own in taught.of_number
    )
    return [_joined(one, ground) for one in numbers]


def _differs(faces: np.ndarray) -> np.ndarray:
    """How much colours differ from card to card but for their brightness: cells x fine cells."""
    pure = direction(faces)
    return ((pure - pure.mean(0)) ** 2).sum(-1).mean(0)


def _unlike_most(faces: np.ndarray) -> np.ndarray:
    """How much each card's colours differ from those of most cards there, but for their brightness: K x cells x fine
    cells. Of thin digits in pale ink no two lie in the same cells."""
    pure = direction(faces)
    return ((pure - np.median(pure, 0)) ** 2).sum(-1)


def at_edge() -> np.ndarray:
    """The fine cells at a card's edge: cells x fine cells, bool."""
    inner = np.pad(np.ones((ROWS - 2, COLUMNS - 2)), 1)
    return blocks(inner[..., None])[..., 0] == 0


def nearness(near: float) -> np.ndarray:
    """How much what is printed in one coarse cell counts for another: cells x cells. ``near``: over how many."""
    apart = ((_PLACES[:, None] - _PLACES) ** 2).sum(-1)
    return np.exp(-apart / (2 * near**2)) + _LESS * np.exp(-apart / (2 * _REACH**2)) + _FAR


def likest_of_each(hues: np.ndarray, unlike: np.ndarray) -> np.ndarray:
    """Of each hue, how unlike its likest sample is. ``hues``, ``unlike``: of the K samples."""
    out = np.full(int(hues.max()) + 1, np.inf)
    np.minimum.at(out, hues, unlike)
    return out


def _inked(share: np.ndarray) -> np.ndarray:
    """How much fine cells say of which so large a share is the hue's ink."""
    return np.clip((np.clip(share, 0, 1) - _MIXED) / (1 - _MIXED), 0, 1)


def _ink(pure: np.ndarray, fine: ColourTransfer) -> np.ndarray:
    """What the hue's ink of each card looks like around every coarse cell, as terms: K x cells x 17. ``pure``: which
    fine cells show it (K x cells x fine cells, weights)."""
    weight = nearness(_NEAR)[:, :, None] * (pure / np.maximum(pure.sum((1, 2), keepdims=True), 1e-6))[:, None]
    weight = weight.reshape(*weight.shape[:2], -1)
    return fine.averaged(weight / np.maximum(weight.sum(-1, keepdims=True), 1e-9)).terms


def _inked_cells(
    taught: TaughtHues,
    own: int,
    weight: np.ndarray,
    lettered: np.ndarray,
    fine: ColourTransfer,
    ink: np.ndarray,
    pure: np.ndarray,
) -> HueCells:
    """The cells that show the hue. In those that are ``lettered``, a card is as the sample ``own`` that taught its
    number, but for the ink: what that is like thin lines hardly say, of which few cells are ``pure`` (K, how many)."""
    much = weight.sum(-1)
    weight = weight / np.maximum(much, 1e-9)[:, None]
    share, usable = (weight * taught.shares).sum(-1), np.einsum("cf,kcfi->kci", weight, taught.usable)
    terms = fine.by_cell(np.broadcast_to(weight, taught.shares.shape)).terms
    exchanged = terms[own] + share[own][:, None] * (ink - ink[own])
    terms = np.where(lettered[:, None], exchanged, terms)
    share, usable = np.where(lettered, share[own], share), np.where(lettered[:, None], usable[own], usable)
    at, counts = np.flatnonzero(much > _FEW), np.sqrt(np.minimum(much / _SEVERAL, 1))
    of_digits = much[at][lettered[at]].sum() / max(much[at].sum(), 1e-9)
    shown = min(float(np.median(pure)), float(pure[own]))
    of_lines = _BELIEVED + (1 - _BELIEVED) * min(shown / _ENOUGH, 1)
    return HueCells(
        at,
        weight[at],
        counts[at],
        np.zeros((3, len(at))),
        ColourTransfer.of(terms[:, at]),
        share[:, at],
        by_channel(usable[:, at] > _USABLE),
        float(1 - of_digits * (1 - of_lines)),
    )


def _ground(taught: TaughtHues, fine: ColourTransfer, weight: np.ndarray) -> HueCells:
    """The cells that show the same on all cards, as the one has it that is most like the others there."""
    weight = taught.even.mean(0) * weight
    much = weight.sum(-1)
    at = np.flatnonzero(much > _EVEN)
    weight = weight[at] / much[at][:, None]
    shown, usable = (np.einsum("cf,kcfi->kci", weight, part[:, at]) for part in (taught.faces, taught.usable))
    off = np.sqrt(np.clip(shown, 0, 2)) - np.sqrt(np.clip(np.median(shown, 0), 0, 2))
    count, usual, varies = len(shown), (off**2).sum(-1).argmin(0), (off**2).mean(0)
    terms = np.einsum("cf,kcfi->kci", weight, fine.terms.reshape(*taught.shares.shape, -1)[:, at])
    return HueCells(
        at,
        weight,
        np.full(len(at), _GROUND / (1 + CELL_WEIGHT * len(at) * _together(off, varies))),
        varies.T,
        ColourTransfer.of(np.broadcast_to(terms[usual, np.arange(len(at))], (count, *terms.shape[1:]))),
        np.zeros((count, len(at))),
        np.broadcast_to(by_channel(np.median(usable, 0)) > _USABLE, (count, 3, len(at))),
    )


def _together(off: np.ndarray, varies: np.ndarray) -> float:
    """How much of what ground varies from card to card it varies in all of its cells alike, as where cards have
    pictures of their own: then all of them say hardly more of how bright a card lies than one. ``off``: K x M x 3, on
    the encoded curve; ``varies``: M x 3."""
    return float((np.median(off, (1, 2)) ** 2).mean() / (CELL_ERROR**2 + varies.mean())) if off.size else 0.0


def _joined(one: HueCells, other: HueCells) -> HueCells:
    """Both; the other says nothing of the hue."""
    both = [(getattr(one, name), getattr(other, name)) for name in ("places", "weight", "counts")]
    terms = np.concatenate([one.colours.terms, other.colours.terms], 1)
    return HueCells(
        *(np.concatenate(pair) for pair in both),
        np.concatenate([one.varies, other.varies], -1).astype(np.float32),
        ColourTransfer.of(terms),
        np.concatenate([one.share, other.share], -1).astype(np.float32),
        np.concatenate([one.usable, other.usable], -1),
        one.believed,
    )
