"""What is read of one picture of a board: which spaces hold a piece, whose it is, and how sure that is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from engine.components.lights import Spot
from engine.inference.held import Held
from engine.inference.observation import SOMEBODY
from vision.readings import Point, Trouble

SpaceStatus = Literal["empty", "piece", "unclear"]


@dataclass(frozen=True, slots=True)
class SpaceReading:
    """One space. ``chance``: that it holds a piece, 0 to 1; ``owners``: chances of whose it is if it does, likeliest
    first; ``owner``: the one it surely is, SOMEBODY while nobody can tell; ``outline_px``: the piece as it is seen;
    ``ways``: of a tile, which it may be and how it lies, with chances, likeliest first."""

    spot: Spot
    status: SpaceStatus
    chance: float
    owner: int = SOMEBODY
    owners: tuple[tuple[int, float], ...] = ()
    outline_px: tuple[Point, ...] = ()
    ways: tuple[tuple[str, float], ...] = ()

    @property
    def chances(self) -> Mapping[Held, float]:
        """What the space may hold and how likely, where that is not sure; of a tile always."""
        if self.status == "empty" or (self.status == "piece" and self.owner != SOMEBODY):
            return {}
        nothing = {None: 1 - self.chance} if self.status == "unclear" else {}
        if self.ways:
            return {**nothing, **dict(self.ways)}
        return {**nothing, **{owner: self.chance * part for owner, part in self.owners or ((SOMEBODY, 1.0),)}}

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {"spot": self.spot, "status": self.status, "chance": round(self.chance, 4), "owner": self.owner}


@dataclass(frozen=True, slots=True)
class BoardReading:
    """All spaces of a board in one picture; none where it was not found. ``ms``: how long it took."""

    spaces: tuple[SpaceReading, ...]
    troubles: tuple[Trouble, ...]
    registered: bool
    ms: float

    @property
    def occupied(self) -> Mapping[Spot, int]:
        """The spaces that surely hold a piece, with whose it is or SOMEBODY."""
        return {space.spot: space.owner for space in self.spaces if space.status == "piece"}

    @property
    def unclear(self) -> Mapping[Spot, float]:
        """The spaces of which nobody can tell, with the chance that they hold a piece."""
        return {space.spot: space.chance for space in self.spaces if space.status == "unclear"}
