"""``tablelight bench piece-road``: from a piece that is put down to light on the board, through every real part."""

import json
import tempfile
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.core.events import Move
from engine.core.registry import random_player_of
from tablelight.bench.players import table_of
from tablelight.bench.road import spread

if TYPE_CHECKING:
    from tablelight.bench.switch_table import SwitchTable

_CARRIED_S = 0.4  # how long a piece is in the hand
_SETTLES_S = 1.6  # after a move: it has counted, and every light it lights is lit


def piece_road(
    moves: Annotated[int, typer.Option(help="How many moves to measure.", min=1)] = 20,
    game: Annotated[str, typer.Option(help="A game whose pieces stand on switches.")] = "spectrum",
    as_json: Annotated[bool, typer.Option("--json", help="End with one JSON line.")] = False,
) -> None:
    """Move pieces on the simulated switches, and time until the device itself reports the lights that stay."""
    from tablelight.bench.switch_table import SwitchTable

    with tempfile.TemporaryDirectory() as folder:
        table = SwitchTable(Path(folder), game)
        try:
            figures = _measure(table, game, moves)
        finally:
            table.close()
    typer.echo(json.dumps(figures) if as_json else _words(figures))


def _measure(road: "SwitchTable", game: str, moves: int) -> dict[str, Any]:
    from tablelight.referee.inputs import EnterEvent
    from tablelight.referee.piece_places import owners

    table, random = road.table, Random(1)
    time.sleep(3)
    road.hand(owners(road.match) or (), down=True)
    time.sleep(_SETTLES_S)
    lit: list[float] = []
    moved = dark = 0
    while moved < moves and not table.snapshot.referee.match.over:
        match = table.snapshot.referee.match
        play, state = match.game, match.state
        shown = table_of(game)(play, state, random) if play.awaiting(state).actor == "table" else None
        event = shown or random_player_of(game).choose(play, state, random)
        after = play.result(state, event)
        if not isinstance(event, Move) or play.board_of(state).keys() == play.board_of(after).keys():
            table.tell(EnterEvent(str(event)))
            continue
        moved += 1
        took = _carried(road, {*play.board_of(state)}, {*play.board_of(after)}, event.spots()[-1])
        lit += [took * 1000] if took is not None else []
        dark += took is None
    return {"game": game, "moves": moved, "lights_unchanged": dark, "down_to_lights_ms": spread(lit)}


def _carried(road: "SwitchTable", before: set[str], after: set[str], landing: str) -> float | None:
    """Move pieces from where they stand to where they shall, and give the seconds from the last one being put down
    until the lights are as they stay; None where they are as before."""
    captured = {landing} & before
    road.hand(before - after | captured, down=False)
    time.sleep(_CARRIED_S)
    was = road.lit()
    road.hand(after - before | (captured & after), down=True)
    down, seen = time.monotonic(), []
    while time.monotonic() < down + _SETTLES_S:
        seen.append((time.monotonic() - down, road.lit()))
        time.sleep(0.002)
    stays = seen[-1][1]
    return None if stays == was else next(at for at, lights in seen if lights == stays)


def _words(figures: dict[str, Any]) -> str:
    return (
        f"{figures['moves']} moves, {figures['lights_unchanged']} of them lit nothing else\n"
        f"piece put down to lights on the device: {figures['down_to_lights_ms']} ms"
    )
