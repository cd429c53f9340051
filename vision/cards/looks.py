"""What a deck's cards have in common, and where they differ: which cells carry the number, in which inks.

A number is told by its shape, not by its colour. Every taught card is taken apart into its hue, white and dark; so a
card of hue H and number N can be foretold (``hue``) although that card itself was never seen.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards.deck import Carrier, TaughtDeck, direction
from vision.cards.face import BLOCK, COLUMNS, ROWS, blocks, coarse
from vision.cards.hue import HueJudge, HuesNow, Taught
from vision.cards.shape import Shapes

_VARIES = 0.12  # spread of the make-up over the cards beyond which a cell carries a number
_RIM, _SPECK, _LETTERS = 2, 4, 20  # cells: the card's edge, what is too small to be lettering, what is enough of it
_GLARE = 0.12  # a card whose dark ink looks lighter by so much lay in glare
_STEEP = 0.1  # a cell; steeper, and a small error of the place would matter
_FAINT = 0.06  # what a pure ink leaves of its weakest channel
_LETTERED = 0.5  # of a coarse cell's prints that differ between numbers: it says little of a hue
_TWINS = 0.035


@dataclass(frozen=True, slots=True, eq=False)
class Now:
    """The deck in one picture's light. ``wide``: K x coarse cells x 3, where they are even; ``hues``: for telling hues
    once the number is known."""

    wide: np.ndarray
    hues: HuesNow


class Looks:
    """A taught deck, taken apart."""

    def __init__(self, deck: TaughtDeck) -> None:
        self.deck = deck
        samples = deck.samples
        self.cards = [sample.card for sample in samples]
        faces = np.array([sample.face for sample in samples])
        inks = np.array([sample.inks for sample in samples])
        numbers = [card.number if card is not None else 0 for card in self.cards]
        self.of_number = [numbers.index(number) for number in range(1, 13)]
        self.hues = [int(c.hue) if c is not None and c.hue is not None else None for c in self.cards]
        # What a face is an example of: numbered cards of their hue, others of themselves.
        self.kinds = np.array([12 + k if hue is None else hue for k, hue in enumerate(self.hues)])
        ends = np.array([_inks_of(faces[k]) for k in range(len(samples))])
        makeup = np.array([_makeup(faces[k], ends[k]) for k in range(len(samples))])
        dark = ends[:, 2].mean(1)
        self.glare = np.maximum(dark - np.median(dark[self.of_number]), 0)  # over dark ink, as taught; K
        for k in np.flatnonzero(self.glare > _GLARE):
            faces[k] = _without_glare(faces[k], makeup[k])
            ends[k] = _inks_of(faces[k])
            self.glare[k] /= 2
        edges = np.array([sample.edges for sample in samples])
        glare = dark[self.of_number]
        clear = np.argsort(glare, kind="stable")[: max(8, int((glare < np.median(glare) + _GLARE).sum()))]
        carries_number = _number_cells(makeup[np.array(self.of_number)[clear]])
        self.numbers, self.prints = Shapes(edges[self.of_number], carries_number), Shapes(edges)
        self.even = blocks(np.array([_even(face) for face in faces])[..., None])[..., 0]  # K x coarse x fine cells
        self.even_by_cell = np.ascontiguousarray(self.even.transpose(1, 0, 2), np.float32)  # coarse x K x fine cells
        self._wide = Carrier(faces.reshape(len(faces), -1, 3), inks).averaged(_spread_out(self.even))
        lettered = coarse(self.numbers.varies[..., None])[..., 0]
        self.plain = (lettered < _LETTERED).astype(np.float32)  # coarse cells that show a hue alone
        self.weight = self._weights()
        clear = coarse(np.array([sample.usable for sample in samples], np.float32)).reshape(len(samples), -1, 3)
        self.usable = (clear > 0.8).astype(np.float32)  # K x coarse cells x 3: channels that did not clip
        self.hued = np.flatnonzero(self.kinds < 12)
        of = (faces, makeup, inks, self.even, self.usable, self.glare, self.kinds)
        own = np.searchsorted(self.hued, self.of_number)
        self.judge = HueJudge(Taught(*(part[self.hued] for part in of), own, self.plain.ravel() > 0))

    def now(self, inks: np.ndarray) -> Now:
        """The deck where the mat's inks look like ``inks`` (12 x 3)."""
        wide = self._wide.now(inks)
        return Now(wide, self.judge.now(wide[self.hued], inks))

    def _weights(self) -> np.ndarray:
        """How much each coarse cell says (K x cells): less in a numbered card's number, and where nothing is even."""
        weight = self.even.sum(-1)
        weight[self.kinds < 12] *= np.maximum(self.plain.ravel(), 0.08)
        return weight.astype(np.float32)

    def twins(self) -> tuple[int, int] | None:
        """Two taught cards that cannot be told apart, by their places among the samples."""
        wide = coarse(np.array([sample.face for sample in self.deck.samples]))
        fine = np.array([cv2.GaussianBlur(s.face, (0, 0), 1.0) for s in self.deck.samples])
        for one in range(len(wide)):
            for other in range(one):
                alike = np.abs(wide[one] - wide[other]).max(-1).max()
                if alike < 3 * _TWINS and np.percentile(np.abs(fine[one] - fine[other]).max(-1), 99.5) < 4 * _TWINS:
                    return other, one
        return None


