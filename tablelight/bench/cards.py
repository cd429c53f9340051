"""``tablelight bench cards DIR``: teach and read a labelled folder of cards; count right, asked, missed and silent.

``tablelight bench cards --invented 10`` does the same with decks, tables and lamps made up on the spot.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tablelight.bench.sheet import write_sheet

if TYPE_CHECKING:
    import numpy as np

    from vision.cards.readings import CardInSight

    Deck = tuple[str, list, Iterator[tuple[dict[str, Any], np.ndarray]]]

_DRAWS = 6
_MATCH_PX = 90.0
_TILE = 220
_VERDICTS = ("right", "asked", "missed", "silent", "refused")


def cards(
    folder: Annotated[Path | None, typer.Argument(help="A folder with labels.json and its pictures.")] = None,
    invented: Annotated[int, typer.Option(help="So many invented decks instead, six draws each.")] = 0,
    sheet: Annotated[Path | None, typer.Option(help="Where to write the contact sheet (PNG).")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object at the end.")] = False,
) -> None:
    """Teach every deck of a labelled folder, read its draws, and count by kind, deck and lamp."""
    from vision.errors import VisionError

    if (folder is None) == (invented < 1):
        typer.echo("Name a folder of labelled pictures, or ask for invented decks: --invented 10.", err=True)
        raise typer.Exit(1)
    counts: Counter[tuple[str, str, str]] = Counter()
    times: dict[str, list[float]] = defaultdict(list)
    tiles: list[np.ndarray] = []
    try:
        for name, lessons, draws in _folder_decks(folder) if folder else _invented_decks(invented):
            _bench_deck(name, lessons, draws, counts, times, tiles)
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


def _invented_decks(count: int) -> "Iterator[Deck]":
    import numpy as np

    from vision.cards.lessons import CardLesson, NamedCard
    from vision.cards.readings import card_json
    from vision.training.cards.tables import CardPicture, InventedTable

    def entry(name: str, picture: CardPicture) -> dict[str, Any]:
        lying = [{**card_json(one.card, one.card is None), "corners_px": one.corners.tolist()} for one in picture.cards]
        return {"image": name, "lamp": picture.lamp, "fan": picture.fan, "cards": lying}

    for seed in range(count):
        table = InventedTable(np.random.default_rng(seed))
        name = f"invented-{seed}"
        lessons = [
            CardLesson(
                shown.image,
                tuple(NamedCard(c.card, tuple(c.corners.mean(0)), tuple(c.corners[0])) for c in shown.cards),
                f"{name}, picture {k + 1}",
            )
            for k, shown in enumerate(table.lessons())
        ]
        pictures = (table.draw() for _ in range(_DRAWS))
        yield name, lessons, ((entry(f"{name}-{k}", p), p.image) for k, p in enumerate(pictures))


def _bench_deck(
    name: str, lessons: list, draws: "Iterator[tuple[dict, np.ndarray]]", counts: Counter, times: dict, tiles: list
) -> None:
    from vision.cards.reader import CardReader
    from vision.cards.teaching import teach_cards
    from vision.errors import TeachingError

    try:
        reader = CardReader(teach_cards(lessons))
    except TeachingError as error:
        counts["deck", name, "refused"] += 1
        typer.echo(f"{name} is not taught: {error}", err=True)
        return
    for entry, image in draws:
        reading = reader.read(image)
        times["whole"].append(reading.ms)
        for stage, ms in reading.stages.items():
            times[stage].append(ms)
        for kind, verdict, at, words in judged(entry, reading.cards):
            for table in (("kind", kind), ("deck", name), ("lamp", entry.get("lamp", ""))):
                counts[(*table, verdict)] += 1
            if verdict != "right":
                tiles.append(_tile(image, at, f"{verdict}: {words}", entry["image"]))


def judged(entry: dict[str, Any], seen: "tuple[CardInSight, ...]") -> list[tuple[str, str, Any, str]]:
    """(kind, verdict, place in px, words) for every labelled card and every "ok" card that is none.

    Nearest pairs first, 90 px at most.
    """
    truth = [(_middle(card["corners_px"]), card) for card in entry["cards"]]
    pairs = sorted(
        (((at[0] - s.center_px[0]) ** 2 + (at[1] - s.center_px[1]) ** 2) ** 0.5, i, j)
        for i, (at, _) in enumerate(truth)
        for j, s in enumerate(seen)
    )
    partner: dict[int, int] = {}
    for off, i, j in pairs:
        if off <= _MATCH_PX and i not in partner and j not in partner.values():
            partner[i] = j
    out = []
    for i, (at, card) in enumerate(truth):
        read = seen[partner[i]] if i in partner else None
        kind = "fan" if entry.get("fan") else "back" if card["back"] else "special" if card["special"] else "card"
        out.append((kind, _verdict(card, read), at, f"{_name(card)} / {_words_of(read)}"))
    for j, read in enumerate(seen):
        if j not in partner.values() and read.status == "ok":
            out.append(("card", "silent", read.center_px, f"nothing / {_words_of(read)}"))
    return out


def _middle(corners: Any) -> tuple[float, float]:
    return sum(p[0] for p in corners) / 4, sum(p[1] for p in corners) / 4


def _verdict(card: dict[str, Any], read: "CardInSight | None") -> str:
    from vision.cards.readings import card_from_json

    if read is None:
        return "missed"
    if read.status != "ok":
        return "asked"
    return "right" if read.card == card_from_json(card) else "silent"


def _name(card: dict[str, Any]) -> str:
    from vision.cards.readings import card_from_json, words

    return words(card_from_json(card))


def _words_of(read: "CardInSight | None") -> str:
    from vision.cards.readings import words

    if read is None:
        return "-"
    if not read.candidates:
        return f"{read.status}, some card"
    card, chance = read.candidates[0]
    return f"{read.status} {words(card)} {chance:.2f}"


def _tile(image: "np.ndarray", at: Any, words: str, name: str) -> "np.ndarray":
    import cv2

    height, width = image.shape[:2]
    x, y = (int(min(max(at[k], _TILE // 2), side - _TILE // 2)) for k, side in ((0, width), (1, height)))
    half = _TILE // 2
    tile = image[y - half : y + half, x - half : x + half].copy()
    for line, text in enumerate((name, words)):
        for ink, thick in (((0, 0, 0), 3), ((255, 255, 255), 1)):
            cv2.putText(tile, text, (3, 12 + 13 * line), cv2.FONT_HERSHEY_SIMPLEX, 0.36, ink, thick, cv2.LINE_AA)
    return tile


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
