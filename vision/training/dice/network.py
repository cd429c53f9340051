"""The two networks: one finds dice on a whole table, one judges from a close-up how a die stands."""

import torch
from torch import nn

CLASSES = 4  # as ``vision.training.dice.bodies`` numbers them: flat d6, flat d12, leaning, on another
OUT = 1 + CLASSES + 2 + 2 + 1  # heat, classes, place in the cell, angle (cosine, sine), size


def _conv(inputs: int, outputs: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, dilation, dilation, bias=False), nn.BatchNorm2d(outputs), nn.ReLU()
    )


class _Block(nn.Module):
    def __init__(self, width: int, dilation: int) -> None:
        super().__init__()
        self.first, self.second = _conv(width, width), _conv(width, width, dilation=dilation)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.second(self.first(x))


class DiceNet(nn.Module):
    """Tables (N, 5, H, W), colour and slant, to heat, classes, place, angle and size (N, OUT, H/8, W/8).

    Convolutions only, so that any size of table fits through it.
    """

    def __init__(self, width: int = 40) -> None:
        super().__init__()
        self.stem = nn.Sequential(_conv(5, 16, 2), _conv(16, 24, 2), _conv(24, 24), _conv(24, width, 2))
        self.body = nn.Sequential(*(_Block(width, d) for d in (1, 2, 1, 2)))
        self.head = nn.Sequential(_conv(width, width), nn.Conv2d(width, OUT, 1))
        nn.init.constant_(self.head[1].bias[:1], -4.0)  # most of a table is empty

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.body(self.stem(x)))


class PoseNet(nn.Module):
    """Close-ups (N, 4, 64, 64) to logits (N, 5) of the classes and of "no die"."""

    def __init__(self) -> None:
        super().__init__()
        self.eye = nn.Sequential(
            _conv(4, 16, 2), _conv(16, 32, 2), _conv(32, 48), _conv(48, 64, 2), _conv(64, 64), _conv(64, 32, 2)
        )
        self.mind = nn.Sequential(nn.Flatten(), nn.Linear(32 * 16, 64), nn.ReLU(), nn.Linear(64, CLASSES + 1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.mind(self.eye(x))
