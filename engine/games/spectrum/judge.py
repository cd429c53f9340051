"""Whether an event is legal now, and why not: the one place of Spectrum's rules."""

from engine.components.hues import Hue
from engine.core.events import Event, Move
from engine.core.game import not_your_turn
from engine.core.verdict import Verdict, no, yes
from engine.games.spectrum import refusals, secret_cards, secret_cards_judge, setup, setup_judge
from engine.games.spectrum.awaiting import awaiting, not_now
from engine.games.spectrum.board import BIT, ENTRY_MASK, INDEX, NAME, RING, STOCK, name_of
from engine.games.spectrum.context import SpectrumContext
from engine.games.spectrum.events import (
    Choose,
    DiceRolled,
    EndTurn,
    HandDrawn,
    PawnMove,
    PlaceCaptive,
    PlayStopped,
    Surrender,
    Swap,
)
from engine.games.spectrum.lookahead import uses_most_spaces
from engine.games.spectrum.move_checks import Fault
from engine.games.spectrum.movegen import free_entries
from engine.games.spectrum.pawn_paths import path_of
from engine.games.spectrum.placement import captives_fit, leaves_face_part
from engine.games.spectrum.rolls import choice_key, deck, dice_count
from engine.games.spectrum.state import State
from engine.games.spectrum.transitions import is_playable, moves_on
from engine.games.spectrum.turn import fault_weight


def judge(context: SpectrumContext, state: State, event: Event) -> Verdict:
    """Whether an event is legal in a position; what no phase may forget comes first."""
    if isinstance(event, PawnMove) and state.phase == "move" and event.seat == state.to_move and not state.captives:
        return _judge_pawn_move(context, state, event)  # asked for most by far
    if state.phase == "over":
        return no("GAME_OVER", "SB-GAM-04")
    if isinstance(event, PlayStopped):
        on = context.options.time_limit
        return yes(complete="done") if on else no("OPTION_OFF", "D-62", option="time_limit")
    if isinstance(event, setup.EVENTS):
        return setup_judge.judge(context, state, event)
    if isinstance(event, secret_cards.EVENTS):
        return secret_cards_judge.judge(context, state, event)
    if isinstance(event, PlaceCaptive):
        return _judge_placement(context, state, event)
    if state.captives:
        return no("PLACEMENT_MISSING", "SB-CAP-02", *free_entries(state), owner=state.captives[0].owner)
    if isinstance(event, (DiceRolled, HandDrawn)):
        return _judge_shown(context, state, event)
    if isinstance(event, Move) and event.seat != state.to_move and not _was_last(state, event):
        return not_your_turn(event, state.to_move)
    if isinstance(event, Surrender):
        return _judge_surrender(context, state, event)
    if state.phase != "move":
        return _not_rolled(context, state, event)
    return _judge_in_turn(context, state, event)


def _judge_in_turn(context: SpectrumContext, state: State, event: Event) -> Verdict:
    match event:
        case PawnMove():
            return _judge_pawn_move(context, state, event)
        case Choose():
            return _judge_choose(context, state, event)
        case Swap():
            return _judge_swap(context, state, event)
        case EndTurn():
            return _judge_end(context, state)
    return not_now(context, state, event)


def _was_last(state: State, event: Move) -> bool:
    return state.phase == "roll" and event.seat == state.last and isinstance(event, PawnMove)


def _not_rolled(context: SpectrumContext, state: State, event: Event) -> Verdict:
    if state.phase == "roll" and isinstance(event, PawnMove) and event.seat == state.last:
        return no("BUDGET_EXCEEDED", "SB-MOV-03", *event.spots(), left=0)
    if state.phase == "roll":
        return no("ROLL_FIRST", "SB-GAM-03", waits=awaiting(context, state))
    return not_now(context, state, event)


# ---- dice and cards, as the table shows them


