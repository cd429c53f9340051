"""What may lie on what: piles, homes, the stock and its passes (SS-TAB, SS-FOUND, SS-EMPTY, SS-PASS)."""

from engine.components.cards import Card, ring_distance
from engine.games.spectrum_solitaire.options import Options
from engine.games.spectrum_solitaire.state import State


def lies_on(card: Card, onto: Card, options: Options) -> bool:
    """Whether a card is one lower than another and of a hue that goes with it."""
    if card.number != onto.number - 1 or card.hue is None or onto.hue is None:
        return False
    apart = ring_distance(card.hue, onto.hue)
    if apart == 2:
        return options.share_component and not card.hue.is_primary
    return apart == 1 or (apart == 0 and not options.strict_shades)


def goes_home(state: State, card: Card) -> bool:
    """Whether a card is the next one of its hue's home (SS-FOUND-01)."""
    return card.hue is not None and state.homes[card.hue] == card.number - 1


def starts_pile(card: Card, options: Options) -> bool:
    """Whether a card may lie on an empty pile (SS-EMPTY-01)."""
    return card.number == 12 or options.empty_column == "any"


def passes_used(state: State, options: Options) -> bool:
    """Whether the stock may not be gone through once more (SS-PASS-02)."""
    limit = options.pass_limit
    return limit != "none" and state.passes >= limit


def can_turn(state: State, options: Options) -> bool:
    """Whether the next pack of the stock, or the waste, can be turned over."""
    if state.stock:
        return not (state.fresh and passes_used(state, options))
    return bool(state.waste) and not passes_used(state, options)
