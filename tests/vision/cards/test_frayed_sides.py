"""A card whose sides are dashed by wear: no edge pixel says how its side runs, all of them together do."""

from dataclasses import replace

import cv2
import numpy as np

from tests.support.card_scenes import Above
from vision.cards.detector import propose
from vision.cards.edge_map import EdgeMap, soften
from vision.cards.place import CardPlace
from vision.cards.pose import refine
from vision.training.cards.painting import INKS, OWN_FONTS, PX_PER_MM, WHITE
from vision.training.families.design import design_of
from vision.training.families.families import CardFamily

PLACE = CardPlace(180.0, 140.0, 0.45, 1.0)


def worn_card(seed: int) -> np.ndarray:
    """A flat picture of a dark card, worn white here and there along its sides, on a table that is hardly less dark."""
    dark = np.full((INKS, 3), 60.0)
    dark[WHITE] = 230
    look = design_of(CardFamily("full", "plain"), seed, OWN_FONTS, usual=True)
    face = replace(look, border=None, back="none", wear=0.45).face(None, dark).astype(np.uint8)
    corners = PLACE.to_table(np.array([[0, 0], [1, 0], [0, 1]])).astype(np.float32)
    matrix = cv2.getAffineTransform(np.array([[0, 0], [PX_PER_MM, 0], [0, PX_PER_MM]], np.float32), corners)
    table = np.full((300, 400, 3), 66, np.uint8)
    shown = cv2.warpAffine(cv2.blur(face, (3, 3)), matrix, (400, 300), table, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
    return soften(shown)


def found(flat: EdgeMap) -> bool:
    return any(np.hypot(one.x - PLACE.x, one.y - PLACE.y) < 4 for one in refine(flat, propose(flat, True)))


def test_a_card_with_frayed_sides_is_proposed_when_its_edges_are_taken_together() -> None:
    flats = [EdgeMap(worn_card(seed), Above()) for seed in range(4)]
    plainly, together = ([found(flat) for flat in way] for way in (flats, [flat.frayed() for flat in flats]))
    assert sum(together) >= 3 > sum(plainly)
