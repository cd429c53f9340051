"""Spectrum Escape: pawns leapfrog outward in twelve colours. Rules SB-ESC-01 to SB-ESC-11.

Where a pawn comes to stands in ``landing.py``, what is legal in ``judge.py``, what the dice allow in ``movegen.py``,
what an event does in ``transitions.py``. Places are counted outward from the centre: 1 is where pawns come in, the
last one is the rim.
"""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from engine.components.hues import Hue
from engine.components.lights import Picture
from engine.core.events import Event, Move, Seat
from engine.core.game import Checked, Game, Rules
from engine.core.verdict import Awaiting, Dice, Verdict
from engine.games.spectrum_escape import judge, landing, lights, movegen, notation, recognition, transitions
from engine.games.spectrum_escape.events import CommonDiceRolled, DieLost, OwnDieRolled, PawnMoved, PawnWithdrawn
from engine.games.spectrum_escape.options import Options
from engine.games.spectrum_escape.state import TARGETS, Lane, State, dice_split
from engine.inference.board import Occupied, explanations, infer
from engine.inference.observation import Inference, Observation


class SpectrumEscape(Game[State, Options]):
    name = "spectrum_escape"
    title = "Spectrum Escape"
    seats = (2, 4)
    options_type = Options
    state_type = State
    event_types = (OwnDieRolled, CommonDiceRolled, PawnMoved, DieLost, PawnWithdrawn)
    checks: ClassVar[Mapping[str, Checked]] = {"moves": "NOW", "the end": "NOW"}
    board = "spectrum"

    def __init__(self, rules: Rules[Options]) -> None:
        super().__init__(rules)
        self.rim: int = self.options.escape_first_ring
        self.target = TARGETS[rules.seats]

    def start(self) -> State:
        n = self.rules.seats
        unused = (False,) * n
        return State(((0,) * n,) * len(Hue), (0,) * n, (None,) * n, unused, unused, unused)

    def awaiting(self, state: State) -> Awaiting:
        if state.over:
            return Awaiting("nobody", (), "GAME_OVER")
        _, d6, d12 = dice_split(self.rules.seats, state.round)
        if None in state.own:
            seat = state.own.index(None)
            cube = state.round == "d6"
            need = Dice(int(cube), int(not cube))
            return Awaiting("table", (seat,), "ROLL_OWN_CUBE" if cube else "ROLL_OWN_D12", need=need)
        if state.common is None:
            return Awaiting("table", (), "ROLL_COMMON", {"d6": d6, "d12": d12, "cubes": d6 or None}, Dice(d6, d12))
        seat = state.mover
        return Awaiting("player", (seat,), self._ask(state, seat), {"own": state.own[seat], "common": state.common})

    def _ask(self, state: State, seat: Seat) -> str:
        if state.own_used[seat]:
            return "USE_COMMON"
        return "USE_OWN" if state.common_used[seat] else "FIRST_MOVE"

    # ---- rules

    def judge(self, state: State, event: Event) -> Verdict:
        verdict = judge.judge(self.options, state, event)
        return self.not_now(state, event) if verdict is None else verdict

    def result(self, state: State, event: Event) -> State:
        return transitions.after_event(self.options, state, event)

    def pseudo_legal_moves(self, state: State) -> Iterator[Move]:
        return movegen.pseudo_legal_moves(self.options, state)

    def problems(self, state: State) -> list[Verdict]:
        return judge.position_faults(self.options, state, self.rules.seats)

    def judge_landing(self, state: State, seat: Seat, hue: Hue) -> Verdict:
        """Whether a pawn of this player can enter or go on in this colour."""
        return judge.judge_landing(self.options, state, seat, hue)

    def landing(self, lane: Lane, seat: Seat) -> int:
        """The place a pawn comes to, counted from the centre; beyond the rim it has escaped (SB-ESC-03..06)."""
        return landing.landing(self.options, lane, seat)

    def spot(self, hue: Hue, place: int) -> str:
        """The space of a place counted from the centre; beyond the rim the rim space stands for the way out."""
        return landing.spot(self.options, hue, place)

    # ---- score and end

    def scores(self, state: State) -> Mapping[Seat, int]:
        """Pawns off the board."""
        return dict(enumerate(state.escaped))

    def liked(self, event: Move, before: State, after: State) -> str:
        return "ESCAPE" if after.escaped[event.seat] > before.escaped[event.seat] else ""

    def winners(self, state: State) -> tuple[Seat, ...]:
        return tuple(seat for seat, count in enumerate(state.escaped) if count >= self.target)

    # ---- the table

    def lights(self, state: State) -> Picture:
        return lights.picture(self.options, state)

    def explanations(self, state: State, observation: Observation) -> list[tuple[Event, ...]]:
        """Dice when they are waited for; then the moves after which pawns stand where they are seen."""
        if state.rolled or observation.occupied is not None:
            return recognition.likeliest_first(explanations(self, state, observation))
        roll = recognition.observed_roll(state, observation)
        # A die that is left over where others were taken up is no roll.
        thrown = roll is not None and observation.moved != 0
        return [(roll,)] if roll is not None and thrown and self.judge(state, roll).ok else []

    def outward(self, state: State) -> Any:
        """Where pawns stand and whose move it is. Which of two dice of one hue moved a pawn shows nowhere."""
        return state.lanes, state.escaped, state.withdrawn, state.cycle, state.round, state.turn, state.over

    def board_of(self, state: State) -> Occupied:
        return recognition.occupied(self.options, state)

    def infer(self, state: State, observation: Observation) -> Inference:
        found = self.explanations(state, observation)
        if observation.occupied is not None:
            return infer(self, state, found, observation.occupied)
        roll = recognition.observed_roll(state, observation)
        if found or roll is None:
            return super().infer(state, observation)
        return Inference((), wrong=self.judge(state, roll))

    def parse_words(self, words: str, seat: Seat | None, source: str, state: State | None) -> Event:
        return notation.event_of(words, seat, source, state)
