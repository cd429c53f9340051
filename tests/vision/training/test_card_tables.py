"""Invented tables of cards to learn from, turned as a whole."""

import numpy as np
import pytest

from vision.training.cards.flat_pictures import CardTable

SHAPE = (192, 224)


def test_a_table_that_is_turned_and_mirrored_says_of_its_cards_what_was_turned_with_them() -> None:
    torch = pytest.importorskip("torch")
    from vision.training.cards.shown import ShownTables, packed

    image, owner = np.zeros((*SHAPE, 3), np.uint8), np.zeros(SHAPE, np.uint8)
    owner[40:100, 30:80], image[40:100, 30:80] = 1, 200
    table = CardTable(image, np.array([[50.0, 71.0, 0.4]]), owner, (60.0, 75.0))
    mirrored = CardTable(image[:, ::-1], np.array([[223 - 50.0, 71.0, -0.4]]), owner[:, ::-1], table.size_mm)
    turned = CardTable(np.rot90(image), np.array([[71.0, 223 - 50.0, 0.4 - np.pi / 2]]), np.rot90(owner), table.size_mm)
    shown = ShownTables([packed(table)], torch.device("cpu"))
    for other, how in ((mirrored, (0, True)), (turned, (1, False))):
        inputs, wanted, counts = shown.batch(np.zeros(1, int), np.random.default_rng(0), *how)
        said = packed(other)
        assert np.array_equal(inputs[0].amax(0) > 0, other.image[..., 0] > 0)
        assert np.array_equal(counts[0], said.counts)
        assert np.allclose(wanted[0], said.wanted, atol=2e-3)
