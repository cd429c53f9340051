"""How this table's strip really runs, as found out by the wiring test; kept beside the taught dice.

A board map says how the strip should run. Who soldered it otherwise need not solder again: the order and the colours
are set right here, once, and everything else goes on speaking of spots.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import permutations
from pathlib import Path

from engine.components.lights import Spot
from engine.core.language import Deferred
from firmware_bridge.board_maps import BoardMap, BoardMapError
from tablelight.setup.paths import table_file
from vision.files import bytes_of, read_json, write_json

log = logging.getLogger(__name__)

_MOST_BYTES = 1_000_000
COLOURS = tuple("".join(letters) for letters in permutations("RGB"))


@dataclass(frozen=True, slots=True)
class Wiring:
    """``order``: light n of the map is light ``order[n]`` of the strip; empty: as the map says. ``colours``: the
    strip's diodes in order, such as GRB; "": as the firmware's own settings say. ``board``: the map it was made for."""

    board: str = ""
    order: tuple[int, ...] = ()
    colours: str = ""

    def applied(self, board: BoardMap) -> BoardMap:
        """The map with the strip as it really runs; unchanged where this was made for another one."""
        if self.board != board.name or not self.order:
            return board
        try:
            return board.rewired(self.order)
        except BoardMapError as error:
            log.warning("the kept wiring is not used: %s", error)
            return board


def wiring_file(table: str, data: Path) -> Path:
    """Where a table's wiring is kept."""
    return table_file(table, data).with_suffix(".wiring.json")


def load_wiring(file: Path) -> Wiring:
    """The kept wiring; as the map says where there is none or it cannot be read."""
    try:
        kept = read_json(bytes_of(file, _MOST_BYTES))
        order = tuple(int(n) for n in kept["order"])
        colours = str(kept["colours"])
        return Wiring(str(kept["board"]), order, colours if colours in COLOURS else "")
    except FileNotFoundError:
        return Wiring()
    except (OSError, ValueError, KeyError, TypeError) as error:
        log.warning("%s cannot be read as a wiring (%s); the board map is used as it stands", file, error)
        return Wiring()


def save_wiring(file: Path, wiring: Wiring) -> None:
    """Keep it. Raises OSError."""
    write_json(file, asdict(wiring))


# ---- from taps to an order


@dataclass(frozen=True, slots=True)
class StripRoute:
    """One plausible way for a strip to run: ``spots`` in the order of its lights."""

    words: str
    spots: tuple[Spot, ...]


def ways(board: BoardMap) -> tuple[StripRoute, ...]:
    """Every way a strip is usually laid on this board: along its lines or across them, from any line, to and fro or
    always in the same direction, from either end; and the map's own order, turned or not."""
    as_planned = _by_light(board)
    found = {
        as_planned: Deferred("as the map says"),
        as_planned[::-1]: Deferred("as the map says, but from its other end"),
    }
    for lines, name in _lines(board):
        for snake in (True, False):
            for forward in (True, False):
                spots = _spots_along(lines, snake=snake, forward=forward)
                if spots not in found:
                    found[spots] = _along(name, spots, _TO_AND_FRO if snake else _SAME_DIRECTION)
    return tuple(StripRoute(words, spots) for spots, words in found.items())


_TO_AND_FRO, _SAME_DIRECTION = Deferred("to and fro"), Deferred("every line in the same direction")
_BY_LINE, _AROUND, _ACROSS = Deferred("line by line"), Deferred("around"), Deferred("across the lines")


def _along(how: str, spots: tuple[Spot, ...], back: str) -> str:
    first, second, *_, last = spots
    return Deferred(
        "{how}, from {first} to {second} and on to {last}, {back}",
        how=how,
        first=first,
        second=second,
        last=last,
        back=back,
    )


def _by_light(board: BoardMap) -> tuple[Spot, ...]:
    whose = {light: place.spot for place in board.places for light in place.lights}
    return tuple(whose.get(light, "") for light in range(board.lights))


def _lines(board: BoardMap) -> Iterable[tuple[list[list[Spot]], str]]:
    """The board's lines both ways: paths and rings, rows and columns; a ring's places one by one."""
    if any(len(place.lights) != 1 for place in board.places):
        return
    along: dict[int, list[Spot]] = {}
    across: dict[int, list[Spot]] = {}
    for place in board.places:
        line, step = place.cell
        along.setdefault(line, []).append(place.spot)
        across.setdefault(step, []).append(place.spot)
    if len(along) > 1:
        for lines in _begun_anywhere(list(along.values())):
            yield lines, _BY_LINE
    if len(across) > 1 and len({len(line) for line in across.values()}) == 1:
        whole = list(across.values())
        if len(along) == 1:
            for lines in _begun_anywhere(whole):
                yield lines, _AROUND
            return
        for n in range(len(whole[0])):
            turned = [line[n:] + line[:n] for line in whole]
            yield turned, _ACROSS
            yield turned[::-1], _ACROSS


def _begun_anywhere(lines: list[list[Spot]]) -> Iterable[list[list[Spot]]]:
    """The lines from each of them on, one way round and the other."""
    for n in range(len(lines)):
        ahead = lines[n:] + lines[:n]
        yield ahead
        yield [ahead[0], *ahead[:0:-1]]


def _spots_along(lines: list[list[Spot]], *, snake: bool, forward: bool) -> tuple[Spot, ...]:
    out: list[Spot] = []
    for n, line in enumerate(lines):
        straight = forward != (snake and n % 2 == 1)
        out += line if straight else line[::-1]
    return tuple(out)


def fitting(all_ways: Sequence[StripRoute], taps: Mapping[int, Spot]) -> list[StripRoute]:
    """The ways in which each tapped light lies where it was seen."""
    return [way for way in all_ways if all(way.spots[light] == spot for light, spot in taps.items())]


def telling(left: Sequence[StripRoute], asked: Iterable[int]) -> int | None:
    """The light whose place tells most of these ways apart; None when there is nothing left to tell."""
    if len(left) < 2:
        return None
    known = set(asked)
    lights = [n for n in range(len(left[0].spots)) if n not in known]
    return max(lights, key=lambda n: len({way.spots[n] for way in left}), default=None)


def order_of(board: BoardMap, spots: Sequence[Spot]) -> tuple[int, ...]:
    """The strip order that puts light k of the strip under ``spots[k]``. Raises BoardMapError when it cannot be."""
    found: dict[Spot, list[int]] = {}
    for strip_light, spot in enumerate(spots):
        found.setdefault(spot, []).append(strip_light)
    order = [-1] * board.lights
    for place in board.places:
        for light, strip_light in zip(place.lights, found.get(place.spot, ()), strict=False):
            order[light] = strip_light
    spare = [n for n in range(board.lights) if n not in order]
    full = tuple(spare.pop(0) if n < 0 else n for n in order)
    board.rewired(full)
    return full