def _judge_shown(context: SpectrumContext, state: State, event: DiceRolled | HandDrawn) -> Verdict:
    """Whether a roll, or a hand of cards, can be what the table shows now (SB-ROL-01, SB-CRD-01, 02, 04)."""
    options = context.options
    if state.phase == "move":
        return no("ALREADY_ROLLED", "SB-GAM-03", waits=awaiting(context, state))
    if state.phase != "roll":
        return not_now(context, state, event)
    count = dice_count(state.taken.bit_count(), options.dice)
    if isinstance(event, HandDrawn):
        return _judge_hand(context, state, event, count)
    if options.dice == "cards":
        return no("CARDS_NOT_DICE", "SB-CRD-01")
    if len(event.dice) != count:
        return no("WRONG_DICE_COUNT", "SB-ROL-01", count=len(event.dice), wanted=count)
    odd = tuple(hue for hue in event.dice if not hue.is_primary)
    if odd and options.dice == "d6":
        return no("NOT_ON_A_CUBE", "SB-BRD-08", hues=odd)
    return yes()


def _judge_hand(context: SpectrumContext, state: State, event: HandDrawn, count: int) -> Verdict:
    if context.options.dice != "cards":
        return no("DICE_NOT_CARDS", "SB-CRD-01")
    if len(event.cards) != count:
        return no("WRONG_CARD_COUNT", "SB-CRD-02", count=len(event.cards), wanted=count)
    all_cards = deck(context.options.swap_cards)
    odd = tuple(card for card in event.cards if card not in all_cards)
    if odd:
        return no("NOT_IN_THIS_DECK", "SB-CRD-01", cards=odd)
    twice = tuple(sorted({c for c in event.cards if event.cards.count(c) > 1}))
    left = [card for card in all_cards if card not in state.spent]
    if len(left) >= count:
        twice += tuple(card for card in event.cards if card in state.spent and card not in twice)
    elif set(left) - set(event.cards):
        # What was left comes first; the rest is drawn from the shuffled discards (SB-CRD-04).
        return no("DRAW_THE_REST_FIRST", "SB-CRD-04", cards=tuple(c for c in left if c not in event.cards))
    return no("CARD_GONE", "SB-CRD-04", cards=twice) if twice else yes()


# ---- moves


def _judge_pawn_move(context: SpectrumContext, state: State, move: PawnMove) -> Verdict:
    path = path_of(move)
    if path is None or not path[1] or STOCK in path[1] or not set(path[2]) <= set(path[1]):
        return refusals.nowhere(move)
    if not state.plans:
        return refusals.closed_to_all(context, state, move)
    if not state.moved and context.options.declare_dice == "declared" and len(state.plans) > 1:
        return no("DECLARE_FIRST", "D-12")
    masks = context.masks(state)
    fault: Fault | None = None
    for plan in state.plans:
        plans = context.turn.judge(masks, context.choice(plan.key), plan, path)
        if isinstance(plans, list):
            if not captives_fit(context, state, move):
                return refusals.refusal(context, state, move, ("ORDER", path[1][-1:]))
            return yes() if uses_most_spaces(context, state, move) else refusals.wasteful(context, state, move)
        if fault is None or fault_weight(plans) < fault_weight(fault):
            fault = plans
    assert fault is not None
    return refusals.refusal(context, state, move, fault)


def _judge_placement(context: SpectrumContext, state: State, place: PlaceCaptive) -> Verdict:
    """Whether the first captured pawn may be placed there now (SB-CAP-02..04)."""
    if not state.captives:
        return no("NOTHING_TO_PLACE", "SB-CAP-02")
    captive, free = state.captives[0], free_entries(state)
    if place.seat != captive.placer:
        return not_your_turn(place, captive.placer)
    n = INDEX.get(place.to)
    if n is None:
        return no("NO_SUCH_SPACE", "SB-BRD-02", spaces=(place.to,), stock=None, aside=())
    if n == STOCK:
        if free and context.options.capture_place == "must":
            return no("PLACE_STOCK_NOT_ALLOWED", "SB-CAP-03", *free, free=free, owner=captive.owner)
        return yes()
    otherwise = {} if free else {"then": awaiting(context, state)}
    if not BIT[n] & ENTRY_MASK:
        return no("PLACE_NOT_PRIMARY_START", "SB-CAP-02", place.to, free=free, spaces=(place.to,), **otherwise)
    if place.to not in free:
        return no("PLACE_OCCUPIED", "SB-CAP-02", place.to, free=free, spaces=(place.to,), **otherwise)
    if not leaves_face_part(context, state, n):
        fitting = tuple(spot for spot in free if leaves_face_part(context, state, INDEX[spot]))
        if fitting:
            return no("PLACE_BLOCKS_FACE", "SB-SPC-13", place.to, free=fitting, spaces=(place.to,))
    return yes()


