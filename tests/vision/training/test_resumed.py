"""A network that learns on begins with what it knew."""

from pathlib import Path

import numpy as np
import pytest

import vision.models

torch = pytest.importorskip("torch", reason="training needs torch; playing does not: pip install torch")
pytest.importorskip("onnx", reason="training needs onnx; playing does not: pip install onnx")
onnxruntime = pytest.importorskip("onnxruntime")

from vision.training.cards.network import CardNet  # noqa: E402
from vision.training.dice.network import DiceNet, PoseNet  # noqa: E402
from vision.training.resumed import resumed  # noqa: E402


@pytest.mark.parametrize(
    ("make", "name", "shape"),
    [(DiceNet, "dice", (5, 64, 96)), (PoseNet, "dice_pose", (4, 64, 64)), (CardNet, "cards", (3, 64, 96))],
)
def test_it_answers_as_the_network_that_lies_there(make: type, name: str, shape: tuple[int, ...]) -> None:
    examples = torch.rand(4, *shape)
    net = resumed(make(), name, examples)
    with torch.no_grad():
        said = net(examples[:1])[:, : 1 if name == "cards" else None]
        settled = net(examples)  # before the other: a look while learning moves the running means
        assert np.allclose(net.train()(examples), settled, atol=1e-3)
    there = onnxruntime.InferenceSession(Path(vision.models.__file__).parent / f"{name}.onnx")
    (known,) = there.run(None, {there.get_inputs()[0].name: examples[:1].numpy()})
    assert np.allclose(said, known, atol=1e-3)
