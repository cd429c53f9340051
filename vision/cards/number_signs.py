"""Which number a card shows: by its signs: each is compared with the taught ones of its place, as vectors, and by how
its lines run (``number_shapes``).

A sign that is seen well lies very near the taught one of its number, and no other lies so near. So the nearer, the more
it says; one that is near none says nothing.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.cards.face_grid import CLOSE_UP, COLUMNS, ROWS
from vision.cards.number_places import number_places, shapes_differ
from vision.cards.number_shapes import NumberShapes
from vision.cards.sign_embedding import LENGTH, SignEmbedder

# Constants: chosen by how many of 707 cards of the learned and chosen families of invented decks were sure of their
# number (667 instead of 643 with those before), two of them of a wrong one before and after.
_SAYS, _NEAR = 13.0, 5.0
"""Logarithm of a chance that a sign says which is the taught one; and how fast that falls with its likeness. The former
was 10 before: of 2,344 cards of chosen decks 2,139 are sure of their number instead of 2,102, none of a wrong one; of
2,814 of learned decks 2,390 instead of 2,348, and 12 of a wrong one as before (half of those decks have other grounds
on every card: below)."""
_EDGES, _EDGES_ALONE = 0.4, 1.0
"""Of what the edges of the print say: their cells are not independent of each other. The latter where no sign is seen
whole (110 such cards: 59 sure instead of 55, one of a wrong number before, none after)."""
_UNLIKE = 0.04  # so unlike all that was taught the print is of which half as much is believed
_SMALL = 100
"""Cells: where no number of a deck is larger, how its lines run counts, too. A symbol of the hue beside a number, as on
our own deck for those who see no hues, goes with the number that was taught in it, and lines would tell that one."""
_SIGNS = 0.7
"""Of what signs and edges say, beside how lines run: all saw the same picture. Chosen, with how much those say, by the
mean logarithm of the chance of the right number of 407 cards of the chosen families."""
_MOST = 12.0  # that edges say, for they may be those of another picture
_ROOM = 0.1  # of a place's size, around it; chosen on the chosen families
_AGAIN = 0.27
"""Correlation with the surest place's. Chosen on 84 decks of the chosen families: of 148 other places with a number in
the middle 143 have more, of 21 without 18 less, and from 0.23 to 0.27 these are the same; the most, as on drawn cards
that each have a picture of their own a place without a number had 0.254."""
_ABOUT, _MOSTLY = np.ones((5, 5), np.uint8), 0.5  # cells about a number's; of a sign's: it belongs to the number
_AS_LARGE = 0.5  # of a number's cells: a sign that may be taken for it
_NEARLY = 0.3
"""Of how much numbers differ. Of 33 signs found on 84 decks of the chosen families, which have none but their
numbers, 16 have less; the wheels and marks of decks that have some have 0.36 and more."""
_PIXELS = CLOSE_UP[0] // ROWS  # a cell
_FAR, _RIM = np.ones((9, 9), np.uint8), 6  # cells about numbers, and at a card's sides: these are not its ground
_OTHER_PICTURES = 0.38
"""Of how much numbers differ. Of 104 decks of the learned and the chosen families all but one of those 12 that have
another pattern or photograph on every card have 0.42 and more, all others 0.35 at most."""
_OTHER_GROUNDS = 0.25
"""The same: edges say nothing of the number where grounds differ so, as one ground or another will look like this one.
From 0.2 to 0.3 the mean logarithm of the right number's chance is no worse without them; above, on the whole, it is
better, and of 2,390 cards of chosen and learned decks one is sure of a wrong number, with them eleven."""


class NumberSigns:
    """The signs of a deck's numbers."""

    def __init__(self, close_ups: Sequence[np.ndarray], for_numbers: np.ndarray) -> None:
        """``close_ups``: of the cards that taught each number (N of them; ``Face.close_up``). ``for_numbers``: how much
        they differ in what looks like numbers (``FaceNetwork.differs``)."""
        self._embedder = SignEmbedder()
        self._differ = shapes_differ(close_ups)
        self.places = number_places(self._differ, for_numbers)
        self._boxes = [_box(place) for place in self.places]
        shown = [one[box] for box in self._boxes for one in close_ups]
        self._taught = self._embedder.embed(shown).reshape(len(self._boxes), len(close_ups), LENGTH)
        again = [k for k, taught in enumerate(self._taught) if k == 0 or _same_order(taught, self._taught[0])]
        self.places, self._boxes = ([each[k] for k in again] for each in (self.places, self._boxes))
        self._taught = self._taught[again]
        self._ground = self._ground_differs()
        self.small = bool(self.places) and max(place.sum() for place in self.places) <= _SMALL
        self._shapes = NumberShapes(close_ups, self.places, self._boxes) if self.small else None

    def costs(self, close_up: np.ndarray, visible: np.ndarray, by_edges: np.ndarray, unlike: float) -> np.ndarray:
        """How unlikely each number is this way up (N, natural logarithms of chances, 0 where no sign is like a taught
        one): whichever way up more signs are like taught ones is likelier. ``visible``: ROWS x COLUMNS, 1 in sight;
        ``by_edges``: the same by the edges of the print, which is so ``unlike`` the likest taught one."""
        seen = [k for k, place in enumerate(self.places) if visible[place].all()]
        vectors = self._embedder.embed([close_up[self._boxes[k]] for k in seen])
        likeness = np.einsum("pnv,pv->pn", self._taught[seen], vectors)
        believed = (_EDGES if seen else _EDGES_ALONE) / (1 + (unlike / _UNLIKE) ** 2)
        believed *= self._ground < _OTHER_GROUNDS
        edges = np.minimum(believed * (by_edges - by_edges.min()), _MOST)
        signs = edges - _SAYS * np.exp(_NEAR * (likeness - 1)).sum(0)
        return signs if self._shapes is None else _SIGNS * signs + self._shapes.costs(close_up, visible)

    @property
    def cells(self) -> np.ndarray:
        """In which cells numbers stand, ROWS x COLUMNS bool."""
        return np.any([np.zeros((ROWS, COLUMNS), bool), *self.places], 0)

    @property
    def grounds_differ(self) -> bool:
        """Whether what lies around the numbers differs from card to card nearly as they do: a picture of its own on
        each."""
        return self._ground > _OTHER_PICTURES

    def _ground_differs(self) -> float:
        """How much what lies around the numbers differs from card to card, beside how much they do themselves; without
        limit where there are none."""
        if not self.places:
            return np.inf
        numbers = self.cells
        ground = cv2.dilate(numbers.astype(np.uint8), _FAR) == 0
        ground[:_RIM], ground[-_RIM:], ground[:, :_RIM], ground[:, -_RIM:] = False, False, False, False
        usual = np.median(self._differ[ground]) if ground.any() else 0.0
        return float(usual / self._differ[numbers].mean())

    def hold(self, sign: np.ndarray) -> bool:
        """Whether most of a sign's cells belong to numbers."""
        return bool(cv2.dilate(self.cells.astype(np.uint8), _ABOUT)[sign].mean() > _MOSTLY)

    def differ_nearly_as_much(self, sign: np.ndarray) -> bool:
        """Whether cards differ in the shape of a sign (its cells): an edge of a print that lies a little aside on some
        of them has one shape on all."""
        numbers = [self._differ[place].mean() for place in self.places]
        return not numbers or bool(self._differ[sign].mean() > _NEARLY * np.mean(numbers))

    def may_be_taken_for_one(self, sign: np.ndarray) -> bool:
        """Whether so much of a sign (its cells) is looked at for a number that it may be taken for it."""
        fine = sign.repeat(_PIXELS, 0).repeat(_PIXELS, 1)
        seen = (fine[box].sum() / _PIXELS**2 / place.sum() for place, box in zip(self.places, self._boxes, strict=True))
        return any(share > _AS_LARGE for share in seen)


def _same_order(signs: np.ndarray, others: np.ndarray) -> bool:
    """Whether signs (N x LENGTH) are alike where others are (Mantel 1967): a number's in a corner and its large ones
    are, but not the name of a card's hue."""
    pairs = np.triu_indices(len(signs), 1)
    alike = [(each @ each.T)[pairs] for each in (signs, others)]
    return bool(np.prod(np.ptp(alike, 1)) > 0 and np.corrcoef(alike)[0, 1] > _AGAIN)


def _box(place: np.ndarray) -> tuple[slice, slice]:
    """The square around a place, with some room, as far as it lies on the card; in pixels of a close-up."""
    ends = [(int(at[0]), int(at[-1]) + 1) for at in (np.flatnonzero(place.any(way)) for way in (1, 0))]
    half = max(end - begin for begin, end in ends) / 2 * (1 + _ROOM)
    middles = [(begin + end) / 2 for begin, end in ends]
    rows, columns = (
        slice(max(int((middle - half) * _PIXELS), 0), min(int((middle + half) * _PIXELS), size))
        for middle, size in zip(middles, CLOSE_UP, strict=True)
    )
    return rows, columns
