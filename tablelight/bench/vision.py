"""``tablelight bench vision DIR``: read a labelled folder, and count right, asked and silently wrong.

``tablelight bench vision --invented 10`` does the same with dice, tables and lamps made up on the spot; with
``--split judged`` of families that nothing was learned from or chosen on. Every share has its 95 % interval.
"""

import json
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tablelight.bench.families import share
from tablelight.bench.invented_dice import invented_tables
from tablelight.bench.pairs import within
from tablelight.bench.sheet import write_sheet

if TYPE_CHECKING:
    import numpy as np

    from tablelight.bench.reliability import StatedChance
    from vision.dice.lessons import Lesson
    from vision.dice.markerless.reader import MarkerlessReader
    from vision.dice.markerless.taught import MarkerlessDice
    from vision.dice.reader import DiceReader
    from vision.dice.readings import SeenDie
    from vision.dice.taught import TaughtDice

_MATCH_PX = 40.0
_YARDSTICK = "jpeg + markers"
_TILE = 180


def vision(
    folder: Annotated[Path | None, typer.Argument(help="A folder with labels.json and its pictures.")] = None,
    invented: Annotated[
        int, typer.Option(help="So many invented tables instead: six rolls each, and two of leaning dice and clutter.")
    ] = 0,
    split: Annotated[
        str | None, typer.Option(help="Of which families the invented tables are: learned, chosen or judged.")
    ] = None,
    no_mat: Annotated[bool, typer.Option("--no-mat", help="The tables have no mat: trays and bare wood.")] = False,
    untaught: Annotated[bool, typer.Option("--untaught", help="Teach nothing; read by nominal hues.")] = False,
    sheet: Annotated[Path | None, typer.Option(help="Where to write the contact sheet (PNG).")] = None,
    reliability: Annotated[
        Path | None, typer.Option(help="Where to draw how far stated chances can be believed (SVG).")
    ] = None,
    worse: Annotated[int, typer.Option(help="Read every picture so often again in worse, invented light.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object at the end.")] = False,
) -> None:
    """Teach every table of a labelled folder, read its rolls, and print right, asked, missed and silently wrong.

    Times are one thread's own; beside them, of the same run, those of unpacking the JPEG and finding its markers."""
    import cv2

    from vision.errors import TeachingError, VisionError
    from vision.training.families.split import SPLITS

    if (folder is None) == (invented < 1):
        typer.echo("Name a folder of labelled pictures, or ask for invented tables: --invented 10.", err=True)
        raise typer.Exit(1)
    if split is not None and (split not in SPLITS or no_mat or not invented):
        typer.echo("Families of dice lie on mats: --invented 24 --split learned, chosen or judged.", err=True)
        raise typer.Exit(1)
    if no_mat and untaught:
        typer.echo("Without a mat only taught dice are read: leave out --untaught or --no-mat.", err=True)
        raise typer.Exit(1)
    cv2.setNumThreads(1)
    counts: Counter[tuple[str, str]] = Counter()
    stages: dict[str, list[float]] = defaultdict(list)
    tiles: list[np.ndarray] = []
    dice: list[StatedChance] = []
    try:
        for ours in _folder_tables(folder) if folder else invented_tables(invented, no_mat, split):
            try:
                reader = _bench_table(ours, untaught, no_mat, counts, stages, tiles)
            except TeachingError as error:
                if folder:
                    raise
                typer.echo(str(error), err=True)  # with pictures by chance that is a result, too
                continue
            if reliability:
                dice += _stated([e for e in ours if e["kind"] == "roll"], reader, worse)
    except (VisionError, ValueError, KeyError) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from None
    _print(counts, stages, as_json)
    if sheet and tiles:
        write_sheet(sheet, tiles, across=7)
        typer.echo(f"{len(tiles)} dice asked about, missed or wrong: {sheet}", err=as_json)
    if reliability:
        name = folder.name if folder else f"{invented} invented tables"
        _draw_reliability(reliability, dice, name, untaught, worse, as_json)


def _folder_tables(folder: Path) -> Iterator[list[dict[str, Any]]]:
    """The labels of each table, with the picture's ``file``."""
    from tablelight.cli.dice import read_labels

    labels = read_labels(folder / "labels.json")
    for table in sorted({str(entry.get("set", "")) for entry in labels}):
        ours = [entry for entry in labels if entry.get("set", "") == table]
        yield [{**entry, "file": folder / entry["image"]} for entry in ours]