def _inks_of(face: np.ndarray) -> np.ndarray:
    """The colours a card is printed with, 4 x 3: its hue, white, dark, a second hue. Glare lifts them all."""
    inner = face[2:-2, 2:-2].reshape(-1, 3)
    bright, low = inner.max(1), inner.min(1)
    pure = (bright - low) / np.maximum(bright, 0.15)
    strong = inner[pure >= min(0.5, 0.6 * float(np.quantile(pure, 0.99)))]
    hue, second = _two_colours(strong)
    neutral = inner[pure < 0.35]
    if len(neutral) < 12:
        return np.array([hue, [0.9] * 3, [0.04] * 3, second])
    shade = neutral.mean(1)
    white = np.median(neutral[shade >= np.quantile(shade, 0.9)], 0)
    dark = np.median(neutral[shade <= np.quantile(shade, 0.03)], 0)
    if white.mean() < 0.45:
        white = np.array([0.9] * 3)
    if dark.mean() > 0.7 * white.mean():
        dark = np.array([0.05] * 3)
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


def _spread_out(even: np.ndarray) -> np.ndarray:
    """Weights by coarse cell (K x coarse cells x fine cells there) as weights of all fine cells (K x coarse x all)."""
    order = blocks(np.arange(ROWS * COLUMNS).reshape(ROWS, COLUMNS, 1))[..., 0]  # coarse x fine
    out = np.zeros((*even.shape[:2], ROWS * COLUMNS), np.float32)
    out[:, np.arange(len(order))[:, None], order] = even
    return out


def _even(face: np.ndarray) -> np.ndarray:
    """Where a face is of one colour, so that a small error of its place does not matter; sums to 1 in each block."""
    shown = np.sqrt(np.maximum(face, 0))
    steep = np.hypot(*np.gradient(shown, axis=(0, 1))).max(-1)
    weight = 1 / (1 + (steep / _STEEP) ** 4)
    weight[0], weight[-1], weight[:, 0], weight[:, -1] = 0, 0, 0, 0
    total = cv2.resize(weight, (COLUMNS // BLOCK, ROWS // BLOCK), interpolation=cv2.INTER_AREA) * BLOCK**2
    return weight / np.maximum(np.kron(total, np.ones((BLOCK, BLOCK))), 1e-3)


def _without_glare(face: np.ndarray, makeup: np.ndarray) -> np.ndarray:
    """A taught face whose coloured print lay in glare: what all channels of a pure ink have in common is taken off."""
    extra = np.maximum(face.min(-1, keepdims=True) - _FAINT, 0)
    pure = np.clip(2 * makeup[..., :1] - 0.6, 0, 1)
    return face - pure * extra


def _makeup(face: np.ndarray, inks: np.ndarray) -> np.ndarray:
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


def _number_cells(makeup: np.ndarray) -> np.ndarray:
    """Where the twelve cards differ as numbers do (ROWS x COLUMNS bool).

    What changes between white and dark, or is left out of a ground of the hue, is lettering. What is painted in the
    hue on a neutral ground may be an emblem of the hue, and counts only where there is no lettering.
    """
    spread = makeup.std(0)
    usual = np.median(makeup, 0)
    varies = (spread.max(-1) > _VARIES).astype(np.uint8)
    varies[:_RIM], varies[-_RIM:], varies[:, :_RIM], varies[:, -_RIM:] = 0, 0, 0, 0
    varies = cv2.morphologyEx(varies, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))  # lines: frames a little apart
    wide = cv2.dilate(varies, np.ones((3, 3), np.uint8))
    count, parts = cv2.connectedComponents(wide)
    emblems, lettering = np.zeros(varies.shape, bool), np.zeros(varies.shape, bool)
    for k in range(1, count):
        there = parts == k
        here = there & (varies > 0)
        if here.sum() < _SPECK:
            continue
        hue, white, dark = np.quantile(spread[here], 0.8, axis=0)
        painted = usual[there][:, 0].mean() < 0.5 and hue > max(white, dark)
        (emblems if painted else lettering)[there] = True
    return lettering if lettering.sum() >= _LETTERS else lettering | emblems
