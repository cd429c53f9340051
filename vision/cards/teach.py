"""Teach a deck: a card of every number and hue, every special and the back, named in a few pictures."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from engine.cards import Card
from engine.hues import Hue
from vision.cards.deck import Sample, TaughtDeck, whole_deck
from vision.cards.face import look
from vision.cards.find import Flat, Place, propose, refine
from vision.cards.glance import CardGlancer
from vision.cards.plane import MatPlane
from vision.cards.seen import BACK
from vision.cards.shape import printed
from vision.errors import TeachingError
from vision.light import measure_light
from vision.register import Registrar
from vision.seen import Point

_NEAR_MM = 25.0
_SIDES = 0.55  # of its outline that must be seen
_WHOLE = 0.7  # of each side: certainly a card
_APART_MM = 55.0  # middles of two different cards in a teaching picture


@dataclass(frozen=True, slots=True)
class NamedCard:
    """A card in a teaching picture; ``card`` None is the back. ``center_px`` where it was tapped, if it was;
    ``top_left_px`` the face's own top left corner where that is known."""

    card: Card | None
    center_px: Point | None = None
    top_left_px: Point | None = None


@dataclass(frozen=True, slots=True, eq=False)
class CardLesson:
    """A teaching picture (uint8 BGR) and its cards, left to right on the page where no place is given."""

    image: np.ndarray
    cards: tuple[NamedCard, ...]
    name: str = "the picture"


def teach_cards(lessons: Sequence[CardLesson]) -> TaughtDeck:
    """Learn a deck. Cards lie apart from each other on the mat, all the same way up.

    Raises TeachingError: ``no-mat``, ``nothing``, ``twice``, ``incomplete`` (a hue or a number left out),
    ``missing`` (a card cannot be found), ``extra`` (more cards than named), ``alike`` (two cards look the same).
    """
    _check_names(lessons)
    samples: list[Sample] = []
    for lesson in lessons:
        samples += _samples(lesson)
    deck = TaughtDeck(tuple(samples))
    _check_faces(deck)
    return deck


def _words(card: Card | None) -> str:
    if card is None:
        return "the back"
    return f"{card.hue.title} {card.number}" if card.hue is not None else card.special


def _check_names(lessons: Sequence[CardLesson]) -> None:
    named: dict[Card | None, str] = {}
    for lesson in lessons:
        for one in lesson.cards:
            if one.card in named:
                raise TeachingError(
                    "twice",
                    f"{_words(one.card)} was taught twice ({named[one.card]}, then {lesson.name}); "
                    "each card must be shown once.",
                )
            named[one.card] = lesson.name
    if not named:
        raise TeachingError("nothing", "There are no cards named in these pictures; nothing was taught.")
    left = missing_from(named)
    if left:
        raise TeachingError("incomplete", f"Still to be shown: {', '.join(left)}.")


def missing_from(named: Sequence[Card | None] | dict[Card | None, str]) -> list[str]:
    """What is still to be shown before a deck can be read, in words: every hue, every number, the back."""
    hues = {card.hue for card in named if card is not None}
    numbers = {card.number for card in named if card is not None}
    left = [hue.title for hue in Hue if hue not in hues]
    left += [f"a {number}" for number in range(1, 13) if number not in numbers]
    return left if None in named else [*left, "the back"]


def _samples(lesson: CardLesson) -> list[Sample]:
    registration, troubles = Registrar().find(lesson.image)
    if registration is None:
        raise TeachingError("no-mat", f"{lesson.name}: {troubles[0].message}")
    plane = MatPlane.of(registration)
    light = measure_light(lesson.image, registration)
    places = _whole_cards(lesson, plane)
    soft = cv2.blur(lesson.image, (3, 3))
    view = registration.view
    out = []
    for one, place in zip(lesson.cards, _in_order(lesson, places, view), strict=True):
        up = _upright(place, one, view)
        face = look(soft, plane, light, up)
        out.append(Sample(one.card, face.colour, face.usable, light.inks.astype(np.float32), printed(face.patch)))
    return out


