"""Where a card lies of which no whole side is seen: below another and on a third, all of one colour.

The network still sees that there is a card (``unread``). Its turn is about that of the cards beside it, or of most
edges there; the ends of its sides stick out, and what hides the rest is known: so every place about is looked at, turn
by turn.
"""

import math
from collections.abc import Sequence

import cv2
import numpy as np

from vision.cards.edge_map import EdgeMap, has_edge
from vision.cards.place import CardPlace, distinct_poses, poses
from vision.cards.pose import outlined, snapped
from vision.cards.segmenter import CELL_MM
from vision.cards.table_plane import Size
from vision.cards.visible_cells import BESIDE

# Constants: chosen by hand on invented tables with white cards on white cards.
_WIDE = 18  # cells: a strip as wide as can be read, less its edge
_STEP = 2.0  # mm from place to place
_TURNS = np.radians((-8.0, -4.0, 0.0, 4.0, 8.0))  # from a neighbour's
_CLOSELY, _BETWEEN = np.radians(np.arange(-10.0, 11.0, 2.0)), 12  # of a card between two; so many are told
_ALIKE = 0.1  # radians: neighbours' turns are not looked about twice
_NEIGHBOURS, _NEAR_MM = 3, 110.0  # so many of the nearest, if their middles are no further away
_BESIDE_MM = 10.0  # of a part: edges that tell how it is turned
_BINS, _WAYS = 45, 2  # of directions within a quarter of a circle; so many of them are tried
_SHORT = 0.9  # of a side is looked for: corners are round
_ENOUGH_MM = 9.0  # of a side must be in sight
_LEAST = 0.7  # of a score, 1.5 at most: half of what is in sight of two sides
_HOLDS = 200.0, 0.5  # square millimetres of what is left that a card there must hold, or so much of it
_ANY, _ALL = 200, 6  # places that are compared, and of these the most that are told

_CORNERS = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])


def propose_hidden(flat: EdgeMap, left: Sequence[np.ndarray], cards: Sequence[CardPlace]) -> list[CardPlace]:
    """Places of cards that may be what is ``left`` (of each part its cells, N x 2 mm) beside known ones."""
    return [place for part in left if len(part) >= _WIDE for place in _about(flat, part, cards)]


def propose_between(flat: EdgeMap, odd: Sequence[int], cards: Sequence[CardPlace]) -> list[CardPlace]:
    """Places of cards that may lie on the ``odd`` ones of these (the topmost first), below those before them: in a
    fan, between two."""
    pose = [np.empty((0, 3))]
    for k in odd:
        (width, height), one = cards[k].size_mm, cards[k]
        at = np.stack(np.meshgrid(np.arange(0, width, CELL_MM), np.arange(0, height, CELL_MM)), -1).reshape(-1, 2)
        turns = [turn + more for turn in _turns(one.x, one.y, cards) for more in _CLOSELY]
        pose.append(_best(flat, one.to_table(at), cards[:k], turns, cards, _BETWEEN))
    found = np.concatenate(pose)
    if not len(found):
        return []
    # of some the sides that are covered lead astray, others are not exact enough without
    places = sorted(outlined(flat, np.concatenate([found, snapped(flat, found)])), key=lambda place: -place.score)
    return [places[k] for k in distinct_poses(poses(places), 2.0, np.radians(2), len(places))]


def _about(flat: EdgeMap, part: np.ndarray, cards: Sequence[CardPlace]) -> list[CardPlace]:
    """Turned as its neighbours are, in a fan; where no card can be, as the edges around run."""
    turns = _turns(*part.mean(0), cards)
    pose = _best(flat, part, cards, [turn + more for turn in turns for more in _TURNS])
    if not len(pose):
        pose = _best(flat, part, cards, _along_edges(flat, part))
    return outlined(flat, pose) if len(pose) else []


def _turns(x: float, y: float, cards: Sequence[CardPlace]) -> np.ndarray:
    """Of the cards nearest to a place, each once."""
    near = sorted((np.hypot(card.x - x, card.y - y), card.turn % np.pi) for card in cards)[:_NEIGHBOURS]
    return np.unique(np.round([turn / _ALIKE for away, turn in near if away < _NEAR_MM])) * _ALIKE


def _best(
    flat: EdgeMap,
    part: np.ndarray,
    above: Sequence[CardPlace],
    turns: list[float],
    known: Sequence[CardPlace] = (),
    most: int = _ALL,
) -> np.ndarray:
    """The best poses (N x 3) with any of these turns, below the cards ``above``; not where ``known`` ones are."""
    pose = np.concatenate([np.empty((0, 4)), *(_with(flat, part, above, turn) for turn in turns)])
    pose = pose[np.argsort(-pose[:, 3], kind="stable")[:_ANY], :3]
    pose = np.concatenate([poses(known).reshape(-1, 3), pose])
    return pose[[k for k in distinct_poses(pose, 5.0, np.radians(5), most + len(known)) if k >= len(known)]]


