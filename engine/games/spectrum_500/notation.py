"""The moves and facts of Spectrum 500 as text."""

from engine.components.card_notation import parse_fact
from engine.components.cards import parse_card, parse_cards
from engine.components.deck import DrawFromStock
from engine.core.events import Event, Move, Seat
from engine.core.language import Deferred
from engine.core.notation import need_seat, read_int, read_player, unknown_verb
from engine.games.spectrum_500.events import Call, Decline, Discard, FalseCall, LayMeld, LayOff, TakeDiscards

EXAMPLE = "discard R5"
"""A move as it is written."""


def _parse_move(verb: str, rest: str, seat: Seat) -> Move:
    match verb:
        case "draw":
            return DrawFromStock(seat)
        case "decline":
            return Decline(seat)
        case "take":
            return TakeDiscards(seat, read_int(rest or "1", Deferred("how many discards")))
        case "spectrum" | "call":
            return Call(seat, read_int(rest or "1", Deferred("how many discards")))
        case "meld":
            return LayMeld(seat, parse_cards(rest))
        case "discard":
            return Discard(seat, parse_card(rest))
        case "lay":
            card, _, meld = rest.partition(" on ")
            return LayOff(seat, parse_card(card), read_int(meld, Deferred("which meld")))
    raise unknown_verb(verb, EXAMPLE, "draw", "take", "meld", "lay", "discard", "spectrum", "decline")


def parse_words(words: str, seat: Seat | None, source: str) -> Event:
    """The event that ``Event.words`` describes, tolerantly. Raises NotUnderstood."""
    verb, _, rest = words.strip().partition(" ")
    verb = verb.lower().rstrip("!")
    if fact := parse_fact(verb, rest, source):
        return fact
    if verb == "false-call":
        return FalseCall(read_player(rest, Deferred("which player called")), source=source)
    return _parse_move(verb, rest, need_seat(seat, EXAMPLE))
