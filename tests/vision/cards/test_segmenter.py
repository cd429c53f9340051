"""Where cards are seen: what the network learns from is what was drawn, and it holds on tables it never saw."""

import cv2
import numpy as np
import pytest

from tests.support.card_scenes import Above
from vision import models
from vision.cards.detector import propose
from vision.cards.edge_map import EdgeMap, flat_map, soften
from vision.cards.pose import refine
from vision.cards.segmenter import PX_PER_MM, CardMask, CardSegmenter, blob
from vision.cards.table_plane import CARD_MM, MatPlane
from vision.geometry.registration import Registrar
from vision.training.cards.deck_pool import pool
from vision.training.cards.flat_pictures import CardTable, invent
from vision.training.cards.tables import InventedTable

SHAPE = (192, 224)


@pytest.fixture(scope="module")
def tables() -> list[CardTable]:
    rng = np.random.default_rng(9_000_000)
    decks = pool(rng, 6)
    return [invent(rng, decks, SHAPE, PX_PER_MM) for _ in range(24)]


def shown(table: CardTable) -> np.ndarray:
    """Where cards are taken to be, in the table's own pixels, of which ``look`` makes these again."""
    across = np.arange(SHAPE[1]), np.arange(SHAPE[0])
    large = table.image[np.ix_((np.arange(240) * PX_PER_MM).astype(int), (np.arange(280) * PX_PER_MM).astype(int))]
    there = CardSegmenter().segment(large).near
    columns, rows = ((at / PX_PER_MM).astype(int) for at in across)
    return there[np.ix_(rows, columns)]


def test_the_same_seed_invents_the_same_table() -> None:
    one, other = (invent(np.random.default_rng(4), pool(np.random.default_rng(5), 1), SHAPE, 0.8) for _ in range(2))
    assert (one.image == other.image).all() and (one.owner == other.owner).all()


def test_cards_of_several_sizes_are_learned_from_the_usual_one_among_them() -> None:
    sizes = {deck.size_mm for deck in pool(np.random.default_rng(9_000_000), 12)}
    assert CARD_MM in sizes and len(sizes) > 2


def test_every_card_that_is_seen_lies_where_its_place_says(tables: list[CardTable]) -> None:
    for table in tables:
        for k, (x, y, _) in enumerate(table.places):
            rows, columns = np.nonzero(table.owner == k + 1)
            reach = np.hypot(*table.size_mm) / 2 * PX_PER_MM + 2
            assert not len(rows) or np.hypot(columns - x, rows - y).max() < reach


def test_cards_on_tables_never_seen_are_taken_for_cards_and_most_of_the_table_is_not(tables: list[CardTable]) -> None:
    seen = [(table.owner > 0, shown(table)) for table in tables]
    cards = np.concatenate([there[own] for own, there in seen])
    ground = np.concatenate([there[~own] for own, there in seen])
    assert cards.mean() > 0.97
    assert ground.mean() < 0.3, "what lies beside a card counts as well"


def test_cards_all_of_one_colour_are_seen_on_a_dull_mat() -> None:
    """Decks without a white rim or field."""
    table = InventedTable(np.random.default_rng(27))
    assert table.look.layout == "full"
    table.lessons()
    picture = table.draw()
    registration, _ = Registrar().find(picture.image)
    assert registration is not None
    plane = MatPlane.of(registration)
    near = CardSegmenter().segment(cv2.remap(soften(picture.image), *flat_map(plane), cv2.INTER_LINEAR)).near
    for lying in picture.cards:
        outline = plane.view.on_plane(lying.corners) - plane.area[:2]
        there = cv2.fillConvexPoly(np.zeros(near.shape, np.uint8), np.rint(outline).astype(np.int32), 1) > 0
        assert near[there].mean() > 0.9


def test_the_network_says_nearly_the_same_whichever_library_runs_it(
    monkeypatch: pytest.MonkeyPatch, tables: list[CardTable]
) -> None:
    if models.onnxruntime is None:
        pytest.skip("onnxruntime is not installed; OpenCV runs the networks here")
    given = [blob(table.image) for table in tables[:6]]
    quick = [chances(models.network("cards"), one) for one in given]
    monkeypatch.setattr(models, "onnxruntime", None)
    exact = [chances(models.network("cards"), one) for one in given]
    apart = np.abs(np.array(quick) - np.array(exact))
    assert np.max(exact) > 0.9, "something is there to be seen"
    assert apart.max() < 0.25, "one counts in whole numbers"
    assert apart.mean() < 0.01


def chances(net: models.Network, given: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-net(given)[0, 0]))


class _SmallMask:
    """A network that sees a card in a square of so many mm alone."""

    def __init__(self, wide: int) -> None:
        self.wide = wide

    def segment(self, image: np.ndarray) -> CardMask:
        near = np.zeros(image.shape[:2], bool)
        near[100 : 100 + self.wide, 120 : 120 + self.wide] = True
        return CardMask(near, *np.zeros((2, 48, 56), bool))


@pytest.mark.parametrize("wide", [0, 1, 25, 40, 56, 57, 62, 80])
def test_where_little_is_seen_that_looks_like_a_card_few_places_are_proposed_and_nothing_fails(wide: int) -> None:
    stripes = np.zeros((300, 400, 3), np.uint8)
    stripes[::8] = stripes[1::8] = stripes[2::8] = stripes[3::8] = 255
    flat = EdgeMap(stripes, Above(), None, _SmallMask(wide))
    for corners in (False, True):
        assert all(120 - 88 < place.x < 220 + 88 for place in refine(flat, propose(flat, corners)))
