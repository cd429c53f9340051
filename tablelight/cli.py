"""The command line: ``tablelight --help``. Commands import what is heavy only when they run."""

import typer

from tablelight.commands import eyes

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    help="Referee, score and record games played with real dice, cards and pieces.",
)
bench = typer.Typer(no_args_is_help=True, help="Measure on this machine; numbers, never verdicts.")
app.add_typer(bench, name="bench")
eyes.register(app)


def main() -> None:
    app()
