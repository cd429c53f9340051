"""The fields of a card game's mat: what lies where, as data, and what lies there although only the top is seen.

Fields are laid out for the A3 mat, six columns by two rows of cards; a smaller mat cannot hold them. Solitaire has more
places than that: a seventh column lies on the table, to the right of the mat.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from operator import eq
from typing import Any, Literal

from engine.components.lights import Spot
from engine.games.spectrum_500.recognition import ADDING_PLACES
from engine.inference.observation import SeenCard
from engine.texts.language import later
from tablelight.referee.matching import unmatched

Lies = Literal["spread", "pile", "closed"]
"""Side by side; one on the other, so that only the top is seen; a pile of backs, whose cards nobody can count."""

COLUMNS, ROWS = 6, 2
"""A3's play area of 390 x 207 mm holds so many cards of 63 x 88 mm."""
MAT = "a3"
"""The mat that fields fit on."""
STOCK, AWAY = "stock", "away"
_OWNED = ("muck:", "played:", "crib:", "call:")
"""How spots begin that are one player's, with his number behind."""
BESIDE = "beside"
"""Where a card lies that is in none of the fields of its mat, or between two of them."""
PART = 0.75
"""A field that tells by its place alone counts where the middle of a card lies in so much of its width and height;
chosen by hand: nobody is sure where a card between two of them belongs."""
MOST_GIVE_UP, MOST_CALLERS = 6, 4
WHOLE_PILE = 1_000
Area = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class CardField:
    """One field. ``spot``: as games call what lies there, empty where the rules must tell; ``cells``: first column and
    row, and how many of each; ``name``: for people, to be translated, with the ``number`` of the field. ``tidied``:
    cards may be taken from it at any time, which means nothing. ``tells``: the kinds of events that lay open cards
    here; empty: any.

    What is told by the place: ``holds``, as many closed cards lie there; ``says``, what these say in the game's
    notation, ``{seat}`` being whose field it is, or else anybody who may say it, ``{gone}`` how many open cards
    went at the same time; ``before``, what those who were to move must have said where somebody else lays here."""

    spot: Spot
    name: str
    lies: Lies
    cells: tuple[float, float, float, float]
    tidied: bool = False
    holds: int = 0
    says: str = ""
    before: str = ""
    tells: tuple[str, ...] = ()

    @property
    def by_place(self) -> bool:
        """Whether where a card lies tells something that the card itself does not."""
        return bool(self.holds or self.says or self.before)

    @property
    def verb(self) -> str:
        """The first word of what it says in the game's notation, by which kind of event; empty: nothing."""
        return self.says.rpartition(": ")[2].partition(" ")[0]

    @property
    def takes(self) -> bool:
        """Whether it says what became of the open cards that went."""
        return "{gone}" in self.says

    @property
    def number(self) -> str:
        """What stands behind the colon of its spot: a player's, counted from 1, or how many cards."""
        return self.spot.partition(":")[2]

    @property
    def seat(self) -> int | None:
        """The seat whose field it is; None where it is everybody's."""
        return int(self.number) - 1 if self.spot.startswith(_OWNED) else None

    def area(self, play: Area) -> Area:
        """Left, top, width and height in mm, on a mat with this play area."""
        x, y, width, height = play
        column, row, wide, high = self.cells
        across, down = width / COLUMNS, height / ROWS
        return x + column * across, y + row * down, wide * across, high * down


@dataclass(frozen=True, slots=True)
class CardMat:
    """The mat of one card game. ``name``: the game's, with a way to play it where that has a mat of its own; ``code``:
    printed on it, by which the eyes know it. By what the game asks for: ``may``, on which fields a player may lay or
    take a card then, by the name before the colon of their spots; ``follows``, what happens by itself then and shows
    nothing, in its notation. ``specials``: whether its deck has cards without a number."""

    name: str
    code: int
    fields: tuple[CardField, ...]
    may: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    follows: Mapping[str, str] = field(default_factory=dict, hash=False)
    specials: bool = False

    @property
    def game(self) -> str:
        """The game's name."""
        return self.name.split()[0]


