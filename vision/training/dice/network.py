"""The two networks: one finds dice on a whole table, one judges from a close-up how a die stands."""

import torch
from torch import nn

from vision.training.layers import ResidualBlock, convolution

CLASSES = 4  # as ``vision.training.dice.bodies`` numbers them: flat d6, flat d12, leaning, on another
OUT = 1 + CLASSES + 2 + 2 + 1  # heat, classes, place in the cell, angle (cosine, sine), size


class DiceNet(nn.Module):
    """Tables (N, 5, H, W), colour and slant, to heat, classes, place, angle and size (N, OUT, H/8, W/8).

    Convolutions only, so that any size of table fits through it.
    """

    def __init__(self, width: int = 56) -> None:
        super().__init__()
        self.stem = nn.Sequential(
            convolution(5, 16, 2), convolution(16, 24, 2), convolution(24, 24), convolution(24, width, 2)
        )
        self.body = nn.Sequential(*(ResidualBlock(width, d) for d in (1, 2, 1, 2)))
        self.head = nn.Sequential(convolution(width, width), nn.Conv2d(width, OUT, 1))
        nn.init.constant_(self.head[1].bias[:1], -4.0)  # most of a table is empty

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.body(self.stem(x)))


class PoseNet(nn.Module):
    """Close-ups (N, 4, 64, 64) to logits (N, 5) of the classes and of "no die"."""

    def __init__(self, width: int = 32) -> None:
        super().__init__()
        self.eye = nn.Sequential(
            convolution(4, width, 2),
            convolution(width, 2 * width, 2),
            convolution(2 * width, 3 * width),
            convolution(3 * width, 4 * width, 2),
            convolution(4 * width, 4 * width),
            convolution(4 * width, 2 * width, 2),
        )
        self.mind = nn.Sequential(
            nn.Flatten(), nn.Linear(2 * width * 16, 4 * width), nn.ReLU(), nn.Linear(4 * width, CLASSES + 1)
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.mind(self.eye(x))
