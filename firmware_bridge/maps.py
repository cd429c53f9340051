"""Board maps: which lights and which switch belong to a spot, and where it lies on the table.

A map is a TOML file (``hardware/boards/``, or your own). It lists its spots one by one (``[[spot]]``), or describes
them compactly: ``[grid]`` for paths and rings, ``[circle]`` for a plain ring. Everything is checked on load.
"""

import math
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import hardware
from engine.lights import Spot

BOARDS = Path(hardware.__file__).parent / "boards"
MOST_LIGHTS = 169
"""One message holds 512 bytes, five of them are taken: 169 lights of three bytes."""


class BoardMapError(ValueError):
    """A board map that cannot be used; the sentence names the file, the line or spot, and what to do."""


@dataclass(frozen=True, slots=True)
class Place:
    """One spot of a board: its place in mm from the middle (x right, y down), its lights and its switch."""

    spot: Spot
    at_mm: tuple[float, float]
    lights: tuple[int, ...]
    sensor: int | None = None


@dataclass(frozen=True, slots=True)
class BoardMap:
    """All spots of one board, in the order of the file.

    >>> BoardMap.load("spectrum").by_spot["R9"].lights
    (8,)
    """

    name: str
    title: str
    lights: int
    sensors: int
    places: tuple[Place, ...]
    by_spot: Mapping[Spot, Place] = field(init=False, compare=False, repr=False)
    by_sensor: Mapping[int, Place] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_spot", {place.spot: place for place in self.places})
        switched = {place.sensor: place for place in self.places if place.sensor is not None}
        object.__setattr__(self, "by_sensor", switched)

    @classmethod
    def load(cls, path_or_name: str | Path) -> "BoardMap":
        """The map in that file, or the shipped one of that name. Raises BoardMapError with what to put right."""
        path = Path(path_or_name)
        if path.suffix != ".toml":
            path = BOARDS / f"{path_or_name}.toml"
        try:
            return parse(path.read_text(encoding="utf-8"), source=path.name)
        except FileNotFoundError:
            raise BoardMapError(f"There is no board map '{path_or_name}'. Shipped: {', '.join(shipped())}.") from None
        except (OSError, UnicodeDecodeError) as error:
            raise BoardMapError(f"{path}: cannot be read as a board map ({error}).") from None


def shipped() -> list[str]:
    """Names of the maps that come with Tablelight."""
    return sorted(path.stem for path in BOARDS.glob("*.toml"))


