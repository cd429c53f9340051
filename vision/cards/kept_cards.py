"""Cards that lie as they lay: where nothing about a card has changed since it was read, it is not read again.

From one card laid to the next most of a table stays as it is, while a pile of backs may take longer to make out than
all else. A card in doubt is read anew: what was learned meanwhile may tell it. Others may come to lie beside one that
lies as it lay, or a little over its edge: where something has changed there and none is found, it is read again. And
one that others came to lie on in part is what it was, whatever the rest of it looks like now.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import compress

import cv2
import numpy as np

from vision.cards.hypothesis import CardHypothesis
from vision.cards.place import CardPlace
from vision.cards.readings import CardInSight
from vision.cards.table_plane import Plane
from vision.cards.visible_cells import hidden_cells, inside
from vision.photometry.channels import largest_channel
from vision.photometry.illumination import Illumination
from vision.photometry.srgb import LINEAR, encoded
from vision.readings import Point

# Constants: chosen by hand; what counts as changed by 248 cards of two drawn decks that nobody had touched and 98 that
# were laid anew. Of those the most that had changed anywhere, smoothed so, was 13 grey levels, in pictures with little
# grain 8; of these at least 30.
_ABOUT_MM = 6.0
_SMOOTH = 7  # px
_EDGE = 5  # px: what lies beside reaches so far over a card's edge, as smoothed, and its place is known no better
_MOSTLY = 0.5  # of a card
_SAME_MM = 7.0
_GRAIN, _CHANGED = 6.0, (9.0, 15.0)  # times what is usual, grey levels: never less, never more


@dataclass(frozen=True, slots=True, eq=False)
class KeptCard:
    """A card that was read, and where it lies. ``shown``: the part of the picture about it then, H x W x 3 uint8, from
    the pixel ``corner`` on, in this ``light`` (3, linear BGR); ``about``: which of its pixels count, H x W uint8, and
    ``own``: which are the card's; ``inner``: which of these are not at its edge; ``lower``: where others lay then
    that did not lie on it (mm): nor have they come to since."""

    card: CardInSight
    hypothesis: CardHypothesis
    corner: tuple[int, int]
    shown: np.ndarray
    light: np.ndarray
    about: np.ndarray
    own: np.ndarray
    inner: np.ndarray
    lower: tuple[Point, ...] = ()

    @property
    def place(self) -> CardPlace:
        return self.hypothesis.place

    @classmethod
    def of(
        cls,
        card: CardInSight,
        hypothesis: CardHypothesis,
        image: np.ndarray,
        plane: Plane,
        light: Illumination,
        lower: Iterable[CardInSight] = (),
    ) -> "KeptCard":
        """A card as a picture (uint8 BGR) shows it, in which these lie beside it or ``lower``."""
        place = hypothesis.place
        away = place.corners - (place.x, place.y)
        outline = plane.project(place.corners + _ABOUT_MM * np.sqrt(2) * away / np.linalg.norm(away, axis=1)[:, None])
        limits = np.array(image.shape[1::-1])
        low = np.clip(np.floor(outline.min(0)), 0, limits - 1).astype(int)
        high = np.clip(np.ceil(outline.max(0)) + 1, low + 1, limits).astype(int)
        shown = image[low[1] : high[1], low[0] : high[0]].copy()
        about, own = (
            cv2.fillConvexPoly(np.zeros(shown.shape[:2], np.uint8), np.rint(corners - low).astype(np.int32), 1)
            for corners in (outline, plane.project(place.corners))
        )
        there = light.at(np.array([place.x, place.y]))
        edge = np.ones((2 * _EDGE + 1, 2 * _EDGE + 1), np.uint8)
        inner = cv2.erode(own, edge, borderType=cv2.BORDER_CONSTANT, borderValue=1)  # nor at the picture's
        lay = tuple(other.table_xy_mm for other in lower)
        return cls(card, hypothesis, (int(low[0]), int(low[1])), shown, there, about, own, inner, lay)

    def changed_in(self, image: np.ndarray, light: Illumination) -> np.ndarray:
        """Where about it a picture by the same camera, in whatever light, shows something else: H x W bool."""
        left, top = self.corner
        height, width = self.about.shape
        brighter = light.at(np.array([self.place.x, self.place.y])) / self.light
        expected = cv2.LUT(self.shown, np.float32(255 * encoded(LINEAR[:, None] * brighter))[None])
        off = cv2.subtract(image[top : top + height, left : left + width], expected, dtype=cv2.CV_32F)
        changed = largest_channel(np.abs(cv2.blur(off, (_SMOOTH, _SMOOTH))))
        usual = float(np.median(changed[self.about > 0]))
        return (changed >= np.clip(_GRAIN * usual, *_CHANGED)) & (self.about > 0)

    def is_covered(self, changed: np.ndarray, others: Sequence[CardInSight], above: Sequence[CardInSight]) -> bool:
        """Whether others lie wherever about it something has changed, and those ``above`` wherever on it, so that the
        rest of it is as it was."""
        on_it = self.inner > 0
        return self._is_hidden(changed & ~on_it, others) and self._is_hidden(changed & on_it, above)

    def _is_hidden(self, part: np.ndarray, cards: Iterable[CardInSight]) -> bool:
        """Whether these cards, or their shadows, lie wherever this part of what is about it is (H x W bool)."""
        if not part.any():
            return True
        hidden = np.zeros(self.about.shape, np.uint8)
        for card in cards:
            outline = np.array(card.outline_px) - self.corner
            cv2.fillConvexPoly(hidden, np.rint(outline).astype(np.int32), 1)
        reach = int(_ABOUT_MM * np.sqrt(self.own.sum() / np.prod(self.place.size_mm)))  # px
        return not (part & (cv2.dilate(hidden, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)) == 0)).any()


@dataclass(frozen=True, slots=True, eq=False)
class CardsSeenAgain:
    """What a picture shows of cards that were read before. ``still``: those that lie as they lay, but for what changed
    at their edges; ``in_part``: those of which something has changed, but less than half. With each comes where about
    it something has changed (H x W bool). ``in_doubt``: where those lay that were asked about."""

    still: tuple[tuple[KeptCard, np.ndarray], ...] = ()
    in_part: tuple[tuple[KeptCard, np.ndarray], ...] = ()
    in_doubt: tuple[CardPlace, ...] = ()

    @property
    def kept(self) -> tuple[KeptCard, ...]:
        """Those that need not be read again."""
        return tuple(one for one, _ in self.still)

    def explained_by(self, cards: Sequence[CardInSight]) -> "CardsSeenAgain":
        """The same if, where something has changed at the edges of those that lie still, others of these ``cards`` lie;
        those of which this is not so are to be read again."""
        explained = [one.is_covered(changed, _others(cards, one), above=()) for one, changed in self.still]
        doubtful = (each for each, is_so in zip(self.still, explained, strict=True) if not is_so)
        return CardsSeenAgain(tuple(compress(self.still, explained)), (*self.in_part, *doubtful), self.in_doubt)

    def places_beside(self, places: Sequence[CardPlace]) -> list[CardPlace]:
        """The places whose middle is on no card that is kept, as what is laid there would show; and those where cards
        in doubt lay, which may lie below one."""
        if not places or not self.still:
            return [*places]
        middles = np.array([(place.x, place.y) for place in places])
        taken = inside(middles, [one.place for one in self.kept], 0).any(0)
        lay = np.reshape([(place.x, place.y) for place in self.in_doubt], (-1, 2))
        again = (np.linalg.norm(middles[:, None] - lay, axis=2) < _SAME_MM).any(1)
        return list(compress(places, ~taken | again))

    def as_they_lay(self, cards: Sequence[CardInSight]) -> tuple[list[CardInSight], list[KeptCard]]:
        """The ``cards`` of a picture (those above others first), where others came to lie on one in part that one as it
        was read before; and all that were read before and lie there."""
        out, lying = list(cards), [*self.kept]
        for one, changed in self.in_part:
            there = [k for k, card in enumerate(cards) if _is_at(card, one.card.table_xy_mm)]
            if not there:
                continue
            above = [card for card in cards[: there[0]] if not any(_is_at(card, xy) for xy in one.lower)]
            if one.is_covered(changed, _others(cards, one), above):
                lying.append(one)
                for k in there:
                    out[k] = cards[k] if _is_same(cards[k], one.card) else one.card
        return out, lying


@dataclass(frozen=True, slots=True, eq=False)
class KeptCards:
    """The cards of the last picture that were surely read, and where those lie that were asked about (``in_doubt``).
    ``plane``: another one where the camera was moved; ``code``: what the mat said it was the mat of."""

    cards: tuple[KeptCard, ...] = ()
    in_doubt: tuple[CardPlace, ...] = ()
    plane: Plane | None = None
    code: int = 0

    @classmethod
    def of(
        cls,
        image: np.ndarray,
        plane: Plane,
        light: Illumination,
        code: int,
        lying: Sequence[KeptCard],
        read: Sequence[tuple[CardInSight, CardHypothesis]],
    ) -> "KeptCards":
        """Those that are ``lying`` in a picture (uint8 BGR) as before, and of those that were ``read`` in it (those
        above others first) those that are sure and lie free of what was only supposed, or is in doubt; none twice."""
        cards, kept, in_doubt = [card for card, _ in read], [*lying], list[CardPlace]()
        for k, (card, hypothesis) in enumerate(read):
            if card.status != "ok":
                in_doubt.append(hypothesis.place)
            elif hypothesis.under or any(hidden_cells(hypothesis.place, above).any() for above in in_doubt):
                continue  # kept, it would hide what lies on it
            elif not any(_is_at(card, one.card.table_xy_mm) for one in lying):
                lower = [*(one.card for one in lying), *cards[k + 1 :]]
                kept.append(KeptCard.of(card, hypothesis, image, plane, light, lower))
        return cls(tuple(kept), tuple(in_doubt), plane, code)

    def lying_in(self, image: np.ndarray, plane: Plane, light: Illumination, code: int) -> CardsSeenAgain:
        """What a picture (uint8 BGR) shows of them."""
        if plane is not self.plane or code != self.code:
            return CardsSeenAgain()
        still, in_part = [], []
        for one in self.cards:
            changed = one.changed_in(image, light)
            own = changed[one.inner > 0]
            if not own.any():
                still.append((one, changed))
            elif own.mean() < _MOSTLY:
                in_part.append((one, changed))
        return CardsSeenAgain(tuple(still), tuple(in_part), self.in_doubt)


def _others(cards: Sequence[CardInSight], kept: KeptCard) -> list[CardInSight]:
    """All cards but those that lie where one was read before."""
    return [card for card in cards if not _is_at(card, kept.card.table_xy_mm)]


def _is_at(card: CardInSight, xy_mm: Point) -> bool:
    """Whether a card lies where one was read before."""
    return float(np.hypot(*np.subtract(card.table_xy_mm, xy_mm))) < _SAME_MM


def _is_same(card: CardInSight, before: CardInSight) -> bool:
    return (card.status, card.card, card.back) == ("ok", before.card, before.back)
