"""Whether what happens before the first turn may be: values, shotgun placements, hands that are dealt."""

from collections import Counter
from collections.abc import Sequence

from engine.core.errors import NotUnderstood
from engine.core.events import Event
from engine.core.game import Rules, not_your_turn
from engine.core.verdict import Verdict, no, yes
from engine.games.spectrum.awaiting import not_now
from engine.games.spectrum.board import BIT, NAME, parse_space
from engine.games.spectrum.context import SpectrumContext
from engine.games.spectrum.events import PickHues, SetupDealt, ShotRolled, Valued
from engine.games.spectrum.options import Options
from engine.games.spectrum.setup import VALUES, free_hues, shot_turn, values_missing
from engine.games.spectrum.state import State

SHOT_CARDS = Counter({1: 2, 2: 2, 3: 2})
"""How many cards of each number a shotgun hand has (SB-SHO-01)."""


def judge(context: SpectrumContext, state: State, event: Event) -> Verdict:
    """Whether one of ``setup.EVENTS`` is legal now."""
    rules = context.rules
    if isinstance(event, SetupDealt):
        return _judge_dealt(context, state, event)
    if state.phase != "setup":
        return not_now(context, state, event)
    if isinstance(event, Valued):
        return _judge_values(rules, state, event)
    if rules.options.start != "shotgun_d12" or values_missing(rules, state):
        return not_now(context, state, event)
    if isinstance(event, PickHues):
        return _judge_pick(context, state, event)
    assert isinstance(event, ShotRolled)
    count = state.extras.again or 2
    if state.extras.pick:
        return not_now(context, state, event, "SB-SHO-04")
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


def _judge_pick(context: SpectrumContext, state: State, event: PickHues) -> Verdict:
    seat, ring = shot_turn(context.rules, state)
    if not state.extras.pick:
        return not_now(context, state, event, "SB-SHO-04")
    if event.seat != seat:
        return not_your_turn(event, seat)
    free = free_hues(state, ring)
    wrong = tuple(hue for hue in event.hues if hue not in free)
    if wrong or len(set(event.hues)) != 2 or len(event.hues) != 2:
        spots = [f"{hue.name}{ring}" for hue in wrong]
        return no("PICK_TWO_FREE", "SB-SHO-04", *spots, hues=event.hues, free=free, ring=ring)
    return yes()


def _judge_dealt(context: SpectrumContext, state: State, event: SetupDealt) -> Verdict:
    rules = context.rules
    if not 0 <= event.to < rules.seats:
        return no("NO_SUCH_PLAYER", "", to_move=event.to)
    if state.phase == "setup" and not values_missing(rules, state) and rules.options.start == "shotgun_cards":
        return _judge_shot_cards(rules, state, event)
    # Hidden hands may be told to the engine before anybody moved; it then checks more.
    if state.phase == "roll" and not state.turns and (rules.options.missions or rules.options.portals):
        return _judge_hand(rules, state, event)
    return not_now(context, state, event)


def _judge_shot_cards(rules: Rules[Options], state: State, event: SetupDealt) -> Verdict:
    """Two cards of each number, nobody else's space (SB-SHO-01)."""
    seat, _ = shot_turn(rules, state)
    if event.to != seat:
        return no("DEAL_TO", "SB-SHO-01", player=seat, opponent=event.to)
    spaces = _spaces(event.cards)
    if spaces is None or Counter(n % 9 + 1 for n in spaces) != SHOT_CARDS:
        return no("WRONG_DEAL", "SB-SHO-01", cards=event.cards)
    taken = [NAME[n] for n in spaces if state.occupied & BIT[n] or spaces.count(n) > 1]
    return no("CARD_GONE", "SB-SHO-01", *taken, cards=tuple(taken)) if taken else yes()


def _judge_hand(rules: Rules[Options], state: State, event: SetupDealt) -> Verdict:
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


def _spaces(cards: Sequence[str]) -> list[int] | None:
    """The spaces that cards name; None when one of them names none."""
    try:
        spaces = [parse_space(card) for card in cards]
    except NotUnderstood:
        return None
    return None if -1 in spaces else spaces
