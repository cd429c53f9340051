"""Games that happen to be installed beside this checkout: its own tests are not about them."""

import importlib.metadata
from importlib.metadata import EntryPoint, EntryPoints

from engine.core.registry import ENTRY_POINTS

_all_entry_points = importlib.metadata.entry_points


def _which(point: EntryPoint) -> tuple[str, str]:
    return point.name, str(point.dist.locate_file("")) if point.dist is not None else ""


def leave_out() -> None:
    """From now on games of packages that are installed already are not found; those that a test installs are."""
    installed = {_which(point) for point in _all_entry_points(group=ENTRY_POINTS)}

    def others(**wanted: str) -> EntryPoints:
        found = _all_entry_points(**wanted)
        return EntryPoints(point for point in found if point.group != ENTRY_POINTS or _which(point) not in installed)

    importlib.metadata.entry_points = others
