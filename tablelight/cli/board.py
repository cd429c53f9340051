"""``tablelight board``: is the light board there, and what does it say of itself?"""

import json
import time
from dataclasses import asdict
from typing import Annotated

import typer

from tablelight.cli.doctor import line


def board(
    port: Annotated[str, typer.Option(help="The board's port, or auto.")] = "auto",
    map_name: Annotated[str, typer.Option("--map", help="A shipped board map's name, or a TOML file.")] = "spectrum",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """Look for the light board and say line by line what is well and what to do."""
    from firmware_bridge.diagnosis import examine

    well = True
    for finding in examine(port, map_name, deadline=time.monotonic() + 4):
        well = well and finding.ok
        typer.echo(json.dumps(asdict(finding)) if as_json else line(finding))
    if not well:
        raise typer.Exit(1)
