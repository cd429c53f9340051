"""What the options and the number of players make of a game of Spectrump (ST-SETUP-01)."""

from dataclasses import dataclass

from engine.core.errors import BadRules, out_of_range
from engine.core.events import Seat
from engine.core.language import Deferred
from engine.games.spectrump.options import Options
from engine.games.spectrump.tricks import DEALS


@dataclass(frozen=True, slots=True)
class SpectrumpSetup:
    """One table of Spectrump: its options, its players, and how the cards are dealt to them.

    ``sessions`` make a round, each deals every seat ``sets`` sets of ``set_size`` cards.
    """

    options: Options
    seats: int
    sessions: int
    sets: int
    set_size: int

    @classmethod
    def of(cls, options: Options, seats: int) -> "SpectrumpSetup":
        """The table of so many players. Raises BadRules where there is none."""
        if seats % 2:
            raise BadRules(Deferred("Spectrump is for 2, 4, 6 or 8 players, not {seats}", seats=seats))
        if options.partners and seats == 2:
            raise BadRules(Deferred("Spectrump: partners need at least 4 players"))
        if not 1 <= options.rounds <= 100:
            raise out_of_range("Spectrump", "rounds", 1, 100)
        if not 0 <= options.target <= 10_000:
            raise out_of_range("Spectrump", "target", 0, 10_000)
        sessions, sets, size = DEALS[options.deck, seats]
        nine = (options.deck, seats, options.eight_player_deal) == (144, 8, "nine")
        return cls(options, seats, sessions, sets, 9 if nine else size)

    @property
    def hand_size(self) -> int:
        """Cards a seat gets in one session."""
        return self.sets * self.set_size

    @property
    def highest(self) -> int:
        """The highest number in the deck."""
        return self.options.deck // 12

    @property
    def target(self) -> int:
        """The total that ends a game played to one (ST-END-01)."""
        return self.options.target or (200 if self.options.deck == 144 else 50)

    def team(self, seat: Seat) -> int:
        """The number of the seat's side; partners sit opposite each other (D-ST-18)."""
        return seat % (self.seats // 2) if self.options.partners else seat
