"""Placing captured pawns after a bonus that came first, or in the middle of it: the face part must stay possible
(SB-CAP-02..04, D-37, D-41)."""

from engine.games.spectrum.board import INDEX, STOCK_NAME
from engine.games.spectrum.context import SpectrumContext
from engine.games.spectrum.events import PawnMove, PlaceCaptive
from engine.games.spectrum.movegen import free_entries
from engine.games.spectrum.partial_moves import joined
from engine.games.spectrum.pawn_paths import path_of
from engine.games.spectrum.state import State
from engine.games.spectrum.state_changes import placed_state
from engine.games.spectrum.transitions import stepped


def legal_placements(context: SpectrumContext, state: State) -> list[PlaceCaptive]:
    """Every place for the first captured pawn that the rules allow."""
    placer, free = state.captives[0].placer, free_entries(state)
    fitting = [spot for spot in free if leaves_face_part(context, state, INDEX[spot])]
    stock = (STOCK_NAME,) if not free or context.options.capture_place == "may_stock" else ()
    return [PlaceCaptive(placer, spot) for spot in (*(fitting or free), *stock)]


def leaves_face_part(context: SpectrumContext, state: State, n: int) -> bool:
    """Whether with the captive on space ``n`` the face part stays possible, or both orders would not end alike."""
    if context.lenient or all(not plan.half and (not plan.needed or not plan.left) for plan in state.plans):
        return True
    return _face_part_left(context, placed_state(state, n))


def captives_fit(context: SpectrumContext, state: State, move: PawnMove) -> bool:
    """Whether captives that were placed in the middle of a move lie where they may once ``move`` makes it whole: where
    they might have been placed after it (D-41)."""
    half = state.half
    if context.lenient or half is None or not half.placed or not all(plan.half for plan in state.plans):
        return True
    path = path_of(move)
    assert path is not None
    after = stepped(context, state, path)
    if any(plan.half for plan in after.plans) or _face_part_left(context, after):
        return True
    plans = tuple(plan._replace(half=False) for plan in state.plans)
    before = state._replace(pawns=half.pawns, stock=half.stock, moved=half.moved, plans=plans, half=None)
    whole = stepped(context, before, joined(half.so_far, path))
    return not any(leaves_face_part(context, whole, INDEX[spot]) for spot in free_entries(whole))


def _face_part_left(context: SpectrumContext, state: State) -> bool:
    """Whether by some plan no face part is owed after a bonus, or it can be played."""
    masks = context.masks(state)
    for plan in state.plans:
        choice = context.choice(plan.key)
        if plan.half:
            for path in context.turn.paths(masks, choice, plan):
                if _face_part_left(context, stepped(context, state._replace(plans=(plan,)), path)):
                    return True
        elif not plan.needed or not plan.left or context.turn.has_path(masks, choice, plan):
            return True
    return False
