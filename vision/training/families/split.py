"""What may be learned from, what chooses constants, and what only judges: split once, by a rule that never changes."""

import hashlib
from typing import Literal

Split = Literal["learned", "chosen", "judged"]
SPLITS: tuple[Split, ...] = ("learned", "chosen", "judged")


def split_of_name(name: str) -> Split:
    """Of a name, by its SHA-256: half is learned from, a quarter chooses, a quarter judges."""
    return SPLITS[(0, 0, 1, 2)[hashlib.sha256(name.encode()).digest()[0] % 4]]
