"""Where the named cards of a teaching picture lie: their outlines, of nothing that is known of them but their size.

Where a person tapped a card, the likeliest outline around the tap is taken, and the person, who is shown it, says
whether it is right; where nothing like a card is seen they are asked for its corners. Corners that a person set right
are where the card lies.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from engine.core.language import Deferred
from vision.cards.border import ALONG, slid_onto_outlines, without_border
from vision.cards.detector import propose
from vision.cards.edge_map import EdgeMap, soften
from vision.cards.lessons import CardLesson, NamedCard
from vision.cards.place import CardPlace
from vision.cards.pose import outlined, refine
from vision.cards.segmenter import CELL_MM, CardSegmenter
from vision.cards.silhouettes import places_beside, seen_alone
from vision.cards.table_around import TableAround
from vision.cards.table_plane import MatPlane, Size
from vision.cards.visible_cells import inside
from vision.errors import TeachingError
from vision.geometry.mat import Mat
from vision.geometry.registration import Registration
from vision.photometry.illumination import Illumination

# Constants: chosen by hand on teaching pictures, rendered and invented: cards lie upright and apart, and a tap is not
# exact.
_NEAR = 0.4  # of a card's width: a tap, or another outline, is of the same card
_UPRIGHT, _AROUND_MM = 0.7, 30.0
SIDES = 0.55
"""Of its outline that must be seen."""
_MAYBE, _SEEN = 0.4, 0.8  # the same of one that was tapped, or if in so much of it the network sees a card
_HALF = 0.15, 0.65  # of a place, that the network sees half a card in, and the table beside it
_BARE = 0.25  # the same of a place whose outline is not seen either: nothing like a card (1 of 180 taps on cards of the
# learned and chosen families, 121 of 121 on bare mat)
_WHOLE = 0.7  # of each side: certainly a card
_APART = 0.87  # of a card's width, at least, between the middles of two in a teaching picture


@dataclass(frozen=True, eq=False)
class LessonPicture:
    """A lesson without fault, its picture straightened, with the mat and the light in it."""

    lesson: CardLesson
    registration: Registration
    light: Illumination

    @property
    def mat(self) -> Mat:
        return self.registration.mat

    @property
    def plane(self) -> MatPlane:
        return MatPlane.of(self.registration)

    @cached_property
    def edges_of_cards(self) -> EdgeMap:
        """Edges where the network sees cards; worked out once, as that takes long."""
        return EdgeMap(soften(self.lesson.image), self.plane, None, CardSegmenter())

    @cached_property
    def table(self) -> TableAround | None:
        """The table around the cards, where enough of it is free."""
        return TableAround.of(self.lesson.image, self.plane, self.mat.play, self.edges_of_cards.cards_seen.near)

    def on_plane(self, point: Sequence[float]) -> np.ndarray:
        """A point of the picture (px) in mm of the mat."""
        return self.registration.view.on_plane(np.array(point, float))


def places_of_cards(picture: LessonPicture, size_mm: Size) -> list[tuple[CardPlace, ...]]:
    """Of each named card the places where it may lie, the one with the clearest outline first. Raises TeachingError
    ``missing`` or ``extra`` where not every card was tapped."""
    named = picture.lesson.cards
    plain = EdgeMap(soften(picture.lesson.image), picture.plane, size_mm=size_mm)
    set_right = {one: _at_corners(picture, one, plain) for one in named if one.corners_px}
    if len(set_right) == len(named):
        return [(set_right[one],) for one in named]
    flat = picture.edges_of_cards.sized(size_mm)
    seen, everywhere = outlined_places(picture, flat), outlined_places(picture, plain)
    every = _clearest_first(seen + everywhere, picture)
    maybe = [place for place in every if _tapped(picture, place) or _share_seen(flat, place) > _SEEN]
    if all(one.center_px for one in named):
        found = _at_taps(picture, flat, [lying_apart(seen, SIDES), lying_apart(everywhere, SIDES)], maybe)
    else:
        found = sorted(_whole(picture.lesson, flat, seen, everywhere, maybe), key=lambda place: place.x)
    return [
        (set_right[one],) if one in set_right else (place, *(other for other in every if _beside(place, other)))
        for one, place in zip(named, found, strict=True)
    ]


def not_there(picture: LessonPicture, places: Sequence[CardPlace]) -> list[NamedCard]:
    """The named cards that were tapped where nothing like a card is seen, or where another one lies that was tapped
    before. ``places``: where each is taken to lie."""
    if all(one.corners_px or not one.center_px for one in picture.lesson.cards):
        return []
    flat = picture.edges_of_cards.sized(places[0].size_mm)
    bare = [
        (np.mean(place.sides) <= SIDES and _share_seen(flat, place) < _BARE) or not _is_apart(place, places[:k])
        for k, place in enumerate(places)
    ]
    return [one for one, nothing in zip(picture.lesson.cards, bare, strict=True) if nothing and not one.corners_px]


def size_by_corners(pictures: Sequence[LessonPicture]) -> Size | None:
    """Width and height of cards whose corners a person set right, in mm; None where none were."""
    cards = [picture.on_plane(one.corners_px) for picture in pictures for one in picture.lesson.cards if one.corners_px]
    if not cards:
        return None
    sides = np.linalg.norm(np.roll(cards, -1, 1) - cards, axis=-1)  # N x top, right, bottom, left
    width, height = np.median(np.concatenate([sides[:, :2], sides[:, 2:]]), 0).tolist()
    return width, height


def _whole(
    lesson: CardLesson, flat: EdgeMap, seen: list[CardPlace], everywhere: list[CardPlace], maybe: list[CardPlace]
) -> list[CardPlace]:
    """The places of all cards that lie there whole, looked for where cards are seen, and then everywhere."""
    count = len(lesson.cards)
    found = lying_apart(maybe, SIDES)  # half a card beside bare table has some outline, too
    if len(found) < count:  # with sides so worn that bare table has as much of an outline
        left = lying_apart(places_beside(flat, found), 0)
        found = [*found, *left] if len(left) == count - len(found) else found
    if len(found) < count:  # not wholly seen by the network
        found = max(found, lying_apart(seen, SIDES), key=len)
    if len(found) < count:  # white cards on white paper, say; but if some are seen well, none is half seen
        whole = [place for place in everywhere if not (maybe and _HALF[0] < _share_seen(flat, place) < _HALF[1])]
        found = max(found, lying_apart(whole, SIDES), key=len)
    if len(found) < count:  # in little light, or on a ground of nearly its colour
        found = max(found, lying_apart(maybe, _MAYBE), key=len)
    if len(found) < count:  # with frayed edges, or so much print that a card's outline is one of too many
        there = [part.mean(0) for part in seen_alone(flat)]
        clear = [lying_apart(seen, SIDES), lying_apart(everywhere, SIDES)]
        found = _at(there, flat, clear, maybe) if len(there) == count else found
    found = found[:count] + [place for place in found[count:] if min(place.sides) > _WHOLE]
    if len(found) < count:
        raise TeachingError("missing", _missing(lesson.name, count, len(found)))
    if len(found) > count:
        raise TeachingError(
            "extra",
            Deferred(
                "{picture} shows {found} cards, but {count} should lie there; take others away, or name them.",
                picture=lesson.name,
                found=len(found),
                count=count,
            ),
        )
    return found


def _at_taps(
    picture: LessonPicture, flat: EdgeMap, pools: Sequence[list[CardPlace]], maybe: list[CardPlace]
) -> list[CardPlace]:
    """A place at every tap."""
    return _at([picture.on_plane(one.center_px) for one in picture.lesson.cards], flat, pools, maybe)


def _at(
    points: Sequence[np.ndarray], flat: EdgeMap, pools: Sequence[list[CardPlace]], maybe: list[CardPlace]
) -> list[CardPlace]:
    """A place at every point (mm): the first near it of the first pool that has one, or else the likeliest outline of
    all there, also of those that may be one."""
    found: list[CardPlace] = []
    for x, y in points:
        near, perhaps = (
            [place for place in places if _is_near(place, x, y) and _is_apart(place, found)]
            for places in ([place for pool in pools for place in pool], maybe)
        )
        found.append(near[0] if near else max([*perhaps, _likeliest(flat, x, y)], key=lambda place: sum(place.sides)))
    return found


def _likeliest(flat: EdgeMap, x: float, y: float) -> CardPlace:
    """Where around a tap (mm) most of an outline is seen, however little; at the tap itself where nothing is."""
    tried = refine(flat, _around(x, y, flat.size_mm))
    near = [place for place in tried if _is_near(place, x, y)]
    return max(near, key=lambda place: sum(place.sides), default=CardPlace(x, y, 0.0, 0.0, size_mm=flat.size_mm))


def _at_corners(picture: LessonPicture, one: NamedCard, flat: EdgeMap) -> CardPlace:
    """Where a card lies by its corners: on the edges beside them, where those are seen."""
    corners = picture.on_plane(one.corners_px)
    x, y = corners.mean(0)
    right, down = corners[1] + corners[2] - corners[0] - corners[3]
    pose = np.array([[x, y, np.arctan2(down, right)]])
    (fitted,) = outlined(flat, pose)
    if np.mean(fitted.sides) > SIDES:
        return fitted
    return replace(fitted, x=float(x), y=float(y), turn=float(pose[0, 2]))


def _missing(picture: str, count: int, found: int) -> str:
    if count == 1:
        return Deferred(
            "{picture} should show 1 card, but none can be found; lay it flat, on a ground of another colour, in even "
            "light.",
            picture=picture,
        )
    if found == 0:
        return Deferred(
            "{picture} should show {count} cards, but none can be found; lay them apart, flat, on a ground of another "
            "colour, in even light.",
            picture=picture,
            count=count,
        )
    return Deferred(
        "{picture} should show {count} cards, but only {found} can be found; lay them apart, flat, on a ground of "
        "another colour, in even light.",
        picture=picture,
        count=count,
        found=found,
    )


def outlined_places(picture: LessonPicture, flat: EdgeMap) -> list[CardPlace]:
    """Places that have much of a card's outline, the clearest first."""
    places = refine(flat, [*propose(flat), *_near_taps(picture, flat.size_mm)])
    slid = slid_onto_outlines(flat, places, picture.mat)
    places = [place for place in (*places, *slid) if np.mean(place.sides) > _MAYBE]
    there = [place for place in places if _is_upright(place, picture) and may_lie(place, picture)]
    return _clearest_first(there, picture)


