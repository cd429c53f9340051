"""Addresses without their passwords, for sentences and pages that everybody in the network may read."""

import re

DOTS = "•••"
"""What stands where an address has a password."""

_BEFORE_HOST = re.compile(r"(?<=://)([^/@:\s]*):(.*)(?=@)")
_AMONG_PARAMETERS = re.compile(r"(?i)(?<=[?&])(\w*(?:pass|pwd|token|secret)\w*)=([^&'\s]+)")


def without_passwords(text: str) -> str:
    """The text with dots for the password of every address in it, before its host or among its parameters."""
    return _AMONG_PARAMETERS.sub(rf"\1={DOTS}", _BEFORE_HOST.sub(rf"\1:{DOTS}", text))
