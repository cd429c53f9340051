"""``tablelight bench cards DIR``: teach and read a labelled folder of cards; count right, asked, missed and silent.

``tablelight bench cards --invented 10`` does the same with decks, tables and lamps made up on the spot, and
``--families`` with decks of very many designs, of families that nothing was learned or chosen from (``families``).
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tablelight.bench.card_verdicts import answered, invented_deck, judged, tile
from tablelight.bench.sheet import write_sheet

if TYPE_CHECKING:
    import numpy as np

    from vision.cards.deck_plan import DeckPlan
    from vision.cards.ink_errors import InkError

    Deck = tuple[str, list, Iterator[tuple[dict[str, Any], np.ndarray]]]

_DRAWS = 6
_VERDICTS = ("right", "asked", "missed", "silent", "refused")


def cards(
    folder: Annotated[Path | None, typer.Argument(help="A folder with labels.json and its pictures.")] = None,
    invented: Annotated[int, typer.Option(help="So many invented decks instead, six draws each.")] = 0,
    sheet: Annotated[Path | None, typer.Option(help="Where to write the contact sheet (PNG).")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object at the end.")] = False,
    families: Annotated[bool, typer.Option("--families", help="Decks of invented families instead.")] = False,
    split: Annotated[str, typer.Option(help="Of which families: learned, chosen or judged.")] = "judged",
    decks: Annotated[int, typer.Option(help="How many decks of families.")] = 36,
    fonts: Annotated[Path | None, typer.Option(help="A folder of fonts to letter families in.")] = None,
    deck: Annotated[
        str, typer.Option(help="Which invented decks: spectrum, four-colours, phases, playing-cards.")
    ] = "spectrum",
    answers: Annotated[
        bool, typer.Option("--answers", help="One evening: people say what cards in doubt are, sure ones help, too.")
    ] = False,
    results: Annotated[Path | None, typer.Option(help="Where to write the families' numbers and fonts (JSON).")] = None,
) -> None:
    """Teach every deck of a labelled folder, read its draws, and count by kind, deck and lamp."""
    from vision.cards.deck_plan import READY_MADE
    from vision.errors import VisionError

    if (folder is not None) + (invented > 0) + families != 1:
        typer.echo("Name a folder of labelled pictures, or ask for invented decks: --invented 10.", err=True)
        raise typer.Exit(1)
    if families:
        from tablelight.bench.families import bench_families

        bench_families(split, decks, fonts, results, sheet)
        return
    plan = READY_MADE.get(deck)
    if plan is None:
        typer.echo(f"No decks are called '{deck}'; there are {', '.join(READY_MADE)}.", err=True)
        raise typer.Exit(1)
    counts: Counter[tuple[str, str, str]] = Counter()
    times: dict[str, list[float]] = defaultdict(list)
    tiles: list[np.ndarray] = []
    try:
        for name, lessons, draws in _folder_decks(folder) if folder else _invented_decks(invented, plan):
            _bench_deck(name, lessons, draws, counts, times, tiles, plan, answers)
    except (VisionError, ValueError, KeyError) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from None
    _print(counts, times, as_json)
    if sheet and tiles:
        write_sheet(sheet, tiles, across=6)
        typer.echo(f"{len(tiles)} cards asked about, missed or wrong: {sheet}", err=as_json)


def _folder_decks(folder: Path) -> "Iterator[Deck]":
    from tablelight.cli.cards import card_lessons
    from tablelight.cli.dice import read_labels
    from vision.camera.frames import load_picture

    labels = read_labels(folder / "labels.json")
    for deck in sorted({str(entry.get("set", "")) for entry in labels}):
        own = [entry for entry in labels if entry.get("set", "") == deck]
        taught = [folder / entry["image"] for entry in own if entry["kind"] == "teach"]
        draws = ((e, load_picture(folder / e["image"])) for e in own if e["kind"] == "draw")
        yield deck, card_lessons(taught, folder / "labels.json"), draws


def _invented_decks(count: int, plan: "DeckPlan") -> "Iterator[Deck]":
    import numpy as np

    from vision.training.cards.tables import InventedTable
    from vision.training.families.other_decks import other_deck

    for seed in range(count):
        name = f"invented-{seed}"
        look = None if plan.ours else other_deck(plan, seed)
        lessons, draws = invented_deck(name, InventedTable(np.random.default_rng(seed), look, plan), _DRAWS)
        yield name, lessons, draws


def _bench_deck(
    name: str,
    lessons: list,
    draws: "Iterator[tuple[dict, np.ndarray]]",
    counts: Counter,
    times: dict,
    tiles: list,
    plan: "DeckPlan",
    answers: bool,
) -> None:
    """``answers``: draws are one evening's: each is read by what those before it surely showed, and by what people then
    said the cards in doubt are."""
    from vision.cards.ink_errors import MOST
    from vision.cards.reader import CardReader
    from vision.cards.sure_inks import SureInks
    from vision.cards.teaching import teach_cards
    from vision.errors import TeachingError

    try:
        reader = CardReader(teach_cards(lessons, plan))
    except TeachingError as error:
        counts["deck", name, "refused"] += 1
        typer.echo(f"{name} is not taught: {error}", err=True)
        return
    told: list[InkError] = []
    sure = SureInks()
    for entry, image in draws:
        reading = reader.read(image)
        times["whole"].append(reading.ms)
        for stage, ms in reading.stages.items():
            times[stage].append(ms)
        for kind, verdict, at, words in judged(entry, reading.cards, plan):
            for table in (("kind", kind), ("deck", name), ("lamp", entry.get("lamp", ""))):
                counts[(*table, verdict)] += 1
            if verdict != "right":
                tiles.append(tile(image, at, f"{verdict}: {words}", entry["image"]))
        if answers:
            told = [*told, *answered(entry, reading.cards, plan)][-MOST:]
            sure.see(reading.cards)
            reader.learn([*told, *sure.known])


def _print(counts: Counter, times: dict[str, list[float]], as_json: bool) -> None:
    import numpy as np

    stages = {name: [float(np.percentile(ms, p).round(1)) for p in (50, 95)] for name, ms in times.items()}
    tables: dict[str, dict[str, dict[str, int]]] = {}
    for table, row in sorted({(table, row) for table, row, _ in counts}):
        tables.setdefault(table, {})[row] = {verdict: counts[table, row, verdict] for verdict in _VERDICTS}
    if as_json:
        typer.echo(json.dumps({**tables, "ms": stages}))
        return
    for table, rows in tables.items():
        typer.echo(f"{table:14}" + "".join(f"{verdict:>16}" for verdict in _VERDICTS))
        for row, read in rows.items():
            total = max(sum(read.values()), 1)
            typer.echo(f"  {row:12}" + "".join(f"{read[v]:8} {100 * read[v] / total:5.1f} %" for v in _VERDICTS))
    for name, (middle, most) in stages.items():
        typer.echo(f"{name:8} {middle:7.1f} ms   95 %: {most:.1f} ms")
