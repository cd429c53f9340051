"""Why a move is refused: the most telling of the reasons that the choices of dice give."""

from engine.components.hues import Hue
from engine.core.verdict import Verdict, no, with_details
from engine.games.spectrum.awaiting import awaiting
from engine.games.spectrum.board import INDEX, NAME, RING, SIDES, STOCK, STOCK_NAME, hues_in
from engine.games.spectrum.context import SpectrumContext
from engine.games.spectrum.events import PawnMove
from engine.games.spectrum.lookahead import legal_pawn_moves
from engine.games.spectrum.move_checks import Fault, spaces_used
from engine.games.spectrum.movegen import swaps_of_turn
from engine.games.spectrum.pawn_paths import path_of
from engine.games.spectrum.rolls import Part
from engine.games.spectrum.state import Plan, State
from engine.games.spectrum.turn import fault_weight

MOST_SWAPS = 3
"""Swaps that a refusal names."""

RULE = {
    "COLOUR_CLOSED_ORIGIN": "SB-MOV-02", "COLOUR_CLOSED_TARGET": "SB-MOV-02", "COLOUR_CLOSED_JUMPED": "SB-JMP-05",
    "NOT_SIDE_ADJACENT": "SB-MOV-01", "OWN_PAWN": "SB-MOV-05", "NOT_YOUR_PAWN": "SB-MOV-05", "NO_RESERVE": "SB-ENT-08",
    "ENTRY_INTERMEDIATE": "SB-ENT-02", "STAR_TAKEN": "SB-STR-02", "STAR_NOT_EXACT": "SB-STR-03",
    "FINISHED_PAWN": "SB-STR-04", "BUDGET_EXCEEDED": "SB-MOV-03", "WHOLE_MOVE_REQUIRED": "SB-SPC-06",
    "ALLOTMENT_COLOUR": "SB-SPC-10", "PATH_BLOCKED_OWN_PAWN": "SB-MOV-05", "MID_MOVE_LANDING_OCCUPIED": "SB-SPC-09",
    "REVISIT": "SB-SPC-08", "ORDER": "SB-SPC-13", "ONE_COLOUR_TWICE": "SB-SPC-11", "MUST_MOVE": "SB-MST-02",
    "JUMP_EMPTY": "SB-JMP-02", "JUMP_OWN_PAWN": "SB-JMP-02", "JUMP_NOT_SIDE_ADJACENT": "SB-JMP-02",
    "JUMP_LANDS_ON_JUMPED": "SB-JMP-03", "JUMP_LANDS_BESIDE_START": "SB-JMP-04", "JUMP_TOO_FAR": "SB-JMP-03",
    "JUMP_FINISHED_PAWN": "SB-STR-04", "ONE_AT_A_TIME": "SB-MOV-03", "BACKTRACK": "SB-MOV-01", "SAME_PAWN": "SB-CRD-06",
    "CARD_ENTRY_OFF": "SB-CRD-09", "JUMP_NOT_STRAIGHT": "SB-ENT-05", "STAR_BY_POINT": "SB-STR-05",
    "JUMP_NEEDS_LANDING": "SB-JMP-03", "SWAP_CARD": "SB-CRD-11",
}  # fmt: skip
"""The rule behind each reason a move is refused for."""


def closed_to_all(context: SpectrumContext, state: State, move: PawnMove) -> Verdict:
    """Nothing can move at all; say why this one cannot, and that the turn is passed on."""
    path = path_of(move)
    assert path is not None
    fault: Fault = ("NOTHING_MOVES", ())
    opened = 0
    for choice in context.choices.choices(state.dice):
        opened |= choice.open
        if choice.swap:
            continue
        plans = context.turn.judge(context.masks(state), choice, context.choices.fresh_plan(choice), path)
        if not isinstance(plans, list) and (fault[0] == "NOTHING_MOVES" or fault_weight(plans) < fault_weight(fault)):
            fault = plans
    return with_details(refusal(context, state, move, fault), open=hues_in(opened), then=awaiting(context, state))


