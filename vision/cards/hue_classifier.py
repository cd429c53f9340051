"""Which hue a card shows, once its number is known.

A card of hue H and number N is the card on which N was taught, with the ink of that card's hue exchanged for H's; so
the number itself tells the hue too. Compared are the cells in which taught cards of other hues differ (``hue_cells``).
How well colours carry from the lamp of the teaching to that of the picture is measured in every picture, by the mat:
each of its inks is foretold from the eleven others and compared with how it looks. By so much a card's ink may be off,
in all of its cells alike; neighbours that come nearer than that are asked about. Another camera, wear or gloss may put
it off by more; so the card is compared once more with inks that may be off by far more, which leaves neighbours in
doubt, and no far hue. Brightness and glare are free as in ``likelihood``; all are fitted together, robustly, and
integrated out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.cards.face_grid import Face, blocks, coarse
from vision.cards.hue_cells import CELL_ERROR, CELL_WEIGHT, TaughtHues, hue_cells, likest_of_each
from vision.cards.ink_errors import ExpectedErrors, InkError
from vision.cards.likelihood import SURFACE, beyond_glare, coarse_mask, precision_of, steepness
from vision.cards.thin_lines import LinesInLight, LinesSeen, ThinLines
from vision.photometry.colour_transfer import ColourTransfer
from vision.photometry.srgb import encoded

# Constants: set on the learned and the chosen families of invented decks, by how often stated hues were wrong and how
# often they were asked about; what is not said to be fitted is no more than that.
_ALIKE = 0.007  # on the encoded curve, how far a card's ink is off where colours carry well
_CARRIED = 0.25  # of the error with which the mat's inks carry: a card's ink has a nearer one among them
_LIGHT = 1 / np.array([0.35, 0.12, 0.12, 0.12]) ** 2  # brightness, glare and its slopes: one over their variances
_CELL_GLARE = 0.12
_CAP = 9.0  # squared deviations: more is something else lying there
_FEW, _MORE = 20.0, 4.0  # cells with the hue's ink: where there are fewer each counts more, at most so many times
_TAIL = 6.0  # degrees of freedom of an ink's error
_ROUNDS = 3
_ROBUST = 1.0  # squared deviations: more than this, and than is usual on the card, counts less
_FREEDOM, _OFF = 30.0, 1.0  # how chances fall with the cost; the former is the likeliest on these decks
_ODD = 9.0  # the same where even the likest hue costs so much: half of it
_BADLY = 0.025
"""Half of it, too, where the mat's own inks carry so badly to this light (on the encoded curve), and nothing was
learned yet of the ink: a neighbouring hue may agree as well as its own, as the cards' press is not the mat's. Of 3,589
cards sure of their hue on 180 decks of those families (seeds 600 to 739, at which nobody had looked before) 35 were so
of another one, nearly all of a neighbour. Now 15 of 3,427 are; with 0.02 13, and 76 more were asked about."""
_ROUGHLY, _FAR = 0.16, 0.6
"""On the encoded curve, how far a card's ink may be off in another camera's eyes; and how chances fall with the cost
that is left then: of six the likeliest on 624 cards of 55 chosen decks with colours disturbed as by three cameras."""
_USABLE = 0.8  # of a cell: of its fine cells so many must not clip
_USUAL = np.array([1, 0, 0, 0])
_OTHERS = np.array([np.delete(np.arange(12), k) for k in range(12)])


@dataclass(frozen=True, slots=True, eq=False)
class HuesInLight:
    """The hued samples (K) in one picture's light. ``inks``: 12 x 3, how the mat's inks look; ``carried``: K, how far
    off these are when they are foretold, on the encoded curve; ``picture``: which of its reader's that is; ``lines``:
    of numbers, None where they do not tell a hue."""

    inks: np.ndarray
    carried: np.ndarray
    picture: int
    lines: LinesInLight | None

    @property
    def error(self) -> np.ndarray:
        """How far off a card's ink may be, on the encoded curve (0 to 1): K."""
        return np.hypot(_ALIKE, _CARRIED * self.carried)


