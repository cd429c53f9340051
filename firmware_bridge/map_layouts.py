"""The sections of a board map's file, each a compact way to say where spots lie and how the strip runs past them.

``[grid]`` paths and rings, ``[circle]`` a plain ring, ``[triangle]`` fields row by row, ``[rows]`` rows of places,
``[[spot]]`` one by one. Places are in mm from the middle of the board, x to the right, y down.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.components.lights import Spot
from engine.core.language import Deferred


class BoardMapError(ValueError):
    """A board map that cannot be used; the sentence names the file, the line or spot, and what to do."""


@dataclass(frozen=True, slots=True)
class MappedSpot:
    """One spot of a board: its place in mm from the middle (x right, y down), its lights, its switch.

    ``star`` marks it; ``cell``: the line of the board it lies on (path, row) and its place in that line.
    """

    spot: Spot
    at_mm: tuple[float, float]
    lights: tuple[int, ...]
    sensor: int | None = None
    star: bool = False
    cell: tuple[int, int] = (0, 0)


MOST = 1_000_000
"""mm, degrees, or pieces: no board has more of anything."""
Wrong = Callable[[str, str], BoardMapError]


@dataclass(frozen=True, slots=True)
class Keys:
    """One TOML table with its place, so that every complaint says where."""

    wrong: Wrong
    where: str
    table: dict

    def known(self, *names: str) -> None:
        """Complain of every key but these."""
        if not isinstance(self.table, dict):
            raise self.wrong(self.where, Deferred("a table is expected here"))
        for key in self.table:
            if key not in names:
                raise self.wrong(
                    self.where,
                    Deferred("'{key}' is not known here; known are {names}", key=key, names=", ".join(names)),
                )

    def text(self, key: str) -> str:
        """A text with something in it."""
        value = self.table.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.wrong(self.where, Deferred("'{key}' is missing or not a text", key=key))
        return value

    def number(self, key: str, default: float | None = None) -> float:
        """A number, mm or degrees."""
        value = self.table.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= MOST:
            raise self.wrong(
                self.where,
                Deferred("'{key}' must be a number (mm or degrees), not {value}", key=key, value=_short(value)),
            )
        return float(value)

    def whole(self, key: str, *, least: int, default: int | None = None) -> int:
        """A whole number, ``least`` or more."""
        value = self.table.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= MOST:
            raise self.wrong(
                self.where,
                Deferred(
                    "'{key}' must be a whole number, {least} or more, not {value}",
                    key=key,
                    least=least,
                    value=_short(value),
                ),
            )
        return value

    def texts(self, key: str) -> list[str]:
        """A list of names, not empty."""
        value = self.table.get(key)
        if not isinstance(value, list) or not value or not all(isinstance(item, str) for item in value):
            raise self.wrong(self.where, Deferred("'{key}' must be a list of names", key=key))
        return value

    def switch(self, key: str) -> bool:
        """True or false; false where it is not named."""
        value = self.table.get(key, False)
        if not isinstance(value, bool):
            raise self.wrong(
                self.where, Deferred("'{key}' must be true or false, not {value}", key=key, value=repr(value))
            )
        return value


def _short(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else f"{shown[:60]}…"


def single(keys: Keys) -> MappedSpot:
    """A ``[[spot]]``: name, place, light or lights, and a sensor if it has one."""
    keys.known("name", "at_mm", "light", "lights", "sensor", "star")
    lights = keys.table.get("lights", keys.table.get("light"))
    lights = [lights] if isinstance(lights, int) else lights
    if not isinstance(lights, list) or not all(isinstance(n, int) and not isinstance(n, bool) for n in lights):
        raise keys.wrong(keys.where, Deferred("give 'light' one index, or 'lights' a list of them"))
    at = keys.table.get("at_mm")
    if not isinstance(at, list) or len(at) != 2 or not all(isinstance(n, int | float) and abs(n) <= MOST for n in at):
        raise keys.wrong(keys.where, Deferred("'at_mm' must be two numbers: mm right of and below the middle"))
    sensor = keys.whole("sensor", least=0) if "sensor" in keys.table else None
    return MappedSpot(keys.text("name"), (float(at[0]), float(at[1])), tuple(lights), sensor, keys.switch("star"))


def circle(keys: Keys) -> Iterator[MappedSpot]:
    """A ``[circle]``: spots clockwise."""
    keys.known("spots", "radius_mm", "first_deg", "first_light")
    spots = keys.texts("spots")
    radius, start = keys.number("radius_mm"), keys.number("first_deg", 0.0)
    first = keys.whole("first_light", least=0, default=0)
    for step, spot in enumerate(spots):
        yield MappedSpot(spot, _polar(radius, start + 360 * step / len(spots)), (first + step,), cell=(0, step))


def grid(keys: Keys) -> Iterator[MappedSpot]:
    """A ``[grid]``: paths from the rim to the middle, clockwise; ``star_ring`` marks the spots of one ring."""
    names = ("paths", "rings", "outer_mm", "inner_mm", "first_path_deg", "first_light", "strip", "snake")
    keys.known(*names, "first_sensor", "star_ring")
    paths, rings = keys.texts("paths"), keys.whole("rings", least=2)
    outer, inner, start = keys.number("outer_mm"), keys.number("inner_mm"), keys.number("first_path_deg", 0.0)
    first, snake, strip = keys.whole("first_light", least=0, default=0), keys.switch("snake"), keys.text("strip")
    if strip not in ("paths", "rings"):
        raise keys.wrong(
            keys.where, Deferred('\'strip\' runs along "paths" or around "rings", not {value}', value=repr(strip))
        )
    star = keys.whole("star_ring", least=0, default=0)
    if star > rings:
        raise keys.wrong(
            keys.where, Deferred("'star_ring' {star} is no ring; there are {rings}", star=star, rings=rings)
        )
    for p, path in enumerate(paths):
        for r in range(rings):
            radius = outer + (inner - outer) * r / (rings - 1)
            light = first + (_along(p, r, rings, snake) if strip == "paths" else _along(r, p, len(paths), snake))
            at = _polar(radius, start + 360 * p / len(paths))
            yield MappedSpot(f"{path}{r + 1}", at, (light,), _sensor(keys, p * rings + r), r + 1 == star, (p, r))


def triangle(keys: Keys) -> Iterator[MappedSpot]:
    """A ``[triangle]`` of triangular fields: row r has 2r + 1, counted from the apex; even places point up."""
    keys.known("prefix", "rows", "side_mm", "first_light", "snake", "first_sensor")
    prefix, rows, side = keys.text("prefix"), keys.whole("rows", least=1), keys.number("side_mm")
    first, snake = keys.whole("first_light", least=0, default=0), keys.switch("snake")
    high = side * math.sqrt(3) / 2
    middle = rows * high * 2 / 3  # the triangle's own centre, from its apex
    for row in range(rows):
        for place in range(2 * row + 1):
            down = (2 if place % 2 == 0 else 1) / 3
            at = (round((place - row) * side / 2, 2), round((row + down) * high - middle, 2))
            number = row * row + place
            light = first + row * row + (2 * row - place if snake and row % 2 else place)
            yield MappedSpot(f"{prefix}{number}", at, (light,), _sensor(keys, number), cell=(row, place))


def rows(keys: Keys) -> Iterator[MappedSpot]:
    """``[rows]``: named rows of numbered places, such as a1 to i8; ``pitch_mm``: from place to place, row to row."""
    keys.known("rows", "columns", "pitch_mm", "first_light", "snake", "first_sensor")
    names, columns = keys.texts("rows"), keys.whole("columns", least=1)
    pitch = keys.table.get("pitch_mm")
    if not isinstance(pitch, list) or len(pitch) != 2 or not all(isinstance(n, int | float) for n in pitch):
        raise keys.wrong(
            keys.where, Deferred("'pitch_mm' must be two numbers: mm from place to place and from row to row")
        )
    first, snake = keys.whole("first_light", least=0, default=0), keys.switch("snake")
    for r, name in enumerate(names):
        for c in range(columns):
            x, y = (c - (columns - 1) / 2) * pitch[0], (r - (len(names) - 1) / 2) * pitch[1]
            light = first + _along(r, c, columns, snake)
            sensor = _sensor(keys, r * columns + c)
            yield MappedSpot(f"{name}{c + 1}", (round(x, 2), round(y, 2)), (light,), sensor, cell=(r, c))


LAYOUTS: dict[str, Callable[[Keys], Iterator[MappedSpot]]] = {
    "grid": grid,
    "circle": circle,
    "triangle": triangle,
    "rows": rows,
}


def _sensor(keys: Keys, number: int) -> int | None:
    """Switches count like the spots themselves, whatever way the strip takes."""
    return keys.whole("first_sensor", least=0) + number if "first_sensor" in keys.table else None


def _along(line: int, step: int, length: int, snake: bool) -> int:
    return line * length + (length - 1 - step if snake and line % 2 else step)


def _polar(radius: float, degrees: float) -> tuple[float, float]:
    turn = math.radians(degrees)
    return (round(radius * math.sin(turn), 2), round(-radius * math.cos(turn), 2))
