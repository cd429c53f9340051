"""What invented flat pictures share: any colour by chance, and a camera that photographs what was drawn."""

import cv2
import numpy as np

GAMMA = 2.2
"""Of the curve between drawn colours (sRGB, about) and light."""


def any_colour(rng: np.random.Generator, pale: float = 0.25) -> np.ndarray:
    """A linear BGR colour by chance: strong, dark, pale or gray."""
    hue = rng.uniform(0, 180)
    strong = 255 * (1 - rng.uniform(0, 1) ** 2 * 0.85) if rng.random() > pale else rng.uniform(0, 120)
    hsv = np.array([[[hue, strong, rng.uniform(40, 255)]]], np.uint8)
    return (cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0] / 255.0) ** GAMMA


def photograph(rng: np.random.Generator, linear: np.ndarray, px_per_mm: float) -> np.ndarray:
    """Lamp's colour, exposure, blur, noise, compression: uint8."""
    cast = np.exp(rng.normal(0, 0.25, 3)) if rng.random() < 0.8 else np.exp(rng.normal(0, 0.8, 3))
    mix = np.eye(3) + rng.normal(0, 0.06, (3, 3))
    image = cv2.transform(linear, (np.diag(cast) @ mix).astype(np.float32)) * np.exp(rng.normal(0, 0.35))
    image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.35, 1.1) * px_per_mm / 1.5)
    image = np.clip(image, 0, 1) ** (1 / rng.uniform(1.9, 2.4)) * 255
    noise = rng.normal(0, rng.gamma(2.0, 1.5), image.shape).astype(np.float32)
    image = image + cv2.GaussianBlur(noise, (0, 0), rng.uniform(0.3, 0.9))
    image = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(55, 96))])
        image = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return image
