"""Checking one move against a choice of dice: the one place of the movement rules (SB parts 0.4 to 0.8, C4)."""

from engine.games.spectrum.board import (
    BIT,
    ENTRIES,
    ENTRY_JUMPS,
    ENTRY_LINES,
    HUE,
    INTERMEDIATES,
    JUMPS,
    LINES,
    RING,
    SIDE_MASK,
    STOCK,
    TOUCH_MASK,
)
from engine.games.spectrum.masks import PositionMasks
from engine.games.spectrum.movement import MovementRules
from engine.games.spectrum.rolls import Choice, Part, PartArea
from engine.games.spectrum.state import Path

Fault = tuple[str, tuple[int, ...]]
"""Why a move does not fit: a reason code, as in ``Verdict.reason``, and the spaces to show."""


def spaces_used(path: Path, movement: MovementRules) -> int:
    """The spaces of movement a path uses: every space in it; a leap over two costs one less."""
    if not movement.leap_two:
        return len(path[1])
    return len(path[1]) - sum(1 for a, b in zip(path[1], path[1][1:], strict=False) if a in path[2] and b in path[2])


def check_origin(masks: PositionMasks, choice: Choice, path: Path) -> Fault | None:
    """Whether a pawn may leave where it stands."""
    origin, spaces, over = path
    first = spaces[0]
    if origin == STOCK:
        if HUE[first] % 2 and RING[first] == 1:
            return "ENTRY_INTERMEDIATE", (first,)
        if not masks.stock:
            return "NO_RESERVE", ()
        if not choice.entry:
            return "CARD_ENTRY_OFF", (first,)
        return None
    if RING[origin] == 9:
        return "FINISHED_PAWN", (origin,)
    if not BIT[origin] & masks.own:
        return "NOT_YOUR_PAWN", (origin,)
    if not BIT[origin] & choice.spaces:
        leaves = masks.movement.closed_primary_exit and not HUE[origin] % 2 and HUE[first] % 2 and first not in over
        if not (leaves and BIT[first] & choice.spaces):
            return "COLOUR_CLOSED_ORIGIN", (origin,)
    return None


def beside(at: int, n: int) -> bool:
    """Whether a step leads from ``at`` to ``n``; from the stock only to an entry space."""
    return n in ENTRIES if at == STOCK else bool(SIDE_MASK[at] & BIT[n])


def check_stop(masks: PositionMasks, choice: Choice, to: int) -> Fault | None:
    """Whether a pawn may come to rest on a space."""
    if not BIT[to] & choice.spaces:
        return "COLOUR_CLOSED_TARGET", (to,)
    if BIT[to] & masks.taken:
        return "STAR_TAKEN", (to,)
    if BIT[to] & masks.own and not masks.movement.self_capture:
        return "OWN_PAWN", (to,)
    return None


def check_step(masks: PositionMasks, choice: Choice, path: Path) -> Fault | None:
    """A single step of a normal roll (SB-MOV-01, 02, 05)."""
    origin, (to, *_), _ = path
    fault = check_origin(masks, choice, path)
    if fault:
        return fault
    if not BIT[to] & choice.spaces:
        return "COLOUR_CLOSED_TARGET", (to,)
    if not beside(origin, to):
        return "NOT_SIDE_ADJACENT", (to,)
    return check_stop(masks, choice, to)


def check_jump(masks: PositionMasks, choice: Choice, at: int, over: int, to: int) -> Fault | None:
    """One jump from a space one may leave, up to where it comes down (SB-JMP-02..06)."""
    movement = masks.movement
    if not beside(at, over):
        return "JUMP_NOT_SIDE_ADJACENT", (over,)
    if not BIT[over] & choice.spaces:
        return "COLOUR_CLOSED_JUMPED", (over,)
    if RING[over] == 9:
        return ("JUMP_FINISHED_PAWN" if BIT[over] & masks.taken else "JUMP_EMPTY"), (over,)
    if not BIT[over] & (masks.others | masks.own):
        return "JUMP_EMPTY", (over,)
    if not BIT[over] & masks.jumpable:
        return "JUMP_OWN_PAWN", (over,)
    if to == over:
        return "JUMP_LANDS_ON_JUMPED", (to,)
    if not TOUCH_MASK[over] & BIT[to]:
        return "JUMP_TOO_FAR", (to,)
    if at == STOCK:
        return ("JUMP_NOT_STRAIGHT", (to,)) if movement.entry_lane and to != over + 1 else None
    if to == at or SIDE_MASK[at] & BIT[to]:
        return "JUMP_LANDS_BESIDE_START", (to,)
    if RING[to] == 9 and not movement.star_by_point and HUE[to] != HUE[over]:
        return "STAR_BY_POINT", (to,)
    return None


