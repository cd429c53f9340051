"""Faces as a reader gets them: laid askew, in poor light, blurred, coarse, partly covered. All on tensors, so that a
graphics card may do it."""

from dataclasses import dataclass

import torch
from torch.nn import functional

from vision.cards.face_grid import CLOSE_UP, COLUMNS, ROWS
from vision.cards.face_network import CELLS, FLAT

_HIGH, _WIDE = CLOSE_UP
_MM = torch.tensor([63.0, 88.0])


@dataclass(frozen=True, slots=True)
class Hardship:
    """How poor a view may be. ``aside`` (mm), ``turned`` (radians), ``bent`` (mm, each corner by itself), ``grown``
    (part): deviations; ``aside`` and ``bent`` three times so large in ``astray`` of all. ``coarse``: px a mm;
    ``blurred``: px of the camera; ``glare``, ``covered``: of how many."""

    aside: float
    turned: float
    bent: float
    grown: float
    astray: float
    coarse: tuple[float, float]
    blurred: tuple[float, float]
    glare: float
    covered: float
    dim: tuple[float, float]
    noise: float


CALM = Hardship(0.3, 0.004, 0.3, 0.005, 0.1, (1.9, 3.6), (0.4, 0.8), 0.05, 0.0, (0.6, 0.95), 0.012)
HARD = Hardship(0.4, 0.006, 0.35, 0.006, 0.15, (1.3, 3.4), (0.4, 1.1), 0.3, 0.4, (0.35, 1.1), 0.022)


def views(faces: torch.Tensor, how: Hardship) -> tuple[torch.Tensor, torch.Tensor]:
    """Of faces (N x H x W x 3, uint8 BGR), as they may be seen: N x 3 x H x W as the network takes them, and what of
    each cell is in sight, N x cells."""
    linear = (faces.permute(0, 3, 1, 2).float() / 255) ** 2.2
    linear = _lit(linear, how)
    linear = _posed(linear, how)
    seen, known = _covered(linear, how)
    seen = _photographed(seen, how)
    return normalised(seen, known), functional.adaptive_avg_pool2d(known[:, None], CELLS).flatten(1)


def normalised(shown: torch.Tensor, visible: torch.Tensor) -> torch.Tensor:
    """As ``face_network.normalised``: N x 3 x H x W (0 to 255), N x ROWS x COLUMNS."""
    there = functional.interpolate(visible[:, None], CLOSE_UP, mode="nearest")
    count = there.sum((2, 3), keepdim=True).clamp(min=1)
    shown = (shown - (shown * there).sum((2, 3), keepdim=True) / count) * there
    deviation = (shown.square().sum((1, 2, 3), keepdim=True) / (3 * count)).sqrt()
    return shown / (deviation + FLAT)


def uniform(count: int, low: float, high: float, like: torch.Tensor, *more: int) -> torch.Tensor:
    """Chance from ``low`` to ``high``: count x more, where ``like`` lies."""
    return low + (high - low) * torch.rand(count, *more, device=like.device)


def some(count: int, share: float, like: torch.Tensor) -> torch.Tensor:
    """1 for this share of ``count``, by chance, 0 for the others; where ``like`` lies."""
    return (torch.rand(count, device=like.device) < share).float()


