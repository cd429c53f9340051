"""Whether an event is legal in SIXCHEX Spectrum, and why not (SIX-SETUP-01 to SIX-CAP-03)."""

from engine.core.events import Event, Move, Seat
from engine.core.game import not_your_turn
from engine.core.verdict import Verdict, no, yes
from engine.games.sixchex_spectrum.board import (
    DARK,
    HOMES,
    LIGHT,
    N_CARDS,
    PLACE,
    SPOTS,
    back,
    captures,
    parity,
    reach_set,
    step_between,
)
from engine.games.sixchex_spectrum.events import (
    AgreedDraw,
    CardsLaid,
    CoinMoved,
    CoinPass,
    DieRolled,
    StartRoll,
    TakeHome,
)
from engine.games.sixchex_spectrum.movegen import coin_moves
from engine.games.sixchex_spectrum.state import State

_MOVES, _CAPTURES = yes("done", "SIX-MOVE-01"), Verdict(True, details={"captures": True}, rule="SIX-CAP-01")


def judge(state: State, event: Event) -> Verdict | None:
    """The verdict on an event; None where this phase of the game has no place for such a one."""
    if state.over:
        return no("GAME_OVER", "SIX-END-01")
    if isinstance(event, CardsLaid):
        return no("CARDS_LIE", "SIX-SETUP-02") if state.cards else judge_cards(event.cards)
    if isinstance(event, TakeHome):
        return _judge_home(state, event)
    if not state.cards or "" in state.homes:
        return no("SET_UP_FIRST", "SIX-SETUP-02")
    if isinstance(event, StartRoll):
        return _judge_start(state, event) if state.contenders else None
    if isinstance(event, AgreedDraw):
        return yes("done", "D-SIX-11")
    if state.contenders:
        return no("START_FIRST", "SIX-SETUP-04")
    return _judge_turn(state, event)


def _judge_turn(state: State, event: Event) -> Verdict | None:
    """The roll, the move or the pass of the player whose turn it is."""
    if isinstance(event, DieRolled):
        if state.die:
            return no("ROLLED_ALREADY", "SIX-MOVE-01", die=state.die, mover=state.to_move)
        return yes() if 1 <= event.die <= 6 else no("NO_SUCH_DIE", "SIX-MOVE-01", die=event.die)
    if isinstance(event, Move) and event.seat != state.to_move:
        return not_your_turn(event, state.to_move)
    if not state.die:
        return no("ROLL_FIRST", "SIX-MOVE-01")
    if isinstance(event, CoinMoved):
        return _judge_coin(state, event)
    if isinstance(event, CoinPass):
        move = next(coin_moves(state), None)
        if move is not None:
            return no("CAN_MOVE", "SIX-MOVE-01", move.start, start=move.start, landing=move.path[-1])
        return yes("done", "SIX-MOVE-01")
    return None


def judge_cards(cards: tuple[str, ...]) -> Verdict:
    """Whether 72 known cards lie in a checkerboard of dark and light (SIX-SETUP-01, SIX-SETUP-02)."""
    if len(cards) != N_CARDS:
        return no("WRONG_COUNT", "SIX-SETUP-02", count=len(cards))
    odd = tuple(spot for spot, card in zip(SPOTS, cards, strict=True) if card not in DARK + LIGHT)
    if odd:
        return no("NO_SUCH_CARD", "SIX-SETUP-01", *odd, spots=odd)
    # Piles alternate like a checkerboard; either may begin.
    off = out_of_pattern(cards)
    return no("NOT_ALTERNATING", "SIX-SETUP-02", *off, spots=off) if off else yes()


def out_of_pattern(cards: tuple[str, ...]) -> tuple[str, ...]:
    """The spots that break the checkerboard of dark and light, by the reading that blames fewer."""
    first = tuple(s for s, card in zip(SPOTS, cards, strict=True) if (card in DARK) == bool(parity(s)))
    second = tuple(s for s in SPOTS if s not in first)
    return min(first, second, key=len)


def _judge_home(state: State, event: TakeHome) -> Verdict:
    if state.homes[event.seat]:
        return no("HAS_HOME", "SIX-SETUP-04", player=event.seat, home=state.homes[event.seat])
    left = tuple(home for home in HOMES if home not in state.homes)
    if event.colour not in left:
        return no("HOME_TAKEN", "SIX-SETUP-04", home=event.colour, homes=left)
    return yes("done")


