"""Whether an event is legal in Spectrum Escape, and why not (SB-ESC-01 to SB-ESC-11)."""

from engine.components.hues import Hue
from engine.core.events import Event, Move, Seat
from engine.core.game import not_your_turn
from engine.core.verdict import Verdict, no, yes
from engine.games.spectrum_escape.events import CommonDiceRolled, Die, DieLost, OwnDieRolled, PawnMoved, PawnWithdrawn
from engine.games.spectrum_escape.landing import landing
from engine.games.spectrum_escape.options import Options
from engine.games.spectrum_escape.state import PAWNS, State, dice_split

_MORE, _DONE = yes("more", "SB-ESC-07"), yes("done", "SB-ESC-07")


def judge(options: Options, state: State, event: Event) -> Verdict | None:
    """The verdict on an event; None where the game has no place for such a one."""
    if state.over:
        return no("GAME_OVER", "SB-ESC-11")
    if isinstance(event, OwnDieRolled):
        return _judge_own(state, event)
    if isinstance(event, CommonDiceRolled):
        return _judge_common(state, event)
    if not state.rolled:
        return no("ROLL_FIRST", "SB-ESC-07")
    if isinstance(event, Move) and event.seat != state.mover:
        return not_your_turn(event, state.mover)
    if isinstance(event, PawnWithdrawn):
        return _judge_withdraw(state, event)
    if not isinstance(event, (PawnMoved, DieLost)):
        return None
    verdict = _judge_die(state, event.seat, event.hue, event.die)
    if not verdict.ok:
        return verdict
    usable = judge_landing(options, state, event.seat, event.hue)
    return _judge_lose(options, state, event, usable) if isinstance(event, DieLost) else usable


def _judge_own(state: State, event: OwnDieRolled) -> Verdict:
    if not 0 <= event.seat < state.seats:
        return no("NO_SUCH_PLAYER", "", seat=event.seat + 1)
    if state.own[event.seat] is not None:
        return no("HAS_OWN_DIE", "SB-ESC-07", player=event.seat, hue=state.own[event.seat])
    if state.round == "d6" and not event.hue.is_primary:
        return no("NOT_ON_A_CUBE", "SB-BRD-08", hues=(event.hue,))
    return yes()


def _judge_common(state: State, event: CommonDiceRolled) -> Verdict:
    if state.common is not None:
        return no("COMMON_LIE", "SB-ESC-07")
    odd = tuple(hue for hue in event.d6 if not hue.is_primary)
    if odd:
        return no("NOT_ON_A_CUBE", "SB-BRD-08", hues=odd)
    _, d6, d12 = dice_split(state.seats, state.round)
    if (len(event.d6), len(event.d12)) != (d6, d12):
        wanted = {"cubes": d6 or None, "d12": d12, "only12": None if d6 else d12}
        return no("WRONG_DICE", "SB-ESC-07", got6=len(event.d6), got12=len(event.d12), **wanted)
    return yes()


def _judge_die(state: State, seat: Seat, hue: Hue, die: Die) -> Verdict:
    # Each player moves once by the own die and once by a common one.
    assert state.common is not None
    if die == "own":
        if state.own_used[seat]:
            return no("OWN_USED", "SB-ESC-07", player=seat)
        return _MORE if state.own[seat] == hue else no("NOT_YOUR_DIE", "SB-ESC-07", hue=hue, own=state.own[seat])
    if state.common_used[seat]:
        return no("COMMON_USED", "SB-ESC-07", player=seat)
    return _MORE if hue in state.common else no("NO_COMMON_DIE", "SB-ESC-07", hue=hue, common=state.common)


def judge_landing(options: Options, state: State, seat: Seat, hue: Hue) -> Verdict:
    """Whether a pawn of this player can enter or go on in this colour."""
    lane = state.lanes[hue]
    if lane[seat]:
        return _DONE
    if not state.stock(seat):
        return no("NO_RESERVE", "SB-ESC-01", player=seat, hue=hue)
    # A pawn that enters may not escape in the same move.
    if landing(options, lane, seat) > options.escape_first_ring:
        return no("ENTER_AND_ESCAPE", "SB-ESC-06", f"{hue.name}1", hue=hue)
    return _DONE


def _judge_lose(options: Options, state: State, move: DieLost, usable: Verdict) -> Verdict:
    if usable.ok:
        return no("DIE_IS_USABLE", "SB-ESC-07", hue=move.hue)
    # A useless common die may be taken only when no common die is of use.
    if move.die == "common" and not options.deny_die:
        assert state.common is not None
        good = tuple(h for h in dict.fromkeys(state.common) if judge_landing(options, state, move.seat, h).ok)
        if good:
            return no("USABLE_COMMON", "SB-ESC-07", hue=move.hue, hues=good)
    return _DONE


def _judge_withdraw(state: State, move: PawnWithdrawn) -> Verdict:
    if state.own_used[move.seat] or state.common_used[move.seat]:
        return no("WITHDRAW_FIRST", "SB-ESC-10", player=move.seat)
    if not state.lanes[move.hue][move.seat]:
        return no("NO_PAWN_THERE", "SB-ESC-10", player=move.seat, hue=move.hue)
    return _DONE


def position_faults(options: Options, state: State, seats: int) -> list[Verdict]:
    """Everything that is wrong with a set-up position of so many players, not only the first fault."""
    rim = options.escape_first_ring
    sizes = {len(x) for x in (state.escaped, state.own, state.own_used, state.common_used, state.withdrawn)}
    if sizes != {seats} or len(state.lanes) != len(Hue) or any(len(lane) != seats for lane in state.lanes):
        return [no("WRONG_SIZE", "SB-ESC-01", players=seats)]
    faults = []
    for hue in Hue:
        places = [place for place in state.lanes[hue] if place]
        if any(not 0 < place <= rim for place in places):
            faults.append(no("NO_SUCH_PLACE_IN", "SB-ESC-06", hue=hue, rim=rim))
        if len(set(places)) < len(places):
            faults.append(no("TWO_ON_A_SPACE", "SB-BRD-06", hue=hue))
    beyond = (seat for seat in range(seats) if state.stock(seat) < 0 or state.escaped[seat] < 0)
    faults += [no("TOO_MANY_PAWNS", "SB-ESC-01", player=seat, count=PAWNS) for seat in beyond]
    if not 0 <= state.turn < 2 * seats:
        faults.append(no("NO_SUCH_TURN", "SB-ESC-07", turn=state.turn))
    return faults
