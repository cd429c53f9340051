"""Choices of dice and plays of cards by their key, each made once for a table."""

from collections.abc import Callable

from engine.components.hues import Hue
from engine.games.spectrum.options import Options
from engine.games.spectrum.rolls import Choice, choice_of, dice_sets, play_of, plays
from engine.games.spectrum.state import Plan

MOST_KEPT = 5_000
"""Rolls and hands whose choices are kept: more than cubes (203 rolls) and five twelve-sided dice (4,368) have."""


class _Choices(dict[str, Choice]):
    """Choices by their key, made when they are first asked for."""

    def __init__(self, make: Callable[[list[str]], Choice | None]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: str) -> Choice:
        made = self._make(key.split())
        if made is None:
            raise KeyError(key)
        self[key] = made
        return made


class ChoiceTable:
    """What every choice means at one table; works nothing out twice."""

    def __init__(self, options: Options, edition: str) -> None:
        self.options, self.edition = options, edition
        self._choices = _Choices(self._make)
        self._by_dice: dict[str, tuple[tuple[Choice, Plan], ...]] = {}
        self.choice: Callable[[str], Choice] = self._choices.__getitem__
        """The choice of a key such as ``G G B`` or ``R1 R2``. Raises KeyError for what is no choice."""

    def _make(self, words: list[str]) -> Choice | None:
        if self.options.dice == "cards":
            return play_of(words, self.options)
        return choice_of([Hue[word] for word in words], self.edition, self.options)

    def choices(self, dice: str) -> list[Choice]:
        """Everything that may be chosen from a roll or a hand, whether it moves something or not."""
        words = dice.split()
        if self.options.dice == "cards":
            found = plays(words, self.options)
            self._choices.update({c.key: c for c in found})
            return found
        sets = dice_sets([Hue[w] for w in words], self.options.dice, self.options.quintuple == "five")
        return [self.choice(" ".join(Hue(f).name for f in faces)) for faces in sets]

    def fresh_plans(self, dice: str) -> tuple[tuple[Choice, Plan], ...]:
        """The choices of a roll or a hand, each with its plan before anything moved; kept, as rolls come again."""
        found = self._by_dice.get(dice)
        if found is None:
            if len(self._by_dice) > MOST_KEPT:
                self._by_dice.clear()
            found = self._by_dice[dice] = tuple((choice, self.fresh_plan(choice)) for choice in self.choices(dice))
        return found

    def fresh_plan(self, choice: Choice) -> Plan:
        """A choice of which nothing has been moved yet."""
        return Plan(choice.key, choice.budget or (1 << len(choice.parts)) - 1)

    def spaces_left(self, plan: Plan) -> int:
        """Spaces of movement a plan still has."""
        choice = self.choice(plan.key)
        if choice.budget:
            return plan.left
        return sum(part.count for n, part in enumerate(choice.parts) if plan.left >> n & 1)
