"""``tablelight bench engine``: how fast the rules answer, game by game."""

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Annotated

import typer

Case = tuple[str, Callable[[], object]]
WholeGame = tuple[str, Callable[[], int]]
"""A label, and what plays a game to its end and tells how many events it took."""

_LEAST_S = 0.25
"""Each case is repeated at least this long."""
_LEAST_GAMES_S = 2.0
"""Each kind of game is played at least so long, and at least three times."""


def engine(
    game: Annotated[str, typer.Option(help="Only the games whose name has this in it.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """Lists of moves, verdicts and steps in microseconds, whole games a second, and the time to import the engine.

    A player of a whole game lists the moves of every position and takes one of them, as a simulation would: what is
    listed is not judged again. Games are timed by the processor's time, not by the clock.
    """
    for label, case in all_cases(game):
        median, best, runs = timed(case)
        if as_json:
            typer.echo(json.dumps({"case": label, "us_median": median, "us_best": best, "runs": runs}))
        else:
            typer.echo(f"{label:70} {median:12,.1f} us   (best {best:,.1f}; {1e6 / median:,.0f} a second)")
    for label, play in all_games(game):
        games, events, seconds = played(play)
        told = {"events": events / games, "us_event": seconds / events * 1e6, "games_s": games / seconds, "runs": games}
        typer.echo(json.dumps({"case": label, **told}) if as_json else game_line(label, told))
    imported = import_ms()
    typer.echo(
        json.dumps({"case": "import", "ms": imported})
        if as_json
        else f"{'import engine.core.match':70} {imported:9.0f} ms"
    )


def all_cases(wanted: str = "") -> list[Case]:
    """The cases of every game that has some."""
    from tablelight.bench import along

    return [case for module in _modules(wanted) for case in module.cases()] + along.cases(wanted)


def all_games(wanted: str = "") -> list[WholeGame]:
    """The whole games of every game that tells how many events its games take."""
    return [game for module in _modules(wanted) if hasattr(module, "games") for game in module.games()]


def _modules(wanted: str) -> list[ModuleType]:
    """The modules ``engine_<game>`` beside this one, of the wanted games."""
    import tablelight.bench as here

    names = sorted(m.name for m in iter_modules(here.__path__) if m.name.startswith("engine_") and wanted in m.name)
    return [import_module(f"tablelight.bench.{name}") for name in names]


def timed(case: Callable[[], object]) -> tuple[float, float, int]:
    """Median and best time of one call in microseconds, and how often it was called."""
    case()
    times: list[float] = []
    end = time.perf_counter() + _LEAST_S
    while time.perf_counter() < end or len(times) < 3:
        start = time.perf_counter()
        case()
        times.append((time.perf_counter() - start) * 1e6)
    return statistics.median(times), min(times), len(times)


def played(play: Callable[[], int]) -> tuple[int, int, float]:
    """Games, events in all of them, and seconds of processor time, after a first game that fills the tables."""
    play()
    games, events = 0, 0
    start = time.process_time()
    while time.process_time() - start < _LEAST_GAMES_S or games < 3:
        events += play()
        games += 1
    return games, events, time.process_time() - start


def game_line(label: str, told: dict[str, float]) -> str:
    """One kind of whole game in words."""
    return (
        f"{label:70} {told['us_event']:12,.1f} us an event, {told['events']:,.0f} events a game "
        f"({told['games_s']:,.1f} games a second)"
    )


def import_ms() -> float:
    """How long a fresh Python takes to import the engine, in milliseconds, without its own start; best of five."""
    code = "import time; t = time.perf_counter(); import engine.core.match; print(time.perf_counter() - t)"
    runs = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout) for _ in range(5)
    ]
    return min(runs) * 1000
