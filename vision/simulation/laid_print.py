"""What is printed, laid over a drawn table as the camera sees both."""

import cv2
import numpy as np


def lay_print(table: np.ndarray, printed: np.ndarray, mask: np.ndarray, shade: np.ndarray | None = None) -> None:
    """Lays what is ``printed`` over the ``table`` (both h x w x 3 uint8), in place: all of it where the ``mask`` (h x w
    uint8) is 255, none where it is 0. ``shade``: how much the table loses beneath, 0 to 1 (h x w).

    Only along the edges are colours mixed: most of a picture is on either side of them."""
    cv2.copyTo(printed, cv2.compare(mask, 255, cv2.CMP_EQ), table)
    mixed = mask > 0 if shade is None else (mask > 0) | (shade > 0)
    edge = np.flatnonzero((mask < 255) & mixed)
    flat, part = table.reshape(-1, 3), mask.ravel()[edge, None].astype(np.float32) / 255
    under = flat[edge]
    if shade is not None:
        under = (under * (1 - shade.ravel()[edge, None])).astype(np.uint8)
    flat[edge] = (printed.reshape(-1, 3)[edge] * part + under * (1 - part)).astype(np.uint8)
