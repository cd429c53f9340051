"""Layers of which all networks here are made."""

import torch
from torch import nn


def convolution(inputs: int, outputs: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    """Three by three, normalised over the batch, then ReLU: (N, inputs, H, W) to (N, outputs, H, W) over ``stride``."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, dilation, dilation, bias=False), nn.BatchNorm2d(outputs), nn.ReLU()
    )


class ResidualBlock(nn.Module):
    """Two convolutions beside a way past them (He et al. 2016), the second one dilated."""

    def __init__(self, width: int, dilation: int) -> None:
        super().__init__()
        self.first, self.second = convolution(width, width), convolution(width, width, dilation=dilation)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.second(self.first(x))
