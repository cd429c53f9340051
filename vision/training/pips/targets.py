"""What the finder of pip dice is to say of an invented picture, and how far it is from it."""

import numpy as np
import torch
from torch.nn import functional

from vision.pips.detector import CELL, LARGEST_PX, SMALLEST_PX, USUAL_PX
from vision.training.learning import focal_loss
from vision.training.pips.network import FINDS
from vision.training.pips.pictures import HIDDEN

# Constants: chosen by hand.
_ANSWERS = 0.6  # of the heat's top: so near, a cell must know number, place and size
_DOUBT, _DOUBT_LARGE = 0.6, 0.4  # sizes about a top in which a cell may say what it likes


def target(dice: np.ndarray, shape: tuple[int, int]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Heat (2 x h x w: how likely a top is there, and whether that counts), the other answers (FINDS - 1 x h x w,
    numbers as chances), and whether those count (h x w), for dice of a picture of this shape."""
    height, width = shape[0] // CELL, shape[1] // CELL
    heat = np.zeros((2, height, width), np.float32)
    heat[1] = 1
    rest = np.zeros((FINDS - 1, height, width), np.float32)
    counts = np.zeros((height, width), np.float32)
    best = np.zeros((height, width), np.float32)
    down, across = np.mgrid[:height, :width]
    for label, x, y, size in dice:
        u, v = (x + 0.5) / CELL - 0.5, (y + 0.5) / CELL - 0.5
        gap = (across - u) ** 2 + (down - v) ** 2
        out_of_range = not SMALLEST_PX <= size <= LARGEST_PX
        if label == HIDDEN or out_of_range:
            doubt = (_DOUBT if label == HIDDEN else _DOUBT_LARGE) * size / CELL
            heat[1][gap < doubt**2] = 0
            continue
        near = np.exp(-gap / (2 * (0.35 + 0.02 * size) ** 2))
        column, row = round(float(u)), round(float(v))
        if not (0 <= column < width and 0 <= row < height):
            continue
        near[row, column] = 1
        heat[0] = np.maximum(heat[0], near)
        own = (near > _ANSWERS) & (near > best)
        best[own], counts[own] = near[own], 1
        rest[:, own] = 0
        rest[int(label) - 1, own] = 1
        rest[6, own], rest[7, own] = u - across[own], v - down[own]
        rest[8, own] = np.log(size / USUAL_PX)
    heat[1][heat[0] == 1] = 1
    return heat, rest, counts


def losses(
    said: torch.Tensor, heat: torch.Tensor, rest: torch.Tensor, counts: torch.Tensor
) -> tuple[torch.Tensor, ...]:
    """Heat by ``focal_loss``, numbers by cross entropy, the others by differences."""
    there, tops = focal_loss(torch.sigmoid(said[:, 0]), heat[:, 0], heat[:, 1])
    cells = counts.sum().clamp(min=1)
    which = -(functional.log_softmax(said[:, 1:7], 1) * rest[:, :6]).sum(1) * counts
    off = (said[:, 7:] - rest[:, 6:]).abs() * counts[:, None]
    place, size = off[:, :2].sum() / cells, off[:, 2].sum() / cells
    return there / tops, 2 * which.sum() / cells, 0.5 * place, size
