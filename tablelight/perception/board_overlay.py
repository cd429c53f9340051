"""What was read of a board, drawn on its picture: each piece with whose it is, unclear spaces with a question mark."""

import numpy as np

from engine.inference.observation import SOMEBODY
from tablelight.perception.annotation import INK, centred_tag, outline, tag
from vision.boards.readings import BoardReading


def outlined(image: np.ndarray, reading: BoardReading) -> np.ndarray:
    """A copy of the picture (uint8 BGR)."""
    out = image.copy()
    for space in reading.spaces:
        if not space.outline_px or space.status == "empty":
            continue
        sure = space.status == "piece" and (space.owner != SOMEBODY or bool(space.ways))
        ink = INK["ok" if sure else "ask"]
        corners = outline(out, np.array(space.outline_px), ink)
        whose = space.ways[0][0] if space.ways else str(space.owner + 1) if space.owner != SOMEBODY else "?"
        if space.ways:  # tiles lie side by side, so beside one is on another
            centred_tag(out, f"{space.spot}:{whose}", tuple(corners.mean(axis=0)), ink, 0.4)
        else:
            tag(out, f"{space.spot}:{whose}", corners.max(axis=0), ink, 0.45)
    return out
