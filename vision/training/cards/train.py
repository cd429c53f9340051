"""Train the network that sees cards on invented tables, and write it where ``vision.cards.segmenter`` looks for it.

    pip install torch onnx          # for this alone; playing needs neither
    python -m vision.training.cards.train --pictures 4000 --rounds 8 --fonts /usr/share/fonts

With a graphics card that PyTorch knows ``--pictures 20000 --rounds 60 --minutes 1.5`` stops in time; with ``--on`` the
network that lies there learns on. No picture of a real table and none of any test is used; of a folder's fonts only
those that may be learned from.
"""

import logging
import multiprocessing
import os
from collections.abc import Sequence
from copy import deepcopy
from functools import partial
from itertools import chain

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.cards.segmenter import PX_PER_MM
from vision.training.cards.deck_pool import pool
from vision.training.cards.flat_pictures import invent
from vision.training.cards.network import CardNet
from vision.training.cards.painting import OWN_FONTS
from vision.training.cards.shown import PackedTable, ShownTables, packed
from vision.training.families.fonts import files_of, fonts_of
from vision.training.learning import TrainingPlan, export, learn, number_of_turns, parse_arguments
from vision.training.resumed import beginning

# Constants: chosen by hand.
SHAPE = (192, 224)
_WAY = TrainingPlan(32, clip=5.0, mean=True, parts=("card", "place", "turn", "of its sides"))
_EXAMPLES = 16
_AT_ONCE, _DECKS = 60, 5  # pictures that are invented together, and of how many decks

log = logging.getLogger(__name__)


def main() -> None:
    said = parse_arguments(__doc__, 4000, 8, fonts=True, timed=True)
    fonts = files_of(fonts_of(said.fonts), "learned") if said.fonts else OWN_FONTS
    seen = tables(said.pictures, said.seed, fonts)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    log.info("%d tables are drawn; learning on %s", len(seen), device)
    net = train(ShownTables(seen, device), said.rounds, said.seed, device, 60 * said.minutes, said.on)
    free = {"table": {2: "height", 3: "width"}, "cards": {2: "rows", 3: "columns"}}
    export(seen_alone(net), torch.zeros(1, 3, *SHAPE), free, "cards")


def tables(count: int, seed: int, fonts: Sequence[str] = OWN_FONTS) -> list[PackedTable]:
    """So many invented tables at least, with decks that are lettered in these fonts, by all processors that are free
    for this."""
    seeds = [(seed, k) for k in range(-(-count // _AT_ONCE))]
    workers = len(os.sched_getaffinity(0))
    with multiprocessing.get_context("fork").Pool(workers, cv2.setNumThreads, (1,)) as processes:
        return list(chain.from_iterable(processes.imap(partial(_some_tables, tuple(fonts)), seeds)))


def _some_tables(fonts: Sequence[str], seed: tuple[int, int]) -> list[PackedTable]:
    rng = np.random.default_rng(seed)
    decks = pool(rng, _DECKS, fonts)
    return [packed(invent(rng, decks, SHAPE, PX_PER_MM)) for _ in range(_AT_ONCE)]


def train(shown: ShownTables, rounds: int, seed: int, device: torch.device, most_seconds: float, on: bool) -> nn.Module:
    """A network that has seen every table ``rounds`` times, turned, mirrored and recoloured by chance. ``on``: it
    learns on."""

    def loss(net: nn.Module, batch: np.ndarray, rng: np.random.Generator) -> torch.Tensor:
        inputs, wanted, counts = shown.batch(batch, rng, *number_of_turns(rng))
        return torch.stack(losses(net(inputs), wanted, counts))

    examples, *_ = shown.batch(np.arange(_EXAMPLES), np.random.default_rng(seed), 0, False)
    make, way = beginning(CardNet, "cards", _WAY, examples, on)
    return learn(make, loss, len(shown), rounds, seed, way, device=device, most_seconds=most_seconds)


def seen_alone(net: nn.Module) -> nn.Module:
    """The same network, saying only whether a card is seen: how it lies it learned to tell for learning's sake."""
    out = deepcopy(net).cpu()
    out.head = nn.Conv2d(net.head.in_channels, 1, 1)
    with torch.no_grad():
        out.head.weight.copy_(net.head.weight[:1])
        out.head.bias.copy_(net.head.bias[:1])
    return out.eval()


def losses(said: torch.Tensor, wanted: torch.Tensor, counts: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """Cards by cross entropy, places with the doubt the network has itself (Laplace)."""
    card = functional.binary_cross_entropy_with_logits(said[:, 0], wanted[:, 0], counts[:, 0])
    there = counts[:, 1]
    number = there.sum().clamp(min=1)
    doubt = said[:, 5].clamp(-5, 3)
    off = (said[:, 1:3] - wanted[:, 1:3]).abs().sum(1) + 0.5 * (said[:, 3:5] - wanted[:, 3:5]).abs().sum(1)
    place = ((off * torch.exp(-doubt) + doubt) * there).sum() / number
    turn = ((said[:, 3:5] - wanted[:, 3:5]).square().sum(1) * there).sum() / number
    sides = ((said[:, 6:8] - wanted[:, 6:8]).square().sum(1) * there).sum() / number
    return 2 * card, 0.5 * place, turn, 0.5 * sides


if __name__ == "__main__":
    main()
