"""One turn: which moves the choices of dice still allow, and when nothing more is due (SB part C4)."""

from collections.abc import Iterable, Sequence

from engine.games.spectrum.board import BIT, mask_of
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
from engine.games.spectrum.moving import House, Mark, Sight, jumps, some_step, steps
from engine.games.spectrum.options import Options
from engine.games.spectrum.rolls import Choice, Part
from engine.games.spectrum.state import Path, Plan
from engine.games.spectrum.telling import beginnings, begins, joined, rest
from engine.games.spectrum.walking import Movers, Ways, mark_of, movers

LESS_TELLING = ("COLOUR_CLOSED_ORIGIN", "COLOUR_CLOSED_TARGET", "WHOLE_MOVE_REQUIRED", "ORDER", "ALLOTMENT_COLOUR")
"""Reasons that another choice of dice would not give; the least telling last."""

_NONE = Ways((), (), 0)


def weight(fault: Fault) -> int:
    return LESS_TELLING.index(fault[0]) + 1 if fault[0] in LESS_TELLING else 0


def capturing(mark: Mark, path: Path, sight: Sight, part: Part) -> Mark:
    """What a move alters at this table: space by space it also captures on its way."""
    if not part.stepped:
        return mark
    return mark._replace(changed=mark.changed | mark.needed & sight.others & ~mask_of(path[2]))


def marks_of(ways: Ways, sight: Sight, part: Part) -> Sequence[Mark]:
    """What each whole move of a pawn alters and relies on."""
    if not part.stepped:
        return ways.marks
    return [capturing(mark, path, sight, part) for path, mark in zip(ways.paths, ways.marks, strict=True)]


def goes_beside(marks: Iterable[Mark], mark: Mark, entering: bool) -> bool:
    """Whether some move leaves alone what another alters, and the other way round: both orders end alike (D-37)."""
    ends, needs, _ = mark
    for changed, needed, last_pawn in marks:  # noqa: SIM110 - a plain loop is twice as fast here
        if not (changed & needs or needed & ends or (last_pawn and entering)):
            return True
    return False


