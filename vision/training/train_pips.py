"""Train the two networks that read pip dice, on invented pictures, and write them where the reader looks for them.

    pip install torch onnx          # for this alone; playing needs neither
    python -m vision.training.train_pips --pictures 4000 --rounds 8

No photograph and no picture of any test is used.
"""

import argparse
import logging
import multiprocessing
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.training.pip_closeups import NOTHING, Closeups, pip_closeups
from vision.training.pip_net import PipGlance, PipNet
from vision.training.pipdice import invent_pips
from vision.training.train import export

_PART = 250  # pictures a process makes at a time
_BATCH = 64
_CLASSES = 7

log = logging.getLogger(__name__)


def main() -> None:
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--pictures", type=int, default=4000)
    ask.add_argument("--rounds", type=int, default=8)
    ask.add_argument("--seed", type=int, default=1)
    said = ask.parse_args()
    with multiprocessing.Pool() as pool:
        parts = pool.map(made, [said.seed * 1000 + k for k in range(max(said.pictures // _PART, 1))], chunksize=1)
    write(joined(parts), said.rounds, said.seed, Path(__file__).parent.parent / "models")


def made(seed: int) -> Closeups:
    """The close-ups of some invented pictures."""
    cv2.setNumThreads(1)
    pictures = (invent_pips(np.random.default_rng((seed, k))) for k in range(_PART))
    return pip_closeups(pictures, np.random.default_rng(seed))


def joined(parts: list[Closeups]) -> Closeups:
    names = ("views", "glances", "labels", "off")
    return Closeups(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


def write(data: Closeups, rounds: int, seed: int, folder: Path) -> None:
    """Train both and write ``pips_glance.onnx`` and ``pips.onnx``."""
    free = {"closeups": {0: "count"}, "said": {0: "count"}}
    glance = train(PipGlance(), data.glances, data, rounds, seed)
    export(glance, torch.zeros(1, 3, *data.glances.shape[1:3]), free, folder / "pips_glance.onnx")
    net = train(PipNet(), data.views, data, rounds, seed)
    export(net, torch.zeros(1, 3, *data.views.shape[1:3]), free, folder / "pips.onnx")


def train(net: nn.Module, views: np.ndarray, data: Closeups, rounds: int, seed: int) -> nn.Module:
    """A network that has seen every close-up ``rounds`` times; says how it does on a twentieth kept aside."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = net.to(memory_format=torch.channels_last)
    aside, ours = np.split(np.arange(len(views)), [len(views) // 20])
    wise = torch.optim.AdamW(net.parameters(), 1e-3, weight_decay=1e-3)
    pace = torch.optim.lr_scheduler.OneCycleLR(wise, 4e-3, total_steps=rounds * (len(ours) // _BATCH))
    for number in range(rounds):
        net.train()
        ours = rng.permutation(ours)
        for start in range(0, len(ours) - _BATCH + 1, _BATCH):
            batch = ours[start : start + _BATCH]
            seen, off = changed(views[batch], data.off[batch], rng)
            wanted = torch.from_numpy(data.labels[batch])
            loss = _loss(net(seen), wanted, torch.from_numpy(off))
            wise.zero_grad()
            loss.backward()
            wise.step()
            pace.step()
        _report(net.eval(), number, views[aside], data.labels[aside])
    return net.eval()


def changed(views: np.ndarray, off: np.ndarray, rng: np.random.Generator) -> tuple[torch.Tensor, np.ndarray]:
    """A batch as the network sees it, mirrored and recoloured by chance; up stays up."""
    seen = torch.from_numpy(views).permute(0, 3, 1, 2).float().div_(255)
    off = off.copy()
    if rng.random() < 0.5:
        seen, off[:, 0] = seen.flip(3), -off[:, 0]
    seen = seen[:, torch.from_numpy(rng.permutation(3))]
    gain = torch.from_numpy(rng.uniform(0.6, 1.5, (len(views), 3, 1, 1)).astype(np.float32))
    if rng.random() < 0.25:  # dark for bright
        seen = 1 - seen
    return (seen * gain).clamp_(0, 1).contiguous(memory_format=torch.channels_last), off


def _loss(said: torch.Tensor, wanted: torch.Tensor, off: torch.Tensor) -> torch.Tensor:
    there = (wanted != NOTHING).float()
    if said.shape[1] == 1:
        return functional.binary_cross_entropy_with_logits(said[:, 0], there)
    which = functional.cross_entropy(said[:, :_CLASSES], wanted, label_smoothing=0.01)
    gone = ((said[:, _CLASSES:] - off).abs() * there[:, None]).sum() / there.sum().clamp(min=1)
    return which + gone


def _report(net: nn.Module, number: int, views: np.ndarray, labels: np.ndarray) -> None:
    with torch.no_grad():
        said = net(torch.from_numpy(views).permute(0, 3, 1, 2).float() / 255).numpy()
    there = labels != NOTHING
    if said.shape[1] == 1:
        bound = np.quantile(said[there], 0.005)
        kept = (said[~there] > bound).mean()
        log.info("round %d: of the places that are none, %.3f pass where 0.995 of the tops do", number, kept)
        return
    best = said[:, :_CLASSES].argmax(1)
    log.info(
        "round %d: tops right %.4f, another number %.4f, taken for a top %.4f",
        number,
        (best == labels)[there].mean(),
        ((best != labels) & (best != NOTHING))[there].mean(),
        (best != NOTHING)[~there].mean(),
    )


if __name__ == "__main__":
    main()
