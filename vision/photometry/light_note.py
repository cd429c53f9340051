"""The light of a picture in few numbers, to keep with what was taught and to compare with later."""

from dataclasses import dataclass
from typing import Any

import numpy as np

_BRIGHTEST = 1000.0  # parts of a light, or their logarithm: nothing that was seen is beyond


@dataclass(frozen=True, slots=True)
class LightNote:
    """The light of a picture in few numbers: ``levels``, logarithm of what white paper shows, BGR; ``inks``: 12 x BGR,
    what the printed hues show, as parts of it."""

    levels: tuple[float, ...]
    inks: tuple[tuple[float, ...], ...]

    def to_json(self) -> dict[str, Any]:
        return {"levels": list(self.levels), "inks": [list(ink) for ink in self.inks]}

    @classmethod
    def from_json(cls, data: Any) -> "LightNote":
        """Raises KeyError, TypeError or ValueError."""
        levels, inks = np.array(data["levels"], float), np.array(data["inks"], float)
        numbers = np.concatenate([levels.ravel(), inks.ravel()])
        if levels.shape != (3,) or inks.shape != (12, 3) or not (np.abs(numbers) < _BRIGHTEST).all():
            raise ValueError("light")
        return cls(tuple(levels.tolist()), tuple(map(tuple, inks.tolist())))
