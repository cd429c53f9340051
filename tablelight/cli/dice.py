"""``tablelight teach dice``, ``read dice`` and ``watch``: the eyes from the command line."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tablelight.setup.paths import deck_file, table_file

if TYPE_CHECKING:
    from vision.dice.lessons import Lesson, NamedDie
    from vision.dice.markerless.taught import MarkerlessDice
    from vision.dice.readings import Reading
    from vision.dice.taught import TaughtDice

teach_app = typer.Typer(no_args_is_help=True, help="Teach a table's dice.")
read_app = typer.Typer(no_args_is_help=True, help="Read pictures.")

TableName = Annotated[str, typer.Option("--table", help="The table's name.")]
AnyTable = Annotated[str | None, typer.Option("--table", help="The table's name; without it nothing taught is used.")]
NoMat = Annotated[bool, typer.Option("--no-mat", help="The dice lie on a table or tray without the printed mat.")]
AsNamed = Annotated[bool, typer.Option("--as-named", help="The labels are right, though some look otherwise.")]
INSIST = " Nothing was taught. Correct the labels; or, where they are right, say so with --as-named."
"""Said after a question about the names in the labels."""
_FLAT = " Nothing was taught. Where the labels are right and all dice lie flat, say so with --as-named."
_MOST_BYTES_OF_LABELS = 20_000_000
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]


@teach_app.command("dice")
def teach_dice(
    pictures: Annotated[list[Path], typer.Argument(help="Teaching pictures.")],
    table: TableName,
    labels: Annotated[Path, typer.Option(help="JSON list that names the dice in each picture.")],
    no_mat: NoMat = False,
    as_named: AsNamed = False,
    as_json: AsJson = False,
) -> None:
    """Teach the dice of a table from labelled pictures."""
    from vision.dice.alike import alike
    from vision.dice.markerless.taught import load_taught
    from vision.dice.markerless.teaching import teach_markerless
    from vision.dice.teaching import teach
    from vision.errors import ASKED, NOT_FLAT, VisionError

    try:
        target = table_file(table)
        lessons, sizes = _lessons(pictures, labels)
        lessons = [replace(lesson, insisted=as_named, lies_flat=as_named) for lesson in lessons]
        taught = teach_markerless(lessons, sizes) if no_mat else teach(lessons, sizes)
        before = load_taught(target) if target.exists() else None
        if type(before) is type(taught):
            taught = before.joined(taught)
        taught.save(target)
    except (VisionError, ValueError, OSError) as error:
        code = getattr(error, "code", "refused")
        _refuse(f"{error}{INSIST if code in ASKED else _FLAT if code in NOT_FLAT else ''}", as_json, code)
    if as_json:
        typer.echo(json.dumps({"table": table, "file": str(target), "kinds": sorted(taught.kinds)}))
    else:
        asks = " Without a mat I ask more often." if no_mat else ""
        for one, other in alike(taught):
            asks += f" The cubes' {one.title} and {other.title} look much alike, so I ask about them more often."
        typer.echo(f"Table '{table}' knows its dice now: {_described(taught)}.{asks}")


@teach_app.command("export")
def teach_export(
    file: Annotated[Path, typer.Argument(help="The file to write.")],
    table: TableName,
    cards: Annotated[bool, typer.Option("--cards", help="Its deck of cards instead of its dice.")] = False,
) -> None:
    """Save what a table was taught about its dice, or about its cards."""
    from vision.dice.lessons import PLURALS
    from vision.errors import VisionError
    from vision.files import write_json

    if cards:
        _export_deck(file, table)
        return
    try:
        taught = _taught(table, as_json=False)
        write_json(file, taught.to_json())
    except (VisionError, ValueError, OSError) as error:
        _refuse(f"The dice of '{table}' cannot be saved: {error}", False, "refused")
    kinds = " and ".join(PLURALS[kind] for kind in sorted(taught.kinds))
    typer.echo(f"The {kinds} of '{table}' are saved in {file}.")


@teach_app.command("import")
def teach_import(file: Annotated[Path, typer.Argument(help="A file that was saved before.")], table: TableName) -> None:
    """Let a table know dice or cards that were taught before, here or elsewhere; what it knew of them is replaced."""
    from tablelight.perception.taught_store import Shelf
    from vision.cards.taught import MOST_BYTES, TaughtDeck, is_deck
    from vision.dice.markerless.taught import taught_from
    from vision.errors import VisionError
    from vision.files import bytes_of

    try:
        content = bytes_of(file, MOST_BYTES)
        if is_deck(content):
            deck = TaughtDeck.parse(content, "It is damaged, or no file of taught cards.")
            deck.save(Shelf(deck_file(table)).of(deck.plan).file)
            typer.echo(f"Table '{table}' knows its deck now, from {len(deck.samples)} cards.")
            return
        taught = taught_from(content)
        taught.save(table_file(table))
    except (VisionError, ValueError, OSError) as error:
        _refuse(f"{file} cannot be brought in: {error}", False, "refused")
    typer.echo(f"Table '{table}' knows its dice now: {_described(taught)}.")


def _export_deck(file: Path, table: str) -> None:
    from vision.cards.taught import TaughtDeck
    from vision.errors import VisionError

    try:
        deck = TaughtDeck.load(deck_file(table))
        deck.save(file)
    except (VisionError, ValueError, OSError) as error:
        _refuse(f"The cards of '{table}' cannot be saved: {error}", False, "refused")
    typer.echo(f"The {len(deck.samples)} taught cards of '{table}' are saved in {file}.")


@read_app.command("dice")
def read_dice(
    pictures: Annotated[list[Path], typer.Argument(help="Pictures to read.")],
    table: AnyTable = None,
    untaught: Annotated[
        bool, typer.Option("--untaught", help="Use the mat's nominal hues, whatever was taught.")
    ] = False,
    no_mat: NoMat = False,
    as_json: AsJson = False,
) -> None:
    """Read the dice in pictures. The exit status is 1 only when not one picture could be read."""
    from vision.camera.frames import load_picture
    from vision.dice.markerless.reader import MarkerlessReader, reader_of
    from vision.dice.readings import Reading
    from vision.errors import VisionError
    from vision.readings import Trouble

    reader = reader_of(None if untaught else _taught(table, as_json))
    if no_mat and not isinstance(reader, MarkerlessReader):
        _refuse(
            "Without a mat dice can be read only where they were taught without one: teach dice --no-mat.",
            as_json,
            "not-taught",
        )
    useful = False
    for picture in pictures:
        try:
            reading = reader.read(load_picture(picture))
        except VisionError as error:
            reading = Reading(troubles=(Trouble("unreadable", str(error)),))
        useful = useful or reading.registered
        typer.echo(json.dumps(reading.to_json(picture.name)) if as_json else _in_words(picture.name, reading))
    if not useful:
        raise typer.Exit(1)


def watch(
    clip: Annotated[str, typer.Argument(help="A video file.")],
    table: AnyTable = None,
    as_json: AsJson = False,
) -> None:
    """Watch a recorded clip and tell what happens, an event a line."""
    import cv2

    from vision.camera.frames import Frame
    from vision.dice.markerless.reader import reader_of, watcher_of

    watcher = watcher_of(reader_of(_taught(table, as_json)))
    capture = cv2.VideoCapture(clip)
    if not capture.isOpened():
        _refuse(f"The clip {clip} cannot be opened; is it a video, and is all of it there?", as_json, "unreadable")
    rate = capture.get(cv2.CAP_PROP_FPS) or 30.0
    index = 0
    while True:
        ok, image = capture.read()
        if not ok:
            break
        for event in watcher.see(Frame(image, index / rate, index)):
            if as_json:
                typer.echo(json.dumps(event.to_json()))
            else:
                what = _in_words(event.event, event.reading) if event.reading else event.event
                typer.echo(f"{event.time:7.2f} s  {what}")
        index += 1
    if not watcher.registered:
        _refuse("The mat was never in sight in this clip.", as_json, "no-mat")


def register(app: typer.Typer) -> None:
    """Put the commands under ``tablelight``."""
    app.add_typer(teach_app, name="teach")
    app.add_typer(read_app, name="read")
    app.command("watch")(watch)


def _taught(table: str | None, as_json: bool) -> "TaughtDice | MarkerlessDice | None":
    from vision.dice.markerless.taught import load_taught
    from vision.errors import VisionError

    if table is None:
        return None
    try:
        return load_taught(table_file(table))
    except (VisionError, ValueError) as error:
        _refuse(str(error), as_json, "not-taught")


def _refuse(message: str, as_json: bool, code: str) -> Any:
    if as_json:
        typer.echo(json.dumps({"error": {"code": code, "message": message}}))
    else:
        typer.echo(message, err=True)
    raise typer.Exit(1)


def _lessons(pictures: list[Path], labels: Path) -> "tuple[list[Lesson], dict[str, float]]":
    """Lessons for the pictures that the labels call teaching pictures, and the sizes the labels tell."""
    from vision.camera.frames import load_picture
    from vision.dice.lessons import Lesson
    from vision.files import within

    entries = read_labels(labels)
    named = {entry["image"]: entry for entry in entries if entry.get("kind") == "teach"}
    chosen = [(picture, named[picture.name]) for picture in pictures if picture.name in named]
    if not chosen:
        raise ValueError(f"{labels} has no teaching entry for any of these pictures.")
    lessons, sizes = [], {}
    for picture, entry in chosen:
        with told_of(labels, picture.name):
            dice = tuple(map(_named_die, entry["dice"]))
            sizes |= {kind: within(mm, 1, 200) for kind, mm in entry.get("die_size_mm", {}).items() if mm}
        lessons.append(Lesson(load_picture(picture), dice, picture.name))
    return lessons, sizes


def _named_die(die: Any) -> "NamedDie":
    from engine.components.hues import Hue
    from vision.dice.lessons import NAMES, NamedDie
    from vision.files import within

    if die["kind"] not in NAMES:
        raise ValueError(f"'{str(die['kind'])[:40]}' is no kind of die: {' or '.join(NAMES)}")
    if "top_center_px" not in die:
        return NamedDie(die["kind"], Hue.parse(die["top"]), None)
    across, down = die["top_center_px"]
    return NamedDie(die["kind"], Hue.parse(die["top"]), (within(across, -1e6, 1e6), within(down, -1e6, 1e6)))


@contextmanager
def told_of(labels: Path, picture: str) -> Iterator[None]:
    """What is wrong with what labels say of a picture, as a ValueError with a sentence."""
    try:
        yield
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        why = f"it lacks {error}" if isinstance(error, KeyError) else str(error)
        raise ValueError(f"What {labels} says of {picture} cannot be used: {why[:300].rstrip('.')}.") from None


def read_labels(path: Path) -> list[dict[str, Any]]:
    """A labels file. Raises ValueError with a sentence."""
    from vision.files import bytes_of, read_json

    try:
        entries = read_json(bytes_of(path, _MOST_BYTES_OF_LABELS))
    except (OSError, ValueError):
        raise ValueError(f"The labels {path} cannot be read; give a JSON list of pictures.") from None
    if not isinstance(entries, list) or not all(
        isinstance(e, dict) and isinstance(e.get("image"), str) for e in entries
    ):
        raise ValueError(f"The labels {path} are no list of pictures.")
    return entries


def _described(taught: "TaughtDice | MarkerlessDice") -> str:
    return " and ".join(
        f"{kind} of {known.shape.size:g} mm with {6 if kind == 'd6' else 12} hues"
        for kind, known in sorted(taught.kinds.items())
    )


def _in_words(name: str, reading: "Reading") -> str:
    lines = [f"{name}: {len(reading.dice)} dice" if reading.registered else f"{name}: not read"]
    for die in reading.dice:
        if die.status == "ok":
            lines.append(f"  {die.kind} {die.top.title}")
        elif die.status == "cocked":
            lines.append(f"  {die.kind} leans; set it flat")
        else:
            guesses = " or ".join(hue.title for hue, _ in die.candidates[:2])
            lines.append(f"  {die.kind} {guesses}?")
    lines += [f"  ! {trouble.message}" for trouble in reading.troubles]
    return "\n".join(lines)
