"""The fields of a card game's mat: what lies where, as data, and what lies there although only the top is seen.

Fields are laid out for the A3 mat, six columns by two rows of cards; a smaller mat cannot hold them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from engine.components.lights import Spot
from engine.inference.observation import SeenCard
from engine.texts.language import later

Lies = Literal["spread", "pile", "closed"]
"""Side by side; one on the other, so that only the top is seen; a pile of backs, whose cards nobody can count."""

COLUMNS, ROWS = 6, 2
"""A3's play area of 390 x 207 mm holds so many cards of 63 x 88 mm."""
MAT = "a3"
"""The mat that fields fit on."""
STOCK, MUCK = "stock", "muck"
Area = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class CardField:
    """One field. ``spot``: as games call what lies there, empty where the rules must tell; ``cells``: first column and
    row, and how many of each; ``name``: for people, to be translated. ``tidied``: cards may be taken from it at any
    time, which means nothing."""

    spot: Spot
    name: str
    lies: Lies
    cells: tuple[int, int, int, int]
    tidied: bool = False

    def area(self, play: Area) -> Area:
        """Left, top, width and height in mm, on a mat with this play area."""
        x, y, width, height = play
        column, row, wide, high = self.cells
        across, down = width / COLUMNS, height / ROWS
        return x + column * across, y + row * down, wide * across, high * down


@dataclass(frozen=True, slots=True)
class CardMat:
    """The mat of one card game. ``name``: the game's, with a way to play it where that has a mat of its own; ``code``:
    printed on it, by which the eyes know it."""

    name: str
    code: int
    fields: tuple[CardField, ...]

    @property
    def game(self) -> str:
        """The game's name."""
        return self.name.split()[0]


_STOCK = CardField(STOCK, later("Draw pile"), "closed", (5, 0, 1, 1))
_MUCK = CardField(MUCK, later("Hands given up"), "closed", (5, 1, 1, 1), tidied=True)
_SHOWN = later("Shown hand")
_DISCARD = CardField("discard", later("Discard pile"), "pile", (4, 0, 1, 1), tidied=True)

CARD_MATS: tuple[CardMat, ...] = (
    CardMat("spectrum_casino", 1, (
        _STOCK,
        CardField("board", later("Board"), "spread", (0, 0, 5, 2)),
        CardField("take", later("Take: lay the card you take with here"), "pile", (5, 1, 1, 1), tidied=True),
    )),
    CardMat("spectrum_poker", 2, (
        _STOCK,
        _MUCK,
        CardField("shown", _SHOWN, "spread", (0, 0, 5, 1), tidied=True),
        CardField("away", later("Cards laid away, face down, side by side"), "spread", (0, 1, 5, 1), tidied=True),
    )),
    CardMat("spectrum_poker holdem", 3, (
        _STOCK,
        _MUCK,
        CardField("board", later("Board"), "spread", (0, 0, 5, 1), tidied=True),
        CardField("shown", _SHOWN, "spread", (0, 1, 5, 1), tidied=True),
    )),
    CardMat("spectrump", 4, (
        _STOCK,
        CardField("trick", later("Trick"), "spread", (0, 0, 4, 2), tidied=True),
    )),
    CardMat("spectrumo", 5, (
        _STOCK,
        _DISCARD,
        CardField("shown", _SHOWN, "spread", (0, 1, 6, 1), tidied=True),
    )),
    CardMat("spectrum_cribbage", 6, (
        _STOCK,
        CardField("starter", later("Starter and cards cut"), "spread", (3, 0, 2, 1), tidied=True),
        CardField("crib:1", later("Crib, player 1"), "closed", (0, 0, 1, 1), tidied=True),
        CardField("crib:2", later("Crib, player 2"), "closed", (1, 0, 1, 1), tidied=True),
        CardField("played", later("Cards played"), "spread", (0, 1, 6, 1), tidied=True),
    )),
)  # fmt: skip
"""Every card game's mat. A code that was printed is never given to another one."""


def mat_of(game: Any) -> CardMat | None:
    """The mat that cards of this game lie on; None where it has none."""
    form = getattr(game.options, "form", "")
    return mat_for(f"{game.name} {form}") or mat_for(game.name)


def mat_for(name: str) -> CardMat | None:
    """The mat of this name: a game's, with a way to play it where that has a mat of its own."""
    return next((mat for mat in CARD_MATS if mat.name == name), None)


def mat_with(code: int) -> CardMat | None:
    """The mat on which this code is printed."""
    return next((mat for mat in CARD_MATS if mat.code == code), None)


def fields_of(game: Any) -> tuple[CardField, ...]:
    """The fields of this game's mat; none where it has no such mat."""
    mat = mat_of(game)
    return mat.fields if mat is not None else ()


def field_at(fields: Iterable[CardField], play: Area, xy: tuple[float, float]) -> CardField | None:
    """The field in which this point of the mat lies, mm; None beside all of them."""
    for field in fields:
        x, y, width, height = field.area(play)
        if x <= xy[0] < x + width and y <= xy[1] < y + height:
            return field
    return None


def named(fields: Iterable[CardField], spot: Spot) -> CardField | None:
    """The field that games call so."""
    return next((field for field in fields if spot and field.spot == spot), None)


def lying(fields: Sequence[CardField], before: Sequence[SeenCard], seen: Sequence[SeenCard]) -> tuple[SeenCard, ...]:
    """What lies on the table: the cards that are seen, and those that others of a pile cover. ``before``: what lay
    there."""
    spots = {field.spot for field in fields if field.lies == "pile"}
    covered: list[SeenCard] = []
    for spot in sorted(spots):
        covered += _covered([card for card in before if card.place == spot], [c for c in seen if c.place == spot])
    return (*covered, *seen)


def _covered(pile: Sequence[SeenCard], seen: Sequence[SeenCard]) -> Sequence[SeenCard]:
    """The cards of a pile, lowest first, that lie under those seen. What comes lies on all the others; where the top is
    one that lay in the pile, those above it are gone."""
    if not seen:
        return ()
    held = [n for n, card in enumerate(pile) if any(may_be_one(card, other) for other in seen)]
    if len(held) < len(seen):
        return [card for n, card in enumerate(pile) if n not in held]
    return [card for n, card in enumerate(pile[: max(held)]) if n not in held]


def may_be_one(card: SeenCard, other: SeenCard) -> bool:
    """Whether two sightings may be of the same card, wherever it lies."""
    return not set(card.may_be).isdisjoint(other.may_be)