def _judge_swap(context: SpectrumContext, state: State, event: Swap) -> Verdict:
    """Two pawns of rings 1 to 8, one in each named colour, trade places (SB-CRD-11, D-82)."""
    swaps = [choice for choice in context.choices.choices(state.dice) if choice.swap]
    if not swaps:
        on = context.options.swap_cards
        return no("NO_SWAP_CARD", "SB-CRD-11") if on else no("OPTION_OFF", "SB-CRD-11", option="swap_cards")
    spaces = (INDEX.get(event.a, STOCK), INDEX.get(event.b, STOCK))
    finished = [n for n in spaces if n >= 0 and RING[n] == 9]
    if finished:
        return no("FINISHED_PAWN", "SB-STR-04", *map(name_of, finished), spaces=tuple(map(name_of, finished)))
    if not any(sorted(n // 9 for n in spaces) == sorted(choice.swap or ()) for choice in swaps):
        return no("SWAP_COLOURS", "SB-CRD-11", *event.spots(), hues=tuple(map(Hue, swaps[0].swap or ())))
    empty = tuple(NAME[n] for n in spaces if not state.occupied & BIT[n])
    if empty:
        return no("SWAP_EMPTY", "SB-CRD-11", *empty, spaces=empty)
    if not any(context.choice(plan.key).swap for plan in state.plans):
        return no("CHOSEN_ALREADY", "D-12", what=state.plans[0].key)
    return yes(complete="done")


def _judge_surrender(context: SpectrumContext, state: State, event: Surrender) -> Verdict:
    if not context.options.surrender:
        return no("OPTION_OFF", "SB-OPT-02", option="surrender")
    if state.phase != "roll":
        return no("AFTER_ROLL", "SB-OPT-02")
    n = INDEX.get(event.pawn, STOCK)
    if n >= 0 and RING[n] == 9:
        return no("FINISHED_PAWN", "SB-STR-04", event.pawn, spaces=(event.pawn,))
    if n < 0 or not BIT[n] & state.pawns[event.seat]:
        return no("NOT_YOUR_PAWN", "SB-OPT-02", *event.spots(), spaces=(event.pawn,))
    return yes(complete="done")


def _judge_choose(context: SpectrumContext, state: State, event: Choose) -> Verdict:
    if state.moved:
        return no("CHOSEN_ALREADY", "D-12", what=state.plans[0].key if state.plans else "")
    wanted = choice_key(event.what)
    choice = next((c for c in context.choices.choices(state.dice) if sorted(c.key.split()) == wanted), None)
    if choice is None:
        return no("NO_SUCH_CHOICE", "SB-ROL-03", what=event.what, dice=state.dice)
    may_sit = context.options.dead_choice or not state.plans
    if not any(plan.key == choice.key for plan in state.plans) and not may_sit:
        return no("CHOICE_HAS_NO_MOVE", "SB-ROL-10", what=event.what, other=[p.key for p in state.plans][:3])
    return yes()


# ---- the end of a turn


def may_end_turn(context: SpectrumContext, state: State) -> bool:
    """Whether nothing more is due by some choice of dice that is still open."""
    if not state.plans or (context.lenient and state.moved):
        return not state.plans or not all(plan.half for plan in state.plans)
    if context.maximal:
        return not moves_on(context, state)
    if not state.moved:
        return not all(is_playable(context, state, context.choice(plan.key)) for plan in state.plans)
    masks, has_path = context.masks(state), context.turn.has_path
    return not all(has_path(masks, context.choice(plan.key), plan, due=True) for plan in state.plans)


def _judge_end(context: SpectrumContext, state: State) -> Verdict:
    if may_end_turn(context, state):
        return yes(complete="done")
    if state.half is not None and all(plan.half for plan in state.plans):
        return refusals.unfinished(context, state)
    return refusals.still_to_move(context, state)
