"""The cards of one picture, looked for in one way after the other.

Each is tried where those before it left something, or a card in doubt that is not explained well; and it counts where
more is explained by it.
"""

from collections.abc import Sequence
from itertools import compress

import numpy as np

from vision.cards.border import without_border
from vision.cards.classifier import CardClassifier
from vision.cards.detector import propose
from vision.cards.hidden_sides import propose_between, propose_hidden
from vision.cards.kept_cards import CardsSeenAgain
from vision.cards.occlusion import OverlappingCards
from vision.cards.place import CardPlace, distinct_poses, poses
from vision.cards.pose import refine
from vision.cards.prepared_picture import PreparedPicture
from vision.cards.print_places import PrintPlaces
from vision.cards.readings import CardInSight
from vision.cards.silhouettes import places_alone
from vision.cards.spots import lie_at, places_at, places_in_doubt
from vision.cards.unsure_places import unsure_places
from vision.cards.visible_cells import hidden_share, inside

# Constants: chosen by hand on fans and heaps of invented decks.
_AGAIN, _MOSTLY = 3, 0.5  # looks at what is left, and how much of it a place must hold
_BETWEEN, _BELOW = 2, 3  # times that cards are looked for between others, and that one is tried below others
_BY_PRINT = 2  # times that prints are looked for


