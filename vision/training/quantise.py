"""Write the networks that find and judge dice, and that see cards, a second time, in whole numbers: onnxruntime runs
those twice as fast.

    pip install onnx                # for this alone; playing does not need it
    python -m vision.training.quantise

Which numbers a layer must be able to hold is measured on invented pictures. The first layer, which sees the picture,
and the last ones, whose answers are of many scales, stay as they are. Weights take seven bits, so that processors
that add products in sixteen bits say the same as all others.
"""

import logging
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import onnx
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static

from vision.cards.segmenter import PX_PER_MM as CARD_PX_PER_MM
from vision.cards.segmenter import blob
from vision.dice.detector import DiceDetector
from vision.geometry.play_area import PX_PER_MM
from vision.models import IN_WHOLE_NUMBERS
from vision.training.cards import flat_pictures
from vision.training.cards.deck_pool import pool
from vision.training.dice.closeups import closeups
from vision.training.dice.flat_pictures import FlatDicePicture, invent
from vision.training.halve import widened

# Constants: chosen by hand; the seed is none that training takes by default.
_SHAPE, _CARD_SHAPE = (192, 256), (192, 224)
_PICTURES = 120
_SEED = 5_000_000
_LAST = {"dice": 1, "dice_pose": 2, "cards": 1}
_BATCH = 50

log = logging.getLogger(__name__)


def main() -> None:
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    pictures = [invent(np.random.default_rng(_SEED + k), _SHAPE, PX_PER_MM) for k in range(_PICTURES)]
    folder = Path(__file__).parent.parent / "models"
    shown_to = {"dice": _tables(pictures), "dice_pose": _closeups(pictures), "cards": _card_tables()}
    for name, shown in shown_to.items():
        quantise(name, shown, folder)


def quantise(name: str, shown: Iterable[np.ndarray], folder: Path) -> None:
    """Write one network in whole numbers. ``shown``: inputs (float32, of its own shape) it must be able to hold."""
    source, target = folder / f"{name}.onnx", folder / f"{name}{IN_WHOLE_NUMBERS}.onnx"
    model = widened(onnx.load(source))
    graph = model.graph
    layers = [node.name for node in graph.node if node.op_type in ("Conv", "Gemm")]
    quantize_static(
        model,
        target,
        _Shown(graph.input[0].name, shown),
        quant_format=QuantFormat.QDQ,
        per_channel=True,
        reduce_range=True,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        nodes_to_exclude=[layers[0], *layers[-_LAST[name] :]],
    )
    log.info("%s: %d bytes", target.name, target.stat().st_size)


class _Shown(CalibrationDataReader):
    def __init__(self, name: str, inputs: Iterable[np.ndarray]) -> None:
        self._inputs = iter([{name: one} for one in inputs])

    def get_next(self) -> dict[str, np.ndarray] | None:
        return next(self._inputs, None)


def _tables(pictures: list[FlatDicePicture]) -> list[np.ndarray]:
    detector = DiceDetector()
    return [detector.blob(one.image, one.slant).copy() for one in pictures]


def _closeups(pictures: list[FlatDicePicture]) -> list[np.ndarray]:
    views, _ = closeups(pictures, PX_PER_MM, _SEED)
    return [views[k : k + _BATCH] for k in range(0, len(views), _BATCH)]


def _card_tables() -> list[np.ndarray]:
    rng = np.random.default_rng(_SEED)
    known = pool(rng, _PICTURES // 10)
    return [blob(flat_pictures.invent(rng, known, _CARD_SHAPE, CARD_PX_PER_MM).image) for _ in range(_PICTURES)]


if __name__ == "__main__":
    main()
