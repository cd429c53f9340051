"""Move generation: what may be legal, read off the board without asking the judge (SB part C4)."""

from collections.abc import Iterator

from engine.core.events import Move
from engine.games.spectrum import secret_cards, setup
from engine.games.spectrum.board import BIT, ENTRY_MASK, NAME, RING, SPACES, STOCK_NAME, bits
from engine.games.spectrum.context import SpectrumContext
from engine.games.spectrum.events import Choose, EndTurn, PawnMove, PlaceCaptive, Surrender, Swap
from engine.games.spectrum.masks import PositionMasks
from engine.games.spectrum.partial_moves import begins_with, landing_prefixes, remainder
from engine.games.spectrum.rolls import Choice
from engine.games.spectrum.single_moves import jumps, steps
from engine.games.spectrum.state import Path, Plan, State
from engine.games.spectrum.whole_moves import whole_moves


def pseudo_legal_pawn_moves(context: SpectrumContext, state: State) -> list[PawnMove]:
    """The pawn moves that some choice of dice allows, each once.

    They are the legal ones, unless the table plays that a turn must use as many spaces as it can (``lookahead.py``), or
    a captive was placed in the middle of a move (``placement.captives_fit``).
    """
    if not state.moved and context.options.declare_dice == "declared" and len(state.plans) > 1:
        return []
    masks, paths = context.masks(state), dict[Path, None]()
    for plan in state.plans:
        found = context.turn.paths(masks, context.choice(plan.key), plan)
        # Two choices may share a move.
        paths = {**paths, **found} if paths else found
    moves = context.pawn_moves[state.to_move]
    return [moves[path] for path in paths]


def swaps(state: State, choice: Choice) -> Iterator[Swap]:
    """Every swap a swap card allows: ``choice.swap`` are the hues of the two pawns (SB-CRD-11)."""
    assert choice.swap is not None
    standing = list(bits(state.occupied))
    for a in (n for n in standing if n // 9 == choice.swap[0]):
        for b in (n for n in standing if n // 9 == choice.swap[1]):
            yield Swap(state.to_move, NAME[a], NAME[b])


def swaps_of_turn(context: SpectrumContext, state: State) -> list[Swap]:
    """Every swap that the choices still open allow."""
    found: list[Swap] = []
    for plan in state.plans:
        if (choice := context.choice(plan.key)).swap:
            found += swaps(state, choice)
    return found


def free_entries(state: State) -> tuple[str, ...]:
    """Where the first captured pawn may be placed (SB-CAP-02, 04)."""
    if not state.captives:
        return ()
    blocked = BIT[state.captives[0].not_here] if state.captives[0].not_here >= 0 else 0
    if state.plans:
        # After a bonus that came first, what it freed is no place for the face part's captive (D-37).
        freed = ENTRY_MASK
        for plan in state.plans:
            freed &= plan.changed if plan.half or not plan.left else 0
        blocked |= freed
    return tuple(NAME[n] for n in bits(ENTRY_MASK & ~state.occupied & ~blocked))


# ---- every kind of pseudo-legal move: a superset of the legal ones, for the judge to sift


def pseudo_legal_moves(context: SpectrumContext, state: State) -> Iterator[Move]:
    """A superset of the legal moves of every phase."""
    match state.phase:
        case "over":
            return
        case "move":
            yield from _turn_candidates(context, state)
        case "place":
            placer = state.captives[0].placer
            yield from (PlaceCaptive(placer, NAME[n]) for n in range(SPACES) if RING[n] == 1)
            yield PlaceCaptive(placer, STOCK_NAME)
        case _:
            yield from setup.pseudo_legal_moves(context.rules, state)
            yield from secret_cards.pseudo_legal_moves(state)
            if state.phase == "roll" and context.options.surrender:
                yield from (Surrender(state.to_move, NAME[n]) for n in bits(state.pawns[state.to_move]))


def _turn_candidates(context: SpectrumContext, state: State) -> Iterator[Move]:
    """Every part of every choice, whether it is its turn or not."""
    seat, masks, moves = state.to_move, context.masks(state), context.pawn_moves[state.to_move]
    paths: dict[Path, None] = {}
    for plan in state.plans:
        choice = context.choice(plan.key)
        if choice.swap:
            yield from swaps(state, choice)
        paths.update(dict.fromkeys(_candidate_paths(masks, choice, plan)))
    yield from (moves[path] for path in paths)
    if len(state.plans) > 1 and not state.moved:
        yield from (Choose(seat, plan.key) for plan in state.plans)
    yield EndTurn(seat)


def _candidate_paths(masks: PositionMasks, choice: Choice, plan: Plan) -> list[Path]:
    paths = [*steps(masks, choice.spaces), *jumps(masks, choice.spaces)]
    before = masks.before if plan.half and masks.before is not None else masks
    for part in choice.parts:
        whole = whole_moves(before, choice, part)
        pieces = [piece for path in whole for piece in landing_prefixes(path)] if part.by_landing else []
        if plan.half:
            paths += [remainder(path, masks.so_far) for path in (*whole, *pieces) if begins_with(path, masks.so_far)]
        else:
            paths += [*whole, *pieces]
    return paths
