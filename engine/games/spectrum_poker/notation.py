"""The moves and facts of Spectrum Poker as text."""

from engine.components.card_notation import parse_deal
from engine.components.cards import parse_cards
from engine.core.errors import NotUnderstood
from engine.core.events import Event, Move, Seat
from engine.core.language import Deferred
from engine.core.notation import need_seat, unknown_verb
from engine.games.spectrum_poker.events import Chips, CommunityCards, ExchangeCards, Fold, ReplacementsDrawn, ShowHand

EXAMPLE = "stand"
"""A move as it is written."""


def parse_words(words: str, seat: Seat | None, source: str) -> Event:
    """The event that ``Event.words`` describes, tolerantly. Raises NotUnderstood."""
    verb, _, rest = words.strip().partition(" ")
    match verb.lower():
        case "deal":
            return parse_deal(rest, source)
        case "draw":
            return ReplacementsDrawn(parse_cards(rest), source=source)
        case "board" | "flop" | "turn" | "river":
            return CommunityCards(parse_cards(rest), source=source)
        case "chips":
            return _parse_chips(rest, source)
    return _parse_move(verb.lower(), rest, need_seat(seat, EXAMPLE))


def _parse_chips(text: str, source: str) -> Chips:
    numbers = text.split()
    if len(numbers) != 2 or not all(n.isascii() and n.isdigit() for n in numbers) or numbers[0] == "0":
        raise NotUnderstood(Deferred("write player and amount: 'chips 2 5'"))
    return Chips(int(numbers[0]) - 1, int(numbers[1]), source=source)


def _parse_move(verb: str, rest: str, seat: Seat) -> Move:
    match verb:
        case "exchange":
            return ExchangeCards(seat, parse_cards(rest))
        case "stand":
            return ExchangeCards(seat)
        case "fold":
            return Fold(seat)
        case "show":
            return ShowHand(seat, parse_cards(rest))
    raise unknown_verb(verb, EXAMPLE, "deal", "exchange", "stand", "draw", "board", "chips", "fold", "show")