class CardSearch:
    """``found``: where edges run all around, or nearly; ``lying``: cards that lie as they lay."""

    def __init__(
        self, picture: PreparedPicture, classifier: CardClassifier, found: list[CardPlace], lying: CardsSeenAgain
    ) -> None:
        self._picture, self._classifier, self._lying = picture, classifier, lying
        self._found = without_border(found, picture.mat)
        self._asked_of: tuple[OverlappingCards, list[CardPlace]] | None = None
        self._pile = self._made_out(self._found)

    def everywhere(self) -> OverlappingCards:
        """The cards, looked for in every way. Where the mat asks for cards is tried early, as that is quick, and again,
        if anything was found since."""
        self._between_others()
        if len(self._picture.spots):
            self._where_asked_for()
        if self._pile.left or self._pile.in_doubt or self._pile.passed_over:
            self._with_frayed_sides()
        self._pile = self._in_another_order(self._pile)
        self._where_asked_for()
        self._where_printed()
        self._make_out_rest()
        self._pile.ask_of_endless()
        return self._pile

    def _made_out(
        self, found: list[CardPlace], supposing: bool = False, last: Sequence[CardPlace] = ()
    ) -> OverlappingCards:
        """The cards: those that lie as they lay, then those at the places ``found``, then what else may be left.
        ``last``: cards that may lie below others."""
        found = self._lying.places_beside(found)
        pile = OverlappingCards(self._picture, self._classifier, found, supposing, self._lying.kept)
        pile.make_out_below(found, last) if last else pile.make_out(found)
        for _ in range(_AGAIN):
            left = pile.likely_left
            hidden = without_border(propose_hidden(self._picture.flat, left, pile.places or found), self._picture.mat)
            if not pile.make_out(_holding(found, left) + hidden):
                break
        pile.judge_again()
        return pile

    def _between_others(self) -> None:
        """Where a card looks as if another lay on it one may lie there, in a fan between two."""
        for _ in range(_BETWEEN):
            if not self._pile.odd or len(self._pile.places) < 2:
                break
            between = propose_between(self._picture.flat, self._pile.odd, self._pile.places)
            found = [*self._found, *without_border(between, self._picture.mat)]
            other = self._made_out(found)
            if not other.explains_more_than(self._pile):
                break
            self._pile, self._found = other, found

    def _with_frayed_sides(self) -> None:
        """Sides may be dashed by wear; and what was not found may lie on cards."""
        frayed = self._picture.flat.frayed()
        again = without_border(refine(frayed, propose(frayed, corners=True)), self._picture.mat)
        places = [*self._found, *again]
        self._found = [places[k] for k in distinct_poses(poses(places), 2.0, np.radians(2), len(places))]
        other = self._made_out(self._found, supposing=True)
        self._pile = other if other.explains_more_than(self._pile) else self._pile

    def _in_another_order(self, pile: OverlappingCards) -> OverlappingCards:
        """The cards of a pile, those across which a side of others is seen below these, if more are read so."""
        tried: list[CardPlace] = []
        below: list[CardPlace] = []
        while len(tried) < _BELOW and (crossed := [place for place in pile.crossed() if place not in tried]):
            tried.append(crossed[0])
            last = [*below, crossed[0]]
            other = self._made_out(list(pile.found), last=last)
            if other.reads_more_than(pile):
                pile, below = other, last
        return pile

    def _where_asked_for(self) -> None:
        """Of what was left or in doubt some may lie where the mat asks for a card, or alone, in its outline: so, if
        more is read."""
        if self._asked_of == (self._pile, self._found):
            return  # it would say the same again
        self._asked_of, spots = (self._pile, self._found), self._picture.spots
        left, (sure, asked) = self._pile.left, self._pile.sure_and_asked()
        alone = places_alone(self._picture.flat, sure) if left or asked else []
        at_spots = places_at(spots, left, self._classifier.statistics.deck.size_mm)
        if places := [*places_in_doubt(spots, sure, asked), *at_spots, *alone]:
            other = self._made_out([*self._found, *places])
            if other.sure > self._pile.sure or other.explains_more_than(self._pile):
                self._pile = other

    def _where_printed(self) -> None:
        """Cards that are left, in doubt or odd may lie where their print does: so, if more is explained, and once more,
        as these may hide others."""
        found, prints = self._found, self._classifier.statistics.print_alignment
        for _ in range(_BY_PRINT):
            tried = (self._picture.place_by_print(*one, prints) for one in unsure_places(self._pile))
            printed = [place for place in tried if place is not None]
            if not printed:
                break
            found = [*found, *printed]
            other = self._in_another_order(self._made_out(found, supposing=self._pile.supposing))
            if not other.explains_more_than(self._pile):
                break
            self._pile = other

    def _make_out_rest(self) -> None:
        """Add what explains what is left, though not well. Of cards as white as the mat the network may see little or
        nothing, but what is printed on them lies there."""
        pile, picture, size_mm = self._pile, self._picture, self._classifier.statistics.deck.size_mm
        if left := pile.left:
            pile.make_out_rest([*_holding(self._found, left), *places_at(picture.spots, left, size_mm)])
        for by_print in self._classifier.statistics.print_places:
            tried = set[bytes]()
            while parts := [part for part in self._left(by_print) if part.tobytes() not in tried]:
                tried |= {part.tobytes() for part in parts}
                for part in parts:
                    places = by_print.of(part, picture.soft, picture.plane, picture.light)
                    pile.make_out_rest([place for place in places if hidden_share(place, pile.places) <= _MOSTLY])

    def _left(self, by_print: PrintPlaces) -> list[np.ndarray]:
        """What is left that surely is a card; and where these end unseen, what may be one, or what is printed on one:
        of each part its cells, N x 2 mm."""
        table = self._picture.flat.table
        if self._picture.light is None:
            return []
        if table is None or not by_print.end_unseen(table.colour):
            return self._pile.left
        marks = (mark for mark in table.marks() if inside(mark, self._pile.places, 0).any(0).mean() < _MOSTLY)
        return [*self._pile.likely_left, *marks]


def cards_told(picture: PreparedPicture, pile: OverlappingCards) -> list[CardInSight]:
    """The cards of a pile that are told. On a mat that asks for some: without backs and those in doubt that lie mostly
    where others do that lie on their fields, and beside these take up nothing that looks like a card: between two that
    lie edge to edge there, sides and prints of both may look like a third. Where cards are fanned, in a field that
    takes many, so little may be in sight of one."""
    if not len(picture.spots):
        return pile.cards
    kept = list(range(len(pile.cards)))
    for k, card in enumerate(pile.cards):
        own, others = pile.places[k], lie_at([pile.places[n] for n in kept if n != k], picture.spots)
        if card.status == "ok" and not card.back:
            continue
        left = picture.left_by(others, surely=False)
        if hidden_share(own, others) > _MOSTLY and not _holding([own], left):
            kept.remove(k)
    return [pile.cards[k] for k in kept]


def _holding(places: list[CardPlace], left: list[np.ndarray]) -> list[CardPlace]:
    """The places within which a part of what is left, or most of it, is seen."""
    if not left:
        return []
    holds = np.any([inside(part, places, 0).mean(1) > _MOSTLY for part in left], 0)
    return list(compress(places, holds))
