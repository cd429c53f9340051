"""``tablelight read pips``: dotted dice in any picture, without mat or teaching."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tablelight.cli.dice import read_app

if TYPE_CHECKING:
    from vision.pips.readings import PipReading


@read_app.command("pips")
def read_pips(
    pictures: Annotated[list[Path], typer.Argument(help="Pictures to read.")],
    mat: Annotated[bool, typer.Option("--mat", help="Read only what lies in the play area of the mat.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """Read dice with dots. The exit status is 1 only when not one picture could be read."""
    from vision.camera.frames import load_picture
    from vision.errors import VisionError
    from vision.pips.on_mat import MatPipReader
    from vision.pips.reader import PipReader
    from vision.pips.readings import PipReading
    from vision.readings import Trouble

    reader = MatPipReader() if mat else PipReader()
    useful = False
    for picture in pictures:
        try:
            reading = reader.read(load_picture(picture))
            useful = useful or reading.registered or not mat
        except VisionError as error:
            reading = PipReading(troubles=(Trouble("unreadable", str(error)),))
        typer.echo(json.dumps(reading.to_json(picture.name)) if as_json else in_words(picture.name, reading))
    if not useful:
        raise typer.Exit(1)


def in_words(name: str, reading: "PipReading") -> str:
    """One line for people: what lies there, unsure dice with what they may be, and what stands in the way."""
    dice = [
        str(die.top) if die.top is not None else "unsure (" + " or ".join(str(n) for n, _ in die.candidates[:2]) + ")"
        for die in reading.dice
    ]
    said = ", ".join(dice) or ("" if reading.troubles else "no dice with dots")
    return f"{name}: {' '.join([said, *(trouble.message for trouble in reading.troubles)]).strip()}"