def _judge_start(state: State, event: StartRoll) -> Verdict:
    if len(event.dice) != len(state.contenders):
        return no("WRONG_DICE", "SIX-SETUP-04", count=len(event.dice), wanted=len(state.contenders))
    odd = next((count for count in event.dice if not 1 <= count <= 12), None)
    if odd is not None:
        return no("NO_SUCH_START", "D-SIX-02", count=odd)
    # Two dice give 2 to 12, one die 1 to 6; whoever threw fewer dice than others had no fair chance.
    if min(event.dice) == 1 and max(event.dice) > 6:
        return no("DICE_OF_SOME", "D-SIX-02", low=min(event.dice), high=max(event.dice))
    return yes()


def _judge_coin(state: State, move: CoinMoved) -> Verdict:
    start, landing = move.start, move.path[-1] if move.path else ""
    if start not in state.coins[move.seat]:
        return no("NO_COIN", "SIX-MOVE-01", start, player=move.seat, start=start)
    if landing not in PLACE:
        return no("NO_SUCH_SPOT", "SIX-MOVE-01", landing=landing)
    if len(move.path) > 1:
        verdict = _judge_path(state, move)
        if not verdict.ok:
            return verdict
    elif landing not in reach_set(start, state.die):
        return no("OUT_OF_REACH", "SIX-MOVE-01", landing, start=start, landing=landing, die=state.die)
    # A move may end anywhere but on the home colour of an opponent.
    card = state.cards[PLACE[landing]]
    if card in HOMES and card in state.homes and card != state.homes[move.seat]:
        owner = state.homes.index(card)
        return no("CLOSED_HOME", "SIX-MOVE-03", landing, landing=landing, owner=owner, home=card)
    return _CAPTURES if captured_coins(state, move) else _MOVES


def _judge_path(state: State, move: CoinMoved) -> Verdict:
    """Whether each step of a path told card by card goes on diagonally and never straight back."""
    if len(move.path) != state.die:
        return no("WRONG_STEPS", "SIX-MOVE-01", move.path[-1], count=len(move.path), die=state.die)
    here, last = move.start, None
    for spot in move.path:
        step = step_between(here, spot) if spot in PLACE else None
        if step is None:
            return no("NOT_DIAGONAL", "SIX-MOVE-01", spot, start=here, landing=spot)
        if last is not None and step == back(last):
            return no("TURNED_BACK", "SIX-MOVE-02", spot, start=here, landing=spot)
        here, last = spot, step
    return _MOVES


def captured_coins(state: State, move: CoinMoved) -> tuple[tuple[Seat, int], ...]:
    """Whose coins a move captures, and how many of each (SIX-CAP-01, D-SIX-08)."""
    landing = move.path[-1]
    if not captures(state.cards[PLACE[move.start]], state.cards[PLACE[landing]], state.die):
        return ()
    return tuple(
        (seat, coins.count(landing)) for seat, coins in enumerate(state.coins) if seat != move.seat and landing in coins
    )


def position_faults(state: State, seats: int) -> list[Verdict]:
    """Everything that is wrong with a set-up position of so many players, not only the first fault."""
    if {len(state.coins), len(state.homes)} != {seats}:
        return [no("WRONG_SIZE", "SIX-SETUP-03", players=seats)]
    faults = []
    if state.cards:
        verdict = judge_cards(state.cards)
        faults += [] if verdict.ok else [verdict]
    for seat, coins in enumerate(state.coins):
        odd = tuple(spot for spot in (*coins, *filter(None, [state.last])) if spot not in PLACE)
        faults += [no("NO_SUCH_SPOT", "SIX-SETUP-03", landing=spot) for spot in odd]
        if len(coins) > 8:
            faults.append(no("TOO_MANY_COINS", "SIX-SETUP-03", player=seat, count=len(coins)))
    taken = [home for home in state.homes if home]
    if len(set(taken)) < len(taken) or not set(taken) <= set(HOMES):
        faults.append(no("HOMES_ALIKE", "SIX-SETUP-04"))
    if not 0 <= state.to_move < seats or not all(0 <= seat < seats for seat in state.contenders):
        faults.append(no("NO_SUCH_PLAYER", "", seat=state.to_move + 1))
    if not 0 <= state.die <= 6:
        faults.append(no("NO_SUCH_DIE", "SIX-MOVE-01", die=state.die))
    return faults
