"""Invented trays and bare tables: the tables of ``dice_tables`` without a mat on them."""

from dataclasses import replace

import numpy as np

from vision.training.cards.tables import LAMPS
from vision.training.dice.tables import DicePicture, InventedDiceTable

# Constants: chosen by hand.
_ALL_FELT = 0.5  # of the trays; the others have a white border
_SAME_LAMP = 0.6  # of the rolls lie in the kind of light in which the dice were taught


class InventedTray(InventedDiceTable):
    """One set of dice, a tray or bare table, and a camera that looks at it from above or from aside."""

    def __init__(self, rng: np.random.Generator) -> None:
        super().__init__(rng)
        self.mat = replace(self.mat, markers={}, patches=())
        self._all_felt = self._felt is not None and rng.random() < _ALL_FELT
        self._lamp: str | None = None

    def teaching(self) -> list[DicePicture]:
        """Every hue of both kinds on top once, a few dice a picture, in one even light."""
        shown = super().teaching()
        self._lamp = shown[0].lamp
        return shown

    def roll(self, card: bool = False, lamp: str | None = None) -> DicePicture:
        """Four cubes and five dodecahedra, more often than not in the kind of light in which they were taught."""
        same = self._lamp if self.rng.random() < _SAME_LAMP else None
        return super().roll(card, lamp or same or str(self.rng.choice(LAMPS)))

    def _page_image(self, power: np.ndarray) -> np.ndarray:
        page = super()._page_image(power)
        if self._all_felt:
            page[:] = self.sensor.raw(self._felt, power)
        return page
