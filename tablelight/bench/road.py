"""``tablelight bench road``: from dice that lie still to light on the board, through every real part."""

import json
import tempfile
import time
from pathlib import Path
from typing import Annotated, Any

import typer


def road(
    rolls: Annotated[int, typer.Option(help="How many rolls to measure.", min=1)] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="End with one JSON line.")] = False,
) -> None:
    """Roll at the simulated table and time camera, reading, rules, record and the device's own report of its lights."""
    from tablelight.demo import build_demo
    from tablelight.setup.settings import Settings

    with tempfile.TemporaryDirectory() as folder:
        service, put_away = build_demo(Settings(), Path(folder), seed=1)
        try:
            assert service.eyes is not None
            service.eyes.start()
            figures = _measure(service, rolls)
        finally:
            service.close()
            put_away()
    typer.echo(json.dumps(figures) if as_json else _words(figures))


def _measure(service: Any, rolls: int) -> dict[str, Any]:
    from engine.core.match import Match
    from tablelight.referee.inputs import Dismiss, EnterEvent

    table, hands = service.table, service.context.hands
    time.sleep(2)
    table.new_match(Match.new("roll_and_color", [f"Player {n + 1}" for n in range(1 + rolls // 24)]))
    since_still: list[float] = []
    since_read: list[float] = []
    asked = 0
    for number in range(rolls):
        before = len(table.snapshot.referee.match.log)
        hands.roll()
        still = hands.still_at()
        counted = _wait(lambda at=before: len(table.snapshot.referee.match.log) > at, still + 8)
        if counted is None:
            asked += 1
            table.tell(Dismiss())
            continue
        lit = _wait(lambda: _shows(service), counted + 5)
        if lit is not None:
            since_still.append((lit - still) * 1000)
            since_read.append((lit - counted) * 1000)
        state = table.snapshot.referee.match.state
        row = next(row for row in table.snapshot.referee.game.best_rows(state))
        table.tell(EnterEvent(f"score {row}"))
        time.sleep(0.5 + 0.07 * (number % 10))
    return {
        "rolls": rolls,
        "counted": len(since_still),
        "asked": asked,
        "still_to_lights_ms": spread(since_still),
        "counted_to_lights_ms": spread(since_read),
    }


def _wait(done: Any, until: float) -> float | None:
    """When ``done`` came true (monotonic seconds); None when it did not in time."""
    while time.monotonic() < until:
        if done():
            return time.monotonic()
        time.sleep(0.001)
    return None


def _shows(service: Any) -> bool:
    """Whether the device says that it shows the dice that count: their arms lit, the others dark."""
    from engine.components.hues import Hue

    state = service.table.snapshot.referee.match.state
    shown, _ = service.lights.shown("spectrum")
    return bool(shown) and all(any(shown[f"{hue.name}1"]) == (state.counts[hue] > 0) for hue in Hue)


def spread(values: list[float]) -> dict[str, float]:
    """The middle and the slow end of some times; empty where there are none."""
    values = sorted(values)
    if not values:
        return {}
    return {"p50": round(values[len(values) // 2], 1), "p95": round(values[int(len(values) * 0.95)], 1)}


def _words(figures: dict[str, Any]) -> str:
    return (
        f"{figures['counted']} of {figures['rolls']} rolls counted by themselves, {figures['asked']} asked about\n"
        f"dice lie still to lights on the device: {figures['still_to_lights_ms']} ms\n"
        f"counted to lights on the device:        {figures['counted_to_lights_ms']} ms"
    )
