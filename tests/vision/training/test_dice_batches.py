"""Invented pictures of dice in batches: what is turned and mirrored is still where its targets say."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs torch; playing does not: pip install torch")

from vision.dice.detector import CELL  # noqa: E402
from vision.training.dice.flat_pictures import FlatDicePicture  # noqa: E402
from vision.training.dice.shown import ShownPictures, packed, targets  # noqa: E402
from vision.training.dice.train import unlearned  # noqa: E402

AT = (40, 20)  # x, y px of the one die in the picture, which is gray there and black elsewhere


@pytest.mark.parametrize("quarter", range(4))
@pytest.mark.parametrize("mirrored", [False, True])
def test_a_die_is_where_its_targets_say_however_a_batch_is_turned(quarter: int, mirrored: bool) -> None:
    image, slant = np.zeros((64, 96, 3), np.uint8), np.zeros((64, 96, 2), np.float32)
    image[AT[1], AT[0]] = 128
    slant[..., 0] = np.linspace(-1, 1, 96)
    one = FlatDicePicture(image, slant, np.array([[0, *AT, 0.1, 16.0]], np.float32))
    inputs, dice = ShownPictures([packed(one)], torch.device("cpu")).batch(
        np.array([0]), np.random.default_rng(1), quarter, mirrored
    )
    _, _, row, column = (inputs[:, :1] > 0).nonzero()[0].tolist()
    assert dice[0, 0, 1:3].tolist() == [column, row]
    seen = slant[AT[1], AT[0], 0] * (-1 if mirrored else 1)
    ways = [(seen, 0), (0, -seen), (-seen, 0), (0, seen)]
    assert inputs[0, 3:, row, column].tolist() == pytest.approx(ways[quarter], abs=1e-5)
    heat, _, counts = targets(dice, *inputs.shape[2:])
    assert (heat[0, 0] == 1).nonzero().tolist() == [[row // CELL, column // CELL]]
    assert counts[0, :, row // CELL, column // CELL].all() and counts.sum() == counts.shape[1]


def test_only_what_was_surely_right_and_is_said_less_surely_now_counts_as_unlearned() -> None:
    sure, surer, doubtful, wrong = [4.0, 0, 0], [6.0, 0, 0], [1.0, 0, 0], [0.0, 4, 0]
    for known, said, lost in (
        (sure, doubtful, True),
        (sure, surer, False),
        (doubtful, wrong, False),
        (wrong, sure, False),
    ):
        apart = unlearned(torch.tensor([said]), torch.tensor([known]), torch.tensor([0]))
        assert (float(apart) > 0) == lost
