"""``tablelight settings``: the settings with their explanations, printed or written to their file."""

from pathlib import Path
from typing import Annotated

import typer


def settings(
    settings: Annotated[Path | None, typer.Option(help="Settings file; by default the one in the data folder.")] = None,
    write: Annotated[bool, typer.Option("--write", help="Write it to its file instead of printing it.")] = False,
) -> None:
    """Show every setting with what it is about; with --write, put that into the settings file.

    What is set stays set. A file that you wrote yourself is kept beside the new one.
    """
    from tablelight.setup.settings_file import as_toml, load, save, settings_path

    path = settings or settings_path()
    chosen, problems = load(path)
    for problem in problems:
        typer.echo(problem, err=True)
    if not write:
        typer.echo(as_toml(chosen), nl=False)
        return
    try:
        save(path, chosen)
    except OSError as error:
        typer.echo(f"The settings cannot be written to {path} ({error.strerror}).", err=True)
        raise typer.Exit(1) from error
    typer.echo(f"Written: {path}. Change it with any editor; it counts from the next start.")
