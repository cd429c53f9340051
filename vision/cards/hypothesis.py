"""Places where a card may lie, and how well each is explained: by the colours of some card of the deck
(``likelihood``)."""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from vision.cards.deck_statistics import DeckStatistics, LitDeck
from vision.cards.face_grid import Face
from vision.cards.likelihood import CLOSELY, CoarseFace, FaceFit, coarse_mask, fit_coarse
from vision.cards.place import CardPlace
from vision.cards.print_edges import edge_orientations, uncovered
from vision.cards.visible_cells import Sides, hidden_cells

# Constants: chosen on invented decks; the worth of a place was fitted there (``_worth``).
VISIBLE, SIDES = 0.15, 0.6
"""Of a card must be in sight, and of its two best sides, to be read."""
ODD_HIDDEN = 0.5
"""Cost a cell: more, and a place partly hidden may be no card's."""
ODD_IN_PART = 0.27
"""The same of a card on which another lies that was not made out. Of 130 cards in fans of the chosen families on which
none was missed 19 of 20 cost less than 0.19; all eight on which one was missed cost more than 0.3."""
WORTH, LIKELY = 0.06, 0.8
"""How much a place is worth (``_worth``) must be to be read at all, and where something may lie on it that was not made
out: of those worth less, on invented decks, half and more are no card's, or something lies on them."""
WHOLE = 0.9
"""Of a card in sight: hardly anything lies on it."""
OUTLINED = 0.9
"""Of a card's four sides: something of its size on which nothing lies, though its colours may be none of the deck's."""
_EXPLAINED = 0.62  # of what is visible must agree with some card
_CERTAINLY = 0.95  # the same where something is supposed to lie on it
_HIDES = 0.05  # of a card, at least
_MISFIT, _LEAST = (3.1, 3.0), 2.7  # how much the root of a cost, the cost, and the side seen least say
_AT_A_GLANCE = 2  # taught faces that are looked at to tell what may lie on a card
_LETTERED = 0.1  # weight of cells in which numbers differ


@dataclass(slots=True, eq=False)
class CardHypothesis:
    """A place with its face both ways up, and what of it is in sight: not covered by cards found before, nor by what
    is supposed to lie on it (``under``), once that was tried (``supposed``).

    How well it is explained: ``agreed``, the part of what is visible that agrees with some card, and ``beside`` its
    number; ``misfit``, the cost of its colours a cell; ``worth``, for the order in which places are read; ``unlike``,
    how unlike any taught one its print is, once that was looked at.
    """

    place: CardPlace
    sides: Sides
    visible: np.ndarray
    face: Face | None = None
    wide: tuple[CoarseFace, ...] = ()
    under: tuple[CardPlace, ...] = ()
    supposed: bool = False
    refused: bool = False
    fits: tuple[FaceFit, ...] = ()
    worth: float = 0.0
    agreed: float = 0.0
    beside: float = 0.0
    misfit: float = 0.0
    unlike: float = 0.0
    _edges: tuple[np.ndarray, np.ndarray] | None = None

    @property
    def edges(self) -> np.ndarray:
        """How the edges of its print lie (``edge_orientations``), as far as it is in sight."""
        if self._edges is None or self._edges[0] is not self.visible:  # asked for more than once
            self._edges = self.visible, edge_orientations(uncovered(self.face.patch, self.visible))
        return self._edges[1]

    @property
    def look(self) -> tuple[CardPlace, bytes]:
        """What is looked at: where, and which of its cells are in sight."""
        return self.place, np.packbits(self.visible > 0).tobytes()

    @property
    def unevenly_lit(self) -> float:
        """How much more light falls on one part of it than on another, a logarithm; 0 before it was looked at."""
        return 0.0 if self.face is None else float(np.ptp(np.log(self.face.light.mean(-1))))

    @property
    def lies_clear(self) -> bool:
        """Whether all sides of a card are seen, whatever it shows: it is asked about, and hides what is below it."""
        return self.place.score >= OUTLINED and bool(self.visible.mean() > WHOLE)

    def cover(self, above: CardPlace) -> bool:
        """Take away what another card hides of this one; whether anything changed."""
        far = math.hypot(*above.size_mm)
        if (self.place.x - above.x) ** 2 + (self.place.y - above.y) ** 2 > far**2:
            return False
        hidden = hidden_cells(self.place, above)
        if not (hidden & (self.visible > 0)).any():
            return False
        self.visible = np.where(hidden, 0.0, self.visible).astype(np.float32)
        self.supposed = self.refused = False
        return True


