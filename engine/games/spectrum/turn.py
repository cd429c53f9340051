"""One turn: which moves the choices of dice still allow, and when nothing more is due (SB part C4)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, cast

from engine.games.spectrum.board import BIT
from engine.games.spectrum.checking import (
    Fault,
    check_jump,
    check_leap,
    check_origin,
    check_step,
    check_stop,
    check_whole,
    hues_of,
)
from engine.games.spectrum.moving import House, Path, Sight, jumps, some_step, steps
from engine.games.spectrum.options import Options
from engine.games.spectrum.rolls import Choice, Part
from engine.games.spectrum.state import Plan, State
from engine.games.spectrum.walking import Movers, Ways, movers

LESS_TELLING = ("COLOUR_CLOSED_ORIGIN", "COLOUR_CLOSED_TARGET", "WHOLE_MOVE_REQUIRED", "ORDER", "ALLOTMENT_COLOUR")
"""Reasons that another choice of dice would not give; the least telling last."""


def weight(fault: Fault) -> int:
    return LESS_TELLING.index(fault[0]) + 1 if fault[0] in LESS_TELLING else 0


class Mark(NamedTuple):
    """Of a move: the spaces it alters, those it relies on, whether it takes the last pawn of the stock."""

    changed: int
    needed: int
    last_pawn: bool


Marks = tuple[Mark, ...]
"""What some move of another part does, of which any may be the one that is made."""


def touched(path: Path, sight: Sight, part: Part) -> tuple[int, int]:
    """The spaces a path alters (start, end, and where it captures on the way), and all it relies on, as masks."""
    ends = (BIT[path[0]] if path[0] >= 0 else 0) | BIT[path[1][-1]]
    needs = ends
    for n in path[1]:
        needs |= BIT[n]
        if part.stepped and BIT[n] & sight.others and n not in path[2]:
            ends |= BIT[n]
    return ends, needs


def goes_beside(marks: Iterable[Mark], path: Path, sight: Sight, part: Part) -> bool:
    """Whether some move leaves alone what the path alters, and the other way round: both orders end alike (D-37)."""
    ends, needs = touched(path, sight, part)
    entering = path[0] < 0
    for changed, needed, last_pawn in marks:  # noqa: SIM110 - a plain loop is twice as fast here
        if not (changed & needs or needed & ends or (last_pawn and entering)):
            return True
    return False


class Turn:
    """The rules of a turn under one table's rulings. Stateless."""

    def __init__(self, options: Options, house: House) -> None:
        self.order, self.house = options.special_order, house

    # ---- one move against one plan

    def fits(self, state: State, sight: Sight, choice: Choice, plan: Plan, path: Path) -> list[Plan] | Fault:
        """The plans that hold after the move, or the reason why this choice of dice does not allow it."""
        if choice.budget:
            return self._normal(state, sight, choice, plan, path)
        if choice.swap:
            return "SWAP_CARD", ()
        if not plan.left:
            return "BUDGET_EXCEEDED", path[1][-1:]
        fault: Fault | None = None
        plans: list[Plan] = []
        for n, part in enumerate(choice.parts):
            if not plan.left >> n & 1:
                continue
            why = check_whole(sight, choice, part, path) or self._pawn(state, choice, path)
            if why is None:
                after = self._order(state, sight, choice, plan, n, path)
                if isinstance(after, Plan):
                    plans.append(after)
                    continue
                why = after
            if fault is None or weight(why) < weight(fault):
                fault = why
        return plans or fault or ("BUDGET_EXCEEDED", path[1][-1:])

    def _normal(self, state: State, sight: Sight, choice: Choice, plan: Plan, path: Path) -> list[Plan] | Fault:
        origin, spaces, over = path
        if over:
            width = 3 if self.house.leap_two and len(over) == 2 else 2
            if len(spaces) != width or spaces[:-1] != over:
                return ("JUMP_TOO_FAR" if len(over) > 1 else "ONE_AT_A_TIME"), spaces[-1:]
            fault = check_origin(sight, choice, path) if origin >= 0 else self._jump_in(sight, spaces)
            if fault or plan.left < 2:
                return fault if fault and plan.left else ("BUDGET_EXCEEDED", spaces[-1:])
            fault = (
                check_leap(sight, choice, origin, spaces)
                if width == 3
                else check_jump(sight, choice, origin, spaces[0], spaces[1])
            ) or check_stop(sight, choice, spaces[-1])
            return fault or [Plan(plan.key, 0)]
        if len(spaces) != 1:
            return "ONE_AT_A_TIME", spaces[1:]
        if not plan.left:
            return "BUDGET_EXCEEDED", spaces
        fault = check_step(sight, choice, path)
        if fault is None and self.house.no_backtrack:
            back = any(m.at == origin and m.origin == spaces[0] for m in state.moved)
            fault = ("BACKTRACK", spaces) if back else None
        return fault or [Plan(plan.key, plan.left - 1)]

    def _jump_in(self, sight: Sight, spaces: tuple[int, ...]) -> Fault | None:
        return None if sight.stock else ("NO_RESERVE", spaces[:1])

    def _pawn(self, state: State, choice: Choice, path: Path) -> Fault | None:
        """A pawn that moved before: in two colours at least, or the only one that may move (SB-SPC-11, D-77)."""
        if not state.moved:
            return None
        before = next((m for m in state.moved if m.at == path[0]), None)
        if choice.one_pawn and before is None:
            return "SAME_PAWN", (path[0],) if path[0] >= 0 else ()
        if choice.two_colour and before is not None and (before.hues | hues_of(path)).bit_count() < 2:
            return "ONE_COLOUR_TWICE", (path[0], *path[1])
        return None

    def _order(self, state: State, sight: Sight, choice: Choice, plan: Plan, n: int, path: Path) -> Plan | Fault:
        """The plan after part ``n`` is played now, or why it is not its turn (D-37)."""
        rest = plan.left & ~(1 << n)
        if plan.needed:
            ends, needs = touched(path, sight, choice.parts[n])
            if ends & plan.needed or needs & plan.changed:
                return "ORDER", path[1][-1:]
            return plan._replace(left=rest)
        if not self._early(choice, plan, n):
            return Plan(plan.key, rest)
        # The bonus comes while face parts are left: they have lapsed, or both orders must end alike.
        marks = self._face_marks(state, sight, choice, rest)
        if marks is None:
            return Plan(plan.key, 0)
        if goes_beside(marks, path, sight, choice.parts[n]):
            return Plan(plan.key, rest, *touched(path, sight, choice.parts[n]))
        return "ORDER", path[1][-1:]

    def _face_marks(self, state: State, sight: Sight, choice: Choice, rest: int) -> Marks | None:
        """What each face move still owed alters and relies on; None when the face parts have lapsed.

        Worked out once for a position. Empty where no bonus may come first.
        """
        key = (choice.key, rest)
        if key not in sight.marks:
            sight.marks[key] = self._work_out(state, sight, choice, rest)
        return cast("Marks | None", sight.marks[key])

    def _work_out(self, state: State, sight: Sight, choice: Choice, rest: int) -> Marks | None:
        faces = [n for n in range(len(choice.parts)) if rest >> n & 1]
        if not any(self._movers(state, sight, choice, n).must for n in faces):
            return None
        if self.order != "same_result" or choice.order != "listed":
            return ()
        face, marks = choice.parts[faces[0]], list[Mark]()
        for ways in self._movers(state, sight, choice, faces[0]).all:
            marks += [Mark(*touched(path, sight, face), path[0] < 0 and sight.stock < 2) for path in ways.paths]
        return tuple(marks)

    def _movers(self, state: State, sight: Sight, choice: Choice, n: int) -> Movers:
        """Who can make part ``n``, without asking whether it is its turn. Worked out once."""
        found = sight.movers.get((choice.key, n))
        if found is None:
            found = movers(sight, choice, choice.parts[n])
            if state.moved:
                found = Movers(*(self._again_all(state, choice, pawns) for pawns in found))
            sight.movers[choice.key, n] = found
        return found

    def _again_all(self, state: State, choice: Choice, pawns: list[Ways]) -> list[Ways]:
        return [again for ways in pawns if (again := self._again(state, choice, ways)).paths]

    def _again(self, state: State, choice: Choice, ways: Ways) -> Ways:
        """Those ways that ``_pawn`` lets pass."""
        origin = ways.paths[0][0]
        before = next((m for m in state.moved if m.at == origin), None)
        if before is None:
            return Ways((), 0) if choice.one_pawn else ways
        if not choice.two_colour:
            return ways
        return ways._replace(paths=[path for path in ways.paths if (before.hues | hues_of(path)).bit_count() >= 2])

    # ---- all moves of one plan

    def paths(self, state: State, sight: Sight, choice: Choice, plan: Plan) -> list[Path]:
        """Every move a plan allows; one that fits two parts may come twice."""
        if choice.budget:
            return self._normal_paths(state, sight, choice, plan)
        found: list[Path] = []
        for n in range(len(choice.parts)):
            if plan.left >> n & 1:
                found += self._part_paths(state, sight, choice, plan, n)
        return found

    def any_path(self, state: State, sight: Sight, choice: Choice, plan: Plan, *, due: bool = False) -> bool:
        """Whether a plan allows a move; with ``due`` one that keeps the turn from ending."""
        if not plan.left:
            return False
        if not choice.budget:
            # After a bonus that came first the face part is owed, wherever it comes in from.
            free = due and not plan.needed
            return any(
                self._movers(state, sight, choice, n).must if free else self._part_paths(state, sight, choice, plan, n)
                for n in range(len(choice.parts))
                if plan.left >> n & 1
            )
        if not self.house.no_backtrack and some_step(sight, choice.spaces):
            return True
        return bool(self._normal_paths(state, sight, choice, plan))

    def _normal_paths(self, state: State, sight: Sight, choice: Choice, plan: Plan) -> list[Path]:
        if not plan.left:
            return []
        found = steps(sight, choice.spaces)
        if self.house.no_backtrack:
            back = {(m.at, m.origin) for m in state.moved}
            found = [path for path in found if (path[0], path[1][0]) not in back]
        if plan.left >= 2:
            found += jumps(sight, choice.spaces)
        return found

    def _part_paths(self, state: State, sight: Sight, choice: Choice, plan: Plan, n: int) -> list[Path]:
        """The moves of part ``n``."""
        owed = self._movers(state, sight, choice, n).all
        marks = self._marks(state, sight, choice, plan, n) if owed else None
        if marks is None:
            return [path for ways in owed for path in ways.paths]
        return [path for ways in owed for path in self._beside(marks, sight, choice.parts[n], ways)]

    def _marks(self, state: State, sight: Sight, choice: Choice, plan: Plan, n: int) -> Marks | None:
        """What part ``n`` must go beside, if it is played now; None where its order does not matter."""
        if plan.needed:
            return (Mark(plan.changed, plan.needed, False),)
        return self._face_marks(state, sight, choice, plan.left & ~(1 << n)) if self._early(choice, plan, n) else None

    def _beside(self, marks: Marks, sight: Sight, part: Part, ways: Ways) -> Sequence[Path]:
        """Those ways of one pawn that go beside what the other part does."""
        origin = ways.paths[0][0]
        start = BIT[origin] if origin >= 0 else 0
        left = []
        for mark in marks:
            changed, needed, last_pawn = mark
            # Most pawns stand where the other part does not reach; then their ways need not be looked at one by one.
            if not ((changed | needed) & ways.spaces or (last_pawn and origin < 0)):
                return ways.paths
            if not needed & start:
                left.append(mark)
        return [path for path in ways.paths if goes_beside(left, path, sight, part)] if left else ()

    def _early(self, choice: Choice, plan: Plan, n: int) -> bool:
        """Whether part ``n`` is a bonus while face parts are left."""
        last = n == len(choice.parts) - 1
        return last and plan.left != 1 << n and choice.order != "any" and self.order != "any"
