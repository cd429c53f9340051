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
from engine.games.spectrum.moving import House, Sight
from engine.games.spectrum.rolls import Choice, Part, Zone
from engine.games.spectrum.state import Path

Fault = tuple[str, tuple[int, ...]]
"""A reason code and the spaces to show."""


def cost(path: Path, house: House) -> int:
    """The spaces of movement a path uses: every space in it; a leap over two costs one less."""
    if not house.leap_two:
        return len(path[1])
    return len(path[1]) - sum(1 for a, b in zip(path[1], path[1][1:], strict=False) if a in path[2] and b in path[2])


def check_origin(sight: Sight, choice: Choice, path: Path) -> Fault | None:
    """Whether a pawn may leave where it stands."""
    origin, spaces, over = path
    first = spaces[0]
    if origin == STOCK:
        if HUE[first] % 2 and RING[first] == 1:
            return "ENTRY_INTERMEDIATE", (first,)
        if not sight.stock:
            return "NO_RESERVE", ()
        if not choice.entry:
            return "CARD_ENTRY_OFF", (first,)
        return None
    if RING[origin] == 9:
        return "FINISHED_PAWN", (origin,)
    if not BIT[origin] & sight.own:
        return "NOT_YOUR_PAWN", (origin,)
    if not BIT[origin] & choice.spaces:
        leaves = sight.house.closed_primary_exit and not HUE[origin] % 2 and HUE[first] % 2 and first not in over
        if not (leaves and BIT[first] & choice.spaces):
            return "COLOUR_CLOSED_ORIGIN", (origin,)
    return None


def beside(at: int, n: int) -> bool:
    """Whether a step leads from ``at`` to ``n``; from the stock only to an entry space."""
    return n in ENTRIES if at == STOCK else bool(SIDE_MASK[at] & BIT[n])


def check_stop(sight: Sight, choice: Choice, to: int) -> Fault | None:
    """Whether a pawn may come to rest on a space."""
    if not BIT[to] & choice.spaces:
        return "COLOUR_CLOSED_TARGET", (to,)
    if BIT[to] & sight.taken:
        return "STAR_TAKEN", (to,)
    if BIT[to] & sight.own and not sight.house.self_capture:
        return "OWN_PAWN", (to,)
    return None


def check_step(sight: Sight, choice: Choice, path: Path) -> Fault | None:
    """A single step of a normal roll (SB-MOV-01, 02, 05)."""
    origin, (to, *_), _ = path
    fault = check_origin(sight, choice, path)
    if fault:
        return fault
    if not BIT[to] & choice.spaces:
        return "COLOUR_CLOSED_TARGET", (to,)
    if not beside(origin, to):
        return "NOT_SIDE_ADJACENT", (to,)
    return check_stop(sight, choice, to)


def check_jump(sight: Sight, choice: Choice, at: int, over: int, to: int) -> Fault | None:
    """One jump from a space one may leave, up to where it comes down (SB-JMP-02..06)."""
    house = sight.house
    if not beside(at, over):
        return "JUMP_NOT_SIDE_ADJACENT", (over,)
    if not BIT[over] & choice.spaces:
        return "COLOUR_CLOSED_JUMPED", (over,)
    if RING[over] == 9:
        return ("JUMP_FINISHED_PAWN" if BIT[over] & sight.taken else "JUMP_EMPTY"), (over,)
    if not BIT[over] & (sight.others | sight.own):
        return "JUMP_EMPTY", (over,)
    if not BIT[over] & sight.jumpable:
        return "JUMP_OWN_PAWN", (over,)
    if to == over:
        return "JUMP_LANDS_ON_JUMPED", (to,)
    if not TOUCH_MASK[over] & BIT[to]:
        return "JUMP_TOO_FAR", (to,)
    if at == STOCK:
        return ("JUMP_NOT_STRAIGHT", (to,)) if house.entry_lane and to != over + 1 else None
    if to == at or SIDE_MASK[at] & BIT[to]:
        return "JUMP_LANDS_BESIDE_START", (to,)
    if RING[to] == 9 and not house.star_by_point and HUE[to] != HUE[over]:
        return "STAR_BY_POINT", (to,)
    return None


