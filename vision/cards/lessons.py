"""Teaching pictures of cards: what people say lies in them, and what is still to be shown."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.components.cards import full_name
from engine.components.hues import Hue
from engine.core.language import Deferred, Later, listed_later
from vision.cards.deck_plan import AnyCard, DeckCard, DeckPlan
from vision.cards.table_plane import Size
from vision.errors import TeachingError
from vision.readings import Point


@dataclass(frozen=True, slots=True)
class NamedCard:
    """A card in a teaching picture; ``card`` None is the back. ``center_px`` where it was tapped, if it was;
    ``top_left_px`` the face's own top left corner where that is known; ``corners_px`` all four, clockwise from there,
    where a person set them right."""

    card: AnyCard | None
    center_px: Point | None = None
    top_left_px: Point | None = None
    corners_px: tuple[Point, ...] = ()

    @classmethod
    def outlined(cls, card: AnyCard | None, corners: np.ndarray) -> "NamedCard":
        """One whose corners (4 x 2 px, clockwise from the face's top left) a person set right."""
        points = tuple((float(x), float(y)) for x, y in corners)
        x, y = np.mean(corners, 0).tolist()
        return cls(card, (x, y), points[0], points)

    @classmethod
    def pointed_at(cls, card: AnyCard | None, points: Sequence[Point]) -> "NamedCard":
        """One of which a person pointed (px) at all four corners, at its middle, or at nothing."""
        return cls.outlined(card, np.array(points)) if len(points) == 4 else cls(card, *points[:1])

    @property
    def points(self) -> tuple[Point, ...]:
        """What was pointed at: four corners, its middle, or nothing."""
        return self.corners_px or ((self.center_px,) if self.center_px else ())


@dataclass(frozen=True, slots=True, eq=False)
class CardLesson:
    """A teaching picture (uint8 BGR) and its cards, left to right on the page where no place is given. ``size_mm``:
    theirs, where a person said it."""

    image: np.ndarray
    cards: tuple[NamedCard, ...]
    name: str = Deferred("the picture")
    size_mm: Size | None = None

    def outlined(self, outlines: Sequence[np.ndarray]) -> "CardLesson":
        """The same picture with its cards where they were found and people said yes (4 x 2 px each)."""
        cards = zip(self.cards, outlines, strict=True)
        return replace(self, cards=tuple(NamedCard.outlined(one.card, at) for one, at in cards))

    def corrected(self, number: int, corners: np.ndarray, outlines: Sequence[np.ndarray]) -> "CardLesson":
        """The same with one card's ``corners`` (4 x 2 px) shown, the others (``outlines``: as they were found) about
        where they were."""
        cards = [
            one if one.corners_px else NamedCard(one.card, _middle(at), one.top_left_px)
            for one, at in zip(self.cards, outlines, strict=True)
        ]
        cards[number] = NamedCard.outlined(self.cards[number].card, corners)
        return replace(self, cards=tuple(cards))


def _middle(outline: np.ndarray) -> Point:
    x, y = outline.mean(0).tolist()
    return x, y


def card_to_show(card: AnyCard | None) -> str:
    """What a card of a lesson is called, in the language of whoever reads it; None is the back."""
    if isinstance(card, DeckCard):
        return card.name
    return Deferred("the back") if card is None else Later(full_name, card)


def check_names(lessons: Sequence[CardLesson], plan: DeckPlan) -> None:
    named: dict[AnyCard | None, str] = {}
    for lesson in lessons:
        for one in lesson.cards:
            if one.card in named:
                raise TeachingError(
                    "twice",
                    Deferred(
                        "{card} was taught twice ({before}, then {picture}); each card must be shown once.",
                        card=card_to_show(one.card),
                        before=named[one.card],
                        picture=lesson.name,
                    ),
                )
            named[one.card] = lesson.name
    if not named:
        raise TeachingError("nothing", Deferred("There are no cards named in these pictures; nothing was taught."))
    left = missing_from(named, plan)
    if left:
        raise TeachingError("incomplete", Deferred("Still to be shown: {cards}.", cards=listed_later(left)))


def missing_from(named: Collection[AnyCard | None], plan: DeckPlan) -> list[str]:
    """What is still to be shown before a deck can be read, in words: every colour, every value, the back; every card
    of a deck whose cards have pictures of their own."""
    if plan.factored:
        hues = {card.hue for card in named if card is not None}
        numbers = {card.number for card in named if card is not None}
        colours = [hue.name_later for hue in Hue] if plan.ours else plan.colours
        left = [name for hue, name in enumerate(colours) if hue not in hues]
        left += [Deferred("a {number}", number=name) for at, name in enumerate(plan.values, 1) if at not in numbers]
    else:
        left = [card_to_show(card) for card in plan.to_show() if card not in named]
    return left if None in named else [*left, card_to_show(None)]
