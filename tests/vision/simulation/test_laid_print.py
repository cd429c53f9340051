"""What is laid over a drawn table hides it where it lies, and is mixed with it along its edges."""

import cv2
import numpy as np
import pytest

from vision.simulation.laid_print import lay_print

SIZE = (90, 120)


@pytest.mark.parametrize("shadow", [False, True])
def test_every_pixel_is_the_mixture_that_its_mask_says(shadow: bool) -> None:
    chance = np.random.default_rng(4)
    table, printed = chance.integers(0, 256, (2, *SIZE, 3), np.uint8)
    mask = np.zeros(SIZE, np.uint8)
    cv2.fillConvexPoly(mask, np.array([[30, 20], [95, 28], [88, 70], [22, 61]]), 255, cv2.LINE_AA)
    shade = cv2.GaussianBlur(np.roll(mask, 5, 1), (0, 0), 4).astype(np.float32) / 255 * 0.3
    part = mask[..., None].astype(np.float32) / 255
    under = (table * (1 - shade[..., None])).astype(np.uint8) if shadow else table
    wanted = (printed * part + under * (1 - part)).astype(np.uint8)
    assert ((mask > 0) & (mask < 255)).any() and (not shadow or (wanted[mask == 0] != table[mask == 0]).any())
    lay_print(table, printed, mask, shade if shadow else None)
    assert (table == wanted).all()
