"""A second Spectrum, deliberately naive, for counting and comparing: both editions, cubes and d12, solo.

It shares nothing with the engine. Spaces are pairs (hue 0..11, ring 1..9), touching is read off the corners of the
cells, moves are tried one by one on a dictionary, and special rolls are played in listed order only and each part as
one move: another order, or a move told landing by landing, is allowed exactly where it ends alike, so the ends must be
the same.
"""

from dataclasses import dataclass
from itertools import product

STOCK = (-1, 0)


def corners(space):
    hue, ring = space
    return {(h % 12, r) for h, r in product((hue, hue + 1), (ring, ring + 1))}


CELLS = [(hue, ring) for hue in range(12) for ring in range(1, 10)]
SHARED = {(a, b): len(corners(a) & corners(b)) for a in CELLS for b in CELLS if a != b}
ENTRIES = [(hue, 1) for hue in range(0, 12, 2)]


def side(a, b):
    if a == STOCK:
        return b in ENTRIES
    return a != b and SHARED[a, b] == 2


def touch(a, b):
    return a != b and SHARED[a, b] >= 1


@dataclass
class Table:
    """``edition`` A or B, cubes or twelve-sided dice; ``solo``: own pawns are captured and jumped.

    ``one_will_do``: after one move the rest of the turn may be left out.
    """

    edition: str = "A"
    d12: bool = False
    solo: bool = False
    one_will_do: bool = False


class Position:
    """``pawns``: space to player; ``stars``: hue to player; ``stock``: pawns of each player off the board."""

    def __init__(self, pawns, stars, stock, table=None):
        self.pawns, self.stars, self.stock, self.table = dict(pawns), dict(stars), list(stock), table or Table()

    def key(self):
        return frozenset(self.pawns.items()), frozenset(self.stars.items()), tuple(self.stock)

    def copy(self):
        return Position(self.pawns, self.stars, self.stock, self.table)


def six(x):
    return {(x + step) % 12 for step in (0, 1, -1, 6, 5, 7)}


@dataclass
class Part:
    """So many spaces by one pawn, in one of the areas (each: its hues, and whether an intermediate must be in it).

    ``beside``: a pawn of an open neighbour may come in, for ``face`` or for the bottom. ``told``: landing by landing.
    """

    count: int
    areas: list
    face: bool = False
    stepped: bool = False
    beside: bool = False
    told: bool = False


def roll(dice, table=None):
    """The order of the parts of a chosen set, its open hues, and the parts; a normal roll has none."""
    table = table or Table()
    a, b, n = dice[0], dice[-1], len(dice)
    if n == 2 and a != b:
        return "normal", _opened(a, b, table), []
    if a == b:
        return _equal(a, n, table)
    bottoms = [({(a + 6) % 12}, False), ({(b + 6) % 12}, False)]
    if table.d12:
        four = {a, b, (a + 6) % 12, (b + 6) % 12}
        faces = [Part(2, [({face}, False)], face=True, beside=True) for face in (a, b)]
        return "faces first", four, [*faces, Part(2, [(four, False)])]
    area, stepped = six(a) | six(b), table.edition == "B"
    faces = [({a}, False), ({b}, False)]
    return (
        "any",
        area,
        [
            Part(2, faces, True, stepped, beside=True, told=stepped),
            Part(2, bottoms, False, stepped, beside=True, told=stepped),
            Part(2, [(area, True)], False, stepped, told=stepped),
        ],
    )


def _opened(a, b, table):
    apart = min((a - b) % 12, (b - a) % 12)
    if table.d12:
        # Neighbours open one more colour on either side.
        return {(hue + step) % 12 for hue in (a, b) for step in (-1, 0, 1)} if apart == 1 else {a, b}
    between = {(a + 1) % 12 if (b - a) % 12 == 2 else (b + 1) % 12} if apart == 2 else set()
    return {a, b} | between