def _stated(entries: list[dict[str, Any]], reader: "DiceReader | MarkerlessReader", worse: int) -> "list[StatedChance]":
    """What is stated of every flat die in the pictures, and in ``worse`` versions of each."""
    import numpy as np

    from tablelight.bench.reliability import StatedChance
    from tablelight.bench.reliability import worse as worsened
    from vision.camera.frames import load_picture

    out = []
    for entry in entries:
        image = load_picture(entry["file"])
        for again in range(worse + 1):
            rng = np.random.default_rng([again, *entry["image"].encode()])
            seen = reader.read(worsened(image, rng) if again else image).dice
            for i, j in _paired(entry["dice"], seen).items():
                truth, said = entry["dice"][i], seen[j]
                if truth["cocked"] or said.status == "cocked" or said.kind != truth["kind"]:
                    continue
                hue, chance = said.candidates[0]
                out.append(StatedChance(chance, hue.title == truth["top"], said.status == "ok"))
    return out


def _draw_reliability(
    file: Path, dice: "list[StatedChance]", name: str, untaught: bool, worse: int, as_json: bool
) -> None:
    from tablelight.bench.reliability import believed, drawn, steps

    often = {1: "once", 2: "twice"}.get(worse, f"{worse} times")
    how = f"{name}, {'not taught' if untaught else 'taught'}" + (f", and {often} in worse light" if worse else "")
    file.write_text(drawn(dice, f"How far a stated chance can be believed: {how}"))
    for step in steps(dice):
        typer.echo(f"stated {step.stated:7.2%}   right {step.right:5} of {step.count:5}", err=as_json)
    wrong, stated = believed(dice)
    typer.echo(f"of dice taken for sure: wrong {wrong:.2%}, by what was stated {stated:.2%}; {file}", err=as_json)


def _bench_table(entries, untaught, no_mat, counts, stages, tiles) -> "DiceReader | MarkerlessReader":
    from engine.components.hues import Hue
    from vision.camera.frames import load_picture
    from vision.dice.lessons import Lesson, NamedDie
    from vision.dice.markerless.reader import MarkerlessReader
    from vision.dice.reader import DiceReader

    lessons = []
    for entry in entries:
        if entry["kind"] == "teach" and not untaught:
            dice = tuple(NamedDie(d["kind"], Hue.parse(d["top"]), tuple(d["top_center_px"])) for d in entry["dice"])
            lessons.append(Lesson(load_picture(entry["file"]), dice, entry["image"]))
    if no_mat:
        reader: DiceReader | MarkerlessReader = MarkerlessReader(_taught_markerless(lessons))
    else:  # as at the table, nobody says how large the dice are
        reader = DiceReader(None if untaught else _taught(lessons, counts))
    for entry in entries:
        if entry["kind"] != "roll":
            continue
        image = load_picture(entry["file"])
        start = time.thread_time()
        reading = reader.read(image)
        stages["whole"].append((time.thread_time() - start) * 1000)
        stages[_YARDSTICK].append(_decode_and_detect(entry["file"]))
        for name, ms in reader.stages.items() if isinstance(reader, DiceReader) else ():
            stages[name].append(ms)
        for kind, verdict, at, words in judged(entry["dice"], reading.dice):
            counts[kind, verdict] += 1
            if verdict != "right":
                tiles.append(_tile(image, at, f"{verdict}: {words}", entry["image"]))
    return reader


def _taught(lessons: "list[Lesson]", counts: Counter) -> "TaughtDice":
    """As the page teaches them to people who answer its questions truly: the names are right, and all dice lie flat.
    Counted as right where nothing is asked. Raises TeachingError where no answer helps."""
    from vision.dice.teaching import teach
    from vision.errors import ASKED, NOT_FLAT, TeachingError

    answers: dict[str, bool] = {}
    while True:
        try:
            taught = teach([replace(lesson, **answers) for lesson in lessons])
        except TeachingError as error:
            answer = "lies_flat" if error.code in NOT_FLAT else "insisted"
            if error.code not in (*ASKED, *NOT_FLAT) or answer in answers:
                counts["taught", "missed"] += 1
                raise
            typer.echo(f"asked: {error}", err=True)
            answers[answer] = True
        else:
            counts["taught", "asked" if answers else "right"] += 1
            return taught


