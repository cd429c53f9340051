"""A network between two is between them."""

from pathlib import Path

import numpy as np
import pytest

import vision.models

onnx = pytest.importorskip("onnx", reason="training needs onnx; playing does not: pip install onnx")

from onnx import numpy_helper  # noqa: E402

from vision.training.half_way import half_way  # noqa: E402
from vision.training.halve import widened  # noqa: E402

MODELS = Path(vision.models.__file__).parent


def pose_network(moved_by=0.0):
    """The network in vision/models, its last weights moved."""
    model = widened(onnx.load(MODELS / "dice_pose.onnx"))
    weights = model.graph.initializer[-1]
    weights.CopyFrom(numpy_helper.from_array(numpy_helper.to_array(weights) + np.float32(moved_by), weights.name))
    return model


def last(model):
    return numpy_helper.to_array(widened(model).graph.initializer[-1])


def test_each_weight_is_the_mean_of_both():
    between = half_way(pose_network(), pose_network(moved_by=1.0))
    assert np.allclose(last(between), last(pose_network()) + 0.5, atol=2e-3)


def test_networks_that_differ_have_nothing_between_them():
    with pytest.raises(ValueError, match="differ"):
        half_way(pose_network(), onnx.load(MODELS / "dice.onnx"))