def may_lie(place: CardPlace, picture: LessonPicture) -> bool:
    """Whether a card is there that is shown to be learned: its middle lies on the part of the mat that is for cards,
    or was tapped. Elsewhere the mat's own print can look like a small card's outline."""
    x, y, wide, high = picture.mat.play
    return (x <= place.x <= x + wide and y <= place.y <= y + high) or _tapped(picture, place)


def _is_upright(place: CardPlace, picture: LessonPicture) -> bool:
    """Whether a card that lies there lies as cards are shown: up and down the page, or as the known top left corners
    around say."""
    known = [picture.on_plane(one.top_left_px) for one in picture.lesson.cards if one.top_left_px is not None]
    if len(known) < len(picture.lesson.cards):
        return abs(np.cos(place.turn)) > _UPRIGHT
    away = np.linalg.norm(place.corners[:, None] - np.array(known), axis=-1)
    return bool(away[::2].min() <= away[1::2].min() or away.min() > _AROUND_MM)


def _clearest_first(places: list[CardPlace], picture: LessonPicture) -> list[CardPlace]:
    """Places by how much of their outlines is seen, those where a card was tapped before all others."""

    def order(one: tuple[CardPlace, CardPlace]) -> tuple[bool, float]:
        place, free = one
        sides = ALONG * sum(place.sides) + (1 - ALONG) * sum(free.sides)
        return not _tapped(picture, place), -sides

    each = zip(places, without_border(places, picture.mat), strict=True)
    return [place for place, _ in sorted(each, key=order)]


