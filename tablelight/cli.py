"""The command line: ``tablelight --help``."""

import typer

from tablelight.bench.link import link as bench_link
from tablelight.commands.hands import board

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    help="Referee, score and record games played with real dice, cards and pieces.",
)
bench = typer.Typer(no_args_is_help=True, help="Measure on this machine; numbers, never verdicts.")
app.add_typer(bench, name="bench")
app.command()(board)
bench.command("link")(bench_link)


def main() -> None:
    app()
