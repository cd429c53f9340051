"""``tablelight serve``: the service at a real table."""

from pathlib import Path
from typing import Annotated

import typer


def serve(
    settings: Annotated[Path | None, typer.Option(help="Settings file; by default the one in the data folder.")] = None,
    port: Annotated[
        int | None, typer.Option(help="Port of the page, instead of the one in the settings.", min=1, max=65535)
    ] = None,
) -> None:
    """Referee a real table: camera, board and page, as the settings say."""
    from dataclasses import replace

    from tablelight.assembly import build
    from tablelight.service import CannotServe
    from tablelight.service import serve as run
    from tablelight.setup.lock import InUse, sole_user
    from tablelight.setup.logs import say_readably
    from tablelight.setup.paths import data_folder
    from tablelight.setup.settings_file import load, settings_path

    say_readably()
    chosen, problems = load(settings or settings_path())
    if settings is not None and not settings.exists():
        problems = (f"There is no settings file {settings}; the defaults are used.",)
    if port is not None:
        chosen = replace(chosen, page=replace(chosen.page, port=port))
    try:
        with sole_user(data_folder()):
            service = build(chosen, data_folder(), problems)
            service.context.settings_path = settings or settings_path()
            run(service, lambda: typer.echo(f"The table is open: {service.context.surroundings.join_url}"))
    except (CannotServe, InUse) as why:
        typer.echo(str(why), err=True)
        raise typer.Exit(1) from why
