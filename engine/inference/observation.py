"""Observations of the table, and what a game infers from one: input and answer of ``Game.infer``."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.components.cards import UNKNOWN, Card
from engine.components.hues import Hue
from engine.components.lights import Spot
from engine.core.errors import NotUnderstood
from engine.core.events import Event, Seat
from engine.core.notation import parse_hue, whole_number
from engine.core.verdict import Awaiting, Verdict

SOMEBODY = -1
"""A space is occupied, but the sensor cannot tell by whom."""

UNCLEAR = -2
"""It cannot be told whether a space is occupied."""

MOST_NAMED = 6
"""Explanations that a question names; chosen by hand: more would not be read."""


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card that came to lie in view.

    ``may_be``: what it may be, best first; one that shows its back is UNKNOWN. ``place``: where it lies, such as
    ``pile:3``; empty when the eye cannot tell. ``at``: its middle, mm of the mat, where it was measured; two sightings
    are equal wherever the card lies within its place. ``chances``: of one in doubt all that it may be, also what is not
    worth naming, likeliest first, each with how likely it is; what is missing to 1 it may be besides.
    """

    may_be: tuple[Card, ...]
    place: Spot = ""
    at: tuple[float, float] | None = field(default=None, compare=False)
    chances: tuple[tuple[Card, float], ...] = field(default=(), compare=False)

    @classmethod
    def parse(cls, text: str) -> "SeenCard":
        """``GB7``; in doubt ``GB7|G7``; a back ``??``; with its place ``R5 at pile:3``. Raises NotUnderstood."""
        faces, _, place = text.partition(" at ")
        if not faces.strip():
            raise NotUnderstood("name the card that is seen, such as GB7; in doubt GB7|G7; a back is ??")
        return cls(tuple(Card.parse(face) for face in faces.split("|")), place.strip())


BACK = SeenCard((UNKNOWN,))
"""A card that lies face down."""


@dataclass(frozen=True, slots=True)
class Observation:
    """Everything that was observed of the table at one moment; what was not looked at is None.

    ``d6``, ``d12``: the dice in the tray; ``pips``: the numbers of dots on others. ``moved``: how many of them do not
    lie where they lay before. ``occupied``: the spaces that hold something, with whose it is or SOMEBODY,
    and those that are UNCLEAR. ``cards``:
    those that came to lie in view since the last accepted position, in the order they were laid; ``gone``: those that
    lay open then and do not any more.
    """

    d6: tuple[Hue, ...] | None = None
    d12: tuple[Hue, ...] | None = None
    moved: int | None = None
    occupied: Mapping[Spot, Seat] | None = None
    source: str = "camera"
    cards: tuple[SeenCard, ...] | None = None
    gone: tuple[Card, ...] | None = None
    pips: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """One explanation of what is seen: the events, and how the seen cards were read for it."""

    events: tuple[Event, ...]
    faces: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Inference:
    """What a game infers from an observation: its explanations, best first.

    ``question``: what to ask the table first, as the explanations end differently; ``wrong``: why there is none.
    """

    explanations: tuple[Explanation, ...]
    question: Awaiting | None = None
    wrong: Verdict | None = None

    @property
    def accepted(self) -> tuple[Event, ...] | None:
        """What happened, when that is clear; None when the table has to be asked, or put right."""
        return self.explanations[0].events if self.explanations and self.question is None else None

    @property
    def doubtful(self) -> tuple[int, ...]:
        """Which of the seen cards, counted from 0, the explanations read differently."""
        rows = zip(*(explanation.faces for explanation in self.explanations), strict=True)
        return tuple(n for n, faces in enumerate(rows) if len(set(faces)) > 1)


def which_explanation(
    explanations: tuple[Explanation, ...], seats: tuple[Seat, ...], spots: tuple[Spot, ...] = ()
) -> Awaiting:
    """The question which explanation is right, put to ``seats``; ``spots`` tell them apart, where any do."""
    words = [", ".join(map(str, explanation.events)) or "nothing" for explanation in explanations[:MOST_NAMED]]
    words += ["something else"] if len(explanations) > MOST_NAMED else []
    return Awaiting("player", seats, "WHICH_WAY", {"either": "; or ".join(words), "spots": spots})


# ---- plain form


def observation_from_json(data: dict[str, Any]) -> Observation:
    """What was seen: ``d6``, ``d12`` and ``gone`` lists, ``cards`` such as "GB7|G7 at pile:3", ``occupied`` by spot.

    Raises NotUnderstood.
    """
    cards, gone = _texts(data, "cards"), _texts(data, "gone")
    d6, d12 = (
        (None if hues is None else tuple(map(parse_hue, hues))) for hues in (_texts(data, "d6"), _texts(data, "d12"))
    )
    occupied = data.get("occupied")
    if occupied is not None and not isinstance(occupied, dict):
        raise NotUnderstood("'occupied' should be an object: spots and the seat there, or null where nobody can tell")
    return Observation(
        d6=d6,
        d12=d12,
        moved=_number_or_none(data.get("moved"), "moved"),
        occupied=None if occupied is None else {spot: _owner(seat, spot) for spot, seat in occupied.items()},
        cards=None if cards is None else tuple(map(SeenCard.parse, cards)),
        gone=None if gone is None else tuple(map(Card.parse, gone)),
    )


def _texts(data: dict[str, Any], name: str) -> list[str] | None:
    words = data.get(name)
    if words is None or (isinstance(words, list) and all(isinstance(word, str) for word in words)):
        return words
    raise NotUnderstood(f"'{name}' should be a list of texts")


def _number_or_none(data: Any, name: str) -> int | None:
    return None if data is None else whole_number(data, name)


def _owner(data: Any, spot: str) -> Seat:
    seat = _number_or_none(data, spot)
    return SOMEBODY if seat is None else seat
