"""``tablelight restore``: a damaged record comes back from its copies and from all that can still be read."""

from pathlib import Path
from typing import Annotated

import typer


def restore(
    copy: Annotated[
        Path | None, typer.Argument(help="A copy to go back to; by default all that can be read is put together.")
    ] = None,
    settings: Annotated[Path | None, typer.Option(help="Settings file; by default the one in the data folder.")] = None,
) -> None:
    """Bring a damaged record back from its copies and from what can still be read in it. Stop Tablelight first.

    The record so far is kept beside the new one, under another name.
    """
    from tablelight.assembly import record_copies
    from tablelight.session.record import RecordTrouble
    from tablelight.session.record.restoring import restore as run
    from tablelight.setup.lock import InUse, sole_user
    from tablelight.setup.paths import data_folder
    from tablelight.setup.settings_file import load, settings_path

    chosen, _ = load(settings or settings_path())
    data = data_folder()
    copies = record_copies(chosen, data)
    try:
        if copies is None:
            raise RecordTrouble("The record is in a database: bring it back with that database's own tools.")
        file = data / "record.db"
        sources = [copy] if copy is not None else [file, *(kept.file for kept in copies.kept())]
        with sole_user(data):
            done = run(file, sources)
    except (RecordTrouble, InUse) as why:
        typer.echo(str(why), err=True)
        raise typer.Exit(1) from why
    if done.nothing_to_do:
        typer.echo(f"The record is sound: {_games(done.sound)} written. Nothing was changed.")
        return
    typer.echo(f"The record was put together anew: {_games(done.sound)} written.")
    if done.damaged:
        typer.echo(f"{done.damaged} more could not be mended. The list of games says which; set them aside there.")
    if done.kept is not None:
        typer.echo(f"The record so far is kept as {done.kept}.")


def _games(count: int) -> str:
    return "1 game is as it was" if count == 1 else f"{count} games are as they were"
