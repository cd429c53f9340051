"""One turn: which moves the choices of dice still allow, and when nothing more is due (SB part C4)."""

from collections.abc import Callable, Iterator
from typing import cast

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
from engine.games.spectrum.moving import House, Path, Sight, jumps, some_step, steps, whole_moves
from engine.games.spectrum.options import Options
from engine.games.spectrum.rolls import Choice, Part
from engine.games.spectrum.state import Plan, State

LESS_TELLING = ("COLOUR_CLOSED_ORIGIN", "COLOUR_CLOSED_TARGET", "WHOLE_MOVE_REQUIRED", "ORDER", "ALLOTMENT_COLOUR")
"""Reasons that another choice of dice would not give; the least telling last."""


def weight(fault: Fault) -> int:
    return LESS_TELLING.index(fault[0]) + 1 if fault[0] in LESS_TELLING else 0


Marks = tuple[tuple[int, int, bool], ...]
"""For each move: the spaces it alters, those it relies on, whether it takes the last pawn of the stock."""


def touched(path: Path, sight: Sight, part: Part) -> tuple[int, int]:
    """The spaces a path alters (start, end, and where it captures on the way), and all it relies on, as masks."""
    ends = (BIT[path[0]] if path[0] >= 0 else 0) | BIT[path[1][-1]]
    needs = ends
    for n in path[1]:
        needs |= BIT[n]
        if part.stepped and BIT[n] & sight.others and n not in path[2]:
            ends |= BIT[n]
    return ends, needs


def _always(_: Path) -> bool:
    return True


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
        last = len(choice.parts) - 1
        if plan.needed:
            ends, needs = touched(path, sight, choice.parts[n])
            if ends & plan.needed or needs & plan.changed:
                return "ORDER", path[1][-1:]
            return plan._replace(left=rest)
        if choice.order == "any" or self.order == "any" or n != last or not rest:
            return Plan(plan.key, rest)
        # The bonus comes while face parts are left: they have lapsed, or both orders must end alike.
        marks = self._face_marks(state, sight, choice, rest)
        if marks is None:
            return Plan(plan.key, 0)
        ends, needs = touched(path, sight, choice.parts[n])
        if self._commutes(marks, path, ends, needs):
            return Plan(plan.key, rest, ends, needs)
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
        faces = [part for k, part in enumerate(choice.parts) if rest >> k & 1]
        if not any(self._strict(state, sight, choice, part) for part in faces):
            return None
        if self.order != "same_result" or choice.order != "listed":
            return ()
        moves = [path for path in whole_moves(sight, choice, faces[0]) if self._pawn(state, choice, path) is None]
        return tuple((*touched(path, sight, faces[0]), path[0] < 0 and sight.stock < 2) for path in moves)

    def _commutes(self, marks: Marks, path: Path, changed: int, needed: int) -> bool:
        """Whether some face move leaves alone what the bonus alters, and the other way round."""
        entering = path[0] < 0
        for ends, needs, last_pawn in marks:  # noqa: SIM110 - a plain loop is twice as fast here
            if not (ends & needed or needs & changed or (last_pawn and entering)):
                return True
        return False

    def _strict(self, state: State, sight: Sight, choice: Choice, part: Part) -> bool:
        return any(self._pawn(state, choice, path) is None for path in whole_moves(sight, choice, part, strict=True))

    # ---- all moves of one plan

    def paths(self, state: State, sight: Sight, choice: Choice, plan: Plan, *, due: bool = False) -> Iterator[Path]:
        """Every move a plan allows; with ``due`` only those that keep the turn from ending."""
        if choice.budget:
            return self._normal_paths(state, sight, choice, plan)
        return self._whole_paths(state, sight, choice, plan, due=due)

    def _whole_paths(self, state: State, sight: Sight, choice: Choice, plan: Plan, *, due: bool) -> Iterator[Path]:
        for n, part in enumerate(choice.parts):
            if not plan.left >> n & 1:
                continue
            allowed = self._gate(state, sight, choice, plan, n, due=due)
            # After a bonus that came first the face part is owed, wherever it comes in from.
            moves = whole_moves(sight, choice, part, strict=due and not plan.needed)
            if allowed is _always and not state.moved:
                yield from moves
                continue
            for path in moves:
                if (not state.moved or self._pawn(state, choice, path) is None) and allowed(path):
                    yield path

    def _gate(
        self, state: State, sight: Sight, choice: Choice, plan: Plan, n: int, *, due: bool
    ) -> Callable[[Path], bool]:
        """``_order`` as a test for many moves of one part: what does not depend on the move is worked out once."""
        last = len(choice.parts) - 1
        if plan.needed:
            return lambda path: isinstance(self._order(state, sight, choice, plan, n, path), Plan)
        if choice.order == "any" or self.order == "any" or n != last or plan.left == 1 << n or due:
            return _always
        marks = self._face_marks(state, sight, choice, plan.left & ~(1 << n))
        if marks is None:
            return _always
        part = choice.parts[n]
        return lambda path: self._commutes(marks, path, *touched(path, sight, part))

    def _normal_paths(self, state: State, sight: Sight, choice: Choice, plan: Plan) -> Iterator[Path]:
        if not plan.left:
            return iter(())
        found = steps(sight, choice.spaces)
        if self.house.no_backtrack:
            back = {(m.at, m.origin) for m in state.moved}
            found = [path for path in found if (path[0], path[1][0]) not in back]
        if plan.left >= 2:
            found += jumps(sight, choice.spaces)
        return iter(found)

    def any_path(self, state: State, sight: Sight, choice: Choice, plan: Plan, *, due: bool = False) -> bool:
        if not plan.left:
            return False
        if choice.budget and not self.house.no_backtrack and some_step(sight, choice.spaces):
            return True
        return next(self.paths(state, sight, choice, plan, due=due), None) is not None
