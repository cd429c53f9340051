"""Teach a deck: a card of every number and hue, every special and the back, named in a few pictures."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.core.language import Deferred
from vision.cards.border import ALONG, slid_onto_outlines, without_border
from vision.cards.card_size import best_size
from vision.cards.deck_plan import SPECTRUM, DeckPlan
from vision.cards.detector import propose
from vision.cards.duplicates import find_duplicates
from vision.cards.edge_map import EdgeMap, soften
from vision.cards.face_grid import Face, cut_faces
from vision.cards.lessons import CardLesson, NamedCard, card_to_show, check_names, missing_from
from vision.cards.outline_choice import choose_outlines
from vision.cards.place import CardPlace, distinct_poses, poses
from vision.cards.pose import refine
from vision.cards.print_edges import edge_orientations
from vision.cards.readings import BACK
from vision.cards.segmenter import CELL_MM, CardSegmenter
from vision.cards.table_plane import MatPlane, Size
from vision.cards.taught import Sample, TaughtDeck, whole_deck
from vision.cards.teaching_faults import refuse_faults
from vision.cards.visible_cells import inside
from vision.errors import TeachingError
from vision.geometry.mat import Mat
from vision.geometry.registration import Registrar, Registration
from vision.photometry.camera_response import straightened
from vision.photometry.illumination import Illumination

# Constants: chosen by hand on teaching pictures, rendered and invented: cards lie upright and apart, and a tap is not
# exact.
_NEAR = 0.4  # of a card's width: a tap, or another outline, is of the same card
_SAME_MM = 0.7
_MEASURED = 3  # pictures in which cards are measured
_UPRIGHT, _AROUND_MM = 0.7, 30.0
_SIDES = 0.55  # of its outline that must be seen
_MAYBE, _SEEN = 0.4, 0.8  # the same of one that was tapped, or if in so much of it the network sees a card
_TRIES = 8  # places in which a card may lie that are compared with the deck's others
_AROUND = [(x, y) for x in range(-10, 11) for y in range(-10, 11)]  # mm
_WHOLE, _CLEAR = 0.7, 0.95  # of each side: certainly a card; of all: certainly where it lies
_APART = 0.87  # of a card's width, at least, between the middles of two in a teaching picture


def teach_cards(lessons: Sequence[CardLesson], plan: DeckPlan = SPECTRUM) -> TaughtDeck:
    """Learn a deck whose cards the ``plan`` names. Cards lie apart from each other on the mat, all the same way up.

    Raises TeachingError: ``no-mat``, ``nothing``, ``twice``, ``incomplete`` (a hue or a number left out),
    ``missing`` (a card cannot be found), ``extra`` (more cards than named), and what makes a picture unfit
    (``teaching_faults``). Cards that look the same cost nobody the deck: the reader asks about those (``duplicates``).
    """
    check_names(lessons, plan)
    sound = [_sound(lesson) for lesson in lessons]
    size_mm = _size(sound)
    return TaughtDeck(tuple(_samples([one for each in sound for one in _shown(each, size_mm)])), size_mm, plan)


@dataclass(frozen=True, slots=True, eq=False)
class _Sound:
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


def _sound(lesson: CardLesson) -> _Sound:
    """Raises TeachingError where the picture has a fault."""
    registration, troubles = Registrar().find(lesson.image)
    if registration is None:
        raise TeachingError("no-mat", Deferred("{name}: {message}", name=lesson.name, message=troubles[0].message))
    image, light = straightened(lesson.image, registration)
    lesson = replace(lesson, image=image)
    refuse_faults(lesson.image, registration, troubles, light, lesson.name)
    return _Sound(lesson, registration, light)


def _size(pictures: Sequence[_Sound]) -> Size:
    """How large the cards are: as large as most are, or as the first pictures show them whole."""
    segmenter = CardSegmenter()
    looked = [
        (each.lesson, each.plane, each.mat, EdgeMap(soften(each.lesson.image), each.plane, None, segmenter))
        for each in pictures[:_MEASURED]
    ]

    def lying(size_mm: Size) -> list[tuple[EdgeMap, list[CardPlace]]]:
        return [
            (flat, _lying(_outlined(lesson, plane, mat, flat.sized(size_mm)), _SIDES)[: len(lesson.cards)])
            for lesson, plane, mat, flat in looked
        ]

    return best_size(lying, [flat for *_, flat in looked], sum(len(one.cards) for one, *_ in looked))


@dataclass(frozen=True, slots=True, eq=False)
class _Shown:
    """A named card as it was shown, and every place where it may lie, the best outlined first."""

    named: NamedCard
    places: tuple[CardPlace, ...]
    soft: np.ndarray
    plane: MatPlane
    light: Illumination

    def faces(self, places: Sequence[CardPlace]) -> list[Face]:
        view = self.plane.view
        return cut_faces(self.soft, self.plane, self.light, [_upright(place, self.named, view) for place in places])

    def sample(self, face: Face) -> Sample:
        inks = self.light.inks.astype(np.float32)
        edges = edge_orientations(face.patch)
        return Sample(self.named.card, face.colour, face.usable, inks, edges, face.close_up())


def _samples(shown: list[_Shown]) -> list[Sample]:
    """Every card where it looks like the deck's others; of those that do so nowhere, where around it they do most. The
    back is like none."""
    fronts = [one for one in shown if one.named.card is not BACK]
    tries = [one.faces(one.places) for one in fronts]
    prints = [[edge_orientations(face.patch) for face in faces] for faces in tries]
    picked, odd = choose_outlines(prints)
    for k in odd:
        place = fronts[k].places[picked[k]]
        if np.mean(place.sides) > _CLEAR:
            continue
        more = fronts[k].faces([replace(place, x=place.x + x, y=place.y + y) for x, y in _AROUND])
        tries[k] += more
        prints[k] += [edge_orientations(face.patch) for face in more]
    if odd:
        picked, _ = choose_outlines(prints)
    faces = {one.named.card: faces[k] for one, faces, k in zip(fronts, tries, picked, strict=True)}
    return [one.sample(faces[one.named.card] if one in fronts else one.faces(one.places[:1])[0]) for one in shown]


def _shown(picture: _Sound, size_mm: Size) -> list[_Shown]:
    lesson, plane = picture.lesson, picture.plane
    places, others = _whole_cards(lesson, plane, picture.mat, size_mm)
    soft = soften(lesson.image)
    out = []
    for one, place in zip(lesson.cards, _in_order(lesson, places, plane.view), strict=True):
        tries = [place, *(other for other in others if _near(place, other))]
        tries = [tries[k] for k in distinct_poses(poses(tries), _SAME_MM, np.radians(1), _TRIES)]
        out.append(_Shown(one, tuple(tries), soft, plane, picture.light))
    return out


def _near(place: CardPlace, other: CardPlace) -> bool:
    return 0 < (place.x - other.x) ** 2 + (place.y - other.y) ** 2 < _near_mm(place.size_mm) ** 2


@dataclass(frozen=True, slots=True, eq=False)
class FoundCards:
    """The named cards of one teaching picture, each where its outline is clearest."""

    _shown: Sequence[_Shown]

    @property
    def outlines(self) -> list[np.ndarray]:
        """Corners, 4 x 2 px each from the top left as the card will be taught, clockwise."""
        return [one.plane.project(_upright(one.places[0], one.named, one.plane.view).corners) for one in self._shown]

    def samples(self) -> list[Sample]:
        """What they look like there; good enough to tell whether two are the same."""
        return [one.sample(one.faces(one.places[:1])[0]) for one in self._shown]


def find_cards(lesson: CardLesson) -> FoundCards:
    """Find the named cards of one picture. Raises TeachingError as teaching does."""
    picture = _sound(lesson)
    return FoundCards(_shown(picture, _size([picture])))


def refuse_shown_before(before: Sequence[Sample], samples: Sequence[Sample]) -> None:
    """Raises TeachingError ``alike`` where all cards of a picture, two at least, look like ones shown before: they were
    not exchanged for the next ones. One that does may be printed so, and is asked about (``mislabelled``)."""
    first = len(before)
    again = {other: one for one, other in find_duplicates([*before, *samples]) if one < first <= other}
    if len(again) == len(samples) > 1:
        one, other = card_to_show(before[again[first]].card), card_to_show(samples[0].card)
        raise TeachingError(
            "alike",
            Deferred(
                "Two cards look the same, {one} and {other}, and so do the cards beside it. Show the next ones.",
                one=one,
                other=other,
            ),
        )


def _whole_cards(
    lesson: CardLesson, plane: MatPlane, mat: Mat, size_mm: Size
) -> tuple[list[CardPlace], list[CardPlace]]:
    """The places of all cards that lie there whole, looked for where cards are seen, and then everywhere; and all
    places that look like one, the clearest first."""
    count = len(lesson.cards)
    soft = soften(lesson.image)
    flat = EdgeMap(soft, plane, None, CardSegmenter(), size_mm)
    places = _outlined(lesson, plane, mat, flat)
    found = _lying(places, _SIDES)
    everywhere = _outlined(lesson, plane, mat, EdgeMap(soft, plane, size_mm=size_mm))
    if len(found) < count:  # white cards on white paper, say
        found = max(found, _lying(everywhere, _SIDES), key=len)
    if len(found) < count:  # in little light, or on a ground of nearly its colour
        there = _clearest_first(places + everywhere, lesson, plane, mat)
        there = [place for place in there if _tapped(lesson, plane, place) or _seen(flat, plane, place)]
        found = max(found, _lying(there, _MAYBE), key=len)
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
    return found, _clearest_first(places + everywhere, lesson, plane, mat)


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


def _outlined(lesson: CardLesson, plane: MatPlane, mat: Mat, flat: EdgeMap) -> list[CardPlace]:
    """Places that have much of a card's outline, the clearest first."""
    places = refine(flat, [*propose(flat), *_near_taps(lesson, plane, flat.size_mm)])
    places = [place for place in (*places, *slid_onto_outlines(flat, places, mat)) if np.mean(place.sides) > _MAYBE]
    return _clearest_first([place for place in places if _is_upright(place, lesson, plane)], lesson, plane, mat)


