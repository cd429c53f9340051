"""Spectrangle: three-coloured triangles on a board of 36 fields. Rules SPG-SETUP to SPG-END.

What is legal stands in ``judge.py``, where tiles fit in ``fitting.py``, what they score in ``scoring.py``, what an
event does in ``transitions.py``; tiles and board in ``tiles.py``.
"""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from engine.components.lights import Picture, Spot
from engine.core.errors import BadRules
from engine.core.events import Event, Move, Seat
from engine.core.fast_constructor import replace
from engine.core.game import Checked, ExactMoves, Game, Moves, Rules
from engine.core.language import Deferred
from engine.core.verdict import Awaiting, Verdict
from engine.games.spectrangle import judge, lights, notation, recognition, scoring, transitions
from engine.games.spectrangle.events import TileExchanged, TilePlaced, TilesDrawn, TurnSkipped
from engine.games.spectrangle.fitting import FittingRules
from engine.games.spectrangle.movegen import awaiting, first_placement, legal_moves
from engine.games.spectrangle.options import Options
from engine.games.spectrangle.state import State
from engine.games.spectrangle.tiles import WAYS, WAYS_FLIPPED
from engine.inference.board import Occupied, explanations, infer
from engine.inference.observation import Inference, Observation


class Spectrangle(Game[State, Options]):
    name = "spectrangle"
    title = "Spectrangle"
    seats = (2, 4)
    options_type = Options
    state_type = State
    event_types = (TilesDrawn, TilePlaced, TileExchanged, TurnSkipped)
    checks: ClassVar[Mapping[str, Checked]] = {
        "placements and the duty to place": "NOW",
        "points": "NOW",
        "the end": "NOW",
    }
    board = "spectrangle"

    def __init__(self, rules: Rules[Options]) -> None:
        super().__init__(rules)
        if self.options.teams and rules.seats != 4:
            raise BadRules(Deferred("Spectrangle in teams is for four players: two against two, partners opposite"))
        strict = self.options.edge_rule == "all_touching"
        self.fitting = FittingRules(strict, WAYS_FLIPPED if self.options.allow_flip else WAYS)

    def start(self) -> State:
        n = self.rules.seats
        return State(((),) * n, (0,) * n, tuple(range(n)), ("",) * n)

    def mover(self, state: State) -> Seat | None:
        return state.to_move if state.started and not state.over else None

    def awaiting(self, state: State) -> Awaiting:
        return awaiting(self.fitting, state)

    # ---- rules

    def judge(self, state: State, event: Event) -> Verdict:
        verdict = judge.judge(self.fitting, state, event)
        return self.not_now(state, event) if verdict is None else verdict

    def result(self, state: State, event: Event) -> State:
        return transitions.after_event(self.fitting, state, event, returned=self.options.start_draw == "returned")

    def pseudo_legal_moves(self, state: State) -> Iterator[Move]:
        return legal_moves(self.fitting, state)

    def moves(self, state: State) -> Moves[State]:
        return ExactMoves(self, state)

    def can_place(self, state: State, seat: Seat) -> bool:
        """Whether any of the player's tiles fits anywhere."""
        return first_placement(self.fitting, state, seat) is not None

    def fields_for(self, state: State, tile: str) -> tuple[int, ...]:
        """The fields where a tile fits in some turn."""
        return lights.fields_for(self.fitting, state, tile)

    def problems(self, state: State) -> list[Verdict]:
        return judge.position_faults(state, self.rules.seats)

    # ---- the score

    def breakdown(self, state: State, move: TilePlaced) -> tuple[int, int, int]:
        """Value, matching sides and bonus of a placement; the first tile counts its value alone."""
        return scoring.breakdown(state, move)

    def points_of(self, state: State, move: TilePlaced) -> int:
        return scoring.points_of(state, move)

    def with_points(self, state: State, given: tuple[int, ...]) -> State:
        return replace(state, points=given)

    def scores(self, state: State) -> Mapping[Seat, int]:
        """Points so far; at the end less the tiles left. Partners share one score."""
        return scoring.scores(state, teams=self.options.teams)

    def liked(self, event: Move, before: State, after: State) -> str:
        if not isinstance(event, TilePlaced):
            return ""
        _, sides, bonus = scoring.breakdown(before, event)
        return "BONUS" if bonus > 1 else "SIDES" if sides > 1 else "SIDE"

    def winners(self, state: State) -> tuple[Seat, ...]:
        if not state.over:
            return ()
        scores = self.scores(state)
        return tuple(seat for seat, points in scores.items() if points == max(scores.values()))

    def teammates(self, seat: Seat) -> tuple[Seat, ...]:
        return (seat, (seat + 2) % 4) if self.options.teams else (seat,)

    # ---- the table

    def lights(self, state: State) -> Picture:
        return lights.picture(self.fitting, state)

    def explanations(self, state: State, observation: Observation) -> list[tuple[Event, ...]]:
        """The placements that fill the field seen to be filled, most points first."""
        return recognition.best_first(state, explanations(self, state, observation))

    def board_of(self, state: State) -> Occupied:
        return recognition.occupied(state)

    def tiles_of(self, state: State) -> Mapping[Spot, str]:
        """Which tile lies on which field, and how."""
        return recognition.tiles_of(state)

    def infer(self, state: State, observation: Observation) -> Inference:
        if observation.occupied is None:
            return super().infer(state, observation)
        return infer(self, state, self.explanations(state, observation), observation.occupied)

    def parse_words(self, words: str, seat: Seat | None, source: str, state: State | None) -> Event:
        return notation.event_of(words, seat, source, state, self.rules.seats)
