"""SIXCHEX Spectrum: coins zigzag over 72 cards and capture along the rainbow. Rules SIX-SETUP to SIX-END.

What is legal stands in ``judge.py``, what can be done in ``movegen.py``, what it does in ``transitions.py``; cards and
reach in ``board.py``.
"""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from engine.components.lights import Picture
from engine.core.errors import BadRules
from engine.core.events import Event, Move, Seat
from engine.core.game import Checked, ExactMoves, Game, Moves, Rules
from engine.core.language import Deferred
from engine.core.verdict import Awaiting, Pieces, Verdict, no, yes
from engine.games.sixchex_spectrum import judge, lights, notation, recognition, transitions
from engine.games.sixchex_spectrum.board import HOMES, N_CARDS, PLACE, capture_colour, start_spots
from engine.games.sixchex_spectrum.events import (
    AgreedDraw,
    CardsLaid,
    CoinMoved,
    CoinPass,
    DieRolled,
    StartRoll,
    TakeHome,
)
from engine.games.sixchex_spectrum.movegen import can_move, coin_moves, legal_moves
from engine.games.sixchex_spectrum.options import Options
from engine.games.sixchex_spectrum.state import State
from engine.inference.board import Occupied, explanations, infer
from engine.inference.observation import Inference, Observation


class SixchexSpectrum(Game[State, Options]):
    name = "sixchex_spectrum"
    title = "SIXCHEX Spectrum"
    seats = (2, 4)
    options_type = Options
    state_type = State
    event_types = (CardsLaid, StartRoll, DieRolled, AgreedDraw, TakeHome, CoinMoved, CoinPass)
    checks: ClassVar[Mapping[str, Checked]] = {"moves": "NOW", "captures": "NOW", "the end": "NOW"}
    board = "sixchex"
    seat_hues = lights.SEAT_HUES
    rolls_pips = True

    def __init__(self, rules: Rules[Options]) -> None:
        super().__init__(rules)
        if self.options.move_limit < 0:
            raise BadRules(Deferred("move_limit counts moves; use 0 for no limit or a number such as 100"))
        # Play goes round to the left: from the bottom side to the left one, and on.
        two = "SN" if self.options.two_sides == "short" else "WE"
        self.sides = {2: two, 3: "SWN", 4: "SWNE"}[rules.seats]

    def start(self) -> State:
        n = self.rules.seats
        return State(tuple(tuple(sorted(start_spots(side))) for side in self.sides), ("",) * n, tuple(range(n)))

    def awaiting(self, state: State) -> Awaiting:
        if state.over:
            return Awaiting("nobody", (), "GAME_OVER")
        if not state.cards:
            return Awaiting("table", (), "LAY_CARDS", need=Pieces(N_CARDS, "board"))
        if "" in state.homes:
            left = tuple(home for home in HOMES if home not in state.homes)
            return Awaiting("player", (state.homes.index(""),), "CHOOSE_HOME", {"homes": left})
        if state.contenders:
            return Awaiting("table", state.contenders, "ROLL_FOR_START", {"owner": state.contenders})
        mover = (state.to_move,)
        if not state.die:
            return Awaiting("table", mover, "ROLL")
        ask = "MOVE" if can_move(state) else "PASS"
        return Awaiting("player", mover, ask, {"die": state.die})

    # ---- rules

    def judge(self, state: State, event: Event) -> Verdict:
        verdict = judge.judge(state, event)
        if verdict is None:
            return self.not_now(state, event, "SIX-SETUP-04" if isinstance(event, StartRoll) else "")
        return verdict

    def result(self, state: State, event: Event) -> State:
        return transitions.after_event(state, event, self.options.move_limit)

    def pseudo_legal_moves(self, state: State) -> Iterator[Move]:
        return legal_moves(state)

    def moves(self, state: State) -> Moves[State]:
        return ExactMoves(self, state) if state.die else super().moves(state)

    def problems(self, state: State) -> list[Verdict]:
        return judge.position_faults(state, self.rules.seats)

    def captured(self, state: State, move: CoinMoved) -> tuple[tuple[Seat, int], ...]:
        """Whose coins a move captures, and how many of each (SIX-CAP-01, D-SIX-08)."""
        return judge.captured_coins(state, move)

    def landings(self, state: State, start: str) -> tuple[str, ...]:
        """Where the mover's coin on this card may land with the die as it lies."""
        return tuple(move.path[-1] for move in coin_moves(state) if move.start == start)

    def capture_colour(self, state: State, start: str) -> str | None:
        """The colour that captures for a coin that starts here with this die: a letter of ROYGBIV, or None."""
        return capture_colour(state.cards[PLACE[start]], state.die)

    # ---- the end

    def still_in(self, state: State) -> tuple[Seat, ...]:
        return state.alive

    def judge_leaving(self, state: State, seat: Seat) -> Verdict:
        # Whoever has no home yet, or is compared for the start, is still waited for.
        set_up = state.cards and "" not in state.homes and not state.contenders
        return yes() if set_up else no("AFTER_SETTING_UP", "", player=seat)

    def without(self, state: State, seat: Seat) -> State:
        return transitions.without(state, seat)

    def scores(self, state: State) -> Mapping[Seat, int]:
        """Coins left."""
        return {seat: len(coins) for seat, coins in enumerate(state.coins)}

    def liked(self, event: Move, before: State, after: State) -> str:
        lost = (len(now) < len(was) for was, now in zip(before.coins, after.coins, strict=True))
        return "CAPTURE" if isinstance(event, CoinMoved) and any(lost) else ""

    def winners(self, state: State) -> tuple[Seat, ...]:
        """Most coins; equal numbers and an agreed draw share."""
        if not state.over:
            return ()
        if state.agreed:
            return state.alive
        most = max(len(coins) for coins in state.coins)
        return tuple(seat for seat in state.alive if len(state.coins[seat]) == most)

    # ---- the table

    def lights(self, state: State) -> Picture:
        return lights.picture(state, self.winners(state))

    def explanations(self, state: State, observation: Observation) -> list[tuple[Event, ...]]:
        """The roll that one die shows, or the moves after which coins lie exactly where they are seen."""
        if observation.pips is not None and observation.occupied is None:
            rolled = recognition.observed_rolls(observation) if self.awaiting(state).ask == "ROLL" else []
            return [(roll,) for roll in rolled if self.judge(state, roll).ok]
        return explanations(self, state, observation)

    def board_of(self, state: State) -> Occupied:
        return recognition.occupied(state)

    def infer(self, state: State, observation: Observation) -> Inference:
        if observation.occupied is None:
            return super().infer(state, observation)
        return infer(self, state, self.explanations(state, observation), observation.occupied)

    def parse_words(self, words: str, seat: Seat | None, source: str, state: State | None) -> Event:
        return notation.event_of(words, seat, source)
