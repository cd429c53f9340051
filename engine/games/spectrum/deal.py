"""Before the first turn: shotgun starts (SB-SHO), the values of weighted colours (SB-WGT-01)."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from engine.components.hues import Hue
from engine.core.errors import NotUnderstood
from engine.core.events import Event, Move, Seat
from engine.core.fast_constructor import replace
from engine.core.game import Rules, not_your_turn
from engine.core.verdict import Awaiting, Cards, Dice, Verdict, no, yes
from engine.games.spectrum.board import BIT, NAME, mask_of, parse_space, space
from engine.games.spectrum.events import Dealt, PickHues, ShotRolled, Valued
from engine.games.spectrum.options import Options
from engine.games.spectrum.state import State

if TYPE_CHECKING:
    from engine.games.spectrum.game import Spectrum

EVENTS = (Valued, Dealt, ShotRolled, PickHues)
VALUES = {"five": (3, 7), "deck": (1, 12)}
"""The lowest and the highest value of a colour."""
SHOT_CARDS = Counter({1: 2, 2: 2, 3: 2})


def shot_turn(rules: Rules[Options], state: State) -> tuple[Seat, int]:
    """Whose shotgun placement is next, and on which ring."""
    seats, done = rules.seats, state.extras.shot
    if rules.options.start == "shotgun_cards":
        return (rules.options.first + done) % seats, 0
    if rules.options.shotgun_order == "ring_by_ring":
        return (rules.options.first + done) % seats, done // seats + 1
    return (rules.options.first + done // 3) % seats, done % 3 + 1


def shots_left(rules: Rules[Options], state: State) -> int:
    each = {"plain": 0, "shotgun_cards": 1, "shotgun_d12": 3}[rules.options.start]
    return each * rules.seats - state.extras.shot


def values_missing(rules: Rules[Options], state: State) -> bool:
    return rules.options.scoring == "weighted" and not state.extras.values


def awaiting(rules: Rules[Options], state: State) -> Awaiting:
    if values_missing(rules, state):
        return Awaiting("table", (), "VALUES", need=Cards(12, "values"))
    seat, ring = shot_turn(rules, state)
    if rules.options.start == "shotgun_cards":
        return Awaiting("table", (seat,), "SHOTGUN_CARDS", need=Cards(6, "hand"))
    if state.extras.pick:
        return Awaiting("player", (seat,), "PICK_TWO", {"ring": ring})
    count = state.extras.again or 2
    ask = "SHOTGUN_AGAIN" if state.extras.again else "SHOTGUN_ROLL"
    return Awaiting("table", (seat,), ask, {"count": count, "ring": ring}, Dice(d12=count))


def free_hues(state: State, ring: int) -> tuple[Hue, ...]:
    """The hues whose space on a ring holds no pawn."""
    return tuple(hue for hue in Hue if not state.occupied & BIT[space(hue, ring)])


def judge(game: "Spectrum", state: State, event: Event) -> Verdict:
    rules = game.rules
    if isinstance(event, Dealt):
        return _judge_dealt(game, state, event)
    if state.phase != "setup":
        return game.not_now(state, event)
    if isinstance(event, Valued):
        return _judge_values(rules, state, event)
    if rules.options.start != "shotgun_d12" or values_missing(rules, state):
        return game.not_now(state, event)
    if isinstance(event, PickHues):
        return _judge_pick(game, state, event)
    assert isinstance(event, ShotRolled)
    count = state.extras.again or 2
    if state.extras.pick:
        return game.not_now(state, event, "SB-SHO-04")
    if len(event.dice) != count:
        return no("WRONG_DICE_COUNT", "SB-SHO-02", count=len(event.dice), wanted=count)
    return yes()


def _judge_values(rules: Rules[Options], state: State, event: Valued) -> Verdict:
    if not values_missing(rules, state):
        on = rules.options.scoring == "weighted"
        return no("VALUES_KNOWN", "SB-WGT-01") if on else no("OPTION_OFF", "SB-WGT-01", option="scoring")
    low, high = VALUES[rules.options.weights]
    if len(event.values) != 12 or not all(low <= value <= high for value in event.values):
        return no("WRONG_VALUES", "SB-WGT-01", low=low, high=high)
    return yes()


def _judge_pick(game: "Spectrum", state: State, event: PickHues) -> Verdict:
    seat, ring = shot_turn(game.rules, state)
    if not state.extras.pick:
        return game.not_now(state, event, "SB-SHO-04")
    if event.seat != seat:
        return not_your_turn(event, seat)
    free = free_hues(state, ring)
    wrong = tuple(hue for hue in event.hues if hue not in free)
    if wrong or len(set(event.hues)) != 2 or len(event.hues) != 2:
        spots = [f"{hue.name}{ring}" for hue in wrong]
        return no("PICK_TWO_FREE", "SB-SHO-04", *spots, hues=event.hues, free=free, ring=ring)
    return yes()


def _judge_dealt(game: "Spectrum", state: State, event: Dealt) -> Verdict:
    rules = game.rules
    if not 0 <= event.to < rules.seats:
        return no("NO_SUCH_PLAYER", "", to_move=event.to)
    if state.phase == "setup" and not values_missing(rules, state) and rules.options.start == "shotgun_cards":
        return judge_shot_cards(rules, state, event)
    # Hidden hands may be told to the engine before anybody moved; it then checks more.
    if state.phase == "roll" and not state.turns and (rules.options.missions or rules.options.portals):
        return _judge_hand(rules, state, event)
    return game.not_now(state, event)


def judge_shot_cards(rules: Rules[Options], state: State, event: Dealt) -> Verdict:
    """Two cards of each number, nobody else's space (SB-SHO-01)."""
    seat, _ = shot_turn(rules, state)
    if event.to != seat:
        return no("DEAL_TO", "SB-SHO-01", player=seat, opponent=event.to)
    spaces = _spaces(event.cards)
    if spaces is None or Counter(n % 9 + 1 for n in spaces) != SHOT_CARDS:
        return no("WRONG_DEAL", "SB-SHO-01", cards=event.cards)
    taken = [NAME[n] for n in spaces if state.occupied & BIT[n] or spaces.count(n) > 1]
    return no("CARD_GONE", "SB-SHO-01", *taken, cards=tuple(taken)) if taken else yes()


