"""Cards taken apart: the inks they are printed with, how much of each is where, and what of it is number or emblem."""

from itertools import compress

import cv2
import numpy as np

from vision.photometry.colour_transfer import direction

# Constants: chosen by hand on 40 invented decks and the rendered ones; where the values of those decks are known they
# are said.
_LIGHTEST, _DARKEST = 0.45, 0.7  # darker is no white; lighter, as a part of white, no dark
_USUAL_WHITE, _USUAL_DARK = 0.9, 0.05
_FAINT = 0.06  # what a pure ink leaves of its weakest channel
_VARIES = 0.12  # spread of the make-up over the cards beyond which a cell carries a number
_RIM, _SPECK, _EMBLEM = 2, 4, 40  # cells: the card's edge, what is too small to be lettering, the least of an emblem
_SIGN, _SIGNS = 10, 6  # cells: the least of a sign; so many are looked at
_ALIKE, _APART = 0.1, 0.6
"""Spread of the strongest colours of cards that are the same one (of 85 invented decks 6 have 0.08 at most, where these
are the ground's, all others 0.2 and more); and of how unlike the others a card is at most, what its hue's ink is."""
_MOSTLY = 0.6
_MORE = 1.2  # of two spreads: the greater one
_AS_MUCH = 0.8  # of the greatest spread: the hue takes part in what comes and goes
_AGAIN = 0.65  # correlation: of indices 0.68 to 1, of wheels and names 0.5 at most (40 invented decks)


def inks_of(faces: np.ndarray, numbered: np.ndarray) -> np.ndarray:
    """The colours cards are printed with, K x 4 x 3: the hue, white, dark, a second hue. Glare lifts them all.

    Numbered cards (K, bool) are printed alike: what most of them lack none of them has.
    """
    ends = np.array([_seen_inks(face) for face in faces])
    if _all_alike(ends[numbered, 0]):
        ends[numbered, 0], ends[numbered, 3] = _inks_that_differ(faces[numbered])
    shade = ends.mean(-1)
    no_white = ~(shade[:, 1] >= _LIGHTEST)
    no_white[numbered] = _most(no_white[numbered])
    ends[no_white | np.isnan(shade[:, 1]), 1] = _USUAL_WHITE
    no_dark = ~(shade[:, 2] <= _DARKEST * ends[:, 1].mean(-1))
    no_dark[numbered] = _most(no_dark[numbered])
    ends[no_dark | np.isnan(shade[:, 2]), 2] = _USUAL_DARK
    return ends


def _all_alike(hues: np.ndarray) -> bool:
    """Whether the strongest colour of all cards (K x 3) is the same: their paper's, or that of a ground they share."""
    pure = direction(hues)
    return len(pure) > 1 and bool(np.linalg.norm(pure - pure.mean(0), axis=-1).mean() < _ALIKE)