class Turn:
    """The rules of a turn under one table's rulings. Stateless.

    ``lax``: after one move the rest of the turn may be left out (D-125), so a bonus may be played without a face part.
    """

    def __init__(self, options: Options, house: House, *, lax: bool) -> None:
        self.order, self.house, self.lax = options.special_order, house, lax

    # ---- one move against one plan

    def fits(self, sight: Sight, choice: Choice, plan: Plan, path: Path) -> list[Plan] | Fault:
        """The plans that hold after the move, or the reason why this choice of dice does not allow it."""
        if choice.budget:
            return self._normal(sight, choice, plan, path)
        if choice.swap:
            return "SWAP_CARD", ()
        if plan.half:
            return self._further(sight, choice, plan, path)
        if not plan.left:
            return "BUDGET_EXCEEDED", path[1][-1:]
        fault: Fault | None = None
        plans: list[Plan] = []
        begun = False
        for n, part in enumerate(choice.parts):
            if not plan.left >> n & 1:
                continue
            if part.by_landing and self._begins(sight, choice, plan, n, path):
                begun = True
                continue
            why = check_whole(sight, choice, part, path) or self._pawn(sight, choice, path)
            if why is None:
                after = self._order(sight, choice, plan, n, path)
                if isinstance(after, Plan):
                    plans.append(after)
                    continue
                why = after
            if fault is None or weight(why) < weight(fault):
                fault = why
        if begun:
            plans.append(plan._replace(half=True))
        return plans or fault or ("BUDGET_EXCEEDED", path[1][-1:])

    def _begins(self, sight: Sight, choice: Choice, plan: Plan, n: int, path: Path) -> bool:
        """Whether a path is as much of some whole move of part ``n`` as may be told before the rest."""
        if len(path[1]) >= choice.parts[n].count:
            return False
        pawns = (ways for ways in self._part_ways(sight, choice, plan, n) if ways.paths[0][0] == path[0])
        return any(begins(way, path) for ways in pawns for way in ways.paths)

    def _further(self, sight: Sight, choice: Choice, plan: Plan, path: Path) -> list[Plan] | Fault:
        """The next piece of a move that is told in part: judged as one move, from where it began."""
        assert sight.before is not None
        here = sight.way[1][-1]
        if path[0] != here:
            return "WHOLE_MOVE_REQUIRED", (here,)
        plans = self.fits(sight.before, choice, plan._replace(half=False), joined(sight.way, path))
        return self._with_placed(sight, plans) if isinstance(plans, list) else plans

    def _with_placed(self, sight: Sight, plans: list[Plan]) -> list[Plan]:
        """After a bonus that came first, spaces where its captives were placed meanwhile are altered by it too."""
        placed = sight.placed
        return [p._replace(changed=p.changed | placed) if p.needed and not p.half else p for p in plans]

    def after(self, sight: Sight, choice: Choice, plan: Plan, path: Path) -> list[Plan]:
        """What ``fits`` gives for a legal move, read off the lists of moves; empty where this plan has no such move."""
        if choice.budget:
            return [Plan(plan.key, 0 if path[2] else plan.left - 1)] if path in self.paths(sight, choice, plan) else []
        if plan.half:
            assert sight.before is not None
            if path[0] != sight.way[1][-1]:
                return []
            whole = joined(sight.way, path)
            return self._with_placed(sight, self.after(sight.before, choice, plan._replace(half=False), whole))
        plans = []
        begun = False
        for n, part in enumerate(choice.parts):
            if plan.left >> n & 1:
                if part.by_landing and self._begins(sight, choice, plan, n, path):
                    begun = True
                    continue
                part_ways = self._part_ways(sight, choice, plan, n)
                if any(path in ways.paths for ways in part_ways if ways.paths[0][0] == path[0]):
                    plan_after = self._order(sight, choice, plan, n, path)
                    assert isinstance(plan_after, Plan)
                    plans.append(plan_after)
        if begun:
            plans.append(plan._replace(half=True))
        return plans

    def _normal(self, sight: Sight, choice: Choice, plan: Plan, path: Path) -> list[Plan] | Fault:
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
            back = any(m.at == origin and m.origin == spaces[0] for m in sight.moved)
            fault = ("BACKTRACK", spaces) if back else None
        return fault or [Plan(plan.key, plan.left - 1)]

    def _jump_in(self, sight: Sight, spaces: tuple[int, ...]) -> Fault | None:
        return None if sight.stock else ("NO_RESERVE", spaces[:1])

    def _pawn(self, sight: Sight, choice: Choice, path: Path) -> Fault | None:
        """A pawn that moved before: in two colours at least, or the only one that may move (SB-SPC-11, D-77)."""
        if not sight.moved:
            return None
        before = next((m for m in sight.moved if m.at == path[0]), None)
        if choice.one_pawn and before is None:
            return "SAME_PAWN", (path[0],) if path[0] >= 0 else ()
        if choice.two_colour and before is not None and (before.hues | hues_of(path)).bit_count() < 2:
            return "ONE_COLOUR_TWICE", (path[0], *path[1])
        return None

    def _order(self, sight: Sight, choice: Choice, plan: Plan, n: int, path: Path) -> Plan | Fault:
        """The plan after part ``n`` is played now, or why it is not its turn (D-37)."""
        rest = plan.left & ~(1 << n)
        if not plan.needed and not self._early(choice, plan, n):
            return Plan(plan.key, rest)
        mark = capturing(mark_of(path), path, sight, choice.parts[n])
        if plan.needed:
            if mark.changed & plan.needed or mark.needed & plan.changed:
                return "ORDER", path[1][-1:]
            return plan._replace(left=rest)
        # The bonus comes while face parts are left: they have lapsed or are left out, or both orders must end alike.
        marks = self._face_marks(sight, choice, rest)
        if marks is None:
            return Plan(plan.key, 0)
        if goes_beside(marks, mark, path[0] < 0):
            return Plan(plan.key, rest, mark.changed, mark.needed)
        return Plan(plan.key, 0) if self.lax else ("ORDER", path[1][-1:])

    def _face_marks(self, sight: Sight, choice: Choice, rest: int) -> Sequence[Mark] | None:
        """What each face move still owed alters and relies on; None when the face parts have lapsed.

        Worked out once for a position. Empty where no bonus may come first.
        """
        key = (choice.key, rest)
        if key not in sight.marks:
            sight.marks[key] = self._work_out(sight, choice, rest)
        return sight.marks[key]

    def _work_out(self, sight: Sight, choice: Choice, rest: int) -> Sequence[Mark] | None:
        faces = [n for n in range(len(choice.parts)) if rest >> n & 1]
        if not any(self._movers(sight, choice, n).must for n in faces):
            return None
        if self.order != "same_result" or choice.order != "listed":
            return ()
        face, marks = choice.parts[faces[0]], list[Mark]()
        for ways in self._movers(sight, choice, faces[0]).all:
            made = marks_of(ways, sight, face)
            last = ways.paths[0][0] < 0 and sight.stock < 2
            marks += [mark._replace(last_pawn=True) for mark in made] if last else made
        return marks

    def _movers(self, sight: Sight, choice: Choice, n: int) -> Movers:
        """Who can make part ``n``, without asking whether it is its turn. Worked out once."""
        found = sight.movers.get((choice.key, n))
        if found is None:
            found = movers(sight, choice, choice.parts[n])
            if sight.moved and (choice.two_colour or choice.one_pawn):
                found = Movers(*(self._again(sight, choice, pawns) for pawns in found))
            sight.movers[choice.key, n] = found
        return found

    def _again(self, sight: Sight, choice: Choice, pawns: list[Ways]) -> list[Ways]:
        """Those ways that ``_pawn`` lets pass."""
        before, found = {m.at: m.hues for m in sight.moved}, []
        for ways in pawns:
            hues = before.get(ways.paths[0][0])
            if hues is None and choice.one_pawn:
                continue
            if hues is not None and choice.two_colour:
                ways = ways.where([(hues | hues_of(path)).bit_count() >= 2 for path in ways.paths])
            found.append(ways)
        return [ways for ways in found if ways.paths]

    # ---- all moves of one plan

    def paths(self, sight: Sight, choice: Choice, plan: Plan) -> dict[Path, None]:
        """Every move a plan allows, in order, each once. Worked out once for a position."""
        found = sight.paths.get(plan)
        if found is None:
            every = self._normal_paths if choice.budget else self._whole_paths
            found = sight.paths[plan] = dict.fromkeys(every(sight, choice, plan))
        return found

    def any_path(self, sight: Sight, choice: Choice, plan: Plan, *, due: bool = False) -> bool:
        """Whether a plan allows a move; with ``due`` one that keeps the turn from ending."""
        if not plan.left:
            return False
        if plan.half:
            return bool(self.paths(sight, choice, plan))
        if choice.budget:
            if plan not in sight.paths and not self.house.no_backtrack and some_step(sight, choice.spaces):
                return True
            return bool(self.paths(sight, choice, plan))
        if due and not plan.needed:
            # After a bonus that came first the face part is owed, wherever it comes in from.
            parts = [n for n in range(len(choice.parts)) if plan.left >> n & 1]
            return any(self._movers(sight, choice, n).must for n in parts)
        return any(self._part_ways(sight, choice, plan, n) for n in range(len(choice.parts)) if plan.left >> n & 1)

    def _normal_paths(self, sight: Sight, choice: Choice, plan: Plan) -> list[Path]:
        if not plan.left:
            return []
        found = steps(sight, choice.spaces)
        if self.house.no_backtrack:
            back = {(m.at, m.origin) for m in sight.moved}
            found = [path for path in found if (path[0], path[1][0]) not in back]
        if plan.left >= 2:
            found += jumps(sight, choice.spaces)
        return found

    def _whole_paths(self, sight: Sight, choice: Choice, plan: Plan) -> list[Path]:
        if plan.half:
            assert sight.before is not None
            every = self.paths(sight.before, choice, plan._replace(half=False))
            return [rest(way, sight.way) for way in every if begins(way, sight.way)]
        found, pieces = list[Path](), list[Path]()
        for n, part in enumerate(choice.parts):
            if plan.left >> n & 1:
                for ways in self._part_ways(sight, choice, plan, n):
                    found += ways.paths
                    if part.by_landing:
                        pieces += [piece for way in ways.paths for piece in beginnings(way)]
        return found + pieces

    def _part_ways(self, sight: Sight, choice: Choice, plan: Plan, n: int) -> list[Ways]:
        """The whole moves of part ``n``, of those pawns that have some. Worked out once for a position."""
        found = sight.owed.get((plan, n))
        if found is None:
            found = self._movers(sight, choice, n).all
            marks = self._marks(sight, choice, plan, n) if found else None
            if marks is not None:
                beside = (self._beside(marks, sight, choice.parts[n], ways) for ways in found)
                found = [ways for ways in beside if ways.paths]
            sight.owed[plan, n] = found
        return found

    def _marks(self, sight: Sight, choice: Choice, plan: Plan, n: int) -> Sequence[Mark] | None:
        """What part ``n`` must go beside, if it is played now; None where its order does not matter."""
        if plan.needed:
            return (Mark(plan.changed, plan.needed),)
        if self.lax:
            return None
        return self._face_marks(sight, choice, plan.left & ~(1 << n)) if self._early(choice, plan, n) else None

    def _beside(self, marks: Sequence[Mark], sight: Sight, part: Part, ways: Ways) -> Ways:
        """Those ways of one pawn that go beside what the other part does."""
        origin = ways.paths[0][0]
        start, entering = (BIT[origin], False) if origin >= 0 else (0, True)
        left = []
        for mark in marks:
            changed, needed, last_pawn = mark
            # Most pawns stand where the other part does not reach; then their ways need not be looked at one by one.
            if not ((changed | needed) & ways.spaces or (last_pawn and entering)):
                return ways
            if not needed & start:
                left.append(mark)
        return (
            ways.where([goes_beside(left, mark, entering) for mark in marks_of(ways, sight, part)]) if left else _NONE
        )

    def _early(self, choice: Choice, plan: Plan, n: int) -> bool:
        """Whether part ``n`` is a bonus while face parts are left."""
        last = n == len(choice.parts) - 1
        return last and plan.left != 1 << n and choice.order != "any" and self.order != "any"
