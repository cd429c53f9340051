"""Chance for tables without cards or dice at hand: shuffled, dealt and rolled here, written down before it is seen.

Each game says in its ``dealing.py`` what comes next (``engine.core.dealing``); here it becomes the text of a fact,
which goes the way of every event: judged, recorded, then shown. The generator is passed in; the service's own draws
from the operating system, tests give a seed.
"""

from random import Random

from engine.components.deck import Deck
from engine.components.hands import HandsDealt
from engine.core.dealing import Dealing
from engine.core.events import Event
from engine.core.match import Match
from engine.core.registry import dealing_of
from engine.core.verdict import Cards

CARD_FACTS = frozenset({"deck", "deal", "cut", "starter", "board", "draw", "turn", "show"})
"""Facts that show cards; where the cards were dealt here nobody else can say them."""


def next_fact(match: Match, random: Random) -> str | None:
    """What the table would show next, as the text of a fact; None when a player is to act or only the table knows."""
    if hidden := secret_cards(match, random):
        return hidden
    game, state = match.game, match.state
    if game.awaiting(state).actor != "table":
        return None
    return _text(_dealing(match).next_fact(game, state, random))


def secret_cards(match: Match, random: Random) -> str | None:
    """Cards face down that nobody has seen yet: before the first turn all, later those that a deal here owes."""
    dealing, game, state = _dealing(match), match.game, match.state
    return _text(dealing.owed(game, state, random) or dealing.before_play(game, state, random))


def real_cards(match: Match) -> str | None:
    """The fact that people deal real cards which nobody here sees; None where no deal is awaited."""
    game, state = match.game, match.state
    awaiting = game.awaiting(state)
    if awaiting.actor != "table" or awaiting.ask not in ("DEAL", "SHUFFLE"):
        return None
    if Deck in game.event_types:
        return f"deck hidden {len(game.pile_to_shuffle(state))}"
    return "deal" if HandsDealt in game.event_types else None


def dealt_here(match: Match) -> bool | None:
    """Whether the cards in play were dealt here; False: real ones, which nobody here sees; None: nothing is dealt."""
    for _, event in reversed(match.events):
        if isinstance(event, Deck):
            return any(card.known for card in event.cards)
        if isinstance(event, HandsDealt):
            return any(card.known for hand in event.hands for card in hand)
    return None


def follows_by_itself(match: Match) -> bool:
    """Whether the next fact needs nobody's word: cards that are owed, cards for a hand, or a used-up pile."""
    if _dealing(match).owed(match.game, match.state, Random(0)) is not None:
        return True
    awaiting = match.game.awaiting(match.state)
    if awaiting.actor != "table" or not isinstance(awaiting.need, Cards) or not dealt_here(match):
        return False
    return awaiting.ask == "SHUFFLE" or (awaiting.ask == "DRAW" and awaiting.need.to.startswith("hand:"))


def _dealing(match: Match) -> Dealing:
    """How the game is dealt; nothing is once somebody had to leave it."""
    return dealing_of(match.game.name) if match.left is None else Dealing()


def _text(event: Event | None) -> str | None:
    return None if event is None else str(event)
