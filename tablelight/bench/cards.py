"""``tablelight bench cards DIR``: teach and read a labelled folder of cards; count right, asked, missed and silent."""

import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tablelight.bench.sheet import write_sheet

if TYPE_CHECKING:
    import numpy as np

    from vision.cards.seen import CardInSight

_MATCH_PX = 90.0
_TILE = 220
_VERDICTS = ("right", "asked", "missed", "silent")


def cards(
    folder: Annotated[Path, typer.Argument(help="A folder with labels.json and its pictures.")],
    sheet: Annotated[Path | None, typer.Option(help="Where to write the contact sheet (PNG).")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object at the end.")] = False,
) -> None:
    """Teach every deck of a labelled folder, read its draws, and count by kind, deck and lamp."""
    from tablelight.commands.eyes import read_labels
    from vision.errors import VisionError

    counts: Counter[tuple[str, str, str]] = Counter()
    times: dict[str, list[float]] = defaultdict(list)
    tiles: list[np.ndarray] = []
    try:
        labels = read_labels(folder / "labels.json")
        for deck in sorted({str(entry.get("set", "")) for entry in labels}):
            _bench_deck(folder, [e for e in labels if e.get("set", "") == deck], counts, times, tiles)
    except (VisionError, ValueError, KeyError) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from None
    _print(counts, times, as_json)
    if sheet and tiles:
        write_sheet(sheet, tiles, across=6)
        typer.echo(f"{len(tiles)} cards asked about, missed or wrong: {sheet}", err=as_json)


def _bench_deck(folder: Path, entries: list[dict[str, Any]], counts: Counter, times: dict, tiles: list) -> None:
    from tablelight.commands.cards import card_lessons
    from vision.cards.reader import CardReader
    from vision.cards.teach import teach_cards
    from vision.frames import load_picture

    taught = [folder / entry["image"] for entry in entries if entry["kind"] == "teach"]
    reader = CardReader(teach_cards(card_lessons(taught, folder / "labels.json")))
    for entry in entries:
        if entry["kind"] != "draw":
            continue
        image = load_picture(folder / entry["image"])
        reading = reader.read(image)
        times["whole"].append(reading.ms)
        for name, ms in reading.stages.items():
            times[name].append(ms)
        for kind, verdict, at, words in judged(entry, reading.cards):
            for table in (("kind", kind), ("deck", entry.get("set", "")), ("lamp", entry.get("lamp", ""))):
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
        said = seen[partner[i]] if i in partner else None
        kind = "fan" if entry.get("fan") else "back" if card["back"] else "special" if card["special"] else "card"
        out.append((kind, _verdict(card, said), at, f"{_name(card)} / {_said(said)}"))
    for j, said in enumerate(seen):
        if j not in partner.values() and said.status == "ok":
            out.append(("card", "silent", said.center_px, f"nothing / {_said(said)}"))
    return out


def _middle(corners: Any) -> tuple[float, float]:
    return sum(p[0] for p in corners) / 4, sum(p[1] for p in corners) / 4


def _verdict(card: dict[str, Any], said: "CardInSight | None") -> str:
    from vision.cards.seen import card_from_json

    if said is None:
        return "missed"
    if said.status != "ok":
        return "asked"
    return "right" if said.card == card_from_json(card) else "silent"


def _name(card: dict[str, Any]) -> str:
    from vision.cards.seen import card_from_json, words

    return words(card_from_json(card))


def _said(said: "CardInSight | None") -> str:
    from vision.cards.seen import words

    if said is None:
        return "-"
    card, chance = said.candidates[0]
    return f"{said.status} {words(card)} {chance:.2f}"


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
        for row, said in rows.items():
            total = max(sum(said.values()), 1)
            typer.echo(f"  {row:12}" + "".join(f"{said[v]:8} {100 * said[v] / total:5.1f} %" for v in _VERDICTS))
    for name, (middle, most) in stages.items():
        typer.echo(f"{name:8} {middle:7.1f} ms   95 %: {most:.1f} ms")
