"""Teach a deck: a card of every number and hue, every special and the back, named in a few pictures."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from engine.core.language import Deferred, listed_later
from vision.cards.card_size import Lying, best_size, exactly
from vision.cards.classifier import is_numbered
from vision.cards.deck_plan import SPECTRUM, DeckPlan
from vision.cards.duplicates import find_duplicates
from vision.cards.edge_map import EdgeMap, soften
from vision.cards.face_grid import Face, cut_faces
from vision.cards.inset_places import inset_places
from vision.cards.lesson_places import (
    SIDES,
    LessonPicture,
    lying_apart,
    not_there,
    outlined_places,
    places_of_cards,
    size_by_corners,
)
from vision.cards.lessons import CardLesson, NamedCard, card_to_show, check_names, missing_from
from vision.cards.outline_choice import choose_outlines, most_alike
from vision.cards.place import CardPlace, distinct_poses, poses
from vision.cards.print_edges import edge_orientations
from vision.cards.readings import BACK
from vision.cards.shared_print import PrintAround, brought_together
from vision.cards.sold_sizes import sold_about
from vision.cards.table_around import TableAround, up_to_the_table
from vision.cards.table_plane import MatPlane, Size
from vision.cards.taught import Sample, TaughtDeck, whole_deck
from vision.cards.teaching_faults import refuse_faults
from vision.errors import TeachingError
from vision.geometry.camera_model import View
from vision.geometry.registration import Registrar
from vision.photometry.camera_response import straightened
from vision.photometry.illumination import Illumination

# Constants: chosen by hand on teaching pictures, rendered and invented.
_SAME_MM = 0.7
_MEASURED = 3  # pictures in which cards are measured
_TRIES = 8  # places in which a card may lie that are compared with the deck's others
_AROUND = [(x, y) for x in range(-10, 11) for y in range(-10, 11)]  # mm
_EXACT_MM = 1.5  # to which the table's beginning says how large cards are
_ACROSS = 0.7  # sine of a turn: a place that lies otherwise than another one
_DRAWN_MM = 4.0  # corners are set to about that
_CLEAR = 0.95  # of an outline: certainly where it lies


def teach_cards(lessons: Sequence[CardLesson], plan: DeckPlan = SPECTRUM) -> TaughtDeck:
    """Learn a deck whose cards the ``plan`` names. Cards lie apart from each other on the mat, all the same way up.

    Raises TeachingError: ``no-mat``, ``nothing``, ``twice``, ``incomplete`` (a hue or a number left out),
    ``missing`` (a card cannot be found), ``extra`` (more cards than named), and what makes a picture unfit
    (``teaching_faults``). Cards that look the same cost nobody the deck: the reader asks about those (``duplicates``).
    """
    check_names(lessons, plan)
    sound = [_without_fault(lesson) for lesson in lessons]
    size_mm = _size(sound)
    return TaughtDeck(tuple(_samples([one for each in sound for one in _surely(each, size_mm)])), size_mm, plan)


def _without_fault(lesson: CardLesson) -> LessonPicture:
    """Raises TeachingError where the picture has a fault."""
    registration, troubles = Registrar().find(lesson.image)
    if registration is None:
        raise TeachingError("no-mat", Deferred("{name}: {message}", name=lesson.name, message=troubles[0].message))
    image, light = straightened(lesson.image, registration)
    lesson = replace(lesson, image=image)
    refuse_faults(lesson.image, registration, troubles, light, lesson.name)
    return LessonPicture(lesson, registration, light)


def _size(pictures: Sequence[LessonPicture], known: Size | None = None) -> Size:
    """How large the cards are: as a person said; or else as most of the first pictures' are, if it is not ``known``;
    but as corners say that were set right, where these say something else."""
    said = [each.lesson.size_mm for each in pictures if each.lesson.size_mm is not None]
    if said:
        return said[0]
    drawn = size_by_corners(pictures)
    if known is not None and drawn is None:
        return known
    looked = [(each, each.edges_of_cards) for each in pictures[:_MEASURED]]

    def lying(size_mm: Size) -> list[tuple[EdgeMap, list[CardPlace]]]:
        return [
            (flat, lying_apart(outlined_places(each, flat.sized(size_mm)), SIDES)[: len(each.lesson.cards)])
            for each, flat in looked
        ]

    count = sum(len(each.lesson.cards) for each, _ in looked)
    measured = known or _up_to_the_table(pictures[:_MEASURED], lying, best_size(lying, [f for _, f in looked], count))
    if drawn is None or np.abs(np.subtract(drawn, measured)).max() < _DRAWN_MM:
        return measured
    return exactly(lying, drawn)


def _up_to_the_table(pictures: Sequence[LessonPicture], lying: Lying, size_mm: Size) -> Size:
    """The size of cards that reach further than they were measured, if they do."""
    further = up_to_the_table([each.table for each in pictures], [found for _, found in lying(size_mm)], size_mm)
    if further == size_mm:
        return size_mm
    if (sold := sold_about(further, _EXACT_MM)) is not None:
        return sold
    exact = exactly(lying, further)
    return exact if np.abs(np.subtract(exact, further)).max() < _EXACT_MM else further


@dataclass(frozen=True, slots=True, eq=False)
class _Shown:
    """A named card as it was shown, and every place where it may lie, the best outlined first. ``within``: where it
    lies by edges within its sides (INSETS of them, ``inset_places``)."""

    named: NamedCard
    places: tuple[CardPlace, ...]
    within: tuple[CardPlace, ...]
    soft: np.ndarray
    plane: MatPlane
    light: Illumination

    def faces(self, places: Sequence[CardPlace]) -> list[Face]:
        view = self.plane.view
        return cut_faces(self.soft, self.plane, self.light, [_upright(place, self.named, view) for place in places])

    def print_around(self, place: CardPlace) -> PrintAround:
        return PrintAround.of(self.soft, self.plane, _upright(place, self.named, self.plane.view))

    def prints_within(self) -> list[np.ndarray]:
        """How its print lies (PIXELS x 3 each) where its outline is best, and by each inset."""
        return [edge_orientations(face.patch) for face in self.faces((self.places[0], *self.within))]

    def first_within(self, inset: int) -> "_Shown":
        """The same, first of all where it lies by this inset."""
        place = self.within[inset]
        if self.named.card is BACK and np.mean(place.sides) < np.mean(self.places[0].sides):
            return self
        return replace(self, places=(place, *self.places))

    def sample(self, face: Face) -> Sample:
        inks = self.light.inks.astype(np.float32)
        edges = edge_orientations(face.patch)
        return Sample(self.named.card, face.colour, face.usable, inks, edges, face.close_up())


def _samples(shown: Sequence[_Shown]) -> list[Sample]:
    """Every card where it looks like the deck's others, and their prints lie on each other. The back is like none."""
    shown = _most_alike(shown)
    fronts = [one for one in shown if one.named.card is not BACK]
    lies = dict(zip(fronts, _together(fronts, _likest(fronts)), strict=True))
    return [one.sample(one.faces([lies.get(one, one.places[0])])[0]) for one in shown]


