"""The network that makes vectors of signs."""

import torch
from torch import nn
from torch.nn import functional

from vision.cards.sign_embedding import LENGTH
from vision.training.layers import ResidualBlock, convolution


class SignNet(nn.Module):
    """Cut-outs (N, 3, 48, 48), each of mean 0 and deviation 1 (``sign_embedding.as_learned``), to unit vectors
    (N, LENGTH); 275,800 weights."""

    def __init__(self) -> None:
        super().__init__()
        self.eye = nn.Sequential(
            convolution(3, 24, 2),
            convolution(24, 40, 2),
            ResidualBlock(40, 1),
            convolution(40, 72, 2),
            ResidualBlock(72, 1),
            convolution(72, 96, 2),
            nn.Flatten(),
        )
        self.mind = nn.Linear(96 * 9, LENGTH)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return functional.normalize(self.mind(self.eye(x)), dim=1)
