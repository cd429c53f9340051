"""What the lights around a card game's mat say, and a ring's lights at the seats: whose turn, where, what was scored.

Each light at an edge of the mat stands at the end of a column of cells (``hardware/boards/cards.toml``). A field is lit
by those of the cells it covers: breathing in the colour of who may lay or take a card there now (white: the cards come
from the pile), a wave where somebody has just scored, red where what lies there cannot stay, white where it is asked.
"""

from collections.abc import Iterator

from engine.components.lights import Light, Meaning, Picture, Spot
from engine.core.events import Seat
from engine.core.match import Match
from engine.core.verdict import Awaiting, Cards
from tablelight.referee.card_changes import changed_cards
from tablelight.referee.card_fields import COLUMNS, STOCK, CardField, fields_of, mat_of
from tablelight.referee.state import RefereeState
from tablelight.referee.turn_lights import hue_of, just_scored

EDGES = ("upper", "lower")
"""The two rows of lights, one for each row of cells."""
SIDE = ("side1", "side2", "side3")
"""The lights beside the mat, which say whose turn it is."""

_FROM_PILE = ("deck", "hands", "hand")
"""Where cards go that come from the pile and that nobody sees."""


def around(state: RefereeState) -> Picture:
    """The lights at the seats and at the fields of the mat. No board has both with spaces, so that they may be added to
    whatever else is shown."""
    match = state.match
    if match.over:
        return {}
    waits = match.awaiting_at(len(match.log))
    scored = just_scored(match)
    return {**_seats(match, waits, scored), **_lit_fields(state, waits, scored)}


def _seats(match: Match, waits: Awaiting, scored: frozenset[Seat]) -> dict[Spot, Light]:
    meanings = dict.fromkeys(waits.seats, Meaning.WAITING) | dict.fromkeys(scored, Meaning.SCORED)
    lit = {f"seat:{seat + 1}": Light(meaning, hue_of(match, seat)) for seat, meaning in meanings.items()}
    if fields_of(match.game) and len(waits.seats) == 1:
        lit |= dict.fromkeys(SIDE, lit[f"seat:{waits.seats[0] + 1}"])
    return lit


def _lit_fields(state: RefereeState, waits: Awaiting, scored: frozenset[Seat]) -> dict[Spot, Light]:
    match, fields = state.match, fields_of(state.game)
    lit: dict[Spot, Light] = {}
    hue = hue_of(match, waits.seats[0]) if waits.actor == "player" and len(waits.seats) == 1 else None
    for field in awaited(match, waits):
        lit |= dict.fromkeys(lights_of(field), Light(Meaning.WAITING, hue))
    if scored:
        before = match.at(len(match.log) - 1)
        for field in awaited(before, match.awaiting_at(len(match.log) - 1)):
            lit |= dict.fromkeys(lights_of(field), Light(Meaning.SCORED, hue_of(match, min(scored))))
    if state.doubt is not None and state.doubt.cards is not None:
        before_it = state.cards.accounted or ()
        asked = {card.place for card in changed_cards(state.doubt.cards, before_it)}
        meaning = Meaning.WRONG if state.doubt.why.reason == "CARDS_NOT_EXPLAINED" else Meaning.CHOSEN
        for field in fields:
            lit |= dict.fromkeys(lights_of(field) if field.spot in asked else (), Light(meaning))
    return lit


def awaited(match: Match, waits: Awaiting) -> Iterator[CardField]:
    """The fields on which something may be done now, or where cards should come to lie."""
    fields = fields_of(match.game)
    if isinstance(waits.need, Cards):
        to = waits.need.to.partition(":")[0]
        wanted = (STOCK,) if to in _FROM_PILE else ("shown",) if to == "crib" else (to,)
    else:
        wanted = mat.may.get(waits.ask, ()) if (mat := mat_of(match.game)) is not None else ()
    owner = waits.details.get("owner")
    places = {f"pile:{place}" for place in waits.details.get("places", ())}
    for field in fields:
        if field.spot.partition(":")[0] not in wanted and field.spot not in places:
            continue
        if field.seat is None or field.seat in (waits.seats if owner is None else (owner,)):
            yield field


def lights_of(field: CardField) -> tuple[Spot, ...]:
    """The lights at the cells of a field; the nearest one where it is smaller than a cell."""
    column, row, wide, high = field.cells
    columns = [n for n in range(COLUMNS) if column <= n + 0.5 < column + wide]
    columns = columns or [min(int(column + wide / 2), COLUMNS - 1)]
    return tuple(f"{edge}{n + 1}" for edge in EDGES[int(row) : int(row + high)] for n in columns)
