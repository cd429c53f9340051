"""What a table of SIXCHEX Spectrum can choose, what can happen, and where a game stands."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from engine.core.events import Fact, Move, Seat
from engine.core.game import option
from engine.games.sixchex_spectrum.board import COLUMNS, parity


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table."""

    move_limit: int = option(
        0, "So many moves in a row without a capture end the game, and most coins win; 0: no limit (D-SIX-11)."
    )
    two_sides: Literal["short", "long"] = option(
        "short", "Where two players sit: at the sides of eight cards or at those of nine (D-SIX-09)."
    )


# ---- events


@dataclass(frozen=True, slots=True)
class Laid(Fact):
    """The 72 cards lie face up, row by row from the top left."""

    kind: ClassVar[str] = "lay"
    cards: tuple[str, ...]

    def words(self) -> str:
        rows = (self.cards[n : n + COLUMNS] for n in range(0, len(self.cards), COLUMNS))
        return "lay " + " / ".join(" ".join(row) for row in rows)


@dataclass(frozen=True, slots=True)
class StartRoll(Fact):
    """What those who are still to be compared threw, in the order of their seats: two dice each, or one (D-SIX-02)."""

    kind: ClassVar[str] = "start"
    dice: tuple[int, ...]

    def words(self) -> str:
        return f"start {' '.join(map(str, self.dice))}"


@dataclass(frozen=True, slots=True)
class Rolled(Fact):
    """The die of this turn."""

    kind: ClassVar[str] = "roll"
    die: int

    def words(self) -> str:
        return f"roll {self.die}"


@dataclass(frozen=True, slots=True)
class AgreedDraw(Fact):
    """Everybody who still has coins agrees to a draw."""

    kind: ClassVar[str] = "agree"

    def words(self) -> str:
        return "agree draw"


@dataclass(frozen=True, slots=True)
class TakeHome(Move):
    """The player takes a home colour."""

    kind: ClassVar[str] = "home"
    colour: str

    def words(self) -> str:
        return f"home {self.colour}"


@dataclass(frozen=True, slots=True)
class Go(Move):
    """A coin goes from a card to another; ``path`` is where it lands, or every card it steps on."""

    kind: ClassVar[str] = "move"
    start: str
    path: tuple[str, ...]

    def words(self) -> str:
        return f"move {self.start} {' '.join(self.path)}"

    def spots(self) -> tuple[str, ...]:
        return (self.start, *self.path)


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """No coin can go as far as the die says."""

    kind: ClassVar[str] = "pass"

    def words(self) -> str:
        return "pass"


# ---- the state


@dataclass(frozen=True, slots=True)
class State:
    """Where a game stands.

    ``cards``: what lies on each spot, empty until it is seen. ``homes``: each player's colour. ``contenders``: who is
    still to be compared for the start. ``die``: 0 before the roll. ``coins``: where each player's coins lie.
    ``quiet``: moves since the last capture. ``last``: the card on which coins were captured just now.
    """

    coins: tuple[tuple[str, ...], ...]
    homes: tuple[str, ...]
    contenders: tuple[Seat, ...]
    cards: tuple[str, ...] = ()
    to_move: Seat = 0
    die: int = 0
    quiet: int = 0
    last: str = ""
    over: bool = False
    agreed: bool = False

    @property
    def alive(self) -> tuple[Seat, ...]:
        """Who still has coins."""
        return tuple(seat for seat, coins in enumerate(self.coins) if coins)

    def halves(self, seat: Seat) -> tuple[int, int]:
        """How many coins a player has on either half of the board."""
        odd = sum(parity(spot) for spot in self.coins[seat])
        return len(self.coins[seat]) - odd, odd

    def apart(self) -> bool:
        """Two players are left and their coins can never meet (SIX-END-02)."""
        if len(self.alive) != 2:
            return False
        a, b = (self.halves(seat) for seat in self.alive)
        return all(not mine or not theirs for mine, theirs in zip(a, b, strict=True))
