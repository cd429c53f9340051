"""Pyramids, and what two of them can be exchanged for.

A piece is its size and colour in words: ``S red``, ``L black``. Sizes are S, M and L.
"""

from functools import cache

from engine.components.hues import Hue
from engine.core.errors import NotUnderstood
from engine.core.language import Deferred

SIZES = "SML"
HUES: dict[str, Hue] = {
    "red": Hue.R, "orange": Hue.O, "yellow": Hue.Y, "green": Hue.G, "blue": Hue.B, "purple": Hue.P,
}  # fmt: skip
COLOURS: tuple[str, ...] = tuple(HUES)
"""The colours of trees, in the order of the wheel: primaries and secondaries in turn (SPA-SETUP-01)."""

PRIMARIES, SECONDARIES = COLOURS[::2], ("orange", "green", "purple")
EXTRA: tuple[str, ...] = ("black", "white")
PIECES: tuple[str, ...] = tuple(f"{size} {colour}" for colour in (*COLOURS, *EXTRA) for size in SIZES)

_SIZE_WORDS = {"s": "S", "small": "S", "m": "M", "medium": "M", "l": "L", "large": "L"}
_COLOUR_WORDS = {c: c for c in (*COLOURS, *EXTRA)} | {c[0]: c for c in COLOURS} | {"k": "black", "w": "white"}


def size_of(piece: str) -> str:
    return piece[0]


def colour_of(piece: str) -> str:
    return piece[2:]


def parts(secondary: str) -> tuple[str, str]:
    """The two primaries a secondary is made of: its neighbours in the ring of six."""
    n = COLOURS.index(secondary)
    return COLOURS[n - 1], COLOURS[(n + 1) % 6]


def third_size(a: str, b: str) -> str:
    """Equal sizes give the same size, different ones the third (SPA-EXC-05, SPA-EXC-06)."""
    return a if a == b else next(size for size in SIZES if size not in (a, b))


def mixed(a: str, b: str) -> str | None:
    """The colour that two different colours give; None when they give none (SPA-EXC-01..04)."""
    if a == b or a in EXTRA or b in EXTRA:
        return None
    if a in PRIMARIES and b in PRIMARIES:
        return next(c for c in SECONDARIES if set(parts(c)) == {a, b})
    if a in SECONDARIES and b in SECONDARIES:
        return None
    secondary, primary = (a, b) if a in SECONDARIES else (b, a)
    pair = parts(secondary)
    return pair[1 - pair.index(primary)] if primary in pair else None


@cache
def obtainable(a: str, b: str) -> tuple[str, ...]:
    """The pieces that two pieces can be exchanged for, none, one or two; in the order of the wheel."""
    first, second = colour_of(a), colour_of(b)
    if first in EXTRA or second in EXTRA:
        return _by_black_or_white(a, b) if first in EXTRA else _by_black_or_white(b, a)
    colour = mixed(first, second)
    return () if colour is None else (f"{third_size(size_of(a), size_of(b))} {colour}",)


def _by_black_or_white(extra: str, other: str) -> tuple[str, ...]:
    """Black darkens a primary, white parts a secondary; sizes have to be the same (SPA-BW-01..04)."""
    colour = colour_of(other)
    if size_of(extra) != size_of(other):
        return ()
    if colour_of(extra) == "black" and colour in PRIMARIES:
        found = tuple(c for c in SECONDARIES if colour in parts(c))
    elif colour_of(extra) == "white" and colour in SECONDARIES:
        found = parts(colour)
    else:
        return ()
    return tuple(f"{size_of(extra)} {c}" for c in COLOURS if c in found)


@cache
def all_pieces(per_size: int = 5, nests: int = 2) -> dict[str, int]:
    """How many of each piece a set has: six stashes, and nests of black and of white with one of each size."""
    return {piece: nests if colour_of(piece) in EXTRA else per_size for piece in PIECES}


def parse_piece(text: str) -> str:
    """A piece in either order, in letters or words: ``S red``, ``red small``, ``MB``. Raises NotUnderstood."""
    words = text.strip().lower().replace("-", " ").split()
    if len(words) == 1 and len(words[0]) == 2:
        words = list(words[0])
    for size, colour in (words, words[::-1]) if len(words) == 2 else ():
        if size in _SIZE_WORDS and colour in _COLOUR_WORDS:
            return f"{_SIZE_WORDS[size]} {_COLOUR_WORDS[colour]}"
    raise NotUnderstood(
        Deferred("'{text}' is no piece; write size and colour, such as 'S red' or 'large black'", text=text)
    )


def parse_colour(text: str) -> str:
    """One of the six colours of trees. Raises NotUnderstood."""
    colour = _COLOUR_WORDS.get(text.strip().lower())
    if colour not in COLOURS:
        raise NotUnderstood(
            Deferred("'{text}' is no colour for trees; they are {names}", text=text, names=", ".join(COLOURS))
        )
    return colour
