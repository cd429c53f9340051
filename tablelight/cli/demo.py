"""``tablelight demo``: the whole thing without any hardware."""

from pathlib import Path
from typing import Annotated

import typer


def demo(
    port: Annotated[int, typer.Option(help="Port of the page.", min=1, max=65535)] = 8080,
    host: Annotated[str, typer.Option(help="0.0.0.0 lets phones in the same network join.")] = "127.0.0.1",
    data: Annotated[Path | None, typer.Option(help="Where the simulated table keeps its record.")] = None,
    seed: Annotated[int | None, typer.Option(help="Makes the dice fall the same way again.", min=0)] = None,
) -> None:
    """A simulated table: dice, camera and light board are drawn and played, everything else is real."""
    from tablelight.demo import build_demo
    from tablelight.service import CannotServe, serve
    from tablelight.setup.lock import InUse, sole_user
    from tablelight.setup.logs import say_readably
    from tablelight.setup.paths import data_folder
    from tablelight.setup.settings import PageSettings, Settings

    say_readably()
    folder = data or data_folder() / "demo"
    try:
        with sole_user(folder):
            service, put_away = build_demo(Settings(page=PageSettings(host, port)), folder, seed)
            shown = service.context.surroundings.join_url.replace("127.0.0.1", "localhost")
            try:
                serve(service, lambda: typer.echo(f"\n  Open {shown}\n  Stop with Ctrl+C\n"))
            finally:
                put_away()
    except (CannotServe, InUse) as why:
        typer.echo(str(why), err=True)
        raise typer.Exit(1) from why
