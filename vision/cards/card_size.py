"""How large a deck's cards are, as teaching pictures show them: the rectangle that is seen there again and again.

A side of a card is an edge at both ends of which two others begin, at right angles; a fourth one runs across where they
end. Frames are printed on all cards as well, so of the sizes that are seen nearly as often the largest is likelier.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import permutations
from typing import NamedTuple

import cv2
import numpy as np

from vision.cards.detector import lines_of
from vision.cards.edge_map import EdgeMap, has_edge
from vision.cards.place import CardPlace, poses, shares_of_sides
from vision.cards.pose import SLIDE, seen_around
from vision.cards.said_size import HIGH_MM, WIDE_MM
from vision.cards.segmenter import CELL_MM
from vision.cards.sold_sizes import as_sold
from vision.cards.table_plane import CARD_MM, Size

# Constants: chosen by hand on the learned families of invented decks.
_SLIM = 1.2, 2.0  # times as high as wide
_UPRIGHT = 0.4  # radians: cards are shown with their tops up
_CORNER, _LEG = 0.6, np.arange(2.0, 14.0, dtype=np.float32)  # of the beginning of a side, so many mm, that must show
_SEEN = 0.75  # of each side
_BESIDE = (-1.5, 0.0, 1.5)  # mm: directions of lines are known to a degree
_FINELY = (-0.012, 0.0, 0.012)  # radians: thirds of what directions of lines are apart
_MOST = 60  # sides of each line that are looked at, the best first
_ALIKE, _APART = 1.6, 30.0  # mm between two measures of one size, and between the middles of two cards
_NEARLY = 0.75, 0.45, 0.95  # as often as the commonest
_FEW = 0.7  # cards: fewer say nothing
_GLANCE = 9.0  # mm by which cells of 5 mm may be wrong
_USUAL, _RATHER = 0.9, 0.02  # of outlines of the usual size: enough; and so much less of larger ones is as good
_UNSEEN = 0.4  # less of the outlines says nothing: white cards on white paper
_HARDLY = 0.12  # so much less of the outlines of larger cards is seen, and they are likelier all the same
_STRIPES = 0.6, 1.0  # of one stripe as it was measured, the other's width: sides of stripes are known to 2 mm each
_BEYOND = np.arange(4.0, 20.5, 0.5)  # mm that a stripe is wide
_OTHER = 3.0  # mm: less is the usual size, not quite measured
_FRAME = 2.0  # mm that a card is larger than its frame
_STRAY = 0.01  # of a side, a millimetre by which it lies elsewhere
_BORDER = np.arange(1.5, 9.01, 0.5)  # mm that a border is wide
_OUTER, _OUTER_SIDES = 0.55, 0.4  # of edges above and below, and at the sides, beyond the inner edge of a border. Of 93
# decks of the learned and chosen families seven have 0.64 or more and are larger, one 0.46, all others 0.33 at most
_AS_WIDE = 1.0  # mm: an edge is seen so far to each side, and a border is as wide at all sides but for so much
_SEVERAL, _MOSTLY = 3, 0.6  # things that are seen, and how many of them must agree


Lying = Callable[[Size], list[tuple[EdgeMap, list[CardPlace]]]]
"""Of each picture its edges, and the cards that are found in it if they are so large."""


class _Rectangle(NamedTuple):
    """Its middle, width and height in mm, and how much of its sides is seen."""

    x: float
    y: float
    width: float
    height: float
    seen: float


def candidate_sizes(flats: Sequence[EdgeMap], about: np.ndarray | None = None, *, finely: bool = False) -> list[Size]:
    """Widths and heights (mm) that cards may have which lie upright in these pictures, the likeliest first. ``about``:
    what ``size_at_a_glance`` says; ``finely``: lines are looked at in more directions, as long ones need.
    """
    seen = [np.array(_rectangles(flat, _FINELY if finely else (0.0,))).reshape(-1, 5) for flat in flats]
    sizes = np.concatenate([each[:, 2:4] for each in seen])
    if about is not None:
        sizes = sizes[np.abs(sizes - about).max(1) < _GLANCE]
    different, which = np.unique(sizes, axis=0, return_inverse=True)
    often = np.array([sum(_cards_of(each, size) for each in seen) for size in different])[which.ravel()]
    out: list[Size] = []
    for nearly in _NEARLY:
        common = np.flatnonzero(often >= max(nearly * often.max(initial=0), _FEW))
        if len(common):
            largest = sizes[common[sizes[common].prod(1).argmax()]]
            width, height = np.median(sizes[common][np.abs(sizes[common] - largest).max(1) <= _ALIKE], 0).tolist()
            out.append((width, height))
    if about is not None:
        out.append((float(about[0]), float(about[1])))
    return list(dict.fromkeys(out))


def best_size(lying: Lying, flats: Sequence[EdgeMap], count: int) -> Size:
    """The size of which most is seen of the outlines of the ``count`` cards that lie upright in some pictures, or a
    larger one of which nearly as much is."""
    lying = cache(lying)  # cards are looked for once with each size, and that takes longest

    def outlined(size_mm: Size) -> float:
        return sum(float(np.mean(place.sides)) for _, found in lying(size_mm) for place in found) / count

    shares, about = {CARD_MM: outlined(CARD_MM)}, size_at_a_glance(flats, count)
    usual = about is None or np.abs(about - CARD_MM).max() < _GLANCE
    if shares[CARD_MM] < _USUAL or not usual:
        exact = _exact(lying, candidate_sizes(flats, about))
        shares |= {size: outlined(size) for size in exact if _is_unusual(size)}
        if about is not None and max(shares.values()) < _SEEN:  # it may be what is printed on larger cards
            exact += _exact(lying, candidate_sizes(flats, finely=True))
            shares |= {size: outlined(size) for size in exact if _is_unusual(size)}
        beyond = {size: outlined(size) for size in (exactly(lying, size) for size in _beyond_stripes(exact))}
        shares |= {size: share + _HARDLY for size, share in beyond.items() if share > _SEEN and _is_slim(size)}
    best = max(shares, key=lambda size: shares[size])
    if usual and shares[best] < _UNSEEN:
        return CARD_MM
    wider = None if best == CARD_MM else beyond_one_side(lying(best), best)
    if wider is not None:
        wider = exactly(lying, wider)
        shares |= {wider: outlined(wider)} if _is_slim(wider) else {}
    around = [size for size, share in shares.items() if share > shares[best] - _RATHER and _around(size, best)]
    largest = max(around, key=lambda size: size[0] * size[1], default=best)
    return as_sold(beyond_borders(lying, largest, count), outlined)


def _exact(lying: Lying, sizes: Sequence[Size]) -> list[Size]:
    """Sizes as they are measured, those that cards may have."""
    return [size for size in (exactly(lying, each) for each in sizes) if _is_slim(size)]


def _is_unusual(size: Size) -> bool:
    """Whether it is another than the usual size, not quite measured."""
    return bool(np.abs(np.subtract(size, CARD_MM)).max() > _OTHER)


def beyond_borders(lying: Lying, size_mm: Size, count: int) -> Size:
    """A larger size where other edges run above and below nearly all cards, as far off from each: those of the cards,
    worn, of which the inner edge of a printed border is clearer. ``count``: of the cards that lie there."""
    seen = [_seen_beyond(flat.sized(size_mm), found) for flat, found in lying(size_mm) if found]
    if sum(each.shape[1] for each in seen) < _MOSTLY * count:
        return size_mm
    top, right, bottom, left = np.moveaxis(np.concatenate(seen, 1).mean(1), -1, 0)
    both = (top + bottom) / 2
    best = int((both + np.minimum(top, bottom)).argmax())
    if both[best] < _OUTER or size_mm[1] + 2 * _BORDER[-1] > HIGH_MM[1]:
        return size_mm
    height = size_mm[1] + 2 * _middle_of_peak(both, best)
    beside = np.where(np.abs(_BORDER - _BORDER[best]) <= _AS_WIDE, (right + left) / 2, 0)
    most = int(beside.argmax())
    wider = 2 * _middle_of_peak(beside, most) if beside[most] > _OUTER_SIDES else 0.0
    return size_mm[0] + wider, height


def _seen_beyond(flat: EdgeMap, found: list[CardPlace]) -> np.ndarray:
    """How much of an edge is seen so far beyond each side of each card: _BORDER x N x 4."""
    both = (shares_of_sides(seen_around(each, poses(found), _BORDER)) for each in (flat, flat.frayed()))
    return np.maximum(*both)


def _middle_of_peak(seen: np.ndarray, best: int) -> float:
    """Where (mm) the edge about ``best`` runs: it is seen a millimetre to each side, too."""
    near = (np.abs(_BORDER - _BORDER[best]) <= _AS_WIDE) & (seen > 0.8 * seen[best])
    return float(np.average(_BORDER[near], weights=seen[near]))


def _is_slim(size: Size) -> bool:
    """Whether cards have such proportions; what is pieced together from print need not."""
    return _SLIM[0] <= size[1] / size[0] <= _SLIM[1]


def _around(size: Size, other: Size) -> bool:
    """Whether a card of this size has the other one as a frame."""
    wider, higher = np.subtract(size, other)
    return bool(max(wider, higher) > _FRAME and min(wider, higher) > -_ALIKE)


def _beyond_stripes(sizes: Sequence[Size]) -> list[Size]:
    """Sizes of cards with a stripe along both sides, of which others were measured from stripe to stripe, and from one
    side to the stripe at the other."""
    pairs = permutations(sizes, 2)
    return [
        (wide + stripe * (wide - narrow), height)
        for (narrow, low), (wide, height) in pairs
        if wide - narrow > _OTHER and abs(low - height) < _OTHER
        for stripe in _STRIPES
        if wide + stripe * (wide - narrow) <= WIDE_MM[1]
    ]


def beyond_one_side(lying: list[tuple[EdgeMap, list[CardPlace]]], size_mm: Size) -> Size | None:
    """A larger width where beyond the one side or the other of nearly every card that lies there another edge runs
    along, always as far off: of a stripe along both sides, the one side of which was taken for the card's."""
    seen = [shares_of_sides(seen_around(flat.sized(size_mm), poses(found), _BEYOND)) for flat, found in lying if found]
    _, right, _, left = np.moveaxis(np.concatenate(seen, 1), -1, 0)  # _BEYOND x cards each
    often = np.maximum(right, left).mean(1)
    width = size_mm[0] + float(_BEYOND[often.argmax()])
    return (width, size_mm[1]) if often.max() > _SEEN and width <= WIDE_MM[1] else None


