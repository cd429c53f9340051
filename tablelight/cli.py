"""The command line: ``tablelight --help``."""

import typer

from tablelight.commands.odds import odds

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    help="Referee, score and record games played with real dice, cards and pieces.",
)
bench = typer.Typer(no_args_is_help=True, help="Measure on this machine; numbers, never verdicts.")
app.add_typer(bench, name="bench")
app.add_typer(odds, name="odds")


def main() -> None:
    app()
