"""The pictures from which a deck is taught, each looked at as soon as it was taken."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.core.language import Deferred
from tablelight.web.views.cards_here import cut_out
from vision.cards.deck_plan import SPECTRUM, AnyCard, DeckPlan
from vision.cards.lessons import CardLesson, NamedCard
from vision.cards.mislabelled import name_doubts
from vision.cards.table_plane import Size
from vision.cards.taught import Sample
from vision.cards.teaching import find_cards, nothing_seen, refuse_shown_before
from vision.readings import Point

AT_ONCE = 4
"""Cards that fit side by side on the smaller mat."""


def steps(plan: DeckPlan = SPECTRUM) -> tuple[tuple[AnyCard | None, ...], ...]:
    """Which cards lie there in each picture, left to right: every colour and value, the specials, last the back."""
    faces = plan.to_show()
    return (*(tuple(faces[k : k + AT_ONCE]) for k in range(0, len(faces), AT_ONCE)), (None,))


@dataclass(frozen=True, slots=True, eq=False)
class ShownCards:
    """A picture with its cards: as they look, and cut out for people, as base64 of a JPEG each. ``asked``: what looks
    as if a card were not there, or not the one it is called. ``size_mm``: theirs. ``outlines``: their corners, 4 x 2 px
    each. ``absent``: those of which nothing is seen where they were tapped. ``faint``: hardly anything is seen of their
    outlines."""

    lesson: CardLesson
    size_mm: Size
    outlines: Sequence[np.ndarray]
    samples: Sequence[Sample]
    cut_out: Sequence[str]
    asked: Sequence[str]
    absent: Sequence[NamedCard] = ()
    faint: bool = False

    @property
    def as_outlined(self) -> CardLesson:
        """The picture with its cards where people saw them outlined and said yes."""
        return self.lesson.outlined(self.outlines)


def lesson_of(
    image: np.ndarray,
    cards: Sequence[AnyCard | None],
    points: Sequence[Sequence[Point]] = (),
    size_mm: Size | None = None,
) -> CardLesson:
    """A picture in which these cards lie. ``points``: what a person pointed at of each, if so; ``size_mm``: theirs, if
    a person said it."""
    pointed = points if len(points) == len(cards) else [()] * len(cards)
    named = tuple(NamedCard.pointed_at(*each) for each in zip(cards, pointed, strict=True))
    return CardLesson(image, named, Deferred("The picture"), size_mm)


def look_at(lesson: CardLesson, before: Sequence[ShownCards]) -> ShownCards:
    """A picture and its cards, none of which lay in one before. Raises TeachingError."""
    found = find_cards(lesson, before[-1].size_mm if before else None)
    samples = found.samples()
    shown = [sample for one in before for sample in one.samples]
    refuse_shown_before(shown, samples)
    outlines = found.outlines
    cut_outs = [cut_out(lesson.image, outline) for outline in outlines]
    asked = [nothing_seen(lesson.name, found.absent)] if found.absent else []
    asked += _asked(shown, samples)
    return ShownCards(lesson, found.size_mm, outlines, samples, cut_outs, asked, found.absent, found.faint)


def _asked(before: Sequence[Sample], samples: Sequence[Sample]) -> list[str]:
    """What is to be asked about a picture's cards; those before it were said yes to, and are not asked about again."""
    first = len(before)
    found = [doubt for doubt in name_doubts([*before, *samples]) if max(doubt.cards) >= first]
    return [or_one_before(doubt.said) if min(doubt.cards) < first else doubt.said for doubt in found]


def or_one_before(said: str) -> str:
    """The same of a card that may be the one of a picture before that looks like it."""
    return Deferred("{said} If it is the one that lay in a picture before, take that picture again.", said=said)
