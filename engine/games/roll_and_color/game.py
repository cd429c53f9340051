"""Roll & Color: nine dice, four odd rerolls, a sheet of 24 rows. Rules RC-ROLL to RC-END.

The sheet and what dice are worth in it stand in ``sheet.py``, what is legal in ``judge.py``, what can be done in
``movegen.py``, what an event does in ``transitions.py``.
"""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from engine.components.lights import Picture
from engine.core.events import Event, Move, Seat
from engine.core.fast_constructor import replace
from engine.core.game import Checked, ExactMoves, Game, Moves
from engine.core.verdict import Awaiting, Dice, Verdict, yes
from engine.games.roll_and_color import judge, lights, movegen, notation, recognition, transitions
from engine.games.roll_and_color.events import Reroll, RowScored, TrayRolled
from engine.games.roll_and_color.options import Options
from engine.games.roll_and_color.sheet import FilledSlot
from engine.games.roll_and_color.state import EMPTY_SHEET, N_D6, N_D12, State, best_rows
from engine.inference.observation import Observation


class RollAndColor(Game[State, Options]):
    """Roll & Color under one table's options; see ``Game`` for what each method returns."""

    name = "roll_and_color"
    title = "Roll & Color"
    seats = (1, None)
    options_type = Options
    state_type = State
    event_types = (TrayRolled, Reroll, RowScored)
    checks: ClassVar[Mapping[str, Checked]] = {"rerolls": "NOW", "points": "NOW"}

    def start(self) -> State:
        return State(sheets=(EMPTY_SHEET,) * self.rules.seats)

    def awaiting(self, state: State) -> Awaiting:
        if state.over:
            return Awaiting("nobody", (), "GAME_OVER")
        mover = (state.to_move,)
        if not state.rolled:
            return Awaiting("table", mover, "ROLL_ALL", {"round": state.round}, Dice(N_D6, N_D12))
        if state.in_hand:
            need = Dice(len(state.taken_d6), len(state.taken_d12), *state.kept)
            return Awaiting("table", mover, "ROLL_AGAIN", {"count": state.in_hand}, need)
        sizes = self.reroll_sizes(state)
        if not sizes:
            return Awaiting("player", mover, "SCORE_NOW")
        return Awaiting("player", mover, "REROLL_OR_SCORE", {"sizes": notation.sizes_text(sizes)})

    # ---- rules

    def judge(self, state: State, event: Event) -> Verdict:
        verdict = judge.judge(self.options, state, event)
        return self.not_now(state, event) if verdict is None else verdict

    def result(self, state: State, event: Event) -> State:
        return transitions.after_event(self.options, state, event)

    def pseudo_legal_moves(self, state: State) -> Iterator[Move]:
        return movegen.legal_moves(self.options, state)

    def moves(self, state: State) -> Moves[State]:
        return ExactMoves(self, state)

    def reroll_sizes(self, state: State) -> tuple[tuple[int, int], ...]:
        """Fewest and most dice that may be taken up next, one pair for each reroll that is open now."""
        return movegen.reroll_sizes(self.options, state)

    def problems(self, state: State) -> list[Verdict]:
        return judge.position_faults(state, self.rules.seats)

    # ---- the score

    def best_rows(self, state: State) -> dict[str, FilledSlot]:
        """What the dice on the table would give in every open row of the player whose turn it is."""
        return best_rows(state, self.options.wrap)

    def with_points(self, state: State, given: tuple[int, ...]) -> State:
        return state  # ``scores`` adds them to what the sheet says

    def still_in(self, state: State) -> tuple[Seat, ...]:
        return state.still_in

    def judge_leaving(self, state: State, seat: Seat) -> Verdict:
        return yes()

    def without(self, state: State, seat: Seat) -> State:
        return transitions.without(state, seat)

    def judge_joining(self, state: State) -> Verdict:
        return yes()

    def joined(self, state: State) -> State:
        return replace(state, sheets=(*state.sheets, EMPTY_SHEET))

    def scores(self, state: State) -> Mapping[Seat, int]:
        given = self.rules.agreement.given_to
        return {seat: given(seat) + sum(e.points for e in sheet if e) for seat, sheet in enumerate(state.sheets)}

    def liked(self, event: Move, before: State, after: State) -> str:
        return event.row if isinstance(event, RowScored) else ""

    def ends_turn(self, event: Event) -> bool:
        return isinstance(event, RowScored)

    def winners(self, state: State) -> tuple[Seat, ...]:
        if not state.over:
            return ()
        scores = self.scores(state)
        most = max(scores[seat] for seat in state.still_in)
        # Equal totals share the win (D-RC-12).
        return tuple(seat for seat in state.still_in if scores[seat] == most)

    # ---- the table

    def lights(self, state: State) -> Picture:
        return lights.picture(self.options, state)

    def explanations(self, state: State, observation: Observation) -> list[tuple[Event, ...]]:
        """A first roll, a reroll that was announced, or one that was not: then the dice that moved say its size."""
        roll = recognition.observed_roll(observation)
        if roll is None or observation.moved == 0 or state.over:
            return []
        if not state.rolled or state.in_hand:
            return [(roll,)] if self.judge(state, roll).ok else []
        rerolls = recognition.unannounced_rerolls(self.options, state, roll, observation.moved)
        return [(move, roll) for move in rerolls]

    def on_table(self, state: State) -> Observation | None:
        return Observation(state.d6, state.d12) if state.rolled and not state.in_hand else None

    def fact_of(self, observation: Observation) -> TrayRolled | None:
        return recognition.observed_roll(observation)

    def parse_words(self, words: str, seat: Seat | None, source: str, state: State | None) -> Event:
        return notation.event_of(words, seat, source)