def refusal(context: SpectrumContext, state: State, move: PawnMove, fault: Fault) -> Verdict:
    """The verdict of a fault, with the spaces and colours its sentence needs."""
    code, spaces = fault
    if code == "WHOLE_MOVE_REQUIRED" and state.half is not None and move.origin != NAME[state.half.so_far[1][-1]]:
        return unfinished(context, state)
    due = [part for plan in state.plans for part in _due_parts(context, plan)]
    if code == "WHOLE_MOVE_REQUIRED" and not due:
        code = "BUDGET_EXCEEDED"  # every part has been moved: there is no length to name
    spots = tuple(NAME[n] for n in spaces if n >= 0)
    hues = tuple(dict.fromkeys(Hue(n // 9) for n in spaces if n >= 0))
    left = max((context.choices.spaces_left(plan) for plan in state.plans), default=0)
    return no(
        code,
        RULE.get(code, ""),
        *spots,
        spaces=spots,
        hues=hues,
        open=context.open_hues(state),
        pawn=move.origin,
        to=move.path[-1],
        left=left,
        counts=tuple(sorted({part.count for part in due})),
        part=tuple(dict.fromkeys(hue for part in due for area in part.areas for hue in hues_in(area.hues))),
        **_length_of_move(context, move, due),
        unfinished=None,
        to_go=None,
    )


def nowhere(move: PawnMove) -> Verdict:
    """The move names what is no space, or none at all."""
    odd = tuple(spot for spot in (move.origin, *move.path, *move.jumped) if spot not in INDEX)
    aside = tuple(spot for spot in move.jumped if spot in INDEX and spot not in move.path)
    stock = STOCK_NAME if STOCK_NAME in move.path else None
    return no("NO_SUCH_SPACE", "SB-BRD-02", spaces=odd, stock=stock, aside=aside)


def _length_of_move(context: SpectrumContext, move: PawnMove, due: list[Part]) -> dict[str, object]:
    """How long the move is; ``star``: the one that lies just beside a pawn which has to go further."""
    path = path_of(move)
    assert path is not None
    origin, spaces, _ = path
    beside = origin != STOCK and RING[spaces[-1]] == 9 and spaces[-1] in SIDES[origin]
    star = beside and len(spaces) == 1 and all(part.count > 1 for part in due)
    return {"star": NAME[spaces[-1]] if star else None, "away": None if star else spaces_used(path, context.movement)}


def unfinished(context: SpectrumContext, state: State) -> Verdict:
    """A move is entered in part, and first it has to be whole."""
    assert state.half is not None
    at = NAME[state.half.so_far[1][-1]]
    left = awaiting(context, state).details.get("left", ())
    nothing = dict.fromkeys(("pawn", "to", "away", "counts", "part", "star"))
    return no("WHOLE_MOVE_REQUIRED", "D-41", at, unfinished=at, to_go=left, **nothing)


def still_to_move(context: SpectrumContext, state: State) -> Verdict:
    """The turn cannot end: what can still be moved, entered or swapped."""
    left = min(context.choices.spaces_left(plan) for plan in state.plans)
    moves = legal_pawn_moves(context, state)
    movers = tuple(dict.fromkeys(move.origin for move in moves if move.origin != STOCK_NAME))
    entries = tuple(sorted({move.path[0] for move in moves if move.origin == STOCK_NAME}, key=INDEX.__getitem__))
    swaps = tuple(swap.words() for swap in swaps_of_turn(context, state))[:MOST_SWAPS]
    return no(
        "MUST_MOVE",
        "SB-MST-02",
        *movers,
        left=left,
        spaces=movers,
        entries=entries,
        swaps=swaps,
        open=context.open_hues(state),
    )


def wasteful(context: SpectrumContext, state: State, move: PawnMove) -> Verdict:
    """A move after which the turn could no longer use all it can."""
    others = tuple(dict.fromkeys(other.words() for other in legal_pawn_moves(context, state)))[:3]
    return no("USE_THE_MOST", "D-38", *move.spots(), pawn=move.origin, to=move.path[-1], other=others)


def _due_parts(context: SpectrumContext, plan: Plan) -> list[Part]:
    """The parts that may be next: face parts first where the order is listed, else all that are left."""
    choice = context.choice(plan.key)
    parts = [part for n, part in enumerate(choice.parts) if plan.left >> n & 1]
    faces = [part for part in parts if part.face]
    return faces or parts if choice.order != "any" else parts
