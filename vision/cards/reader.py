"""Read the cards in a picture."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import compress

import numpy as np

from engine.core.language import Deferred
from vision.cards.border import without_border
from vision.cards.classifier import CardClassifier
from vision.cards.deck_statistics import DeckStatistics
from vision.cards.detector import propose
from vision.cards.edge_map import EdgeMap, flat_map, soften
from vision.cards.hidden_sides import propose_between, propose_hidden
from vision.cards.ink_errors import InkError
from vision.cards.kept_cards import CardsSeenAgain, KeptCards
from vision.cards.occlusion import OverlappingCards
from vision.cards.place import CardPlace, distinct_poses, poses
from vision.cards.pose import refine
from vision.cards.prepared_picture import PreparedPicture
from vision.cards.print_places import PrintPlaces
from vision.cards.readings import CardInSight, CardReading
from vision.cards.segmenter import CardSegmenter
from vision.cards.sightings import ask_all, ask_seen_twice, each_once, unknown_card
from vision.cards.silhouettes import places_alone
from vision.cards.spots import NO_SPOTS, lie_at, places_at, places_in_doubt
from vision.cards.table_plane import MatPlane, Plane
from vision.cards.taught import TaughtDeck
from vision.cards.unread import is_card_shaped
from vision.cards.unsure_places import unsure_places
from vision.cards.visible_cells import hidden_share, inside
from vision.geometry.mat_code import PLAIN, code_in
from vision.geometry.registration import Registrar, Registration
from vision.photometry.camera_response import straightened
from vision.photometry.illumination import Illumination
from vision.readings import Trouble

# Constants: chosen by hand; less than so many px is the noise of a camera that stands still.
_AGAIN, _MOSTLY = 3, 0.5  # looks at what is left, and how much of it a place must hold
_STILL_PX = 0.35
_SEVERAL = 2
"""Cards of which none is sure: so it was in 43 of 57 pictures of another deck that showed several, and in 1 of 119 of
the taught one (18 invented tables that nobody had looked at)."""
_BETWEEN, _BELOW = 2, 3  # times that cards are looked for between others, and that one is tried below others
_BY_PRINT, _PRINTED = 2, 0.45  # times that prints are looked for, and how alike one must be
_BARE_MM, _BESIDE_MM = 25.0, 55.0
"""How far cards are looked for to the right of a mat: of a plain one, and of one that says what it is the mat of, as
games of many piles have a column of cards there."""

_UNREAD = Trouble(
    "unread",
    Deferred(
        "Something lies here that looks like a card but cannot be made out. Spread the cards, so that a corner and a "
        "whole side of each is seen."
    ),
)
_SHADOW = Trouble(
    "shadow",
    Deferred(
        "A shadow ends on the mat, and cards there are hard to tell. Lean back or move the lamp, and they are read "
        "more surely."
    ),
)
_OTHER_DECK = Trouble(
    "other-deck",
    Deferred(
        "None of the cards in sight looks as it was taught. Is this the deck that was taught? If not, choose or teach "
        "this one; if it is, give it more even light."
    ),
)


class CardReader:
    """Reads cards of one taught deck. Keep it: while the camera stands still, much is used again.

    ``spots_of``: of the mat with this code, where single cards or piles lie: their middles, N x 2 mm.
    """

    def __init__(self, deck: TaughtDeck, spots_of: Callable[[int], np.ndarray] = lambda code: NO_SPOTS) -> None:
        self.statistics = DeckStatistics(deck)
        self.classifier = CardClassifier(self.statistics)
        self._registrar = Registrar()
        self._segmenter = CardSegmenter()
        self._last: tuple[Registration, Plane, tuple[np.ndarray, np.ndarray]] | None = None
        self._spots_of, self._code = spots_of, PLAIN
        self._kept = KeptCards()
        self._pictures = 0

    def learn(self, answers: Sequence[InkError]) -> None:
        """From now on expect inks to look as far off as on these cards, of which people said what they are."""
        self.statistics.expect(answers)

    def read(self, image: np.ndarray) -> CardReading:
        """Read every card in a picture (uint8 BGR, H x W x 3).

        Without a mat in sight no card is read, and the troubles say so. Its ``stages`` are the ms that each step took.
        """
        clock = _Clock()
        registration, troubles = self._registrar.find(image)
        clock.stage("mat")
        if registration is None:
            return CardReading((), troubles, False, clock.ms, clock.stages)
        code = code_in(image, registration)
        self._code = self._code if code is None else code  # something lies on it
        plane, maps = self._plane(registration, _BARE_MM if code == PLAIN else _BESIDE_MM)
        image, light = straightened(image, registration)
        clock.stage("light")
        soft = soften(image)
        flat = EdgeMap(soft, plane, maps, self._segmenter, self.statistics.deck.size_mm, light)
        clock.stage("flat")
        found = refine(flat, propose(flat, corners=True))
        clock.stage("find")
        if flat.table is not None:
            light = replace(light, table=flat.table.shade)
        now = self.statistics.now(light.inks, light.blown, flat.table, self._pictures)
        self._pictures += 1
        clock.stage("carry")
        picture = PreparedPicture(soft, flat, plane, registration.mat, light, now, self._spots_of(self._code))
        lying = self._kept.lying_in(image, plane, light, self._code)
        pile, cards = self._cards(picture, found, lying)
        checked = lying.explained_by(cards)
        if len(checked.kept) < len(lying.kept):
            lying = checked
            pile, cards = self._cards(picture, found, lying)
        cards, as_before = lying.as_they_lay(cards)
        told = [one for one in pile.read if any(one[0] is card for card in cards)]
        if pile.left or light.colourless:
            told = [(card, hypothesis) for card, hypothesis in told if card.status != "ok"]
        self._kept = KeptCards.of(image, plane, light, self._code, as_before, told)
        others = [unknown_card(part, plane) for part in self._unread(pile)]
        clock.stage("read")
        troubles += light.troubles + _why_asked(cards, len(others), light) + ((_UNREAD,) if others else ())
        said = ask_all(cards) if light.colourless else ask_seen_twice(each_once(cards, self.statistics.deck.plan))
        mat, stages = registration.mat.name, clock.stages
        return CardReading((*said, *others), troubles, True, clock.ms, stages, mat, code)

    def _unread(self, pile: OverlappingCards) -> list[np.ndarray]:
        """What is surely a card and was not made out, and what was passed over that has a card's shape: of each the
        middles of its cells, N x 2 mm."""
        left, size_mm = pile.left, self.statistics.deck.size_mm
        shaped = [part for part in pile.passed_over if is_card_shaped(part, size_mm)]
        return [*left, *(part for part in shaped if not any((part[:, None] == one).all(-1).any() for one in left))]

    def _plane(self, registration: Registration, right: float) -> tuple[Plane, tuple[np.ndarray, np.ndarray]]:
        known = self._last
        mat = registration.mat
        if known is not None and _still(known[0], registration) and known[1].area[2] == mat.width + right:
            return known[1], known[2]
        plane = MatPlane.of(registration, right=right)
        self._last = (registration, plane, flat_map(plane))
        return plane, self._last[2]

    def _cards(
        self, picture: PreparedPicture, found: list[CardPlace], lying: CardsSeenAgain
    ) -> tuple[OverlappingCards, list[CardInSight]]:
        """The cards as they were made out, and those of them that are told. ``lying``: those that lie as they lay.

        Where a card looks as if another lay on it, it is tried whether more is explained so. Where something is left,
        or a card in doubt that is not explained well, it is tried whether more is explained where the mat asks for
        cards, which is quick; then if sides may be frayed, and what was not found may lie on cards; what is left even
        then may be a card that nothing explains well.
        """
        found = without_border(found, picture.mat)
        pile = self._made_out(picture, found, lying, supposing=False)
        for _ in range(_BETWEEN):
            if not pile.odd or len(pile.places) < 2:
                break
            more = without_border(propose_between(picture.flat, pile.odd, pile.places), picture.mat)
            other = self._made_out(picture, [*found, *more], lying, supposing=False)
            if not other.explains_more_than(pile):
                break
            pile, found = other, [*found, *more]
        tried = None
        if len(picture.spots):
            tried = pile, found
            pile = self._where_asked_for(picture, found, lying, pile)
        if pile.left or pile.in_doubt or pile.passed_over:
            found = _with_frayed(picture, found)
            other = self._made_out(picture, found, lying, supposing=True)
            pile = other if other.explains_more_than(pile) else pile
        pile = self._in_another_order(picture, lying, pile)
        if tried != (pile, found):  # else it would say the same again
            pile = self._where_asked_for(picture, found, lying, pile)
        pile = self._where_printed(picture, found, lying, pile)
        self._make_out_rest(picture, found, pile)
        pile.ask_of_endless()
        return pile, _without_shadows(picture, pile) if len(picture.spots) else pile.cards

    def _in_another_order(
        self, picture: PreparedPicture, lying: CardsSeenAgain, pile: OverlappingCards
    ) -> OverlappingCards:
        """The cards, those below others across which a side of these is seen, if more are read so."""
        tried: list[CardPlace] = []
        below: list[CardPlace] = []
        while len(tried) < _BELOW and (crossed := [place for place in pile.crossed() if place not in tried]):
            tried.append(crossed[0])
            last = [*below, crossed[0]]
            other = self._made_out(picture, list(pile.found), lying, supposing=False, last=last)
            if other.reads_more_than(pile):
                pile, below = other, last
        return pile

    def _make_out_rest(self, picture: PreparedPicture, found: list[CardPlace], pile: OverlappingCards) -> None:
        """Add what explains what is left, though not well. Of cards as white as the mat the network may see little or
        nothing, but what is printed on them lies there."""
        if left := pile.left:
            pile.make_out_rest([*_holding(found, left), *places_at(picture.spots, left, self.statistics.deck.size_mm)])
        for by_print in self.statistics.print_places:
            tried = set[bytes]()
            while parts := [part for part in _left(picture, pile, by_print) if part.tobytes() not in tried]:
                tried |= {part.tobytes() for part in parts}
                for part in parts:
                    places = by_print.of(part, picture.soft, picture.plane, picture.light)
                    pile.make_out_rest([place for place in places if hidden_share(place, pile.places) <= _MOSTLY])

    def _where_asked_for(
        self,
        picture: PreparedPicture,
        found: list[CardPlace],
        lying: CardsSeenAgain,
        pile: OverlappingCards,
    ) -> OverlappingCards:
        """The cards. Of what was left or in doubt some may lie where the mat asks for a card, or alone, in its outline:
        so, if more is read."""
        left, (sure, asked) = pile.left, pile.sure_and_asked()
        alone = places_alone(picture.flat, sure) if left or asked else []
        at_spots = places_at(picture.spots, left, self.statistics.deck.size_mm)
        if places := [*places_in_doubt(picture.spots, sure, asked), *at_spots, *alone]:
            other = self._made_out(picture, [*found, *places], lying, supposing=False)
            if other.sure > pile.sure or other.explains_more_than(pile):
                return other
        return pile

    def _where_printed(
        self,
        picture: PreparedPicture,
        found: list[CardPlace],
        lying: CardsSeenAgain,
        pile: OverlappingCards,
    ) -> OverlappingCards:
        """The cards. Those that are left, in doubt or odd may lie where their print does: so, if more is explained, and
        once more, as these may hide others."""
        prints = self.statistics.print_alignment
        for _ in range(_BY_PRINT):
            tried = (prints.match(picture.soft, picture.plane, *one) for one in unsure_places(pile))
            printed = [match.place for match in tried if match is not None and match.alike > _PRINTED]
            if not printed:
                break
            found = [*found, *printed]
            other = self._made_out(picture, found, lying, supposing=pile.supposing)
            if not other.explains_more_than(pile):
                break
            pile = other
        return pile

    def _made_out(
        self,
        picture: PreparedPicture,
        found: list[CardPlace],
        lying: CardsSeenAgain,
        supposing: bool,
        last: Sequence[CardPlace] = (),
    ) -> OverlappingCards:
        """The cards: those that are ``lying`` as they lay, then those at places where edges run all around, or nearly,
        then what else may be left. ``last``: cards that may lie below others."""
        found = lying.places_beside(found)
        pile = OverlappingCards(picture, self.classifier, found, supposing, lying.kept)
        pile.make_out_below(found, last) if last else pile.make_out(found)
        for _ in range(_AGAIN):
            left = pile.likely_left
            hidden = without_border(propose_hidden(picture.flat, left, pile.places or found), picture.mat)
            if not pile.make_out(_holding(found, left) + hidden):
                break
        pile.judge_again()
        return pile


def _left(picture: PreparedPicture, pile: OverlappingCards, by_print: PrintPlaces) -> list[np.ndarray]:
    """What is left that surely is a card; and where these end unseen, what may be one, or what is printed on one: of
    each part its cells, N x 2 mm."""
    table = picture.flat.table
    if picture.light is None:
        return []
    if table is None or not by_print.end_unseen(table.colour):
        return pile.left
    marks = (mark for mark in table.marks() if inside(mark, pile.places, 0).any(0).mean() < _MOSTLY)
    return [*pile.likely_left, *marks]


def _why_asked(cards: Sequence[CardInSight], others: int, light: Illumination) -> tuple[Trouble, ...]:
    """What may have cards asked about beside which ``others`` are not made out, where the light has no fault."""
    asked = [card.status == "ask" for card in cards]
    if light.troubles:
        return ()
    if light.table is not None and (any(asked) or others):
        return (_SHADOW,)
    return (_OTHER_DECK,) if all(asked) and len(cards) + others >= _SEVERAL else ()


def _without_shadows(picture: PreparedPicture, pile: OverlappingCards) -> list[CardInSight]:
    """The cards but backs and those in doubt that lie mostly where others do that lie on their fields, and beside these
    take up nothing that looks like a card: between two that lie edge to edge there, sides and prints of both may look
    like a third. Where cards are fanned, in a field that takes many, so little may be in sight of one."""
    kept = list(range(len(pile.cards)))
    for k, card in enumerate(pile.cards):
        own, others = pile.places[k], lie_at([pile.places[n] for n in kept if n != k], picture.spots)
        if card.status == "ok" and not card.back:
            continue
        left = picture.left_by(others, surely=False)
        if hidden_share(own, others) > _MOSTLY and not _holding([own], left):
            kept.remove(k)
    return [pile.cards[k] for k in kept]


def _with_frayed(picture: PreparedPicture, found: list[CardPlace]) -> list[CardPlace]:
    """Places, and those where edges run all around that are dashed by wear."""
    frayed = picture.flat.frayed()
    places = [*found, *without_border(refine(frayed, propose(frayed, corners=True)), picture.mat)]
    return [places[k] for k in distinct_poses(poses(places), 2.0, np.radians(2), len(places))]


def _still(before: Registration, now: Registration) -> bool:
    """Whether the camera has not moved: the same markers, their corners less than ``_STILL_PX`` apart."""
    same = before.markers == now.markers
    return same and float(np.abs(before.corners_px - now.corners_px).max()) < _STILL_PX


def _holding(places: list[CardPlace], left: list[np.ndarray]) -> list[CardPlace]:
    """The places within which a part of what is left, or most of it, is seen."""
    if not left:
        return []
    holds = np.any([inside(part, places, 0).mean(1) > _MOSTLY for part in left], 0)
    return list(compress(places, holds))


class _Clock:
    def __init__(self) -> None:
        self.stages: dict[str, float] = {}
        self._start = self._last = time.perf_counter()

    def stage(self, name: str) -> None:
        now = time.perf_counter()
        self.stages[name] = (now - self._last) * 1000
        self._last = now

    @property
    def ms(self) -> float:
        return (time.perf_counter() - self._start) * 1000
