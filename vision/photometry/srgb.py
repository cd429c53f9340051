"""The curve on which cameras store light (IEC 61966-2-1)."""

import numpy as np

_CURVE = np.arange(256) / 255.0
LINEAR = np.where(_CURVE <= 0.04045, _CURVE / 12.92, ((_CURVE + 0.055) / 1.055) ** 2.4)
"""Of every number a camera stores, the light: 256, 0 to 1."""


def decoded(srgb: np.ndarray) -> np.ndarray:
    """Light, 0 to 1, of what a camera stores (0 to 1, any shape), in the same type of numbers."""
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


def encoded(linear: np.ndarray) -> np.ndarray:
    """Linear light 0 to 1 as a camera stores it (sRGB curve), 0 to 1; more than 1 stays 1."""
    clipped = np.clip(linear, 0, 1)
    return np.where(clipped <= 0.0031308, 12.92 * clipped, 1.055 * np.maximum(clipped, 1e-9) ** (1 / 2.4) - 0.055)
