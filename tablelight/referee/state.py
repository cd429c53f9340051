"""What the referee remembers: the match, what is in doubt, and one small memory for each kind of thing on the table."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.components.cards import Card
from engine.components.lights import Spot
from engine.core.events import Entry, Seat
from engine.core.match import Match
from engine.core.verdict import Verdict
from engine.inference.held import Chances, Held
from engine.inference.observation import SeenCard
from tablelight.referee.dice_labels import LabelledDie
from tablelight.referee.doubts import Doubt
from tablelight.referee.inputs import Motion
from tablelight.referee.read_entries import ReadAt
from vision.dice.readings import SeenDie
from vision.pips.readings import SeenPips


@dataclass(frozen=True, slots=True)
class DiceMemory:
    """What is known of the dice with hues.

    ``accounted``: the dice at the last reading that was accounted for, as the camera saw them. ``labels``: what people
    said of some of them. ``confirmed``: what people said of dice in doubt that counted then; the dice reader learns
    from it. ``tumbled``: dice rolled since that reading. ``set_aside``: what was in doubt when they began to.
    """

    accounted: tuple[SeenDie, ...] = ()
    labels: tuple[LabelledDie, ...] = ()
    confirmed: tuple[LabelledDie, ...] = ()
    tumbled: bool = False
    set_aside: Doubt | None = None


@dataclass(frozen=True, slots=True)
class ConfirmedCard:
    """A card in doubt of which people said what it is. ``at``: its middle, mm of the mat; ``picture``: the number of
    the one that shows it; ``counted``: how long the log was once it counted."""

    card: Card
    at: tuple[float, float]
    picture: int
    counted: int


@dataclass(frozen=True, slots=True)
class CardMemory:
    """What is known of the cards. ``accounted``: those in view at the last reading that was accounted for; None before
    the first. ``piles``: the closed piles whose place tells something, as each was seen last. ``counted``: how long the
    log was then. ``confirmed``: the last one of which people said what it is; the card reader learns from it."""

    accounted: tuple[SeenCard, ...] | None = None
    piles: tuple[SeenCard, ...] = ()
    counted: int = 0
    confirmed: ConfirmedCard | None = None


@dataclass(frozen=True, slots=True)
class PipMemory:
    """What is known of the dice with dots.

    ``accounted``: those at the last reading that was accounted for. ``newest``: those at the last reading of all.
    ``tumbled``: dice rolled since the former.
    """

    accounted: tuple[SeenPips, ...] = ()
    newest: tuple[SeenPips, ...] = ()
    tumbled: bool = False


@dataclass(frozen=True, slots=True)
class PieceMemory:
    """What is known of the pieces on the board.

    ``occupied``: the spaces that held something when last observed; None before. ``judged``: the same when it was last
    accounted for or asked about. ``agreed``: whose piece stood where when board and game last agreed; None before they
    did. ``touched``: spaces whose switch changed since ``judged``; ``retouched``: those that did before the board came
    to look right again, while hands are still on it, or whose piece the camera saw touched where it stands. ``lifted``:
    spaces whose piece is in somebody's hand.
    ``why``: the mismatch that waits, with ``explanations`` to choose from. ``foreseen``: what counts once hands are
    off, if nothing more is moved; only the lights show it. ``ignored``: switches nobody believes just now.
    ``left_out``: the board plays no part. ``felt``: switches say what is occupied. ``whose``: whose piece the camera
    saw on a space, where it could tell; ``unclear``: spaces of which it could not tell anything; ``chances``: how
    likely spaces that may hold several things hold each. ``read_at``: where entries of the log were read from the
    board. ``again``: what was just taken off and set there again, and nothing else was touched.
    Of pyramids in yards, ``stood``: what each place held when sheet and game last agreed, None before; ``believed``:
    places that hold something else than the camera makes of them, as people say: as they look, and what they hold.
    """

    occupied: frozenset[Spot] | None = None
    judged: frozenset[Spot] | None = None
    agreed: Mapping[Spot, Seat] | None = None
    touched: frozenset[Spot] = frozenset()
    retouched: frozenset[Spot] = frozenset()
    lifted: tuple[Spot, ...] = ()
    why: Verdict | None = None
    explanations: tuple[tuple[Entry, ...], ...] = ()
    foreseen: tuple[Entry, ...] = ()
    ignored: frozenset[Spot] = frozenset()
    left_out: bool = False
    felt: bool = False
    whose: Mapping[Spot, Seat] = field(default_factory=dict)
    unclear: frozenset[Spot] = frozenset()
    chances: Chances = field(default_factory=dict)
    read_at: ReadAt = ()
    again: frozenset[Spot] = frozenset()
    stood: Mapping[Spot, Held] | None = None
    believed: Mapping[Spot, tuple[Held, Held]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RefereeState:
    """Everything the referee knows; a value. ``match`` is never changed in place: each step that adds to it forks it.

    ``doubt``: the reading that waits for people. ``refused``: why the last thing entered by hand did not count.
    ``motion``: what the camera's watcher said last; ``picture``: the number of the last picture it kept, 0 before.
    """

    match: Match
    doubt: Doubt | None = None
    refused: Verdict | None = None
    motion: Motion = "empty"
    picture: int = 0
    dice: DiceMemory = field(default_factory=DiceMemory)
    cards: CardMemory = field(default_factory=CardMemory)
    pips: PipMemory = field(default_factory=PipMemory)
    pieces: PieceMemory = field(default_factory=PieceMemory)

    @property
    def game(self) -> Any:
        """The match's game."""
        return self.match.game
