"""The moves and facts of Spectrum Cribbage as text."""

from engine.components.card_notation import parse_deal
from engine.components.cards import Card, parse_cards
from engine.core.errors import NotUnderstood
from engine.core.events import Event, Move, Seat
from engine.core.language import Deferred
from engine.core.notation import need_seat, read_player, unknown_verb
from engine.games.spectrum_cribbage.events import CountHand, Cut, PegCard, SayGo, Starter, ToCrib

EXAMPLE = "play R5"
"""A move as it is written."""


def _parse_show(text: str, seat: Seat) -> CountHand:
    cards, equals, claim = text.partition("=")
    if equals and not (claim.strip().isascii() and claim.strip().isdigit()):
        raise NotUnderstood(
            Deferred("'{claim}' is no number of points; write for example 'show = 12'", claim=claim.strip())
        )
    return CountHand(seat, parse_cards(cards), int(claim) if equals else None)


def parse_words(words: str, seat: Seat | None, source: str) -> Event:
    """The event that ``Event.words`` describes, tolerantly. Raises NotUnderstood."""
    verb, _, rest = words.strip().partition(" ")
    match verb.lower():
        case "deal":
            return parse_deal(rest, source)
        case "cut":
            player, _, card = rest.strip().partition(" ")
            return Cut(read_player(player, Deferred("who cut, as in 'cut 1 R4'")), Card.parse(card), source=source)
        case "starter" | "turn":
            return Starter(Card.parse(rest), source=source)
    return _parse_move(verb.lower(), rest, need_seat(seat, EXAMPLE))


def _parse_move(verb: str, rest: str, seat: Seat) -> Move:
    match verb:
        case "crib":
            return ToCrib(seat, parse_cards(rest))
        case "play":
            return PegCard(seat, Card.parse(rest))
        case "go":
            return SayGo(seat)
        case "show" | "count":
            return _parse_show(rest, seat)
    raise unknown_verb(verb, EXAMPLE, "cut", "deal", "crib", "starter", "play", "go", "show")
