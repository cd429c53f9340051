"""What laying cards does to the melds on the table, and which discard could be melded at once."""

from engine.components.cards import UNKNOWN
from engine.core.events import Seat
from engine.games.spectrum_500.events import LayMeld, LayOff
from engine.games.spectrum_500.melds import Meld, MeldRules, by_number, can_be_placed, laid_on, meld_kind
from engine.games.spectrum_500.state import State


def melds_after(melds: tuple[Meld, ...], event: LayMeld | LayOff, rules: MeldRules) -> tuple[Meld, ...]:
    """The melds on the table after a legal one was laid, or a card laid off on one."""
    if isinstance(event, LayMeld):
        kind = meld_kind(event.cards, rules)
        assert kind is not None
        return (*melds, Meld(kind, by_number(event.cards), (event.seat,) * len(event.cards)))
    n = event.meld - 1
    return (*melds[:n], laid_on(event.card, melds[n], event.seat), *melds[n + 1 :])


def may_reach(state: State, seat: Seat, depth: int, rules: MeldRules) -> bool:
    """Whether a player who takes so many discards can, or may be able to, meld the deepest of them (F5-DRAW-03)."""
    hand, taken = state.hands[seat], state.discards[-depth:]
    return UNKNOWN in hand or can_be_placed(taken[0], hand + taken, state.melds, rules)
