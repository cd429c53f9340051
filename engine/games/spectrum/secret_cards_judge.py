"""Whether missions may be declared and portals used (SB-MIS, SB-POR)."""

from engine.core.events import Event
from engine.core.game import Rules, not_your_turn
from engine.core.ids import Seat
from engine.core.verdict import Verdict, no, yes
from engine.games.spectrum.awaiting import not_now
from engine.games.spectrum.board import BIT, NAME
from engine.games.spectrum.context import SpectrumContext
from engine.games.spectrum.events import Activate, Declare, PortalCards, Send
from engine.games.spectrum.options import Options
from engine.games.spectrum.secret_cards import UNSEEN, card_space, standing_on
from engine.games.spectrum.state import State

NEEDED = 5
"""Spaces of a mission that must hold own pawns (SB-MIS-02)."""


def judge(context: SpectrumContext, state: State, event: Event) -> Verdict:
    """Whether one of ``secret_cards.EVENTS`` is legal now."""
    rules = context.rules
    if isinstance(event, Declare):
        return _judge_declare(rules, state, event)
    if not rules.options.portals:
        return no("OPTION_OFF", "SB-POR-01", option="portals")
    if isinstance(event, Activate):
        return _judge_activate(rules, state, event)
    if isinstance(event, PortalCards):
        return _judge_cards(context, state, event)
    assert isinstance(event, Send)
    return _judge_send(context, state, event)


def _judge_cards(context: SpectrumContext, state: State, event: PortalCards) -> Verdict:
    """Cards a player looks at: two for a portal in use, or the one nobody has read since a first star."""
    extras = state.extras
    if not 0 <= event.to < context.rules.seats:
        return no("NO_SUCH_PLAYER", "", to_move=event.to)
    hand = extras.portals[event.to]
    for_send = state.phase == "send" and event.to == extras.user and not extras.drawn
    for_star = state.phase == "roll" and UNSEEN in hand and state.turns > 0
    if not for_send and not for_star:
        return not_now(context, state, event, "SB-POR-03")
    if len(event.cards) != (2 if for_send else 1) or len(set(event.cards)) < len(event.cards):
        return no("WRONG_HAND", "SB-POR-03", wanted=2 if for_send else 1)
    gone = _known_portals(state)
    wrong = tuple(card for card in event.cards if card_space(card) is None or card in gone)
    return no("NO_SUCH_PORTAL", "SB-POR-03", spaces=wrong) if wrong else yes()


def _known_portals(state: State) -> set[str]:
    """The portals that are spent, or known to be in a hand."""
    return {*state.extras.shown, *(card for hand in state.extras.portals for card in hand if card != UNSEEN)}


def _judge_declare(rules: Rules[Options], state: State, event: Declare) -> Verdict:
    if not rules.options.missions:
        return no("OPTION_OFF", "SB-MIS-01", option="missions")
    if event.seat != state.to_move:
        return not_your_turn(event, state.to_move)
    # A mission is declared before the roll of one's own turn (SB-MIS-02, 03).
    if state.phase != "roll":
        return no("AFTER_ROLL", "SB-MIS-02")
    # It comes before portals too (D-89). What others used may belong to the end of the turn before, the first apart.
    used = state.extras.used
    if used and (used[event.seat] or (not state.turns and any(used))):
        return no("AFTER_PORTAL", "SB-MIS-02")
    spaces = [card_space(card) for card in event.cards]
    primaries = sum(1 for n in spaces if n is not None and n // 9 % 2 == 0)
    if len(spaces) != 6 or None in spaces or len(set(spaces)) != 6 or primaries != 3:
        return no("WRONG_MISSION", "SB-MIS-01", cards=event.cards)
    hand = state.extras.missions[event.seat]
    if any(card != UNSEEN and card not in event.cards for card in hand):
        return no("NOT_YOUR_MISSION", "SB-MIS-01", cards=event.cards)
    on = standing_on(state, event.seat, event.cards)
    if on < NEEDED:
        empty = tuple(NAME[n] for n in spaces if n is not None and not state.pawns[event.seat] & BIT[n])
        return no("MISSION_NOT_MET", "SB-MIS-02", *empty, on=on, needed=NEEDED, spaces=empty)
    return yes(complete="done")


def _judge_activate(rules: Rules[Options], state: State, event: Activate) -> Verdict:
    # Portals are used between two turns: after the last movement, before the next roll (SB-POR-02).
    if state.phase != "roll":
        return no("PORTAL_MID_TURN", "SB-POR-02")
    n = card_space(event.card)
    if n is None or event.card in state.extras.shown:
        return no("NO_SUCH_PORTAL", "SB-POR-01", event.card, spaces=(event.card,))
    hand = state.extras.portals[event.seat]
    if (event.card not in hand and UNSEEN not in hand) or _held_by_other(state, event.seat, event.card):
        return no("NOT_YOUR_PORTAL", "SB-POR-02", event.card, spaces=(event.card,))
    if rules.options.portal_limit == "one" and state.extras.used[event.seat]:
        return no("PORTAL_LIMIT", "SB-POR-02")
    if not state.occupied & BIT[n]:
        return no("PORTAL_EMPTY", "SB-POR-02", event.card, spaces=(event.card,))
    return yes()


def _held_by_other(state: State, seat: Seat, card: str) -> bool:
    return any(card in hand for other, hand in enumerate(state.extras.portals) if other != seat)


def _judge_send(context: SpectrumContext, state: State, event: Send) -> Verdict:
    if state.phase != "send":
        return not_now(context, state, event, "SB-POR-03")
    if event.seat != state.extras.user:
        return not_your_turn(event, state.extras.user)
    known = _known_portals(state)
    if state.extras.drawn and {event.to, event.kept} != set(state.extras.drawn):
        return no("NOT_DRAWN", "SB-POR-03", spaces=state.extras.drawn)
    for card in (event.to, event.kept):
        if card == UNSEEN and card is not event.to:
            continue
        if card_space(card) is None or card in known or event.to == event.kept:
            return no("NO_SUCH_PORTAL", "SB-POR-03", spaces=(card,))
    return yes()
