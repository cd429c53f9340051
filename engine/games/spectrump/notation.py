"""The moves and facts of Spectrump as text."""

from engine.components.card_notation import parse_deal
from engine.components.cards import Card, parse_cards
from engine.core.errors import NotUnderstood
from engine.core.events import Event, Seat
from engine.core.language import Deferred
from engine.core.notation import need_seat, unknown_verb
from engine.games.spectrump.events import Bid, Load, PassAuction, PlayToTrick

EXAMPLE = "play R5"
"""A move as it is written."""


def parse_words(words: str, seat: Seat | None, source: str) -> Event:
    """The event that ``Event.words`` describes, tolerantly. Raises NotUnderstood."""
    verb, _, rest = words.strip().partition(" ")
    if verb.lower() == "deal":
        return parse_deal(rest, source)
    seat = need_seat(seat, EXAMPLE)
    match verb.lower():
        case "bid":
            return _parse_bid(rest, seat)
        case "pass":
            return PassAuction(seat)
        case "play":
            return PlayToTrick(seat, Card.parse(rest))
        case "load":
            cards = parse_cards(rest)
            if len(cards) != 2:
                raise NotUnderstood(Deferred("name the two cards to change: 'load R3 B4'"))
            return Load(seat, cards)
        case "ready":
            return Load(seat)
    raise unknown_verb(verb, EXAMPLE, "deal", "bid", "pass", "play", "load", "ready")


def _parse_bid(text: str, seat: Seat) -> Bid:
    card = Card.parse(text)
    if card.hue is None:
        raise NotUnderstood(Deferred("'{text}' is no bid; write hue and number, such as 'bid GB3'", text=text))
    return Bid(seat, card.hue, card.number)
