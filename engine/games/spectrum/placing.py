"""Where captured pawns are placed (SB-CAP-02..04)."""

from typing import TYPE_CHECKING

from engine.core.game import not_your_turn
from engine.core.verdict import Verdict, no, yes
from engine.games.spectrum.apply import placed_state
from engine.games.spectrum.board import BIT, ENTRY_MASK, INDEX, NAME, STOCK, bits
from engine.games.spectrum.events import Place
from engine.games.spectrum.state import State

if TYPE_CHECKING:
    from engine.games.spectrum.game import Spectrum


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


def judge(game: "Spectrum", state: State, place: Place) -> Verdict:
    """Whether the first captured pawn may be placed there now."""
    if not state.captives:
        return no("NOTHING_TO_PLACE", "SB-CAP-02")
    captive, free = state.captives[0], free_entries(state)
    if place.seat != captive.placer:
        return not_your_turn(place, captive.placer)
    n = INDEX.get(place.to)
    if n is None:
        return no("NO_SUCH_SPACE", "SB-BRD-02", spaces=(place.to,), stock=None, aside=())
    if n == STOCK:
        if free and game.options.capture_place == "must":
            return no("PLACE_STOCK_NOT_ALLOWED", "SB-CAP-03", *free, free=free, owner=captive.owner)
        return yes()
    way = {} if free else {"then": game.awaiting(state)}
    if not BIT[n] & ENTRY_MASK:
        return no("PLACE_NOT_PRIMARY_START", "SB-CAP-02", place.to, free=free, spaces=(place.to,), **way)
    if place.to not in free:
        return no("PLACE_OCCUPIED", "SB-CAP-02", place.to, free=free, spaces=(place.to,), **way)
    if not leaves_face(game, state, n):
        fitting = tuple(spot for spot in free if leaves_face(game, state, INDEX[spot]))
        if fitting:
            return no("PLACE_BLOCKS_FACE", "SB-SPC-13", place.to, free=fitting, spaces=(place.to,))
    return yes()


def leaves_face(game: "Spectrum", state: State, n: int) -> bool:
    """After a bonus that came first, the face part must stay possible, or both orders would not end alike."""
    if game.lax or all(not plan.half and (not plan.needed or not plan.left) for plan in state.plans):
        return True
    after = placed_state(state, n)
    return _face_left(game, after)


def _face_left(game: "Spectrum", state: State) -> bool:
    """Whether by some plan no face part is owed after a bonus, or it can be played."""
    sight = game.sight(state)
    for plan in state.plans:
        choice = game.choice(plan.key)
        if plan.half:
            for path in game.turn.paths(sight, choice, plan):
                if _face_left(game, game.stepped(state._replace(plans=(plan,)), path)):
                    return True
        elif not plan.needed or not plan.left or game.turn.any_path(sight, choice, plan):
            return True
    return False
