"""What a table of Roll & Color can choose."""

from dataclasses import dataclass
from typing import Literal

from engine.core.game import option


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table."""

    wrap: bool = option(True, "Sequences may run on from purple to red, as the hues form a circle (D-RC-04).")
    reroll_order: Literal["fixed", "free"] = option(
        "fixed", "fixed: four dice, then three, then two, then five or more; free: each once, in any order (D-RC-02)."
    )
