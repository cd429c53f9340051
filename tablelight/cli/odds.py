"""``tablelight odds``: exact odds, counted and never sampled."""

import json
from enum import StrEnum
from typing import Annotated

import typer

odds = typer.Typer(no_args_is_help=True, help="Exact odds of cards and dice, computed here and now.")


class Centres(StrEnum):
    """Which hues five cards may share a shade around: the six primary ones, or all twelve."""

    primary = "primary"
    all12 = "all12"


class Climb(StrEnum):
    """How the hues of a Spectrum Straight may lie: up or down the wheel, up alone, or in any order."""

    updn = "updn"
    up = "up"
    set = "set"


AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


@odds.command()
def poker(
    as_json: AsJson = False,
    shade_centres: Annotated[Centres, typer.Option(help="What five cards may share.")] = Centres.primary,
    spectrum_straight: Annotated[Climb, typer.Option(help="How the hues of a Spectrum Straight lie.")] = Climb.updn,
    every_hand: Annotated[bool, typer.Option(help="Rank all 481,008,528 hands one by one; takes minutes.")] = False,
) -> None:
    """How many five-card hands have each rank, and the order that gives beside the printed one."""
    from engine.games.spectrum_poker.odds import counts, hands, rarest_first
    from engine.games.spectrum_poker.ranks import PRINTED, ranker
    from tablelight.odds.poker import count_every_hand

    if every_hand:
        counted = count_every_hand(ranker("printed", shade_centres.value, spectrum_straight.value))
    else:
        counted = counts(shade_centres.value, spectrum_straight.value)
    order = rarest_first(counted)
    rows = [
        {
            "rank": category.value,
            "hands": counted[category],
            "probability": counted[category] / hands(),
            "printed_place": PRINTED.index(category) + 1,
            "statistical_place": order.index(category) + 1,
        }
        for category in PRINTED
    ]
    total = sum(counted.values())
    if as_json:
        typer.echo(json.dumps({"hands": total, "ranks": rows, "statistical_order": [c.value for c in order]}))
        return
    _print_poker(rows, [c.value for c in order], total)


def _print_poker(rows: list[dict[str, object]], order: list[str], total: int) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"All {total:,} hands of five cards, strongest first", box=box.SIMPLE, padding=(0, 1, 0, 0))
    table.add_column("", justify="right")
    table.add_column("as printed", no_wrap=True)
    table.add_column("hands", justify="right", no_wrap=True)
    table.add_column("one in", justify="right", no_wrap=True)
    table.add_column("by the odds", no_wrap=True)
    table.add_column("moves", justify="right", no_wrap=True)
    printed = [str(row["rank"]) for row in rows]
    for place, (row, name) in enumerate(zip(rows, order, strict=True), start=1):
        here = int(str(row["hands"]))
        one_in = f"{total / here:,.1f}" if here else "never"
        moved = printed.index(name) + 1 - place
        table.add_row(str(place), printed[place - 1], f"{here:,}", one_in, name, f"{moved:+d}" if moved else "")
    Console().print(table)
    Console().print("Hands and chances belong to the printed name on the same line.")


@odds.command(name="roll-and-color")
def roll_and_color(
    as_json: AsJson = False,
    wrap: Annotated[bool, typer.Option(help="Runs may go on from purple-red to red.")] = True,
) -> None:
    """How often one roll of nine dice reaches each cell of the sheet, and what it is worth on average."""
    from engine.games.roll_and_color.odds import outcomes, table

    total, found = outcomes(), table(wrap=wrap)
    if as_json:
        expected = {row: points / total for row, points in found.points.items()}
        told = {"rolls": total, "rows": found.cells, "expected": expected, "expected_best": found.best / total}
        typer.echo(json.dumps(told))
        return
    _print_rolls(found.cells, found.points, total, found.best)


def _print_rolls(rows: dict[str, dict[int | str, int]], points: dict[str, int], total: int, best_total: int) -> None:
    from rich.console import Console
    from rich.table import Table

    from engine.components.hues import Hue
    from engine.texts import name_of

    table = Table(title=f"One roll of nine dice: {total:,} equally likely rolls")
    for heading in ("row", "best cell: rolls that reach it", "points on average"):
        table.add_column(heading, justify="right" if heading.startswith("points") else "left")
    for row, cells in rows.items():
        # All secondaries are alike, and all primaries.
        if row in Hue.__members__ and row not in ("R", "RO"):
            continue
        reached = "  ".join(f"{cell or 'none'}:\N{NO-BREAK SPACE}{ways:,}" for cell, ways in cells.items())
        table.add_row(name_of("roll_and_color", row), reached, f"{points[row] / total:.6f}")
    console = Console()
    console.print(table)
    console.print(f"Best row of an empty sheet: {best_total / total:.6f} points on average.")
