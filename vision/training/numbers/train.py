"""Train the two networks that tell numbers, and write them where ``vision.cards.face_network`` looks for them.

    pip install torch onnx          # for this alone; playing needs neither
    python -m vision.training.numbers.train --fonts FOLDER --minutes 8

Decks are invented by processes beside the one that learns, which takes those that are there; a graphics card does
the rest where there is one. ``FOLDER`` holds fonts (``families.fonts``): those of the learned split are learned from.
"""

import argparse
import logging
import math
import multiprocessing
import threading
import time
from copy import deepcopy
from pathlib import Path

import cv2
import torch
from torch import nn
from torch.nn import functional

from vision.cards.face_grid import CLOSE_UP
from vision.cards.face_network import CELLS, DEPTH
from vision.training.families.fonts import files_of, fonts_of
from vision.training.learning import export, follow
from vision.training.numbers.faces import NUMBERS, SEEN, DeckFaces, invent
from vision.training.numbers.network import NumberComparison, NumberEye, NumberMind
from vision.training.numbers.views import CALM, HARD, views

log = logging.getLogger(__name__)

# Constants: chosen by hand; kept as the networks that lie in vision/models came out with them.
_DECKS, _ASKED = 24, 10  # of a batch; seen faces of each
_FEWEST = 5  # taught numbers
_FASTEST, _DECAY, _WARMING, _KEPT = 2.5e-3, 1e-2, 200, 0.998
_SAID = 200  # steps
_FIRST = 200  # decks before it begins


class Numbers(nn.Module):
    """Eye and mind together."""

    def __init__(self) -> None:
        super().__init__()
        self.eye, self.mind = NumberEye(), NumberMind()


class DeckPool:
    """Decks that other processes invent, as tensors where they are learned from; ``most`` are kept, the rest is
    replaced one by one."""

    def __init__(self, fonts: tuple[str, ...], seed: int, workers: int, most: int, device: torch.device) -> None:
        context = multiprocessing.get_context("spawn")
        self._queue = context.Queue(4 * workers)
        self._device, self._most, self._next = device, most, 0
        self.taught = torch.zeros(most, NUMBERS, *CLOSE_UP, 3, dtype=torch.uint8, device=device)
        self.seen = torch.zeros(most, SEEN, *CLOSE_UP, 3, dtype=torch.uint8, device=device)
        self.numbers = torch.zeros(most, SEEN, dtype=torch.long, device=device)
        self.both_ways = torch.zeros(most, dtype=torch.bool, device=device)
        for k in range(workers):
            given = (self._queue, fonts, seed * 10_000_000 + k * 100_000)
            context.Process(target=_inventing, args=given, daemon=True).start()
        threading.Thread(target=self._taking, daemon=True).start()

    def __len__(self) -> int:
        return min(self._next, self._most)

    @property
    def invented(self) -> int:
        return self._next

    def wait(self, least: int) -> None:
        """Until there are so many decks."""
        while len(self) < least:
            time.sleep(0.1)

    def _taking(self) -> None:
        while True:
            deck = self._queue.get()
            at = self._next % self._most
            self.taught[at] = torch.from_numpy(deck.taught).to(self._device)
            self.seen[at] = torch.from_numpy(deck.seen).to(self._device)
            self.numbers[at] = torch.from_numpy(deck.numbers).to(self._device)
            self.both_ways[at] = deck.both_ways
            self._next += 1


def _inventing(queue: "multiprocessing.Queue[DeckFaces]", fonts: tuple[str, ...], first: int) -> None:
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    seed = first
    while True:
        seed += 1
        try:
            queue.put(invent(seed, fonts))
        except (IndexError, OSError) as error:  # a font that lacks one of the signs
            log.debug("deck %d: %r", seed, error)


