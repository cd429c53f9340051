"""What a board is drawn from and what a tap on it means: values only, nothing of the service.

Every board module has pure functions from a ``BoardScene`` (what one viewer may know, and what this browser has picked
up) to SVG or HTML (``Markup``), or to a ``Touch``.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from markupsafe import Markup

from engine import texts
from engine.components.hues import Hue
from engine.core.events import Event, Move, Seat
from engine.core.game import Game
from engine.core.verdict import Verdict
from engine.texts.language import later, tr
from tablelight.web.components.tokens import SEAT_HUES

PAGE = "@page"
"""The source of what the page itself drew by lot, so that the record tells it from dice on the table."""


@dataclass(frozen=True)
class BoardScene:
    """One viewer's sight of a game.

    ``state``: the state as the viewer may know it. ``viewer``: the seat whose phone this is; None: nobody's.
    ``movers``: the seats this browser may move for; None: all of them. ``chosen``: what was tapped and waits for the
    next tap; ``kept``: nobody tapped it, it was moved just before. ``lying``: dice, cards or tiles named so far.
    ``wrong``: spots that the last refused tap was about.
    """

    game: Game[Any, Any]
    state: Any
    seats: tuple[str, ...]
    viewer: Seat | None = None
    movers: tuple[Seat, ...] | None = None
    may_act: bool = False
    chosen: tuple[str, ...] = ()
    kept: bool = False
    lying: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """Every legal move a tap here can make, worked out once."""
        every = self.game.moves(self.state)
        return tuple(move for move in every if self.movers is None or move.seat in self.movers)

    @property
    def mover(self) -> Seat | None:
        return self.game.mover(self.state)

    @property
    def actor(self) -> Seat:
        """In whose name a tap speaks: whoever is next, where this browser may move for them; else its own seat."""
        seats = self.game.awaiting(self.state).seats
        due = self.mover if self.mover is not None else seats[0] if seats else 0
        if not self.movers or due in self.movers:
            return due
        return self.viewer if self.viewer is not None else self.movers[0]

    @property
    def acts_here(self) -> bool:
        """Whether this browser may move for somebody who is due, or nobody is."""
        seats = self.game.awaiting(self.state).seats
        return self.movers is None or not seats or any(seat in self.movers for seat in seats)

    @property
    def over(self) -> bool:
        return self.game.awaiting(self.state).actor == "nobody"

    def attempt(self, event: Event, then: tuple[str, ...] = (), hint: str = "") -> "Touch":
        """The touch of an event: played when it is legal, else the referee's reason and ``hint``; ``then`` stays."""
        verdict = self.game.judge(self.state, event)
        if verdict.ok:
            return Touch(play=str(event), chosen=then)
        return Touch(why=verdict, hint=hint, chosen=self.chosen)

    def explain(self, verdict: Verdict) -> str:
        """A refusal as a sentence."""
        why = texts.explain(self.game.name, verdict, self.seats)
        return why[:1].upper() + why[1:]


@dataclass(frozen=True, slots=True)
class Touch:
    """What a tap comes to: an event's text to play, a reason why not, or only something ``chosen``.

    ``chosen``: what is picked up afterwards. ``hint``: what would be legal, in a sentence.
    """

    chosen: tuple[str, ...] = ()
    play: str = ""
    why: Verdict | None = None
    hint: str = ""


@dataclass(frozen=True, slots=True)
class AwaitedItems:
    """What the table should show now, to be named item by item, or drawn by lot.

    ``palette``: what the next item may be, given those before; an item that lies there twice is listed twice.
    ``event``: the text of all items. ``face``: how an item looks, tappable with ``act``. ``title``: what to tap next.
    ``lot``: how an item is drawn by lot, where that is not any of the palette alike.
    """

    count: int
    palette: Callable[[tuple[str, ...]], Sequence[str]]
    event: Callable[[tuple[str, ...]], str]
    face: Callable[[str, str], Markup]
    by_lot: str = later("Roll for me")
    title: Callable[[tuple[str, ...]], str] = lambda items: tr("Tap what was rolled")
    lot: Callable[[Random], str] | None = None

    def draw(self, rng: Random) -> str:
        """The event's text with every item drawn by lot; its source says so."""
        items: tuple[str, ...] = ()
        for _ in range(self.count):
            items = (*items, self.lot(rng) if self.lot else rng.choice(self.palette(items)))
        return f"{self.event(items)} {PAGE}"


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """One game's board. ``draw``: its SVG; ``touch``: what a tap on a place means; ``wanted``: dice and draws;
    ``tray``: what lies beside the board; ``card``: what a player has, for the row of players;
    ``hues``: the colours of the seats' pieces."""

    draw: Callable[[BoardScene], Markup]
    touch: Callable[[BoardScene, str], Touch]
    card: Callable[[BoardScene, Seat], Markup]
    wanted: Callable[[BoardScene], AwaitedItems | None] = lambda scene: None
    tray: Callable[[BoardScene], Markup] = lambda scene: Markup()
    hues: Callable[[BoardScene], tuple[Hue, ...]] = lambda scene: SEAT_HUES
