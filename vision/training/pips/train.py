"""Train the four networks that read pip dice, on invented pictures, and write them where the reader looks for them.

    pip install torch onnx          # for this alone; playing needs neither
    python -m vision.training.pips.train --pictures 10000 --rounds 8

No photograph and no picture of any test is used. What reads close-ups learns from what the detector finds.
"""

import copy
import multiprocessing
from collections.abc import Callable
from functools import partial

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.pips.detector import PipDetector
from vision.training.learning import TrainingPlan, export, learn, parse_arguments
from vision.training.pips import targets
from vision.training.pips.closeups import NOTHING, Closeups, pip_closeups
from vision.training.pips.network import PipDetectorNet, PipLargeNet, PipNet, PipSecondNet
from vision.training.pips.pictures import MAGNIFIED, SIDE, PipPicture, invent_pips

# Constants: chosen by hand; kept as the networks that lie in vision/models came out with them.
_PART = 250  # pictures a process makes at a time
_DETECTOR = TrainingPlan(16, fastest=3e-3, decay=1e-3, mean=True)
_READER = TrainingPlan(64, fastest=3e-3, decay=1e-3, mean=True)
_CLASSES = 7
_DARK_FOR_BRIGHT = 0.15


def main() -> None:
    said = parse_arguments(__doc__, 10000, 8)
    count = max(said.pictures // _PART, 1)
    seeds = [said.seed * 1000 + k for k in range(2 * count)]
    with multiprocessing.Pool() as pool:
        pictures = [one for part in pool.map(made, seeds[:count], chunksize=1) for one in part]
        made_large = partial(made, sizes=MAGNIFIED)
        large = [one for part in pool.map(made_large, seeds[count:], chunksize=1) for one in part]
    detector = train_detector(pictures, said.rounds, said.seed)
    free = {"picture": {2: "height", 3: "width"}, "tops": {2: "rows", 3: "columns"}}
    export(detector, torch.zeros(1, 3, SIDE, SIDE), free, "pips_find")
    data = pip_closeups(pictures, PipDetector(), np.random.default_rng(said.seed))
    glance = train_reader(data, lambda: PipNet(copy.deepcopy(detector.eye)), said.rounds, said.seed)
    judge = train_reader(data, lambda: PipSecondNet(copy.deepcopy(glance)), said.rounds, said.seed + 1)
    free = {"closeups": {0: "count"}, "said": {0: "count"}}
    for net, name in ((glance, "pips"), (judge, "pips_again")):
        export(net, torch.zeros(1, 3, *data.views.shape[1:3]), free, name)
    data = pip_closeups(large, PipDetector(), np.random.default_rng(said.seed), MAGNIFIED, finer=2)
    magnifier = train_reader(data, lambda: PipLargeNet(copy.deepcopy(judge)), said.rounds, said.seed + 2)
    export(magnifier, torch.zeros(1, 3, *data.views.shape[1:3]), free, "pips_large")


def made(seed: int, sizes: tuple[float, float] | None = None) -> list[PipPicture]:
    """Some invented pictures. ``sizes``: of their dice, px; else as the detector is to meet them."""
    cv2.setNumThreads(1)
    return [invent_pips(np.random.default_rng((seed, k)), sizes) for k in range(_PART)]


def train_detector(pictures: list[PipPicture], rounds: int, seed: int) -> nn.Module:
    """A detector that has seen every picture ``rounds`` times, mirrored and recoloured by chance."""
    images = np.stack([one.image for one in pictures])
    wanted = [targets.target(one.dice, one.image.shape[:2]) for one in pictures]
    heat, rest, counts = (np.stack(part) for part in zip(*wanted, strict=True))

    def loss(net: nn.Module, batch: np.ndarray, rng: np.random.Generator) -> torch.Tensor:
        seen, mirrored = changed(images[batch], rng)
        parts = [torch.from_numpy(part[batch]) for part in (heat, rest, counts)]
        if mirrored:
            parts = [part.flip(-1) for part in parts]
            parts[1][:, 6] *= -1
        return torch.stack(targets.losses(net(seen), *parts)).sum()[None]

    return learn(PipDetectorNet, loss, len(images), rounds, seed, _DETECTOR)


def train_reader(data: Closeups, make: Callable[[], nn.Module], rounds: int, seed: int) -> nn.Module:
    """A reader of close-ups that has seen each ``rounds`` times, mirrored and recoloured."""

    def loss(net: nn.Module, batch: np.ndarray, rng: np.random.Generator) -> torch.Tensor:
        seen, mirrored = changed(data.views[batch], rng)
        off = torch.from_numpy(data.off[batch] * ([-1, 1, 1] if mirrored else [1, 1, 1])).float()
        return reading_loss(net(seen), torch.from_numpy(data.labels[batch]), off)[None]

    return learn(make, loss, len(data.labels), rounds, seed, _READER)


def changed(images: np.ndarray, rng: np.random.Generator) -> tuple[torch.Tensor, bool]:
    """A batch (N x H x W x 3, uint8) as a network sees it (N x 3 x H x W, 0 to 1), mirrored (all or none: the second
    answer) and recoloured by chance; up stays up."""
    seen = torch.from_numpy(images).permute(0, 3, 1, 2).float().div_(255)
    mirrored = bool(rng.random() < 0.5)
    if mirrored:
        seen = seen.flip(3)
    if rng.random() < 0.5:
        seen = seen[:, torch.from_numpy(rng.permutation(3))]
    if rng.random() < _DARK_FOR_BRIGHT:
        seen = 1 - seen
    gain = torch.from_numpy(rng.uniform(0.7, 1.35, (len(images), 3, 1, 1)).astype(np.float32))
    return (seen * gain).clamp_(0, 1).contiguous(memory_format=torch.channels_last), mirrored


def reading_loss(said: torch.Tensor, wanted: torch.Tensor, off: torch.Tensor) -> torch.Tensor:
    """Cross entropy of nothing and the numbers; differences of place and size where there is a top."""
    there = (wanted != NOTHING).float()
    which = functional.cross_entropy(said[:, :_CLASSES], wanted, label_smoothing=0.01)
    gone = ((said[:, _CLASSES:] - off).abs() * there[:, None]).sum() / there.sum().clamp(min=1)
    return which + gone


if __name__ == "__main__":
    main()
