"""Pictures of readings, kept for the page: whole ones with what was read drawn on them, and every die alone."""

from collections import OrderedDict

import numpy as np

from tablelight.perception.annotation import jpeg
from vision.dice.readings import Point, SeenDie
from vision.pips.readings import SeenPips

KEPT_PICTURES = 12
"""Pictures that are kept, the newest ones. Chosen by hand."""


class KeptPictures:
    """The newest pictures, as JPEG, by their number. One thread keeps, any thread reads."""

    def __init__(self) -> None:
        self._pictures: OrderedDict[int, bytes] = OrderedDict()
        self._singles: dict[int, dict[Point, bytes]] = {}

    def __len__(self) -> int:
        return len(self._pictures)

    def keep(self, number: int, image: np.ndarray, singles: dict[Point, bytes]) -> None:
        """Keep a picture (uint8 BGR). ``singles``: its dice one by one as JPEG, by the middle where each was seen
        (px)."""
        self._pictures[number] = jpeg(image)
        while len(self._pictures) > KEPT_PICTURES:
            self._pictures.popitem(last=False)
        every = {**self._singles, number: singles}
        # Never changed in place: phones read it meanwhile.
        self._singles = {kept: dice for kept, dice in every.items() if kept in self._pictures}

    def picture(self, number: int) -> bytes | None:
        """The picture of that number; None when it is no longer kept."""
        return self._pictures.get(number)

    def close_up(self, die: SeenDie | SeenPips, number: int | None = None) -> bytes | None:
        """One die of picture ``number`` alone, or of the newest one it is in; None when it is kept no more."""
        singles = self._singles
        kept = [singles.get(number, {})] if number is not None else list(reversed(singles.values()))
        return next((dice[die.center_px] for dice in kept if die.center_px in dice), None)
