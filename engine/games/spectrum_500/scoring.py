"""What melds and cards left in hand count in Spectrum 500, and who has won (F5-SCORE)."""

from collections.abc import Mapping

from engine.components.card_game import best_seats
from engine.components.cards import Cards
from engine.core.events import Seat
from engine.games.spectrum_500.melds import card_value
from engine.games.spectrum_500.options import Options
from engine.games.spectrum_500.state import State


def melded_points(state: State, seat: Seat) -> int:
    """What a player has on the table in this hand."""
    return sum(meld.points_of(seat) for meld in state.melds)


def hand_score(melded: int, left: Cards, options: Options) -> int:
    """What a hand counts: melds, less the cards left if the table deducts them (F5-SCORE-02)."""
    return melded - (sum(map(card_value, left)) if options.deduct_hand else 0)


def scores(state: State) -> Mapping[Seat, int]:
    """What each seat has scored so far."""
    return dict(enumerate(state.totals))


def melded(state: State) -> Mapping[Seat, int]:
    """What everybody has on the table in this hand."""
    return {seat: melded_points(state, seat) for seat in range(len(state.hands))}


def winners(state: State, options: Options) -> tuple[Seat, ...]:
    """Who has won; empty while the game goes on."""
    # Equal totals at the target: another hand (D-F5-13).
    best = best_seats(state.totals)
    return best if not state.dealt and state.totals[best[0]] >= options.target and len(best) == 1 else ()
