"""What can happen at a Spectrum board: dice and cards are shown, pawns move, captured pawns are placed."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from engine.components.hues import Hue
from engine.components.lights import Spot
from engine.core.events import Fact, Move, Seat
from engine.games.spectrum.board import STOCK_NAME
from engine.games.spectrum.rolls import canonical_name


@lru_cache(maxsize=5000)
def _in_a_row(dice: tuple[Hue, ...]) -> str:
    """Kept, as the few hundred rolls of cubes come again and again."""
    return " ".join(hue.name for hue in dice)


@dataclass(frozen=True, slots=True)
class DiceRolled(Fact):
    """The tray shows these dice; they have no order."""

    kind: ClassVar[str] = "roll"
    dice: tuple[Hue, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "dice", tuple(sorted(self.dice)))

    def text(self) -> str:
        """The dice in a row: ``R G``."""
        return _in_a_row(self.dice)

    def words(self) -> str:
        return "roll " + self.text()


@dataclass(frozen=True, slots=True)
class HandDrawn(Fact):
    """These cards lie open as this turn's hand, when cards are played as dice: ``R1``, swap cards as ``R<>G``."""

    kind: ClassVar[str] = "draw"
    cards: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(sorted(map(canonical_name, self.cards))))

    def text(self) -> str:
        """The cards in a row: ``G3 R1``."""
        return " ".join(self.cards)

    def words(self) -> str:
        return "draw " + self.text()


@dataclass(frozen=True, slots=True)
class Choose(Move):
    """The player says which dice, or which cards, are used: ``G G B B``."""

    kind: ClassVar[str] = "choose"
    what: str

    def words(self) -> str:
        return f"choose {self.what}"


@dataclass(frozen=True, slots=True)
class PawnMove(Move):
    """One pawn moves: a step, a jump, an entry, or a whole move.

    ``origin``: a space or ``OFF``, the stock. ``path``: every space moved over or onto, jumped ones included.
    """

    kind: ClassVar[str] = "go"
    origin: Spot
    path: tuple[Spot, ...]
    jumped: tuple[Spot, ...] = ()

    def words(self) -> str:
        steps = [f"({spot})" if spot in self.jumped else spot for spot in self.path]
        return ">".join([self.origin, *steps])

    def spots(self) -> tuple[str, ...]:
        return (*([] if self.origin == STOCK_NAME else [self.origin]), *self.path)


@dataclass(frozen=True, slots=True)
class PlaceCaptive(Move):
    """A captured pawn goes to an entry space, or to its owner's stock (``OFF``)."""

    kind: ClassVar[str] = "place"
    to: Spot

    def words(self) -> str:
        return f"place {self.to}"

    def spots(self) -> tuple[str, ...]:
        return () if self.to == STOCK_NAME else (self.to,)


@dataclass(frozen=True, slots=True)
class Swap(Move):
    """A swap card is played: the pawns on two spaces trade places."""

    kind: ClassVar[str] = "swap"
    a: Spot
    b: Spot

    def words(self) -> str:
        return f"swap {self.a} {self.b}"

    def spots(self) -> tuple[str, ...]:
        return (self.a, self.b)


@dataclass(frozen=True, slots=True)
class EndTurn(Move):
    """The player ends the turn, or passes when nothing can move."""

    kind: ClassVar[str] = "done"

    def words(self) -> str:
        return "done"


@dataclass(frozen=True, slots=True)
class Surrender(Move):
    """Instead of rolling, a pawn goes back to stock."""

    kind: ClassVar[str] = "surrender"
    pawn: Spot

    def words(self) -> str:
        return f"surrender {self.pawn}"

    def spots(self) -> tuple[str, ...]:
        return (self.pawn,)


@dataclass(frozen=True, slots=True)
class PlayStopped(Fact):
    """The table agreed to stop here."""

    kind: ClassVar[str] = "stop"

    def words(self) -> str:
        return "stop"


@dataclass(frozen=True, slots=True)
class Valued(Fact):
    """Weighted colours: the twelve values, from red clockwise."""

    kind: ClassVar[str] = "values"
    values: tuple[int, ...]

    def words(self) -> str:
        return "values " + " ".join(str(v) for v in self.values)


@dataclass(frozen=True, slots=True)
class SetupDealt(Fact):
    """Cards come to a player before the first turn: shotgun spaces, a mission, or portals. ``??`` is face down."""

    kind: ClassVar[str] = "deal"
    to: Seat
    cards: tuple[str, ...]

    def words(self) -> str:
        return f"deal {self.to + 1} " + " ".join(self.cards)

    def visible_to(self, seat: Seat | None) -> "SetupDealt":
        return self if seat == self.to or self.face_up else replace(self, cards=("??",) * len(self.cards))

    @property
    def face_up(self) -> bool:
        """Shotgun cards lie open; their numbers are 1 to 3, those of missions and portals 3 to 7."""
        return sum(card[-1:] in "12" for card in self.cards) == 4


@dataclass(frozen=True, slots=True)
class ShotRolled(Fact):
    """Shotgun start: two twelve-sided dice name where pawns begin; at a re-roll only the dice thrown again."""

    kind: ClassVar[str] = "shotgun"
    dice: tuple[Hue, ...]

    def words(self) -> str:
        return "shotgun " + " ".join(hue.name for hue in self.dice)


@dataclass(frozen=True, slots=True)
class PickHues(Move):
    """Shotgun start: after a double the player picks two free colours."""

    kind: ClassVar[str] = "pick"
    hues: tuple[Hue, ...]

    def words(self) -> str:
        return "pick " + " ".join(hue.name for hue in self.hues)


@dataclass(frozen=True, slots=True)
class Declare(Move):
    """A player shows the mission and claims to stand on five of its spaces."""

    kind: ClassVar[str] = "declare"
    cards: tuple[str, ...]

    def words(self) -> str:
        return "declare " + " ".join(self.cards)


@dataclass(frozen=True, slots=True)
class Activate(Move):
    """A player shows a portal whose space holds a pawn."""

    kind: ClassVar[str] = "portal"
    card: Spot

    def words(self) -> str:
        return f"portal {self.card}"

    def spots(self) -> tuple[str, ...]:
        return (self.card,)


@dataclass(frozen=True, slots=True)
class Send(Move):
    """Of the two portals drawn the player shows one, where the pawn goes; ``kept`` is the other, ``??`` if unseen."""

    kind: ClassVar[str] = "send"
    to: Spot
    kept: str = "??"

    def words(self) -> str:
        return f"send {self.to} keep {self.kept}"

    def visible_to(self, seat: Seat | None) -> "Send":
        return self if seat == self.seat else replace(self, kept="??")

    def spots(self) -> tuple[str, ...]:
        return (self.to,)


@dataclass(frozen=True, slots=True)
class PortalCards(Fact):
    """A player looks at portals from the deck: the two a used portal brings, or the one of a first star."""

    kind: ClassVar[str] = "portals"
    to: Seat
    cards: tuple[str, ...]

    def words(self) -> str:
        return f"portals {self.to + 1} " + " ".join(self.cards)

    def visible_to(self, seat: Seat | None) -> "PortalCards":
        return self if seat == self.to else replace(self, cards=("??",) * len(self.cards))


EVENTS = (
    DiceRolled, HandDrawn, Choose, PawnMove, PlaceCaptive, Swap, EndTurn, Surrender, PlayStopped, Valued, SetupDealt,
    ShotRolled, PickHues, Declare, Activate, PortalCards, Send,
)  # fmt: skip
"""Every kind of event, in the order in which they are listed to other programs."""
