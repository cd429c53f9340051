"""Board maps: which lights and which switch belong to a spot, and where it lies on the table.

A map is a TOML file (``hardware/boards/``, or your own). It lists its spots one by one (``[[spot]]``), or describes
them compactly (see ``layouts``); ``[[switch]]`` names switches that are no space. Everything is checked on load.
"""

import math
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

import hardware
from engine.components.lights import Spot
from engine.core.language import Deferred
from firmware_bridge.map_layouts import LAYOUTS, BoardMapError, Keys, MappedSpot, single

__all__ = ["BoardMap", "BoardMapError", "MappedSpot", "parse", "shipped"]

BOARDS = Path(hardware.__file__).parent / "boards"
HOLE_MM = 8.0
"""Diameter of the hole over a light: one of a strip (5 mm) with some room, or the dome of a pixel on wires."""
MOST_LIGHTS = 169
"""One message holds 512 bytes, five of them are taken: 169 lights of three bytes."""


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
    places: tuple[MappedSpot, ...]
    switches: Mapping[int, str] = field(default_factory=dict)
    """Switches that are no space, by number: ``button:done``, ``tray``."""
    by_spot: Mapping[Spot, MappedSpot] = field(init=False, compare=False, repr=False)
    by_sensor: Mapping[int, MappedSpot] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_spot", {place.spot: place for place in self.places})
        switched = {place.sensor: place for place in self.places if place.sensor is not None}
        object.__setattr__(self, "by_sensor", switched)

    def sensor_name(self, sensor: int) -> str | None:
        """The spot or button of a switch; None for one the map does not know."""
        place = self.by_sensor.get(sensor)
        return place.spot if place else self.switches.get(sensor)

    def rewired(self, order: Sequence[int]) -> "BoardMap":
        """The same board with a strip that runs otherwise: what is light n here is light ``order[n]`` there.

        Raises BoardMapError when the order does not name every light once.
        """
        if sorted(order) != list(range(self.lights)):
            raise BoardMapError(
                Deferred(
                    "A strip order must name each of the {count} lights of '{name}' once.",
                    count=self.lights,
                    name=self.name,
                )
            )
        moved = tuple(replace(place, lights=tuple(order[n] for n in place.lights)) for place in self.places)
        return replace(self, places=moved)

    @property
    def matrix(self) -> tuple[int, int] | None:
        """Rows and columns of the switches as they are drawn: a line of the board a row.

        (0, 0) without any; None where the map says nothing of lines, or numbers its switches otherwise.
        """
        cells = {place.cell: place.sensor for place in self.places if place.sensor is not None}
        if len(cells) != len(self.by_sensor) or len(cells) == 1:
            return None  # spots listed one by one
        lines = Counter(line for line, _ in cells)
        widths = set(lines.values())
        if len(widths) != 1:  # lines of different length: a square is fewest wires
            side = math.isqrt(max(len(cells) - 1, 0)) + bool(cells)
            return -(-len(cells) // side) if side else 0, side
        (width,) = widths
        straight = all(sensor == line * width + step for (line, step), sensor in cells.items())
        return (len(lines), width) if straight else None

    @classmethod
    def load(cls, path_or_name: str | Path) -> "BoardMap":
        """The map in that file, or the shipped one of that name. Raises BoardMapError with what to put right."""
        path = Path(path_or_name)
        if path.suffix != ".toml":
            path = BOARDS / f"{path_or_name}.toml"
        try:
            return parse(path.read_text(encoding="utf-8"), source=path.name)
        except FileNotFoundError:
            known = ", ".join(shipped())
            raise BoardMapError(
                Deferred("There is no board map '{name}'. Shipped: {known}.", name=path_or_name, known=known)
            ) from None
        except (OSError, UnicodeDecodeError) as error:
            raise BoardMapError(
                Deferred("{file}: cannot be read as a board map ({why}).", file=path, why=error)
            ) from None


def shipped() -> list[str]:
    """Names of the maps that come with Tablelight."""
    return sorted(path.stem for path in BOARDS.glob("*.toml"))


def parse(text: str, source: str = "board map") -> BoardMap:
    """A map from TOML text. Raises BoardMapError; ``source`` is how messages call the text."""
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError: a number too long to be one, too
        slip = Deferred("brackets in brackets without end") if isinstance(error, RecursionError) else error
        raise BoardMapError(Deferred("{file}: this is not TOML: {slip}", file=source, slip=slip)) from None
    return _Reader(source, text, table).board()


_WHOLE = Deferred("the file")


@dataclass(frozen=True, slots=True)
class _Reader:
    source: str
    text: str
    table: dict

    def board(self) -> BoardMap:
        top = Keys(self.wrong, _WHOLE, self.table)
        top.known("name", "title", "lights", "sensors", "spot", "switch", *LAYOUTS)
        lights, sensors = top.whole("lights", least=1), top.whole("sensors", least=0, default=0)
        if lights > MOST_LIGHTS:
            raise self.wrong(
                "'lights'",
                Deferred("{lights} are too many for one device; the most is {most}", lights=lights, most=MOST_LIGHTS),
            )
        name = top.text("name")
        places = tuple(islice(self._places(), MOST_LIGHTS + 1))  # every place has a light of its own
        switches = self._switches(self._check(places, lights, sensors), sensors)
        return BoardMap(name, str(self.table.get("title", name)), lights, sensors, places, switches)

    def wrong(self, where: str, what: str) -> BoardMapError:
        line = self._line(where)
        if not line:
            return BoardMapError(Deferred("{file}: {where}: {what}.", file=self.source, where=where, what=what))
        return BoardMapError(
            Deferred("{file}, line {line}: {where}: {what}.", file=self.source, line=line, where=where, what=what)
        )

    def _line(self, where: str) -> int | None:
        """The line a word of the message stands on: ``'lights'``, ``[grid]``, ``spot 3`` (the third [[spot]])."""
        lines = self.text.splitlines()
        word = where.split(",")[0].strip("'")
        kind, _, number = word.partition(" ")
        if kind in ("spot", "switch") and number.isdigit():
            heads = [at for at, line in enumerate(lines, 1) if line.strip().startswith(f"[[{kind}]]")]
            return heads[int(number) - 1] if int(number) <= len(heads) else None
        return next((number for number, line in enumerate(lines, 1) if line.strip().startswith(word)), None)

    def _places(self) -> Iterator[MappedSpot]:
        for kind, layout in LAYOUTS.items():
            if kind in self.table:
                yield from layout(Keys(self.wrong, f"[{kind}]", self.table[kind]))
        for number, entry in enumerate(self._list("spot"), 1):
            yield single(Keys(self.wrong, f"spot {number}", entry))

    def _switches(self, used: dict[int, Spot], sensors: int) -> dict[int, str]:
        names: dict[int, str] = {}
        for number, entry in enumerate(self._list("switch"), 1):
            keys = Keys(self.wrong, f"switch {number}", entry)
            keys.known("name", "sensor")
            name, sensor = keys.text("name"), keys.whole("sensor", least=0)
            self._claim(f"switch {number}, '{name}'", name, "sensor", sensor, sensors, used)
            names[sensor] = name
        return names

    def _list(self, kind: str) -> list:
        entries = self.table.get(kind, [])
        if not isinstance(entries, list):
            raise self.wrong(kind, Deferred("write every {kind} under its own [[{kind}]] line", kind=kind))
        return entries

    def _check(self, places: tuple[MappedSpot, ...], lights: int, sensors: int) -> dict[int, Spot]:
        """Every spot named once and lit, no index twice; returns whose each sensor is."""
        if not places:
            raise self.wrong(_WHOLE, Deferred("it names no spot; add [[spot]], [grid], [circle], [triangle] or [rows]"))
        spots: set[Spot] = set()
        used_lights: dict[int, Spot] = {}
        used_sensors: dict[int, Spot] = {}
        listed = len(self.table.get("spot", []))
        for number, place in enumerate(places, 1 - (len(places) - listed)):
            where = f"spot {number}, '{place.spot}'" if number > 0 else f"'{place.spot}'"
            if place.spot in spots:
                raise self.wrong(where, Deferred("this name is given twice; every spot needs its own"))
            spots.add(place.spot)
            if not place.lights:
                raise self.wrong(where, Deferred("it has no light"))
            for light in place.lights:
                self._claim(where, place.spot, "light", light, lights, used_lights)
            if place.sensor is not None:
                self._claim(where, place.spot, "sensor", place.sensor, sensors, used_sensors)
        return used_sensors

    def _claim(self, where: str, spot: Spot, kind: str, index: int, count: int, used: dict[int, Spot]) -> None:
        if not 0 <= index < count:
            raise self.wrong(
                where,
                Deferred(
                    "{kind} {index} does not exist; the board has {count}, counted from 0",
                    kind=kind,
                    index=index,
                    count=count,
                ),
            )
        if index in used:
            raise self.wrong(
                where, Deferred("{kind} {index} already belongs to '{spot}'", kind=kind, index=index, spot=used[index])
            )
        used[index] = spot