def exactly(lying: Lying, size_mm: Size) -> Size:
    """A size by how far further out the sides of the cards are seen that are found with it."""
    for _ in range(2):
        further = []
        for flat, found in lying(size_mm):
            if found:
                seen = shares_of_sides(seen_around(flat.sized(size_mm), poses(found)))  # SLIDE x N x 4
                further.append(SLIDE[(seen - _STRAY * np.abs(SLIDE)[:, None, None]).argmax(0)])
        if not further:
            return size_mm
        top, right, bottom, left = np.concatenate(further).T
        size_mm = (size_mm[0] + float(np.median(right + left)), size_mm[1] + float(np.median(top + bottom)))
    return size_mm


def size_at_a_glance(flats: Sequence[EdgeMap], count: int) -> np.ndarray | None:
    """Width and height of what the network sees as cards, where most of these, and of the ``count`` cards that lie
    there, lie apart and agree; else None: of small cards it may see two as one."""
    seen = []
    for flat in flats:
        last, parts = cv2.connectedComponents(flat.cards_seen.likely.astype(np.uint8), connectivity=4)
        for k in range(1, last):
            _, size, _ = cv2.minAreaRect(np.argwhere(parts == k).astype(np.float32))
            seen.append(sorted((np.array(size) + 1) * CELL_MM))
    sizes = np.array([size for size in seen if size[0] > WIDE_MM[0] and _SLIM[0] < size[1] / size[0] < _SLIM[1]])
    if len(sizes) < _SEVERAL:
        return None
    middle = np.median(sizes, 0)
    agree = np.abs(sizes - middle).max(1) < _GLANCE
    return np.median(sizes[agree], 0) if agree.sum() > _MOSTLY * max(count, len(sizes)) else None