def _equal(face, n, table):
    area, first = six(face), Part(n, [({face}, False)], face=True, beside=True)
    if table.d12:
        return "listed", area, [first, Part(n, [(area, False)])]
    bottom = ({(face + 6) % 12}, False)
    if n == 4:
        return "any", area, [first, Part(4, [bottom], beside=True), Part(4, [(area, True)])]
    if table.edition == "A":
        return "listed", area, [first, Part(n, [(area, False)])]
    first.stepped, first.told = n == 2, True
    return "listed", area, [first, Part(n, [bottom, (area, True)], stepped=n == 2, told=True)]


def can_end(position, seat, space, opened):
    hue, ring = space
    if hue not in opened or (ring == 9 and hue in position.stars):
        return False
    return position.table.solo or position.pawns.get(space) != seat


def jump_ok(position, seat, start, over, to, opened):
    owner = position.pawns.get(over)
    if over[0] not in opened or over[1] == 9 or owner is None or (owner == seat and not position.table.solo):
        return False
    if not side(start, over) or not touch(over, to) or to == start:
        return False
    return start == STOCK or not side(start, to)


def starts(position, seat):
    return [s for s, owner in position.pawns.items() if owner == seat] + ([STOCK] if position.stock[seat] else [])


def may_leave(position, start, path, jumped, opened):
    """In edition B a pawn may also step out of a closed primary into an open intermediate."""
    if start == STOCK or start[0] in opened:
        return True
    return position.table.edition == "B" and start[0] % 2 == 0 and path[0][0] % 2 == 1 and path[0] not in jumped


def ways(position, seat, start, n, opened, *, stepped=False):
    """Every walk of exactly n spaces as (path, jumped)."""

    def free(to, last):
        return can_end(position, seat, to, opened) if last else _crossable(position, seat, to, opened, stepped)

    def walk(at, left, path, jumped):
        if left == 0:
            yield tuple(path), tuple(jumped)
            return
        for to in CELLS:
            if side(at, to) and at[1] != 9 and to != start and to not in path:
                free = (
                    can_end(position, seat, to, opened)
                    if left == 1
                    else _crossable(position, seat, to, opened, stepped)
                )
                if free:
                    yield from walk(to, left - 1, [*path, to], jumped)
        if left >= 2 and at[1] != 9:
            for over in CELLS:
                if not side(at, over) or over in path or over == start:
                    continue
                for to in CELLS:
                    if to in path or to == start or not jump_ok(position, seat, at, over, to, opened):
                        continue
                    free = (
                        can_end(position, seat, to, opened)
                        if left == 2
                        else _crossable(position, seat, to, opened, stepped)
                    )
                    if free:
                        yield from walk(to, left - 2, [*path, over, to], [*jumped, over])

    for path, jumped in walk(start, n, [], []):
        if may_leave(position, start, path, jumped, opened):
            yield path, jumped


def _crossable(position, seat, space, opened, stepped):
    owner = position.pawns.get(space)
    return space[0] in opened and space[1] < 9 and (owner is None or (stepped and owner != seat))


def played(position, seat, start, path, jumped=(), *, stepped=False):
    """The positions after a move, one for each placement of captured pawns: (position, where each was placed)."""
    after, end = position.copy(), path[-1]
    if start == STOCK:
        after.stock[seat] -= 1
    else:
        del after.pawns[start]
    landed = [space for space in path if space not in jumped] if stepped else [end]
    captured = [(after.pawns.pop(space), space) for space in landed if space in after.pawns]
    if end[1] == 9:
        after.stars[end[0]] = seat
    else:
        after.pawns[end] = seat
    return list(_placed(after, captured, end))


def _placed(position, captured, end):
    """Captured pawns go to free entries, one after the other; to the stock when there is none."""
    if not captured:
        yield position, None
        return
    (owner, space), rest = captured[0], captured[1:]
    free = [entry for entry in ENTRIES if entry not in position.pawns and (entry != space or space == end)]
    for entry in free or [None]:
        after = position.copy()
        if entry is None:
            after.stock[owner] += 1
        else:
            after.pawns[entry] = owner
        for last, _ in _placed(after, rest, end):
            yield last, (entry, space)


