"""Train the network that tells signs apart, and write it where ``vision.cards.sign_embedding`` looks for it.

    pip install torch onnx          # for this alone; playing needs neither
    python -m vision.training.signs.train --fonts FOLDER --minutes 45

First it invents decks (some 0.2 s each) and keeps all their places in memory (370 kB each), then it learns for so many
minutes. ``FOLDER`` holds fonts (``families.fonts``): those of the learned split are learned from. No picture of a real
card is used.
"""

import argparse
import logging
import math
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.cards.sign_embedding import SIDE
from vision.training.families.fonts import files_of, fonts_of
from vision.training.learning import TrainingPlan, export, learn
from vision.training.numbers.faces import NUMBERS
from vision.training.signs.network import SignNet
from vision.training.signs.places import SignPlace, invent
from vision.training.signs.views import CALM, HARD, SignHardship, normalised, photographed

log = logging.getLogger(__name__)

# Constants: chosen by hand; kept as the network that lies in vision/models came out with them.
_HOW = TrainingPlan(batch=16, fastest=3e-3, decay=1e-3, clip=2.0, mean=True)  # a thing is a place
_SHARP = 12.0  # how much a likeness of 1 is worth at first, as a logarithm of chances; it is learned
_HELD_OUT = 60  # places
_SWAPPED, _OVER, _OTHER_INKS = 0.3, 0.5, 0.5  # of places: taught for seen; upside down; channels in another order
_ENDLESS = 1_000_000  # rounds: it is the time that ends them


class SignLearner(nn.Module):
    """The network, and how much likeness says: ``sharp`` is the logarithm of what a likeness of 1 is worth."""

    def __init__(self) -> None:
        super().__init__()
        self.signs, self.sharp = SignNet(), nn.Parameter(torch.tensor(math.log(_SHARP)))

    def likeness(self, taught: torch.Tensor, seen: torch.Tensor) -> torch.Tensor:
        """How like each seen sign is to each taught one of its place: places x seen x taught, -1 to 1. Cut-outs come
        place by place, NUMBERS of each, as SignNet takes them."""
        taught, seen = self.signs(torch.cat([taught, seen])).unflatten(0, (2, -1, NUMBERS))
        return torch.einsum("psv,ptv->pst", seen, taught)


def main() -> None:
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--fonts", type=Path, required=True)
    ask.add_argument("--minutes", type=float, default=45.0)
    ask.add_argument("--decks", type=int, default=2800)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--threads", type=int, default=1)
    said = ask.parse_args()
    torch.set_num_threads(said.threads)
    cv2.setNumThreads(1)
    places = invented(files_of(fonts_of(said.fonts), "learned"), said.decks)
    net = train(places, 60 * said.minutes, said.seed)
    export(net, torch.zeros(1, 3, SIDE, SIDE), {"signs": {0: "signs"}, "vectors": {0: "signs"}}, "signs")


def invented(fonts: tuple[str, ...], decks: int) -> list[SignPlace]:
    """The places of so many decks, lettered in these fonts."""
    places = []
    for seed in range(decks):
        try:
            places += invent(seed, fonts)
        except (IndexError, OSError) as error:  # a font that lacks one of the signs
            log.debug("deck %d: %r", seed, error)
    log.info("%d places of %d decks", len(places), decks)
    return places


def train(places: list[SignPlace], seconds: float, seed: int) -> SignNet:
    """The running mean of a network that learns for so long from all places but the first, by which it says after each
    round how well it goes."""
    torch.manual_seed(seed)
    held_out, learned = batch(places[:_HELD_OUT], np.random.default_rng(seed)), places[_HELD_OUT:]

    def loss_of(net: SignLearner, several: np.ndarray, rng: np.random.Generator) -> torch.Tensor:
        taught, seen = batch([learned[k] for k in several], rng)
        return likeness_loss(net.sharp.exp() * net.likeness(taught, seen))

    def say(net: SignLearner, number: int) -> None:
        log.info("round %d: %.2f %% of held-out signs right", number, 100 * identified(net, *held_out))

    return learn(SignLearner, loss_of, len(learned), _ENDLESS, seed, _HOW, say, most_seconds=seconds).signs


def batch(places: list[SignPlace], rng: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """Taught and seen cut-outs of places, N x 3 x SIDE x SIDE as the network takes them, NUMBERS of each place."""
    pairs = [_pair(place, rng) for place in places]
    return torch.cat([taught for taught, _ in pairs]), torch.cat([seen for _, seen in pairs])


def _pair(place: SignPlace, rng: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    taught, seen = place.taught, place.seen
    if rng.random() < _SWAPPED:
        taught, seen = seen, taught
    if rng.random() < _OVER:
        taught, seen = taught[:, ::-1, ::-1], seen[:, ::-1, ::-1]
    return _view(taught, place.side_mm, CALM, rng), _view(seen, place.side_mm, HARD, rng)


def _view(cut_outs: np.ndarray, side_mm: float, how: SignHardship, rng: np.random.Generator) -> torch.Tensor:
    """As the network takes them; some with channels in another order, so that inks are of any colour."""
    shown = photographed(torch.from_numpy(cut_outs.copy()), side_mm, how)
    if rng.random() < _OTHER_INKS:
        shown = shown[:, rng.permutation(3)]
    return normalised(shown)


def likeness_loss(likeness: torch.Tensor) -> torch.Tensor:
    """How unlikely it is that every seen sign is known by its taught one, and back, among its place's (InfoNCE, van
    den Oord et al. 2018); places x seen x taught, as logarithms of chances."""
    wanted = torch.arange(NUMBERS).expand(len(likeness), NUMBERS)
    return (functional.cross_entropy(likeness, wanted) + functional.cross_entropy(likeness.transpose(1, 2), wanted)) / 2


@torch.no_grad()
def identified(net: SignLearner, taught: torch.Tensor, seen: torch.Tensor) -> float:
    """How many of these seen signs are known as one of their place's taught ones, 0 to 1."""
    best = net.likeness(taught, seen).argmax(2)
    return float((best == torch.arange(NUMBERS)).float().mean())


if __name__ == "__main__":
    main()
