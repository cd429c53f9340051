"""Missions and portals: cards nobody may see until they are shown (SB-MIS, SB-POR)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.core.errors import NotUnderstood
from engine.core.events import Event, Move, Seat
from engine.core.fast_constructor import replace
from engine.core.game import Rules, not_your_turn
from engine.core.verdict import Verdict, no, yes
from engine.games.spectrum.board import BIT, NAME, parse_space
from engine.games.spectrum.events import Activate, Declare, PortalCards, Send
from engine.games.spectrum.options import Options
from engine.games.spectrum.state import Captive, State

if TYPE_CHECKING:
    from engine.games.spectrum.game import Spectrum

EVENTS = (Declare, Activate, PortalCards, Send)
NEEDED = 5
"""Spaces of a mission that must hold own pawns."""
UNSEEN = "??"


def portal_deck(seats: int) -> int:
    """Portals left to draw after three were dealt to everybody (SB-POR-01)."""
    return 60 - 3 * seats


def card_space(card: str) -> int | None:
    """The space a mission or portal card names; None when there is no such card (3 to 7 of each hue)."""
    try:
        n = parse_space(card)
    except NotUnderstood:
        return None
    return n if n >= 0 and 3 <= n % 9 + 1 <= 7 else None


def standing_on(state: State, seat: Seat, cards: tuple[str, ...]) -> int:
    """How many of the named spaces hold a pawn of the seat."""
    return sum(1 for card in cards if (n := card_space(card)) is not None and state.pawns[seat] & BIT[n])


def judge(game: "Spectrum", state: State, event: Event) -> Verdict:
    rules = game.rules
    if isinstance(event, Declare):
        return _judge_declare(rules, state, event)
    if not rules.options.portals:
        return no("OPTION_OFF", "SB-POR-01", option="portals")
    if isinstance(event, Activate):
        return _judge_activate(rules, state, event)
    if isinstance(event, PortalCards):
        return _judge_cards(game, state, event)
    assert isinstance(event, Send)
    return _judge_send(game, state, event)


def _judge_cards(game: "Spectrum", state: State, event: PortalCards) -> Verdict:
    """Cards a player looks at: two for a portal in use, or the one nobody has read since a first star."""
    extras = state.extras
    if not 0 <= event.to < game.rules.seats:
        return no("NO_SUCH_PLAYER", "", to_move=event.to)
    hand = extras.portals[event.to]
    for_send = state.phase == "send" and event.to == extras.user and not extras.drawn
    for_star = state.phase == "roll" and UNSEEN in hand and state.turns > 0
    if not for_send and not for_star:
        return game.not_now(state, event, "SB-POR-03")
    if len(event.cards) != (2 if for_send else 1) or len(set(event.cards)) < len(event.cards):
        return no("WRONG_HAND", "SB-POR-03", wanted=2 if for_send else 1)
    gone = _known(state)
    wrong = tuple(card for card in event.cards if card_space(card) is None or card in gone)
    return no("NO_SUCH_PORTAL", "SB-POR-03", spaces=wrong) if wrong else yes()


def _known(state: State) -> set[str]:
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


def _judge_send(game: "Spectrum", state: State, event: Send) -> Verdict:
    if state.phase != "send":
        return game.not_now(state, event, "SB-POR-03")
    if event.seat != state.extras.user:
        return not_your_turn(event, state.extras.user)
    known = _known(state)
    if state.extras.drawn and {event.to, event.kept} != set(state.extras.drawn):
        return no("NOT_DRAWN", "SB-POR-03", spaces=state.extras.drawn)
    for card in (event.to, event.kept):
        if card == UNSEEN and card is not event.to:
            continue
        if card_space(card) is None or card in known or event.to == event.kept:
            return no("NO_SUCH_PORTAL", "SB-POR-03", spaces=(card,))
    return yes()


def result(rules: Rules[Options], state: State, event: Event) -> State:
    extras = state.extras
    if isinstance(event, Declare):
        missions = list(extras.missions)
        missions[event.seat] = event.cards
        return state._replace(phase="over", extras=replace(extras, missions=tuple(missions), won=event.seat))
    hands, seat = list(extras.portals), event.seat if isinstance(event, Move) else 0
    if isinstance(event, Activate):
        hand = list(hands[seat])
        hand.remove(event.card if event.card in hand else UNSEEN)
        hands[seat] = tuple(hand)
        used = (*extras.used[:seat], extras.used[seat] + 1, *extras.used[seat + 1 :])
        shown = (*extras.shown, event.card)
        extras = replace(extras, portals=tuple(hands), used=used, shown=shown, portal=event.card, user=seat)
        return state._replace(phase="send", extras=extras)
    if isinstance(event, PortalCards):
        if state.phase == "send":
            return state._replace(extras=replace(extras, drawn=event.cards))
        hand = list(hands[event.to])
        hand[hand.index(UNSEEN)] = event.cards[0]
        hands[event.to] = tuple(hand)
        return state._replace(extras=replace(extras, portals=tuple(hands)))
    assert isinstance(event, Send)
    hands[seat] = (*hands[seat], event.kept)
    shown = (*extras.shown, event.to)
    extras = replace(extras, portals=tuple(hands), shown=shown, deck=extras.deck - 2, drawn=())
    after = _teleported(rules, state._replace(extras=extras), parse_space(extras.portal), parse_space(event.to))
    return after if after.captives else after_send(after)


def _teleported(rules: Rules[Options], state: State, source: int, to: int) -> State:
    """The pawn is sent; a pawn of the same player there means it stays (SB-POR-04)."""
    owner = state.owner_of(source)
    there = state.owner_of(to)
    if owner is None or there == owner:
        return state
    pawns = list(state.pawns)
    pawns[owner] = pawns[owner] & ~BIT[source] | BIT[to]
    captives: tuple[Captive, ...] = ()
    if there is not None:
        pawns[there] &= ~BIT[to]
        placer = owner if rules.options.portal_placer == "owner" else state.extras.user
        captives = (Captive(there, placer, -1),)
    return state._replace(pawns=tuple(pawns), captives=captives)


def after_send(state: State) -> State:
    """Back to waiting for the roll; a deck of one card or none ends the game (SB-POR-06)."""
    extras = replace(state.extras, portal="", user=-1)
    return state._replace(extras=extras, phase="over" if exhausted(state) else "roll")


def exhausted(state: State) -> bool:
    return bool(state.extras.portals) and state.extras.deck <= 1


def first_star(after: State, before: State) -> State:
    """A player's first star brings a further portal (SB-POR-05)."""
    seat, extras = after.to_move, after.extras
    if not extras.portals or before.stars[seat] or not after.stars[seat] or not extras.deck:
        return after
    hands = list(extras.portals)
    hands[seat] = (*hands[seat], UNSEEN)
    return after._replace(extras=replace(extras, portals=tuple(hands), deck=extras.deck - 1))


