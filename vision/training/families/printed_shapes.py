"""Shapes of hue that printers like: cells about the number, a brush's stroke, sashes over two corners, labels."""

from collections.abc import Sequence

import numpy as np

from vision.training.cards.painting import Painter


def honeycomb(brush: Painter, extent: float) -> None:
    """Six cells about an empty one, in which the number stands."""
    size, apart = 9 + extent, 17 + 1.5 * extent
    corners = np.radians(np.arange(0, 360, 60))
    cell = size * np.stack([np.cos(corners), np.sin(corners)], -1)
    for angle in np.radians(np.arange(30, 390, 60)):
        at = np.array([31.5 + apart * np.cos(angle), 44 + apart * np.sin(angle)])
        brush.polygon(cell + at, "hue")


def stroke(brush: Painter, seed: int, extent: float) -> None:
    """One stroke of a broad brush from the left, with frayed ends and hairs that ran dry."""
    rng = np.random.default_rng([seed, 11])
    half = 16 + 4 * extent
    for k, y in enumerate(np.arange(44 - half, 44 + half, 1.2)):
        end = rng.uniform(40, 55) if rng.random() < 0.2 else rng.uniform(54, 61)
        brush.box(rng.uniform(2, 6), y, end, y + (0.8 if k % 7 == 3 else 1.3), "hue")


def sashes(brush: Painter, extent: float) -> None:
    """A band across the upper right corner and one across the lower left."""
    far = 22 + 8 * extent
    near = far - 8 - 3 * extent
    band = np.array([[63 - far, -1], [63 - near, -1], [64, near], [64, far]])
    brush.polygon(band, "hue")
    brush.polygon([63, 88] - band, "hue")


def labels(
    brush: Painter, names: Sequence[str], numbers: Sequence[tuple[float, float, float, bool]], extent: float
) -> None:
    """A label with round ends below each number, as wide as the longest of the deck."""
    longest = max(map(len, names))
    for x, y, tall, _ in numbers:
        room = min(8.5 if tall <= 12 else 26.0, min(x, 63 - x))
        high = (0.62 + 0.1 * extent) * tall + 1
        half = max(min(room, 0.55 * tall * longest + 1.5), 0.5 * tall)
        radius = min(half, high)
        for way in (-1, 1):
            for end in (-1, 1):
                brush.disc(x + way * (half - radius), y + end * (high - radius), radius, "hue")
        brush.box(x - half, y - high + radius, x + half, y + high - radius, "hue")
        brush.box(x - half + radius, y - high, x + half - radius, y + high, "hue")