def parse(text: str, source: str = "board map") -> BoardMap:
    """A map from TOML text. Raises BoardMapError; ``source`` is how messages call the text."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BoardMapError(f"{source}: this is not TOML: {error}") from None
    return _Reader(source, text, table).board()


@dataclass(frozen=True, slots=True)
class _Reader:
    source: str
    text: str
    table: dict

    def board(self) -> BoardMap:
        _Keys(self, "the file", self.table).known("name", "title", "lights", "sensors", "spot", "grid", "circle")
        top = _Keys(self, "the file", self.table)
        lights, sensors = top.whole("lights", least=1), top.whole("sensors", least=0, default=0)
        if lights > MOST_LIGHTS:
            raise self.wrong("'lights'", f"{lights} are too many for one device; the most is {MOST_LIGHTS}")
        name = top.text("name")
        places = tuple(self._places())
        self._check(places, lights, sensors)
        return BoardMap(name, str(self.table.get("title", name)), lights, sensors, places)

    def wrong(self, where: str, what: str) -> BoardMapError:
        line = self._line(where)
        return BoardMapError(f"{self.source}{f', line {line}' if line else ''}: {where}: {what}.")

    def _line(self, where: str) -> int | None:
        """The line a word of the message stands on: ``'lights'``, ``[grid]``, ``spot 3`` (the third [[spot]])."""
        lines = self.text.splitlines()
        word = where.split(",")[0].strip("'")
        if word.startswith("spot ") and word[5:].isdigit():
            heads = [number for number, line in enumerate(lines, 1) if line.strip().startswith("[[spot]]")]
            return heads[int(word[5:]) - 1] if int(word[5:]) <= len(heads) else None
        return next((number for number, line in enumerate(lines, 1) if line.strip().startswith(word)), None)

    def _places(self) -> Iterator[Place]:
        if "grid" in self.table:
            yield from _grid(_Keys(self, "[grid]", self.table["grid"]))
        if "circle" in self.table:
            yield from _circle(_Keys(self, "[circle]", self.table["circle"]))
        entries = self.table.get("spot", [])
        if not isinstance(entries, list):
            raise self.wrong("spot", "write every spot under its own [[spot]] line")
        for number, entry in enumerate(entries, 1):
            yield _single(_Keys(self, f"spot {number}", entry))

    def _check(self, places: tuple[Place, ...], lights: int, sensors: int) -> None:
        if not places:
            raise self.wrong("the file", "it names no spot; add [[spot]], [grid] or [circle]")
        spots: set[Spot] = set()
        used_lights: dict[int, Spot] = {}
        used_sensors: dict[int, Spot] = {}
        listed = len(self.table.get("spot", []))
        for number, place in enumerate(places, 1 - (len(places) - listed)):
            where = f"spot {number}, '{place.spot}'" if number > 0 else f"'{place.spot}'"
            if place.spot in spots:
                raise self.wrong(where, "this name is given twice; every spot needs its own")
            spots.add(place.spot)
            if not place.lights:
                raise self.wrong(where, "it has no light")
            for light in place.lights:
                self._claim(where, place.spot, "light", light, lights, used_lights)
            if place.sensor is not None:
                self._claim(where, place.spot, "sensor", place.sensor, sensors, used_sensors)

    def _claim(self, where: str, spot: Spot, kind: str, index: int, count: int, used: dict[int, Spot]) -> None:
        if not 0 <= index < count:
            raise self.wrong(where, f"{kind} {index} does not exist; the board has {count}, counted from 0")
        if index in used:
            raise self.wrong(where, f"{kind} {index} already belongs to '{used[index]}'")
        used[index] = spot


@dataclass(frozen=True, slots=True)
class _Keys:
    """One TOML table with its place, so that every complaint says where."""

    reader: _Reader
    where: str
    table: dict

    def known(self, *names: str) -> None:
        if not isinstance(self.table, dict):
            raise self.reader.wrong(self.where, "a table is expected here")
        for key in self.table:
            if key not in names:
                raise self.reader.wrong(self.where, f"'{key}' is not known here; known are {', '.join(names)}")

    def text(self, key: str) -> str:
        value = self.table.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.reader.wrong(self.where, f"'{key}' is missing or not a text")
        return value

    def number(self, key: str, default: float | None = None) -> float:
        value = self.table.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise self.reader.wrong(self.where, f"'{key}' must be a number (mm or degrees), not {value!r}")
        return float(value)

    def whole(self, key: str, *, least: int, default: int | None = None) -> int:
        value = self.table.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise self.reader.wrong(self.where, f"'{key}' must be a whole number, {least} or more, not {value!r}")
        return value

    def texts(self, key: str) -> list[str]:
        value = self.table.get(key)
        if not isinstance(value, list) or not value or not all(isinstance(item, str) for item in value):
            raise self.reader.wrong(self.where, f"'{key}' must be a list of names")
        return value

    def switch(self, key: str) -> bool:
        value = self.table.get(key, False)
        if not isinstance(value, bool):
            raise self.reader.wrong(self.where, f"'{key}' must be true or false, not {value!r}")
        return value


def _single(keys: _Keys) -> Place:
    keys.known("name", "at_mm", "light", "lights", "sensor")
    lights = keys.table.get("lights", keys.table.get("light"))
    lights = [lights] if isinstance(lights, int) else lights
    if not isinstance(lights, list) or not all(isinstance(n, int) and not isinstance(n, bool) for n in lights):
        raise keys.reader.wrong(keys.where, "give 'light' one index, or 'lights' a list of them")
    at = keys.table.get("at_mm")
    if not isinstance(at, list) or len(at) != 2 or not all(isinstance(n, int | float) for n in at):
        raise keys.reader.wrong(keys.where, "'at_mm' must be two numbers: mm right of and below the middle")
    sensor = keys.whole("sensor", least=0) if "sensor" in keys.table else None
    return Place(keys.text("name"), (float(at[0]), float(at[1])), tuple(lights), sensor)


def _circle(keys: _Keys) -> Iterator[Place]:
    keys.known("spots", "radius_mm", "first_deg", "first_light")
    spots = keys.texts("spots")
    radius, start = keys.number("radius_mm"), keys.number("first_deg", 0.0)
    first = keys.whole("first_light", least=0, default=0)
    for step, spot in enumerate(spots):
        yield Place(spot, _polar(radius, start + 360 * step / len(spots)), (first + step,))


def _grid(keys: _Keys) -> Iterator[Place]:
    names = ("paths", "rings", "outer_mm", "inner_mm", "first_path_deg", "first_light", "strip", "snake")
    keys.known(*names, "first_sensor")
    paths, rings = keys.texts("paths"), keys.whole("rings", least=2)
    outer, inner, start = keys.number("outer_mm"), keys.number("inner_mm"), keys.number("first_path_deg", 0.0)
    first, snake, strip = keys.whole("first_light", least=0, default=0), keys.switch("snake"), keys.text("strip")
    if strip not in ("paths", "rings"):
        raise keys.reader.wrong(keys.where, f'\'strip\' runs along "paths" or around "rings", not {strip!r}')
    sensor = keys.whole("first_sensor", least=0) if "first_sensor" in keys.table else None
    for p, path in enumerate(paths):
        for r in range(rings):
            radius = outer + (inner - outer) * r / (rings - 1)
            light = first + (_along(p, r, rings, snake) if strip == "paths" else _along(r, p, len(paths), snake))
            switch = None if sensor is None else sensor + p * rings + r
            yield Place(f"{path}{r + 1}", _polar(radius, start + 360 * p / len(paths)), (light,), switch)


def _along(line: int, step: int, length: int, snake: bool) -> int:
    return line * length + (length - 1 - step if snake and line % 2 else step)


def _polar(radius: float, degrees: float) -> tuple[float, float]:
    turn = math.radians(degrees)
    return (round(radius * math.sin(turn), 2), round(-radius * math.cos(turn), 2))
