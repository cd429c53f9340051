"""Read the cards in a picture."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from engine.core.language import Deferred
from vision.cards.classifier import CardClassifier
from vision.cards.deck_statistics import DeckStatistics
from vision.cards.detector import propose
from vision.cards.edge_map import EdgeMap, flat_map, soften
from vision.cards.ink_errors import InkError
from vision.cards.kept_cards import KeptCards
from vision.cards.occlusion import OverlappingCards
from vision.cards.pose import refine
from vision.cards.prepared_picture import PreparedPicture
from vision.cards.readings import CardInSight, CardReading
from vision.cards.search import CardSearch, cards_told
from vision.cards.segmenter import CardSegmenter
from vision.cards.sightings import ask_all, ask_seen_twice, each_once, unknown_card
from vision.cards.spots import NO_SPOTS
from vision.cards.table_plane import MatPlane, Plane
from vision.cards.taught import TaughtDeck
from vision.cards.unread import is_card_shaped
from vision.geometry.mat_code import PLAIN, code_in
from vision.geometry.registration import Registrar, Registration
from vision.photometry.camera_response import straightened
from vision.photometry.illumination import Illumination
from vision.readings import Trouble

# Constants: chosen by hand; less than so many px is the noise of a camera that stands still.
_STILL_PX = 0.35
_SEVERAL = 2
"""Cards of which none is sure: so it was in 43 of 57 pictures of another deck that showed several, and in 1 of 119 of
the taught one (18 invented tables that nobody had looked at)."""
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
        pile = CardSearch(picture, self.classifier, found, lying).everywhere()
        checked = lying.explained_by(cards_told(picture, pile))
        if len(checked.kept) < len(lying.kept):
            lying = checked
            pile = CardSearch(picture, self.classifier, found, lying).everywhere()
        cards = cards_told(picture, pile)
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


def _why_asked(cards: Sequence[CardInSight], others: int, light: Illumination) -> tuple[Trouble, ...]:
    """What may have cards asked about beside which ``others`` are not made out, where the light has no fault."""
    asked = [card.status == "ask" for card in cards]
    if light.troubles:
        return ()
    if light.table is not None and (any(asked) or others):
        return (_SHADOW,)
    return (_OTHER_DECK,) if all(asked) and len(cards) + others >= _SEVERAL else ()


def _still(before: Registration, now: Registration) -> bool:
    """Whether the camera has not moved: the same markers, their corners less than ``_STILL_PX`` apart."""
    same = before.markers == now.markers
    return same and float(np.abs(before.corners_px - now.corners_px).max()) < _STILL_PX


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
