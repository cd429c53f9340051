"""Train the network that tells signs apart, and write it where ``vision.cards.sign_embedding`` looks for it.

    pip install torch onnx          # for this alone; playing needs neither
    python -m vision.training.signs.train --fonts FOLDER --steps 4000

``FOLDER`` holds fonts of very many typefaces (unpacked ``fonts-*`` packages of Debian): those of the learned split are
learned from, those of the chosen one tell how well it goes. No picture of a real card is used.
"""

import argparse
import logging
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.cards.sign_embedding import SIDE
from vision.training.families.fonts import files_of, fonts_of
from vision.training.learning import export, follow
from vision.training.signs.cut_outs import signs_of_a_deck, style_of, view
from vision.training.signs.network import SignNet

log = logging.getLogger(__name__)

# Constants: chosen by hand; kept as the network that lies in vision/models came out with them.
_STYLES, _SIGNS = 16, 8  # of a batch: what is told apart is within a style, two views of each sign
_FASTEST, _DECAY, _WARMING, _KEPT = 3e-3, 1e-3, 100, 0.998
_SAID = 250  # steps between two looks at held-out fonts
_SHARP = 12.0  # how much a likeness of 1 is worth at first, as a logarithm of chances; it is learned


def main() -> None:
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--fonts", type=Path, required=True)
    ask.add_argument("--steps", type=int, default=4000)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--threads", type=int, default=1)
    said = ask.parse_args()
    torch.set_num_threads(said.threads)
    cv2.setNumThreads(1)
    fonts = fonts_of(said.fonts)
    net = train(files_of(fonts, "learned"), files_of(fonts, "chosen"), said.steps, said.seed)
    export(net, torch.zeros(1, 1, SIDE, SIDE), {"signs": {0: "signs"}, "vectors": {0: "signs"}}, "signs")


def train(fonts: tuple[str, ...], held_out: tuple[str, ...], steps: int, seed: int) -> nn.Module:
    """The running mean of a network that learns from signs in these fonts; now and then it says how it reads others."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net, sharp = SignNet(), nn.Parameter(torch.tensor(float(np.log(_SHARP))))
    mean = SignNet()
    mean.load_state_dict(net.state_dict())
    wise = torch.optim.AdamW([*net.parameters(), sharp], _FASTEST, weight_decay=_DECAY)
    pace = torch.optim.lr_scheduler.LambdaLR(
        wise, lambda k: min(1, k / _WARMING) * (0.5 + 0.5 * np.cos(np.pi * k / steps))
    )
    total, begun = 0.0, time.monotonic()
    for step in range(1, steps + 1):
        net.train()
        loss = likeness_loss(net(torch.from_numpy(batch(rng, fonts))), sharp.exp())
        wise.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        wise.step()
        pace.step()
        follow(mean, net, min(_KEPT, (1 + step) / (10 + step)))
        total += float(loss.detach())
        if step % _SAID == 0 or step == steps:
            right = identified(mean.eval(), held_out)
            took = time.monotonic() - begun
            log.info("step %d: loss %.3f, %.2f %% of others right, %.0f s", step, total / _SAID, 100 * right, took)
            total = 0.0
            export(mean, torch.zeros(1, 1, SIDE, SIDE), {"signs": {0: "signs"}, "vectors": {0: "signs"}}, "signs")
    return mean.eval()


def batch(rng: np.random.Generator, fonts: tuple[str, ...], styles: int = _STYLES, signs: int = _SIGNS) -> np.ndarray:
    """Cut-outs of some decks' signs: styles x signs x 2 views, one after the other, N x 1 x SIDE x SIDE."""
    out = []
    for _ in range(styles):
        style = style_of(rng, fonts)
        out += [view(rng, style, sign) for sign in signs_of_a_deck(rng, signs) for _ in range(2)]
    return np.array(out, np.float32)[:, None]


def likeness_loss(vectors: torch.Tensor, sharp: torch.Tensor, signs: int = _SIGNS) -> torch.Tensor:
    """How unlikely it is that every sign's second view is known by its first, and back, among its deck's (InfoNCE, van
    den Oord et al. 2018)."""
    taught, seen = vectors.view(-1, signs, 2, vectors.shape[1]).unbind(2)
    likeness = sharp * torch.einsum("skd,sld->skl", taught, seen)
    wanted = torch.arange(signs).expand(len(likeness), signs)
    return (functional.cross_entropy(likeness, wanted) + functional.cross_entropy(likeness.transpose(1, 2), wanted)) / 2


@torch.no_grad()
def identified(net: nn.Module, fonts: tuple[str, ...], decks: int = 60) -> float:
    """Of signs in these fonts, how many are known as one of twelve after one view of each; the same ones every time."""
    vectors = net(torch.from_numpy(batch(np.random.default_rng(5), fonts, decks, 12)))
    taught, seen = vectors.view(decks, 12, 2, -1).unbind(2)
    best = torch.einsum("skd,sld->skl", seen, taught).argmax(2)
    return float((best == torch.arange(12)).float().mean())


if __name__ == "__main__":
    main()
