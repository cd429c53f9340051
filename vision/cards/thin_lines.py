"""The hue of a number's thin lines, which nowhere show their ink alone.

A line thinner than a cell is seen mixed with what lies beside it: the card's ground, and what fills the number, black
or white. Both are printed alike on all cards, so these mixtures lie on one line of colours; what lies *across* it is
the hue's ink. How much there is depends on how much ink a cell has, which the card that taught the number tells; in
which direction, on which ink it is, which the card that taught the hue tells. Summed over the cells of a line, it makes
no difference how blurred the line is. How colourful an ink is shows only where lines are thickest, and is known
roughly.
"""

import numpy as np

from vision.cards.face_grid import Face, blocks
from vision.cards.hue_cells import TaughtHues, at_edge, likest_of_each, nearness
from vision.photometry.colour_transfer import ColourTransfer

# Constants: errors, weights, the least ink and how far directions reach were tried on 200 cards of 16 decks of the
# learned and the chosen families that print their hue in a number's lines, by the mean logarithm of the true hue's
# chance; the others are chosen by hand.
_LETTERED, _OFTEN, _SOME = 0.5, 0.25, 0.08  # a digit's fine cell; of a coarse cell so many; so much of it ink on a card
_INKED = 0.1  # of the hue's ink in a fine cell: less is none
_GROUND, _QUANTILE = 500, 0.35  # fine cells: fewer free of digits are no ground, then those that differ least are
_DARK = 0.12  # of white: a ground no lighter tells no light
_LIGHT = (0.5, 2.0)  # of what the ground was: where it looks further off, it is no more this card's ground
_USABLE = 0.3  # of a coarse cell in sight
_NEAR = 1.2  # coarse cells over which the direction of an ink is averaged
_PUREST = 12  # fine cells
_OFF, _PART = 0.25, 0.2  # error of a coarse cell: of the most that any has, and of its own
_COLOURFUL = 0.2  # by how much one ink is more colourful than it seems, beside another
_FAINTEST = 0.2
_SAYS = 0.1  # of the most ink of a coarse cell: what has less says nothing
_CAP = 9.0  # squared deviations: more is something else lying there
_WEIGHT, _ODD = 1.2, 8.0  # of these costs as logarithms of chances; where even the likest costs so much, half of it


class ThinLines:
    """Tells the hue of cards of one deck by the lines of their numbers."""

    def __init__(self, taught: TaughtHues) -> None:
        self._hues, self._of_number, inner = taught.hues, taught.of_number, ~at_edge()
        digit = taught.lettered >= _LETTERED
        much = np.clip(taught.shares, 0, 1).mean(2).max(0)
        self._cells = np.flatnonzero((digit.mean(1) > _OFTEN) & (much > _SOME))
        self._near = nearness(_NEAR)[np.ix_(self._cells, self._cells)]
        self._inked = ((taught.shares > _INKED) & inner)[:, self._cells]
        free = ~digit & inner
        if free.sum() < _GROUND:
            free = (taught.lettered <= np.quantile(taught.lettered, _QUANTILE)) & inner
        self._free = free
        self._colours = ColourTransfer(taught.faces[:, self._cells].reshape(len(taught.faces), -1, 3), taught.inks)
        self._ground = ColourTransfer(np.median(taught.faces[:, free], 1)[:, None], taught.inks)

    def costs(self, face: Face, visible: np.ndarray, number: int, inks: np.ndarray) -> np.ndarray:
        """How unlikely each hue is (logarithms of chances) of a face that shows ``number`` (from 0); all 0 where its
        lines are not in sight. ``visible``: ROWS x COLUMNS; ``inks``: 12 x 3, how the mat's look now."""
        if not len(self._cells):
            return np.zeros(int(self._hues.max()) + 1)
        own = self._of_number[number]
        usable = (blocks(face.usable).min(-1) > 0) & (blocks(visible[..., None])[..., 0] > 0)
        ground = np.median(self._ground.now(inks)[:, 0], 0)
        seen = blocks(face.colour)
        light = self._light(seen, usable, ground)
        usable = usable[self._cells] & self._inked[own]
        taught = self._colours.now(inks).reshape(*self._inked.shape, 3) - ground
        taught = taught * self._inked[..., None]
        across = _across(taught.sum((0, 1, 2)))
        taught = taught @ across
        here = ((seen[self._cells] / light - ground) @ across * usable[..., None]).mean(1)
        much = np.linalg.norm((taught[own] * usable[..., None]).mean(1), axis=-1)
        much = much * (usable.sum(1) > _USABLE * self._inked[own].sum(1))
        expected = much[:, None] * self._directions(taught) * _colourful(taught, own)[:, None, None]
        return self._by_hue(_unlike(here, expected, much))

    def _light(self, seen: np.ndarray, usable: np.ndarray, ground: np.ndarray) -> np.ndarray:
        """What the ground that is seen of a card is of the ground that is expected, by channel."""
        of = seen[self._free & usable]
        if len(of) < _PUREST or np.median(ground) < _DARK:
            return np.ones(3)
        return np.clip(np.median(of, 0) / ground, *_LIGHT)

    def _directions(self, taught: np.ndarray) -> np.ndarray:
        """In which direction each sample's ink lies around each cell: K x cells x 2 of length one."""
        mean = taught.mean(2)
        strong = mean * np.linalg.norm(mean, axis=-1, keepdims=True)
        ink = np.einsum("ab,kbi->kai", self._near, strong)
        return ink / np.maximum(np.linalg.norm(ink, axis=-1, keepdims=True), 1e-9)

    def _by_hue(self, unlike: np.ndarray) -> np.ndarray:
        """Of how unlike each sample is (K), what the likest of each hue costs."""
        out = likest_of_each(self._hues, unlike)
        return _WEIGHT * (out - out.min()) / (1 + (out.min() / _ODD) ** 2)


def _across(shade: np.ndarray) -> np.ndarray:
    """Two directions across the line of ground and filling, 3 x 2. ``shade``: 3, how the numbers of all cards together
    differ from the ground: their hues make up for each other."""
    whole, _ = np.linalg.qr(np.stack([shade, [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], 1))
    return whole[:, 1:]


def _colourful(taught: np.ndarray, own: int) -> np.ndarray:
    """How colourful each sample's ink is beside that of the sample ``own``, by their purest cells: K."""
    strength = np.sort(np.linalg.norm(taught, axis=-1).reshape(len(taught), -1), 1)[:, -_PUREST:].mean(1)
    return strength / max(strength[own], 1e-6)


def _unlike(here: np.ndarray, expected: np.ndarray, much: np.ndarray) -> np.ndarray:
    """How unlike the expected ones (K x cells x 2) what is seen (cells x 2) is, in squared deviations: K. ``much``:
    cells, of ink."""
    most = much.max(initial=0)
    if not most:
        return np.zeros(len(expected))
    variance = (_OFF * most + _PART * np.linalg.norm(expected, axis=-1)) ** 2
    loose = _COLOURFUL**-2
    like, length = (expected * here).sum(-1) / variance, (expected**2).sum(-1) / variance
    gain = np.maximum((like.sum(1) + loose) / (length.sum(1) + loose), _FAINTEST)
    rest = ((here - gain[:, None, None] * expected) ** 2).sum(-1) / variance
    return np.minimum(rest, _CAP)[:, much > _SAYS * most].sum(1) + ((gain - 1) ** 2) * loose
