"""A table with dice on it, and people who roll them: the stand-in for hands when no hardware is there."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.components.hues import Hue
from vision.simulation.motion import Point, Reach, RestingDie, TableFull, Throw, reach, resting_places, throws
from vision.simulation.page import page
from vision.simulation.piece_bodies import StandingPiece
from vision.simulation.scene import TableScene, TrueDie, Truth
from vision.simulation.solids import solid
from vision.simulation.tile_look import LaidTile

# Constants: chosen by hand.
ROLL_AND_COLOR = ("d6",) * 4 + ("d12",) * 5
_SIDES = (0.5 * np.pi, 0.0, np.pi)  # people sit near, right and left of the page
_LEAN = 0.45  # radians
_BETWEEN_S = 0.3  # between the hand's leaving and the dice's coming


class TableBusy(RuntimeError):
    """Hands or dice are still moving."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """All that happens from the last command on: what lay there, what a hand takes and when, what is thrown."""

    lying: tuple[RestingDie, ...] = ()
    taken_at: Mapping[int, float] | None = None
    reach: Reach | None = None
    throws: tuple[Throw, ...] = ()

    @property
    def ends(self) -> float:
        ends = [throw.at + throw.lasts for throw in self.throws]
        return max([*ends, self.reach.keys[-1][0] if self.reach else -np.inf])

    def resting(self, now: float) -> list[RestingDie]:
        gone = self.taken_at or {}
        stay = [rest for rest in self.lying if now < gone.get(rest.number, np.inf)]
        return stay + [throw.rest for throw in self.throws if now >= throw.at + throw.lasts]

    def rolling(self, now: float) -> list[Throw]:
        return [throw for throw in self.throws if throw.at <= now < throw.at + throw.lasts]


class SimulatedTable:
    """Dice on a mat. Every method takes the time in seconds; between commands what is seen depends on time alone.

    The one place with chance: ``seed`` stands for the hands of people, and repeats what they do.

    >>> table = SimulatedTable(("d6", "d6"), seed=1)
    >>> table.roll(0.0, [Hue.R, Hue.B])
    >>> table.truth(5.0).state, table.truth(5.0).tops
    ('settled', {0: <Hue.R: 0>, 1: <Hue.B: 8>})
    """

    def __init__(self, dice: Sequence[str] = ROLL_AND_COLOR, *, seed: int = 0) -> None:
        for kind in dice:
            solid(kind)  # says so when there is no such die
        self.kinds = tuple(dice)
        self.seed = seed
        self.pieces: tuple[StandingPiece | LaidTile, ...] = ()
        """What stands on a board beside the mat; whoever moves them says so at once."""
        self._rng = np.random.default_rng(seed)
        self._plan = _Plan()

    # What people do ------------------------------------------------------------------------------------------------

    def roll(self, now: float, tops: Sequence[Hue] | None = None, *, cocked: Iterable[int] = ()) -> None:
        """All dice are thrown; a hand takes those that lie there first. ``tops`` says what they will show, else chance.

        ``cocked`` names dice that come to rest leaning. Raises TableBusy while something moves, TableFull when the mat
        is too small, ValueError for tops that the dice do not have.
        """
        self.reroll(now, range(len(self.kinds)), tops, cocked=cocked)

    def reroll(
        self, now: float, dice: Iterable[int], tops: Sequence[Hue] | None = None, *, cocked: Iterable[int] = ()
    ) -> None:
        """Some dice, by their number from 0, are taken and thrown again; the others stay. Raises as ``roll`` does."""
        numbers = self._checked(dice)
        self._wait_for_rest(now)
        lying = self._plan.resting(now)
        stay = [rest for rest in lying if rest.number not in numbers]
        tops = self._tops(numbers, tops)
        leaning = set(cocked)
        places = resting_places(self._rng, [self.kinds[n] for n in numbers], page().play, stay)
        rests = [
            RestingDie(
                n, self.kinds[n], top, *place, float(self._rng.uniform(0, 2 * np.pi)), _LEAN if n in leaning else 0.0
            )
            for n, top, place in zip(numbers, tops, places, strict=True)
        ]
        side = float(self._rng.choice(_SIDES))
        way, gone = self._way(now, [rest for rest in lying if rest.number in numbers], side)
        at = now if way is None else way.keys[-1][0] + _BETWEEN_S
        flights = throws(self._rng, rests, stay, side, _middle(), at)
        self._plan = _Plan(tuple(lying), gone, way, flights)

    def take_away(self, now: float, dice: Iterable[int] | None = None) -> None:
        """A hand takes dice off the table, all of them where none are named. Raises TableBusy while something moves."""
        self._wait_for_rest(now)
        lying = self._plan.resting(now)
        taken = lying if dice is None else [rest for rest in lying if rest.number in set(dice)]
        way, gone = self._way(now, taken, float(self._rng.choice(_SIDES)))
        self._plan = _Plan(tuple(lying), gone, way)

    def point_at(self, now: float, x: float, y: float) -> None:
        """A hand reaches out over a point of the page (mm) and goes again; it takes nothing. Raises TableBusy."""
        self._wait_for_rest(now)
        way, _ = reach(float(self._rng.choice(_SIDES)), now, [(x, y)], _middle())
        self._plan = _Plan(tuple(self._plan.resting(now)), reach=way)

    def place(self, dice: Sequence[tuple[str, Hue]]) -> None:
        """Stands these dice on the mat at once, left to right, as for teaching; the table has just these from now on.

        Raises TableFull when they do not fit, ValueError for a hue that a die does not have.
        """
        left, top, width, height = page().play
        step = width / max(1, len(dice))
        if step < 25:
            raise TableFull(f"{len(dice)} dice do not fit on the mat side by side: at most {int(width // 25)}")
        rests = []
        for number, (kind, hue) in enumerate(dice):
            x, y = left + step * (number + 0.5), top + height / 2 + float(self._rng.uniform(-18, 18))
            rests.append(RestingDie(number, kind, hue, x, y, float(self._rng.uniform(0, 2 * np.pi))))
            rests[-1].posed()
        self.place_dice(rests)

    def place_dice(self, rests: Sequence[RestingDie]) -> None:
        """Stands dice exactly so, wherever that is; the table has just these from now on."""
        self.kinds = tuple(rest.kind for rest in rests)
        self._plan = _Plan(tuple(replace(rest, number=number) for number, rest in enumerate(rests)))

    # What is there -------------------------------------------------------------------------------------------------

    def busy_until(self) -> float:
        """When everything lies still; minus infinity when nothing ever moved."""
        return self._plan.ends

    def scene(self, now: float) -> TableScene:
        """What a camera can see at a time."""
        plan = self._plan
        dice = [rest.posed() for rest in plan.resting(now)] + [throw.posed(now) for throw in plan.rolling(now)]
        hand = plan.reach.hand(now) if plan.reach else None
        return TableScene(tuple(sorted(dice, key=lambda die: die.number)), hand, self.pieces)

    def truth(self, now: float) -> Truth:
        """What really is on the table: for tests and scores, never for the product."""
        plan = self._plan
        dice = {r.number: TrueDie(r.kind, None if r.lean else r.top, r.lean > 0, r.x, r.y) for r in plan.resting(now)}
        rolling = plan.rolling(now)
        for throw in rolling:
            x, y = throw.place(now)
            dice[throw.rest.number] = TrueDie(throw.rest.kind, None, False, float(x), float(y))
        hand = plan.reach.hand(now) if plan.reach else None
        if hand and _over_page(hand.x, hand.y):
            state = "hand"
        else:
            state = "rolling" if rolling else "settled" if dice else "empty"
        return Truth(state, dict(sorted(dice.items())))

    def clearing(self, now: float) -> bool:
        """Whether a hand is over the table that throws nothing afterwards."""
        return now < self._plan.ends and not self._plan.throws

    # Inside --------------------------------------------------------------------------------------------------------

    def _way(self, now: float, taken: list[RestingDie], side: float) -> tuple[Reach | None, dict[int, float]]:
        """How a hand takes these dice: its way, and when each die is in it."""
        if not taken:
            return None, {}
        order = _nearest_first(taken, side)
        way, visits = reach(side, now, [(rest.x, rest.y) for rest in order], _middle())
        return way, {rest.number: at for rest, at in zip(order, visits, strict=True)}

    def _wait_for_rest(self, now: float) -> None:
        if now < self._plan.ends:
            raise TableBusy("The dice are still moving: wait until they lie still, then roll again.")

    def _checked(self, dice: Iterable[int]) -> list[int]:
        numbers = sorted(set(dice))
        wrong = [n for n in numbers if not 0 <= n < len(self.kinds)]
        if wrong or not numbers:
            raise ValueError(f"choose dice from 0 to {len(self.kinds) - 1} to roll; got {wrong or 'none'}")
        return numbers

    def _tops(self, numbers: list[int], tops: Sequence[Hue] | None) -> list[Hue]:
        if tops is None:
            hues = [solid(self.kinds[n]).hues for n in numbers]
            return [mine[int(self._rng.integers(len(mine)))] for mine in hues]
        if len(tops) != len(numbers):
            raise ValueError(f"{len(numbers)} dice are rolled, but {len(tops)} tops were asked for")
        for n, top in zip(numbers, tops, strict=True):
            if top not in solid(self.kinds[n]).hues:
                raise ValueError(f"die {n} is a {self.kinds[n]} and has no {Hue(top).title} face")
        return [Hue(top) for top in tops]


def _middle() -> Point:
    width, height = page().size
    return width / 2, height / 2


def _over_page(x: float, y: float) -> bool:
    width, height = page().size
    return 0 <= x <= width and 0 <= y <= height


def _nearest_first(rests: list[RestingDie], side: float) -> list[RestingDie]:
    """An order in which a hand would take them: the one nearest to the arm, then always the next nearest."""
    left = list(rests)
    x, y = (m + 200 * d for m, d in zip(_middle(), (np.cos(side), np.sin(side)), strict=True))
    order = []
    while left:
        nearest = min(left, key=lambda rest: np.hypot(rest.x - x, rest.y - y))
        left.remove(nearest)
        order.append(nearest)
        x, y = nearest.x, nearest.y
    return order
