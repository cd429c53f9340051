"""What events do to a position, by the rules of the turn (SB parts C4, 0.7). They trust that the event was judged."""

from engine.core.events import Event
from engine.games.spectrum import secret_cards, setup
from engine.games.spectrum.board import INDEX, RING, STOCK
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
from engine.games.spectrum.masks import PositionMasks
from engine.games.spectrum.movegen import free_entries, swaps
from engine.games.spectrum.outcome import ALL, reached
from engine.games.spectrum.partial_moves import joined
from engine.games.spectrum.pawn_paths import path_of
from engine.games.spectrum.rolls import Choice, choice_key, deck
from engine.games.spectrum.state import PartialMove, Path, Plan, State
from engine.games.spectrum.state_changes import (
    ended_state,
    moved_state,
    over_state,
    placed_state,
    rolled_state,
    swapped_state,
)


def result(context: SpectrumContext, state: State, event: Event) -> State:
    """The state after an event that the judge allowed."""
    match event:
        case PawnMove():
            return after_pawn_move(context, state, event)
        case PlaceCaptive():
            return _go_on(context, placed_state(state, INDEX[event.to]))
        case DiceRolled() | HandDrawn():
            return _rolled(context, state, event)
        case EndTurn():
            return end_turn(context, state)
        case Choose():
            return _chosen(context, state, event)
        case Surrender():
            return end_turn(context, placed_state(state, STOCK, lifted=INDEX[event.pawn]))
        case Swap():
            return end_turn(context, swapped_state(state, INDEX[event.a], INDEX[event.b]))
        case PlayStopped():
            return over_state(state)
    if isinstance(event, setup.EVENTS):
        return setup.result(context.rules, state, event)
    after = secret_cards.result(context.rules, state, event)
    return _go_on(context, after) if after.captives else after


# ---- rolls, cards and choices


def is_playable(context: SpectrumContext, state: State, choice: Choice, plan: Plan | None = None) -> bool:
    """Whether a choice of which nothing is moved yet, or its ``plan``, moves anything (SB-ROL-10)."""
    if choice.swap:
        return next(swaps(state, choice), None) is not None
    return context.turn.has_path(context.masks(state), choice, plan or context.choices.fresh_plan(choice))


def _rolled(context: SpectrumContext, state: State, event: DiceRolled | HandDrawn) -> State:
    dice, spent = event.text(), state.spent
    if isinstance(event, HandDrawn):
        left = [c for c in deck(context.options.swap_cards) if c not in spent]
        spent = tuple(sorted({*spent, *event.cards})) if len(left) >= len(event.cards) else event.cards
    fresh = context.choices.fresh_plans(dice)
    plans = tuple([plan for choice, plan in fresh if is_playable(context, state, choice, plan)])
    phase = "over" if context.solo and not plans else "move"
    return rolled_state(state, phase, dice, plans, spent)


def _chosen(context: SpectrumContext, state: State, event: Choose) -> State:
    choices, wanted = context.choices, choice_key(event.what)
    choice = next(c for c in choices.choices(state.dice) if sorted(c.key.split()) == wanted)
    playable = is_playable(context, state, choice)
    return state._replace(plans=(choices.fresh_plan(choice),) if playable else ())


# ---- pawns move


def after_pawn_move(context: SpectrumContext, state: State, move: PawnMove) -> State:
    """The state after a pawn's move, by every plan that it fits."""
    path = path_of(move)
    assert path is not None
    after = stepped(context, state, path)
    if RING[path[1][-1]] == 9:
        after = _after_star(context, after, state)
        if after.phase == "over":
            return after
    return _go_on(context, after)


def stepped(context: SpectrumContext, state: State, path: Path) -> State:
    """The pawn stands where the path leads, by every plan that it fits; captives are in the hand."""
    plans, by_space = _plans_after(context, state, context.masks(state), path)
    half = _partial_move(state, plans, path) if any(plan.half for plan in plans) else None
    return moved_state(state, path, plans, half, stepped=by_space, movement=context.movement)


def _partial_move(state: State, plans: tuple[Plan, ...], path: Path) -> PartialMove:
    """What is entered of a move that is not whole yet: more of the one before, or the beginning of another."""
    before = state.half
    went_on = {plan.key for plan in state.plans if plan.half} & {plan.key for plan in plans if plan.half}
    if before is not None and went_on:
        return before._replace(so_far=joined(before.so_far, path))
    return PartialMove(state.pawns, state.stock, state.moved, path)


def _plans_after(
    context: SpectrumContext, state: State, masks: PositionMasks, path: Path
) -> tuple[tuple[Plan, ...], bool]:
    """What a legal move leaves of every choice that allows it, and whether some of them walk space by space."""
    if len(state.plans) == 1:
        (plan,) = state.plans
        choice = context.choice(plan.key)
        if choice.budget:
            return (Plan(plan.key, 0 if path[2] else plan.left - 1),), False
        if not plan.left & (plan.left - 1) and not plan.needed and not any(p.by_landing for p in choice.parts):
            # Only one part is left that can have been played, and it is whole.
            return (Plan(plan.key, 0),), False
    plans: dict[Plan, None] = {}
    by_space = False
    for plan in state.plans:
        choice = context.choice(plan.key)
        if left := context.turn.plans_after(masks, choice, plan, path):
            plans.update(dict.fromkeys(left))
            by_space = by_space or any(part.stepped for part in choice.parts)
    return tuple(plans), by_space


def _after_star(context: SpectrumContext, after: State, before: State) -> State:
    """A star was taken: the game may be over; with portals the first star brings a card (SB-POR-05)."""
    after = secret_cards.first_star(after, before)
    if reached(after, context.rules, context.goal):
        if context.options.finish_round and after.taken != ALL and not context.solo:
            return after._replace(goal_reached=True)
        return over_state(after)
    return over_state(after) if secret_cards.exhausted(after) else after


# ---- how the turn goes on


def _go_on(context: SpectrumContext, state: State) -> State:
    """Captured pawns are placed first; then the turn goes on while some choice of dice allows a move."""
    while state.captives and not free_entries(state) and context.options.capture_place == "must":
        state = placed_state(state, STOCK)
    if state.captives:
        return state._replace(phase="place")
    if not state.dice:
        return secret_cards.after_send(state)
    if len(state.plans) > 1 and any(p.needed and p.left for p in state.plans):
        plans = tuple(p for p in state.plans if not (p.needed and p.left) or context.has_move(state, p))
        state = state._replace(plans=plans or state.plans)
    if moves_on(context, state):
        return state if state.phase == "move" else state._replace(phase="move")
    return end_turn(context, state)


def moves_on(context: SpectrumContext, state: State) -> bool:
    """Whether some choice of dice lets a pawn move."""
    for plan in state.plans:  # noqa: SIM110 - a plain loop is twice as fast here
        if plan.left and context.has_move(state, plan):
            return True
    return False


def end_turn(context: SpectrumContext, state: State) -> State:
    """The turn is over: who is next, or whether the game ends with it (SB-GAM-03, D-61, D-65)."""
    options, seats = context.options, context.rules.seats
    seat = (state.to_move + 1) % seats
    passes = 0 if state.moved or state.phase == "roll" else state.passes + 1
    over = passes >= options.stalemate_rounds * seats or (state.goal_reached and seat == options.first)
    return ended_state(state, seat, "over" if over else "roll", passes)