def main() -> None:
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--fonts", type=Path, required=True)
    ask.add_argument("--minutes", type=float, default=8.0)
    ask.add_argument("--workers", type=int, default=8)
    ask.add_argument("--decks", type=int, default=4000, help="at most kept in memory")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--batch", type=int, default=_DECKS)
    ask.add_argument("--weights", type=Path, help="also written there, in full precision; read first where it is there")
    said = ask.parse_args()
    torch.manual_seed(said.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    pool = DeckPool(files_of(fonts_of(said.fonts), "learned"), said.seed, said.workers, said.decks, device)
    net = Numbers()
    if said.weights is not None and said.weights.is_file():
        net.load_state_dict(torch.load(said.weights, map_location="cpu"))
    net = train(net, pool, 60 * said.minutes, said.batch, device).cpu()
    if said.weights is not None:
        torch.save(net.state_dict(), said.weights)
    write(net)


def write(net: Numbers) -> None:
    """Both networks as ONNX."""
    names = {"faces": {0: "count"}, "maps": {0: "count"}}
    export(net.eye.eval(), torch.zeros(1, 3, *CLOSE_UP), names, "number_eye")
    maps = torch.zeros(3, DEPTH + 2, CELLS[0] * CELLS[1])
    export(NumberComparison(net.mind).eval(), maps, {"maps": {0: "count"}, "numbers": {1: "values"}}, "number_mind")


def train(net: Numbers, pool: DeckPool, seconds: float, batch: int, device: torch.device) -> Numbers:
    """The running mean of the network, after so long; now and then it says how often it is right."""
    net = net.to(device, memory_format=torch.channels_last)
    mean = deepcopy(net).eval()
    wise = torch.optim.AdamW(net.parameters(), _FASTEST, weight_decay=_DECAY, betas=(0.9, 0.98))
    pool.wait(min(_FIRST, len(pool.taught)))
    begun, step = time.monotonic(), 0
    total, right = torch.zeros((), device=device), torch.zeros(3, device=device)
    while (passed := (time.monotonic() - begun) / seconds) < 1:
        step += 1
        for group in wise.param_groups:
            group["lr"] = _FASTEST * min(1, step / _WARMING) * (0.5 + 0.5 * math.cos(math.pi * passed)) + 1e-6
        net.train()
        loss, said = loss_of(net, pool, batch, device)
        wise.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        wise.step()
        follow(mean, net, min(_KEPT, (1 + step) / (10 + step)))
        total += loss.detach() / _SAID
        right += said.nan_to_num() / _SAID
        if step % _SAID == 0:
            log.info(
                "%4.0f s, step %d, %d decks: loss %.3f; up %.1f %%, down %.1f %%, sure and wrong %.2f %%",
                time.monotonic() - begun, step, pool.invented, float(total), *(100 * right).tolist(),
            )  # fmt: skip
            total, right = torch.zeros_like(total), torch.zeros_like(right)
    return mean


def loss_of(net: Numbers, pool: DeckPool, batch: int, device: torch.device) -> tuple[torch.Tensor, torch.Tensor]:
    """Of some decks by chance; and how many numbers are right, how many upside down are said to be none, and how many
    are sure and wrong."""
    picked = torch.randint(len(pool), (batch,), device=device)
    taught = int(torch.randint(_FEWEST, NUMBERS + 1, (1,))) if torch.rand(1) < 0.5 else NUMBERS
    order = torch.rand(batch, NUMBERS, device=device).argsort(1)
    place = order.argsort(1)  # of each number among the taught ones
    shown = pool.taught[picked[:, None], order[:, :taught]]
    fit = place.gather(1, pool.numbers[picked]) < taught
    weight = fit.float() + 1e-3
    asked = torch.multinomial(weight, min(_ASKED, SEEN))
    wanted = place.gather(1, pool.numbers[picked].gather(1, asked))
    wanted = torch.where(wanted < taught, wanted, torch.full_like(wanted, taught))  # none of them
    seen = pool.seen[picked[:, None], asked]
    over = torch.rand(seen.shape[:2], device=device) < 0.4
    turned = torch.where(over[..., None, None, None], seen.flip(2, 3), seen)
    wanted = torch.where(over, torch.full_like(wanted, taught), wanted)
    counts = ~(over & pool.both_ways[picked][:, None])
    calm, _ = views(shown.flatten(0, 1), CALM)
    hard, visible = views(turned.flatten(0, 1), HARD)
    faces = torch.cat([calm, hard]).to(memory_format=torch.channels_last)
    with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
        maps = net.eye(faces)
    maps = maps.float().flatten(2)
    ours = maps[: len(calm)].unflatten(0, (batch, taught))
    theirs = maps[len(calm) :].unflatten(0, seen.shape[:2])
    logits = net.mind(ours, theirs, visible.unflatten(0, seen.shape[:2]))
    logits = torch.cat([logits, torch.zeros_like(logits[..., :1])], -1)[counts]
    wanted, over = wanted[counts], over[counts]
    loss = functional.cross_entropy(logits, wanted)
    with torch.no_grad():
        chance, best = logits.softmax(-1).max(-1)
        hit = best == wanted
        up, down = hit[~over].float().mean(), hit[over].float().mean()
        wrong = ((chance > 0.99) & ~hit & (best < taught)).float().mean()
    return loss, torch.stack([up, down, wrong])


if __name__ == "__main__":
    main()