def _grid(like: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Across and down, -1 to 1, H x W."""
    down = (torch.arange(_HIGH, device=like.device) + 0.5) / _HIGH * 2 - 1
    across = (torch.arange(_WIDE, device=like.device) + 0.5) / _WIDE * 2 - 1
    down, across = torch.meshgrid(down, across, indexing="ij")
    return across, down


def _lit(linear: torch.Tensor, how: Hardship) -> torch.Tensor:
    """In light of some colour, brighter on one side, with a shadow's edge or a lamp's reflection."""
    n, (across, down) = len(linear), _grid(linear)
    tint = torch.exp(0.14 * torch.randn(n, 3, 1, 1, device=linear.device))
    mix = torch.eye(3, device=linear.device) + 0.06 * torch.randn(n, 3, 3, device=linear.device)
    linear = torch.einsum("nij,njhw->nihw", mix, linear).clamp(min=0) * tint
    slope = 0.2 * torch.randn(n, 2, 1, 1, device=linear.device)
    linear = linear * torch.exp(slope[:, :1] * across + slope[:, 1:] * down)
    turn, at = uniform(n, 0, 6.283, linear, 1, 1), uniform(n, -0.8, 0.8, linear, 1, 1)
    edge = torch.sigmoid((torch.cos(turn) * across + torch.sin(turn) * down - at) * uniform(n, 4, 40, linear, 1, 1))
    deep = (some(n, 0.15, linear) * uniform(n, 0.2, 0.65, linear))[:, None, None]
    linear = linear * (1 - deep * edge)[:, None]
    x, y = uniform(n, -1.2, 1.2, linear, 1, 1), uniform(n, -1.2, 1.2, linear, 1, 1)
    wide = uniform(n, 0.15, 1.0, linear, 1, 1)
    spot = torch.exp(-((across - x) ** 2 * 0.5 + (down - y) ** 2) / (2 * wide**2))
    bright = (some(n, how.glare, linear) * torch.rand(n, device=linear.device) ** 2 * 0.9)[:, None, None]
    return linear + (bright * spot)[:, None]


def _posed(linear: torch.Tensor, how: Hardship) -> torch.Tensor:
    """As if the outline were taken to lie a little elsewhere; beyond it is the table."""
    n, device = len(linear), linear.device
    worse = (1 + 2 * some(n, how.astray, linear))[:, None, None]
    corners = torch.tensor([[-1.0, -1], [1, -1], [1, 1], [-1, 1]], device=device)
    half = _MM.to(device) / 2
    turn = (how.turned * torch.randn(n, device=device))[:, None]
    mm = corners * half
    moved = torch.stack([mm[:, 0] - turn * mm[:, 1], mm[:, 1] + turn * mm[:, 0]], -1)
    moved = moved * (1 + how.grown * torch.randn(n, 1, 2, device=device))
    moved = moved + worse * (
        how.aside * torch.randn(n, 1, 2, device=device) + how.bent * torch.randn(n, 4, 2, device=device)
    )
    to = moved / half  # n x 4 x 2
    matrix = _homography(corners.expand(n, 4, 2), to)
    across, down = _grid(linear)
    at = torch.stack([across, down, torch.ones_like(across)], -1).reshape(1, -1, 3) @ matrix.transpose(1, 2)
    grid = (at[..., :2] / at[..., 2:]).reshape(n, _HIGH, _WIDE, 2)
    table = uniform(n, 0, 1, linear, 3, 1, 1) ** 2
    inside = (grid.abs().amax(-1) <= 1).float()[:, None]
    out = functional.grid_sample(linear, grid, mode="bilinear", padding_mode="border", align_corners=False)
    return out * inside + table * (1 - inside)


def _homography(one: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    """From four points (n x 4 x 2) to four others: n x 3 x 3."""
    x, y, u, v = one[..., 0], one[..., 1], other[..., 0], other[..., 1]
    zero, single = torch.zeros_like(x), torch.ones_like(x)
    rows = torch.cat(
        [
            torch.stack([x, y, single, zero, zero, zero, -u * x, -u * y], -1),
            torch.stack([zero, zero, zero, x, y, single, -v * x, -v * y], -1),
        ],
        1,
    )
    solved = torch.linalg.solve(rows, torch.cat([u, v], 1)[..., None])[..., 0]
    return torch.cat([solved, torch.ones_like(solved[:, :1])], 1).reshape(-1, 3, 3)


def _covered(linear: torch.Tensor, how: Hardship) -> tuple[torch.Tensor, torch.Tensor]:
    """Some with another card, a hand or a die on top; and which fine cells (N x ROWS x COLUMNS) are seen for sure."""
    n, (across, down) = len(linear), _grid(linear)
    hidden = torch.zeros(n, _HIGH, _WIDE, device=linear.device)
    for share in (how.covered, how.covered * 0.4):
        turn = torch.randint(4, (n, 1, 1), device=linear.device) * 1.5708
        turn = turn + 0.25 * torch.randn(n, 1, 1, device=linear.device)
        at = uniform(n, -0.75, 0.9, linear, 1, 1)
        half = (torch.cos(turn) * across + torch.sin(turn) * down > at).float()
        hidden = torch.maximum(hidden, half * some(n, share, linear)[:, None, None])
    over = linear.roll(1, 0).roll(40, 2) if n > 1 else linear
    even = uniform(n, 0, 0.8, linear, 3, 1, 1).expand_as(linear)
    over = torch.where(some(n, 0.5, linear)[:, None, None, None] > 0, over, even)
    seen = linear * (1 - hidden[:, None]) + over * hidden[:, None]
    known = -functional.adaptive_max_pool2d(hidden[:, None], (ROWS, COLUMNS)) + 1
    wider = -functional.max_pool2d(-known, 5, 1, 2)
    narrower = functional.max_pool2d(known, 3, 1, 1)
    chance = torch.rand(n, 1, 1, 1, device=linear.device)
    known = torch.where(chance < 0.35, wider, torch.where(chance > 0.8, narrower, known))
    return seen, known[:, 0]


def _photographed(linear: torch.Tensor, how: Hardship) -> torch.Tensor:
    """By a camera: exposed, blurred, coarse, noisy, clipped: 0 to 255. A batch in parts, each of its own scale."""
    parts = linear.split(max(len(linear) // 12, 1))
    return torch.cat([_shot(part, how) for part in parts])


def _shot(linear: torch.Tensor, how: Hardship) -> torch.Tensor:
    n, device = len(linear), linear.device
    per_mm = float(torch.empty(1).uniform_(*how.coarse))
    width = float(torch.empty(1).uniform_(44, 90)) if torch.rand(1) < 0.3 else 63.0
    lean = float(torch.empty(1).uniform_(0.72, 1.0))
    small = (max(round(per_mm * width * 88 / 63 * lean), 24), max(round(per_mm * width), 18))
    exposed = linear * uniform(n, *how.dim, linear, 1, 1, 1)
    sigma = float(torch.empty(1).uniform_(*how.blurred)) * _WIDE / small[1]
    exposed = blur(exposed, sigma)
    exposed = functional.interpolate(exposed, small, mode="bilinear", antialias=True, align_corners=False)
    strength = uniform(n, 0.002, how.noise, linear, 1, 1, 1)
    exposed = exposed + strength * exposed.clamp(min=0.01).sqrt() * torch.randn(exposed.shape, device=device)
    shown = exposed.clamp(0, 1) ** (1 / 2.2)
    shown = blur(shown, 0.6)  # as the picture is softened before it is looked at
    return 255 * functional.interpolate(shown, CLOSE_UP, mode="bilinear", align_corners=False)


def blur(shown: torch.Tensor, sigma: float) -> torch.Tensor:
    """N x 3 x H x W, blurred by a Gaussian of ``sigma`` px."""
    reach = max(round(2.5 * sigma), 1)
    taps = torch.exp(-(torch.arange(-reach, reach + 1, device=shown.device).float() ** 2) / (2 * sigma**2))
    taps = (taps / taps.sum()).expand(3, 1, 1, -1)
    shown = functional.pad(shown, (reach, reach, reach, reach), mode="replicate")
    shown = functional.conv2d(shown, taps, groups=3)
    return functional.conv2d(shown, taps.transpose(2, 3), groups=3)
