"""Cut-outs of signs as a reader gets them: the square a little elsewhere, in any light, blurred, coarse, noisy."""

import math
from dataclasses import dataclass

import torch
from torch.nn import functional

from vision.cards.sign_embedding import EVEN, SIDE
from vision.training.numbers.views import blur, some, uniform
from vision.training.signs.places import PX, WIDE

# Constants: chosen by hand; kept as the network that lies in vision/models came out with them.
_GAMMA = 2.2
_TURNED, _GROWN, _SHEARED = 0.02, 0.03, 0.03  # radians; part, each way; part: deviations of where the square lies
_MIXED, _TINTED = 0.05, 0.16  # of other channels in each; logarithm of each: deviations of light and camera
_SLOPED = 0.15  # logarithm of light from the middle to a side: deviation
_SHADE, _SHADE_EDGE = (0.2, 0.6), (3.0, 30.0)  # of light that a shadow takes; how sharp, 1 / half a side
_GLARE, _GLARE_WIDE = 0.7, (0.2, 1.0)  # of light at most; half sides
_SAMPLED = 0.35  # px of the camera: blur by its pixels
_FEWEST, _MOST = 9, 60  # px of the camera across the square
_LEAST_NOISE = 0.002


@dataclass(frozen=True, slots=True)
class SignHardship:
    """How poor a view may be. ``aside``: mm that the square lies elsewhere, deviation; ``coarse``: px a mm;
    ``blurred``: px of the camera; ``shaded``, ``glare``: of how many; ``exposed``: of full light; ``noise``: at most,
    of full light."""

    aside: float
    coarse: tuple[float, float]
    blurred: tuple[float, float]
    shaded: float
    glare: float
    exposed: tuple[float, float]
    noise: float


CALM = SignHardship(0.3, (1.6, 3.4), (0.4, 0.8), 0.0, 0.0, (0.6, 1.05), 0.012)
HARD = SignHardship(0.45, (1.2, 3.4), (0.4, 1.0), 0.15, 0.2, (0.4, 1.05), 0.022)


def photographed(cut_outs: torch.Tensor, side_mm: float, how: SignHardship) -> torch.Tensor:
    """Cut-outs of one place (N x PX x PX x 3, uint8 BGR, of a square of so many mm) as a camera may see the square:
    N x 3 x SIDE x SIDE, 0 to 255. All from as far away, each in light of its own."""
    px = min(max(round(side_mm * _within(how.coarse)), _FEWEST), _MOST)
    linear = _tinted((cut_outs.permute(0, 3, 1, 2).float() / 255) ** _GAMMA)
    linear = blur(linear, math.hypot(_within(how.blurred), _SAMPLED) * PX / WIDE / px)
    seen = _lit(_posed(linear, px, 2 * how.aside / side_mm), how)
    return _developed(seen, how)


def normalised(shown: torch.Tensor) -> torch.Tensor:
    """As ``sign_embedding.as_learned``: N x 3 x SIDE x SIDE (0 to 255), to mean 0 and deviation 1."""
    shown = shown - shown.mean((1, 2, 3), keepdim=True)
    return shown / shown.std((1, 2, 3), keepdim=True, correction=0).clamp(min=EVEN)


def _within(bounds: tuple[float, float]) -> float:
    return float(torch.empty(1).uniform_(*bounds))


def _grid(px: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Across and down, -1 to 1 from side to side of the square, px x px."""
    steps = torch.linspace(-1 + 1 / px, 1 - 1 / px, px)
    down, across = torch.meshgrid(steps, steps, indexing="ij")
    return across, down


def _tinted(linear: torch.Tensor) -> torch.Tensor:
    """In light of some colour, by a camera that mixes its channels a little."""
    n = len(linear)
    mix = torch.eye(3) + _MIXED * torch.randn(n, 3, 3)
    mixed = torch.einsum("nij,njhw->nihw", mix, linear).clamp(min=0)
    return mixed * torch.exp(_TINTED * torch.randn(n, 3, 1, 1))


def _posed(linear: torch.Tensor, px: int, aside: float) -> torch.Tensor:
    """What is in the square, px x px, as if it were taken to lie a little elsewhere: ``aside`` of half a side, turned,
    larger, sheared."""
    n, (across, down) = len(linear), _grid(px)
    moved, grown = aside * torch.randn(2, n, 1, 1), 1 + _GROWN * torch.randn(2, n, 1, 1)
    turned, sheared = _TURNED * torch.randn(n, 1, 1), _SHEARED * torch.randn(n, 1, 1)
    x = across * grown[0] + (sheared - turned) * down + moved[0]
    y = down * grown[1] + turned * across + moved[1]
    there = torch.stack([x, y], -1) / WIDE
    return functional.grid_sample(linear, there, mode="bilinear", padding_mode="border", align_corners=False)


def _lit(linear: torch.Tensor, how: SignHardship) -> torch.Tensor:
    """Brighter on one side; some with a shadow's edge or a lamp's reflection."""
    n, (across, down) = len(linear), _grid(linear.shape[-1])
    slope = _SLOPED * torch.randn(2, n, 1, 1, 1)
    linear = linear * torch.exp(slope[0] * across + slope[1] * down)
    turn, at = uniform(n, 0, 2 * math.pi, linear, 1, 1), uniform(n, -0.8, 0.8, linear, 1, 1)
    beyond = torch.cos(turn) * across + torch.sin(turn) * down - at
    deep = some(n, how.shaded, linear)[:, None, None] * uniform(n, *_SHADE, linear, 1, 1)
    shade = deep * torch.sigmoid(beyond * uniform(n, *_SHADE_EDGE, linear, 1, 1))
    x, y = uniform(n, -1.3, 1.3, linear, 1, 1), uniform(n, -1.3, 1.3, linear, 1, 1)
    spot = torch.exp(-((across - x) ** 2 + (down - y) ** 2) / (2 * uniform(n, *_GLARE_WIDE, linear, 1, 1) ** 2))
    bright = (some(n, how.glare, linear) * torch.rand(n) ** 2 * _GLARE)[:, None, None]
    return linear * (1 - shade)[:, None] + (bright * spot)[:, None]


def _developed(linear: torch.Tensor, how: SignHardship) -> torch.Tensor:
    """Exposed, noisy, clipped: SIDE x SIDE, 0 to 255."""
    n = len(linear)
    exposed = linear * uniform(n, *how.exposed, linear, 1, 1, 1)
    strength = uniform(n, _LEAST_NOISE, how.noise, linear, 1, 1, 1)
    noisy = exposed + strength * exposed.clamp(min=0.01).sqrt() * torch.randn(exposed.shape)
    shown = 255 * noisy.clamp(0, 1) ** (1 / _GAMMA)
    return functional.interpolate(shown, (SIDE, SIDE), mode="bilinear", align_corners=False)
