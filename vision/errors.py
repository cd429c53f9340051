"""What the eyes refuse, each in a sentence a player can act on."""

from engine.components.hues import Hue


class VisionError(Exception):
    """Something the eyes cannot work with; its text is for a person."""


class PictureError(VisionError):
    """A picture that cannot be read."""


class TeachingError(VisionError):
    """A teaching picture with a fault. ``code`` names the fault, the text says what to do."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class MixedUp(TeachingError):
    """Two dice of a ``kind`` look as if they were each other: a question, ``mixed-up``. ``tops``: what they were
    named."""

    def __init__(self, message: str, kind: str, tops: tuple[Hue, Hue]) -> None:
        super().__init__("mixed-up", message)
        self.kind, self.tops = kind, tops


ASKED = ("mistaken", "mixed-up", "wrong-kind")
"""Codes of teaching errors that are questions: whoever insists on the names is believed."""
NOT_FLAT = ("leaning", "stacked")
"""Codes of questions how dice lie: whoever says that all of them lie flat is believed."""
POINTED_AT = ("missing", "extra")
"""Codes of teaching errors of cards that were not found: whoever points at them is believed."""


class TaughtFileError(VisionError):
    """A file of taught dice that is damaged or from a newer version."""
