"""Invented tables as batches to learn from: on the processor or the graphics card, changed by chance."""

from typing import NamedTuple

import cv2
import numpy as np
import torch

from vision.cards.segmenter import CELL, PX_PER_MM
from vision.training.cards.flat_pictures import CardTable
from vision.training.cards.network import OUT

# Constants: chosen by hand; kept as the network that lies in vision/models came out with them.
_REACH = 32.0  # px: the unit in which a card's middle is told
_SLIVER = 0.05  # of a card: less in sight is neither a card nor none
_HERE, _OWN = 0.5, 0.6  # of a cell, that a card is seen there, and that it can say how it lies


class PackedTable(NamedTuple):
    """A table as it is sent between processes: what is seen (H x W x 3 uint8), what should be said of it (OUT x h x w
    float16; nothing for doubt), and where a card, and how it lies, counts (2 x h x w bool)."""

    image: np.ndarray
    wanted: np.ndarray
    counts: np.ndarray


def packed(one: CardTable) -> PackedTable:
    """A table with what the network should say of it."""
    height, width = (n // CELL for n in one.owner.shape)
    wanted, counts = np.zeros((OUT, height, width), np.float16), np.zeros((2, height, width), bool)
    middle = (np.mgrid[:height, :width][::-1] + 0.5) * CELL - 0.5
    counts[0] = True
    whole = one.size_mm[0] * one.size_mm[1] * PX_PER_MM**2
    for k, (x, y, turn) in enumerate(one.places):
        mask = (one.owner == k + 1).astype(np.float32)
        own = cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA)
        if own.sum() * CELL**2 < _SLIVER * whole:
            counts[0, own > 0] = False
            continue
        wanted[0, own > _HERE] = 1
        at = own > _OWN
        counts[1, at] = True
        wanted[1:3, at] = (np.array([x, y])[:, None] - middle[:, at]) / _REACH
        for first, times in ((3, 2), (6, 4)):
            wanted[first : first + 2, at] = np.array([np.cos(times * turn), np.sin(times * turn)])[:, None]
    return PackedTable(one.image, wanted, counts)


class ShownTables:
    """Tables of one shape, ready to be shown in batches."""

    def __init__(self, tables: list[PackedTable], device: torch.device) -> None:
        self._images, self._wanted, self._counts = (
            torch.from_numpy(np.stack(part)).to(device) for part in zip(*tables, strict=True)
        )

    def __len__(self) -> int:
        return len(self._images)

    def batch(
        self, which: np.ndarray, rng: np.random.Generator, quarter: int, mirrored: bool
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Inputs (N x 3 x H x W), what should be said (N x OUT x h x w) and what counts (N x 2 x h x w) of some tables,
        all mirrored and turned alike by quarters against the clock, the colours of each changed by chance."""
        at = torch.from_numpy(which).to(self._images.device)
        inputs = recoloured(self._images[at].permute(0, 3, 1, 2).float() / 255, rng)
        wanted, counts = self._wanted[at].float(), self._counts[at].float()
        if mirrored:
            inputs, wanted, counts = (part.flip(3) for part in (inputs, wanted, counts))
            wanted[:, [1, 4, 7]] *= -1  # across, and sines
        for _ in range(quarter):
            inputs, wanted, counts = (torch.rot90(part, 1, (2, 3)) for part in (inputs, wanted, counts))
            wanted = wanted[:, [0, 2, 1, 3, 4, 5, 6, 7]]
            wanted[:, 2:5] *= -1  # what was to the right is above; a quarter is half a circle of twice the angle
        return inputs.contiguous(memory_format=torch.channels_last), wanted, counts


def recoloured(colours: torch.Tensor, rng: np.random.Generator) -> torch.Tensor:
    """Pictures (N x 3 x H x W, 0 to 1) each in other colours: channels in another order, some gray, some brighter or
    darker in each channel, some of another contrast."""
    count, device = len(colours), colours.device

    def of_each(values: np.ndarray) -> torch.Tensor:
        return torch.from_numpy(values.astype(np.float32)).to(device)[..., None, None]

    order = torch.from_numpy(rng.random((count, 3)).argsort(1)).to(device)
    mixed = colours[torch.arange(count, device=device)[:, None], order]
    gray = of_each(rng.random((count, 1)) < 0.1)
    mixed = gray * mixed.mean(1, keepdim=True) + (1 - gray) * mixed
    scales = np.where(rng.random((count, 1)) < 0.5, rng.uniform(0.5, 1.4, (count, 3)), 1)
    bent = np.where(rng.random((count, 1)) < 0.3, rng.uniform(0.6, 1.6, (count, 1)), 1)
    return (mixed * of_each(scales)).clamp(0, 1) ** of_each(bent)
