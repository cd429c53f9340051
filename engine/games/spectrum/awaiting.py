"""Who or what is next in every phase."""

from engine.core.events import Event
from engine.core.verdict import Awaiting, Cards, Dice, Verdict, no
from engine.games.spectrum import setup
from engine.games.spectrum.board import NAME, bits
from engine.games.spectrum.context import SpectrumContext
from engine.games.spectrum.move_checks import spaces_used
from engine.games.spectrum.movegen import free_entries
from engine.games.spectrum.rolls import dice_count
from engine.games.spectrum.state import Plan, State


def awaiting(context: SpectrumContext, state: State) -> Awaiting:
    """Who or what is next."""
    match state.phase:
        case "over":
            return Awaiting("nobody", (), "GAME_OVER")
        case "setup":
            return setup.awaiting(context.rules, state)
        case "send":
            return Awaiting("player", (state.extras.user,), "SEND", {"portal": state.extras.portal})
        case "place":
            captive = state.captives[0]
            ask = "PLACE" if free_entries(state) else "PLACE_STOCK"
            return Awaiting("player", (captive.placer,), ask, {"owner": captive.owner})
        case "roll":
            return _roll(context, state)
    return _move(context, state)


def _roll(context: SpectrumContext, state: State) -> Awaiting:
    mover, dice = (state.to_move,), context.options.dice
    count = dice_count(state.taken.bit_count(), dice)
    if dice == "cards":
        return Awaiting("table", mover, "DRAW", {"count": count}, Cards(count, "hand"))
    need = Dice(d12=count) if dice == "d12" else Dice(d6=count)
    return Awaiting("table", mover, "ROLL", {"count": count}, need)


def _move(context: SpectrumContext, state: State) -> Awaiting:
    mover = (state.to_move,)
    if not state.plans:
        return Awaiting("player", mover, "PASS")
    if state.half is not None and all(plan.half for plan in state.plans):
        at = NAME[state.half.so_far[1][-1]]
        left = tuple(sorted({_left_of_move(context, state, plan) for plan in state.plans}))
        return Awaiting("player", mover, "FINISH_MOVE", {"at": at, "left": left})
    ask = "MOVE_ON" if state.moved else "MOVE"
    return Awaiting("player", mover, ask, {"open": context.open_hues(state)})


def _left_of_move(context: SpectrumContext, state: State, plan: Plan) -> int:
    """How many spaces are left of the move that is entered in part."""
    assert state.half is not None
    parts = context.choice(plan.key).parts
    return max(parts[n].count for n in bits(plan.left)) - spaces_used(state.half.so_far, context.movement)


def not_now(context: SpectrumContext, state: State, event: Event, rule: str = "") -> Verdict:
    """The verdict for an event that this phase has no place for: it says what is awaited instead."""
    return no("NOT_NOW", rule, kind=event.kind, waits=awaiting(context, state))