def _cards_of(seen: np.ndarray, size: np.ndarray) -> float:
    """How many cards of this size a picture shows, the clearest first, each as much as is seen of it. ``seen``: its
    rectangles (N x 5, as ``_Rectangle``)."""
    alike = seen[(np.abs(seen[:, 2:4] - size) <= _ALIKE).all(1)]
    left, cards = alike[np.argsort(-alike[:, 4], kind="stable")], 0.0
    while len(left):
        cards += ((left[0, 4] - _SEEN) / (1 - _SEEN)) ** 2
        left = left[((left[:, :2] - left[0, :2]) ** 2).sum(1) > _APART**2]
    return cards


def _rectangles(flat: EdgeMap, turned: Sequence[float]) -> list[_Rectangle]:
    """All upright rectangles of a card's proportions; each line is tried ``turned`` so far (radians)."""
    height, width = flat.steepness.shape
    middle = np.array([width, height]) / 2
    rows, columns = flat.edges
    if len(rows) < 60:
        return []
    lines = lines_of(np.stack([columns, rows], -1) - middle, flat.direction, float(np.hypot(*middle)))
    out: list[_Rectangle] = []
    for turn, away in lines[np.abs(lines[:, 0] - np.pi / 2) < _UPRIGHT]:
        at = np.array([np.cos(turn), np.sin(turn)]) * away + middle
        for more in turned:
            out += _below(flat, float(turn) + more, at)
    return out