def _is_upright(place: CardPlace, lesson: CardLesson, plane: MatPlane) -> bool:
    """Whether a card that lies there lies as cards are shown: up and down the page, or as the known top left corners
    around say."""
    known = [plane.view.on_plane(np.array(one.top_left_px)) for one in lesson.cards if one.top_left_px is not None]
    if len(known) < len(lesson.cards):
        return abs(np.cos(place.turn)) > _UPRIGHT
    away = np.linalg.norm(place.corners[:, None] - np.array(known), axis=-1)
    return bool(away[::2].min() <= away[1::2].min() or away.min() > _AROUND_MM)


def _clearest_first(places: list[CardPlace], lesson: CardLesson, plane: MatPlane, mat: Mat) -> list[CardPlace]:
    """Places by how much of their outlines is seen, those where a card was tapped before all others."""

    def order(one: tuple[CardPlace, CardPlace]) -> tuple[bool, float]:
        place, free = one
        sides = ALONG * sum(place.sides) + (1 - ALONG) * sum(free.sides)
        return not _tapped(lesson, plane, place), -sides

    each = zip(places, without_border(places, mat), strict=True)
    return [place for place, _ in sorted(each, key=order)]


def _seen(flat: EdgeMap, plane: MatPlane, place: CardPlace) -> bool:
    """Whether the network sees a card in most of a place."""
    seen = flat.cards_seen.likely
    middles = (np.stack(np.meshgrid(np.arange(seen.shape[1]), np.arange(seen.shape[0])), -1) + 0.5) * CELL_MM
    within = inside(middles + plane.area[:2], [place], CELL_MM / 2)[0]
    return bool(within.any()) and float(seen[within].mean()) > _SEEN


