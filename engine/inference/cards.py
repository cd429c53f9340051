"""From cards that are seen to what happened.

A game says which events would lay the next cards open (``infer_events``); its rules judge each of these hypotheses. A
card nobody can read for sure is read as everything it may be. One explanation: it happened. Several: a question that
tells them apart. None: what is wrong. Nothing that is only spoken (a bid, a call, "go") is ever inferred.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
from typing import Any, NamedTuple, Protocol, TypeVar

from engine.components.cards import UNKNOWN, Card
from engine.components.deck import repeated
from engine.components.lights import Spot
from engine.core.events import Event, Fact
from engine.core.verdict import Awaiting, Cards, Verdict, no
from engine.inference.observation import Explanation, Inference, Observation, which_explanation

MOST_FACES = 64
"""Readings of all doubtful cards together that are inference at, best first: six cards of two each (chosen by hand)."""
MOST_STEPS = 2_000
"""Events judged before a search gives up; far more than any table lays at once (chosen by hand)."""

StateT = TypeVar("StateT")


class EventHypothesis(NamedTuple):
    """An event that may have happened: how many of the seen cards it laid, the first ones, and which it took away."""

    event: Event
    used: int = 0
    gone: tuple[Card, ...] = ()


class UnexplainedCards(NamedTuple):
    """What is seen and still to be explained.

    ``cards``: those that came to lie in view, in the order they were laid; ``places``: where each lies, empty when
    nobody can tell. ``gone``: those that lay open before and do not any more; None when nobody inference.
    """

    cards: tuple[Card, ...]
    places: tuple[Spot, ...]
    gone: tuple[Card, ...] | None

    def lies(self, n: int, place: Spot) -> bool:
        """Whether card ``n`` may lie there: it does, or nobody can tell where it lies."""
        return self.places[n] in ("", place)

    def after(self, hypothesis: EventHypothesis) -> "UnexplainedCards":
        """What is left to explain once the hypothesis is taken as true."""
        gone = None if self.gone is None else tuple(card for card in self.gone if card not in hypothesis.gone)
        return UnexplainedCards(self.cards[hypothesis.used :], self.places[hypothesis.used :], gone)

    @property
    def explained(self) -> bool:
        """Whether nothing is left to explain."""
        return not self.cards and not self.gone


class ReadableCards(Protocol[StateT]):
    """What a game gives so that its cards can be read."""

    def infer_events(self, state: StateT, unexplained: UnexplainedCards) -> Iterator[EventHypothesis]: ...
    def awaiting(self, state: StateT) -> Awaiting: ...
    def judge(self, state: StateT, event: Event) -> Verdict: ...
    def result(self, state: StateT, event: Event) -> StateT: ...


def infer(game: ReadableCards[StateT], state: StateT, observation: Observation) -> Inference:
    """Every explanation of the cards observed; those that lead to equal states count once.

    Its ``question`` asks which card a doubtful one is, or what was done; its ``wrong`` says why there is none.
    """
    if not observation.cards and not observation.gone:
        return Inference((Explanation((), ()),))
    ways: dict[Any, Explanation] = {}
    refused: list[tuple[int, Verdict]] = []
    for faces in _faces(observation):
        search = _Search(game, observation.source, refused)
        unexplained = UnexplainedCards(faces, tuple(card.place for card in observation.cards or ()), observation.gone)
        for end, events in search.explain(state, unexplained, ()):
            ways.setdefault(end, Explanation(events, faces))
    inference = Inference(tuple(ways.values()))
    if not ways:
        return replace(inference, wrong=_wrong(game, state, observation, refused))
    return replace(inference, question=_question(game, state, inference)) if len(ways) > 1 else inference


def explanations(game: ReadableCards[StateT], state: StateT, observation: Observation) -> list[tuple[Event, ...]]:
    """The events of every explanation of the cards observed, as ``Game.explanations`` returns them."""
    return [way.events for way in infer(game, state, observation).explanations]


def backs(waits: Awaiting, unexplained: UnexplainedCards) -> int:
    """How many cards the game waits for, when exactly so many lie there face down; else 0."""
    wanted = waits.need.count if isinstance(waits.need, Cards) else 0
    return wanted if unexplained.cards == (UNKNOWN,) * wanted else 0


def _faces(observation: Observation) -> Iterator[tuple[Card, ...]]:
    """Ways to read the cards, best first; none that shows a card twice."""
    readings = islice(product(*(card.may_be for card in observation.cards or ())), MOST_FACES)
    return (faces for faces in readings if not repeated(faces))


class _Search:
    """A depth-first search for events that lay the cards one after the other; ``refused`` collects how deep each
    refused event came, and its verdict."""

    def __init__(self, game: ReadableCards[Any], source: str, refused: list[tuple[int, Verdict]]) -> None:
        self.game, self.source, self.refused, self.steps = game, source, refused, 0

    def explain(
        self, state: Any, unexplained: UnexplainedCards, events: tuple[Event, ...]
    ) -> Iterator[tuple[Any, tuple[Event, ...]]]:
        if unexplained.explained:
            yield state, events
            return
        for hypothesis in self.game.infer_events(state, unexplained):
            self.steps += 1
            if self.steps > MOST_STEPS:
                return
            event = hypothesis.event
            if isinstance(event, Fact):
                event = replace(event, source=self.source)
            verdict = self.game.judge(state, event)
            if verdict.ok:
                yield from self.explain(self.game.result(state, event), unexplained.after(hypothesis), (*events, event))
            else:
                self.refused.append((len(events), verdict))


def _wrong(
    game: ReadableCards[StateT], state: StateT, observation: Observation, refused: list[tuple[int, Verdict]]
) -> Verdict:
    """Why nothing explains the cards: a card read twice, the refusal that came furthest, or cards nobody waits for."""
    best = tuple(card.may_be[0] for card in observation.cards or ())
    if twice := repeated(best):
        return no("SEEN_TWICE", "CC-DECK-01", cards=tuple(map(str, twice)))
    if refused:
        return max(refused, key=lambda item: (item[1].reason != "NOT_NOW", item[0]))[1]
    cards = tuple(map(str, (*best, *(observation.gone or ()))))
    return no("CARDS_UNEXPECTED", "", cards=cards, count=len(cards), ask=game.awaiting(state).ask)


def _question(game: ReadableCards[StateT], state: StateT, inference: Inference) -> Awaiting:
    """What to ask: which card a doubtful one is, or else what was done with the cards."""
    seats = game.awaiting(state).seats
    if doubtful := inference.doubtful:
        cards = tuple(dict.fromkeys(str(way.faces[doubtful[0]]) for way in inference.explanations))
        return Awaiting("player", seats, "WHICH_CARD", {"number": doubtful[0] + 1, "either": " or ".join(cards)})
    return which_explanation(inference.explanations, seats)
