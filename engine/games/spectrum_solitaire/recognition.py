"""Which events would lay the cards that are seen: turned up, put on a pile or home, or turned from the stock."""

from collections.abc import Iterator

from engine.components.cards import Card, Cards, known_of
from engine.components.deck import Deck, Turned
from engine.core.verdict import Awaiting
from engine.games.spectrum_solitaire.events import Flip, Put, Recycle
from engine.games.spectrum_solitaire.judge import judge
from engine.games.spectrum_solitaire.movegen import pseudo_legal_moves
from engine.games.spectrum_solitaire.options import Options
from engine.games.spectrum_solitaire.runs import run_of
from engine.games.spectrum_solitaire.state import State, pile_of
from engine.games.spectrum_solitaire.transitions import result
from engine.inference.cards import EventHypothesis, UnexplainedCards, backs


def infer_events(
    state: State, waits: Awaiting, unexplained: UnexplainedCards, options: Options
) -> Iterator[EventHypothesis]:
    """The next event that lays some of the cards; piles that top up by themselves show their card as well."""
    if not state.dealt:
        if count := backs(waits, unexplained):
            yield EventHypothesis(Deck(unexplained.cards[:count]), count)
    elif unread := state.unread():
        count = len(unread)
        if len(unexplained.cards) >= count:
            yield EventHypothesis(Turned(_in_place(unexplained, tuple(place for place, _ in unread))), count)
    else:
        for move in pseudo_legal_moves(state, options):
            if isinstance(move, Put):
                yield from _put(state, move, unexplained, options)
            elif isinstance(move, Flip) and unexplained.cards and unexplained.lies(0, "waste"):
                yield from _flip(state, move, unexplained, options)
            elif isinstance(move, Recycle) and _is_taken_up(state, unexplained):
                yield EventHypothesis(move, 0, unexplained.gone or ())
        yield from _astray(state, unexplained)


def _astray(state: State, unexplained: UnexplainedCards) -> Iterator[EventHypothesis]:
    """A card of a pile that was put on another one where it does not fit: the rules then say why."""
    to = unexplained.places[0].removeprefix("pile:") if unexplained.cards else ""
    for n, up in enumerate(state.up):
        if pile_of(to) is not None and unexplained.cards[0] in up:
            yield EventHypothesis(Put(0, str(n + 1), to, len(up) - up.index(unexplained.cards[0])), 1)


def _is_taken_up(state: State, unexplained: UnexplainedCards) -> bool:
    """Whether the waste is gone and nothing came."""
    return not unexplained.cards and bool(state.waste) and state.waste[-1] in (unexplained.gone or ())


def _in_place(unexplained: UnexplainedCards, places: tuple[str, ...]) -> tuple[Card, ...]:
    """The first cards by the places the game asks for; in the order they were seen where nobody can tell."""
    seen = list(zip(unexplained.places, unexplained.cards, strict=True))[: len(places)]
    by_place = {place.removeprefix("pile:"): card for place, card in seen}
    if set(by_place) == set(places):
        return tuple(by_place[place] for place in places)
    return tuple(card for _, card in seen)


def _put(state: State, move: Put, unexplained: UnexplainedCards, options: Options) -> Iterator[EventHypothesis]:
    run, count = run_of(state, move, options), move.count
    to = "home" if move.to == "home" else f"pile:{move.to}"
    if unexplained.places[:1] == (to,):  # of a pile only the top is seen
        count = 1 if unexplained.cards[:1] == run[-1:] else 0
    elif set(unexplained.cards[:count]) != set(run) or not all(unexplained.lies(n, to) for n in range(count)):
        count = 0
    if not count:
        return
    if judge(state, move, options).ok:
        # The card below lies open now, where it is known; else it is asked for next.
        after = result(state, move, options)
        below = unexplained.cards[count : count + 1]
        if below and below in (_opened(state, after), _uncovered(after, move, unexplained.places[count])):
            count += 1
    yield EventHypothesis(move, count, unexplained.gone or () if move.source == "waste" else ())


def _opened(before: State, after: State) -> tuple[Card, ...]:
    below = after.waste[-1:] if len(after.waste) < len(before.waste) else ()
    up = set(known_of(*after.up)) - set(known_of(*before.up, before.waste)) - set(before.cards_at_home())
    return (*known_of(below), *up)


def _uncovered(after: State, move: Put, place: str) -> Cards:
    """The card of a run that others of it covered until they moved on, where that is what is seen in this place."""
    pile = pile_of(move.source)
    return after.up[pile][-1:] if pile is not None and place == f"pile:{move.source}" else ()


def _flip(state: State, move: Flip, unexplained: UnexplainedCards, options: Options) -> Iterator[EventHypothesis]:
    turned = state.stock[: options.flip]
    if not turned[-1].known:
        yield EventHypothesis(move)
    elif unexplained.cards[: len(turned)] == turned:
        yield EventHypothesis(move, len(turned))
    elif unexplained.cards[0] == turned[-1]:
        # The cards overlap: only the last one can be read.
        yield EventHypothesis(move, 1)
