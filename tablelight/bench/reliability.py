"""How far the chance that the eyes state can be believed: a picture of stated against found, and pictures made worse.

Dice that lie in good light are all sure and all right, which says little of how sure is sure. So every picture may be
read again as another camera under uneven light would have shown it; that needs no new labels.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from xml.sax.saxutils import escape

import cv2
import numpy as np

STEPS = (0.0, 0.5, 0.7, 0.8, 0.87, 0.92, 0.96, 0.99, 0.999, 1.0)
_CROSSTALK, _TINT, _SHADE, _NOISE = 0.06, 0.06, 0.15, 2.5
_WIDE, _HIGH, _LEFT, _FOOT = 640, 360, 60, 70
_Z = 1.96  # 95 %


@dataclass(frozen=True, slots=True)
class StatedChance:
    """One die that lies flat: the ``chance`` stated for its likeliest hue, whether that was ``right``, and whether it
    was taken for sure (``ok``)."""

    chance: float
    right: bool
    ok: bool


@dataclass(frozen=True, slots=True)
class Step:
    """Dice whose stated chance lies between two steps. ``low``, ``high``: 95 % bounds of the share right (Wilson)."""

    count: int
    right: int
    stated: float
    low: float
    high: float


def steps(dice: Iterable[StatedChance]) -> list[Step]:
    """The dice sorted into ``STEPS``; empty steps are left out."""
    dice, out = list(dice), []
    for k, low in enumerate(STEPS[:-1]):
        last = k == len(STEPS) - 2
        here = [d for d in dice if low <= d.chance and (last or d.chance < STEPS[k + 1])]
        if here:
            right = sum(d.right for d in here)
            out.append(Step(len(here), right, sum(d.chance for d in here) / len(here), *_wilson(right, len(here))))
    return out


def _wilson(right: int, count: int) -> tuple[float, float]:
    share, spread = right / count, _Z**2 / count
    middle = (share + spread / 2) / (1 + spread)
    half = _Z * (share * (1 - share) / count + spread / (4 * count)) ** 0.5 / (1 + spread)
    return max(middle - half, 0.0), min(middle + half, 1.0)


def believed(dice: Iterable[StatedChance]) -> tuple[float, float]:
    """Of dice taken for sure: the share that is wrong, and the share that should be by what was stated."""
    sure = [d for d in dice if d.ok]
    if not sure:
        return 0.0, 0.0
    return sum(not d.right for d in sure) / len(sure), sum(1 - d.chance for d in sure) / len(sure)


def worse(image: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The picture (uint8 BGR) as another camera under uneven, partly coloured light would have shown it."""
    height, width = image.shape[:2]
    linear = (image.astype(np.float32) / 255) ** 2.2
    mixed = np.eye(3) + rng.normal(0, _CROSSTALK, (3, 3)) * (1 - np.eye(3))
    linear = np.maximum(linear @ (mixed / mixed.sum(1, keepdims=True)).T.astype(np.float32), 0)
    field = rng.normal(0, _TINT, (3, 4, 3)) + rng.normal(0, _SHADE, (3, 4, 1))
    linear *= np.exp(cv2.resize(field.astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC))
    shown = 255 * np.minimum(linear, 1) ** (1 / 2.2) + rng.normal(0, _NOISE, image.shape).astype(np.float32)
    return np.clip(shown + 0.5, 0, 255).astype(np.uint8)


def drawn(dice: Iterable[StatedChance], title: str) -> str:
    """An SVG: for every step the share that was right, with its bounds and count, and the line where it should be."""
    dice = list(dice)
    found = steps(dice)
    wrong, stated = believed(dice)
    sure = sum(d.ok for d in dice)
    parts = [
        _frame(title, f"{sure} of {len(dice)} dice taken for sure; wrong {wrong:.2%}, by what was stated {stated:.2%}")
    ]
    across = (_WIDE - _LEFT - 30) / max(len(found), 1)
    for k, step in enumerate(found):
        x = _LEFT + (k + 0.5) * across
        low, high, share, should = (_y(v) for v in (step.low, step.high, step.right / step.count, step.stated))
        wide = 0.3 * across
        parts.append(f'<rect x="{x - wide:.1f}" y="{share:.1f}" width="{2 * wide:.1f}" height="{_y(0) - share:.1f}"/>')
        parts.append(f'<path class="bound" d="M{x:.1f} {low:.1f}V{high:.1f}"/>')
        parts.append(f'<path class="should" d="M{x - 1.3 * wide:.1f} {should:.1f}h{2.6 * wide:.1f}"/>')
        parts.append(f'<text class="middle" x="{x:.1f}" y="{_y(0) + 18:.1f}">{_percent(step.stated)}</text>')
        parts.append(f'<text class="middle small" x="{x:.1f}" y="{_y(0) + 34:.1f}">{step.right}/{step.count}</text>')
    return "\n".join((*parts, "</svg>\n"))


def _y(share: float) -> float:
    return _HIGH - _FOOT - share * (_HIGH - _FOOT - 60)


def _percent(share: float) -> str:
    return f"{share:.0%}" if share < 0.985 else f"{share:.1%}" if share < 0.9985 else "&gt; 99.8%"


def _frame(title: str, words: str) -> str:
    lines = "".join(
        f'<path class="grid" d="M{_LEFT} {_y(v):.1f}H{_WIDE - 20}"/>'
        f'<text class="end small" x="{_LEFT - 8}" y="{_y(v) + 4:.1f}">{v:.0%}</text>'
        for v in (0, 0.25, 0.5, 0.75, 1)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {_HIGH}" '
        'font-family="sans-serif" font-size="13">'
        "<style>rect{fill:#7fa7d6}.grid{stroke:#ddd}.bound{stroke:#234;stroke-width:2}"
        ".should{stroke:#c33;stroke-width:3}.middle{text-anchor:middle}.end{text-anchor:end}.small{font-size:11px}</style>"
        f'<rect width="{_WIDE}" height="{_HIGH}" style="fill:#fff"/>'
        f'<text x="20" y="24" font-size="16">{escape(title)}</text>'
        f'<text class="small" x="20" y="42">{words}</text>{lines}'
        f'<text class="small" x="20" y="{_HIGH - 12}">Below: chance stated (red line); right / dice. '
        "Bars: share that was right, with 95 % bounds.</text>"
    )
