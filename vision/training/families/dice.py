"""Families of dice: how a body is made, on what ground. Some are learned from, some choose, some only judge."""

from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from vision.dice.readings import Kind
from vision.dice.solids import solid
from vision.training.dice.insets import DISC, Field, FieldShape, engraved
from vision.training.dice.tables import DieMake, InventedDiceTable, make_die
from vision.training.families.split import Split, split_of_name
from vision.training.spectra import press

# Constants: chosen by hand, as wide as dice that are sold, and meant to be wider than what lies on tables.
BODIES = (
    *("sharp", "rounded", "white frame", "black frame", "gray frame"),
    *("round fields", "soft fields", "diamond fields"),
    *("star fields", "engraved frame"),
)
"""Colour to sharp or rounded edges; fields inset in a frame; discs, fields with round corners, fields turned by an
eighth, or stars, in a body of one colour; colour to the edges with a line engraved around the middle."""
GROUNDS = ("paper", "pale felt", "felt", "dark felt")
_ALONE: dict[str, Split] = {
    "gray frame": "chosen",
    "round fields": "chosen",
    "soft fields": "chosen",
    "diamond fields": "chosen",
    "star fields": "judged",
    "engraved frame": "judged",
}
"""Bodies that no other split has, so that what is measured there is new in more than its mixture. Discs, and then
diamonds, judged until it was known how badly they are read: what is mended because of that cannot judge any more."""
_SIZES: dict[Kind, tuple[float, float]] = {"d6": (12.5, 20.0), "d12": (15.0, 22.0)}  # mm, face to face
_FRAMES = {"white frame": (0.85, 0.97), "black frame": (0.05, 0.2), "gray frame": (0.3, 0.6)}  # parts of white
_FELTS = {"pale felt": (0.7, 0.95), "felt": (0.2, 0.8), "dark felt": (0.03, 0.2)}
_ROUNDINGS = {"round fields": (DISC, DISC), "soft fields": (2.3, 5.0), "diamond fields": (1.0, 1.3)}  # of fields
_GROOVES = (0.08, 0.18)  # how wide, of the way to a face's edges
_GLOSS, _GLINT = 0.1, 1.0
_ROUNDED, _SCARCELY = (0.04, 0.12), (0.0, 0.06)  # parts of a die's size


@dataclass(frozen=True, slots=True)
class DiceFamily:
    """Dice of one make on one kind of ground."""

    body: str
    ground: str

    @property
    def name(self) -> str:
        return f"{self.body} on {self.ground}"

    @property
    def split(self) -> Split:
        return _ALONE.get(self.body) or split_of_name(self.name)


DICE_FAMILIES = tuple(DiceFamily(body, ground) for body, ground in product(BODIES, GROUNDS))


def dice_families_of(split: Split) -> tuple[DiceFamily, ...]:
    """Those of one split."""
    return tuple(family for family in DICE_FAMILIES if family.split == split)


class FamilyDiceTable(InventedDiceTable):
    """One table of a family, from a seed: its dice, mat, camera; lamps change from roll to roll."""

    def __init__(self, family: DiceFamily, seed: int) -> None:
        super().__init__(np.random.default_rng([seed, *family.name.encode()]))
        self.family = family
        self._felt = _felt(self.rng, family.ground)
        self.makes = {kind: _made(self.rng, kind, family.body) for kind in _SIZES}


def family_tables(split: Split, count: int, seed: int = 0) -> list[FamilyDiceTable]:
    """So many tables, family after family."""
    families = dice_families_of(split)
    return [FamilyDiceTable(families[k % len(families)], seed + k) for k in range(count)]


def _felt(rng: np.random.Generator, ground: str) -> np.ndarray | None:
    """Reflectance of the ground in 31 bands; None where dice lie on the printed paper."""
    if ground == "paper":
        return None
    low, high = _FELTS[ground]
    tint = 0.06 if ground == "pale felt" else (high - low) / 2
    return press(rng).ink(np.clip(rng.uniform(low, high) + rng.uniform(-tint, tint, 3), 0.02, 0.97))


def _made(rng: np.random.Generator, kind: Kind, body: str) -> DieMake:
    make = replace(make_die(rng, kind, *_SIZES[kind]), gloss=rng.uniform(0, _GLOSS), glint=rng.uniform(0, _GLINT))
    wide = float(rng.uniform(*(_ROUNDED if body == "rounded" else _SCARCELY)))
    flat = 1 - wide / solid(kind).top_radius
    if body == "sharp":
        return replace(make, rim=None, round=0.0, fields=(Field(1.0),))
    if body == "rounded":
        return replace(make, rim=None, round=wide, fields=(Field(flat),))
    low, high = _FRAMES.get(body, (0.05, 0.97))
    rim = press(rng).ink(np.full(3, rng.uniform(low, high)))
    inner = min(float(rng.uniform(0.7, 0.93)), flat)
    if body == "engraved frame":
        fields = engraved(inner, float(rng.uniform(*_GROOVES)))
    elif body in _ROUNDINGS:
        fields = (Field(inner, shape=FieldShape(float(rng.uniform(*_ROUNDINGS[body])))),)
    else:
        fields = (Field(inner, star=body == "star fields"),)
    return replace(make, rim=rim, round=wide, fields=fields)
