"""Before the first turn: the beginning, shotgun starts (SB-SHO), the values of weighted colours (SB-WGT-01)."""

from collections.abc import Iterator
from itertools import combinations

from engine.components.hues import Hue
from engine.core.events import Event, Move
from engine.core.fast_constructor import replace
from engine.core.game import Rules
from engine.core.ids import Seat
from engine.core.tuples import replaced_at
from engine.core.verdict import Awaiting, Cards, Dice
from engine.games.spectrum.board import BIT, mask_of, parse_space, space
from engine.games.spectrum.events import PickHues, SetupDealt, ShotRolled, Valued
from engine.games.spectrum.options import Options
from engine.games.spectrum.secret_cards import portal_deck
from engine.games.spectrum.state import Extras, State

EVENTS = (Valued, SetupDealt, ShotRolled, PickHues)
"""What ``result`` knows to do."""
VALUES = {"five": (3, 7), "deck": (1, 12)}
"""The lowest and the highest value of a colour, by the option ``weights``."""


def start(rules: Rules[Options]) -> State:
    """The position before anything happened (SB-BRD-07, SB-SOL-01)."""
    seats, options = rules.seats, rules.options
    pawns = 12 if seats == 1 else 10
    phase = "setup" if options.start != "plain" or options.scoring == "weighted" else "roll"
    extras = Extras(
        missions=(("??",) * 6,) * seats if options.missions else (),
        portals=(("??",) * 3,) * seats if options.portals else (),
        deck=portal_deck(seats) if options.portals else 0,
        used=(0,) * seats if options.portals else (),
    )
    return State((0,) * seats, (0,) * seats, (pawns,) * seats, options.first, phase, extras=extras)


def shot_turn(rules: Rules[Options], state: State) -> tuple[Seat, int]:
    """Whose shotgun placement is next, and on which ring."""
    seats, done = rules.seats, state.extras.shot
    if rules.options.start == "shotgun_cards":
        return (rules.options.first + done) % seats, 0
    if rules.options.shotgun_order == "ring_by_ring":
        return (rules.options.first + done) % seats, done // seats + 1
    return (rules.options.first + done // 3) % seats, done % 3 + 1


def shots_left(rules: Rules[Options], state: State) -> int:
    """How many shotgun placements are still to come."""
    each = {"plain": 0, "shotgun_cards": 1, "shotgun_d12": 3}[rules.options.start]
    return each * rules.seats - state.extras.shot


def values_missing(rules: Rules[Options], state: State) -> bool:
    """Whether the colours' values have to be turned up first."""
    return rules.options.scoring == "weighted" and not state.extras.values


def awaiting(rules: Rules[Options], state: State) -> Awaiting:
    """Who or what is next while the game is set up."""
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


def result(rules: Rules[Options], state: State, event: Event) -> State:
    """The state after an event of setting up that the judge allowed."""
    extras = state.extras
    if isinstance(event, Valued):
        return _next(rules, state._replace(extras=replace(extras, values=event.values)))
    if isinstance(event, SetupDealt):
        if state.phase == "setup":
            return _placed(rules, state, event.to, [parse_space(card) for card in event.cards])
        if rules.options.missions and len(event.cards) == 6:
            return state._replace(extras=replace(extras, missions=replaced_at(extras.missions, event.to, event.cards)))
        return state._replace(extras=replace(extras, portals=replaced_at(extras.portals, event.to, event.cards)))
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


def _placed(rules: Rules[Options], state: State, seat: Seat, spaces: list[int]) -> State:
    pawns, stock = list(state.pawns), list(state.stock)
    pawns[seat] |= mask_of(spaces)
    stock[seat] -= len(spaces)
    extras = replace(state.extras, shot=state.extras.shot + 1, again=0, pick=False, shot_hues=())
    return _next(rules, state._replace(pawns=tuple(pawns), stock=tuple(stock), extras=extras))


def _next(rules: Rules[Options], state: State) -> State:
    ready = not values_missing(rules, state) and not shots_left(rules, state)
    return state._replace(phase="roll") if ready else state


def pseudo_legal_moves(rules: Rules[Options], state: State) -> Iterator[Move]:
    """The picks of two free colours after a double; nothing else is decided while the game is set up."""
    if state.phase == "setup" and state.extras.pick:
        seat, ring = shot_turn(rules, state)
        for pair in combinations(free_hues(state, ring), 2):
            yield PickHues(seat, pair)