def _likest(fronts: Sequence[_Shown]) -> list[CardPlace]:
    """Of every card the place where it looks like the deck's others; of those that do so nowhere, where around it they
    do most, also if it lies across there."""
    where = [list(one.places) for one in fronts]
    prints = [[edge_orientations(face.patch) for face in one.faces(one.places)] for one in fronts]
    picked, odd = choose_outlines(prints)
    for k in odd:
        place = where[k][picked[k]]
        if np.mean(place.sides) > _CLEAR:
            continue
        across = (each for each in where[k] if abs(np.sin(each.turn - place.turn)) > _ACROSS)
        both = (place, *islice(across, 1))
        around = [replace(one, x=one.x + x, y=one.y + y) for one in both for x, y in _AROUND]
        where[k] += around
        prints[k] += [edge_orientations(face.patch) for face in fronts[k].faces(around)]
    if odd:
        picked, _ = choose_outlines(prints)
    return [places[k] for places, k in zip(where, picked, strict=True)]


def _together(fronts: Sequence[_Shown], places: Sequence[CardPlace]) -> list[CardPlace]:
    """The places, moved so that what is printed on the cards lies on each other: on the numbered ones, and on others
    that are printed like these; on all of them where none has a number. In whatever order they were shown."""
    cards = [one.named.card for one in fronts]
    order = sorted(range(len(fronts)), key=lambda k: (not is_numbered(cards[k]), str(cards[k])))
    around = [fronts[k].print_around(places[k]) for k in order]
    numbered = sum(map(is_numbered, cards)) or len(fronts)
    moved = dict(zip(order, brought_together(around[:numbered], around[numbered:]), strict=True))
    return [moved[k] for k in range(len(fronts))]


