"""The hands of people at a simulated table: they throw dice, carry pieces and press buttons, and say nothing."""

from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields
from random import Random

from engine.components.cards import Card
from engine.components.hues import Hue
from engine.components.lights import Spot
from engine.core.events import Event, Move
from engine.core.match import Match
from engine.core.verdict import Dice
from engine.inference.observation import Observation
from tablelight.demo.physical_table import ALL_DICE, PhysicalTable
from tablelight.referee.piece_places import changed, held_on, owners
from tablelight.referee.pyramids import stand_on_sheet
from tablelight.referee.tagged_cards import event_text, wanted

CARRIED_S = 0.3
"""How long a piece is in the hand. Chosen by hand."""
SHOWN_S = 1.0
"""How long a piece that is to stay off is away, and there again, where a camera alone looks on. Chosen by hand."""


class Hands:
    """What happens in a match, done with things. Each act says whether there was anything to do for a hand."""

    def __init__(self, table: PhysicalTable) -> None:
        self._table = table

    # ---- dice

    def throw(self, truth: Match) -> Event | None:
        """Throw the dice the game waits for; what they really show, as the game calls it. None where it waits for
        none, or there is no camera to see them."""
        numbers = self._to_throw(truth)
        if not numbers or self._table.dice is None:
            return self._throw_dotted(truth)
        self._table.dice.reroll(self._table.now, numbers)
        self._table.settle()
        return self.fallen(truth, len(numbers))

    def _throw_dotted(self, truth: Match) -> Event | None:
        """Throw the die with dots, where one is awaited and can be seen."""
        die, game = self._table.dotted, truth.game
        if die is None or not game.rolls_pips or not game.explanations(truth.state, Observation(pips=(1,))):
            return None
        tray = self._table.dice
        if tray is not None and tray.truth(self._table.now).dice:
            tray.take_away(self._table.now)
            self._table.settle()
        die.throw(self._table.now)
        self._table.settle()
        found = game.explanations(truth.state, Observation(pips=(die.top,)))
        return found[0][0] if found and len(found[0]) == 1 else None

    def throw_badly(self, truth: Match, random: Random, *, cocked: bool) -> tuple[list[int], int]:
        """Throw the dice the game waits for so that one of them leans against something, or is out of sight: all their
        numbers, and that one's."""
        numbers = self._to_throw(truth)
        bad, tray = random.choice(numbers), self._table.dice
        assert tray is not None
        if cocked:
            tray.reroll(self._table.now, numbers, cocked=[bad])
        else:
            tray.take_away(self._table.now, [bad])
            self._table.settle()
            tray.reroll(self._table.now, [number for number in numbers if number != bad])
        self._table.settle()
        return numbers, bad

    def _to_throw(self, truth: Match) -> list[int]:
        """Put in order what lies there, and take the dice in hand that the game waits for; none without a camera."""
        need, tray = truth.game.awaiting(truth.state).need, self._table.dice
        if tray is None or not isinstance(need, Dice):
            return []
        stay = self._lying((("d6", need.kept_d6), ("d12", need.kept_d12)))
        thrown = [*numbers_of("d6", need.d6, stay), *numbers_of("d12", need.d12, stay)]
        if away := set(tray.truth(self._table.now).dice) - stay - set(thrown):
            tray.take_away(self._table.now, away)
            self._table.settle()
        self._lay_missing(need, thrown)
        return thrown

    def _lay_missing(self, need: Dice, thrown: Sequence[int]) -> None:
        """Lay the dice that are to stay and do not lie there, as after somebody cleared the table."""
        tray = self._table.dice
        assert tray is not None
        there = Counter((die.kind, die.top) for die in tray.truth(self._table.now).dice.values())
        kept = Counter([*(("d6", hue) for hue in need.kept_d6), *(("d12", hue) for hue in need.kept_d12)])
        taken = {*thrown, *tray.truth(self._table.now).dice}
        laid: dict[int, Hue] = {}
        for kind, hue in (kept - there).elements():
            laid[numbers_of(kind, 1, taken | laid.keys())[0]] = hue
        if laid:
            tray.reroll(self._table.now, laid, [laid[number] for number in sorted(laid)])
            self._table.settle()

    def fallen(self, truth: Match, moved: int) -> Event | None:
        """The dice on the table as the fact they are in the game; ``moved``: how many were thrown."""
        assert self._table.dice is not None
        there = self._table.dice.truth(self._table.now).dice.values()
        d6, d12 = (
            tuple(die.top for die in there if die.kind == kind and die.top is not None) for kind in ("d6", "d12")
        )
        found = truth.game.explanations(truth.state, Observation(d6, d12, moved=moved))
        return found[0][0] if found and len(found[0]) == 1 else None

    def _lying(self, kept: tuple[tuple[str, tuple[Hue, ...]], ...]) -> set[int]:
        """The numbers of dice on the table that show these hues and are to stay."""
        assert self._table.dice is not None
        there = self._table.dice.truth(self._table.now).dice
        wanted = Counter((kind, hue) for kind, hues in kept for hue in hues)
        stay: set[int] = set()
        for number, die in there.items():
            if die.top is not None and wanted[(die.kind, die.top)] > 0:
                wanted[(die.kind, die.top)] -= 1
                stay.add(number)
        return stay

    # ---- pieces

    def set_up(self, truth: Match) -> None:
        """Put the pieces where the game begins."""
        self._table.stand(self._table.arrangement(truth))
        self._table.press(sorted(owners(truth) or ()), down=True)

    def carry(self, event: Event, before: Match, after: Match) -> bool:
        """Move the pieces that an event moves: those that go and those that are captured first, then those that
        come."""
        if stand_on_sheet(before.game):
            return self._move_pyramids(after)
        old, new = owners(before), owners(after)
        if old is None or new is None or not (self._table.device or self._table.shows_pieces):
            return False
        moved = changed(old, new) | (_landed(event) & old.keys())  # a piece of one's own that was captured there
        if not moved:
            return False
        if not moved & new.keys():  # they stay off: whoever takes them off twice means it
            self._take_off(before, moved)
            self._table.wait(self._shown_s)
            self._put_down(before, moved)
            self._table.wait(self._shown_s)
        self._take_off(before, moved)
        self._table.wait(CARRIED_S)
        self._put_down(after, moved)
        self._table.settle()
        return True

    @property
    def _shown_s(self) -> float:
        """So long a piece is off, and there again: switches feel at once what a camera has to look at."""
        return CARRIED_S if self._table.device is not None else SHOWN_S

    def _take_off(self, there: Match, moved: AbstractSet[Spot]) -> None:
        self._table.stand({spot: held for spot, held in held_on(there).items() if spot not in moved})
        self._table.press(sorted(moved & (owners(there) or {}).keys()), down=False)

    def _put_down(self, there: Match, moved: AbstractSet[Spot]) -> None:
        self._table.stand(held_on(there))
        self._table.press(sorted(moved & (owners(there) or {}).keys()), down=True)

    def _move_pyramids(self, after: Match) -> bool:
        """Move pyramids from yard to yard: those that go first, as a hand can hold them, then those that come."""
        if not self._table.shows_pieces:
            return False
        there, then = self._table.standing, self._table.arrangement(after)
        if there == then:
            return False
        self._table.stand({spot: held for spot, held in there.items() if then.get(spot) == held})
        self._table.wait(CARRIED_S)
        self._table.stand(then)
        self._table.settle()
        return True

    # ---- cards with tags

    def lay_tagged(self, event: Event, before: Match) -> bool:
        """Lay the cards of an event on the reader whose name makes that event of them, where there is one."""
        text = str(event)
        for reader in self._table.readers:
            cards = _cards_in(event)
            try:
                means = event_text(before, reader, cards) if cards else None
                same = means is not None and str(before.parse(means)) == text
            except ValueError:
                continue
            if same and len(cards) == wanted(before):
                self._table.lay_tagged(reader, cards)
                return True
        return False

    # ---- buttons

    def press_done(self, event: Event, before: Match) -> bool:
        """Press the button that ends a turn, where that is what somebody does."""
        try:
            means = before.parse("done")
        except ValueError:
            return False
        return means == event and self._table.button("done")


def _cards_in(event: Event) -> tuple[Card, ...]:
    """The cards that an event names."""
    found: list[Card] = []
    for each in fields(event):
        value = getattr(event, each.name)
        found += [value] if isinstance(value, Card) else []
        found += [card for card in value if isinstance(card, Card)] if isinstance(value, tuple) else []
    return tuple(found) if all(card.known for card in found) else ()


def _landed(event: Event) -> set[Spot]:
    spots = event.spots() if isinstance(event, Move) else ()
    return {spots[-1]} if len(spots) > 1 else set()


def numbers_of(kind: str, count: int, stay: AbstractSet[int] = frozenset()) -> list[int]:
    """So many dice of a kind that do not stay on the table."""
    return [n for n, each in enumerate(ALL_DICE) if each == kind and n not in stay][:count]
