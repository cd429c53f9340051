"""Keep the weights of networks in half precision: half of the bytes, the same network.

    pip install onnx                # for this alone; playing does not need it
    python -m vision.training.halve

A node in front of each weight makes it a float32 again, once, when the network is loaded, so all that runs them can.
"""

import logging
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from vision.models import IN_WHOLE_NUMBERS

_HALF = "_half"
_LEAST = 256  # weights of a tensor: of smaller ones there is nothing to save

log = logging.getLogger(__name__)


def main() -> None:
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    for path in sorted((Path(__file__).parent.parent / "models").glob("*.onnx")):
        if not path.stem.endswith(IN_WHOLE_NUMBERS):
            before = path.stat().st_size
            onnx.save(halved(onnx.load(path)), path)
            log.info("%s: %d bytes, %d before", path.name, path.stat().st_size, before)


def halved(model: onnx.ModelProto) -> onnx.ModelProto:
    """The same network with its large float32 weights as float16; what is so already stays as it is."""
    graph, kept, wide = model.graph, [], []
    for weights in graph.initializer:
        values = numpy_helper.to_array(weights)
        if values.dtype != np.float32 or values.size < _LEAST:
            kept.append(weights)
            continue
        half = numpy_helper.from_array(values.astype(np.float16), weights.name + _HALF)
        kept.append(half)
        wide.append(helper.make_node("Cast", [half.name], [weights.name], f"{weights.name}_wide", to=TensorProto.FLOAT))
    nodes = [*wide, *graph.node]
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(kept)
    graph.node.extend(nodes)
    return model


def widened(model: onnx.ModelProto) -> onnx.ModelProto:
    """The other way round: all weights as float32, as what makes whole numbers of them takes them."""
    graph = model.graph
    halves = {one.name: one for one in graph.initializer if one.name.endswith(_HALF)}
    casts = {node.output[0]: halves[node.input[0]] for node in graph.node if node.input and node.input[0] in halves}
    kept = [one for one in graph.initializer if one.name not in halves]
    kept += [numpy_helper.from_array(numpy_helper.to_array(half).astype(np.float32), to) for to, half in casts.items()]
    nodes = [node for node in graph.node if node.output[0] not in casts]
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(kept)
    graph.node.extend(nodes)
    return model


if __name__ == "__main__":
    main()
