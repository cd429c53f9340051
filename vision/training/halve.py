"""Keep the weights of networks in files as numbers of 16 bits: half the size. They are turned into 32 bits when a
network is loaded, so it runs as it did, with onnxruntime and with OpenCV.

    pip install onnx                # for this alone; playing does not need it
    python -m vision.training.halve pips pips_again pips_large pips_find
"""

import sys
from pathlib import Path

import numpy as np
import onnx

# Constants: chosen by hand: smaller tables of numbers save next to nothing.
_FEW = 256


def main() -> None:
    for name in sys.argv[1:]:
        halve(name)


def halve(name: str) -> None:
    """Write a network again with its larger tables of weights (float32) in float16, each followed by a cast."""
    path = Path(__file__).parent.parent / "models" / f"{name}.onnx"
    model = onnx.load(path)
    casts = []
    for table in model.graph.initializer:
        if table.data_type != onnx.TensorProto.FLOAT or np.prod(table.dims) < _FEW:
            continue
        whole, half = table.name, f"{table.name}_half"
        table.CopyFrom(onnx.numpy_helper.from_array(onnx.numpy_helper.to_array(table).astype(np.float16), half))
        casts.append(onnx.helper.make_node("Cast", [half], [whole], name=f"{whole}_cast", to=onnx.TensorProto.FLOAT))
    nodes = list(model.graph.node)
    del model.graph.node[:]
    model.graph.node.extend(casts + nodes)
    onnx.checker.check_model(model)
    onnx.save(model, path)


if __name__ == "__main__":
    main()