def _inks_that_differ(faces: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The commonest two colours (K x 3 each) of what is unlike most of the cards there."""
    pure = direction(faces)[:, 2:-2, 2:-2]
    off = np.linalg.norm(pure - np.median(pure, 0), axis=-1) * np.sqrt(np.maximum(faces[:, 2:-2, 2:-2].max(-1), 0))
    inner = faces[:, 2:-2, 2:-2]
    least = _APART * np.sort(off.reshape(len(off), -1), 1)[:, -_SIGN:].mean(1)
    found = [_two_colours(face[apart >= much]) for face, apart, much in zip(inner, off, least, strict=True)]
    return np.array([one for one, _ in found]), np.array([other for _, other in found])


def _most(cards: np.ndarray) -> bool:
    """Whether it is so of most cards (bool), if there are any."""
    return bool(cards.sum() * 2 > len(cards))


def two_hues(face: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The commonest of a face's strong colours, and the commonest of those unlike it (itself when none is).

    ``face``: ROWS x COLUMNS x 3 or a part of it, linear BGR, parts of white; 3 each.
    """
    inner, pure = _purity(face)
    return _two_colours(inner[pure >= min(0.5, 0.6 * float(np.quantile(pure, 0.99)))])


def _purity(face: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A face's cells (N x 3) without its edge, and how far each is from gray (N, 0 to 1)."""
    inner = face[2:-2, 2:-2].reshape(-1, 3)
    bright, low = inner.max(1), inner.min(1)
    return inner, (bright - low) / np.maximum(bright, 0.15)


def _seen_inks(face: np.ndarray) -> np.ndarray:
    """The same of one card; no numbers for white and dark where it has nothing neutral."""
    (inner, pure), (hue, second) = _purity(face), two_hues(face)
    neutral = inner[pure < 0.35]
    if len(neutral) < 12:
        return np.array([hue, [np.nan] * 3, [np.nan] * 3, second])
    shade = neutral.mean(1)
    white = np.median(neutral[shade >= np.quantile(shade, 0.9)], 0)
    dark = np.median(neutral[shade <= np.quantile(shade, 0.03)], 0)
    return np.array([hue, white, dark, second])


def _two_colours(colours: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The commonest colour of a coloured part, and the commonest of what is unlike it (itself when nothing is)."""
    pure = direction(colours)
    centres = pure[[0, ((pure - pure[0]) ** 2).sum(1).argmax()]]
    for _ in range(6):
        second = ((pure - centres[1]) ** 2).sum(1) < ((pure - centres[0]) ** 2).sum(1)
        if second.all() or not second.any():
            break
        centres = np.array([np.median(pure[~second], 0), np.median(pure[second], 0)])
    if not 0.05 < second.mean() < 0.95 or ((centres[0] - centres[1]) ** 2).sum() < 0.15**2:
        middle = np.median(colours, 0)
        return middle, middle
    first, other = np.median(colours[~second], 0), np.median(colours[second], 0)
    return (first, other) if second.mean() <= 0.5 else (other, first)


def without_glare(face: np.ndarray, ink_shares: np.ndarray) -> np.ndarray:
    """A taught face (ROWS x COLUMNS x 3, linear BGR) whose coloured print lay in glare: what all channels of a pure ink
    have in common is taken off. ``ink_shares``: as ``unmix`` gives them."""
    extra = np.maximum(face.min(-1, keepdims=True) - _FAINT, 0)
    pure = np.clip(2 * ink_shares[..., :1] - 0.6, 0, 1)
    return face - pure * extra


def unmix(face: np.ndarray, inks: np.ndarray) -> np.ndarray:
    """Parts of hue (both), white and dark in every cell: ROWS x COLUMNS x 3, not negative, together 1."""
    tie = 0.6  # how strictly the parts add up to one
    matrix = np.vstack([inks.T, np.full((1, 4), tie)])
    target = np.concatenate([face.reshape(-1, 3), np.full((face.shape[0] * face.shape[1], 1), tie)], 1)
    best = np.full(len(target), np.inf)
    parts = np.zeros((len(target), 4))
    for chosen in ([0, 1, 2], [0, 1], [0, 2], [1, 2], [0], [1], [2], [1, 2, 3], [1, 3], [2, 3], [3]):
        found = target @ np.linalg.pinv(matrix[:, chosen]).T
        off = ((found @ matrix[:, chosen].T - target) ** 2).sum(1)
        off[(found < -1e-6).any(1)] = np.inf
        better = off < best - 1e-9
        best[better] = off[better]
        parts[better] = 0
        parts[np.ix_(better, chosen)] = found[better]
    parts /= np.maximum(parts.sum(1, keepdims=True), 1e-6)
    parts[:, 0] += parts[:, 3]
    return parts[:, :3].reshape(*face.shape[:2], 3)


def number_and_signs(ink_shares: np.ndarray) -> tuple[np.ndarray, list[np.ndarray]]:
    """Where the twelve cards (12 x ROWS x COLUMNS x 3) differ as numbers do, and where by other signs: cells, bool.

    The largest part in which they differ in one way is the number, with what repeats it (an index). Where the hue comes
    and goes on a neutral ground is a part of its own (a wheel below the digits); signs in corners opposite each other
    are one.
    """
    spread = ink_shares.std(0)
    varies = spread.max(-1) > _VARIES
    varies[:_RIM], varies[-_RIM:], varies[:, :_RIM], varies[:, -_RIM:] = False, False, False, False
    varies = opened(varies)  # lines: frames a little apart
    hue, white, dark = np.moveaxis(cv2.blur(spread, (3, 3)), -1, 0)
    painted = varies & (hue > _MORE * np.minimum(white, dark)) & (hue > _AS_MUCH * np.maximum(white, dark))
    on_white, on_dark = painted & (white > _MORE * dark), painted & (dark > _MORE * white)
    hued = np.median(ink_shares, 0)[..., 0] > 0.5
    ways = (on_white, on_dark, painted & ~on_white & ~on_dark)
    drawn = [part for way in ways for part in _parts(way, _EMBLEM) if _is_neutral(hued[_around(part) & ~varies])]
    others = varies & ~_together(drawn, varies.shape)
    number = max([*drawn, *_parts(others, _SPECK)], key=np.sum, default=others)
    emblem = _together([part for part in drawn if part is not number], varies.shape)
    emblem = _together([part for part in _parts(painted & ~number, _SPECK) if (part & emblem).any()], varies.shape)
    rest = varies & ~number & ~emblem
    small = _together([part for part in _parts(rest, 1) if part.sum() < _SIGN], varies.shape)
    signs = _opposite([*_parts(emblem, _SIGN), *_parts(rest & ~small, _SIGN)])
    near = cv2.dilate(number.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    signs = sorted(signs, key=np.sum, reverse=True)[:_SIGNS]
    again = [_same_order(ink_shares, sign, number) for sign in signs]
    number = _together([number, small & near, *compress(signs, again)], varies.shape)
    return number, list(compress(signs, np.logical_not(again)))


def parts_of(number: np.ndarray) -> list[np.ndarray]:
    """The number's cells (bool) by digits that stand together: the large ones, and those in corners; largest first."""
    count, parts = cv2.connectedComponents(cv2.dilate(number.astype(np.uint8), np.ones((5, 5), np.uint8)))
    found = sorted(((parts == k) & number for k in range(1, count)), key=np.sum, reverse=True)
    return [part for part in found if part.sum() >= _SPECK]


def _same_order(ink_shares: np.ndarray, sign: np.ndarray, number: np.ndarray) -> bool:
    """Whether a sign tells the same cards apart as the number does (Mantel 1967): where numbers look alike, so do their
    indices, but not wheels."""
    pairs = np.triu_indices(len(ink_shares), 1)
    apart = [
        ((ink_shares[:, None, part] - ink_shares[None, :, part]) ** 2).sum((-1, -2))[pairs] for part in (sign, number)
    ]
    return bool(np.prod(np.ptp(apart, 1)) > 0 and np.corrcoef(apart)[0, 1] > _AGAIN)


def _opposite(parts: list[np.ndarray]) -> list[np.ndarray]:
    """Parts, those together that lie as mirrored or turned half a circle: the same sign in other corners."""
    out: list[np.ndarray] = []
    for part in parts:
        ways = (part[::-1, ::-1], part[::-1], part[:, ::-1])
        same = [k for k, one in enumerate(out) if any(_alike(way, one) for way in ways)]
        joined = _together([part, *(out[k] for k in same)], part.shape)
        out = [one for k, one in enumerate(out) if k not in same] + [joined]
    return out


def _alike(part: np.ndarray, other: np.ndarray) -> bool:
    """Whether a part lies mostly within another (that may have several), give or take a cell."""
    wide = cv2.dilate(other.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    return bool((part & wide).sum() > _MOSTLY * part.sum()) and bool(other.sum() < 4 * part.sum())


def opened(cells: np.ndarray) -> np.ndarray:
    """Cells (bool) without what is only one cell wide."""
    two = np.ones((2, 2), np.uint8)
    return cv2.dilate(cv2.erode(cells.astype(np.uint8), two), two, anchor=(0, 0)) > 0


def _parts(cells: np.ndarray, least: int) -> list[np.ndarray]:
    """The parts of at least so many cells, gaps of one cell allowed."""
    count, parts = cv2.connectedComponents(cv2.dilate(cells.astype(np.uint8), np.ones((2, 2), np.uint8)))
    found = [(parts == k) & cells for k in range(1, count)]
    return [part for part in found if part.sum() >= least]


def _together(parts: list[np.ndarray], shape: tuple[int, ...]) -> np.ndarray:
    return np.any([np.zeros(shape, bool), *parts], 0)


def _is_neutral(hued: np.ndarray) -> bool:
    """Whether less than half of some cells shows a hue's ink; not of none."""
    return bool(hued.size and hued.mean() < 0.5)


def _around(part: np.ndarray) -> np.ndarray:
    """The cells within four of a part's."""
    return cv2.dilate(part.astype(np.uint8), np.ones((9, 9), np.uint8)) > 0
