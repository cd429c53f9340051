"""One turn: which moves the choices of dice still allow, and when nothing more is due (SB part C4)."""

from collections.abc import Sequence

from engine.games.spectrum.board import BIT
from engine.games.spectrum.footprints import Footprint, commutes_with_some, footprint_of, with_captures
from engine.games.spectrum.masks import PartMoves, PawnMoves, PositionMasks
from engine.games.spectrum.move_checks import Fault, check_normal_move, check_second_move, check_whole, hues_of
from engine.games.spectrum.movement import MovementRules
from engine.games.spectrum.options import Options
from engine.games.spectrum.partial_moves import begins_with, joined, landing_prefixes, remainder
from engine.games.spectrum.rolls import Choice, Part
from engine.games.spectrum.single_moves import has_step, jumps, steps
from engine.games.spectrum.state import Path, Plan
from engine.games.spectrum.whole_moves import part_moves

LESS_TELLING = ("COLOUR_CLOSED_ORIGIN", "COLOUR_CLOSED_TARGET", "WHOLE_MOVE_REQUIRED", "ORDER", "ALLOTMENT_COLOUR")
"""Reasons that another choice of dice would not give; the least telling last."""

_NONE = PawnMoves((), (), 0)


def fault_weight(fault: Fault) -> int:
    """How little a reason says; of several reasons the one that weighs least is given."""
    return LESS_TELLING.index(fault[0]) + 1 if fault[0] in LESS_TELLING else 0


def footprints_of(moves: PawnMoves, masks: PositionMasks, part: Part) -> Sequence[Footprint]:
    """What each whole move of a pawn alters and relies on, in the order of its paths."""
    if not part.stepped:
        return moves.footprints
    pairs = zip(moves.paths, moves.footprints, strict=True)
    return [with_captures(footprint, path, masks.others) for path, footprint in pairs]


