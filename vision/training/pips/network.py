"""The networks for pip dice: one finds tops in a whole picture, two read close-ups of them. They have the same
eye: what one learned to see, the next one starts from."""

import torch
from torch import nn
from torch.nn import functional

from vision.training.layers import ResidualBlock, convolution

FINDS = 1 + 6 + 2 + 1  # heat, numbers, place in the cell, logarithm of size
READS = 7 + 3  # nothing, one to six; right, down, logarithm of size


class PipEye(nn.Module):
    """Pictures (N, 3, H, W), 0 to 1, H and W of whole eights, to features (N, 32, H/4, W/4)."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(convolution(3, 16, 2), convolution(16, 32, 2), ResidualBlock(32, 1))
        self.far = nn.Sequential(
            convolution(32, 48, 2),
            ResidualBlock(48, 1),
            ResidualBlock(48, 2),
            nn.Conv2d(48, 32, 1),
            nn.Upsample(scale_factor=2),
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        near = self.stem(x)
        return near + self.far(near)


class PipDetectorNet(nn.Module):
    """Pictures as the eye takes them to what FINDS tells of every cell (N, FINDS, H/4, W/4).

    Convolutions only, so that any size of picture fits through it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.eye = PipEye()
        self.head = nn.Sequential(convolution(32, 32), nn.Conv2d(32, FINDS, 1))
        nn.init.constant_(self.head[1].bias[:1], -4.0)  # most of a table is empty

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.eye(x))


class PipNet(nn.Module):
    """Close-ups (N, 3, 48, 48), 0 to 1, to READS answers (N, READS): logits, then where and how large the top is."""

    def __init__(self, eye: PipEye) -> None:
        super().__init__()
        self.eye = eye
        self.mind = _mind(32, 48, 64, 64)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.mind(self.eye(x))


class PipSecondNet(nn.Module):
    """The same answers of the same close-ups by a network that begins as a PipNet, and says at first what that says.

    Dots are lost where the eye sees cells of four px only: a second mind also has what is seen in cells of two.
    """

    def __init__(self, first: PipNet) -> None:
        super().__init__()
        self.eye, self.mind = first.eye, first.mind
        self.fine = nn.Sequential(
            convolution(3, 24, 2), ResidualBlock(24, 1), convolution(24, 48, 2), ResidualBlock(48, 1)
        )
        self.second = _mind(32 + 48, 64, 96, 96)
        nn.init.zeros_(self.second[-1].weight)
        nn.init.zeros_(self.second[-1].bias)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        near = self.eye(x)
        return self.mind(near) + self.second(torch.cat([near, self.fine(x)], 1))


def _mind(inputs: int, first: int, then: int, hidden: int) -> nn.Sequential:
    """Features of close-ups (N, inputs, 12, 12) to answers."""
    return nn.Sequential(
        convolution(inputs, first), convolution(first, then, 2), nn.Flatten(),
        nn.Linear(then * 36, hidden), nn.ReLU(), nn.Linear(hidden, READS),
    )  # fmt: skip


class PipLargeNet(nn.Module):
    """The same answers of close-ups of twice as many px each way (N, 3, 96, 96), for large dice. It begins as a
    PipJudge that sees them smaller, and says at first what that says."""

    def __init__(self, first: PipSecondNet) -> None:
        super().__init__()
        self.first = first
        self.fine = nn.Sequential(
            convolution(3, 24, 2),
            convolution(24, 32, 2),
            ResidualBlock(32, 1),
            convolution(32, 64, 2),
            ResidualBlock(64, 1),
        )
        self.mind = _mind(32 + 64, 64, 96, 96)
        nn.init.zeros_(self.mind[-1].weight)
        nn.init.zeros_(self.mind[-1].bias)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        small = functional.avg_pool2d(x, 2)
        return self.first(small) + self.mind(torch.cat([self.first.eye(small), self.fine(x)], 1))
