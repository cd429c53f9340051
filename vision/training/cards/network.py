"""The network that sees cards: every place of the table says whether a card is seen there, and how that card lies."""

import torch
from torch import nn
from torch.nn import functional

from vision.training.layers import ResidualBlock, convolution

OUT = 8  # whether a card is seen, its middle, its turn (cosine, sine of twice), doubt, and of four times (to learn by)


class CardNet(nn.Module):
    """Flat pictures (N, 3, H, W), sides whole sixteens, to (N, OUT, H/4, W/4). What is far away is seen at a sixteenth,
    where the most is thought, and told to the finer ones."""

    def __init__(self, fine: int = 40, middle: int = 48, wide: int = 64) -> None:
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, fine, 8, 4, 2, bias=False), nn.BatchNorm2d(fine), nn.ReLU())
        self.middle = nn.Sequential(convolution(fine, middle, 2), ResidualBlock(middle, 1))
        self.wide = nn.Sequential(convolution(middle, wide, 2), *(ResidualBlock(wide, d) for d in (1, 2, 1)))
        self.to_middle, self.mixed = nn.Conv2d(wide, middle, 1), convolution(middle, middle)
        self.to_fine, self.last = nn.Conv2d(middle, fine, 1), convolution(fine, fine)
        self.head = nn.Conv2d(fine, OUT, 1)
        nn.init.constant_(self.head.bias[:1], -1.5)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        fine = self.stem(x)
        middle = self.middle(fine)
        wide = self.to_middle(self.wide(middle))
        middle = self.mixed(middle + functional.interpolate(wide, scale_factor=2.0, mode="nearest"))
        fine = fine + functional.interpolate(self.to_fine(middle), scale_factor=2.0, mode="nearest")
        return self.head(self.last(fine))
