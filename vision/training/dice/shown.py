"""Invented pictures and close-ups in batches to learn from, changed by chance: on a processor or a graphics card."""

from typing import NamedTuple

import numpy as np
import torch
from torch.nn import functional

from vision.dice.detector import CELL, USUAL_MM
from vision.training.dice.flat_pictures import FlatDicePicture
from vision.training.dice.network import CLASSES, OUT

# Constants: chosen by hand.
_SPREAD = 0.55  # cells
_RINGS = (4, 5, 0, 0)  # edges of the top, by class; 0 where neither angle nor size can be told
_NONE = -1


class PackedPicture(NamedTuple):
    """A picture as it is sent between processes: ``slant`` only at its first and last pixel (2 x 2), as it is even."""

    image: np.ndarray
    slant: np.ndarray
    dice: np.ndarray


def packed(one: FlatDicePicture) -> PackedPicture:
    """The same picture, smaller."""
    return PackedPicture(one.image, np.array([one.slant[0, 0], one.slant[-1, -1]]), one.dice)


class ShownPictures:
    """Pictures of one shape with their dice, ready to be shown in batches."""

    def __init__(self, pictures: list[PackedPicture], device: torch.device) -> None:
        most = max(len(one.dice) for one in pictures)
        dice = np.full((len(pictures), most, 5), _NONE, np.float32)
        for row, one in zip(dice, pictures, strict=True):
            row[: len(one.dice)] = one.dice
        self._images = torch.from_numpy(np.stack([one.image for one in pictures])).to(device)
        self._slants = torch.from_numpy(np.stack([one.slant for one in pictures]).astype(np.float32)).to(device)
        self._dice = torch.from_numpy(dice).to(device)

    def __len__(self) -> int:
        return len(self._images)

    def batch(
        self, which: np.ndarray, rng: np.random.Generator, quarter: int, mirrored: bool
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Inputs (N x 5 x H x W) and dice (N x D x 5; a label of -1 is none) of some pictures, all mirrored and turned
        alike, the colours of each mixed by chance."""
        at = torch.from_numpy(which).to(self._images.device)
        colours = _recoloured(self._images[at].permute(0, 3, 1, 2).float() / 255, rng)
        inputs = torch.cat([colours, self._slant(at)], 1)
        dice = self._dice[at].clone()
        if mirrored:
            inputs = inputs.flip(3)
            inputs[:, 3] *= -1
            dice[..., 1], dice[..., 3] = inputs.shape[3] - 1 - dice[..., 1], np.pi - dice[..., 3]
        for _ in range(quarter):  # a quarter turn against the clock, as np.rot90
            inputs = torch.rot90(inputs, 1, (2, 3))
            inputs = inputs[:, [0, 1, 2, 4, 3]]
            inputs[:, 4] *= -1
            x, y = dice[..., 1].clone(), dice[..., 2].clone()
            dice[..., 1], dice[..., 2], dice[..., 3] = y, inputs.shape[2] - 1 - x, dice[..., 3] - np.pi / 2
        return inputs.contiguous(memory_format=torch.channels_last), dice

    def _slant(self, at: torch.Tensor) -> torch.Tensor:
        """How obliquely every pixel is seen: N x 2 x H x W."""
        high, wide = self._images.shape[1:3]
        first, last = self._slants[at].unbind(1)
        device = self._images.device
        across = torch.linspace(0, 1, wide, device=device)[None, None].expand(len(at), high, wide)
        down = torch.linspace(0, 1, high, device=device)[None, :, None].expand(len(at), high, wide)
        parts = torch.stack([across, down], 1)
        return first[:, :, None, None] + (last - first)[:, :, None, None] * parts


def targets(dice: torch.Tensor, height: int, width: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Heat (N x 1 x h x w), classes, place, angle and size (N x OUT - 1 x h x w), and where those count, for dice (N x
    D x 5) in pictures of ``height`` x ``width`` px."""
    high, wide, count, device = height // CELL, width // CELL, len(dice), dice.device
    labels = dice[..., 0].long()
    u, v = (dice[..., 1] + 0.5) / CELL - 0.5, (dice[..., 2] + 0.5) / CELL - 0.5
    column, row = u.round().long(), v.round().long()
    inside = (labels >= 0) & (column >= 0) & (column < wide) & (row >= 0) & (row < high)
    across, down = torch.arange(wide, device=device), torch.arange(high, device=device)
    off = (across - u[..., None])[:, :, None, :] ** 2 + (down - v[..., None])[..., None] ** 2
    near = torch.exp(-off / (2 * _SPREAD**2)).clamp(max=0.99) * inside[..., None, None]
    heat = near.amax(1, keepdim=True)
    rest = torch.zeros(count, OUT - 1, high, wide, device=device)
    counts = torch.zeros_like(rest)
    rings = torch.tensor(_RINGS, device=device)[labels.clamp(min=0)]
    turn = rings * dice[..., 3]
    told = torch.cat(
        [
            functional.one_hot(labels.clamp(min=0), CLASSES).float(),
            torch.stack(
                [u - column, v - row, turn.cos(), turn.sin(), (dice[..., 4].clamp(min=1) / USUAL_MM).log()], -1
            ),
        ],
        -1,
    )
    known = torch.ones_like(told)
    known[..., CLASSES + 2 :] = (rings > 0)[..., None].float()
    for k in range(dice.shape[1]):  # one after the other: of two in one cell the later counts
        here = inside[:, k].nonzero()[:, 0]
        heat[here, 0, row[here, k], column[here, k]] = 1
        rest[here, :, row[here, k], column[here, k]] = told[here, k]
        counts[here, :, row[here, k], column[here, k]] = known[here, k]
    return heat, rest, counts


class ShownCloseups:
    """Close-ups with their labels, ready to be shown in batches. ``views``: N x 4 x SIDE x SIDE, 0 to 1."""

    def __init__(self, views: np.ndarray, labels: np.ndarray, device: torch.device) -> None:
        self._colours = torch.from_numpy(np.rint(views[:, :3] * 255).astype(np.uint8)).to(device)
        self._steep = torch.from_numpy(views[:, 3, 0, 0].astype(np.float32)).to(device)
        self._labels = torch.from_numpy(labels.astype(np.int64)).to(device)

    def __len__(self) -> int:
        return len(self._labels)

    def batch(self, which: np.ndarray, rng: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor]:
        """Some close-ups (N x 4 x SIDE x SIDE), their colours mixed, mirrored and moved a little by chance, and their
        labels."""
        inputs, labels = self.unchanged(which)
        count, side = len(inputs), inputs.shape[2]
        colours = _recoloured(inputs[:, :3], rng)
        mirrored = torch.from_numpy(rng.random(count) < 0.5).to(inputs.device)
        colours = torch.where(mirrored[:, None, None, None], colours.flip(3), colours)
        off = torch.from_numpy(rng.integers(-1, 2, (2, count, 1))).to(inputs.device)
        rows, columns = (torch.arange(side, device=inputs.device) + off).clamp(0, side - 1)
        each = torch.arange(count, device=inputs.device)[:, None, None]
        moved = colours.permute(0, 2, 3, 1)[each, rows[:, :, None], columns[:, None]].permute(0, 3, 1, 2)
        inputs = torch.cat([moved, inputs[:, 3:]], 1)
        return inputs.contiguous(memory_format=torch.channels_last), labels

    def unchanged(self, which: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
        """Some close-ups as they are, and their labels."""
        at = torch.from_numpy(which).to(self._labels.device)
        colours = self._colours[at].float() / 255
        steep = self._steep[at][:, None, None, None].expand(-1, 1, *colours.shape[2:])
        return torch.cat([colours, steep], 1), self._labels[at]


def _recoloured(colours: torch.Tensor, rng: np.random.Generator) -> torch.Tensor:
    """Pictures (N x 3 x H x W, 0 to 1) with the channels of each in another order, half of them brighter or darker in
    each."""
    count, device = len(colours), colours.device
    order = torch.from_numpy(rng.random((count, 3)).argsort(1)).to(device)
    mixed = colours[torch.arange(count, device=device)[:, None], order]
    scales = np.where(rng.random((count, 1)) < 0.5, rng.uniform(0.6, 1.4, (count, 3)), 1).astype(np.float32)
    return (mixed * torch.from_numpy(scales).to(device)[..., None, None]).clamp(0, 1)