class HueClassifier:
    """Tells the hue of cards of one deck."""

    def __init__(self, taught: TaughtHues) -> None:
        self._hues, self._glare = taught.hues, taught.glare
        self._cells = hue_cells(taught)
        self._lines = ThinLines(taught) if any(cells.believed < 1 for cells in self._cells) else None
        lamps, self._lamp_of = np.unique(taught.inks, axis=0, return_inverse=True)
        self._foretold = [ColourTransfer(inks[:, None], inks[_OTHERS]) for inks in lamps]
        self.expect((), around=False)

    def expect(self, answers: Sequence[InkError], *, around: bool) -> None:
        """Inks look off as answers tell; ``around``: the hues are a circle."""
        self.expected = ExpectedErrors(answers, int(self._hues.max()) + 1, around=around)

    def now(self, inks: np.ndarray, picture: int = 0) -> HuesInLight:
        """The samples in the ``picture`` of this number, where the mat's inks look like ``inks`` (12 x 3).

        The error of the mat's own inks is that of foretelling each from the others, from the teaching to now.
        """
        off = [encoded(lamp.now(inks[_OTHERS])[:, 0]) - encoded(inks) for lamp in self._foretold]
        carried = np.sqrt((np.array(off) ** 2).mean((1, 2)))[self._lamp_of.ravel()]
        return HuesInLight(inks, carried, picture, None if self._lines is None else self._lines.now(inks))

    def unlike(self, face: Face, visible: np.ndarray, number: int, now: HuesInLight) -> "UnlikeHues":
        """How unlike each of the deck's hues a face is that shows ``number`` (from 0). ``visible``: ROWS x COLUMNS."""
        cells = self._cells[number]
        there = np.flatnonzero(coarse_mask(visible)[cells.places])
        places, weight = cells.places[there], cells.weight[there]
        colour, usable = (np.einsum("mf,mfc->cm", weight, blocks(part)[places]) for part in (face.colour, face.usable))
        light = coarse(face.light).reshape(-1, 3)[places].T
        exact = (steepness(colour * light) * light) ** 2 / (CELL_ERROR**2 + cells.varies[:, there])
        expected = cells.colours.now(now.inks)[:, there].swapaxes(1, 2)
        seen = Cells(
            places,
            np.broadcast_to(colour, expected.shape),
            expected,
            cells.share[:, there],
            exact * cells.usable[..., there],
            usable <= _USABLE,
            np.broadcast_to(cells.counts[there], (len(expected), len(there))),
            self._glare,
        )
        slope = _slope(seen, light)
        shifted, left = self.expected.off[self._hues] / slope, self.expected.left[self._hues]
        nearly, *_ = _unlike(seen, now.error[:, None] * left / slope, shifted)
        likest = nearly.argmin()
        carried = float(now.carried[likest] * min(np.sqrt((left[likest] ** 2).mean()), 1.0))
        roughly, off, known = _unlike(seen, _ROUGHLY / slope, shifted)
        within = np.sqrt(np.linalg.inv(known)[:, (4, 5, 6), (4, 5, 6)]) * slope
        lines = None
        if self._lines is not None and now.lines is not None and cells.believed < 1:
            lines = self._lines.seen(face, visible, number, now.lines, self.expected)
        nearly, roughly = (likest_of_each(self._hues, each) for each in (nearly, roughly))
        off = off * slope
        told = cells.believed, lines, carried
        return UnlikeHues(nearly, roughly, self._hues, off, within, now.error, *told, now.picture)


@dataclass(frozen=True, slots=True, eq=False)
class UnlikeHues:
    """How unlike each of a deck's hues a face is: ``nearly``, were its ink off by as little as the mat's inks say, and
    ``roughly``, were it off by far more, as through another camera. ``hues``: of the K samples with which it was
    compared; ``off``: K x 3, by how much its ink looks off what each foretells, on the encoded curve, ``within`` how
    much that is known (K x 3); ``usual``: K, by how much it usually is; ``believed``: of what all this says, beside the
    number's thin ``lines``, None where they are not in sight; ``carried``: how far off the mat's inks are where they
    are foretold (on the encoded curve), less where other cards told more of the likest hue's ink; ``picture``: which of
    its reader's shows it."""

    nearly: np.ndarray
    roughly: np.ndarray
    hues: np.ndarray
    off: np.ndarray
    within: np.ndarray
    usual: np.ndarray
    believed: float
    lines: LinesSeen | None
    carried: float
    picture: int = 0

    @property
    def likest(self) -> float:
        """How unlike the likest hue it is."""
        return float(self.nearly.min())

    @property
    def by_lines(self) -> np.ndarray | float:
        """How unlikely hues are by the number's thin lines (logarithms of chances)."""
        return 0.0 if self.lines is None else (1 - self.believed) * self.lines.costs

    @property
    def costs(self) -> np.ndarray:
        """How unlikely each hue is, logarithms of chances."""
        nearly = hue_costs(self.nearly, self.likest, self.carried)
        return self.believed * (nearly + _FAR * self.roughly) + self.by_lines

    def error_of(self, hue: int) -> InkError:
        """By how much its ink is off, were it of this hue: beside the sample of it that is least off."""
        of = np.flatnonzero(self.hues == hue)
        least = of[np.abs(self.off[of]).max(1).argmin()]
        (b, g, r), (b_within, g_within, r_within) = self.off[least].tolist(), self.within[least].tolist()
        error = InkError(hue, (b, g, r), (b_within, g_within, r_within), float(self.usual[least]), self.picture)
        if self.lines is None:
            return error
        turned = self.lines.turned[of]
        return replace(error, turned=float(turned[np.abs(turned).argmin()]), turned_within=self.lines.within)


