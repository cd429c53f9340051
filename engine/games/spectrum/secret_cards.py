"""Missions and portals: cards nobody may see until they are shown (SB-MIS, SB-POR), and what they do."""

from collections.abc import Iterator

from engine.core.errors import NotUnderstood
from engine.core.events import Event, Move
from engine.core.fast_constructor import replace
from engine.core.game import Rules
from engine.core.ids import Seat
from engine.core.tuples import replaced_at
from engine.games.spectrum.board import BIT, parse_space
from engine.games.spectrum.events import Activate, Declare, PortalCards, Send
from engine.games.spectrum.options import Options
from engine.games.spectrum.state import Captive, State

EVENTS = (Declare, Activate, PortalCards, Send)
"""What ``result`` knows to do."""
UNSEEN = "??"
"""A card that lies face down."""


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


def result(rules: Rules[Options], state: State, event: Event) -> State:
    """The state after an event with secret cards that the judge allowed; a pawn that it captured is in the hand."""
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
        used = replaced_at(extras.used, seat, extras.used[seat] + 1)
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
    """Whether so few portals are left that the game is over (SB-POR-06)."""
    return bool(state.extras.portals) and state.extras.deck <= 1


def first_star(after: State, before: State) -> State:
    """A player's first star brings a further portal (SB-POR-05)."""
    seat, extras = after.to_move, after.extras
    if not extras.portals or before.stars[seat] or not after.stars[seat] or not extras.deck:
        return after
    hands = list(extras.portals)
    hands[seat] = (*hands[seat], UNSEEN)
    return after._replace(extras=replace(extras, portals=tuple(hands), deck=extras.deck - 1))


def pseudo_legal_moves(state: State) -> Iterator[Move]:
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
