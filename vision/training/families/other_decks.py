"""Decks that are not the Spectrum one: a few colours in a family's design, and playing cards."""

from dataclasses import dataclass, replace

import numpy as np

from vision.cards.deck_plan import AnyCard, DeckCard, DeckPlan
from vision.training.cards.painting import DARK, GRAY, OWN_FONTS, TINT, WHITE, Lettering, Painter
from vision.training.families.design import design_of
from vision.training.families.faces import USUAL_MM, FamilyDesign
from vision.training.families.families import families_of

_LIKE_OURS = ("swap-cards", "draw", "reverse-draw", "deck-swap", "pass-right", "pass-left")
"""A family knows how to draw these specials; those of other decks are drawn as them, one after the other."""
_INKS = (0, 4, 6, 8, 10, 2)
"""The hues that a deck of few colours has: red, yellow, green, blue, purple, orange."""


@dataclass(frozen=True, slots=True)
class _AsOurs:
    """A card of another deck, for the painter of ours."""

    hue: int | None
    number: int
    special: str

    def __str__(self) -> str:
        return f"{self.hue} {self.number} {self.special}"


class FewColours:
    """A deck in a family's design, of few colours and as many signs as its ``plan`` has."""

    corner_mm: float
    size_mm: tuple[float, float]

    def __init__(self, look: FamilyDesign, plan: DeckPlan) -> None:
        self._look, self._plan = replace(look, names=plan.values, halves=False), plan
        self.size_mm, self.corner_mm, self.ground = look.size_mm, look.corner_mm, look.ground

    def face(self, card: AnyCard | None, palette: np.ndarray) -> np.ndarray:
        """As ``PrintedDeck``."""
        if not isinstance(card, DeckCard):
            return self._look.face(None, palette)
        if card.special:
            return self._look.face(_AsOurs(None, 0, _LIKE_OURS[self._plan.specials.index(card.special)]), palette)
        return self._look.face(_AsOurs(_INKS[card.hue or 0], card.number, ""), palette)


def other_deck(plan: DeckPlan, seed: int) -> "FewColours | PlayingDeck":
    """A deck of these names: of a judging family, lettered with the fonts that lie here; or playing cards."""
    font = OWN_FONTS[seed % len(OWN_FONTS)]
    if plan.own_art:
        return PlayingDeck(seed, font)
    families = families_of("judged")
    return FewColours(design_of(families[7 * seed % len(families)], seed, OWN_FONTS, usual=True), plan)


_COLUMNS, _MIDDLE = (20.0, 43.0), 31.5
_PIPS = {
    "A": [(_MIDDLE, 44.0)],
    "2": [(_MIDDLE, 18.0), (_MIDDLE, 70.0)],
    "3": [(_MIDDLE, 18.0), (_MIDDLE, 44.0), (_MIDDLE, 70.0)],
    **{
        str(count): [*((x, y) for x in _COLUMNS for y in rows), *((_MIDDLE, y) for y in middle)]
        for count, rows, middle in (
            (4, (18.0, 70.0), ()),
            (5, (18.0, 70.0), (44.0,)),
            (6, (18.0, 44.0, 70.0), ()),
            (7, (18.0, 44.0, 70.0), (31.0,)),
            (8, (18.0, 44.0, 70.0), (31.0, 57.0)),
            (9, (18.0, 35.3, 52.7, 70.0), (44.0,)),
            (10, (18.0, 35.3, 52.7, 70.0), (27.0, 61.0)),
        )
    },
}


class PlayingDeck:
    """Playing cards: an index in two corners, pips, and courts whose pictures a seed makes."""

    ground = WHITE

    def __init__(self, seed: int, font: str) -> None:
        rng = np.random.default_rng([seed, 52])
        self._seed, self._lettering = seed, Lettering(font, 600)
        self.size_mm = (USUAL_MM, (57.0, 89.0))[rng.integers(2)]
        self.corner_mm = 3.5
        self._index, self._pip = float(rng.uniform(7, 13)), float(rng.uniform(4.5, 6.5))

    def face(self, card: AnyCard | None, palette: np.ndarray) -> np.ndarray:
        """As ``PrintedDeck``."""
        if not isinstance(card, DeckCard):
            return self._back(palette)
        red = card.colour in ("hearts", "diamonds")
        brush = Painter([0 if red else DARK], palette)
        if card.special:
            brush.text("JOKER", _MIDDLE, 14, self._lettering, 9.0, DARK)
            self._court(brush, 77)
            return brush.shown
        at, tall = 3.0 + self._index * 0.45, self._index
        for x, y, turned in ((at, 3 + tall * 0.6, False), (63 - at, 85 - tall * 0.6, True)):
            brush.text(card.value, x, y, self._lettering, tall, "hue", turned, most=2 * at - 1)
            _suit(brush, card.colour, x, y + (-1 if turned else 1) * tall * 1.15, tall * 0.34, turned)
        if card.value in _PIPS:
            size = self._pip * (2.4 if card.value == "A" else 1.0)
            for x, y in _PIPS[card.value]:
                _suit(brush, card.colour, x, y, size, y > 44)
            return brush.shown
        self._court(brush, "JQK".index(card.value))
        for x, y, turned in ((20.0, 20.0, False), (43.0, 68.0, True)):
            _suit(brush, card.colour, x, y, self._pip, turned)
        return brush.shown

    def _court(self, brush: Painter, which: int) -> None:
        """A picture that is the same upside down."""
        rng = np.random.default_rng([self._seed, which])
        brush.box(14, 11, 49, 77, DARK)
        brush.box(14.6, 11.6, 48.4, 76.4, WHITE)
        for _ in range(9):
            middle, ink = rng.uniform([24, 24], [40, 44]), int(rng.choice([0, 4, 8, DARK, GRAY, TINT]))
            points = middle + rng.uniform(-9, 9, (4, 2))
            brush.polygon(points, ink)
            brush.polygon([63, 88] - points, ink)

    def _back(self, palette: np.ndarray) -> np.ndarray:
        brush = Painter([8], palette)
        brush.box(4, 4, 59, 84, 8)
        for x in range(6, 58, 6):
            for y in range(6, 84, 6):
                brush.disc(x, y, 1.8, WHITE)
        return brush.shown


_around = np.linspace(0, 2 * np.pi, 60, endpoint=False)
_HEART = (
    np.stack(
        [
            16 * np.sin(_around) ** 3,
            -13 * np.cos(_around) + 5 * np.cos(2 * _around) + 2 * np.cos(3 * _around) + np.cos(4 * _around),
        ],
        -1,
    )
    / 16
)
_STEM = np.array([[-0.12, 0.3], [0.12, 0.3], [0.45, 1.05], [-0.45, 1.05]])


def _suit(brush: Painter, suit: str, x: float, y: float, size: float, turned: bool) -> None:
    """A suit's sign about x, y mm, ``size`` mm half as wide."""
    sign = -size if turned else size
    if suit == "diamonds":
        brush.polygon(np.array([[0, -1.2], [0.85, 0], [0, 1.2], [-0.85, 0]]) * sign + [x, y], "hue")
    elif suit == "hearts":
        brush.polygon(_HEART * sign + [x, y], "hue")
    elif suit == "spades":
        brush.polygon(_HEART * [1, -1] * 0.9 * sign + [x, y], "hue")
        brush.polygon(_STEM * sign + [x, y], "hue")
    else:
        for across, down in ((0, -0.5), (-0.5, 0.3), (0.5, 0.3)):
            brush.disc(x + across * sign, y + down * sign, 0.48 * size, "hue")
        brush.polygon(_STEM * sign + [x, y], "hue")