def hue_costs(unlike: np.ndarray, likest: float, carried: float = 0.0) -> np.ndarray:
    """How unlikely hues are (logarithms of chances) that a face is nearly so unlike, where it is ``likest`` that of
    all; one that is nearly like none says little, and so does each in light to which inks are badly ``carried``."""
    return _FREEDOM * np.log(unlike + _OFF) / (1 + (likest / _ODD) ** 2 + (carried / _BADLY) ** 2)


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """The visible cells of a face, beside those of K cards it may be. ``places``: which cells; ``colour``,
    ``expected``: K x 3 x cells; ``share``: K x cells, of the hue's ink; ``exact``: K x 3 x cells, one over the
    variance of a linear error; ``clips``: 3 x cells, bool; ``weight``: K x cells; ``glare``: K."""

    places: np.ndarray
    colour: np.ndarray
    expected: np.ndarray
    share: np.ndarray
    exact: np.ndarray
    clips: np.ndarray
    weight: np.ndarray
    glare: np.ndarray


def _unlike(seen: Cells, off: np.ndarray, expected: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Costs (K) after the best brightness, glare and error of the ink; that error (K x 3); and how exactly all of these
    are known (K x 7 x 7, one over variances; the error is the last three). ``off``: K x 3, how far it usually is from
    what is ``expected``."""
    shape = seen.expected.shape
    prior = np.concatenate([np.broadcast_to(_LIGHT, (len(off), 4)), off**-2], 1)
    held = prior[:, :, None] * np.eye(7)
    if not shape[2]:
        return np.zeros(shape[0]), np.zeros((shape[0], 3)), held
    base = np.zeros((shape[0], 7, *shape[1:]), np.float32)
    base[:, 0] = seen.expected
    base[:, 1:4] = SURFACE[seen.places].T[:, None]
    for channel in range(3):
        base[:, 4 + channel, channel] = seen.share
    base = base.reshape(shape[0], 7, -1)
    target = seen.colour.reshape(shape[0], -1, 1)
    usually = np.concatenate([np.broadcast_to(_USUAL, (len(off), 4)), expected], 1)
    each = _cell_weight(seen)
    usual = (_CELL_GLARE + seen.glare)[:, None]
    rest = seen.expected - seen.colour
    trust = precision_of(rest, seen.exact, seen.clips)
    bad = beyond_glare(rest, trust, usual)
    for _ in range(_ROUNDS):
        robust = 2 * each * seen.weight / (1 + bad / (_ROBUST + 2 * _median(bad))) ** 2
        sample = trust * robust[:, None]
        weighted = base * sample.reshape(shape[0], 1, -1)
        right = (weighted @ target)[..., 0].astype(float)
        right += prior * usually
        known = weighted @ base.transpose(0, 2, 1) + held
        gain = np.linalg.solve(known, right[..., None])[..., 0]
        gain[:, 0] = np.maximum(gain[:, 0], 0.3)
        rest = (gain[:, None].astype(np.float32) @ base).reshape(shape) - seen.colour
        trust = precision_of(rest, seen.exact, seen.clips)
        bad = beyond_glare(rest, trust, usual)
    room = (gain - usually) ** 2 * prior
    ink = (_TAIL + 3) * np.log1p(room[:, 4:].sum(-1) / _TAIL)
    cost = each * (seen.weight * np.minimum(bad, _CAP)).sum(-1) + room[:, :4].sum(-1) + ink
    return cost, gain[:, 4:], known


def _cell_weight(seen: Cells) -> np.float32:
    """How much a cell counts, for all cards alike: one of few that show the ink, of a narrow bar, more than of many."""
    inked = float(_median((seen.weight * seen.share).sum(1)[None])[0, 0])
    return np.float32(CELL_WEIGHT * min(max(_FEW / max(inked, 1e-3), 1.0), _MORE))


def _median(values: np.ndarray) -> np.ndarray:
    """Of every row (K x M), K x 1: numpy's own takes longer than sorting so few."""
    ordered, last = np.sort(values, 1), values.shape[1] - 1
    return (ordered[:, last // 2, None] + ordered[:, (last + 1) // 2, None]) / 2


def _slope(seen: Cells, light: np.ndarray) -> np.ndarray:
    """Of the encoded curve where the hue's ink is seen, K x 3. ``light``: 3 x cells."""
    weight = seen.weight * seen.share
    total = np.maximum(weight.sum(1, keepdims=True), 1e-6)
    ink, there = (np.maximum(seen.expected, 0) @ weight[..., None])[..., 0] / total, weight @ light.T / total
    return np.maximum(steepness(ink * there) * there, 1e-3)
