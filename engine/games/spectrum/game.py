"""Spectrum: the game object. It puts the layers together; the rules themselves are in ``judge`` and ``transitions``.

The layers, each knowing only those before it: board, options, rolls, state, events; choices, movement, footprints,
masks, single_moves, whole_moves, partial_moves, move_checks, turn; outcome, context; secret_cards, setup, movegen,
awaiting; state_changes, transitions, placement, lookahead; refusals, judge, house_rules, legal_moves; recognition,
lights, problems, serialization, notation.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.components.hues import Hue
from engine.components.lights import Picture
from engine.core.events import Event, Move
from engine.core.game import Game, Moves, Rules
from engine.core.ids import Seat, Spot
from engine.core.verdict import Awaiting, Verdict
from engine.games.spectrum import (
    events,
    house_rules,
    lights,
    lookahead,
    movegen,
    notation,
    problems,
    recognition,
    secret_cards,
    serialization,
    setup,
)
from engine.games.spectrum.awaiting import awaiting
from engine.games.spectrum.context import SpectrumContext
from engine.games.spectrum.events import DiceRolled
from engine.games.spectrum.judge import judge
from engine.games.spectrum.legal_moves import SpectrumMoves
from engine.games.spectrum.options import Options, check
from engine.games.spectrum.outcome import GOING_ON, Outcome, reached, settle, value_of
from engine.games.spectrum.rolls import Choice
from engine.games.spectrum.state import Plan, State, occupied_spots
from engine.inference import cards
from engine.inference.cards import EventHypothesis, UnexplainedCards
from engine.inference.observation import Inference, Observation


class Spectrum(Game[State, Options]):
    """The board game Spectrum under one table's rules; ``context`` is what its layers know of the table."""

    name = "spectrum"
    title = "Spectrum"
    seats = (1, 6)
    editions = ("A", "B")
    options_type = Options
    state_type = State
    event_types = events.EVENTS

    def __init__(self, rules: Rules[Options]) -> None:
        super().__init__(rules)
        check(rules)
        self.context = SpectrumContext.of(rules)

    def start(self) -> State:
        return setup.start(self.rules)

    def awaiting(self, state: State) -> Awaiting:
        return awaiting(self.context, state)

    # ---- judging and doing

    def judge(self, state: State, event: Event) -> Verdict:
        """Whether an event is legal; a refusal names the house rule that would change it."""
        verdict = judge(self.context, state, event)
        if verdict.ok or verdict.reason not in house_rules.ASKED:
            return verdict
        return house_rules.with_house_rule(self.context, state, event, verdict)

    def result(self, state: State, event: Event) -> State:
        return lookahead.play(self.context, state, event)

    def moves(self, state: State) -> Moves[State]:
        return SpectrumMoves(self, self.context, state)

    def pseudo_legal_moves(self, state: State) -> Iterator[Move]:
        return movegen.pseudo_legal_moves(self.context, state)

    # ---- choices of dice

    def choice(self, key: str) -> Choice:
        """The choice of a key such as ``G G B`` or ``R1 R2``. Raises KeyError for what is no choice."""
        return self.context.choice(key)

    def choices(self, dice: str) -> list[Choice]:
        """Everything that may be chosen from a roll or a hand, whether it moves something or not."""
        return self.context.choices.choices(dice)

    def left(self, plan: Plan) -> int:
        """Spaces of movement a plan still has."""
        return self.context.choices.spaces_left(plan)

    def open_hues(self, state: State) -> tuple[Hue, ...]:
        """The colours that some choice still open lets a pawn move in."""
        return self.context.open_hues(state)

    # ---- the end

    def outcome(self, state: State) -> Outcome:
        """Whether a position is the end, and of what kind. Judges the position, not only the phase."""
        if state.phase == "over" or reached(state, self.rules, self.context.goal):
            return settle(state, self.rules)
        return GOING_ON

    def scores(self, state: State) -> Mapping[Seat, int]:
        if self.options.scoring == "weighted":
            return {seat: value_of(stars, state.extras.values) for seat, stars in enumerate(state.stars)}
        return {seat: stars.bit_count() for seat, stars in enumerate(state.stars)}

    def liked(self, event: Move, before: State, after: State) -> str:
        pawns = enumerate(zip(before.pawns, after.pawns, strict=True))
        if any(seat != event.seat and now.bit_count() < was.bit_count() for seat, (was, now) in pawns):
            return "CAPTURE"
        return "STAR" if after.stars[event.seat] != before.stars[event.seat] else ""

    def winners(self, state: State) -> tuple[Seat, ...]:
        return self.outcome(state).winners if state.phase == "over" else ()

    # ---- what is seen

    def outward(self, state: State) -> Any:
        return state.pawns, state.stars, state.stock, state.captives

    def board_of(self, state: State) -> Mapping[Spot, Seat]:
        """Which spaces hold whose pawn."""
        return occupied_spots(state)

    def fact_of(self, observation: Observation) -> DiceRolled | None:
        return recognition.observed_roll(self.context, observation)

    def infer_events(self, state: State, unexplained: UnexplainedCards) -> Iterator[EventHypothesis]:
        """What would lay the next of the cards that are seen."""
        return recognition.infer_events(self.awaiting(state), unexplained)

    def explanations(self, state: State, observation: Observation) -> list[tuple[Event, ...]]:
        if observation.cards is not None:
            return cards.explanations(self, state, observation)
        return recognition.explanations(self.context, state, observation)

    def infer(self, state: State, observation: Observation) -> Inference:
        if observation.cards:
            return cards.infer(self, state, observation)
        if observation.occupied is None:
            return super().infer(state, observation)
        return recognition.infer(self.context, state, observation.occupied)

    # ---- lights, views, texts and plain forms

    def view(self, state: State, seat: Seat | None) -> State:
        return secret_cards.view(state, seat)

    def lights(self, state: State, chosen: Spot | None = None) -> Picture:
        """What the board shows; ``chosen``: the spot of a pawn that was lifted, or ``OFF`` for the stock."""
        return lights.picture(self.context, state, chosen)

    def lights_lifted(self, state: State, spot: Spot) -> Picture:
        return self.lights(state, spot)

    def problems(self, state: State) -> list[Verdict]:
        return problems.problems(self.context, state)

    def state_to_json(self, state: State) -> Any:
        return serialization.state_to_json(state)

    def state_from_json(self, data: Any) -> State:
        return serialization.state_from_json(self.context, data)

    def parse_words(self, words: str, seat: Seat | None, source: str, state: State | None) -> Event:
        return notation.parse(words, seat, source)
