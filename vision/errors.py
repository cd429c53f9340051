"""What the eyes refuse, each in a sentence a player can act on."""


class VisionError(Exception):
    """Something the eyes cannot work with; its text is for a person."""


class PictureError(VisionError):
    """A picture that cannot be read."""


class TeachingError(VisionError):
    """A teaching picture with a fault. ``code`` names the fault, the text says what to do."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


ASKED = ("mistaken", "mixed-up")
"""Codes of teaching errors that are questions: whoever insists on the names is believed."""


class TaughtFileError(VisionError):
    """A file of taught dice that is damaged or from a newer version."""
