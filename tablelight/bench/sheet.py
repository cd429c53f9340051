"""Contact sheets: everything that was asked or wrong in one picture, for a person to look at."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np


_QUALITY = 80  # of 100, where it is a JPEG: chosen by hand, to be looked at


def write_sheet(path: Path, tiles: "list[np.ndarray]", across: int) -> None:
    """Write tiles of one size (h x w x 3, uint8 BGR), so many ``across``; at least one."""
    import cv2
    import numpy as np

    tiles = tiles + [np.zeros_like(tiles[0])] * (-len(tiles) % across)
    rows = [np.hstack(tiles[k : k + across]) for k in range(0, len(tiles), across)]
    how = [cv2.IMWRITE_JPEG_QUALITY, _QUALITY] if path.suffix.lower() in (".jpg", ".jpeg") else []
    cv2.imwrite(str(path), np.vstack(rows), how)
