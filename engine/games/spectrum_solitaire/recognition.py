"""What would lay the cards that are seen: turned up, put on a pile or home, or turned from the stock."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.components.card_table import Deck, Turned
from engine.components.cards import Card
from engine.components.hands import known_of
from engine.games.spectrum_solitaire.table import Flip, Put, State, home_cards
from engine.inference.cards import Laid, Sight, backs

if TYPE_CHECKING:
    from engine.games.spectrum_solitaire.game import Solitaire


def laid(game: "Solitaire", state: State, sight: Sight) -> Iterator[Laid]:
    """The next event that lays some of the cards; piles that top up by themselves show their card as well."""
    if not state.dealt:
        if count := backs(game, state, sight):
            yield Laid(Deck(sight.cards), count)
    elif unread := state.unread():
        count = len(unread)
        if len(sight.cards) >= count:
            yield Laid(Turned(_in_place(sight, tuple(place for place, _ in unread))), count)
    else:
        for move in game.candidates(state):
            if isinstance(move, Put):
                yield from _put(game, state, move, sight)
            elif isinstance(move, Flip) and sight.cards:
                yield from _flip(game, state, move, sight)


def _in_place(sight: Sight, places: tuple[str, ...]) -> tuple[Card, ...]:
    """The first cards by the places the game asks for; in the order they were seen where nobody can tell."""
    seen = list(zip(sight.places, sight.cards, strict=True))[: len(places)]
    by_place = {place.removeprefix("pile:"): card for place, card in seen}
    if set(by_place) == set(places):
        return tuple(by_place[place] for place in places)
    return tuple(card for _, card in seen)


def _put(game: "Solitaire", state: State, move: Put, sight: Sight) -> Iterator[Laid]:
    run, count = game.run_of(state, move), move.count
    to = "home" if move.to == "home" else f"pile:{move.to}"
    if set(sight.cards[:count]) != set(run) or not all(sight.lies(n, to) for n in range(count)):
        return
    if game.judge(state, move).ok:
        # The card below lies open now, where it is known; else it is asked for next.
        new = _opened(state, game.result(state, move))
        if new and sight.cards[count : count + 1] == new:
            count += 1
    yield Laid(move, count)


def _opened(before: State, after: State) -> tuple[Card, ...]:
    return tuple(set(known_of(*after.up)) - set(known_of(*before.up, before.waste)) - set(home_cards(before)))


def _flip(game: "Solitaire", state: State, move: Flip, sight: Sight) -> Iterator[Laid]:
    turned = state.stock[: game.options.flip]
    if not turned[-1].known:
        yield Laid(move)
    elif sight.cards[: len(turned)] == turned:
        yield Laid(move, len(turned))
    elif sight.cards[0] == turned[-1]:
        # The cards overlap: only the last one can be read.
        yield Laid(move, 1)
