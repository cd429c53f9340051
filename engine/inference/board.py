"""From spaces that hold something to what explains them: accepted, asked about, or what is wrong where."""

from collections.abc import Mapping
from typing import Protocol, TypeVar

from engine.components.lights import Spot
from engine.core.events import Event, Move, Seat
from engine.core.game import Moves
from engine.core.verdict import Awaiting, Verdict, no
from engine.inference.observation import SOMEBODY, UNCLEAR, Explanation, Inference, Observation, which_explanation

Occupied = Mapping[Spot, Seat]
"""Which spots hold something, and whose it is; SOMEBODY: nobody's, or nobody can tell; UNCLEAR: may be empty."""

StateT = TypeVar("StateT")


class OnBoard(Protocol[StateT]):
    """What a game gives so that its board can be compared with what sensors report."""

    def board_of(self, state: StateT) -> Occupied: ...
    def moves(self, state: StateT) -> Moves[StateT]: ...
    def result(self, state: StateT, event: Event) -> StateT: ...
    def awaiting(self, state: StateT) -> Awaiting: ...


def differs(board: Occupied, seen: Occupied, spot: Spot) -> bool:
    """Whether a spot does not look as the game has it; a sensor that cannot tell whose it is fits everybody, and one
    that is unclear fits anything."""
    a, b = board.get(spot), seen.get(spot)
    return b != UNCLEAR and a != b and (a is None or b is None or SOMEBODY not in (a, b))


def looks_like(board: Occupied, seen: Occupied) -> bool:
    """Whether no spot differs from what is seen."""
    return not any(differs(board, seen, spot) for spot in board.keys() | seen.keys())


def explanations(game: OnBoard[StateT], state: StateT, observation: Observation) -> list[tuple[Event, ...]]:
    """Every legal move after which the board looks as observed, each alone in a tuple; ``[()]`` when nothing changed,
    empty when no move explains it or the board was not observed."""
    if observation.occupied is None:
        return []
    if looks_like(game.board_of(state), observation.occupied):
        return [()]
    moves: list[Move] = list(game.moves(state))
    return [(move,) for move in moves if looks_like(game.board_of(game.result(state, move)), observation.occupied)]


def infer(game: OnBoard[StateT], state: StateT, found: list[tuple[Event, ...]], seen: Occupied) -> Inference:
    """What a board means that was ``seen`` (whose piece on which spot) after ``state``.

    ``found``: its explanations. One is accepted, of several the table is asked, and with none the verdict names the
    spots that differ.
    """
    explanations = tuple(map(Explanation, found))
    if not explanations:
        return Inference((), wrong=wrong(game.board_of(state), seen))
    return Inference(
        explanations, which_explanation(explanations, game.awaiting(state).seats) if len(explanations) > 1 else None
    )


def wrong(board: Occupied, seen: Occupied, rule: str = "") -> Verdict:
    """Nothing explains the board: where it differs from the game, and so what puts it right.

    Taking off what is ``extra`` and putting back what is ``missing`` leads to the position of the game.
    """
    extra = tuple(sorted(spot for spot in seen if differs(board, seen, spot)))
    missing = tuple(sorted(spot for spot in board if spot not in seen or spot in extra))
    if not extra:
        return no("IN_HAND", rule, *missing, missing=missing)
    return no("BOARD_DIFFERS", rule, *dict.fromkeys((*extra, *missing)), extra=extra, missing=missing)
