"""What a referee can only say afterwards: remarks on earlier plays, once the cards that prove them are public."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.components.cards import Card
from engine.core.events import Seat
from engine.core.verdict import no
from engine.texts import explain


@dataclass(frozen=True, slots=True)
class Remark:
    """A finding: its stable code, whose play it was, the number of that play, and the cards that show it.

    ``option``: the house rules that would change it.
    """

    code: str
    player: Seat
    turn: int
    cards: tuple[Card, ...] = ()
    option: tuple[str, ...] = ()


def say(game: str, remark: Remark, seats: Sequence[str], language: str = "en") -> str:
    """The remark as a friendly sentence."""
    cards = tuple(map(str, remark.cards))
    details = {"player": remark.player, "turn": remark.turn, "cards": cards, "option": remark.option}
    return explain(game, no(remark.code, "", **details), seats, language)
