"""``tablelight doctor``: is everything well, and what is to be done where it is not?"""

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from firmware_bridge.diagnosis import CheckupFinding
    from vision.camera.camera import Camera


def doctor(
    settings: Annotated[Path | None, typer.Option(help="Settings file; by default the one in the data folder.")] = None,
    simulated: Annotated[bool, typer.Option("--simulated", help="Look at a simulated board and camera.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """Look at camera, light board, switches, disk, record and power; say line by line what is well and what to do.

    Ends with 0 when all is well, with 1 when there is something to do.
    """
    from contextlib import ExitStack

    from firmware_bridge.board_maps import BoardMap, BoardMapError
    from tablelight.setup.doctor import check_up
    from tablelight.setup.paths import data_folder
    from tablelight.setup.settings_file import load, settings_path

    chosen, problems = load(settings or settings_path())
    well, camera = True, None
    with ExitStack() as stack:
        if simulated:
            from firmware_bridge.simulated.board import SimulatedDevice

            try:
                lights = BoardMap.load(chosen.board.map).lights
            except BoardMapError:
                lights = 108
            device = stack.enter_context(SimulatedDevice(lights))
            chosen = replace(chosen, board=replace(chosen.board, port=device.port, device_id=""))
            camera = simulated_camera()
        for finding in check_up(chosen, data_folder(), problems, camera):
            well = well and finding.ok
            typer.echo(json.dumps(asdict(finding)) if as_json else line(finding))
    if not well:
        raise typer.Exit(1)


def simulated_camera() -> "Camera":
    """A camera over a drawn table."""
    import time

    from tablelight.demo import Lens
    from vision.camera.camera import Camera
    from vision.simulation import ROLL_AND_COLOR, SimulatedCamera, SimulatedTable

    drawn = SimulatedCamera(SimulatedTable(ROLL_AND_COLOR, seed=1), size=(1280, 720))
    return Camera("on the simulated table", lambda: Lens(drawn, time.monotonic), time.monotonic)


def line(finding: "CheckupFinding") -> str:
    """One finding as people read it."""
    return f"{'ok  ' if finding.ok else 'look'} {finding.what:12} {finding.sentence}"
