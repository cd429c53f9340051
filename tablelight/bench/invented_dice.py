"""Invented tables with dice, as labelled pictures in a folder that is gone afterwards."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vision.training.dice.tables import InventedDiceTable

_ROLLS, _MESSY = 6, 2


def invented_tables(count: int, no_mat: bool, split: str | None) -> Iterator[list[dict[str, Any]]]:
    """The labels of each of so many tables, with the picture's ``file``; ``split``: of these families alone."""
    import cv2

    with tempfile.TemporaryDirectory() as place:
        for name, table in _tables(count, no_mat, split):
            sizes = {kind: make.size for kind, make in table.makes.items()}
            shown = [("teach", one) for one in table.teaching()]
            shown += [("roll", table.roll()) for _ in range(_ROLLS)]
            shown += [("roll", table.messy_roll()) for _ in range(0 if no_mat else _MESSY)]
            entries = []
            for number, (kind, picture) in enumerate(shown):
                file = Path(place) / f"{name}-{kind}-{number:02}.jpg"
                cv2.imwrite(str(file), picture.image, [cv2.IMWRITE_JPEG_QUALITY, 97])
                dice = [
                    {
                        "kind": die.kind,
                        "top": die.hue.title,
                        "cocked": die.leaning or die.raised,
                        "top_center_px": die.top,
                    }
                    for die in picture.dice
                ]
                entries.append({"image": file.name, "kind": kind, "file": file, "die_size_mm": sizes, "dice": dice})
            yield entries


def _tables(count: int, no_mat: bool, split: str | None) -> "Iterator[tuple[str, InventedDiceTable]]":
    import numpy as np

    from vision.training.dice.tables import InventedDiceTable
    from vision.training.dice.trays import InventedTray
    from vision.training.families.dice import family_tables

    if split is not None:
        for number, table in enumerate(family_tables(split, count)):  # type: ignore[arg-type]
            yield f"{table.family.name} {number}", table
        return
    for seed in range(count):
        yield f"invented{seed}", (InventedTray if no_mat else InventedDiceTable)(np.random.default_rng(seed))
