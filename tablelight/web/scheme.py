"""Light or dark: what somebody chose for this browser in the menu, kept in a cookie; as the device is until then."""

from collections.abc import Mapping
from typing import Final

COOKIE: Final = "tablelight-scheme"
"""The page's script writes it, so that the next page is drawn in the right colours at once."""
SCHEMES: Final = ("light", "dark", "")
"""What can be chosen; the empty one is "as the device"."""
GROUND: Final = {"light": "#f4f2ee", "dark": "#14141a"}
"""``--bg`` of each scheme, for the browser's own frame around the page; a test compares it with the style sheet."""


def scheme_in(cookies: Mapping[str, str]) -> str:
    """The scheme that was chosen in this browser; empty where none was."""
    chosen = cookies.get(COOKIE, "")
    return chosen if chosen in SCHEMES else ""