def _share_seen(flat: EdgeMap, place: CardPlace) -> float:
    """In how much of a place the network sees a card, 0 to 1."""
    seen = flat.cards_seen.likely
    middles = (np.stack(np.meshgrid(np.arange(seen.shape[1]), np.arange(seen.shape[0])), -1) + 0.5) * CELL_MM
    within = inside(middles + flat.corner, [place], CELL_MM / 2)[0]
    return float(seen[within].mean()) if within.any() else 0.0


def lying_apart(places: Sequence[CardPlace], sides: float) -> list[CardPlace]:
    """Places apart from each other that have so much of a card's outline, the first of those that are not."""
    found: list[CardPlace] = []
    for place in places:
        if np.mean(place.sides) > sides and _is_apart(place, found):
            found.append(place)
    return found


def _is_apart(place: CardPlace, others: Sequence[CardPlace]) -> bool:
    least = _APART * place.size_mm[0]
    return all((place.x - other.x) ** 2 + (place.y - other.y) ** 2 > least**2 for other in others)


def _is_near(place: CardPlace, x: float, y: float) -> bool:
    """Whether a place is that of a card whose middle is said to be there."""
    return (place.x - x) ** 2 + (place.y - y) ** 2 < (_NEAR * place.size_mm[0]) ** 2


def _beside(place: CardPlace, other: CardPlace) -> bool:
    return (place.x, place.y) != (other.x, other.y) and _is_near(other, place.x, place.y)


def _tapped(picture: LessonPicture, place: CardPlace) -> bool:
    """Whether a named card was tapped there."""
    return any(_is_near(place, x, y) for x, y in _taps(picture))


def _taps(picture: LessonPicture) -> list[np.ndarray]:
    return [picture.on_plane(one.center_px) for one in picture.lesson.cards if one.center_px]


def _near_taps(picture: LessonPicture, size_mm: Size) -> list[CardPlace]:
    """Where the named cards were tapped, as the page lies, a little to all sides."""
    return [place for x, y in _taps(picture) for place in _around(x, y, size_mm)]


def _around(x: float, y: float, size_mm: Size) -> list[CardPlace]:
    return [
        CardPlace(float(x + across), float(y + down), float(np.radians(turn)), 0.0, size_mm=size_mm)
        for across in (-4, 0, 4)
        for down in (-4, 0, 4)
        for turn in (-4, 0, 4)
    ]