def _most_alike(shown: Sequence[_Shown]) -> Sequence[_Shown]:
    """The same cards, each first of all where it lies by that edge within all its sides by which the deck is printed
    most alike, if it is so clearly; also where a person set its corners or said yes to them, which few do to the
    millimetre. The back has edges of its own, so only if it is outlined as well there."""
    fronts = [one for one in shown if one.named.card is not BACK]
    if len(fronts) < 2:
        return shown
    best = most_alike([*zip(*(one.prints_within() for one in fronts), strict=True)])
    return [one.first_within(best - 1) if best else one for one in shown]


def _shown(picture: LessonPicture, size_mm: Size) -> list[_Shown]:
    soft, table = soften(picture.lesson.image), picture.table
    every = [
        tries if table is None or one.corners_px else (_by_the_table(table, tries), *tries)
        for one, tries in zip(picture.lesson.cards, places_of_cards(picture, size_mm), strict=True)
    ]
    within = inset_places(picture.edges_of_cards.sized(size_mm), [tries[0] for tries in every])
    out = []
    for one, tries, *insets in zip(picture.lesson.cards, every, *within, strict=True):
        apart = distinct_poses(poses(tries), _SAME_MM, np.radians(1), _TRIES)
        places = tuple(tries[k] for k in apart)
        out.append(_Shown(one, places, tuple(insets), soft, picture.plane, picture.light))
    return out


def _by_the_table(table: TableAround, tries: Sequence[CardPlace]) -> CardPlace:
    """Where the first of these places lies as the table around it says: another of them that lies about there, as its
    outline tells that more exactly; or else there."""
    there = table.moved(tries[0])
    near = (each for each in tries if np.hypot(each.x - there.x, each.y - there.y) < _EXACT_MM)
    return next(near, there)


def _surely(picture: LessonPicture, size_mm: Size) -> list[_Shown]:
    """Raises TeachingError ``missing`` where nothing like a card is seen at a tap."""
    shown = _shown(picture, size_mm)
    absent = not_there(picture, [one.places[0] for one in shown])
    if absent:
        raise TeachingError("missing", nothing_seen(picture.lesson.name, absent))
    return shown


def nothing_seen(picture: str, absent: Sequence[NamedCard]) -> str:
    """What is said of cards that were tapped where nothing like a card is seen, in a ``picture`` of this name."""
    return Deferred(
        "{picture}: I see nothing like a card where {cards} should lie. Show me its corners, or take another picture.",
        picture=picture,
        cards=listed_later([card_to_show(one.card) for one in absent]),
    )


@dataclass(frozen=True, slots=True, eq=False)
class FoundCards:
    """The named cards of one teaching picture, each where its outline is clearest. ``size_mm``: theirs. ``absent``:
    those that were tapped where nothing like a card is seen."""

    _shown: Sequence[_Shown]
    size_mm: Size
    absent: Sequence[NamedCard] = ()

    @property
    def faint(self) -> bool:
        """Whether hardly anything is seen of their outlines, as of white cards on white paper: where they lie and how
        large they are is then no more than likely."""
        return float(np.mean([one.places[0].sides for one in self._shown])) < SIDES

    @property
    def outlines(self) -> list[np.ndarray]:
        """Corners, 4 x 2 px each from the top left as the card will be taught, clockwise."""
        return [one.plane.project(_upright(one.places[0], one.named, one.plane.view).corners) for one in self._shown]

    def samples(self) -> list[Sample]:
        """What they look like there; good enough to tell whether two are the same."""
        return [one.sample(one.faces(one.places[:1])[0]) for one in self._shown]


def find_cards(lesson: CardLesson, size_mm: Size | None = None) -> FoundCards:
    """Find the named cards of one picture. ``size_mm``: of the deck's cards, where that is known. Raises TeachingError
    as teaching does."""
    picture = _without_fault(lesson)
    size_mm = _size([picture], size_mm)
    shown = _shown(picture, size_mm)
    return FoundCards(shown, size_mm, not_there(picture, [one.places[0] for one in shown]))


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


def _upright(place: CardPlace, one: NamedCard, view: View) -> CardPlace:
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
    "nothing_seen",
    "refuse_shown_before",
    "teach_cards",
    "whole_deck",
]
