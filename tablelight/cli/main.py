"""The command line: ``tablelight --help``. Commands import what is heavy only when they run."""

import typer

from tablelight.bench.boards import boards as bench_boards
from tablelight.bench.cards import cards as bench_cards
from tablelight.bench.chart import chart as bench_chart
from tablelight.bench.engine import engine as bench_engine
from tablelight.bench.firmware import firmware as bench_firmware
from tablelight.bench.games import games as bench_games
from tablelight.bench.link import link as bench_link
from tablelight.bench.page import page as bench_page
from tablelight.bench.piece_road import piece_road as bench_piece_road
from tablelight.bench.pips import pips as bench_pips
from tablelight.bench.pyramids import pyramids as bench_pyramids
from tablelight.bench.road import road as bench_road
from tablelight.bench.stickers import stickers as bench_stickers
from tablelight.bench.tiles import tiles as bench_tiles
from tablelight.bench.vision import vision as bench_vision
from tablelight.bench.watch import watch as bench_watch
from tablelight.cli import cards as _cards  # noqa: F401  adds `teach cards` and `read cards`
from tablelight.cli import dice
from tablelight.cli import pips as _pips  # noqa: F401  adds `read pips`
from tablelight.cli.board import board
from tablelight.cli.demo import demo
from tablelight.cli.doctor import doctor
from tablelight.cli.film import film
from tablelight.cli.odds import odds
from tablelight.cli.printing import printing
from tablelight.cli.restore import restore
from tablelight.cli.rules import rules
from tablelight.cli.serve import serve
from tablelight.cli.settings import settings

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    help="Referee, score and record games played with real dice, cards and pieces.",
)
bench = typer.Typer(no_args_is_help=True, help="Measure on this machine; numbers, never verdicts.")
app.add_typer(bench, name="bench")
app.command()(serve)
app.command()(demo)
app.command()(rules)
dice.register(app)
bench.command("engine")(bench_engine)
bench.command("games")(bench_games)
bench.command("road")(bench_road)
bench.command("piece-road")(bench_piece_road)
bench.command("vision")(bench_vision)
bench.command("watch")(bench_watch)
bench.command("cards")(bench_cards)
bench.command("boards")(bench_boards)
bench.command("pyramids")(bench_pyramids)
bench.command("tiles")(bench_tiles)
bench.command("pips")(bench_pips)
bench.command("stickers")(bench_stickers)
bench.command("chart")(bench_chart)
app.add_typer(odds, name="odds")
app.add_typer(printing, name="print")
app.command()(film)
app.command()(board)
app.command()(doctor)
app.command()(restore)
app.command()(settings)
bench.command("link")(bench_link)
bench.command("page")(bench_page)
bench.command("firmware")(bench_firmware)


def main() -> None:
    """What the command ``tablelight`` runs."""
    app()
