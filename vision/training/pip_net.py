"""The two networks for pip dice: one glances at many places, one reads close-ups of those that are left."""

import torch
from torch import nn

from vision.training.net import _conv

READS = 7 + 3  # nothing, one to six; right, down, logarithm of size


class PipGlance(nn.Module):
    """Coarse close-ups (N, 3, 20, 20), 0 to 1, to one logit: a top of a pip die is in the middle (N, 1)."""

    def __init__(self) -> None:
        super().__init__()
        self.net = nn.Sequential(
            nn.Conv2d(3, 12, 4, 2, 1, bias=False), nn.BatchNorm2d(12), nn.ReLU(), _conv(12, 20, 2),
            nn.Flatten(), nn.Linear(20 * 25, 24), nn.ReLU(), nn.Linear(24, 1),
        )  # fmt: skip

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.net(x)


class PipNet(nn.Module):
    """Close-ups (N, 3, 40, 40), 0 to 1, to READS answers (N, READS): logits, then where and how large the top is."""

    def __init__(self) -> None:
        super().__init__()
        self.eye = nn.Sequential(_conv(3, 16, 2), _conv(16, 28), _conv(28, 40, 2), _conv(40, 40), _conv(40, 64, 2))
        self.mind = nn.Sequential(nn.Flatten(), nn.Linear(64 * 25, 64), nn.ReLU(), nn.Linear(64, READS))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.mind(self.eye(x))
