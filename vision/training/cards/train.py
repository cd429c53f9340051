"""Train the network that sees cards on invented tables, and write it where ``vision.cards.segmenter`` looks for it.

    pip install torch onnx          # for this alone; playing needs neither
    python -m vision.training.cards.train --pictures 4000 --rounds 8 --fonts /usr/share/fonts

No picture of a real table and none of any test is used.
"""

from collections.abc import Sequence
from copy import deepcopy

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.cards.segmenter import CELL, PX_PER_MM
from vision.cards.table_plane import CARD_MM
from vision.training.cards.deck_pool import pool
from vision.training.cards.decks import fonts_in
from vision.training.cards.flat_pictures import CardTable, invent
from vision.training.cards.network import OUT, CardNet
from vision.training.cards.painting import OWN_FONTS
from vision.training.learning import TrainingPlan, as_seen, export, learn, number_of_turns, parse_arguments

# Constants: chosen by hand; kept as the network that lies in vision/models came out with them.
SHAPE = (192, 224)
_WAY = TrainingPlan(8, clip=5.0, parts=("card", "place", "turn", "of its sides"))
_DECK = 12  # pictures of one deck
_REACH = 32.0  # px: the unit in which a card's middle is told
_SLIVER = 0.05  # of a card: less in sight is neither a card nor none
_OWN = 0.6  # of a cell, that it can say how its card lies


def main() -> None:
    said = parse_arguments(__doc__, 4000, 8, fonts=True)
    fonts = fonts_in(said.fonts) if said.fonts else OWN_FONTS
    net = train(tables(said.pictures, said.seed, fonts), said.rounds, said.seed)
    free = {"table": {2: "height", 3: "width"}, "cards": {2: "rows", 3: "columns"}}
    export(seen_alone(net), torch.zeros(1, 3, *SHAPE), free, "cards")


def tables(count: int, seed: int, fonts: Sequence[str] = OWN_FONTS) -> list[CardTable]:
    """So many invented tables, with decks that are lettered in these fonts."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    decks = pool(rng, max(count // _DECK, 1), fonts)
    return [invent(rng, decks, SHAPE, PX_PER_MM) for _ in range(count)]


def train(pictures: Sequence[CardTable], rounds: int, seed: int) -> nn.Module:
    """A network that has seen every picture ``rounds`` times, turned, mirrored and recoloured by chance."""

    def loss(net: nn.Module, batch: np.ndarray, rng: np.random.Generator) -> torch.Tensor:
        turned = number_of_turns(rng)
        seen = [changed(pictures[k], *turned) for k in batch]
        inputs = as_seen([recoloured(one.image, rng) for one in seen])
        wanted, counts = (torch.from_numpy(np.stack(part)) for part in zip(*map(target, seen), strict=True))
        return torch.stack(losses(net(inputs), wanted, counts))

    return learn(CardNet, loss, len(pictures), rounds, seed, _WAY)


def seen_alone(net: nn.Module) -> nn.Module:
    """The same network, saying only whether a card is seen: how it lies it learned to tell for learning's sake."""
    out = deepcopy(net)
    out.head = nn.Conv2d(net.head.in_channels, 1, 1)
    with torch.no_grad():
        out.head.weight.copy_(net.head.weight[:1])
        out.head.bias.copy_(net.head.bias[:1])
    return out.eval()


def changed(one: CardTable, quarter: int, mirrored: bool) -> CardTable:
    """A table, mirrored and turned by quarters against the clock."""
    image, owner, places = one.image, one.owner, one.places.copy()
    if mirrored:
        image, owner = image[:, ::-1], owner[:, ::-1]
        places[:, 0], places[:, 2] = image.shape[1] - 1 - places[:, 0], -places[:, 2]
    for _ in range(quarter):
        image, owner = np.rot90(image), np.rot90(owner)
        x, y = places[:, 0].copy(), places[:, 1].copy()
        places[:, 0], places[:, 1], places[:, 2] = y, image.shape[0] - 1 - x, places[:, 2] - np.pi / 2
    return CardTable(image, places, owner)


def recoloured(image: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """3 x H x W float32 as the network takes it, in other colours."""
    colour = image[..., rng.permutation(3)].astype(np.float32) / 255
    if rng.random() < 0.1:
        colour[:] = colour.mean(-1, keepdims=True)
    if rng.random() < 0.5:
        colour = np.clip(colour * rng.uniform(0.5, 1.4, 3).astype(np.float32), 0, 1)
    if rng.random() < 0.3:
        colour = colour ** np.float32(rng.uniform(0.6, 1.6))
    return np.ascontiguousarray(colour.transpose(2, 0, 1), np.float32)


def target(one: CardTable) -> tuple[np.ndarray, np.ndarray]:
    """What the network should say (OUT x h x w; nothing for doubt), and where each of it counts."""
    height, width = (n // CELL for n in one.owner.shape)
    wanted, counts = np.zeros((2, OUT, height, width), np.float32)
    down, across = np.mgrid[:height, :width]
    middle = (np.stack([across, down]) + 0.5) * CELL - 0.5
    counts[0] = 1
    most = np.full((height, width), 0.5, np.float32)
    whole = CARD_MM[0] * CARD_MM[1] * PX_PER_MM**2
    for k, (x, y, turn) in enumerate(one.places):
        mask = (one.owner == k + 1).astype(np.float32)
        own = cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA)
        if own.sum() * CELL**2 < _SLIVER * whole:
            counts[0, own > 0] = 0
            continue
        here = own > most
        wanted[0, here] = 1
        at = own > _OWN
        counts[1:, at] = 1
        wanted[1:3, at] = (np.array([x, y])[:, None] - middle[:, at]) / _REACH
        wanted[3:5, at] = np.array([np.cos(2 * turn), np.sin(2 * turn)])[:, None]
        wanted[6:8, at] = np.array([np.cos(4 * turn), np.sin(4 * turn)])[:, None]
    return wanted, counts


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
