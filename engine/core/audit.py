"""The audit of earlier plays: what was wrong with one can be said once the cards that prove it are public."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.components.cards import Card
from engine.core.events import Seat
from engine.core.verdict import Verdict, no
from engine.texts import explain


@dataclass(frozen=True, slots=True)
class Remark:
    """A finding about an earlier play.

    ``code``: what was wrong, stable. ``player``: whose play it was, ``turn``: its number. ``cards``: those that prove
    it. ``option``: the house rules by which it would be judged otherwise.
    """

    code: str
    player: Seat
    turn: int
    cards: tuple[Card, ...] = ()
    option: tuple[str, ...] = ()

    def verdict(self) -> Verdict:
        """The finding as a verdict that refuses the play, so that the texts have a sentence for it."""
        cards = tuple(map(str, self.cards))
        return no(self.code, "", player=self.player, turn=self.turn, cards=cards, option=self.option)


def say(game: str, remark: Remark, seats: Sequence[str]) -> str:
    """The finding as a sentence for players. ``game``: its name; ``seats``: what the players are called."""
    return explain(game, remark.verdict(), seats)
