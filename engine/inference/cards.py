"""From cards that are seen to what happened.

A game says what would lay the next cards open (``laid``); the rules judge it. Cards nobody can read for sure are tried
as everything they may be. Unique: it happened. Several: a question that tells them apart. None: what is wrong. Nothing
that is only spoken (a bid, a call, "go") is ever inferred.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
from typing import Any, NamedTuple, Protocol, TypeVar

from engine.components.cards import UNKNOWN, Card
from engine.components.lights import Spot
from engine.core.events import Event, Fact
from engine.core.verdict import Awaiting, Cards, Verdict, no
from engine.inference.observation import Explanation, Looked, Seen, which_explanation

MOST_FACES = 64
"""Ways to read doubtful cards that are tried, best first."""
MOST_STEPS = 2_000
"""Events judged before a search gives up; far more than any table lays at once."""

StateT = TypeVar("StateT")


class Laid(NamedTuple):
    """An event that may have happened, how many of the seen cards it laid (the first ones), and what it took away."""

    event: Event
    used: int = 0
    gone: tuple[Card, ...] = ()


class Sight(NamedTuple):
    """What is still to be explained. ``places`` go with ``cards``; ``gone`` is None when nobody looked."""

    cards: tuple[Card, ...]
    places: tuple[Spot, ...]
    gone: tuple[Card, ...] | None

    def lies(self, n: int, place: Spot) -> bool:
        """Whether card ``n`` may lie there: it does, or nobody can tell where it lies."""
        return self.places[n] in ("", place)

    def after(self, laid: Laid) -> "Sight":
        gone = None if self.gone is None else tuple(card for card in self.gone if card not in laid.gone)
        return Sight(self.cards[laid.used :], self.places[laid.used :], gone)

    @property
    def explained(self) -> bool:
        return not self.cards and not self.gone


class CardGame(Protocol[StateT]):
    """What a game gives so that its cards can be read."""

    def laid(self, state: StateT, sight: Sight) -> Iterator[Laid]: ...
    def awaiting(self, state: StateT) -> Awaiting: ...
    def judge(self, state: StateT, event: Event) -> Verdict: ...
    def result(self, state: StateT, event: Event) -> StateT: ...


def look(game: CardGame[StateT], state: StateT, seen: Seen) -> Looked:
    """Every way to explain the cards that are seen."""
    if not seen.cards and not seen.gone:
        return Looked((Explanation((), ()),))
    ways: dict[Any, Explanation] = {}
    refused: list[tuple[int, Verdict]] = []
    for faces in _faces(seen):
        search = _Search(game, seen.source, refused)
        sight = Sight(faces, tuple(card.place for card in seen.cards or ()), seen.gone)
        for end, events in search.explain(state, sight, ()):
            ways.setdefault(end, Explanation(events, faces))
    looked = Looked(tuple(ways.values()))
    if not ways:
        return replace(looked, wrong=_wrong(game, state, seen, refused))
    return replace(looked, question=_question(game, state, looked)) if len(ways) > 1 else looked


def readings(game: CardGame[StateT], state: StateT, seen: Seen) -> list[tuple[Event, ...]]:
    """``look`` as ``Game.readings`` gives it: the explanations alone."""
    return [way.events for way in look(game, state, seen).explanations]


def backs(game: CardGame[StateT], state: StateT, sight: Sight) -> int:
    """How many cards the game waits for, when exactly so many lie there face down; else 0."""
    need = game.awaiting(state).need
    wanted = need.count if isinstance(need, Cards) else 0
    return wanted if sight.cards == (UNKNOWN,) * wanted else 0


def copies(card: Card) -> int:
    """How many of a card there are: two of each special, any number of backs, else one (CC-DECK-01, CC-DECK-02)."""
    return 2 if card.special else 1 if card.known else MOST_STEPS


def _twice(faces: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(card for card, count in Counter(faces).items() if count > copies(card))


def _faces(seen: Seen) -> Iterator[tuple[Card, ...]]:
    """Ways to read the cards, best first; none that shows a card twice."""
    tried = islice(product(*(card.may_be for card in seen.cards or ())), MOST_FACES)
    return (faces for faces in tried if not _twice(faces))


class _Search:
    """Walks events that lay the cards one after the other, and keeps why others were refused."""

    def __init__(self, game: CardGame[Any], source: str, refused: list[tuple[int, Verdict]]) -> None:
        self.game, self.source, self.refused, self.steps = game, source, refused, 0

    def explain(self, state: Any, sight: Sight, events: tuple[Event, ...]) -> Iterator[tuple[Any, tuple[Event, ...]]]:
        if sight.explained:
            yield state, events
            return
        for laid in self.game.laid(state, sight):
            self.steps += 1
            if self.steps > MOST_STEPS:
                return
            event = replace(laid.event, source=self.source) if isinstance(laid.event, Fact) else laid.event
            verdict = self.game.judge(state, event)
            if verdict.ok:
                yield from self.explain(self.game.result(state, event), sight.after(laid), (*events, event))
            else:
                self.refused.append((len(events), verdict))


def _wrong(game: CardGame[StateT], state: StateT, seen: Seen, refused: list[tuple[int, Verdict]]) -> Verdict:
    """Why nothing explains the cards: a card read twice, the refusal that came furthest, or cards nobody waits for."""
    best = tuple(card.may_be[0] for card in seen.cards or ())
    if twice := _twice(best):
        return no("SEEN_TWICE", "CC-DECK-01", cards=tuple(map(str, twice)))
    if refused:
        return max(refused, key=lambda item: (item[1].reason != "NOT_NOW", item[0]))[1]
    cards = tuple(map(str, (*best, *(seen.gone or ()))))
    return no("CARDS_UNEXPECTED", "", cards=cards, count=len(cards), ask=game.awaiting(state).ask)


def _question(game: CardGame[StateT], state: StateT, looked: Looked) -> Awaiting:
    """What to ask: which card a doubtful one is, or else what was done with the cards."""
    seats = game.awaiting(state).seats
    if doubtful := looked.doubtful:
        cards = tuple(dict.fromkeys(str(way.faces[doubtful[0]]) for way in looked.explanations))
        return Awaiting("player", seats, "WHICH_CARD", {"number": doubtful[0] + 1, "either": " or ".join(cards)})
    return which_explanation(looked.explanations, seats)
