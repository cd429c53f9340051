"""``tablelight film``: a saved game as an animated picture."""

import sys
from pathlib import Path
from typing import Annotated

import typer


def film(
    game: Annotated[
        Path, typer.Argument(help="A game that was saved on the page, with or without pictures; - reads it.")
    ],
    out: Annotated[Path, typer.Argument(help="The picture to write (GIF); - writes it to standard output.")],
) -> None:
    """Make an animated picture of a saved game: its board or its cards turn by turn, and everybody's points."""
    from tablelight.session.record import RecordTrouble, bundle, exchange
    from tablelight.session.replays import sound_match
    from tablelight.web.film.film import film as made_of
    from tablelight.web.replayed import WatchedMatch

    try:
        content = (sys.stdin.buffer if str(game) == "-" else game.open("rb")).read(bundle.MOST_BYTES + 1)
        if content.startswith(bundle.ZIP_BEGINS):
            content = bundle.unpacked(content).game
        saved = exchange.read(content)
        picture = made_of(WatchedMatch("", sound_match(saved), saved.created or 0.0))
        if str(out) == "-":
            sys.stdout.buffer.write(picture)
        else:
            out.write_bytes(picture)
    except (RecordTrouble, OSError) as why:
        typer.echo(str(why), err=True)
        raise typer.Exit(1) from why
