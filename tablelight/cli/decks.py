"""Which deck a command means: a ready-made one, one that was taught for the table, or one whose names are in a file."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tablelight.setup.paths import deck_file

if TYPE_CHECKING:
    from tablelight.perception.taught_store import Shelf
    from vision.cards.deck_plan import DeckPlan

DeckName = Annotated[
    str,
    typer.Option(
        "--deck",
        help="spectrum, four-colours, phases, playing-cards, the name of a deck taught for this table, or a JSON file "
        "with name, colours, values and specials.",
    ),
]


def shelf_of(table: str) -> "Shelf":
    """Where a table's decks lie. Raises ValueError for a name that is not plain."""
    from tablelight.perception.taught_store import Shelf

    return Shelf(deck_file(table))


def plan_called(name: str, shelf: "Shelf") -> "DeckPlan":
    """The deck of a name. Raises ValueError with a sentence."""
    from vision.cards.deck_plan import READY_MADE

    taught = {plan.name: plan for plan in shelf.others()}
    if name in READY_MADE or name in taught:
        return taught[name] if name in taught else READY_MADE[name].spoken()
    if not name.endswith(".json"):
        known = ", ".join([*READY_MADE, *taught])
        raise ValueError(f"No deck is called '{name}'; there are {known}. Or name a JSON file with its names.")
    return _plan_in(Path(name))


def _plan_in(file: Path) -> "DeckPlan":
    from vision.cards.deck_plan import DeckPlan

    try:
        given = json.loads(file.read_text(encoding="utf-8"))
        colours, values, specials = (
            tuple(str(name) for name in given.get(part, ())) for part in ("colours", "values", "specials")
        )
        plan = DeckPlan(
            str(given.get("name", file.stem)),
            colours,
            values,
            specials,
            own_art=given.get("own_art") is True,
            once=given.get("once") is True,
        )
    except OSError as error:
        raise ValueError(f"{file} cannot be read: {error.strerror}.") from None
    except (ValueError, AttributeError, TypeError):
        raise ValueError(f"{file} holds no names of a deck: give name, colours, values and specials.") from None
    if faults := plan.faults():
        raise ValueError(" ".join(map(str, faults)))
    return plan