def singles(position, seat, opened, budget):
    """Single steps, and jumps while two spaces are left, as (start, path, jumped, spaces used)."""
    for start in starts(position, seat):
        for n in (1, 2):
            for path, jumped in ways(position, seat, start, n, opened) if n <= budget else ():
                if len(path) == 1 or jumped:
                    yield start, path, jumped, n


def part_moves(position, seat, part, opened, moved):
    """Whole moves of a part as (start, path, jumped, must): ``must`` counts when asked whether the part is possible."""
    found = {}
    for start in starts(position, seat):
        for path, jumped in ways(position, seat, start, part.count, opened, stepped=part.stepped):
            hues = hues_of(start, path)
            if position.table.edition == "A" and start in moved and len(moved[start] | hues) < 2:
                continue
            for area, middle in part.areas:
                inside = {space[0] for space in path} <= area
                closed = start != STOCK and start[0] not in opened
                home = start == STOCK or start[0] in area or closed
                if inside and (not middle or any(hue % 2 for hue in hues)) and (home or part.beside):
                    key = start, path, jumped
                    found[key] = found.get(key, False) or home
    return [(*key, must) for key, must in found.items()]


def hues_of(start, path):
    return {space[0] for space in path} | ({start[0]} if start != STOCK else set())


def first_moves(position, seat, dice):
    """Every move a turn may begin with in listed order."""
    kind, opened, parts = roll(dice, position.table)
    if kind == "normal":
        return {(start, path) for start, path, _, _ in singles(position, seat, opened, 2)}
    moves = [part_moves(position, seat, part, opened, {}) for part in parts]
    faces = {"any": 0, "listed": 1, "faces first": 2}[kind]
    due = any(must for part in moves[:faces] for *_, must in part) and not position.table.one_will_do
    first = moves[:faces] if due else moves
    out = {(start, path) for part in first for start, path, _, _ in part}
    for part, ways in zip(parts, first, strict=False):
        if part.told:
            out |= {(start, piece) for start, path, jumped, _ in ways for piece in pieces(path, jumped)}
    return out


def pieces(path, jumped):
    """A way as far as each landing on it but the last."""
    return [path[:n] for n in range(1, len(path)) if path[n - 1] not in jumped]


def ends(position, seat, dice):
    """Every position a complete turn may end in."""
    kind, opened, parts = roll(dice, position.table)
    out = set()

    def normal(now, budget):
        moves = list(singles(now, seat, opened, budget)) if budget else []
        if not moves or (budget < 2 and position.table.one_will_do):
            out.add(now.key())
        for start, path, jumped, used in moves:
            for after, _ in played(now, seat, start, path, jumped):
                normal(after, budget - used)

    def special(now, left, moved):
        faces = {"any": len(parts), "listed": 1, "faces first": 2}[kind]
        lax = position.table.one_will_do
        todo = left if lax else [part for part in left if part < faces] or left
        due = False
        for n in todo:
            for start, path, jumped, must in part_moves(now, seat, parts[n], opened, moved):
                due = due or must
                trail = {k: v for k, v in moved.items() if k != start}
                lost = trail.pop(path[-1], None)
                for after, placed in played(now, seat, start, path, jumped, stepped=parts[n].stepped):
                    kept = dict(trail)
                    if lost is not None and placed and placed[0]:
                        # An own pawn that was captured remembers where it was.
                        kept[placed[0]] = lost
                    kept[path[-1]] = hues_of(start, path) | moved.get(start, set())
                    if lax and kind == "any":
                        special(after, [part for part in left if part != n], kept)
                    else:
                        special(after, [part for part in left if (part > n if lax else part != n)], kept)
        if lax and (moved or not due):
            out.add(now.key())
        if due or lax:
            return
        rest = [part for part in left if part not in todo]
        if rest:
            special(now, rest, moved)
        else:
            out.add(now.key())

    if kind == "normal":
        normal(position, 2)
    else:
        special(position, list(range(len(parts))), {})
    return out
