"""An event as a sentence of a game: which sentence, and what fills it."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Telling:
    """``code``: a sentence of the table ``told`` in the game's texts, which ``details`` fill.

    As with an ``Awaiting``, seats become names, hues, cards and spaces become words, and a sentence that would name
    nothing is left out.
    """

    code: str
    details: Mapping[str, object] = field(default_factory=dict, hash=False)
