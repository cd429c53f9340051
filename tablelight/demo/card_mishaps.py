"""What goes wrong with cards, on a reader of tags."""

from engine.components.cards import Card
from engine.core.match import Match
from tablelight.demo.scene import Aftermath, Scene
from tablelight.referee.tagged_cards import event_text, wanted

UNKNOWN_TAG = "FFFFFFFFFF"
"""A tag that is in no book."""


def held_cards(match: Match, *, by_mover: bool) -> list[Card]:
    """Known cards in hands: of whoever is to move, or of the others."""
    mover, hands = match.game.mover(match.state), getattr(match.state, "hands", ())
    held: list[Card] = []
    for seat, hand in enumerate(hands):
        if (seat == mover) == by_mover:
            held += [card for card in hand if isinstance(card, Card) and card.known]
    return held


def plays_one(now: Scene) -> bool:
    """Whether one card on the reader for playing means that it is played."""
    if "play" not in now.table.readers or wanted(now.match) != 1:
        return False
    held = held_cards(now.match, by_mover=True)
    return bool(held) and any(_means(now.match, card) for card in held)


def plays_one_of_several(now: Scene) -> bool:
    """Whether whoever plays one card there has another as well."""
    return plays_one(now) and len(held_cards(now.match, by_mover=True)) > 1


def _means(match: Match, card: Card) -> bool:
    """Whether this card may be played now."""
    try:
        text = event_text(match, "play", (card,))
        return text is not None and bool(match.game.judge(match.state, match.parse(text)).ok)
    except ValueError:
        return False


def card_out_of_turn(now: Scene) -> Aftermath:
    """Somebody who is not to play lays a card."""
    now.table.lay_tagged("play", [now.random.choice(foreign(now))])
    now.table.settle()
    return Aftermath()


def foreign(now: Scene) -> list[Card]:
    """Cards of others that may not be played now."""
    return [card for card in held_cards(now.match, by_mover=False) if not _means(now.match, card)]


def two_cards(now: Scene) -> Aftermath:
    """Two cards at once lie on the reader for playing."""
    held = held_cards(now.match, by_mover=True)
    first = now.random.choice([card for card in held if _means(now.match, card)])
    held.remove(first)
    text = event_text(now.match, "play", (first,)) or ""
    now.table.lay_tagged("play", [first, now.random.choice(held)])
    now.table.settle()
    return Aftermath(event=lambda: now.match.parse(text))


def unread_card(now: Scene) -> Aftermath:
    """A card lies on the reader that nobody has taught."""
    now.table.lay_tag("play", UNKNOWN_TAG)
    now.table.settle()
    return Aftermath()
