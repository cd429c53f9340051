"""Players and dice for Spectrum: they throw what the table would, and choose among the legal moves."""

import random
from collections.abc import Callable
from functools import lru_cache

from engine.components.hues import PRIMARIES, Hue
from engine.core.events import Event, Move
from engine.games.spectrum.board import INDEX, RING, STOCK, STOCK_NAME
from engine.games.spectrum.events import (
    Activate,
    DiceRolled,
    EndTurn,
    HandDrawn,
    PawnMove,
    PickHues,
    Send,
    SetupDealt,
    ShotRolled,
    Valued,
)
from engine.games.spectrum.game import Spectrum
from engine.games.spectrum.rolls import deck, dice_count
from engine.games.spectrum.setup import values_missing
from engine.games.spectrum.state import State

Player = Callable[[Spectrum, State, random.Random], Move]
TWELVE = tuple(Hue)
_roll = lru_cache(maxsize=5000)(DiceRolled)
CARDS = tuple(f"{hue.name}{n}" for hue in Hue for n in range(3, 8))


def fact(game: Spectrum, state: State, rng: random.Random) -> Event | None:
    """What the table shows next; None when a player is to act."""
    if state.phase == "setup":
        return _setup(game, state, rng)
    if state.phase == "send":
        known = {*state.extras.shown, *(card for hand in state.extras.portals for card in hand)}
        to, kept = rng.sample([card for card in CARDS if card not in known], 2)
        return Send(state.extras.user, to, kept)
    if state.phase != "roll":
        return None
    if state.extras.portals and rng.random() < 0.3 and (portal := _portal(game, state, rng)):
        return portal
    count = dice_count(state.taken.bit_count(), game.options.dice)
    if game.options.dice == "cards":
        cards = deck(game.options.swap_cards)
        left = [card for card in cards if card not in state.spent]
        hand = rng.sample(left, min(count, len(left)))
        hand += rng.sample([card for card in cards if card not in hand], count - len(hand))
        return HandDrawn(tuple(hand))
    sides = PRIMARIES if game.options.dice == "d6" else TWELVE
    return _roll(tuple([sides[int(rng.random() * len(sides))] for _ in range(count)]))


def _setup(game: Spectrum, state: State, rng: random.Random) -> Event | None:
    if values_missing(game.rules, state):
        return Valued(tuple(rng.randint(3, 7) for _ in Hue))
    if game.options.start == "shotgun_cards":
        free = [[f"{h.name}{n}" for h in Hue if not state.occupied >> INDEX[f"{h.name}{n}"] & 1] for n in (1, 2, 3)]
        seat = (game.options.first + state.extras.shot) % game.rules.seats
        return SetupDealt(seat, tuple(card for ring in free for card in rng.sample(ring, 2)))
    if state.extras.pick:
        return None
    return ShotRolled(tuple(rng.choice(tuple(Hue)) for _ in range(state.extras.again or 2)))


def _portal(game: Spectrum, state: State, rng: random.Random) -> Event | None:
    uses = [Activate(seat, card) for seat in range(game.rules.seats) for card in CARDS]
    legal = [use for use in uses if game.judge(state, use).ok]
    return rng.choice(legal) if legal else None


def anything(game: Spectrum, state: State, rng: random.Random) -> Move:
    moves = list(game.moves(state))
    return moves[int(rng.random() * len(moves))]


def inward(game: Spectrum, state: State, rng: random.Random) -> Move:
    """Stars first, then whatever leads inward; by chance among the best."""
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


def onward(game: Spectrum, state: State, rng: random.Random) -> Move:
    """By chance among the moves that lead no pawn outward, where there are such."""
    moves = list(game.moves(state))
    return rng.choice([move for move in moves if not _outward(move)] or moves)


def _outward(move: Move) -> bool:
    if not isinstance(move, PawnMove) or move.origin == STOCK_NAME:
        return False
    return RING[INDEX[move.path[-1]]] < RING[INDEX[move.origin]]


def next_event(game: Spectrum, state: State, rng: random.Random, player: Player = anything) -> Event:
    return fact(game, state, rng) or player(game, state, rng)


def playout(game: Spectrum, rng: random.Random, most: int, player: Player = anything) -> list[tuple[State, Event]]:
    """Positions and what happened in them, until the game is over or ``most`` events."""
    state, out = game.start(), []
    while state.phase != "over" and len(out) < most:
        event = next_event(game, state, rng, player)
        out.append((state, event))
        state = game.result(state, event)
    return out
