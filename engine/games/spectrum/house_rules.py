"""Which house rule would let a refused event pass: asked of the same table with that one option changed."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.core.errors import BadRules
from engine.core.events import Event
from engine.core.verdict import Verdict, with_details
from engine.games.spectrum.board import ENTRY_LINES, INDEX, LINES, NAME, STOCK
from engine.games.spectrum.context import SpectrumContext
from engine.games.spectrum.events import PawnMove
from engine.games.spectrum.judge import judge
from engine.games.spectrum.options import check
from engine.games.spectrum.state import State

_LEAPS = (("leap_two", True), ("chain_jump", True))
_BY_SPACE = (("single_card", "steps"), ("shaded_cards", "steps"))
ASKED: dict[str, tuple[tuple[str, Any], ...]] = {
    "WHOLE_MOVE_REQUIRED": (*_BY_SPACE, *_LEAPS),
    "MID_MOVE_LANDING_OCCUPIED": (*_BY_SPACE, *_LEAPS),
    "JUMP_TOO_FAR": _LEAPS,
    "JUMP_NEEDS_LANDING": _LEAPS,
    "NOT_SIDE_ADJACENT": _LEAPS,
    "ONE_AT_A_TIME": _LEAPS,
    "ONE_COLOUR_TWICE": (("cards_two_colours", False), ("two_colour", False)),
    "SAME_PAWN": (("three_same_pawns", "several"),),
    "ORDER": (("special_order", "any"),),
    "COLOUR_CLOSED_ORIGIN": (("closed_primary_exit", True),),
    "BACKTRACK": (("no_backtrack", False),),
    "CARD_ENTRY_OFF": (("card_entry", True),),
    "JUMP_NOT_STRAIGHT": (("entry_jump", "geometric"),),
    "STAR_BY_POINT": (("star_by_point", True),),
    "USE_THE_MOST": (("must_move", "continue"),),
    "PLACE_STOCK_NOT_ALLOWED": (("capture_place", "may_stock"),),
    "CHOICE_HAS_NO_MOVE": (("dead_choice", True),),
}
"""The options that tables argue about, by the reason that a refusal gives."""


def with_house_rule(context: SpectrumContext, state: State, event: Event, refused: Verdict) -> Verdict:
    """The refusal, with the option that would change it, where there is one."""
    for option, value in ASKED.get(refused.reason, ()):
        other = variant(context, option, value)
        if other is not None and any(judge(other, state, meant).ok for meant in _meant(event)):
            return with_details(refused, option=option)
    return refused


def variant(context: SpectrumContext, option: str, value: Any) -> SpectrumContext | None:
    """The same table with one option changed; None where it has that value, or cannot have it. Made once."""
    key = option, value
    if key not in context.variants:
        context.variants[key] = _make_variant(context, option, value)
    return context.variants[key]


def _make_variant(context: SpectrumContext, option: str, value: Any) -> SpectrumContext | None:
    if getattr(context.options, option) == value:
        return None
    rules = replace(context.rules, options=replace(context.options, **{option: value}))
    try:
        check(rules)
    except BadRules:
        return None
    return SpectrumContext.of(rules)


def _meant(event: Event) -> Iterator[Event]:
    """The event as it was entered; a move straight over two spaces also as a leap over both."""
    yield event
    if isinstance(event, PawnMove) and event.origin in INDEX and event.path and event.path[-1] in INDEX:
        origin, to = INDEX[event.origin], INDEX[event.path[-1]]
        lines = [line for lines in ENTRY_LINES.values() for line in lines] if origin == STOCK else LINES[origin]
        for a, b, end in lines:
            if end == to:
                yield PawnMove(event.seat, event.origin, (NAME[a], NAME[b], NAME[end]), (NAME[a], NAME[b]))
