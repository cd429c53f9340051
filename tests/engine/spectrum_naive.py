"""A second Spectrum with cubes, edition A: deliberately naive, for counting and comparing.

It shares nothing with the engine. Spaces are pairs (hue 0..11, ring 1..9), touching is read off the corners of the
cells, moves are tried one by one on a dictionary, and special rolls are played in listed order only: another order is
allowed exactly where it ends alike, so the ends must be the same.
"""

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


class Position:
    """``pawns``: space to player; ``stars``: hue to player; ``stock``: pawns of each player off the board."""

    def __init__(self, pawns, stars, stock):
        self.pawns, self.stars, self.stock = dict(pawns), dict(stars), list(stock)

    def key(self):
        return frozenset(self.pawns.items()), frozenset(self.stars.items()), tuple(self.stock)

    def copy(self):
        return Position(self.pawns, self.stars, self.stock)


def six(x):
    return {(x + step) % 12 for step in (0, 1, -1, 6, 5, 7)}


def roll(dice):
    """The kind of a chosen set, its open hues, and the allowed areas of each part."""
    a, b = dice[0], dice[-1]
    if len(dice) == 2 and a != b:
        near = (b - a) % 12 in (2, 10)
        between = {(a + 1) % 12 if (b - a) % 12 == 2 else (b + 1) % 12} if near else set()
        return "normal", {a, b} | between, None
    if a == b:
        n, area = len(dice), six(a)
        if n < 4:
            return "listed", area, [(n, [({a}, False)], True), (n, [(area, False)], False)]
        parts = [(4, [({a}, False)], True), (4, [({(a + 6) % 12}, False)], False), (4, [(area, True)], False)]
        return "any", area, parts
    area = six(a) | six(b)
    bottoms = [({(a + 6) % 12}, False), ({(b + 6) % 12}, False)]
    return "any", area, [(2, [({a}, False), ({b}, False)], True), (2, bottoms, False), (2, [(area, True)], False)]


def can_end(position, seat, space, opened):
    hue, ring = space
    if hue not in opened or (ring == 9 and hue in position.stars):
        return False
    return position.pawns.get(space) != seat


def jump_ok(position, seat, start, over, to, opened):
    if over[0] not in opened or over[1] == 9 or position.pawns.get(over) in (None, seat):
        return False
    if not side(start, over) or not touch(over, to) or to == start:
        return False
    return start == STOCK or not side(start, to)


def starts(position, seat):
    return [s for s, owner in position.pawns.items() if owner == seat] + ([STOCK] if position.stock[seat] else [])


def ways(position, seat, start, n, opened):
    """Every walk of exactly n spaces as (path, jumped)."""

    def walk(at, left, path, jumped):
        if left == 0:
            yield tuple(path), tuple(jumped)
            return
        for to in CELLS:
            if side(at, to) and at[1] != 9 and to != start and to not in path:
                free = can_end(position, seat, to, opened) if left == 1 else _empty(position, to, opened)
                if free:
                    yield from walk(to, left - 1, [*path, to], jumped)
        if left >= 2 and at[1] != 9:
            for over in CELLS:
                if not side(at, over) or over in path or over == start:
                    continue
                for to in CELLS:
                    if to in path or to == start or not jump_ok(position, seat, at, over, to, opened):
                        continue
                    free = can_end(position, seat, to, opened) if left == 2 else _empty(position, to, opened)
                    if free:
                        yield from walk(to, left - 2, [*path, over, to], [*jumped, over])

    yield from walk(start, n, [], [])


def _empty(position, space, opened):
    return space[0] in opened and space[1] < 9 and space not in position.pawns


def played(position, seat, start, path):
    """The positions after a move: one for each placement of a captured pawn."""
    after, end = position.copy(), path[-1]
    if start == STOCK:
        after.stock[seat] -= 1
    else:
        del after.pawns[start]
    captured = after.pawns.pop(end, None)
    if end[1] == 9:
        after.stars[end[0]] = seat
    else:
        after.pawns[end] = seat
    if captured is None:
        return [after]
    free = [entry for entry in ENTRIES if entry not in after.pawns]
    out = []
    for entry in free:
        placed = after.copy()
        placed.pawns[entry] = captured
        out.append(placed)
    if not free:
        after.stock[captured] += 1
        out.append(after)
    return out


def singles(position, seat, opened, budget):
    """Single steps, and jumps while two spaces are left, as (start, path, spaces used)."""
    for start in starts(position, seat):
        if start != STOCK and start[0] not in opened:
            continue
        for n in (1, 2):
            for path, jumped in ways(position, seat, start, n, opened) if n <= budget else ():
                if len(path) == 1 or jumped:
                    yield start, path, n


def part_moves(position, seat, part, opened, moved):
    """Whole moves of a part as (start, path, must): ``must`` says it counts when asked whether the part is possible."""
    n, zones, face = part
    found = {}
    for start in starts(position, seat):
        if start != STOCK and start[0] not in opened:
            continue
        for path, _ in ways(position, seat, start, n, opened):
            hues = {space[0] for space in path} | ({start[0]} if start != STOCK else set())
            if start in moved and len(moved[start] | hues) < 2:
                continue
            for area, middle in zones:
                inside = {space[0] for space in path} <= area
                home = start == STOCK or start[0] in area
                if inside and (not middle or any(hue % 2 for hue in hues)) and (home or face):
                    found[start, path] = found.get((start, path), False) or home
    return [(start, path, must) for (start, path), must in found.items()]


def first_moves(position, seat, dice):
    """Every move a turn may begin with in listed order."""
    kind, opened, parts = roll(dice)
    if kind == "normal":
        return {(start, path) for start, path, _ in singles(position, seat, opened, 2)}
    moves = [part_moves(position, seat, part, opened, {}) for part in parts]
    if kind == "any" or not any(must for _, _, must in moves[0]):
        return {(start, path) for part in moves for start, path, _ in part}
    return {(start, path) for start, path, _ in moves[0]}


def ends(position, seat, dice, goal=99):
    """Every position a complete turn may end in."""
    kind, opened, parts = roll(dice)
    out = set()

    def normal(now, budget):
        moves = list(singles(now, seat, opened, budget)) if budget else []
        if not moves:
            out.add(now.key())
        for start, path, used in moves:
            for after in played(now, seat, start, path):
                normal(after, budget - used)

    def special(now, left, moved):
        todo = left[:1] if kind == "listed" else left
        due = False
        for part in todo:
            for start, path, must in part_moves(now, seat, parts[part], opened, moved):
                due = due or must
                hues = {space[0] for space in path} | ({start[0]} if start != STOCK else set())
                trail = {k: v for k, v in moved.items() if k != start}
                trail[path[-1]] = hues | moved.get(start, set())
                for after in played(now, seat, start, path):
                    special(after, [p for p in left if p != part], trail)
        if due:
            return
        if kind == "listed" and left:
            special(now, left[1:], moved)
        else:
            out.add(now.key())

    if kind == "normal":
        normal(position, 2)
    else:
        special(position, list(range(len(parts))), {})
    return out
