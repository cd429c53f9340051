"""The network that tells numbers: an eye that makes a map of a card's face, and a mind that compares such maps."""

import torch
from torch import nn
from torch.nn import functional

from vision.cards.face_network import DEPTH
from vision.training.layers import ResidualBlock, convolution

_FEATURES = 8


class NumberEye(nn.Module):
    """Close-ups (N, 3, 224, 160) as ``face_network`` gives them, to maps (N, DEPTH + 1, 28, 20): in every cell a
    unit vector that says what is printed there, whatever its colours, and how much that is worth."""

    def __init__(self, fine: int = 32, middle: int = 48, wide: int = 80) -> None:
        super().__init__()
        self.stem = nn.Sequential(convolution(3, 12, 2), convolution(12, fine, 2))
        self.middle = nn.Sequential(convolution(fine, middle, 2), ResidualBlock(middle, 1))
        self.wide = nn.Sequential(convolution(middle, wide, 2), ResidualBlock(wide, 1), ResidualBlock(wide, 1))
        self.to_middle, self.mixed = nn.Conv2d(wide, middle, 1), convolution(middle, middle)
        self.head = nn.Conv2d(middle, DEPTH + 1, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        middle = self.middle(self.stem(x))
        wide = functional.interpolate(self.to_middle(self.wide(middle)), scale_factor=2.0, mode="nearest")
        shown = self.head(self.mixed(middle + wide))
        return torch.cat([functional.normalize(shown[:, :DEPTH], dim=1), shown[:, DEPTH:]], 1)


class NumberMind(nn.Module):
    """How likely each taught number is on a seen face, and none of them: logarithms, against none."""

    def __init__(self) -> None:
        super().__init__()
        self.cell = nn.Sequential(nn.Linear(_FEATURES, 24), nn.ReLU(), nn.Linear(24, 16), nn.ReLU(), nn.Linear(16, 2))
        self.whole = nn.Sequential(nn.Linear(1, 8), nn.ReLU(), nn.Linear(8, 2))

    def forward(self, taught: torch.Tensor, seen: torch.Tensor, visible: torch.Tensor) -> torch.Tensor:
        """``taught``: B x N x (DEPTH + 1) x cells; ``seen``: B x Q x (DEPTH + 1) x cells; ``visible``: B x Q x cells,
        parts of them in sight. B x Q x N."""
        ours, worth = taught[:, :, :DEPTH], taught[:, :, DEPTH]
        like = torch.einsum("bndc,bqdc->bqnc", ours, seen[:, :, :DEPTH])
        differ = 1 - ours.mean(1).square().sum(1)  # B x cells: how unlike each other the taught ones are there
        alike = like.mean(2, keepdim=True).expand_as(like)
        likest = like.amax(2, keepdim=True).expand_as(like)
        own = worth[:, None].expand_as(like)
        all_of_them = worth.mean(1)[:, None, None].expand_as(like)
        here = seen[:, :, DEPTH][:, :, None].expand_as(like)
        apart = differ[:, None, None].expand_as(like)
        there = visible[:, :, None].expand_as(like)
        features = torch.stack([like, alike, likest, apart, own, all_of_them, here, there], -1)
        gate, says = self.cell(features).unbind(-1)
        counts = torch.sigmoid(gate) * there
        total = (counts * says).sum(-1) / 8
        weight = torch.log1p(counts.mean(2).sum(-1, keepdim=True))  # B x Q x 1
        slope, lift = self.whole(weight).unbind(-1)
        return total * functional.softplus(slope + 0.5)[..., None] + lift[..., None]


class NumberComparison(nn.Module):
    """The mind as it is written down: one array in, as networks here have it."""

    def __init__(self, mind: NumberMind) -> None:
        super().__init__()
        self.mind = mind

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """``x``: (N + 1) x (DEPTH + 2) x cells: taught maps, then the seen one; the last channel is what is in sight of
        the latter. 1 x N."""
        taught, seen = x[None, :-1, : DEPTH + 1], x[None, -1:, : DEPTH + 1]
        return self.mind(taught, seen, x[None, -1:, DEPTH + 1])[0]
