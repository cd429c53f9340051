"""Cards that lie on each other, made out one by one.

The best explained place holds the topmost card; it hides what others show, and so on down. That goes astray where a
card in the middle is not found: the one below it, seen only in part, is then explained badly or not at all. So there is
a second way: where no place is explained well, something may lie on it that was not found yet (``supposing``). What was
made out so is judged again in the end, with all that lies on it.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import compress

import numpy as np

from vision.cards.classifier import SMUDGED, WELL_PRINTED, CardClassifier
from vision.cards.face_grid import COLUMNS, ROWS
from vision.cards.hypothesis import (
    LIKELY,
    ODD_HIDDEN,
    ODD_IN_PART,
    OUTLINED,
    SIDES,
    VISIBLE,
    WHOLE,
    WORTH,
    CardHypothesis,
    suppose,
    weigh,
)
from vision.cards.kept_cards import KeptCard
from vision.cards.likelihood import coarse_mask
from vision.cards.place import CardPlace, between, poses, same_place, side_points
from vision.cards.prepared_picture import PreparedPicture
from vision.cards.readings import CardInSight
from vision.cards.sightings import asked
from vision.cards.spots import likelier_at
from vision.cards.visible_cells import hidden_cells, inside, sides_clear, sides_in_sight

# Constants: chosen by hand on fans and heaps of invented decks.
_MOST = 30
"""Cards at most, lest another picture take for ever; fourteen lie side by side on a mat, and more in fans."""
_CLEAR_FIRST = (0.85, LIKELY), (0.95, 0.3), (0.78, LIKELY)
"""Places with so much of an outline, on which nothing or little lies, are read before others are looked at, if they are
worth so much: what those cards hide need not be looked at then."""
_BARELY, _LIKELIEST = 0.001, 0.5
"""How much a place is worth where surely a card lies that nothing explains well, and how likely one must be there."""
_TWO_SIDES = 0.45  # of what is supposed to lie on a card
_PARTS = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)  # of the way between two cards of a fan
_WRONG = 0.3  # of a card: what was supposed, and is no card by what was made out, counts against what was made out
_NO_PRINT = 0.07  # so unlike all that was taught
_HARDLY = 0.1  # of a card
_ACROSS_MM, _ACROSS = 2.5, 4
"""So far within a card, and at so many of the points along it, a side of another is seen that runs across it."""
_SEEN = 0.8  # of such a side, and of the two best ones that are in sight
_BARE = 20.0  # how much less likely a card lies there (logarithm), were all of it bare table
_MOSTLY = 0.5  # of what a card hides of one that was made out before: it is what was supposed to lie there


class OverlappingCards:
    """The cards of a picture as far as they are made out. ``cards``: what is said of them, and ``places``, where they
    lie; ``found``: where they were looked for. ``supposing``: whether something that was not found may lie on a card.
    ``kept``: cards that lie as they lay when they were read."""

    def __init__(
        self,
        picture: PreparedPicture,
        classifier: CardClassifier,
        found: list[CardPlace],
        supposing: bool = False,
        kept: Sequence[KeptCard] = (),
    ) -> None:
        self.cards: list[CardInSight] = [one.card for one in kept]
        self.places: list[CardPlace] = [one.place for one in kept]
        self._picture, self._classifier, self.supposing = picture, classifier, supposing
        self.found = dict.fromkeys(found)
        self._hypotheses: list[CardHypothesis] = [one.hypothesis for one in kept]
        self._kept = len(kept)
        self._wrong = 0  # supposed, and no cards in the end

    @property
    def explained(self) -> float:
        """How much of the cards is explained, less what is not; in cards."""
        return sum((2 * one.agreed - 1) * float(one.visible.mean()) for one in self._hypotheses) - _WRONG * self._wrong

    @property
    def _misfit(self) -> float:
        """What the colours of all cards cost, a cell, as far as each is in sight."""
        return sum(one.misfit * float(one.visible.mean()) for one in self._hypotheses)

    @property
    def sure(self) -> int:
        """How many cards are read without a question."""
        return sum(card.status == "ok" for card in self.cards)

    @property
    def asked(self) -> int:
        """How many are asked about."""
        return len(self.cards) - self.sure

    @property
    def _mostly_sure(self) -> bool:
        return self.sure >= self.asked

    @property
    def read(self) -> list[tuple[CardInSight, CardHypothesis]]:
        """What was read in this picture, each with its place; without the cards that were kept."""
        return [*zip(self.cards, self._hypotheses, strict=True)][self._kept :]

    @property
    def left(self) -> list[np.ndarray]:
        """What is left beside these cards that surely is one: of each part its cells, N x 2 mm."""
        return self._picture.left_by(self.places, surely=True)

    @property
    def likely_left(self) -> list[np.ndarray]:
        """The same that likely is one."""
        return self._picture.left_by(self.places, surely=False)

    @property
    def passed_over(self) -> list[np.ndarray]:
        """What is left beside these cards of large things in which the network hardly sees one."""
        return self._picture.passed_over_by(self.places)

    def sure_and_asked(self) -> tuple[list[CardPlace], list[CardPlace]]:
        """Where cards lie that are read without a question, and where the others."""
        return self._parted([card.status == "ok" for card in self.cards])

    def placed_and_unsure(self) -> tuple[list[CardPlace], list[CardPlace]]:
        """Where cards lie that are read without a question, or are in full sight and printed there as they were taught,
        whatever hue they have; and where the others do, or lie near."""
        pairs = zip(self.cards, self._hypotheses, strict=True)
        placed = [
            card.status == "ok" or (one.visible.mean() > WHOLE and one.unlike < WELL_PRINTED) for card, one in pairs
        ]
        return self._parted(placed)

    def _parted(self, those: list[bool]) -> tuple[list[CardPlace], list[CardPlace]]:
        """Where these of the cards lie, and where the others."""
        return list(compress(self.places, those)), list(compress(self.places, (not one for one in those)))

    @property
    def in_doubt(self) -> bool:
        """Whether a card that is not explained well is asked about, or read though its colours are odd."""
        return any(one.worth < LIKELY and (card.status == "ask" or one.misfit > ODD_HIDDEN) for card, one in self.read)

    @property
    def odd(self) -> list[int]:
        """Which cards are read though they look as if something lay on them that was not made out."""
        no_print = _NO_PRINT if self._mostly_sure else np.inf
        odd = [one.misfit > ODD_IN_PART or one.unlike > no_print for _, one in self.read]
        return [k for k, (_, one) in enumerate(self.read, self._kept) if odd[k - self._kept] and one.worth < LIKELY]

    def crossed(self) -> list[CardPlace]:
        """Cards across which the side of another is seen that was not made out: they may lie below it, not above. Those
        explained worst come first; none where all are sure."""
        if not self.asked:
            return []
        others = _elsewhere([place for place in self.found if place.two_sides >= _TWO_SIDES], self.places)
        if not others:
            return []
        points = side_points(poses(others), others[0].size_mm)
        seen = np.array([place.seen for place in others], bool)
        out: list[tuple[float, int]] = []
        for k in range(self._kept, len(self.places)):
            above = self.places[:k]
            across = inside(points, self.places[k : k + 1], _ACROSS_MM)[0] & sides_clear(others, above)
            number, edges = (part.reshape(len(others), 4, -1).sum(-1) for part in (across, across & seen))
            crosses = ((number >= _ACROSS) & (edges >= _SEEN * number)).any(-1)
            seen_across = sides_in_sight(list(compress(others, crosses)), above)
            if any(sides.two >= _SEEN for sides in seen_across):
                out.append((self._hypotheses[k].worth, k))
        return [self.places[k] for _, k in sorted(out)]

    def explains_more_than(self, other: "OverlappingCards") -> bool:
        """Whether more of the cards is explained, and not fewer are read; or hardly less, and more are read, whose
        colours agree better."""
        better = self.sure > other.sure and self._misfit < other._misfit
        return self.explained - other.explained > (-_HARDLY if better else 0) and self.sure >= other.sure

    def reads_more_than(self, other: "OverlappingCards") -> bool:
        """Whether more of the cards is explained and more are read; or more are made out, and the same are read."""
        if not self.explains_more_than(other):
            return False
        read = Counter(card.card for card in self.cards if card.status == "ok")
        same = read == Counter(card.card for card in other.cards if card.status == "ok")
        return self.sure > other.sure or (same and len(self.cards) > len(other.cards))

    def make_out(self, places: list[CardPlace]) -> bool:
        """Add the cards at these places. Whether there were any."""
        before = len(self.cards)
        self.found |= dict.fromkeys(places)
        for outline, worth in _CLEAR_FIRST:
            self._make_out([place for place in places if place.score >= outline], worth)
        self._make_out(places)
        for one in self._looked_at([place for place in places if place.score >= OUTLINED]):
            if one.lies_clear and self._read(one):  # it is asked about, though it is not explained at all
                self._make_out(places)
                break
        return len(self.cards) > before

    def make_out_below(self, places: list[CardPlace], last: Sequence[CardPlace]) -> None:
        """Add the cards at these places, first those that are not where the ``last`` ones are."""
        self.make_out(_elsewhere(places, last))
        self._make_out(places)

    def make_out_rest(self, places: list[CardPlace]) -> None:
        """Add the cards at places where surely one lies, though none explains it well, and judge what was supposed."""
        self._make_out(places, _BARELY, _LIKELIEST)
        self.judge_again()

    def _make_out(self, places: list[CardPlace], least: float = WORTH, likely: float = 0.0) -> None:
        """Add the cards at these places, worth at ``least`` so much, if one of the deck is so ``likely``.

        The likeliest comes first: it lies on top, and hides what others show. What is left in sight of them is looked
        at then, so are places of which too little of the sides was seen.
        """
        hypotheses = self._looked_at(places)
        while len(self.places) < _MOST and (worth := self._worth(hypotheses, least)):
            best = max(worth, key=lambda one: one.worth)
            if not self._read(best, likely):
                best.refused = True
                continue
            hypotheses = self._below([one for one in hypotheses if one is not best], best)
            known = {one.place for one in hypotheses}
            hypotheses += self._looked_at([place for place in places if place not in known])

    def _read(self, one: CardHypothesis, likely: float = 0.0) -> bool:
        """Whether there is a card at a place, one of them at least so ``likely``; if so, it is added."""
        card = self._classify(one)
        if card is None or card.candidates[0][1] < likely:
            return False
        odd = one.visible.mean() <= WHOLE or one.unlike >= WELL_PRINTED
        if one.unlike >= SMUDGED or (odd and card.status == "ask"):
            one, card = self._as_printed(one, card)
        if self._goes_on(one):
            return False
        self.cards.append(card)
        self.places.append(replace(one.place, under=one.under))
        self._hypotheses.append(one)
        return True

    def judge_again(self) -> None:
        """Judge the cards on which something was supposed to lie by what was made out there since. Of one of which
        that leaves hardly anything in sight it was the card itself, a little further on."""
        same: list[int] = []
        for k, (one, place) in enumerate(zip(self._hypotheses, self.places, strict=True)):
            if not place.under:
                continue
            later = [other for other in self.places[k + 1 :] if _lies_there(place, other)]
            _uncover(one, [*self.places[:k], *later])
            if one.visible.mean() < VISIBLE:
                self._wrong += 1
                same.append(k)
                continue
            self._weigh([one])
            card = self._classify(one)
            if card is None:
                self._wrong += 1
                self.cards[k] = replace(self.cards[k], status="ask", card=None, back=False)
            else:
                self.cards[k], self.places[k] = card, one.place
        for k in reversed(same):
            del self.cards[k], self.places[k], self._hypotheses[k]  # none that was kept: on these nothing is supposed

    def ask_of_endless(self) -> None:
        """Ask about cards of one colour that nothing sets apart from what lies beside them, nor from another such."""
        plain = [self._classifier.statistics.cards[k] for k in self._picture.now.plain]
        above: list[CardPlace] = []
        for k, (card, place) in enumerate(zip(self.cards, self.places, strict=True)):
            is_plain = any(front in plain for front, _ in card.candidates[:1])
            if is_plain and (card.status == "ask" or not self._picture.ends(place, [*above, *place.under])):
                self.cards[k] = asked(card)  # nor does it hide where another ends
            else:
                above.append(place)

    def _worth(self, hypotheses: list[CardHypothesis], least: float) -> list[CardHypothesis]:
        """The places worth reading now, at ``least`` so much."""
        worth = [one for one in hypotheses if one.worth >= least and not one.refused]
        if not self.supposing or least >= LIKELY:
            return worth
        well = [one for one in worth if one.worth >= LIKELY]
        if not well and self._suppose(hypotheses):
            return self._worth(hypotheses, least)
        return well or worth

    def _suppose(self, hypotheses: list[CardHypothesis]) -> bool:
        """Let something lie on places, which then are explained well. Whether there are any."""
        better = []
        for one in hypotheses:
            if one.supposed or one.refused or one.place.score >= OUTLINED:
                continue
            one.supposed = True
            if one.sides.two < SIDES:
                continue
            others = [p for p in self.found if p.two_sides >= _TWO_SIDES and not same_place(p, one.place)]
            beside = [place for card in self.places for place in between(one.place, card, _PARTS)]
            if any(suppose(one, places, self._classifier.statistics, self._picture.now) for places in (others, beside)):
                better.append(one)
        self._see_sides(better)
        self._weigh(better)
        return bool(better)

    def _as_printed(self, one: CardHypothesis, card: CardInSight) -> tuple[CardHypothesis, CardInSight]:
        """A card where its print lies, if that is the same place, a few millimetres aside or a little turned, and it is
        read there or looks more like a taught one: a side may be seen of a printed rim, too, or of what lies on it.
        Where only opposite sides are seen it may lie further along them: if its print says so, it is asked about where
        it cannot be read there."""
        above = [*self.places, *one.under]
        place = self._picture.place_by_print(one.place, above, self._classifier.statistics.print_alignment)
        elsewhere = place is not None and not same_place(place, one.place)
        if place is None or (elsewhere and one.place.across >= SIDES):
            return one, card
        moved = self._moved(
            one, replace(one.place, x=place.x, y=place.y, turn=place.turn, by_print=one.place.by_print or elsewhere)
        )
        again = self._classify(moved)
        if again is None or (elsewhere and moved.unlike >= SMUDGED):
            return one, card
        if (again.status == "ok", -moved.unlike) > (card.status == "ok", -one.unlike):
            return moved, again
        return one, asked(card) if elsewhere else card

    def _moved(self, one: CardHypothesis, place: CardPlace) -> CardHypothesis:
        """What is seen at another place than a card's, weighed; its sides are seen where they were."""
        moved = CardHypothesis(place, one.sides, _whole(), under=one.under, supposed=one.supposed)
        for above in (*self.places, *one.under):
            moved.cover(above)
        self._picture.cut_faces([moved], self._classifier.statistics)
        self._weigh([moved])
        return moved

    def _below(self, hypotheses: list[CardHypothesis], best: CardHypothesis) -> list[CardHypothesis]:
        """Of the places left those of which something is still in sight below the card made out last."""
        hypotheses = [one for one in hypotheses if not same_place(one.place, best.place)]
        changed = [one for one in hypotheses if one.cover(self.places[-1])]
        hypotheses = [one for one in hypotheses if coarse_mask(one.visible).mean() > VISIBLE]  # no more will be seen
        changed = [one for one in changed if one in hypotheses]
        self._see_sides(changed)
        self._weigh(changed)
        return hypotheses

    def _see_sides(self, hypotheses: list[CardHypothesis]) -> None:
        """How much of the sides is seen now. Those on which nothing is supposed to lie are looked at together."""
        free = [one for one in hypotheses if not one.under]
        for one, sides in zip(free, sides_in_sight([one.place for one in free], self.places), strict=True):
            one.sides = sides
        for one in hypotheses:
            if one.under:
                (one.sides,) = sides_in_sight([one.place], [*self.places, *one.under])

    def _weigh(self, hypotheses: list[CardHypothesis]) -> None:
        weigh(hypotheses, self._classifier.statistics, self._picture.now, self._picture.explained)
        for one in hypotheses:
            unseen = one.place.by_print and self._picture.now.ends_unseen  # where nothing is printed it looks like that
            bare = 0.0 if unseen or not one.worth else self._picture.on_bare_table(one.place, one.visible)
            one.worth *= likelier_at(one.place, self._picture.spots) * math.exp(-_BARE * bare)
            if one.worth >= WORTH and self._goes_on(one):
                one.worth = 0.0

    def _goes_on(self, one: CardHypothesis) -> bool:
        """Whether what it may be the back of has a print that repeats, and goes on beside it."""
        likest = min(one.fits, key=lambda fit: fit.cost[0]).samples[0]
        by = self._classifier.statistics.repetitions.get(int(likest))
        return by is not None and self._picture.goes_on(one.place, by, self.places)

    def _classify(self, one: CardHypothesis) -> CardInSight | None:
        known, look = self._picture.classified, (*one.look, one.sides)
        if look not in known:
            known[look] = self._classifier.classify(one, self._picture.plane, self._picture.now), one.unlike
        card, one.unlike = known[look]
        return card

    def _looked_at(self, places: list[CardPlace]) -> list[CardHypothesis]:
        """Places with their faces, weighed; not where cards leave too little in sight, or one of them is the same."""
        others = _elsewhere(places, self.places)
        sides = zip(others, sides_in_sight(others, self.places), strict=True)
        hypotheses = [CardHypothesis(place, seen, _whole()) for place, seen in sides if seen.two >= SIDES]
        for one in hypotheses:
            for card in self.places:
                one.cover(card)
        hypotheses = [one for one in hypotheses if one.visible.mean() >= VISIBLE]
        self._picture.cut_faces(hypotheses, self._classifier.statistics)
        self._weigh(hypotheses)
        return hypotheses


def _elsewhere(places: Sequence[CardPlace], cards: Sequence[CardPlace]) -> list[CardPlace]:
    """The places where none of these cards lies."""
    return [place for place in places if not any(same_place(place, card) for card in cards)]


def _whole() -> np.ndarray:
    """All fine cells of a card in sight."""
    return np.ones((ROWS, COLUMNS), np.float32)


def _uncover(one: CardHypothesis, above: Sequence[CardPlace]) -> None:
    """Let just these cards lie on one."""
    one.visible = _whole()
    for card in above:
        one.cover(card)
    (one.sides,) = sides_in_sight([one.place], above)


def _lies_there(place: CardPlace, other: CardPlace) -> bool:
    """Whether another card is what was supposed to lie on this place."""
    hidden = hidden_cells(place, other)
    supposed = np.any([hidden_cells(place, above) for above in place.under], 0)
    return bool((hidden & supposed).sum() > _MOSTLY * hidden.sum())