def _along_edges(flat: EdgeMap, part: np.ndarray) -> list[float]:
    """The turns of cards whose sides run as most edges do there, upright and across."""
    rows, columns = flat.edges
    first, last = part.min(0) - flat.origin - _BESIDE_MM, part.max(0) - flat.origin + _BESIDE_MM
    there = (columns > first[0]) & (columns < last[0]) & (rows > first[1]) & (rows < last[1])
    quarter = np.pi / 2
    votes = np.bincount((flat.direction[there] % quarter / quarter * _BINS).astype(int) % _BINS, minlength=_BINS)
    votes = votes + np.roll(votes, 1) + np.roll(votes, -1)
    out: list[float] = []
    for _ in range(_WAYS):
        best = int(votes.argmax())
        out += [(best + 0.5) / _BINS * quarter, (best + 0.5) / _BINS * quarter + quarter]
        votes[np.arange(best - 3, best + 4) % _BINS] = 0
    return out


def _with(flat: EdgeMap, part: np.ndarray, cards: Sequence[CardPlace], turn: float) -> np.ndarray:
    """Where cards may lie that are turned so, N x 4: x, y, turn, score. All is looked at as the card lies."""
    c, s = np.cos(turn), np.sin(turn)
    as_it_lies = np.array([[c, -s], [s, c]])
    own = part @ as_it_lies
    first, last = own.min(0) - flat.size_mm, own.max(0) + flat.size_mm
    across, down = (np.arange(*ends, _STEP, np.float32) for ends in zip(first, last, strict=True))
    x, y = c * across - s * down[:, None], s * across + c * down[:, None]
    clear, held = np.ones(x.shape, np.float32), np.zeros(x.shape, np.float32)
    for card in cards:
        hidden = np.zeros(x.shape, np.uint8)
        for place, hides in ((card, 1), *((above, 0) for above in card.under)):
            corners = place.to_table(_hides(flat.size_mm)) @ as_it_lies - first
            cv2.fillConvexPoly(hidden, np.rint(corners / _STEP).astype(np.int32), hides)
        clear[hidden > 0] = 0
    column, row = np.rint((own - first) / _STEP).astype(int).T
    np.add.at(held, (row, column), CELL_MM**2)
    px = [(mm - first).astype(np.float32) for mm, first in zip((x, y), flat.origin, strict=True)]
    edges = [has_edge(flat.codes, *px, np.float32(turn + more)) * clear for more in (np.pi / 2, 0)]
    holds = _summed(held, flat.size_mm) >= min(_HOLDS[0], _HOLDS[1] * held.sum())
    score = _outlines(edges, clear, flat.size_mm) * holds
    peak = (score > _LEAST) & (score >= cv2.dilate(score, np.ones((3, 3), np.uint8)))
    return np.column_stack([x[peak], y[peak], np.full(peak.sum(), turn), score[peak]])


def _hides(size_mm: Size) -> np.ndarray:
    """Corners of what a card hides, mm from its top left."""
    return (_CORNERS - 0.5) * (np.array(size_mm) + 2 * BESIDE) + np.array(size_mm) / 2


def _outlines(edges: Sequence[np.ndarray], clear: np.ndarray, size_mm: Size) -> np.ndarray:
    """How much of a card's outline is seen where its middle is here, of what is in ``clear`` sight: of two sides, and
    of all. ``edges``: along a card's width and along its height."""
    width, height = size_mm
    ways = (((width * _SHORT, 0), (0, height / 2)), ((0, height * _SHORT), (width / 2, 0)))
    sides: list[Sequence[np.ndarray]] = []
    for edge, (size, off) in zip(edges, ways, strict=True):
        there = _summed(cv2.merge([edge, clear]), size)
        sides += [np.moveaxis(_shifted(there, sign * np.array(off)), -1, 0) for sign in (-1, 1)]
    shares = [seen / np.maximum(of, 1) * (of * _STEP >= _ENOUGH_MM) for seen, of in sides]
    (one, other), (less, least) = ([pick(*shares[k : k + 2]) for k in (0, 2)] for pick in (np.maximum, np.minimum))
    two = np.maximum(one, other) + np.maximum(np.minimum(one, other), np.maximum(less, least))
    seen, of = (np.sum(part, 0) for part in zip(*sides, strict=True))
    return two / 2 + 0.5 * seen / np.maximum(of, 1)


def _summed(values: np.ndarray, size_mm: tuple[float, float]) -> np.ndarray:
    """Sums over boxes about every place."""
    box = tuple(2 * round(length / _STEP / 2) + 1 for length in size_mm)
    return cv2.boxFilter(values, -1, box, normalize=False, borderType=cv2.BORDER_CONSTANT)


def _shifted(values: np.ndarray, by_mm: np.ndarray) -> np.ndarray:
    """What lies so far to the right and further down; nothing beyond the border."""
    high, wide = values.shape[:2]
    pad = math.ceil(np.abs(by_mm).max() / _STEP)
    values = cv2.copyMakeBorder(values, pad, pad, pad, pad, cv2.BORDER_CONSTANT)
    for size, by in ((high, by_mm[1]), (wide, by_mm[0])):
        first, more = divmod(pad + float(by) / _STEP, 1.0)
        one, other = (values[int(first) + k : int(first) + k + size] for k in (0, 1))
        values = (one if not more else (1 - more) * one + more * other).swapaxes(0, 1)
    return values
