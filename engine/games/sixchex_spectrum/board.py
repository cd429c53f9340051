"""Nine rows of eight cards, their colours, and where a coin can get to.

A card's place is its row's letter and its place in the row: ``a1`` is top left, ``i8`` bottom right, seen by the
player at the bottom. A card is ``dR`` to ``dV`` (dark), ``lR`` to ``lV`` (light), or one of the four home colours.
"""

from functools import cache

from engine.components.hues import Hue
from engine.core.errors import NotUnderstood
from engine.core.language import Deferred

ROWS, COLUMNS = 9, 8
N_CARDS = ROWS * COLUMNS

SPOTS: tuple[str, ...] = tuple(f"{letter}{n + 1}" for letter in "abcdefghi" for n in range(COLUMNS))
PLACE: dict[str, int] = {spot: n for n, spot in enumerate(SPOTS)}

RAINBOW = "ROYGBIV"
"""The order of the colours; after violet comes red again (SIX-CAP-01)."""

DARK_HOMES, LIGHT_HOMES = ("black", "tan"), ("gray", "pink")
HOMES: tuple[str, ...] = (*DARK_HOMES, *LIGHT_HOMES)

DARK: tuple[str, ...] = (*(f"d{c}" for c in RAINBOW), *DARK_HOMES)
LIGHT: tuple[str, ...] = (*(f"l{c}" for c in RAINBOW), *LIGHT_HOMES)

DECK: tuple[str, ...] = tuple(card for card in (*DARK, *LIGHT) for _ in range(4))
"""Four of each of the 18 colours, as in the printed deck; a table may play with another split (D-SIX-01)."""

HUES: dict[str, Hue] = {
    "R": Hue.R, "O": Hue.O, "Y": Hue.Y, "G": Hue.G, "B": Hue.B, "I": Hue.BP, "V": Hue.P,
}  # fmt: skip
"""The nearest hue of the wheel for each colour of the rainbow."""

_WORDS = {"red": "R", "orange": "O", "yellow": "Y", "green": "G", "blue": "B", "indigo": "I", "violet": "V"}


def at(row: int, column: int) -> str:
    """The spot of a row and column counted from 0 at the top left."""
    return SPOTS[row * COLUMNS + column]


def row_column(spot: str) -> tuple[int, int]:
    """Row and column of a spot, from 0 at the top left."""
    return divmod(PLACE[spot], COLUMNS)


def parity(spot: str) -> int:
    """0 or 1: the half of the board a spot belongs to; a diagonal step never changes it."""
    return sum(row_column(spot)) % 2


def hue_of(card: str) -> Hue | None:
    """The hue a light shows for a card; None (white) for a home colour."""
    return HUES.get(card[1:]) if card in DARK or card in LIGHT else None


def capture_colour(card: str, die: int) -> str | None:
    """The colour on which a coin that starts on this card captures; None from a home colour (SIX-CAP-01..03)."""
    colour = card[1:]
    if card in HOMES or colour not in RAINBOW:
        return None
    return RAINBOW[(RAINBOW.index(colour) + die) % len(RAINBOW)]


@cache
def captures(start: str, landing: str, die: int) -> bool:
    """Whether a coin from card ``start`` captures on card ``landing``. Light and dark count alike."""
    return landing not in HOMES and capture_colour(start, die) == landing[1:]


def start_spots(side: str) -> tuple[str, ...]:
    """The eight spots of a player who sits at side S, W, N or E: six from the left, two before them (SIX-SETUP-03)."""
    last_row, last = ROWS - 1, COLUMNS - 1
    if side == "S":
        cells = [(last_row, c) for c in range(6)] + [(last_row - 1, 2), (last_row - 1, 3)]
    elif side == "N":
        cells = [(0, last - c) for c in range(6)] + [(1, last - 2), (1, last - 3)]
    elif side == "E":
        cells = [(last_row - r, last) for r in range(6)] + [(last_row - 2, last - 1), (last_row - 3, last - 1)]
    else:
        cells = [(r, 0) for r in range(6)] + [(2, 1), (3, 1)]
    return tuple(at(row, column) for row, column in cells)


# ---- steps and reach

Step = tuple[int, int]
STEPS: tuple[Step, ...] = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def beyond(spot: str, step: Step) -> str | None:
    """The spot one diagonal step away; None over the edge."""
    row, column = row_column(spot)
    row, column = row + step[0], column + step[1]
    return at(row, column) if 0 <= row < ROWS and 0 <= column < COLUMNS else None


def step_between(a: str, b: str) -> Step | None:
    """The diagonal step from one spot to another; None when they do not touch at a corner."""
    (row, column), (to_row, to_column) = row_column(a), row_column(b)
    step = (to_row - row, to_column - column)
    return step if step in STEPS else None


def back(step: Step) -> Step:
    return -step[0], -step[1]


@cache
def reach(spot: str, count: int) -> tuple[str, ...]:
    """Every spot that is exactly ``count`` diagonal steps away, never straight back (SIX-MOVE-01, SIX-MOVE-02)."""
    return tuple(sorted(reach_set(spot, count)))


@cache
def landings(spot: str, count: int) -> tuple[tuple[tuple[str], int], ...]:
    """The same as paths of one step, each with the place of its card: what lists of moves are made of."""
    return tuple(((end,), PLACE[end]) for end in reach(spot, count))


@cache
def reach_set(spot: str, count: int) -> frozenset[str]:
    """The same as a set, to ask whether a spot is in it."""
    return frozenset(end for end, _ in _ends(spot, count))


@cache
def _ends(spot: str, count: int) -> frozenset[tuple[str, Step | None]]:
    before: frozenset[tuple[str, Step | None]] = frozenset({(spot, None)}) if count == 1 else _ends(spot, count - 1)
    out: set[tuple[str, Step | None]] = set()
    for place, last in before:
        for step in STEPS:
            end = None if last is not None and step == back(last) else beyond(place, step)
            if end is not None:
                out.add((end, step))
    return frozenset(out)


# ---- names


def parse_spot(text: str) -> str:
    """A spot such as ``c4``. Raises NotUnderstood."""
    spot = text.strip().lower()
    if spot not in PLACE:
        raise NotUnderstood(
            Deferred("'{text}' is no card of the board; rows are a to i from the top, places 1 to 8: c4", text=text)
        )
    return spot


def parse_home(text: str) -> str:
    """A home colour. Raises NotUnderstood."""
    word = text.strip().lower().replace("grey", "gray")
    if word not in HOMES:
        raise NotUnderstood(Deferred("'{text}' is no home colour; they are {names}", text=text, names=", ".join(HOMES)))
    return word


def parse_card(text: str) -> str:
    """A card: ``dR``, ``dark-red``, ``light violet``, ``gray``. Raises NotUnderstood."""
    words = text.strip().replace("-", " ").replace("_", " ").split()
    if len(words) == 2 and words[0].lower() in ("dark", "light"):
        colour = _WORDS.get(words[1].lower(), words[1].upper())
        words = [words[0][0].lower() + colour]
    word = words[0] if words else ""
    card = word[:1].lower() + word[1:].upper() if len(word) == 2 else word.lower().replace("grey", "gray")
    if card not in DARK and card not in LIGHT:
        raise NotUnderstood(
            Deferred("'{text}' is no card; write dR to dV, lR to lV, or {names}", text=text, names=", ".join(HOMES))
        )
    return card