def find_whole_cards(lesson: CardLesson) -> list[np.ndarray]:
    """Corners of the named cards in a teaching picture, 4 x 2 px each. Raises TeachingError as teaching does."""
    registration, troubles = Registrar().find(lesson.image)
    if registration is None:
        raise TeachingError("no-mat", f"{lesson.name}: {troubles[0].message}")
    plane = MatPlane.of(registration)
    places = _in_order(lesson, _whole_cards(lesson, plane), registration.view)
    return [plane.project(place.corners) for place in places]


def _whole_cards(lesson: CardLesson, plane: MatPlane) -> list[Place]:
    """The places of all cards that lie there whole, looked for where cards are seen, and then everywhere."""
    found = _lying(lesson, plane, CardGlancer())
    if len(found) < len(lesson.cards):  # white cards on white paper, say
        found = max(found, _lying(lesson, plane, None), key=len)
    count = len(lesson.cards)
    found = found[:count] + [place for place in found[count:] if min(place.sides) > _WHOLE]
    if len(found) < count:
        raise TeachingError(
            "missing",
            f"{lesson.name} should show {count} cards, but only {len(found)} can be found; "
            "lay them apart, flat, on a ground of another colour, in even light.",
        )
    if len(found) > count:
        raise TeachingError("extra", f"{lesson.name} shows {len(found)} cards, but {count} are named; name them all.")
    return found


def _lying(lesson: CardLesson, plane: MatPlane, glancer: CardGlancer | None) -> list[Place]:
    """Places apart from each other that have most of a card's outline, the clearest first."""
    flat = Flat(lesson.image, plane, glancer=glancer)
    found: list[Place] = []
    for place in sorted(refine(flat, [*propose(flat), *_near_taps(lesson, plane)]), key=lambda p: -sum(p.sides)):
        apart = all((place.x - p.x) ** 2 + (place.y - p.y) ** 2 > _APART_MM**2 for p in found)
        if apart and np.mean(place.sides) > _SIDES:
            found.append(place)
    return found


def _near_taps(lesson: CardLesson, plane: MatPlane) -> list[Place]:
    """Where the named cards were tapped, as the page lies, a little to all sides."""
    at = [plane.view.on_plane(np.array(one.center_px)) for one in lesson.cards if one.center_px]
    return [
        Place(float(x + across), float(y + down), float(np.radians(turn)), 0.0)
        for x, y in at
        for across in (-4, 0, 4)
        for down in (-4, 0, 4)
        for turn in (-4, 0, 4)
    ]


def _in_order(lesson: CardLesson, places: list[Place], view) -> list[Place]:
    """The places in the order of the named cards."""
    if not all(one.center_px for one in lesson.cards):
        return sorted(places, key=lambda place: place.x)
    out = []
    for one in lesson.cards:
        x, y = view.on_plane(np.array(one.center_px))
        best = min(places, key=lambda p: (p.x - x) ** 2 + (p.y - y) ** 2)
        if (best.x - x) ** 2 + (best.y - y) ** 2 > _NEAR_MM**2 or best in out:
            raise TeachingError(
                "missing", f"{lesson.name}: no card can be found where {_words(one.card)} should lie; lay it flat."
            )
        out.append(best)
    return out


def _upright(place: Place, one: NamedCard, view) -> Place:
    """The place turned so that its top is the face's top; the page's top where nothing else is known."""
    over = replace(place, turn=place.turn + np.pi)
    if one.top_left_px is None:
        return place if np.cos(place.turn) > 0 else over
    at = view.on_plane(np.array(one.top_left_px))
    return min((place, over), key=lambda p: float(((p.corners[0] - at) ** 2).sum()))


def _check_faces(deck: TaughtDeck) -> None:
    """Two cards that look the same were named wrongly, or one was shown twice."""
    from vision.cards.looks import Looks

    twins = Looks(deck).twins()
    if twins:
        one, other = (_words(deck.samples[k].card) for k in twins)
        raise TeachingError(
            "alike", f"{one} and {other} look the same in these pictures; check what was named, then show them again."
        )


__all__ = ["BACK", "CardLesson", "NamedCard", "missing_from", "teach_cards", "whole_deck"]
