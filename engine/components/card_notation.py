"""The facts of cards as text, the same in every game of cards."""

from engine.components.cards import UNKNOWN, parse_cards
from engine.components.deck import Deck, Turned
from engine.components.hands import HandsDealt, HandShown
from engine.core.errors import NotUnderstood
from engine.core.events import Fact
from engine.core.language import Deferred
from engine.core.notation import read_int, read_player


def parse_fact(verb: str, rest: str, source: str) -> Fact | None:
    """What a shuffled pile shows: ``deck R1 G2``, ``deck hidden 144``, ``turn R1``, ``show 2 R1 G2``.

    None when the verb is none of these. Raises NotUnderstood.
    """
    match verb.lower():
        case "deck":
            first, _, count = rest.strip().partition(" ")
            if first.lower() in ("hidden", "unknown"):
                return Deck((UNKNOWN,) * read_int(count, "how many cards the hidden deck has"), source=source)
            return Deck(parse_cards(rest), source=source)
        case "turn" | "turned":
            return Turned(parse_cards(rest), source=source)
        case "show" | "shows":
            player, _, cards = rest.strip().partition(" ")
            return HandShown(read_player(player, "whose hand is shown"), parse_cards(cards), source=source)
    return None


def parse_deal(text: str, source: str) -> HandsDealt:
    """``R1 G2 / ?? ??``: the hands by seat, strokes between them; empty: nobody's cards were seen.

    Raises NotUnderstood.
    """
    if not text.strip():
        return HandsDealt(source=source)
    hands = tuple(map(parse_cards, text.split("/")))
    if not all(hands):
        raise NotUnderstood(
            Deferred("'deal {text}' leaves a seat without cards; write ?? for a card nobody saw", text=text)
        )
    return HandsDealt(hands, source=source)
