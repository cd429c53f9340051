"""``tablelight board``: is the light board there, and what does it say of itself?"""

import json
import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from firmware_bridge.doctor import Finding


def board(
    port: Annotated[str, typer.Option(help="The board's port, or auto.")] = "auto",
    map_name: Annotated[str, typer.Option("--map", help="A shipped board map's name, or a TOML file.")] = "spectrum",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """Look for the light board and say line by line what is well and what to do."""
    from firmware_bridge.doctor import examine

    findings = examine(port, map_name, deadline=time.monotonic() + 4)
    for finding in findings:
        typer.echo(json.dumps(asdict(finding)) if as_json else _line(finding))
    if not all(finding.ok for finding in findings):
        raise typer.Exit(1)


def _line(finding: "Finding") -> str:
    return f"{'ok  ' if finding.ok else 'look'} {finding.what:10} {finding.sentence}"