def _lying(places: list[CardPlace], sides: float) -> list[CardPlace]:
    """Places apart from each other that have so much of a card's outline, the clearest first."""
    found: list[CardPlace] = []
    for place in places:
        least = _APART * place.size_mm[0]
        apart = all((place.x - p.x) ** 2 + (place.y - p.y) ** 2 > least**2 for p in found)
        if apart and np.mean(place.sides) > sides:
            found.append(place)
    return found


def _tapped(lesson: CardLesson, plane: MatPlane, place: CardPlace) -> bool:
    """Whether a named card was tapped there."""
    at = [plane.view.on_plane(np.array(one.center_px)) for one in lesson.cards if one.center_px]
    return any((place.x - x) ** 2 + (place.y - y) ** 2 < _near_mm(place.size_mm) ** 2 for x, y in at)


def _near_mm(size_mm: Size) -> float:
    """What is so near belongs to one card."""
    return _NEAR * size_mm[0]


def _near_taps(lesson: CardLesson, plane: MatPlane, size_mm: Size) -> list[CardPlace]:
    """Where the named cards were tapped, as the page lies, a little to all sides."""
    at = [plane.view.on_plane(np.array(one.center_px)) for one in lesson.cards if one.center_px]
    return [
        CardPlace(float(x + across), float(y + down), float(np.radians(turn)), 0.0, size_mm=size_mm)
        for x, y in at
        for across in (-4, 0, 4)
        for down in (-4, 0, 4)
        for turn in (-4, 0, 4)
    ]


def _in_order(lesson: CardLesson, places: list[CardPlace], view) -> list[CardPlace]:
    """The places in the order of the named cards."""
    if not all(one.center_px for one in lesson.cards):
        return sorted(places, key=lambda place: place.x)
    out = []
    for one in lesson.cards:
        x, y = view.on_plane(np.array(one.center_px))
        best = min(places, key=lambda p: (p.x - x) ** 2 + (p.y - y) ** 2)
        if (best.x - x) ** 2 + (best.y - y) ** 2 > _near_mm(best.size_mm) ** 2 or best in out:
            raise TeachingError(
                "missing",
                Deferred(
                    "{picture}: no card can be found where {card} should lie; lay it flat.",
                    picture=lesson.name,
                    card=card_to_show(one.card),
                ),
            )
        out.append(best)
    return out


def _upright(place: CardPlace, one: NamedCard, view) -> CardPlace:
    """The place turned so that its top is the face's top; the page's top where nothing else is known."""
    over = replace(place, turn=place.turn + np.pi)
    if one.top_left_px is None:
        return place if np.cos(place.turn) > 0 else over
    at = view.on_plane(np.array(one.top_left_px))
    return min((place, over), key=lambda p: float(((p.corners[0] - at) ** 2).sum()))


__all__ = [
    "BACK",
    "CardLesson",
    "NamedCard",
    "find_cards",
    "missing_from",
    "refuse_shown_before",
    "teach_cards",
    "whole_deck",
]