def check_leap(masks: PositionMasks, choice: Choice, at: int, spaces: tuple[int, ...]) -> Fault | None:
    """A leap over two in a row: straight ahead, both to be jumped, the landing right behind (D-23, D-24)."""
    lines = ENTRY_LINES.get(spaces[0], ()) if at == STOCK else LINES[at]
    if spaces not in lines:
        return "JUMP_TOO_FAR", spaces[-1:]
    for over in spaces[:2]:
        if not BIT[over] & choice.spaces:
            return "COLOUR_CLOSED_JUMPED", (over,)
        if not BIT[over] & masks.jumpable:
            return ("JUMP_OWN_PAWN" if BIT[over] & masks.own else "JUMP_EMPTY"), (over,)
    return None


def check_normal_move(masks: PositionMasks, choice: Choice, left: int, path: Path) -> Fault | None:
    """A move of a normal roll: one space, or a jump, with ``left`` spaces of the roll (SB-MOV, SB-JMP)."""
    origin, spaces, over = path
    if over:
        return _check_normal_jump(masks, choice, left, path)
    if len(spaces) != 1:
        return "ONE_AT_A_TIME", spaces[1:]
    if not left:
        return "BUDGET_EXCEEDED", spaces
    fault = check_step(masks, choice, path)
    if fault is None and masks.movement.no_backtrack:
        back = any(m.at == origin and m.origin == spaces[0] for m in masks.moved)
        fault = ("BACKTRACK", spaces) if back else None
    return fault


def _check_normal_jump(masks: PositionMasks, choice: Choice, left: int, path: Path) -> Fault | None:
    origin, spaces, over = path
    width = 3 if masks.movement.leap_two and len(over) == 2 else 2
    if len(spaces) != width or spaces[:-1] != over:
        return ("JUMP_TOO_FAR" if len(over) > 1 else "ONE_AT_A_TIME"), spaces[-1:]
    fault = check_origin(masks, choice, path) if origin >= 0 else _check_stock(masks, spaces)
    if fault or left < 2:
        return fault if fault and left else ("BUDGET_EXCEEDED", spaces[-1:])
    if width == 3:
        fault = check_leap(masks, choice, origin, spaces)
    else:
        fault = check_jump(masks, choice, origin, spaces[0], spaces[1])
    return fault or check_stop(masks, choice, spaces[-1])


def _check_stock(masks: PositionMasks, spaces: tuple[int, ...]) -> Fault | None:
    return None if masks.stock else ("NO_RESERVE", spaces[:1])


def check_second_move(masks: PositionMasks, choice: Choice, path: Path) -> Fault | None:
    """A pawn that moved before: in two colours at least, or the only one that may move (SB-SPC-11, D-77)."""
    if not masks.moved:
        return None
    before = next((m for m in masks.moved if m.at == path[0]), None)
    if choice.one_pawn and before is None:
        return "SAME_PAWN", (path[0],) if path[0] >= 0 else ()
    if choice.two_colour and before is not None and (before.hues | hues_of(path)).bit_count() < 2:
        return "ONE_COLOUR_TWICE", (path[0], *path[1])
    return None


