"""Spectrum Casino: what a table can choose."""

from dataclasses import dataclass
from typing import Literal

from engine.core.game import option


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table."""

    must_capture: bool = option(True, "Who can take something must; a missed capture is remarked on later (D-CA-05).")
    created_value_cap: Literal["none", 12] = option("none", "The highest value that may be created (D-CA-04).")
    target: int = option(100, "The total that ends the game after a round.", code="CA-END-01")

    @property
    def cap(self) -> int | None:
        """The highest value that may be created; None: any."""
        return None if self.created_value_cap == "none" else self.created_value_cap
