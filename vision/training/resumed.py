"""A network as it lies in ``vision/models``, ready to learn on.

Its normalisation was folded into the convolutions when it was written down. Here every norm begins with the mean and
the deviation of what its convolution says of some examples, and gives back what it takes away: the network answers as
it did, and can be normalised batch by batch from there.
"""

from collections.abc import Callable
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import nn

from vision.training.halve import widened
from vision.training.learning import TrainingPlan

_MODELS = Path(__file__).parent.parent / "models"
Layer = nn.Conv2d | nn.Linear


def beginning(
    make: Callable[[], nn.Module], name: str, way: TrainingPlan, examples: torch.Tensor, on: bool
) -> tuple[Callable[[], nn.Module], TrainingPlan]:
    """How a network begins and in which way it learns: as ``make`` and ``way`` say, or ``on`` from ``name``.onnx."""
    if not on:
        return make, way
    return lambda: resumed(make(), name, examples.cpu()), way.learning_on()


@torch.no_grad()
def resumed(net: nn.Module, name: str, examples: torch.Tensor) -> nn.Module:
    """The same ``net`` with the weights of ``name``.onnx. ``examples``: a batch of inputs. Outputs that were not
    written down (``cards.train.seen_alone``) stay as they are. Raises ValueError where the networks differ."""
    model = widened(onnx.load(_MODELS / f"{name}.onnx"))
    values = {one.name: torch.from_numpy(numpy_helper.to_array(one).copy()) for one in model.graph.initializer}
    written = [node for node in model.graph.node if node.op_type in ("Conv", "Gemm")]
    net.eval()
    layers = _layers_in_order(net, examples[:1])
    if len(layers) != len(written):
        raise ValueError(f"{name}.onnx has {len(written)} layers with weights, this network {len(layers)}")
    norms = []
    for (layer, norm), node in zip(layers, written, strict=True):
        weight = values[node.input[1]]
        bias = values[node.input[2]] if len(node.input) > 2 else torch.zeros(len(weight))
        if layer.weight.shape[1:] != weight.shape[1:]:
            raise ValueError(f"{name}.onnx differs: {tuple(weight.shape)}, here {tuple(layer.weight.shape)}")
        layer.weight[: len(weight)] = weight.to(layer.weight)
        if layer.bias is not None:
            layer.bias[: len(bias)] = bias.to(layer.bias)
        if norm is not None:
            _begin(norm, torch.zeros(len(bias)), torch.ones(len(bias)), bias)
            norms.append((norm, bias))
    seen = _seen_by(net, [norm for norm, _ in norms], examples)
    for (norm, bias), shown in zip(norms, seen, strict=True):
        _begin(norm, shown.mean((0, 2, 3)), shown.var((0, 2, 3), unbiased=False), bias)
    return net


def _begin(norm: nn.BatchNorm2d, mean: torch.Tensor, variance: torch.Tensor, bias: torch.Tensor) -> None:
    """Make a norm add ``bias`` and no more, of what has this mean and variance."""
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(variance)
    norm.weight.copy_((variance + norm.eps).sqrt())
    norm.bias.copy_(mean + bias.to(mean))


def _layers_in_order(net: nn.Module, example: torch.Tensor) -> list[tuple[Layer, nn.BatchNorm2d | None]]:
    """The layers with weights as the network runs through them, each with its norm."""
    found: list[tuple[Layer, nn.BatchNorm2d | None]] = []

    def note(module: nn.Module, _given: object, _said: object) -> None:
        if isinstance(module, nn.BatchNorm2d):
            found[-1] = (found[-1][0], module)
        else:
            found.append((module, None))

    kinds = (nn.Conv2d, nn.Linear, nn.BatchNorm2d)
    hooks = [module.register_forward_hook(note) for module in net.modules() if isinstance(module, kinds)]
    net(example)
    for hook in hooks:
        hook.remove()
    return found


def _seen_by(net: nn.Module, norms: list[nn.BatchNorm2d], examples: torch.Tensor) -> list[torch.Tensor]:
    """What each norm is given."""
    given: dict[nn.Module, torch.Tensor] = {}
    hooks = [norm.register_forward_pre_hook(lambda module, seen: given.update({module: seen[0]})) for norm in norms]
    net(examples)
    for hook in hooks:
        hook.remove()
    return [given[norm] for norm in norms]