def _judge_hand(rules: Rules[Options], state: State, event: Dealt) -> Verdict:
    for_mission = rules.options.missions and len(event.cards) == 6
    hands = state.extras.missions if for_mission else state.extras.portals
    if not hands or len(event.cards) != (6 if for_mission else 3):
        return no("WRONG_HAND", "SB-MIS-01", wanted=6 if rules.options.missions else 3)
    if any(card != "??" for card in hands[event.to]):
        return no("HAND_KNOWN", "SB-MIS-01", player=event.to)
    known = [card for card in event.cards if card != "??"]
    spaces = _spaces(known)
    if spaces is None or any(not 3 <= n % 9 + 1 <= 7 for n in spaces):
        return no("NOT_IN_THIS_DECK", "SB-MIS-01", cards=event.cards)
    primaries = sum(1 for n in spaces if n // 9 % 2 == 0)
    if for_mission and (primaries > 3 or len(spaces) - primaries > 3):
        return no("WRONG_MISSION", "SB-MIS-01", cards=event.cards)
    if not for_mission and primaries < len(spaces):
        return no("WRONG_PORTALS", "SB-POR-01", cards=event.cards)
    others = {card for hand in hands for card in hand} - {"??"}
    twice = tuple(c for c in dict.fromkeys(known) if known.count(c) > 1 or c in others)
    return no("CARD_GONE", "SB-MIS-01", cards=twice) if twice else yes()


def _spaces(cards: tuple[str, ...] | list[str]) -> list[int] | None:
    try:
        spaces = [parse_space(card) for card in cards]
    except NotUnderstood:
        return None
    return None if -1 in spaces else spaces


def result(rules: Rules[Options], state: State, event: Event) -> State:
    extras = state.extras
    if isinstance(event, Valued):
        return _next(rules, state._replace(extras=replace(extras, values=event.values)))
    if isinstance(event, Dealt):
        if state.phase == "setup":
            return _placed(rules, state, event.to, [parse_space(card) for card in event.cards])
        if rules.options.missions and len(event.cards) == 6:
            return state._replace(extras=replace(extras, missions=_dealt(extras.missions, event)))
        return state._replace(extras=replace(extras, portals=_dealt(extras.portals, event)))
    seat, ring = shot_turn(rules, state)
    if isinstance(event, PickHues):
        return _placed(rules, state, seat, [space(hue, ring) for hue in event.hues])
    assert isinstance(event, ShotRolled)
    hues = [*extras.shot_hues, *event.dice]
    if hues[0] == hues[1]:
        # A double comes before the question whether its space is free (D-70).
        return state._replace(extras=replace(extras, pick=True, again=0, shot_hues=()))
    free = [hue for hue in hues if hue in free_hues(state, ring)]
    if len(free) < 2:
        return state._replace(extras=replace(extras, again=2 - len(free), shot_hues=tuple(map(int, free))))
    return _placed(rules, state, seat, [space(hue, ring) for hue in hues])


def _dealt(hands: tuple[tuple[str, ...], ...], event: Dealt) -> tuple[tuple[str, ...], ...]:
    return (*hands[: event.to], event.cards, *hands[event.to + 1 :])


def _placed(rules: Rules[Options], state: State, seat: Seat, spaces: list[int]) -> State:
    pawns, stock = list(state.pawns), list(state.stock)
    pawns[seat] |= mask_of(spaces)
    stock[seat] -= len(spaces)
    extras = replace(state.extras, shot=state.extras.shot + 1, again=0, pick=False, shot_hues=())
    return _next(rules, state._replace(pawns=tuple(pawns), stock=tuple(stock), extras=extras))


def _next(rules: Rules[Options], state: State) -> State:
    ready = not values_missing(rules, state) and not shots_left(rules, state)
    return state._replace(phase="roll") if ready else state


def candidates(rules: Rules[Options], state: State) -> Iterator[Move]:
    if state.phase == "setup" and state.extras.pick:
        seat, ring = shot_turn(rules, state)
        for pair in combinations(free_hues(state, ring), 2):
            yield PickHues(seat, pair)
