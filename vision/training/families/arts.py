"""What families print all over a card's ground, none of it telling anything."""

import cv2
import numpy as np

from vision.training.cards.painting import DARK, GRAY, HEIGHT, PX_PER_MM, TINT, WHITE, WIDTH, Painter


def paint_art(brush: Painter, art: str, rng: np.random.Generator) -> None:
    """One of ``families.ARTS`` or of ``families.LATER_ARTS``."""
    if art == "gradient":
        about = rng.uniform(0, 2 * np.pi)
        x, y = np.meshgrid(np.linspace(-1, 1, WIDTH), np.linspace(-1, 1, HEIGHT))
        rise = np.hypot(x, y) if rng.random() < 0.4 else (np.cos(about) * x + np.sin(about) * y + 1.4) / 2.8
        brush.paint(
            (np.clip(rise, 0, 1) * rng.uniform(0.25, 0.6)).astype(np.float32), int(rng.choice([WHITE, DARK, TINT]))
        )
    elif art == "pattern":
        _pattern(brush, rng)
    elif art == "photograph":
        for _ in range(5):
            ink = int(rng.choice([WHITE, DARK, GRAY, TINT, TINT]))
            brush.paint(clouds(rng) * np.float32(rng.uniform(0.3, 0.75)), ink)
    elif art == "linen":
        _linen(brush, rng)


def _pattern(brush: Painter, rng: np.random.Generator) -> None:
    y, x = np.mgrid[:HEIGHT, :WIDTH].astype(np.float32) / PX_PER_MM
    step, turn = rng.uniform(3, 9), rng.uniform(0, np.pi)
    u, v = np.cos(turn) * x + np.sin(turn) * y, np.cos(turn) * y - np.sin(turn) * x
    kind = rng.integers(4)
    if kind == 0:
        mask = (u % step) < step * 0.4
    elif kind == 1:
        mask = ((u // step) + (v // step)) % 2 < 1
    elif kind == 2:
        mask = np.hypot(u % step - step / 2, v % step - step / 2) < step * 0.3
    else:
        mask = (np.hypot(x - 31.5, y - 44) % step) < step * 0.35
    soft = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 0.6)
    brush.paint(soft * np.float32(rng.uniform(0.12, 0.4)), int(rng.choice([WHITE, DARK, TINT, GRAY])))


def clouds(rng: np.random.Generator) -> np.ndarray:
    """A soft mask with details of every size, as pictures have."""
    out = np.zeros((HEIGHT, WIDTH), np.float32)
    for cells in (3, 6, 14, 40):
        few = rng.normal(size=(cells * 4 // 3 + 1, cells)).astype(np.float32)
        out += cv2.resize(few, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC) / np.sqrt(cells)
    return 1 / (1 + np.exp(-6 * (out - rng.uniform(-0.3, 0.8))))


def _linen(brush: Painter, rng: np.random.Generator) -> None:
    """Threads across and down, each of its own strength, over and under each other."""
    wide = int(rng.integers(2, 5))  # px
    across, down = (np.repeat(rng.uniform(0, 1, size // wide + 1), wide)[:size] for size in (WIDTH, HEIGHT))
    over = np.add.outer(np.arange(HEIGHT) // wide, np.arange(WIDTH) // wide) % 2 == 0
    mask = cv2.GaussianBlur(np.where(over, across, down[:, None]).astype(np.float32), (0, 0), 0.6)
    brush.paint(mask * np.float32(rng.uniform(0.2, 0.5)), int(rng.choice([WHITE, DARK, TINT, GRAY])))
