"""Who plays Spectrum by chance: they throw what the table would, and choose among the legal moves."""

from collections.abc import Callable

from engine.components.hues import Hue
from engine.core.chance import Chance
from engine.core.events import Event, Move
from engine.core.random_player import RandomPlayer, TableSetup, any_move
from engine.games.spectrum.board import INDEX, RING, STOCK, STOCK_NAME
from engine.games.spectrum.dealing import next_fact
from engine.games.spectrum.events import Activate, EndTurn, PawnMove, PickHues, Send
from engine.games.spectrum.game import Spectrum
from engine.games.spectrum.state import State

Player = Callable[[Spectrum, State, Chance], Move]
CARDS = tuple(f"{hue.name}{n}" for hue in Hue for n in range(3, 8))
PORTAL_USED = 0.3
"""How often a portal is used where one can be, before a roll; chosen by hand, so that games see many of them."""


def fact(game: Spectrum, state: State, rng: Chance) -> Event | None:
    """What happens before a player is to act: a portal is used now and then; else what the table shows next."""
    if state.phase == "send":
        return _send(state, rng)
    if (
        state.phase == "roll"
        and state.extras.portals
        and rng.random() < PORTAL_USED
        and (portal := _portal(game, state, rng))
    ):
        return portal
    return next_fact(game, state, rng)


def _send(state: State, rng: Chance) -> Send:
    """Of two portals that nobody knows yet one is shown."""
    known = {*state.extras.shown, *(card for hand in state.extras.portals for card in hand)}
    to, kept = rng.sample([card for card in CARDS if card not in known], 2)
    return Send(state.extras.user, to, kept)


def _portal(game: Spectrum, state: State, rng: Chance) -> Event | None:
    uses = [Activate(seat, card) for seat in range(game.rules.seats) for card in CARDS]
    legal = [use for use in uses if game.judge(state, use).ok]
    return rng.choice(legal) if legal else None


def anything(game: Spectrum, state: State, rng: Chance) -> Move:
    moves = list(game.moves(state))
    return moves[int(rng.random() * len(moves))]


def choose(game: Spectrum, state: State, rng: Chance) -> Move:
    """Any legal move; of the portals that a used one brings, two that nobody knows."""
    return _send(state, rng) if state.phase == "send" else any_move(game, state, rng)


def inward(game: Spectrum, state: State, rng: Chance) -> Move:
    """Stars first, then whatever leads inward; by chance among the best. Portals as in ``choose``."""
    if state.phase == "send":
        return _send(state, rng)
    best, most = list[Move](), -100
    for move in game.moves(state):
        points = _END[move.path[-1]] - _RING[move.origin] if isinstance(move, PawnMove) else _other(move)
        if points >= most:
            if points > most:
                best, most = [], points
            best.append(move)
    return best[int(rng.random() * len(best))]


def _other(move: Move) -> int:
    return -20 if isinstance(move, (EndTurn, PickHues)) else -10


_RING = {spot: RING[n] if n != STOCK else 0 for spot, n in INDEX.items()}
_END = {spot: 50 if ring == 9 else ring for spot, ring in _RING.items()}
"""What a space is worth to end on: a star more than any way inward."""


def onward(game: Spectrum, state: State, rng: Chance) -> Move:
    """By chance among the moves that lead no pawn outward, where there are such."""
    moves = list(game.moves(state))
    return rng.choice([move for move in moves if not _outward(move)] or moves)


def _outward(move: Move) -> bool:
    if not isinstance(move, PawnMove) or move.origin == STOCK_NAME:
        return False
    return RING[INDEX[move.path[-1]]] < RING[INDEX[move.origin]]


def next_event(game: Spectrum, state: State, rng: Chance, player: Player = anything) -> Event:
    return fact(game, state, rng) or player(game, state, rng)


def playout(game: Spectrum, rng: Chance, most: int, player: Player = anything) -> list[tuple[State, Event]]:
    """Positions and what happened in them, until the game is over or ``most`` events."""
    state = game.start()
    out: list[tuple[State, Event]] = []
    while state.phase != "over" and len(out) < most:
        event = next_event(game, state, rng, player)
        out.append((state, event))
        state = game.result(state, event)
    return out


PLAYER = RandomPlayer(
    (
        TableSetup(2),
        TableSetup(2, "B"),
        TableSetup(6),
        TableSetup(1),
        TableSetup(2, options={"dice": "d12", "missions": True}),
        TableSetup(2, options={"dice": "cards", "swap_cards": True}),
        TableSetup(3, options={"portals": True}),
        TableSetup(2, "B", {"scoring": "weighted", "start": "shotgun_d12"}),
        TableSetup(2, options={"self_capture": True, "self_jump": True, "capture_place": "may_stock"}),
    ),
    choose,
    table=fact,
    ended_by=lambda game, state, event: "SB-GAM-04 stars, or what the variant names",
    purposeful=inward,
)
