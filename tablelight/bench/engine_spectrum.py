"""What is timed of Spectrum: lists of moves by roll, verdicts, steps, readings, and whole random games."""

import random
from collections.abc import Callable
from typing import Any

from engine.components.hues import Hue
from engine.core.registry import create
from engine.games.spectrum.events import Choose, DiceRolled, PawnMove
from engine.games.spectrum.game import Spectrum
from engine.games.spectrum.player import Player, anything, inward, next_event, onward
from engine.games.spectrum.state import State, occupied_spots, pawns_from_names
from engine.inference.observation import Observation

Case = tuple[str, Callable[[], object]]

OWN = ("G1", "G4", "GB3", "YG5", "R2", "R6", "PR4", "B3", "O5", "Y2")
OTHER = ("G5", "GB4", "YG6", "R3", "RO4", "B5", "O1", "P1", "G8", "Y6")


def _game(seats: int = 2, **options: Any) -> Spectrum:
    game = create("spectrum", seats, "A", options)
    assert isinstance(game, Spectrum)
    return game


def _full() -> State:
    """Ten pawns a side on the board, where they meet."""
    return State((pawns_from_names(OWN), pawns_from_names(OTHER)), (0, 0), (0, 0))


def _turn(game: Spectrum, dice: str, chosen: str | None = None) -> State:
    state = game.result(_full(), DiceRolled(tuple(Hue[word] for word in dice.split())))
    return game.result(state, Choose(0, chosen)) if chosen else state


def random_game(game: Spectrum, rng: random.Random, player: Player = anything, most: int = 100_000) -> int:
    """Play to the end; how many events it took.

    Moves by chance lead nowhere for long: single spaces on a wheel of 108, of which a roll opens two or three paths,
    take some 1,000 turns (3,000 events) until the stars are gone. It makes no difference whether the next move is
    drawn, a pawn and then its move, or one of the positions that the whole turn may end in. Players who never go
    outward need some 200 turns, those who go inward 80.
    """
    state, count = game.start(), 0
    while state.phase != "over" and count < most:
        state = game.result(state, next_event(game, state, rng, player))
        count += 1
    return count


def cases() -> list[Case]:
    """Labels and callables; each call is one list, verdict, step or reading."""
    game = _game()
    normal, double = _turn(game, "G B"), _turn(game, "G G")
    quadruple, three = _turn(game, "G G G G", "G G G G"), _turn(game, "G B B")
    go = next(move for move in game.moves(normal) if isinstance(move, PawnMove))
    whole = next(move for move in game.moves(double) if isinstance(move, PawnMove))
    bad = PawnMove(0, "G4", ("G7",))
    roll = DiceRolled((Hue.G, Hue.B))
    seen = Observation(occupied=occupied_spots(game.result(normal, go)))

    def anew(call: Callable[[], object]) -> Callable[[], object]:
        """As in a position nobody has looked at yet."""

        def forgetful() -> object:
            game.context.masks_of.cache_clear()
            return call()

        return forgetful

    def listed(state: State) -> Callable[[], object]:
        return anew(lambda: list(game.moves(state)))

    def first(state: State) -> Callable[[], object]:
        return anew(lambda: bool(game.moves(state)))

    return [
        ("spectrum: moves, normal roll", listed(normal)),
        ("spectrum: moves, double", listed(double)),
        ("spectrum: moves, three dice, no choice yet", listed(three)),
        ("spectrum: moves, quadruple, ten pawns a side", listed(quadruple)),
        ("spectrum: first move, quadruple, ten pawns a side", first(quadruple)),
        ("spectrum: verdict, step", lambda: game.judge(normal, go)),
        ("spectrum: verdict, whole move", lambda: game.judge(double, whole)),
        ("spectrum: verdict, refused", lambda: game.judge(normal, bad)),
        ("spectrum: step", anew(lambda: game.result(normal, go))),
        ("spectrum: roll", anew(lambda: game.result(_full(), roll))),
        ("spectrum: reading of a step", anew(lambda: game.explanations(normal, seen))),
        ("spectrum: lights", anew(lambda: game.lights(normal))),
    ]


def games() -> list[tuple[str, Callable[[], int]]]:
    """Labels, and what plays a whole game and tells how many events it took.

    Of a game of two who go inward, some two fifths of the time list moves, a third follows them, a sixth is rolls, and
    a tenth is the players' own. No part of it is idle: every event is a new position, and what is kept seldom fits.
    """
    two, six, rng = _game(), _game(6), random.Random(7)
    return [
        ("spectrum: random game, two players", lambda: random_game(two, rng)),
        ("spectrum: random game, two players who never go outward", lambda: random_game(two, rng, onward)),
        ("spectrum: game of two players who go inward", lambda: random_game(two, rng, inward)),
        ("spectrum: random game, six players", lambda: random_game(six, rng)),
        ("spectrum: game of six players who go inward", lambda: random_game(six, rng, inward)),
    ]