def check_leap(sight: Sight, choice: Choice, at: int, spaces: tuple[int, ...]) -> Fault | None:
    """A leap over two in a row: straight ahead, both to be jumped, the landing right behind (D-23, D-24)."""
    lines = ENTRY_LINES.get(spaces[0], ()) if at == STOCK else LINES[at]
    if spaces not in lines:
        return "JUMP_TOO_FAR", spaces[-1:]
    for over in spaces[:2]:
        if not BIT[over] & choice.spaces:
            return "COLOUR_CLOSED_JUMPED", (over,)
        if not BIT[over] & sight.jumpable:
            return ("JUMP_OWN_PAWN" if BIT[over] & sight.own else "JUMP_EMPTY"), (over,)
    return None


def check_whole(sight: Sight, choice: Choice, part: Part, path: Path) -> Fault | None:
    """A whole move against one part: its length, every space of it, and its colours (SB-SPC-06..10)."""
    origin, spaces, _ = path
    house = sight.house
    if cost(path, house) != part.count:
        return "WHOLE_MOVE_REQUIRED", spaces[-1:]
    fault = check_origin(sight, choice, path) or _check_way(sight, choice, part, path)
    if fault:
        return fault
    if not any(in_zone(sight, choice, part, zone, path) for zone in part.zones):
        return "ALLOTMENT_COLOUR", (*((origin,) if origin >= 0 else ()), *spaces)
    return None


def _check_way(sight: Sight, choice: Choice, part: Part, path: Path) -> Fault | None:
    origin, spaces, over = path
    at, seen, n = origin, {origin}, 0
    last = len(spaces) - 1
    while n <= last:
        if spaces[n] in over:
            double = n + 1 <= last and spaces[n + 1] in over
            width = 3 if double else 2
            if n + width > last + 1:
                return "JUMP_NEEDS_LANDING", (spaces[n],)
            if double and not (sight.house.leap_two or sight.house.chain_jump):
                return "JUMP_TOO_FAR", (spaces[n + 2],)
            group = spaces[n : n + width]
            check = (
                check_leap(sight, choice, at, group) if double else check_jump(sight, choice, at, group[0], group[1])
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
        if (to in seen or seen & set(used)) and not (sight.house.revisit and n + width <= last and to != origin):
            return "REVISIT", (to,)
        seen.update((*used, to))
        n += width
        fault = check_stop(sight, choice, to) if n > last else _check_crossing(sight, choice, part, to)
        if fault:
            return fault
        at = to
    return None


def _check_crossing(sight: Sight, choice: Choice, part: Part, to: int) -> Fault | None:
    """A space inside a whole move must be empty; only taken one by one may it hold an opponent (SB-SPC-09)."""
    if not BIT[to] & choice.spaces:
        return "COLOUR_CLOSED_TARGET", (to,)
    if RING[to] == 9:
        return "STAR_NOT_EXACT", (to,)
    if BIT[to] & sight.own:
        return "PATH_BLOCKED_OWN_PAWN", (to,)
    if BIT[to] & sight.others and not part.stepped:
        return "MID_MOVE_LANDING_OCCUPIED", (to,)
    return None


def in_zone(sight: Sight, choice: Choice, part: Part, zone: Zone, path: Path) -> bool:
    """Whether a path lies in a zone, its start included; face and bottom parts may come in from an open neighbour."""
    origin, spaces, _ = path
    used = 0
    for n in spaces:
        used |= BIT[n]
    if used & ~zone.spaces:
        return False
    if origin == STOCK:
        return not zone.touch or bool(used & INTERMEDIATES)
    start = BIT[origin]
    if zone.touch and not (used | start) & INTERMEDIATES:
        return False
    if start & zone.spaces:
        return True
    if not start & choice.spaces:
        # Only the ruling on closed primaries lets a pawn come from there; check_origin has judged it.
        return sight.house.closed_primary_exit and bool(BIT[spaces[0]] & INTERMEDIATES)
    return (part.face or part.bottom) and sight.house.from_neighbour != "strict"


def hues_of(path: Path) -> int:
    """The colours a path is in: leaving a colour counts as movement in it (D-39)."""
    hues = 1 << HUE[path[0]] if path[0] >= 0 else 0
    for n in path[1]:
        hues |= 1 << HUE[n]
    return hues


def landings(sight: Sight, opened: int, at: int, over: int) -> list[int]:
    """Where a jump from ``at`` over ``over`` may come down, as far as colours and own pawns allow."""
    near = ENTRY_JUMPS[over] if at == STOCK else dict(JUMPS[at]).get(over, ())
    return [n for n in near if BIT[n] & opened & sight.stop]