_STOCK = CardField(STOCK, later("Draw pile"), "closed", (5, 0, 1, 1))
_SHOW = ("show",)
_SHOWN, _CRIB = later("Shown hand"), later("Crib, player {number}")
_TAKE = later("Take: lay the card you take with here")
_COUNTED = later("Crib, face up, when it counts")
_MELD = later("New melds, and hands shown at the end")
_CHANGED = later("Shown hand; before, face down: how many you change")
_DISCARD = CardField("discard", later("Discard pile"), "pile", (4, 0, 1, 1))


def _laid_away(count: int) -> CardField:
    """Six beside each other where five cards would lie: only one of them is used at once."""
    says, name = ("", "{number}") if count else ("{seat}: stand", later("{number}: keeps all"))
    spot, wide = f"{AWAY}:{count}", 5 / 6
    return CardField(spot, name, "closed", (count * wide, 0, wide, 1), tidied=True, holds=count, says=says)


def _given_up(seats: Iterable[int], first: float, wide: float) -> tuple[CardField, ...]:
    """A field for each of these seats, counted from 1, beside each other in the lower row."""
    name, says = later("Player {number} gives up"), "{seat}: fold"
    return tuple(
        CardField(f"muck:{seat}", name, "closed", (first + n * wide, 1, wide, 1), tidied=True, says=says)
        for n, seat in enumerate(seats)
    )


_PEGGED = ("cut", "play")


def _pegged(seat: int) -> CardField:
    """The pile of what somebody plays."""
    name = later("Player {number}: cut, then play here")
    return CardField(
        f"played:{seat}", name, "pile", (1 + seat, 0, 1, 1), tidied=True, before="{seat}: go", tells=_PEGGED
    )


def _said_by_a_card(spot: Spot, name: str, column: int, says: str, row: int = 0) -> CardField:
    """A field on which a card, face down, says what cannot be seen otherwise."""
    return CardField(spot, name, "closed", (column, row, 1, 1), tidied=True, holds=1, says=says)


def _added_to(meld: int) -> CardField:
    """Where a card is laid off to this meld, counted from 1 in the order they were laid; after the last, from the
    first field again. The melds themselves lie beside the mat."""
    spot, name = f"add:{meld}", later("One card for meld {number}; for later ones count on from the first field")
    return CardField(spot, name, "spread", (meld - 1, 1, 1, 1), tidied=True, tells=("lay",))


