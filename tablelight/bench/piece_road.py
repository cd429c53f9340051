"""``tablelight bench piece-road``: from a piece that is put down to light on the board, through every real part."""

import json
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.components.lights import Spot
from engine.core.events import Move
from engine.core.registry import random_player_of
from engine.inference.held import Held
from firmware_bridge.drivers.page_board import by_spot, pixels
from tablelight.bench.players import table_of
from tablelight.bench.road import spread

if TYPE_CHECKING:
    from tablelight.bench.camera_table import CameraTable
    from tablelight.bench.switch_table import SwitchTable

_CARRIED_S = 0.4  # how long a piece is in the hand
_SETTLES_S = 1.6  # after a move: it has counted, and every light it lights is lit


def piece_road(
    moves: Annotated[int, typer.Option(help="How many moves to measure.", min=1)] = 20,
    game: Annotated[str, typer.Option(help="A game whose pieces stand on a board.")] = "spectrum",
    camera: Annotated[
        bool, typer.Option("--camera", help="A camera sees the pieces, and there are no switches.")
    ] = False,
    late: Annotated[int, typer.Option(help="So many pictures the camera's come late.", min=0)] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="End with one JSON line.")] = False,
) -> None:
    """Move pieces on simulated switches, or before the simulated camera, until its strip is told lights that stay."""
    from tablelight.bench.camera_table import CameraTable
    from tablelight.bench.switch_table import SwitchTable

    with tempfile.TemporaryDirectory() as folder:
        table = CameraTable(Path(folder), game, late) if camera else SwitchTable(Path(folder), game)
        try:
            figures = _measure(table, game, moves)
        finally:
            table.close()
    typer.echo(json.dumps(figures) if as_json else _words(figures))


def _measure(road: "SwitchTable | CameraTable", game: str, moves: int) -> dict[str, Any]:
    from tablelight.referee.inputs import EnterEvent
    from tablelight.referee.piece_places import held_on

    table, random = road.table, Random(1)
    time.sleep(3)
    road.stand(held_on(road.match))
    time.sleep(_SETTLES_S)
    lit: list[float] = []
    moved = dark = 0
    while moved < moves and not table.snapshot.referee.match.over:
        match = table.snapshot.referee.match
        play, state = match.game, match.state
        shown = table_of(game)(play, state, random) if play.awaiting(state).actor == "table" else None
        event = shown or random_player_of(game).choose(play, state, random)
        after_it = match.fork()
        after_it.add(event)
        before, after = held_on(match), held_on(after_it)
        if not isinstance(event, Move) or before.keys() == after.keys():
            table.tell(EnterEvent(str(event)))
            continue
        moved += 1
        took = _carried(road, before, after)
        lit += [took * 1000] if took is not None else []
        dark += took is None
    return {"game": game, "moves": moved, "lights_unchanged": dark, "down_to_lights_ms": spread(lit)}


def _carried(
    road: "SwitchTable | CameraTable", before: Mapping[Spot, Held], after: Mapping[Spot, Held]
) -> float | None:
    """Move pieces from where they stand to where they shall, and give the seconds from the last one being put down
    until the lights are as they stay; None where they are as before."""
    road.stand({spot: held for spot, held in before.items() if after.get(spot) == held})
    time.sleep(_CARRIED_S)
    was = _lit(road)
    road.stand(after)
    down, seen = time.monotonic(), []
    while time.monotonic() < down + _SETTLES_S:
        seen.append((time.monotonic() - down, _lit(road)))
        time.sleep(0.002)
    stays = seen[-1][1]
    return None if stays == was else next(at for at, lights in seen if lights == stays)


def _lit(road: "SwitchTable | CameraTable") -> frozenset[Spot]:
    """The spots at which the strip was last told to shine, as the device writes down."""
    shown = by_spot(road.board_map, pixels(road.device.showing()))
    return frozenset(spot for spot, rgb in shown.items() if any(rgb))


def _words(figures: dict[str, Any]) -> str:
    return (
        f"{figures['moves']} moves, {figures['lights_unchanged']} of them lit nothing else\n"
        f"piece put down to lights on the device: {figures['down_to_lights_ms']} ms"
    )