def check_whole(masks: PositionMasks, choice: Choice, part: Part, path: Path) -> Fault | None:
    """A whole move against one part: its length, every space of it, and its colours (SB-SPC-06..10)."""
    origin, spaces, _ = path
    movement = masks.movement
    if spaces_used(path, movement) != part.count:
        return "WHOLE_MOVE_REQUIRED", spaces[-1:]
    fault = check_origin(masks, choice, path) or _check_path(masks, choice, part, path)
    if fault:
        return fault
    if not any(in_area(masks, choice, part, area, path) for area in part.areas):
        return "ALLOTMENT_COLOUR", (*((origin,) if origin >= 0 else ()), *spaces)
    return None


def _check_path(masks: PositionMasks, choice: Choice, part: Part, path: Path) -> Fault | None:
    origin, spaces, over = path
    at, seen, n = origin, {origin}, 0
    last = len(spaces) - 1
    while n <= last:
        if spaces[n] in over:
            double = n + 1 <= last and spaces[n + 1] in over
            width = 3 if double else 2
            if n + width > last + 1:
                return "JUMP_NEEDS_LANDING", (spaces[n],)
            if double and not (masks.movement.leap_two or masks.movement.chain_jump):
                return "JUMP_TOO_FAR", (spaces[n + 2],)
            group = spaces[n : n + width]
            check = (
                check_leap(masks, choice, at, group) if double else check_jump(masks, choice, at, group[0], group[1])
            )
            if check:
                return check
            used, to = group[:-1], group[-1]
        else:
            used, to, width = (), spaces[n], 1
            if not BIT[to] & choice.spaces:
                return "COLOUR_CLOSED_TARGET", (to,)
            if RING[at] == 9 and at >= 0:
                return "STAR_NOT_EXACT", (at,)
            if not beside(at, to):
                return "NOT_SIDE_ADJACENT", (to,)
        if (to in seen or seen & set(used)) and not (masks.movement.revisit and n + width <= last and to != origin):
            return "REVISIT", (to,)
        seen.update((*used, to))
        n += width
        fault = check_stop(masks, choice, to) if n > last else _check_crossing(masks, choice, part, to)
        if fault:
            return fault
        at = to
    return None


def _check_crossing(masks: PositionMasks, choice: Choice, part: Part, to: int) -> Fault | None:
    """A space inside a whole move must be empty; only taken one by one may it hold an opponent (SB-SPC-09)."""
    if not BIT[to] & choice.spaces:
        return "COLOUR_CLOSED_TARGET", (to,)
    if RING[to] == 9:
        return "STAR_NOT_EXACT", (to,)
    if BIT[to] & masks.own:
        return "PATH_BLOCKED_OWN_PAWN", (to,)
    if BIT[to] & masks.others and not part.stepped:
        return "MID_MOVE_LANDING_OCCUPIED", (to,)
    return None


def in_area(masks: PositionMasks, choice: Choice, part: Part, area: PartArea, path: Path) -> bool:
    """Whether a path lies in an area, its start included; face and bottom parts may come in from an open neighbour."""
    origin, spaces, _ = path
    used = 0
    for n in spaces:
        used |= BIT[n]
    if used & ~area.spaces:
        return False
    if origin == STOCK:
        return not area.touch or bool(used & INTERMEDIATES)
    start = BIT[origin]
    if area.touch and not (used | start) & INTERMEDIATES:
        return False
    if start & area.spaces:
        return True
    if not start & choice.spaces:
        # Only the ruling on closed primaries lets a pawn come from there; check_origin has judged it.
        return masks.movement.closed_primary_exit and bool(BIT[spaces[0]] & INTERMEDIATES)
    return (part.face or part.bottom) and masks.movement.from_neighbour != "strict"


def hues_of(path: Path) -> int:
    """The colours a path is in: leaving a colour counts as movement in it (D-39)."""
    hues = 1 << HUE[path[0]] if path[0] >= 0 else 0
    for n in path[1]:
        hues |= 1 << HUE[n]
    return hues


def landings(masks: PositionMasks, opened: int, at: int, over: int) -> list[int]:
    """Where a jump from ``at`` over ``over`` may come down, as far as colours and own pawns allow."""
    near = ENTRY_JUMPS[over] if at == STOCK else dict(JUMPS[at]).get(over, ())
    return [n for n in near if BIT[n] & opened & masks.stop]
