"""The one loop in which every network here learns, and how it is written down.

Networks differ in what they see and what they should say: that is in the function that gives the loss of a batch.
"""

import argparse
import copy
import logging
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np
import onnx
import torch
from torch import nn

from vision.training.halve import halved

log = logging.getLogger(__name__)

# Constants: chosen by hand.
_WARMING = 150  # steps until a falling pace is at its fastest
_KEPT = 0.998  # of the mean of the weights, a step
_ON = 1.5e-3  # the fastest rate of a network that learns on

Loss = Callable[[nn.Module, np.ndarray, np.random.Generator], torch.Tensor]
"""Of a network, the numbers of a batch's things and a source of chance: the loss, or its parts in one row."""


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """How a network learns: ``fastest`` rate of AdamW (Loshchilov & Hutter 2019), ``decay`` of its weights.

    ``clip``: the longest step allowed. ``mean``: what is kept is the running mean of the weights, and the rate falls
    as a cosine after a short rise; else it rises and falls once (Smith & Topin 2018). ``parts``: names of the loss's.
    ``half``: it multiplies in half precision where the machine has such products, which takes half the time.
    """

    batch: int
    fastest: float = 4e-3
    decay: float = 1e-4
    clip: float | None = None
    mean: bool = False
    parts: tuple[str, ...] = ("loss",)
    half: bool = False

    def learning_on(self) -> "TrainingPlan":
        """The same for a network that has learned before (``resumed``): slower, so that it keeps what it knows."""
        return replace(self, fastest=_ON)