def _taught_markerless(lessons: "list[Lesson]") -> "MarkerlessDice":
    """One kind after the other, as people teach them on the page."""
    from vision.dice.markerless.taught import MarkerlessDice
    from vision.dice.markerless.teaching import teach_markerless

    taught = []
    for kind in sorted({die.kind for one in lessons for die in one.dice}):
        own = [replace(one, dice=tuple(die for die in one.dice if die.kind == kind)) for one in lessons]
        taught.append(teach_markerless([one for one in own if one.dice]))
    return reduce(MarkerlessDice.joined, taught)


def _decode_and_detect(path: Path) -> float:
    """Milliseconds for what no reader can do without: unpack the JPEG, and find markers in it, as OpenCV does both."""
    import cv2
    import numpy as np

    data = np.frombuffer(path.read_bytes(), np.uint8)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    start = time.thread_time()
    detector.detectMarkers(cv2.imdecode(data, cv2.IMREAD_COLOR))
    return (time.thread_time() - start) * 1000


def judged(truth: list[dict[str, Any]], seen: "tuple[SeenDie, ...]") -> list[tuple[str, str, Any, str]]:
    """(kind, verdict, place in px, words) for every labelled die and every "ok" die that is none.

    Nearest pairs first, 40 px at most. A leaning die is right when it is not "ok".
    """
    partner = _paired(truth, seen)
    out = []
    for i, die in enumerate(truth):
        said = seen[partner[i]] if i in partner else None
        kind = "cocked" if die["cocked"] else die["kind"]
        out.append((kind, _verdict(die, said), die["top_center_px"], f"{die['top']} / {_words(said)}"))
    for j, said in enumerate(seen):
        if j not in partner.values() and said.status == "ok":
            out.append((said.kind, "silent", said.center_px, f"nothing / {_words(said)}"))
    return out


def _paired(truth: list[dict[str, Any]], seen: "tuple[SeenDie, ...]") -> dict[int, int]:
    """Which labelled die is which seen one: nearest first, 40 px at most."""
    return within(_MATCH_PX, [die["top_center_px"] for die in truth], [die.center_px for die in seen])


def _verdict(die: dict[str, Any], said: "SeenDie | None") -> str:
    if said is None:
        return "missed"
    if die["cocked"]:
        return "silent" if said.status == "ok" else "right"
    if said.status != "ok":
        return "asked"
    read = said.top.title if said.top is not None else None
    return "right" if (said.kind, read) == (die["kind"], die["top"]) else "silent"


def _words(said: "SeenDie | None") -> str:
    if said is None:
        return "-"
    hue, chance = said.candidates[0]
    return f"{said.status} {said.kind} {hue.title} {chance:.2f}"


def _tile(image: "np.ndarray", at: Any, words: str, name: str) -> "np.ndarray":
    import cv2

    height, width = image.shape[:2]
    x = int(min(max(at[0], 36), width - 37))
    y = int(min(max(at[1], 36), height - 37))
    tile = cv2.resize(image[y - 36 : y + 36, x - 36 : x + 36], (_TILE, _TILE), interpolation=cv2.INTER_CUBIC)
    for line, text in enumerate((name, *words.split(" / "))):
        cv2.putText(tile, text, (3, 11 + 12 * line), cv2.FONT_HERSHEY_SIMPLEX, 0.3, (0, 0, 0), 2, cv2.LINE_AA)
        cv2.putText(tile, text, (3, 11 + 12 * line), cv2.FONT_HERSHEY_SIMPLEX, 0.3, (255, 255, 255), 1, cv2.LINE_AA)
    return tile


def _print(counts: Counter, stages: dict[str, list[float]], as_json: bool) -> None:
    import numpy as np

    times = {name: [float(np.percentile(ms, p).round(1)) for p in (50, 95)] for name, ms in stages.items()}
    verdicts = ("right", "asked", "missed", "silent")
    rows = {kind: {v: counts[kind, v] for v in verdicts} for kind in sorted({kind for kind, _ in counts})}
    if as_json:
        typer.echo(json.dumps({"dice": rows, "ms": times}))
        return
    typer.echo(f"{'':8}" + "".join(f"{name:>28}" for name in verdicts))
    for kind, row in rows.items():
        typer.echo(f"{kind:8}" + "".join(f"{share(row[v], sum(row.values())):>28}" for v in verdicts))
    for name, (middle, most) in times.items():
        typer.echo(f"{name:16} {middle:7.1f} ms   95 %: {most:.1f} ms")
    if times:
        typer.echo(f"{'whole':16} {times['whole'][0] / times[_YARDSTICK][0]:7.2f} x jpeg + markers of the same run")
