"""Where a game of SIXCHEX Spectrum stands."""

from dataclasses import dataclass

from engine.core.events import Seat
from engine.games.sixchex_spectrum.board import parity


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
