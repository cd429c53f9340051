"""A game that people ended before its rules did, because somebody had to leave the table."""

from collections.abc import Iterator
from typing import Any

from engine.components.lights import Picture, Spot
from engine.core.errors import Refused
from engine.core.events import Event, Move, Seat
from engine.core.verdict import Awaiting, Verdict, no
from engine.inference.observation import Inference, Observation


class EndedEarly:
    """Stands in for the game that ``seat`` left: it waits for nobody and refuses every event (``SOMEBODY_LEFT``);
    all else, such as scores and views, is passed on to the game itself.

    No rules here let a player pass whenever they like (a pass needs that nothing else can be done, a card drawn
    first, or an auction), so nobody's turns can be skipped, and a game that somebody leaves ends with its standing.
    """

    def __init__(self, game: Any, seat: Seat) -> None:
        self._game, self.seat = game, seat

    def __getattr__(self, name: str) -> Any:
        if name == "_game":  # a copy that is being made has none yet
            raise AttributeError(name)
        return getattr(self._game, name)

    def awaiting(self, state: Any) -> Awaiting:
        return Awaiting("nobody", (), "GAME_OVER")

    def mover(self, state: Any) -> Seat | None:
        return None

    def pseudo_legal_moves(self, state: Any) -> Iterator[Move]:
        return iter(())

    def moves(self, state: Any) -> tuple[Move, ...]:
        return ()

    def lists_all(self, state: Any) -> bool:
        return True

    def moves_known_to(self, state: Any, seat: Seat | None) -> Iterator[Move]:
        return iter(())

    def judge(self, state: Any, event: Event) -> Verdict:
        return no("SOMEBODY_LEFT", "", player=self.seat)

    def verdict_for(self, state: Any, event: Event, seat: Seat | None) -> Verdict:
        return self.judge(state, event)

    def after(self, state: Any, event: Event) -> Any:
        raise Refused(self.judge(state, event))

    def explanations(self, state: Any, observation: Observation) -> list[tuple[Event, ...]]:
        return []

    def infer(self, state: Any, observation: Observation) -> Inference:
        return Inference(())

    def lights(self, state: Any) -> Picture:
        return {}

    def lights_lifted(self, state: Any, spot: Spot) -> Picture:
        return {}