def _below(flat: EdgeMap, turn: float, at: np.ndarray) -> list[_Rectangle]:
    """The rectangles whose upper side is on a line through a point, with this direction across it."""
    down = np.array([np.cos(turn), np.sin(turn)])
    right = np.array([down[1], -down[0]])
    half = int(np.hypot(*flat.steepness.shape))
    steps = np.arange(-half, half + 1, dtype=np.float32)

    def edge(along: np.ndarray, below: np.ndarray, across: float) -> np.ndarray:
        """Whether an edge is seen at so many mm along the line and below it."""
        aside = np.cos(across), np.sin(across)
        x, y = (at[k] + along * right[k] + below * down[k] for k in (0, 1))
        ways = (
            has_edge(
                flat.codes,
                *(np.float32(part + by * way) for part, way in zip((x, y), aside, strict=True)),
                np.float32(across),
            )
            for by in _BESIDE
        )
        return np.any(list(ways), 0)

    zero = np.zeros(1, np.float32)
    upper = np.concatenate([[0], np.cumsum(edge(steps[None], zero, turn)[0])])
    corner = edge(steps[None], _LEG[:, None], turn + np.pi / 2).mean(0)
    ends = np.flatnonzero((corner > _CORNER) & (corner >= np.roll(corner, 1)) & (corner >= np.roll(corner, -1)))
    first, last = (part.ravel() for part in np.meshgrid(ends, ends, indexing="ij"))
    fits = (last - first >= WIDE_MM[0]) & (last - first <= WIDE_MM[1])
    first, last = first[fits], last[fits]
    share = (upper[last + 1] - upper[first]) / (last - first + 1)
    best = np.argsort(-share)[:_MOST]
    first, last, share = (part[best][share[best] > _SEEN] for part in (first, last, share))
    deep = np.arange(1, HIGH_MM[1] + 1, dtype=np.float32)
    out: list[_Rectangle] = []
    if not len(first):
        return out
    legs = [np.cumsum(edge(steps[end][:, None], deep, turn + np.pi / 2), 1) / deep for end in (first, last)]
    parts = np.linspace(0.03, 0.97, 24, dtype=np.float32)
    for k, (one, other, top) in enumerate(zip(first, last, share, strict=True)):
        wide = int(other - one)
        depth = np.arange(max(HIGH_MM[0], int(_SLIM[0] * wide)), min(HIGH_MM[1], int(_SLIM[1] * wide)))
        sides = np.minimum(legs[0][k, depth - 1], legs[1][k, depth - 1])
        depth, sides = depth[sides > _SEEN], sides[sides > _SEEN]
        if not len(depth):
            continue
        lower = edge((steps[one] + wide * parts)[None], depth[:, None].astype(np.float32), turn).mean(1)
        for d in np.flatnonzero((lower > _SEEN) & (lower >= np.roll(lower, 1)) & (lower >= np.roll(lower, -1))):
            x, y = at + (steps[one] + wide / 2) * right + depth[d] / 2 * down + flat.origin
            out.append(_Rectangle(x, y, wide, float(depth[d]), float(top + 2 * sides[d] + lower[d]) / 4))
    return out
