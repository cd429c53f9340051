"""Swap cards: two pawns trade places."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.components.hues import Hue
from engine.core.verdict import Verdict, no, yes
from engine.games.spectrum.board import BIT, INDEX, NAME, RING, STOCK, bits, name_of
from engine.games.spectrum.events import Swap
from engine.games.spectrum.rolls import Choice
from engine.games.spectrum.state import State

if TYPE_CHECKING:
    from engine.games.spectrum.game import Spectrum


def swaps(state: State, choice: Choice) -> Iterator[Swap]:
    """Every swap a swap card allows."""
    assert choice.swap is not None
    standing = list(bits(state.occupied))
    for a in (n for n in standing if n // 9 == choice.swap[0]):
        for b in (n for n in standing if n // 9 == choice.swap[1]):
            yield Swap(state.to_move, NAME[a], NAME[b])


def judge(game: "Spectrum", state: State, event: Swap) -> Verdict:
    """Two pawns of rings 1 to 8, one in each named colour, trade places (SB-CRD-11, D-82)."""
    swaps = [choice for choice in game.choices(state.dice) if choice.swap]
    if not swaps:
        on = game.options.swap_cards
        return no("NO_SWAP_CARD", "SB-CRD-11") if on else no("OPTION_OFF", "SB-CRD-11", option="swap_cards")
    spaces = (INDEX.get(event.a, STOCK), INDEX.get(event.b, STOCK))
    finished = [n for n in spaces if n >= 0 and RING[n] == 9]
    if finished:
        return no("FINISHED_PAWN", "SB-STR-04", *map(name_of, finished), spaces=tuple(map(name_of, finished)))
    if not any(sorted(n // 9 for n in spaces) == sorted(choice.swap or ()) for choice in swaps):
        return no("SWAP_COLOURS", "SB-CRD-11", *event.spots(), hues=tuple(map(Hue, swaps[0].swap or ())))
    empty = tuple(NAME[n] for n in spaces if not state.occupied & BIT[n])
    if empty:
        return no("SWAP_EMPTY", "SB-CRD-11", *empty, spaces=empty)
    if not any(game.choice(plan.key).swap for plan in state.plans):
        return no("CHOSEN_ALREADY", "D-12", what=state.plans[0].key)
    return yes(complete="done")
