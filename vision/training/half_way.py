"""A network between one that learned on and the one it began from: every weight is the mean of both.

    python -m vision.training.half_way before.onnx after.onnx dice_pose

Learned pictures are read nearly as well as by the one that learned on, and pictures unlike these as by the one before
(Wortsman et al. 2022, "Robust fine-tuning of zero-shot models"). Both must have been written by ``learning.export``.
"""

import argparse
import logging
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

from vision.training.halve import halved, widened

_MODELS = Path(__file__).parent.parent / "models"

log = logging.getLogger(__name__)


def main() -> None:
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("before", type=Path)
    ask.add_argument("after", type=Path)
    ask.add_argument("name", help="Of the network in vision/models that is written.")
    said = ask.parse_args()
    between = half_way(onnx.load(said.before), onnx.load(said.after))
    onnx.save(between, _MODELS / f"{said.name}.onnx")
    log.info("wrote %s.onnx; now write it in whole numbers, too: python -m vision.training.quantise", said.name)


def half_way(before: onnx.ModelProto, after: onnx.ModelProto) -> onnx.ModelProto:
    """The network between two, its weights in half precision as theirs; both are used up. Raises ValueError where they
    differ in more than what their weights are."""
    between, other = widened(before), widened(after)
    if [_shape(one) for one in between.graph.initializer] != [_shape(one) for one in other.graph.initializer]:
        raise ValueError("these are not one network before and after it learned on: their layers differ")
    for one, two in zip(between.graph.initializer, other.graph.initializer, strict=True):
        mine, theirs = numpy_helper.to_array(one), numpy_helper.to_array(two)
        if mine.dtype == np.float32:
            one.CopyFrom(numpy_helper.from_array((mine + theirs) / 2, one.name))
    return halved(between)


def _shape(one: onnx.TensorProto) -> tuple[int, ...]:
    return one.data_type, *one.dims


if __name__ == "__main__":
    main()
