"""``tablelight bench games``: random games of every kind to their end; how many, how long, how fast."""

import json
import statistics
import time
from collections import Counter
from dataclasses import asdict, dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Annotated

import typer

from engine.core.registry import names

if TYPE_CHECKING:
    from tablelight.bench.players import Setup

MOST_EVENTS = 100_000
"""A random game that is not over by then is counted as one without an end."""


@dataclass(slots=True)
class GamesTally:
    """What became of some random games of one kind."""

    setup: str
    games: int = 0
    endless: int = 0
    seconds: float = 0.0
    lengths: list[int] = field(default_factory=list)
    winners: Counter[int] = field(default_factory=Counter)
    """How many games had so many winners."""
    ends: Counter[str] = field(default_factory=Counter)
    """How many games ended by which rule."""


def games(
    game: Annotated[str, typer.Option(help="Only the games whose name has this in it.")] = "",
    count: Annotated[int, typer.Option(min=1, help="How many of each game, shared among its variants.")] = 20,
    seed: Annotated[int, typer.Option(help="Where the dice begin.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """Play random games of every kind to their end: games, events in a game, and games a second."""
    endless, wanted = 0, shares(game, count)
    if not wanted:
        typer.echo(f"No game's name has '{game}' in it; there are {', '.join(names())}.", err=True)
        raise typer.Exit(1)
    for setup, share in wanted:
        played = play(setup, share, seed)
        endless += played.endless
        typer.echo(json.dumps(as_values(played)) if as_json else line(played))
    if endless:
        typer.echo(f"{endless} games did not end within {MOST_EVENTS:,} events.", err=True)
        raise typer.Exit(1)


def shares(wanted: str, count: int) -> list[tuple["Setup", int]]:
    """The setups of the wanted games, each with its share of the games."""
    from tablelight.bench.players import SETUPS

    found = [setup for setup in SETUPS if wanted == setup.name] or [setup for setup in SETUPS if wanted in setup.name]
    variants = Counter(setup.name for setup in found)
    return [(setup, -(-count // variants[setup.name])) for setup in found]


def play(setup: "Setup", count: int, seed: int) -> GamesTally:
    """So many random games of one kind, each with its own dice."""
    from engine.core.registry import random_player_of
    from tablelight.bench.players import events

    ended_by = random_player_of(setup.name).ended_by
    played = GamesTally(f"{setup.name}, {setup.seats} seats, {setup.edition} {setup.options or ''}".strip())
    for number in range(count):
        start, length = time.perf_counter(), 0
        for game, state, event in events(setup, Random(seed + number), MOST_EVENTS):  # noqa: B007 - the last is used
            length += 1
        end = game.result(state, event)
        played.games += 1
        played.seconds += time.perf_counter() - start
        played.lengths.append(length)
        played.endless += game.awaiting(end).actor != "nobody"
        played.winners[len(game.winners(end))] += 1
        played.ends["NO END" if game.awaiting(end).actor != "nobody" else ended_by(game, end, event)] += 1
    return played


def as_values(played: GamesTally) -> dict[str, object]:
    """The same as JSON takes it; ``asdict`` would make a Counter's numbers into pairs."""
    counts = {"winners": dict(played.winners), "ends": dict(played.ends)}
    return {**asdict(replace(played, winners=Counter(), ends=Counter())), **counts}


def line(played: GamesTally) -> str:
    """One kind of game in a line: how many, how long, how fast, and how many winners they had."""
    length = f"{statistics.median(played.lengths):7,.0f} events ({min(played.lengths)} to {max(played.lengths):,})"
    speed = (
        f"{played.games / played.seconds:8,.1f} a second, {1e6 * played.seconds / sum(played.lengths):5.0f} us an event"
    )
    winners = ", ".join(f"{games} with {count}" for count, games in sorted(played.winners.items()))
    ends = ", ".join(f"{games} by {why}" for why, games in played.ends.most_common())
    return f"{played.games:5} games  {length}  {speed}  winners: {winners}  ends: {ends}  {played.setup}"
