"""A card laid on a reader, in the words of the game being played."""

from collections.abc import Sequence

from engine.components.cards import Card
from engine.core.errors import EngineError
from engine.core.match import Match
from engine.core.verdict import Cards

_SHOWN = ("turn", "draw")
"""What the table shows where cards are awaited from it, whichever reader they lie on."""
_ALSO = {"play": ("play", "discard")}
"""A reader's name is what happens to a card laid on it; these are said instead where a game calls it otherwise."""


def wanted(match: Match) -> int:
    """How many cards must lie there before they mean something together."""
    need = match.game.awaiting(match.state).need
    return need.count if isinstance(need, Cards) else 1


def event_text(match: Match, reader: str, cards: Sequence[Card]) -> str | None:
    """The event that these cards on that reader stand for, as its notation: the first that the rules allow, or else the
    first that the game understands, so that it can say why not. None when the game has no use for cards there."""
    understood = None
    from_table = match.game.awaiting(match.state).actor == "table"
    for verb in dict.fromkeys((*(_SHOWN if from_table else _ALSO.get(reader, ())), reader)):
        for text in (f"{verb} {' '.join(map(str, cards))}", verb):  # a drawn card's face is nobody's business
            try:
                event = match.game.parse(text, match.state)
            except EngineError:
                continue
            if match.game.judge(match.state, event).ok:
                return text
            understood = understood or text
    return understood