def _tableau(pile: int) -> tuple[CardField, CardField]:
    """A pile of Solitaire, and its closed cards, which say nothing."""
    cells = ((pile - 1) % COLUMNS, (pile - 1) // COLUMNS, 1, 1)
    tops = CardField(f"pile:{pile}", "{number}", "pile", cells, tidied=True, tells=("turn", "put"))
    return tops, CardField(f"under:{pile}", "", "closed", cells, tidied=True)


def _called(seat: int) -> CardField:
    """Where this player, counted from 1, says that the discards he took are his out of turn."""
    name = later("Player {number} took discards out of turn")
    return _said_by_a_card(f"call:{seat}", name, seat - 1, "{seat}: spectrum {gone}", row=1)


_DISCARD_OR_STOCK = ("discard", STOCK)
_SHOW_OR_GIVE_UP = {"SHOW": ("shown", "muck")}
_DRAWN = {"DRAW": "draw"}  # for the cards that were laid away
_TO_GIVE_UP = range(1, MOST_GIVE_UP + 1)
CARD_MATS: tuple[CardMat, ...] = (
    CardMat("spectrum_casino", 1, (
        _STOCK,
        CardField("board", later("Board; the first card top left"), "spread", (0, 0, 5, 2), tells=("turn", "leave")),
        CardField("take", _TAKE, "pile", (5, 1, 1, 1), tidied=True, tells=("take",)),
    ), may={"PLAY": ("board", "take"), "LEAVE_ONE": ("board",)}),
    CardMat("spectrum_poker", 2, (
        _STOCK,
        CardField("shown", _CHANGED, "spread", (0, 0, 5, 1), tidied=True, tells=_SHOW),
        *map(_laid_away, range(6)),
        *_given_up(_TO_GIVE_UP, 0, 1),
    ), may={"EXCHANGE": (AWAY,), **_SHOW_OR_GIVE_UP}, follows=_DRAWN),
    CardMat("spectrum_poker holdem", 3, (
        _STOCK,
        CardField("board", later("Board"), "spread", (0, 0, 5, 1), tidied=True, tells=("board",)),
        CardField("shown", _SHOWN, "spread", (0, 1, 2, 1), tidied=True, tells=_SHOW),
        *_given_up(_TO_GIVE_UP, 2, 2 / 3),
    ), may=_SHOW_OR_GIVE_UP, follows=_DRAWN),
    CardMat("spectrump", 4, (
        _STOCK,
        CardField("trick", later("Trick"), "spread", (0, 0, 4, 2), tidied=True),
    ), may=dict.fromkeys(("LEAD", "FOLLOW"), ("trick",))),
    CardMat("spectrumo", 5, (
        _STOCK,
        replace(_DISCARD, tidied=True, tells=("turn", "play")),
        _said_by_a_card("drawn", later("Drawn: lay the card here, face down"), 3, "{seat}: draw"),
        _said_by_a_card("passed", later("Pass: lay a card here, face down"), 2, "{seat}: pass"),
        CardField("shown", _SHOWN, "spread", (0, 1, 6, 1), tidied=True, tells=_SHOW),
    ), may=dict.fromkeys(("PLAY", "FOLLOW", "LAST_CARD"), _DISCARD_OR_STOCK), specials=True),
    CardMat("spectrum_500", 7, (
        _STOCK,
        replace(_DISCARD, tells=("turn", "discard")),
        CardField("meld", _MELD, "spread", (0, 0, 4, 1), tidied=True, tells=("meld", "lay", "show")),
        *map(_added_to, range(1, ADDING_PLACES + 1)),
        *map(_called, range(1, MOST_CALLERS + 1)),
        _said_by_a_card("declined", later("No more cards: lay one here, face down"), 5, "{seat}: decline", row=1),
    ), may=dict.fromkeys(("DRAW", "DRAW_OR_CALL", "TAKE_OR_END"), _DISCARD_OR_STOCK)
        | {"MELD_IT": ("meld", "add"), "MELD_OR_DISCARD": ("meld", "add", "discard")}),
    CardMat("spectrum_solitaire", 8, (
        *chain.from_iterable(map(_tableau, range(1, COLUMNS * ROWS + 1))),
        CardField("home", later("Home"), "pile", (COLUMNS, 0, 1, 1), tidied=True, tells=("put",)),
        CardField("waste", later("Turned"), "pile", (COLUMNS, 1, 1, 1), tells=("turn", "flip", "put")),
    )),
    CardMat("spectrum_cribbage", 6, (
        _STOCK,
        CardField("starter", later("Starter"), "spread", (4, 0, 1, 1), tidied=True, tells=("starter",)),
        CardField("crib:1", _CRIB, "closed", (0, 0, 1, 1), tidied=True),
        CardField("crib:2", _CRIB, "closed", (1, 0, 1, 1), tidied=True),
        _pegged(1),
        _pegged(2),
        CardField("shown", _COUNTED, "spread", (0, 1, 6, 1), tidied=True, tells=_SHOW),
    ), may={"CRIB": ("crib",), "PLAY": ("played",)}, follows={"COUNT_HAND": "show"}),
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


def has_specials(fields: tuple[CardField, ...]) -> bool:
    """Whether the game with these fields has cards without a number; one without fields may."""
    return not fields or any(mat.specials for mat in CARD_MATS if mat.fields == fields)


def field_at(
    fields: Iterable[CardField], play: Area, xy: tuple[float, float], *, back: bool = False
) -> CardField | None:
    """The field that a card with its middle here, mm of the mat, lies in; None beside all of them. ``back``: what it
    shows, as closed cards may have a field of their own where open ones have another."""
    there = [field for field in fields if _holds(field.area(play), xy)]
    closed = [field for field in there if field.lies == "closed"]
    opened = [field for field in there if field.lies != "closed"]
    field = next(iter((closed or opened) if back else (opened or closed)), None)
    return field if field is None or not field.by_place or _in_middle(field.area(play), xy) else None


def _holds(area: Area, xy: tuple[float, float]) -> bool:
    x, y, width, height = area
    return x <= xy[0] < x + width and y <= xy[1] < y + height


def _in_middle(area: Area, xy: tuple[float, float]) -> bool:
    x, y, width, height = area
    return abs(xy[0] - x - width / 2) <= PART / 2 * width and abs(xy[1] - y - height / 2) <= PART / 2 * height


def named(fields: Iterable[CardField], spot: Spot) -> CardField | None:
    """The field that games call so."""
    return next((field for field in fields if spot and field.spot == spot), None)


def lying(
    fields: Sequence[CardField], before: Sequence[SeenCard], seen: Sequence[SeenCard], taken_off: int = WHOLE_PILE
) -> tuple[SeenCard, ...]:
    """What lies on the table: the cards that are seen, and those that others of a pile cover. ``before``: what lay
    there; ``taken_off``: how many cards of a pile are gone at most where an earlier one seems to be its top again. A
    closed pile is one, however many backs of it are seen."""
    closed = {field.spot for field in fields if field.lies == "closed"}
    seen = [card for n, card in enumerate(seen) if card.place not in closed or card not in seen[:n]]
    spots = {field.spot for field in fields if field.lies == "pile"}
    covered: list[SeenCard] = []
    surely = {(card.may_be[0], card.place) for card in seen if len(card.may_be) == 1 and card.may_be[0].number}
    moved = {face for face, _ in surely}  # of a number card there is one: what is seen elsewhere lies in no pile
    before = [card for card in before if card.may_be[0] not in moved or (card.may_be[0], card.place) in surely]
    for spot in sorted(spots):
        pile, tops = [card for card in before if card.place == spot], [c for c in seen if c.place == spot]
        covered += _covered(pile, tops, taken_off)
    return (*covered, *seen)


def _covered(pile: Sequence[SeenCard], seen: Sequence[SeenCard], taken_off: int) -> Sequence[SeenCard]:
    """The cards of a pile, lowest first, that lie under those seen. What comes lies on all the others; where the top is
    one that lay in the pile, those above it are gone."""
    if not seen:
        return ()
    if not unmatched(pile[-len(seen) :], seen, eq):  # side by side as they lay there, also those in doubt
        return pile[: -len(seen)]
    above = {n: len(pile) - 1 - n for n in range(len(pile))}
    held = [
        n
        for n, card in enumerate(pile)
        if above[n] <= taken_off and any(_lay_there(card, other, top=not above[n]) for other in seen)
    ]
    if len(held) < len(seen):
        return [card for n, card in enumerate(pile) if n not in held]
    return [card for n, card in enumerate(pile[: max(held)]) if n not in held]


def _lay_there(card: SeenCard, other: SeenCard, *, top: bool) -> bool:
    """Whether one that is seen lay in the pile. Those under the top come to light where what covered them is taken,
    so a card in doubt is a new one sooner than one of these."""
    return may_be_one(card, other) if top else card == other and len(card.may_be) == 1


def may_be_one(card: SeenCard, other: SeenCard) -> bool:
    """Whether two sightings may be of the same card, wherever it lies."""
    return not set(card.may_be).isdisjoint(other.may_be)
