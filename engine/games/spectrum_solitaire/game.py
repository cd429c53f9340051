"""Spectrum Solitaire: twelve piles, twelve homes, a stock gone through in passes. Rules SS-SETUP to SS-TITLE."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from engine.components.card_game import CardGame
from engine.components.cards import hidden
from engine.components.deck import Deck, Turned
from engine.components.lights import Picture
from engine.core.events import Event, Move, Seat
from engine.core.fast_constructor import replace
from engine.core.game import Checked, ExactMoves, Moves
from engine.core.verdict import Awaiting, Verdict
from engine.games.spectrum_solitaire import judge, lights, movegen, notation, recognition, scoring, transitions
from engine.games.spectrum_solitaire.awaiting import awaiting
from engine.games.spectrum_solitaire.events import Concede, Flip, Put, Recycle
from engine.games.spectrum_solitaire.options import Options
from engine.games.spectrum_solitaire.state import State
from engine.inference.cards import EventHypothesis, UnexplainedCards

_FULL = 12
"""Cards of a colour that is complete."""


class Solitaire(CardGame[State, Options]):
    """Spectrum Solitaire under one set of rules."""

    name = "spectrum_solitaire"
    title = "Spectrum Solitaire"
    seats = (1, 1)
    options_type = Options
    state_type = State
    event_types = (Deck, Turned, Flip, Recycle, Put, Concede)
    checks: ClassVar[Mapping[str, Checked]] = {"every move": "NOW", "score": "NOW"}

    def start(self) -> State:
        return State()

    def awaiting(self, state: State) -> Awaiting:
        return awaiting(state, self.options)

    def judge(self, state: State, event: Event) -> Verdict:
        return judge.judge(state, event, self.options)

    def result(self, state: State, event: Event) -> State:
        return transitions.result(state, event, self.options)

    def pseudo_legal_moves(self, state: State) -> Iterator[Move]:
        return movegen.pseudo_legal_moves(state, self.options)

    def moves(self, state: State) -> Moves[State]:
        return ExactMoves(self, state)

    def stuck(self, state: State) -> bool:
        """No card can move and no pack can be turned: only giving up is left."""
        return movegen.stuck(state, self.options)

    def scores(self, state: State) -> Mapping[Seat, int]:
        return scoring.scores(state, self.options)

    def if_conceded(self, state: State) -> int:
        """What the game would count if it were given up now."""
        return scoring.if_conceded(state)

    def if_solved(self, state: State) -> int:
        """What the game would count if it were solved in this pass."""
        return scoring.if_solved(state, self.options)

    def title_of(self, state: State) -> str:
        """The honour a solved game earns: ``perfect``, ``masterful`` or ``solved``; empty while unsolved (SS-TITLE)."""
        return scoring.title_of(state)

    def ends_turn(self, event: Event) -> bool:
        return True

    def liked(self, event: Move, before: State, after: State) -> str:
        full = (now == _FULL != was for was, now in zip(before.homes, after.homes, strict=True))
        return "" if not isinstance(event, Put) or event.to != "home" else "FULL" if any(full) else "home"

    def winners(self, state: State) -> tuple[Seat, ...]:
        return (0,) if state.solved else ()

    def view(self, state: State, seat: Seat | None) -> State:
        return replace(state, down=tuple(map(hidden, state.down)), stock=hidden(state.stock))

    def problems(self, state: State) -> list[Verdict]:
        return judge.problems(state)

    def lights_once(self, before: State, event: Event) -> Picture:
        return lights.gone_home(before, event) if isinstance(event, Put) and event.to == "home" else {}

    def lights(self, state: State) -> Picture:
        return lights.picture(state)

    def infer_events(self, state: State, unexplained: UnexplainedCards) -> Iterator[EventHypothesis]:
        return recognition.infer_events(state, self.awaiting(state), unexplained, self.options)

    def parse_words(self, words: str, seat: Seat | None, source: str, state: State | None) -> Event:
        return notation.parse_words(words, seat, source)