def candidates(state: State) -> Iterator[Move]:
    """Moves with cards the engine knows; what is played from unseen hands only the table can show."""
    if state.phase == "send" and len(state.extras.drawn) == 2:
        a, b = state.extras.drawn
        yield from (Send(state.extras.user, a, b), Send(state.extras.user, b, a))
    if state.phase != "roll":
        return
    if state.extras.missions and UNSEEN not in state.extras.missions[state.to_move]:
        yield Declare(state.to_move, state.extras.missions[state.to_move])
    for seat, hand in enumerate(state.extras.portals):
        for card in hand:
            if card != UNSEEN:
                yield Activate(seat, card)


def view(state: State, seat: Seat | None) -> State:
    """The state as a seat may know it: others' missions and portals face down."""
    extras = state.extras
    if not extras.missions and not extras.portals:
        return state

    def cover(hands: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
        return tuple(hand if n in (seat, extras.won) else (UNSEEN,) * len(hand) for n, hand in enumerate(hands))

    portals = tuple(h if n == seat else (UNSEEN,) * len(h) for n, h in enumerate(extras.portals))
    drawn = extras.drawn if seat == extras.user else (UNSEEN,) * len(extras.drawn)
    return state._replace(extras=replace(extras, missions=cover(extras.missions), portals=portals, drawn=drawn))
