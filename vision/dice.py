"""Read dice in a picture."""

from collections.abc import Mapping

import numpy as np

from vision.seen import Reading
from vision.teaching import TaughtDice


class DiceReader:
    """Reads dice with what was taught, or, with None, by the nominal hues of the mat and a stricter "ask"."""

    def __init__(self, taught: TaughtDice | None = None) -> None:
        self.taught = taught

    def read(self, image: np.ndarray, expect: Mapping[str, int] | None = None) -> Reading:
        """Read a picture (uint8 BGR). ``expect``: kind -> count the rules expect, a prior, never a truth."""
        raise NotImplementedError
