"""The changed copies of a state that transitions are made of. They trust that the event was judged."""

from engine.core.fast_constructor import replace
from engine.core.ids import Seat
from engine.core.tuples import replaced_at
from engine.games.spectrum.board import BIT, HUE, RING, STOCK
from engine.games.spectrum.move_checks import hues_of
from engine.games.spectrum.movement import MovementRules
from engine.games.spectrum.state import Captive, MovedPawn, PartialMove, Path, Plan, State


def rolled_state(state: State, phase: str, dice: str, plans: tuple[Plan, ...], spent: tuple[str, ...]) -> State:
    """Dice or cards lie there: what they may be used for is in ``plans``. In order, as it is much asked for."""
    pawns, stars, stock, seat, _, _, _, _, _, _, passes, last, turns, goal_reached, extras, _ = state
    return State(
        pawns, stars, stock, seat, phase, dice, plans, (), (), spent, passes, last, turns, goal_reached, extras
    )


def ended_state(state: State, seat: Seat, phase: str, passes: int) -> State:
    """A turn is over and ``seat`` is next."""
    pawns, stars, stock, last, _, _, _, _, _, spent, _, _, turns, goal_reached, extras, _ = state
    if extras.used:
        extras = replace(extras, used=(0,) * len(pawns))
    return State(pawns, stars, stock, seat, phase, "", (), (), (), spent, passes, last, turns + 1, goal_reached, extras)


def moved_state(
    state: State,
    path: Path,
    plans: tuple[Plan, ...],
    half: PartialMove | None,
    *,
    stepped: bool,
    movement: MovementRules,
) -> State:
    """A pawn has moved: captives are lifted into ``captives``, stars taken, and the pawn's colours remembered.

    ``stepped``: the move is walked space by space, so it captures wherever it lands.
    """
    pawns, stars, stock, seat, phase, dice, _, before, _, spent, passes, last, turns, goal_reached, extras, told = state
    origin, spaces, over = path
    begun = origin if told is None or told.so_far[1][-1] != origin else told.so_far[0]
    end, standing = spaces[-1], list(pawns)
    if origin == STOCK:
        stock = replaced_at(stock, seat, stock[seat] - 1)
    else:
        standing[seat] &= ~BIT[origin]
    captives: list[Captive] = []
    landings = [n for n in spaces if n not in over] if stepped else (end,)
    for n in landings:
        bit = BIT[n]
        for owner, theirs in enumerate(standing):
            if theirs & bit and (owner != seat or movement.self_capture):
                standing[owner] = theirs & ~bit
                captives.append(Captive(owner, seat, n if n != end else -1))
    if RING[end] == 9:
        stars = replaced_at(stars, seat, stars[seat] | 1 << HUE[end])
    else:
        standing[seat] |= BIT[end]
    moved, hues = [], hues_of(path)
    for m in before:
        if m.at == origin:
            hues |= m.hues
        else:
            # An own pawn captured here is remembered in the hand (-2) until it is placed (D-60).
            moved.append(m._replace(at=-2) if m.at in landings and m.at != origin and captives else m)
    return State(
        tuple(standing),
        stars,
        stock,
        seat,
        phase,
        dice,
        plans,
        (*moved, MovedPawn(end, hues, begun)),
        tuple(captives),
        spent,
        passes,
        last,
        turns,
        goal_reached,
        extras,
        half,
    )


def placed_state(state: State, to: int, lifted: int | None = None) -> State:
    """The first captured pawn, or one ``lifted`` by its owner, is put on a space or into its owner's stock."""
    pawns, stock, captives, plans = state.pawns, state.stock, state.captives, state.plans
    owner = state.to_move
    if lifted is None:
        owner, captives = captives[0].owner, captives[1:]
    else:
        pawns = replaced_at(pawns, owner, pawns[owner] & ~BIT[lifted])
    moved = state.moved
    if to == STOCK:
        stock = replaced_at(stock, owner, stock[owner] + 1)
    else:
        pawns = replaced_at(pawns, owner, pawns[owner] | BIT[to])
        plans = tuple(p for p in plans if (p.left and not p.half) or not p.changed & BIT[to]) or plans
        plans = tuple(p._replace(changed=p.changed | BIT[to]) if p.needed and not p.half else p for p in plans)
        if owner == state.to_move:
            moved = tuple(m._replace(at=to) if m.at == -2 else m for m in moved)
    half = state.half
    if half is not None and to != STOCK:
        half = half._replace(placed=half.placed | BIT[to])
    return state._replace(pawns=pawns, stock=stock, captives=captives, plans=plans, moved=moved, half=half)


def over_state(state: State) -> State:
    """The game ends at once; captured pawns that nobody can place any more go to their owners' stocks."""
    while state.captives:
        state = placed_state(state, STOCK)
    return state._replace(phase="over")


def swapped_state(state: State, a: int, b: int) -> State:
    """The pawns on two spaces trade places; that is the whole turn (SB-CRD-11)."""
    pawns = list(state.pawns)
    owners = [next(s for s, p in enumerate(state.pawns) if p & BIT[n]) for n in (a, b)]
    pawns[owners[0]] &= ~BIT[a]
    pawns[owners[1]] &= ~BIT[b]
    pawns[owners[0]] |= BIT[b]
    pawns[owners[1]] |= BIT[a]
    return state._replace(pawns=tuple(pawns), moved=(MovedPawn(b, 0, a),))
