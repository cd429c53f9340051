"""``tablelight bench engine``: how fast the rules answer, game by game."""

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules
from typing import Annotated

import typer

Case = tuple[str, Callable[[], object]]

_LEAST_S = 0.25
"""Each case is repeated at least this long."""


def engine(
    game: Annotated[str, typer.Option(help="Only the games whose name has this in it.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """Lists of moves, verdicts, steps and whole random games, in microseconds, and the time to import the engine."""
    for label, case in all_cases(game):
        median, best, runs = timed(case)
        if as_json:
            typer.echo(json.dumps({"case": label, "us_median": median, "us_best": best, "runs": runs}))
        else:
            typer.echo(f"{label:70} {median:12,.1f} us   (best {best:,.1f}; {1e6 / median:,.0f} a second)")
    imported = import_ms()
    typer.echo(
        json.dumps({"case": "import", "ms": imported}) if as_json else f"{'import engine.match':70} {imported:9.0f} ms"
    )


def all_cases(wanted: str = "") -> list[Case]:
    """The cases of every game that has some, from the modules ``engine_<game>`` beside this one."""
    import tablelight.bench as here

    names = sorted(m.name for m in iter_modules(here.__path__) if m.name.startswith("engine_") and wanted in m.name)
    from tablelight.bench import along

    return [case for name in names for case in import_module(f"tablelight.bench.{name}").cases()] + along.cases(wanted)


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


def import_ms() -> float:
    """How long a fresh Python takes to import the engine, in milliseconds, without its own start; best of five."""
    code = "import time; t = time.perf_counter(); import engine.match; print(time.perf_counter() - t)"
    runs = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout) for _ in range(5)
    ]
    return min(runs) * 1000
