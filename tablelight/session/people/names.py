"""Names as people mean them: which spellings are one person, which look as if they were, and which are nobody's."""

import hashlib
import re
import unicodedata
from collections.abc import Iterable

_NOBODY = re.compile(r"(player|somebody|spieler(in)?|jemand|joueu(r|se)|quelqu.un|jugador(a)?|alguien) \d+")
"""What seats are called that nobody gave a name, in every language of the page; letters small."""


def key_of(name: str) -> str:
    """What two spellings have in common that only differ in capitals and spaces."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def is_somebody(name: str) -> bool:
    """Whether a name is a person's, not what a seat without one is called."""
    key = key_of(name)
    return bool(key) and _NOBODY.fullmatch(key) is None


def address_of(name: str) -> str:
    """What stands for a person in an address, so that no name stands in a browser's history: ten letters and digits."""
    return hashlib.sha256(key_of(name).encode("utf-8", "replace")).hexdigest()[:10]


def look_alike(names: Iterable[str]) -> list[tuple[str, str]]:
    """Pairs that may be one person spelled in two ways: one begins like the other, or a letter or accent differs."""
    known = list(names)
    return [(a, b) for place, a in enumerate(known) for b in known[place + 1 :] if _alike(_plain(a), _plain(b))]


def _plain(name: str) -> str:
    """The key without accents."""
    return "".join(sign for sign in unicodedata.normalize("NFD", key_of(name)) if not unicodedata.combining(sign))


def _alike(a: str, b: str) -> bool:
    short, long = sorted((a, b), key=len)
    if len(short) < 2 or len(long) - len(short) > 1:
        return False
    if len(short) == len(long):
        differ = [n for n in range(len(short)) if short[n] != long[n]]
        swapped = len(differ) == 2 and short[differ[0]] == long[differ[1]] and short[differ[1]] == long[differ[0]]
        return not differ or (len(short) > 3 and (len(differ) == 1 or swapped))
    return any(long[:n] + long[n + 1 :] == short for n in range(len(long)))
