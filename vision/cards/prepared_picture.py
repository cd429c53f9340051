"""A picture as its cards are read in it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from vision.cards.deck_statistics import DeckStatistics, LitDeck
from vision.cards.edge_map import EdgeMap
from vision.cards.face_grid import COLUMNS, ROWS, Face, cells, cut_faces
from vision.cards.hypothesis import CardHypothesis, Explained
from vision.cards.likelihood import CoarseFace
from vision.cards.place import CardPlace
from vision.cards.plain_ends import ends
from vision.cards.print_alignment import PrintAlignment
from vision.cards.print_around import may_hide
from vision.cards.readings import CardInSight
from vision.cards.repeating import goes_on
from vision.cards.segmenter import CELL_MM
from vision.cards.spots import NO_SPOTS
from vision.cards.table_plane import MatPlane
from vision.cards.unread import unread_parts
from vision.cards.visible_cells import Sides
from vision.geometry.mat import Mat
from vision.photometry.illumination import Illumination

_HALF = 0.5  # of a card; chosen by hand
_EVERY = 3
_SOME = cells(ROWS, COLUMNS)[1::_EVERY, 1::_EVERY]
"""Some of a card's cells, as parts of its size from its top left."""


@dataclass(frozen=True, slots=True, eq=False)
class PreparedPicture:
    """A picture as it is read: softened, as a flat table, with its light, and what the deck looks like in it.

    ``spots``: where the mat asks for single cards, their middles, N x 2 mm. ``faces``: those looked at so far;
    ``explained`` and ``classified``: what came of it; ``printed``: where about places cards lie by their print;
    ``left``: what cards leave (``left_by``). For the same is looked at again as others are tried beside it.
    """

    soft: np.ndarray
    flat: EdgeMap
    plane: MatPlane
    mat: Mat
    light: Illumination | None
    now: LitDeck
    spots: np.ndarray = field(default_factory=lambda: NO_SPOTS)
    faces: dict[CardPlace, tuple[tuple[CoarseFace, ...], Face]] = field(default_factory=dict)
    explained: dict[tuple[CardPlace, bytes], Explained] = field(default_factory=dict)
    classified: dict[tuple[CardPlace, bytes, Sides], tuple[CardInSight | None, float]] = field(default_factory=dict)
    printed: dict[tuple[CardPlace, tuple[CardPlace, ...]], CardPlace | None] = field(default_factory=dict)
    left: dict[tuple[bool, tuple[CardPlace, ...]], list[np.ndarray]] = field(default_factory=dict)

    def place_by_print(self, place: CardPlace, above: Sequence[CardPlace], prints: PrintAlignment) -> CardPlace | None:
        """Where about a place a card lies by its print, below those ``above`` (``PrintAlignment.place_of``)."""
        near = tuple(one for one in above if may_hide(one, place))
        if (place, near) not in self.printed:
            self.printed[place, near] = prints.place_of(self.soft, self.plane, place, near)
        return self.printed[place, near]

    def left_by(self, cards: Sequence[CardPlace], surely: bool) -> list[np.ndarray]:
        """What these cards leave of the cells that ``surely`` show some, or that likely do (``unread_parts``)."""
        known = surely, tuple(cards)
        if known not in self.left:
            seen = self.flat.cards_seen.surely if surely else self._likely()
            self.left[known] = unread_parts(seen, self.plane.area[:2], cards)
        return self.left[known]

    def passed_over_by(self, cards: Sequence[CardPlace]) -> list[np.ndarray]:
        """What these cards leave of things on the mat in which the network hardly sees a card, as large as half a card
        each: of each the middles of its cells, N x 2 mm."""
        if self.flat.table is None:
            return []
        least = _HALF * np.prod(self.flat.size_mm) / CELL_MM**2
        parts = unread_parts(self.flat.table.unseen, self.plane.area[:2], cards)
        return [part for part in parts if len(part) >= least]

    def _likely(self) -> np.ndarray:
        """The cells that likely show cards: to the network, or as something large lies there."""
        seen = self.flat.cards_seen.likely
        if self.flat.table is None or not self.flat.table.unseen.any():
            return seen
        seen, unseen = seen.copy(), self.flat.table.unseen
        seen[: len(unseen), : unseen.shape[1]] |= unseen
        return seen

    def on_bare_table(self, place: CardPlace, visible: np.ndarray) -> float:
        """How much of what would be in sight of a card (``visible``: ROWS x COLUMNS, 1 in sight) is bare table."""
        if self.flat.table is None:
            return 0.0
        in_sight = visible[1::_EVERY, 1::_EVERY] > 0
        return self.flat.table.bare_share(place.to_table(_SOME[in_sight] * place.size_mm))

    def ends(self, place: CardPlace, above: Sequence[CardPlace]) -> bool:
        """Whether a card of one colour, on which others lie, ends at its sides (``plain_ends``)."""
        return ends(self.soft, self.flat, self.plane, place, above)

    def goes_on(self, place: CardPlace, by: np.ndarray, above: Sequence[CardPlace]) -> bool:
        """Whether a print that repeats goes on outside a place (``repeating``)."""
        return goes_on(self.soft, self.plane, place, by, above)

    def cut_faces(self, hypotheses: Sequence[CardHypothesis], statistics: DeckStatistics) -> None:
        """Give places their faces."""
        new = [one for one in hypotheses if one.place not in self.faces]
        faces = cut_faces(self.soft, self.plane, self.light, [one.place for one in new])
        for one, face in zip(new, faces, strict=True):
            self.faces[one.place] = CoarseFace.of(face, statistics, self.now), face
        for one in hypotheses:
            one.wide, one.face = self.faces[one.place]
