"""``tablelight teach cards`` and ``read cards``: the deck from the command line."""

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tablelight.cli.decks import DeckName, plan_called, shelf_of
from tablelight.cli.dice import (
    INSIST,
    AsJson,
    AsNamed,
    TableName,
    _refuse,
    read_app,
    read_labels,
    teach_app,
    told_of,
)

if TYPE_CHECKING:
    from vision.cards.deck_plan import DeckPlan
    from vision.cards.lessons import CardLesson
    from vision.cards.readings import CardReading


@teach_app.command("cards")
def teach_cards_command(
    pictures: Annotated[list[Path], typer.Argument(help="Teaching pictures.")],
    table: TableName,
    labels: Annotated[Path, typer.Option(help="JSON list that names the cards in each picture.")],
    as_named: AsNamed = False,
    as_json: AsJson = False,
    deck: DeckName = "spectrum",
    size: Annotated[str, typer.Option(help="Width and height of the cards in mm, like 63x88; else measured.")] = "",
) -> None:
    """Teach a table's deck from labelled pictures: a card of every number and hue, the specials, the back."""
    from vision.cards.mislabelled import refuse_mixed_up
    from vision.cards.said_size import size_in_words, size_said
    from vision.cards.teaching import teach_cards
    from vision.errors import ASKED, VisionError

    try:
        shelf = shelf_of(table)
        plan = plan_called(deck, shelf)
        target = shelf.of(plan).file
        said = size_said(size) if size else None
        lessons = [replace(lesson, size_mm=said) for lesson in card_lessons(pictures, labels, plan)]
        taught = teach_cards(lessons, plan)
        if not as_named:
            refuse_mixed_up(taught.samples)
        taught.save(target)
    except (VisionError, ValueError, OSError) as error:
        code = getattr(error, "code", "refused")
        _refuse(f"{error}{INSIST if code in ASKED else ''}", as_json, code)
    names = [sample.name for sample in taught.samples]
    if as_json:
        shown = {"table": table, "file": str(target), "cards": names, "size_mm": taught.size_mm}
        typer.echo(json.dumps(shown))
    else:
        large = size_in_words(taught.size_mm)
        typer.echo(f"Table '{table}' knows its deck now, from {len(names)} cards of {large}.")
        if not size:
            typer.echo("If they are not that large, measure one and teach again with --size.")


@read_app.command("cards")
def read_cards_command(
    pictures: Annotated[list[Path], typer.Argument(help="Pictures to read.")],
    table: TableName,
    as_json: AsJson = False,
    deck: DeckName = "spectrum",
) -> None:
    """Read the cards in pictures. The exit status is 1 only when not one picture could be read."""
    from vision.camera.frames import load_picture
    from vision.cards.reader import CardReader
    from vision.cards.readings import CardReading
    from vision.cards.taught import TaughtDeck
    from vision.errors import VisionError
    from vision.readings import Trouble

    try:
        shelf = shelf_of(table)
        reader = CardReader(TaughtDeck.load(shelf.of(plan_called(deck, shelf)).file))
    except (VisionError, ValueError) as error:
        _refuse(str(error), as_json, "not-taught")
    useful = False
    for picture in pictures:
        try:
            reading = reader.read(load_picture(picture))
        except VisionError as error:
            reading = CardReading(troubles=(Trouble("unreadable", str(error)),))
        useful = useful or reading.registered
        typer.echo(json.dumps(reading.to_json(picture.name)) if as_json else in_words(picture.name, reading))
    if not useful:
        raise typer.Exit(1)


def card_lessons(pictures: list[Path], labels: Path, plan: "DeckPlan | None" = None) -> "list[CardLesson]":
    """Lessons for the pictures that the labels call teaching pictures. Raises ValueError with a sentence."""
    from vision.camera.frames import load_picture
    from vision.cards.deck_plan import SPECTRUM
    from vision.cards.lessons import CardLesson

    named = {entry["image"]: entry for entry in read_labels(labels) if entry.get("kind") == "teach"}
    chosen = [(picture, named[picture.name]) for picture in pictures if picture.name in named]
    if not chosen:
        raise ValueError(f"{labels} has no teaching entry for any of these pictures.")
    lessons = []
    for picture, entry in chosen:
        with told_of(labels, picture.name):
            named_cards = tuple(_named(card, plan or SPECTRUM) for card in entry.get("cards", ()))
        lessons.append(CardLesson(load_picture(picture), named_cards, picture.name))
    return lessons


def _named(entry: dict[str, Any], plan: "DeckPlan") -> Any:
    from vision.cards.lessons import NamedCard
    from vision.cards.readings import card_from_json
    from vision.files import within

    if not entry.get("corners_px"):
        return NamedCard(card_from_json(entry, plan))
    corners = [tuple(within(value, -1e6, 1e6) for value in point) for point in entry["corners_px"]]
    middle = tuple(sum(point[k] for point in corners) / len(corners) for k in (0, 1))
    return NamedCard(card_from_json(entry, plan), middle, corners[0])


def in_words(name: str, reading: "CardReading") -> str:
    """A reading as lines for a person."""
    from vision.cards.readings import words

    lines = [f"{name}: {len(reading.cards)} cards" if reading.registered else f"{name}: not read"]
    for card in reading.cards:
        if card.status == "ok":
            lines.append(f"  {words(card.card)}")
        else:
            lines.append("  " + " or ".join(words(one) for one, _ in card.candidates[:2]) + "?")
    lines += [f"  ! {trouble.message}" for trouble in reading.troubles]
    return "\n".join(lines)
