"""The moves and facts of Spectrumo as text."""

from engine.components.card_notation import parse_fact
from engine.components.cards import parse_card
from engine.components.deck import DrawFromStock
from engine.core.events import Event, Move, Seat
from engine.core.language import Deferred
from engine.core.notation import need_seat, read_int, read_player, unknown_verb
from engine.games.spectrumo.events import FinishTurn, Give, LayCard, Pick, Wrong

EXAMPLE = "play R5"
"""A move as it is written."""


def _parse_play(text: str, seat: Seat) -> LayCard:
    """``R5``, ``*draw``, ``*swap-cards with 2 for 3``."""
    card, _, rest = text.lower().partition(" with ")
    if not rest:
        return LayCard(seat, parse_card(card))
    other, _, count = rest.partition(" for ")
    return LayCard(
        seat,
        parse_card(card),
        read_player(other, Deferred("which player")),
        read_int(count, Deferred("how many cards are exchanged")),
    )


def parse_words(words: str, seat: Seat | None, source: str) -> Event:
    """The event that ``Event.words`` describes, tolerantly. Raises NotUnderstood."""
    verb, _, rest = words.strip().partition(" ")
    verb = verb.lower()
    if fact := parse_fact(verb, rest, source):
        return fact
    if verb == "wrong":
        player, _, card = rest.strip().partition(" ")
        return Wrong(read_player(player, Deferred("which player")), parse_card(card), source=source)
    return _parse_move(verb, rest, need_seat(seat, EXAMPLE))


def _parse_move(verb: str, rest: str, seat: Seat) -> Move:
    match verb:
        case "draw":
            return DrawFromStock(seat)
        case "pass" | "keep":
            return FinishTurn(seat)
        case "give":
            return Give(seat, parse_card(rest))
        case "pick":
            return Pick(seat, read_int(rest, Deferred("which card of the other hand")))
        case "play":
            return _parse_play(rest, seat)
    raise unknown_verb(verb, EXAMPLE, "play", "draw", "pass", "give", "pick", "wrong")
