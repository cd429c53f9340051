"""What cards count in Spectrum Casino, and who has won (CA-SCORE, CA-END)."""

from collections.abc import Mapping, Sequence

from engine.components.card_game import best_seats
from engine.components.cards import Card, Cards, ring_distance
from engine.components.hues import Hue
from engine.core.events import Seat
from engine.games.spectrum_casino.options import Options
from engine.games.spectrum_casino.state import State

MAJORITY = 12
"""Most 12s, and most cards: 6 points each, counted in halves."""


def worth(card: Card, chosen: Hue) -> int:
    """2 for the chosen hue, 1 for its two neighbours, else nothing (CA-SCORE-01, CA-SCORE-02)."""
    return max(2 - ring_distance(card.hue, chosen), 0) if card.hue is not None else 0


def round_halves(captured: Sequence[Cards], chosen: Hue) -> tuple[int, ...]:
    """What everybody's cards count, in half points; ties split a majority (CA-SCORE-03 to -05)."""
    halves = [2 * sum(worth(card, chosen) for card in cards) for cards in captured]
    twelves = [sum(card.number == 12 for card in cards) for cards in captured]
    for counts in (twelves, [len(cards) for cards in captured]):
        first = best_seats(counts) if max(counts) else ()
        for seat in first:
            halves[seat] += MAJORITY // len(first)
    return tuple(halves)


def sweep(state: State) -> tuple[Cards, ...]:
    """Everybody's cards after the board was swept."""
    return tuple(
        cards + state.board if seat == state.last_taker else cards for seat, cards in enumerate(state.captured)
    )


def live(state: State) -> Mapping[Seat, float]:
    """What the cards taken so far would count in this round."""
    if state.chosen is None:
        return dict.fromkeys(range(len(state.hands)), 0)
    return {seat: halves / 2 for seat, halves in enumerate(round_halves(state.captured, state.chosen))}


def scores(state: State) -> Mapping[Seat, float]:
    """What each seat has scored so far."""
    return {seat: halves // 2 if halves % 2 == 0 else halves / 2 for seat, halves in enumerate(state.halves)}


def winners(state: State, options: Options) -> tuple[Seat, ...]:
    """Who has won; empty while the game goes on."""
    # Equal totals at the target: another round (D-CA-10).
    best = best_seats(state.halves)
    return best if not state.deal and state.halves[best[0]] >= 2 * options.target and len(best) == 1 else ()