class Explained(NamedTuple):
    """What ``CardHypothesis`` tells; ``much``: how much of the card agrees, of so much that is ``visible``."""

    fits: tuple[FaceFit, ...]
    visible: float
    much: float
    beside: float
    misfit: float


def weigh(
    hypotheses: list[CardHypothesis],
    statistics: DeckStatistics,
    now: LitDeck,
    known: dict[tuple[CardPlace, bytes], Explained],
) -> None:
    """How well every place is explained by some card, and how much of the card is seen there. ``known``: of what was
    looked at in this picture before; what is looked at now is added."""
    looks = [one.look for one in hypotheses]
    new = {look: one for look, one in zip(looks, hypotheses, strict=True) if look not in known}
    explained = _explained([(one, one.visible) for one in new.values()], statistics, now)
    known |= zip(new, explained, strict=True)
    for one, by in zip(hypotheses, map(known.__getitem__, looks), strict=True):
        one.fits, one.beside, one.misfit = by.fits, by.beside, by.misfit
        one.agreed = by.much / max(by.visible, 1e-6)
        seen = by.visible > VISIBLE and one.agreed > _EXPLAINED
        one.worth = _worth(by.misfit, one.sides.least) if seen else 0.0


def _worth(misfit: float, least: float) -> float:
    """How likely a card lies there, with nothing on it but what was made out, against other places: its colours tell,
    and the side of which ``least`` is seen. Learned from 800 choices on invented decks (conditional logit)."""
    return math.exp(_LEAST * least - _MISFIT[0] * math.sqrt(misfit) - _MISFIT[1] * misfit)


def suppose(one: CardHypothesis, places: list[CardPlace], statistics: DeckStatistics, now: LitDeck) -> bool:
    """Whether a place is explained well if something lies at one of these places on it. It is left what is in sight
    then: of all ways, the one that explains most."""
    ways = []
    for place in places:
        hidden = hidden_cells(one.place, place) & (one.visible > 0)
        if hidden.mean() > _HIDES:
            ways.append((place, np.where(hidden, 0.0, one.visible).astype(np.float32)))
    ways = [(place, left) for place, left in ways if coarse_mask(left).mean() > VISIBLE]
    explained = enumerate(_explained([(one, left) for _, left in ways], statistics, now, _AT_A_GLANCE))
    well = [(by.much, k) for k, by in explained if by.much > _CERTAINLY * by.visible and by.misfit < ODD_HIDDEN]
    if not well:
        return False
    place, one.visible = ways[max(well)[1]]
    one.under = (*one.under, place)
    return True


def _explained(
    seen: list[tuple[CardHypothesis, np.ndarray]], statistics: DeckStatistics, now: LitDeck, closely: int = CLOSELY
) -> list[Explained]:
    """How well places are explained of which so much (ROWS x COLUMNS, 1: visible) is in sight each. ``closely``: the
    faces looked at (``fit_coarse``)."""
    if not seen:
        return []
    masks = np.array([part for _, left in seen for mask in (coarse_mask(left),) for part in (mask, mask[::-1])])
    fits = fit_coarse([wide for one, _ in seen for wide in one.wide], masks, statistics, now, closely=closely)
    agreed = np.array([fit.inlier[0] for fit in fits])
    numbered = statistics.numbered[[fit.samples[0] for fit in fits]]
    # another number may be there than on the likest taught face
    weight = masks * np.where(numbered[:, None], np.maximum(statistics.unlettered.ravel(), _LETTERED), 1)
    shares = masks.mean(1), (agreed * masks).mean(1), (agreed * weight).sum(1) / np.maximum(weight.sum(1), 1e-6)
    visible, much, beside = (share.astype(float).reshape(-1, 2).max(1) for share in shares)  # the better way up
    cost = np.array([fit.cost[0] for fit in fits]).reshape(-1, 2).min(1)
    misfit = cost / np.maximum(visible * masks.shape[1], 1)
    told = zip(visible.tolist(), much.tolist(), beside.tolist(), misfit.tolist(), strict=True)
    return [Explained((fits[2 * k], fits[2 * k + 1]), *one) for k, one in enumerate(told)]
