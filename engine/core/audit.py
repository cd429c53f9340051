"""What a referee can only say afterwards: remarks on earlier plays, once the cards that prove them are public."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.components.cards import Card
from engine.core.events import Seat
from engine.core.verdict import Verdict, no
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

    def verdict(self) -> Verdict:
        """As a refusal of the play would read, for the texts."""
        cards = tuple(map(str, self.cards))
        return no(self.code, "", player=self.player, turn=self.turn, cards=cards, option=self.option)


def say(game: str, remark: Remark, seats: Sequence[str], language: str = "en") -> str:
    """The remark as a friendly sentence."""
    return explain(game, remark.verdict(), seats, language)