class TurnRules:
    """The rules of a turn under one table's rulings. Stateless.

    ``lenient``: after one move the rest of the turn may be left out (D-125), so a bonus may be played without a face
    part. Everywhere here ``masks`` is the position, ``choice`` the dice in use, ``plan`` what of them is left, ``n``
    the number of a part.
    """

    def __init__(self, options: Options, movement: MovementRules, *, lenient: bool) -> None:
        self.order, self.movement, self.lenient = options.special_order, movement, lenient

    # ---- one move against one plan

    def judge(self, masks: PositionMasks, choice: Choice, plan: Plan, path: Path) -> list[Plan] | Fault:
        """The plans that hold after the move, or the reason why this choice of dice does not allow it."""
        if choice.budget:
            fault = check_normal_move(masks, choice, plan.left, path)
            return fault or [Plan(plan.key, 0 if path[2] else plan.left - 1)]
        if choice.swap:
            return "SWAP_CARD", ()
        if plan.half:
            return self._judge_further(masks, choice, plan, path)
        if not plan.left:
            return "BUDGET_EXCEEDED", path[1][-1:]
        fault = None
        plans: list[Plan] = []
        begun = False
        for n, part in enumerate(choice.parts):
            if not plan.left >> n & 1:
                continue
            if part.by_landing and self._begins_part(masks, choice, plan, n, path):
                begun = True
                continue
            why = check_whole(masks, choice, part, path) or check_second_move(masks, choice, path)
            if why is None:
                after = self._plan_after_part(masks, choice, plan, n, path)
                if isinstance(after, Plan):
                    plans.append(after)
                    continue
                why = after
            if fault is None or fault_weight(why) < fault_weight(fault):
                fault = why
        if begun:
            plans.append(plan._replace(half=True))
        return plans or fault or ("BUDGET_EXCEEDED", path[1][-1:])

    def _begins_part(self, masks: PositionMasks, choice: Choice, plan: Plan, n: int, path: Path) -> bool:
        """Whether a path is as much of some whole move of part ``n`` as may be entered before the rest."""
        if len(path[1]) >= choice.parts[n].count:
            return False
        pawns = (moves for moves in self._due_moves(masks, choice, plan, n) if moves.paths[0][0] == path[0])
        return any(begins_with(whole, path) for moves in pawns for whole in moves.paths)

    def _judge_further(self, masks: PositionMasks, choice: Choice, plan: Plan, path: Path) -> list[Plan] | Fault:
        """The next piece of a move that is entered in part: judged as one move, from where it began."""
        assert masks.before is not None
        here = masks.so_far[1][-1]
        if path[0] != here:
            return "WHOLE_MOVE_REQUIRED", (here,)
        plans = self.judge(masks.before, choice, plan._replace(half=False), joined(masks.so_far, path))
        return self._with_placed(masks, plans) if isinstance(plans, list) else plans

    def _with_placed(self, masks: PositionMasks, plans: list[Plan]) -> list[Plan]:
        """After a bonus that came first, spaces where its captives were placed meanwhile are altered by it too."""
        placed = masks.placed
        return [p._replace(changed=p.changed | placed) if p.needed and not p.half else p for p in plans]

    def plans_after(self, masks: PositionMasks, choice: Choice, plan: Plan, path: Path) -> list[Plan]:
        """What ``judge`` gives for a legal move, read off the lists of moves; empty where the plan has no such move."""
        if choice.budget:
            return [Plan(plan.key, 0 if path[2] else plan.left - 1)] if path in self.paths(masks, choice, plan) else []
        if plan.half:
            assert masks.before is not None
            if path[0] != masks.so_far[1][-1]:
                return []
            whole = joined(masks.so_far, path)
            return self._with_placed(masks, self.plans_after(masks.before, choice, plan._replace(half=False), whole))
        plans = []
        begun = False
        for n, part in enumerate(choice.parts):
            if plan.left >> n & 1:
                if part.by_landing and self._begins_part(masks, choice, plan, n, path):
                    begun = True
                    continue
                due_moves = self._due_moves(masks, choice, plan, n)
                if any(path in moves.paths for moves in due_moves if moves.paths[0][0] == path[0]):
                    plan_after = self._plan_after_part(masks, choice, plan, n, path)
                    assert isinstance(plan_after, Plan)
                    plans.append(plan_after)
        if begun:
            plans.append(plan._replace(half=True))
        return plans

    def _plan_after_part(self, masks: PositionMasks, choice: Choice, plan: Plan, n: int, path: Path) -> Plan | Fault:
        """The plan after part ``n`` is played now, or why it is not its turn (D-37)."""
        rest = plan.left & ~(1 << n)
        if not plan.needed and not self._is_early_bonus(choice, plan, n):
            return Plan(plan.key, rest)
        footprint = footprint_of(path)
        if choice.parts[n].stepped:
            footprint = with_captures(footprint, path, masks.others)
        if plan.needed:
            if footprint.changed & plan.needed or footprint.needed & plan.changed:
                return "ORDER", path[1][-1:]
            return plan._replace(left=rest)
        # The bonus comes while face parts are left: they have lapsed or are left out, or both orders must end alike.
        footprints = self._face_footprints(masks, choice, rest)
        if footprints is None:
            return Plan(plan.key, 0)
        if commutes_with_some(footprints, footprint, path[0] < 0):
            return Plan(plan.key, rest, footprint.changed, footprint.needed)
        return Plan(plan.key, 0) if self.lenient else ("ORDER", path[1][-1:])

    def _face_footprints(self, masks: PositionMasks, choice: Choice, rest: int) -> Sequence[Footprint] | None:
        """What each face move still owed alters and relies on; None when the face parts have lapsed.

        Worked out once for a position. Empty where no bonus may come first.
        """
        key = (choice.key, rest)
        if key not in masks.footprints:
            masks.footprints[key] = self._find_face_footprints(masks, choice, rest)
        return masks.footprints[key]

    def _find_face_footprints(self, masks: PositionMasks, choice: Choice, rest: int) -> Sequence[Footprint] | None:
        faces = [n for n in range(len(choice.parts)) if rest >> n & 1]
        if not any(self._part_moves(masks, choice, n).must for n in faces):
            return None
        if self.order != "same_result" or choice.order != "listed":
            return ()
        face, footprints = choice.parts[faces[0]], list[Footprint]()
        for moves in self._part_moves(masks, choice, faces[0]).all:
            made = footprints_of(moves, masks, face)
            last = moves.paths[0][0] < 0 and masks.stock < 2
            footprints += [footprint._replace(last_pawn=True) for footprint in made] if last else made
        return footprints

    def _part_moves(self, masks: PositionMasks, choice: Choice, n: int) -> PartMoves:
        """Who can make part ``n``, without asking whether it is its turn. Worked out once."""
        found = masks.part_moves.get((choice.key, n))
        if found is None:
            found = part_moves(masks, choice, choice.parts[n])
            if masks.moved and (choice.two_colour or choice.one_pawn):
                found = PartMoves(*(self._allowed_again(masks, choice, pawns) for pawns in found))
            masks.part_moves[choice.key, n] = found
        return found

    def _allowed_again(self, masks: PositionMasks, choice: Choice, pawns: list[PawnMoves]) -> list[PawnMoves]:
        """Those moves that ``check_second_move`` lets pass."""
        before, found = {m.at: m.hues for m in masks.moved}, []
        for moves in pawns:
            hues = before.get(moves.paths[0][0])
            if hues is None and choice.one_pawn:
                continue
            if hues is not None and choice.two_colour:
                moves = moves.where([(hues | hues_of(path)).bit_count() >= 2 for path in moves.paths])
            found.append(moves)
        return [moves for moves in found if moves.paths]

    # ---- all moves of one plan

    def paths(self, masks: PositionMasks, choice: Choice, plan: Plan) -> dict[Path, None]:
        """Every move a plan allows, in order, each once. Worked out once for a position."""
        found = masks.paths.get(plan)
        if found is None:
            every = self._normal_paths if choice.budget else self._whole_paths
            found = masks.paths[plan] = dict.fromkeys(every(masks, choice, plan))
        return found

    def has_path(self, masks: PositionMasks, choice: Choice, plan: Plan, *, due: bool = False) -> bool:
        """Whether a plan allows a move; with ``due`` one that keeps the turn from ending."""
        if not plan.left:
            return False
        if plan.half:
            return bool(self.paths(masks, choice, plan))
        if choice.budget:
            if plan not in masks.paths and not self.movement.no_backtrack and has_step(masks, choice.spaces):
                return True
            return bool(self.paths(masks, choice, plan))
        if due and not plan.needed:
            # After a bonus that came first the face part is owed, wherever it comes in from.
            parts = [n for n in range(len(choice.parts)) if plan.left >> n & 1]
            return any(self._part_moves(masks, choice, n).must for n in parts)
        return any(self._due_moves(masks, choice, plan, n) for n in range(len(choice.parts)) if plan.left >> n & 1)

    def _normal_paths(self, masks: PositionMasks, choice: Choice, plan: Plan) -> list[Path]:
        if not plan.left:
            return []
        found = steps(masks, choice.spaces)
        if self.movement.no_backtrack:
            back = {(m.at, m.origin) for m in masks.moved}
            found = [path for path in found if (path[0], path[1][0]) not in back]
        if plan.left >= 2:
            found += jumps(masks, choice.spaces)
        return found

    def _whole_paths(self, masks: PositionMasks, choice: Choice, plan: Plan) -> list[Path]:
        if plan.half:
            assert masks.before is not None
            every = self.paths(masks.before, choice, plan._replace(half=False))
            return [remainder(path, masks.so_far) for path in every if begins_with(path, masks.so_far)]
        found, pieces = list[Path](), list[Path]()
        for n, part in enumerate(choice.parts):
            if plan.left >> n & 1:
                for moves in self._due_moves(masks, choice, plan, n):
                    found += moves.paths
                    if part.by_landing:
                        pieces += [piece for whole in moves.paths for piece in landing_prefixes(whole)]
        return found + pieces

    def _due_moves(self, masks: PositionMasks, choice: Choice, plan: Plan, n: int) -> list[PawnMoves]:
        """The whole moves of part ``n``, of those pawns that have some. Worked out once for a position."""
        found = masks.due.get((plan, n))
        if found is None:
            found = self._part_moves(masks, choice, n).all
            footprints = self._to_commute_with(masks, choice, plan, n) if found else None
            if footprints is not None:
                commuting = (self._commuting(footprints, masks, choice.parts[n], moves) for moves in found)
                found = [moves for moves in commuting if moves.paths]
            masks.due[plan, n] = found
        return found

    def _to_commute_with(self, masks: PositionMasks, choice: Choice, plan: Plan, n: int) -> Sequence[Footprint] | None:
        """What part ``n`` must commute with, if it is played now; None where its order does not matter."""
        if plan.needed:
            return (Footprint(plan.changed, plan.needed),)
        if self.lenient:
            return None
        early = self._is_early_bonus(choice, plan, n)
        return self._face_footprints(masks, choice, plan.left & ~(1 << n)) if early else None

    def _commuting(
        self, footprints: Sequence[Footprint], masks: PositionMasks, part: Part, moves: PawnMoves
    ) -> PawnMoves:
        """Those moves of one pawn that commute with what the other part does."""
        origin = moves.paths[0][0]
        start, entering = (BIT[origin], False) if origin >= 0 else (0, True)
        left = []
        for footprint in footprints:
            changed, needed, last_pawn = footprint
            # Most pawns stand where the other part does not reach; then their moves need not be looked at one by one.
            if not ((changed | needed) & moves.spaces or (last_pawn and entering)):
                return moves
            if not needed & start:
                left.append(footprint)
        if not left:
            return _NONE
        made = footprints_of(moves, masks, part)
        return moves.where([commutes_with_some(left, footprint, entering) for footprint in made])

    def _is_early_bonus(self, choice: Choice, plan: Plan, n: int) -> bool:
        """Whether part ``n`` is a bonus while face parts are left."""
        last = n == len(choice.parts) - 1
        return last and plan.left != 1 << n and choice.order != "any" and self.order != "any"
