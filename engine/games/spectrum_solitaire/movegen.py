"""The moves of Spectrum Solitaire (SS-TAB, SS-FOUND, SS-STOCK)."""

from collections.abc import Iterator

from engine.components.cards import Card
from engine.components.hues import Hue
from engine.core.events import Move
from engine.core.fast_constructor import fast_constructor
from engine.games.spectrum_solitaire.events import Concede, Flip, Put, Recycle
from engine.games.spectrum_solitaire.options import Options
from engine.games.spectrum_solitaire.piles import can_turn, goes_home, lies_on, starts_pile
from engine.games.spectrum_solitaire.state import PILES, State

PILE_NAMES = tuple(str(n + 1) for n in range(PILES))


_put = fast_constructor(Put)


def pseudo_legal_moves(state: State, options: Options) -> Iterator[Move]:
    """A cheap superset of the legal moves."""
    if state.over or not state.dealt:
        return
    if not state.unread():
        yield from puts(state, options)
        if can_turn(state, options):
            yield Flip(0) if state.stock else Recycle(0)
    yield Concede(0)


def puts(state: State, options: Options) -> Iterator[Put]:
    """What goes home, then what goes onto another pile or an empty one."""
    if state.waste and goes_home(state, state.waste[-1]):
        yield _put(0, "waste", "home", 1)
    for pile, up in zip(PILE_NAMES, state.up, strict=True):
        if up and goes_home(state, up[-1]):
            yield _put(0, pile, "home", 1)
    tops: dict[int, list[tuple[str, Card]]] = {}
    for pile, up in zip(PILE_NAMES, state.up, strict=True):
        if up:
            tops.setdefault(up[-1].number, []).append((pile, up[-1]))
    empty = [pile for pile, up in zip(PILE_NAMES, state.up, strict=True) if not up]
    for source, count, card in _heads(state, options):
        for pile, top in tops.get(card.number + 1, ()):
            if lies_on(card, top, options) and pile != source:
                yield _put(0, source, pile, count)
        if empty and starts_pile(card, options):
            for pile in empty:
                yield _put(0, source, pile, count)


def _heads(state: State, options: Options) -> Iterator[tuple[str, int, Card]]:
    """Every card that can be moved, with where it lies and how many lie in the run that it heads."""
    if state.waste:
        yield "waste", 1, state.waste[-1]
    for pile, up in zip(PILE_NAMES, state.up, strict=True):
        below: Card | None = None
        for count, card in enumerate(reversed(up), 1):
            # Face-up cards are always a built run, except in a set-up position.
            if below is not None and not (options.move_runs and lies_on(below, card, options)):
                break
            yield pile, count, card
            below = card
    if options.foundation_return:
        yield from ((f"home {hue.name}", 1, Card(hue, state.homes[hue])) for hue in Hue if state.homes[hue])


def stuck(state: State, options: Options) -> bool:
    """No card can move and no pack can be turned: only giving up is left."""
    return not can_turn(state, options) and next(puts(state, options), None) is None
