"""Parts of the page that only few games have; a game's page module names them in its ``PANELS``."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.core.events import Entry, Event
from engine.core.match import Match
from tablelight.web.components.dice import Die
from tablelight.web.viewer import Shown


def nothing(_shown: Shown) -> Any:
    """No such part."""
    return ""


@dataclass(frozen=True, slots=True)
class Rerolls:
    """Dice that lie on the table, are taken up by tapping, and are thrown again.

    ``dice``: those of a state, cubes first; ``in_hand``: which of them somebody has taken up, by their number.
    ``sizes``: fewest and most dice of each reroll that is open; none where none may be taken up. ``picks``: the HTML
    below the dice.
    """

    dice: Callable[[Any], list[Die]]
    in_hand: Callable[[Any], set[int]]
    sizes: Callable[[Shown], Sequence[tuple[int, int]]]
    picks: Callable[[Shown], Any] = nothing


@dataclass(frozen=True, slots=True)
class Panels:
    """What a page module may add; each part gives HTML.

    ``above``: stands above the list of legal moves, such as cards shown to the eyes of their seat alone. ``play``:
    stands in its place, such as a score sheet; ``play(shown, may_write=...)`` has to offer every move itself.
    ``rerolls``: dice that are thrown again. ``written``: the row of a sheet that an event fills, so that the log tells
    it with its points; empty where it fills none. ``highlights``: what moves go for (``Game.liked``) that is worth
    watching again, the best first. ``laid``: what a move lays on the board, as it lies there; None where a sentence
    says it.
    """

    above: Callable[[Shown], Any] = nothing
    play: Callable[..., Any] | None = None
    rerolls: Rerolls | None = None
    written: Callable[[Event], str] = lambda event: ""
    highlights: tuple[str, ...] = ()
    laid: Callable[[Match, Entry], Any] = lambda match, event: None