def learn(
    make: Callable[[], nn.Module],
    loss_of: Loss,
    count: int,
    rounds: int,
    seed: int,
    way: TrainingPlan,
    after: Callable[[nn.Module, int], None] | None = None,
    *,
    device: torch.device | None = None,
    most_seconds: float = math.inf,
) -> nn.Module:
    """A network of ``make`` that has seen each of ``count`` things ``rounds`` times, in batches in random order.

    ``after`` is told the network and the round's number when a round is over. ``device``: where it learns, and
    where what is given back lies; the processor as a rule. ``most_seconds``: how long it may take, to the end of a
    round; with a ``mean`` the rate falls in time for that. Raises ValueError for fewer things than one batch has.
    """
    if count < way.batch:
        raise ValueError(f"{count} are too few to learn from: a batch has {way.batch}; invent more pictures")
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = make().to(device, memory_format=torch.channels_last)  # the quicker order on processors
    mean = copy.deepcopy(net) if way.mean else None
    shown_to = _InHalfPrecision(net) if way.half and _multiplies_halves(device) else net
    wise = torch.optim.AdamW(net.parameters(), way.fastest, weight_decay=way.decay)
    began = time.monotonic()
    pace = _pace(wise, way, rounds * (count // way.batch), lambda: (time.monotonic() - began) / most_seconds)
    step = 0
    for number in range(rounds):
        net.train()
        order, total = rng.permutation(count), np.zeros(len(way.parts))
        for start in range(0, count - way.batch + 1, way.batch):
            parts = loss_of(shown_to, order[start : start + way.batch], rng)
            wise.zero_grad()
            parts.sum().backward()
            if way.clip is not None:
                torch.nn.utils.clip_grad_norm_(net.parameters(), way.clip)
            wise.step()
            pace.step()
            step += 1
            total += parts.detach().cpu().numpy()
            if mean is not None:
                follow(mean, net, min(_KEPT, (1 + step) / (10 + step)))
        said = zip(way.parts, total / (count // way.batch), strict=True)
        log.info("round %d: %s", number, ", ".join(f"{name} {part:.3f}" for name, part in said))
        if after is not None:
            after((net if mean is None else mean).eval(), number)
        if time.monotonic() - began > most_seconds:
            break
    return (net if mean is None else mean).eval()


class _InHalfPrecision(nn.Module):
    """The same network, its products in half precision (bfloat16); its weights and what it says stay whole, and so do
    dilated convolutions, whose gradients can else be infinite (PyTorch 2.13 on processors)."""

    def __init__(self, net: nn.Module) -> None:
        super().__init__()
        self._net = net
        for module in net.modules():
            if isinstance(module, nn.Conv2d) and module.dilation != (1, 1):
                module.forward = partial(_whole, module.forward)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        with torch.autocast(x.device.type, torch.bfloat16):
            said = self._net(x)
        return said.float()


def _whole(forward: Callable[[torch.Tensor], torch.Tensor], x: torch.Tensor) -> torch.Tensor:
    """What a layer says in whole precision."""
    with torch.autocast(x.device.type, enabled=False):
        return forward(x.float())


def _multiplies_halves(device: torch.device | None) -> bool:
    """Whether it has products of bfloat16: without, they take longer than whole ones."""
    if device is not None and device.type == "cuda":
        return torch.cuda.is_bf16_supported()
    return bool(torch.cpu.get_capabilities().get("avx512_bf16"))


def _pace(
    wise: torch.optim.Optimizer, way: TrainingPlan, steps: int, spent: Callable[[], float]
) -> torch.optim.lr_scheduler.LRScheduler:
    """How the rate changes; ``spent``: which part of the time is gone."""
    if not way.mean:
        return torch.optim.lr_scheduler.OneCycleLR(wise, way.fastest, total_steps=steps)

    def falling(step: int) -> float:
        done = min(max(step / steps, spent()), 1.0)
        return min(1.0, step / _WARMING) * (0.5 + 0.5 * math.cos(math.pi * done)) + 1e-6 / way.fastest

    return torch.optim.lr_scheduler.LambdaLR(wise, falling)


@torch.no_grad()
def follow(mean: nn.Module, net: nn.Module, kept: float) -> None:
    """Move the running mean of the weights a little towards a network."""
    for old, new in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
        old.copy_(old * kept + new * (1 - kept) if old.dtype.is_floating_point else new)


def focal_loss(
    chance: torch.Tensor, wanted: torch.Tensor, weight: torch.Tensor | float = 1.0
) -> tuple[torch.Tensor, torch.Tensor]:
    """The focal loss of CenterNet (Zhou et al. 2019), summed, and how many places are wanted for sure (1 at least).

    ``chance``, ``wanted``: heat maps of one shape, 0 to 1; where ``wanted`` is 1 is a middle. ``weight``: how much
    places count that are none.
    """
    chance = chance.clamp(1e-5, 1 - 1e-5)
    at = (wanted == 1).float()
    hit = -((1 - chance) ** 2) * torch.log(chance) * at
    miss = -(chance**2) * torch.log(1 - chance) * (1 - wanted) ** 4 * (1 - at) * weight
    return (hit + miss).sum(), at.sum().clamp(min=1)


def as_seen(images: list[np.ndarray]) -> torch.Tensor:
    """A batch of inputs (C x H x W float32) as networks take it."""
    return torch.from_numpy(np.stack(images)).contiguous(memory_format=torch.channels_last)


def number_of_turns(rng: np.random.Generator) -> tuple[int, bool]:
    """How a whole batch is turned (its pictures must stay of one shape): quarter turns, and mirrored or not."""
    return int(rng.integers(4)), bool(rng.integers(2))


def parse_arguments(
    doc: str | None,
    pictures: int,
    rounds: int,
    networks: tuple[str, ...] = (),
    *,
    fonts: bool = False,
    timed: bool = False,
) -> argparse.Namespace:
    """What the command line says: ``pictures``, ``rounds``, ``seed``, ``network`` where there are several, and a folder
    of ``fonts`` where letters are drawn; where learning can stop in time the ``minutes``, and whether it goes ``on``
    from the network that lies there."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    ask = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    if networks:
        ask.add_argument("network", choices=networks)
    ask.add_argument("--pictures", type=int, default=pictures)
    ask.add_argument("--rounds", type=int, default=rounds)
    ask.add_argument("--seed", type=int, default=1)
    if timed:
        ask.add_argument("--minutes", type=float, default=math.inf, help="Learn no longer than that.")
        ask.add_argument("--on", action="store_true", help="Learn on from the network that lies in vision/models.")
    if fonts:
        ask.add_argument("--fonts", type=Path, help="A folder of fonts to draw with besides our own.")
    return ask.parse_args()


def export(net: nn.Module, example: torch.Tensor, free: dict[str, dict[int, str]], name: str) -> None:
    """Write a network as ONNX where the readers look for it, its weights in half precision. ``free``: of its one input
    and its one output, which axes may have any length."""
    net = net.cpu()
    path = Path(__file__).parent.parent / "models" / f"{name}.onnx"
    path.parent.mkdir(exist_ok=True)
    given, said = ([name] for name in free)
    torch.onnx.export(net, example, path, dynamo=False, input_names=given, output_names=said, dynamic_axes=free)
    onnx.save(halved(onnx.load(path)), path)
