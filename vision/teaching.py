"""What the eyes were taught about one table's dice, and how they are taught.

A hue is remembered as its ratio to the mat's own ink of that hue, per channel: lamps and cameras change both alike.
"""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from engine.hues import Hue
from vision.colours import SIDE, TEACHING, fit
from vision.contours import DieShape
from vision.drift import note_of, usual
from vision.errors import TaughtFileError, TeachingError
from vision.faces import REACHES, colour_reach, look_at
from vision.find import DiceFinder, Spot, apart
from vision.fit import fitted
from vision.light import Light, measure_light
from vision.order import hues_of, learn
from vision.register import Registrar, Registration
from vision.seen import Kind, LightNote, Point
from vision.table import Table, TableMap

VERSION = 1
INK_FLOOR = 0.02  # of white: below, a ratio says nothing
_MAX_RATIO = 0.8  # logarithm; more is glare, not pigment
_RATIO_TRUST = 0.95
_FAINT_INK = 0.05  # of white: fainter, glare and noise outweigh the pigment
RING_MARGIN = 1.0  # cost a die by which the best arrangement must win
_INSETS = (1.0, 0.9, 0.8, 0.72)
_SIZES = np.array([-1.0, -0.5, 0.0, 0.5, 1.0])  # mm beside what the dice look like at a glance
_THERE = 0.3  # a chance: a person says that dice are there
FIELD_LIMIT = 28.0  # gray levels: less is noise and glare


@dataclass(frozen=True, slots=True, eq=False)
class TaughtKind:
    """One kind of die. ``ratios``: hues x 3 (BGR), logarithm of die over ink; ``ring``: hue index on each face."""

    shape: DieShape
    ratios: np.ndarray
    ring: np.ndarray | None = None


@dataclass(frozen=True, slots=True, eq=False)
class TaughtDice:
    """One table's dice. ``lens``: focal length in picture widths and bend of the camera. ``light``: what they were
    taught under; None in files of before it was kept. Saved as versioned JSON."""

    mat: str
    kinds: Mapping[Kind, TaughtKind] = field(default_factory=dict)
    lens: tuple[float, float] | None = None
    light: LightNote | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "what": "tablelight dice",
            "version": VERSION,
            "mat": self.mat,
            "lens": list(self.lens) if self.lens else None,
            "light": self.light.to_json() if self.light else None,
            "kinds": {kind: _kind_json(kind, taught) for kind, taught in self.kinds.items()},
        }

    @classmethod
    def from_json(cls, data: Any) -> "TaughtDice":
        """Raises TaughtFileError when the data is damaged or newer than this program."""
        try:
            if data["what"] != "tablelight dice":
                raise KeyError("what")
            if data["version"] > VERSION:
                raise TaughtFileError(
                    "These dice were taught with a newer Tablelight; update it, or teach the dice again."
                )
            kinds = {kind: _kind_from(kind, entry) for kind, entry in data["kinds"].items()}
            light = LightNote.from_json(data["light"]) if data.get("light") else None
            return cls(str(data["mat"]), kinds, tuple(data["lens"]) if data["lens"] else None, light)
        except (KeyError, TypeError, ValueError, AttributeError):
            raise TaughtFileError("The file of taught dice is damaged; teach the dice again.") from None

    @classmethod
    def load(cls, path: Path) -> "TaughtDice":
        """Raises TaughtFileError when there is none or it is damaged; never writes."""
        try:
            return cls.from_json(json.loads(Path(path).read_text()))
        except FileNotFoundError:
            raise TaughtFileError(f"No dice have been taught for the table '{Path(path).stem}' yet.") from None
        except (OSError, UnicodeDecodeError, json.JSONDecodeError):
            raise TaughtFileError(f"{path} is damaged and cannot be read; teach the dice again.") from None

    def save(self, path: Path) -> None:
        """Write the file whole or not at all."""
        write_whole(Path(path), self.to_json())

    def joined(self, other: "TaughtDice") -> "TaughtDice":
        """This and what was taught later; the later teaching of a kind replaces the earlier."""
        return TaughtDice(other.mat, {**self.kinds, **other.kinds}, other.lens or self.lens, other.light or self.light)


def write_whole(path: Path, data: dict[str, Any]) -> None:
    """Write JSON whole or not at all. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".draft")
    with draft.open("w") as out:
        json.dump(data, out, indent=1)
        out.flush()
        os.fsync(out.fileno())
    draft.replace(path)


def _kind_json(kind: Kind, taught: TaughtKind) -> dict[str, Any]:
    hues = hues_of(kind)
    return {
        "size_mm": taught.shape.size,
        "inset": taught.shape.inset,
        "field": round(taught.shape.field, 3),
        "ratios": {hue.title: [round(float(v), 4) for v in row] for hue, row in zip(hues, taught.ratios, strict=True)},
        "faces": [hues[k].title for k in taught.ring] if taught.ring is not None else None,
    }


def _kind_from(kind: Kind, entry: Any) -> TaughtKind:
    hues = hues_of(kind)
    if kind not in ("d6", "d12"):
        raise ValueError(kind)
    ratios = np.array([entry["ratios"][hue.title] for hue in hues], float)
    ring = np.array([hues.index(Hue.parse(name)) for name in entry["faces"]]) if entry["faces"] else None
    if ratios.shape != (len(hues), 3) or not np.isfinite(ratios).all():
        raise ValueError("ratios")
    if ring is not None and sorted(ring) != list(range(len(hues))):
        raise ValueError("faces")
    shape = DieShape(kind, float(entry["size_mm"]), float(entry["inset"]), float(entry["field"]))
    return TaughtKind(shape, ratios, ring)


@dataclass(frozen=True, slots=True)
class NamedDie:
    """A die in a teaching picture as a person named it; ``center_px`` where it was tapped, if it was."""

    kind: Kind
    top: Hue
    center_px: Point | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """A teaching picture (uint8 BGR) and its dice, left to right on the page where no place is given."""

    image: np.ndarray
    dice: tuple[NamedDie, ...]
    name: str = "the picture"


@dataclass(frozen=True, slots=True, eq=False)
class _Prepared:
    lesson: Lesson
    registration: Registration
    light: Light
    table: Table
    spots: tuple[Spot, ...]


def teach(lessons: Sequence[Lesson], sizes: Mapping[Kind, float] | None = None) -> TaughtDice:
    """Learn one table's dice. ``sizes``: kind -> mm face to face where known; else measured from the pictures.

    Raises TeachingError: ``no-mat``, ``nothing``, ``twice`` (a hue taught twice), ``incomplete`` (a hue left out),
    ``missing`` (a die cannot be found), ``mixed-mats``.
    """
    check_names(lessons)
    prepared = _prepare(lessons)
    mat = prepared[0].registration.mat.name
    kinds = {}
    for kind in ("d6", "d12"):
        ours = [p for p in prepared if any(die.kind == kind for die in p.lesson.dice)]
        if ours:
            kinds[kind] = _teach_kind(kind, ours, (sizes or {}).get(kind))
    views = [p.registration.view for p in prepared]
    lens = (float(np.median([v.focal / v.size[0] for v in views])), float(np.median([v.bend for v in views])))
    return TaughtDice(mat, kinds, lens, usual([note_of(p.light) for p in prepared]))


def check_names(lessons: Sequence[Lesson]) -> None:
    named: dict[tuple[Kind, Hue], str] = {}
    for lesson in lessons:
        for die in lesson.dice:
            if (die.kind, die.top) in named:
                where = named[die.kind, die.top]
                raise TeachingError(
                    "twice",
                    f"{die.top.title} was taught twice for the {die.kind} ({where}, then {lesson.name}); "
                    "each hue must lie on top once.",
                )
            named[die.kind, die.top] = lesson.name
    if not named:
        raise TeachingError("nothing", "There are no dice named in these pictures; nothing was taught.")
    for kind in {kind for kind, _ in named}:
        left = [hue.title for hue in hues_of(kind) if (kind, hue) not in named]
        if left:
            raise TeachingError("incomplete", f"The {kind} is still to be shown with {', '.join(left)} on top.")


def _prepare(lessons: Sequence[Lesson]) -> list[_Prepared]:
    first, finder = Registrar(), DiceFinder()
    prepared = []
    for lesson in lessons:
        registration, troubles = first.find(lesson.image)
        if registration is None:
            raise TeachingError("no-mat", f"{lesson.name}: {troubles[0].message}")
        if prepared and registration.mat.name != prepared[0].registration.mat.name:
            raise TeachingError("mixed-mats", f"{lesson.name} shows another mat than the pictures before it.")
        light = measure_light(lesson.image, registration)
        table = Table(lesson.image, TableMap.of(registration))
        spots = tuple(spot for spot in apart(finder.look(table)) if spot.there > _THERE)
        prepared.append(_Prepared(lesson, registration, light, table, spots))
    return prepared


def _teach_kind(kind: Kind, prepared: list[_Prepared], size: float | None) -> TaughtKind:
    shape = _best_shape(kind, prepared, size)
    shape = replace(shape, field=_colour_field(kind, prepared, shape))
    hues = hues_of(kind)
    ratios = np.zeros((len(hues), 3))
    tops: list[Hue] = []
    rows = []
    for one in prepared:
        named = [die for die in one.lesson.dice if die.kind == kind]
        found = fitted(one.table, _chosen(one, kind), shape)
        faces = look_at(one.lesson.image, one.registration.view, found)
        light = one.light.at(faces.xy)
        for k, die in enumerate(named):
            ratios[hues.index(die.top)] = _ratio(faces.colour[k, 0], light[k, 0], one.light.inks[die.top])
        tops += [die.top for die in named]
        rows.append((one, faces, light))
    ring_costs = [_ring_costs(one, faces, light, hues, ratios) for one, faces, light in rows]
    seen = np.concatenate([faces.seen[:, 1:] for _, faces, _ in rows])
    ring, margin = learn(kind, tops, np.concatenate(ring_costs), seen)
    return TaughtKind(shape, ratios, ring if margin > RING_MARGIN else None)


def _colour_field(kind: Kind, prepared: list[_Prepared], shape: DieShape) -> float:
    """How far the pure colour reaches on a face, 0.6 to 1."""
    unlike = [
        colour_reach(one.lesson.image, one.registration.view, fitted(one.table, _chosen(one, kind), shape))
        for one in prepared
    ]
    even = np.median(unlike, axis=0) < FIELD_LIMIT
    return float(REACHES[even].max()) if even.any() else float(REACHES[0])


def _ratio(colour: np.ndarray, light: np.ndarray, ink: np.ndarray) -> np.ndarray:
    """Logarithm of die over ink (3), with the glare taken off that the ink says cannot be pigment."""
    _, shade, glare = (part[0, 0] for part in fit(colour[None], light[None], ink[None], TEACHING))
    own = np.maximum(colour / light / np.exp(shade) - glare, 0)
    ratio = np.log((own + INK_FLOOR) / (ink + INK_FLOOR))
    trust = _RATIO_TRUST * ink / (ink + _FAINT_INK)
    return trust * np.clip(ratio, -_MAX_RATIO, _MAX_RATIO)


def expected_colours(kind: Kind, inks: np.ndarray, ratios: np.ndarray | None) -> np.ndarray:
    """Reflectances (hues x 3) of a die's faces as this picture should show them. ``inks``: 12 x 3 of the picture."""
    own = inks[[int(hue) for hue in hues_of(kind)]]
    if ratios is None:
        return own
    return np.maximum((own + INK_FLOOR) * np.exp(ratios) - INK_FLOOR, 0)


def _ring_costs(one: _Prepared, faces: Any, light: np.ndarray, hues: Sequence[Hue], ratios: np.ndarray) -> np.ndarray:
    kind: Kind = "d6" if len(hues) == 6 else "d12"
    expected = expected_colours(kind, one.light.inks, ratios)
    colour, there = faces.colour[:, 1:], light[:, 1:]
    costs, _, _ = fit(colour.reshape(-1, 3), there.reshape(-1, 3), expected, SIDE)
    return np.minimum(costs, 15).reshape(*colour.shape[:2], -1)


def _best_shape(kind: Kind, prepared: list[_Prepared], size: float | None) -> DieShape:
    """The size and frame whose outlines fit the teaching pictures best."""
    chosen = [_chosen(one, kind) for one in prepared]
    usual = float(np.median([spot.size for spots in chosen for spot in spots]))
    wanted = [size] if size else 0.5 * np.round(2 * usual) + _SIZES
    best_shape, best_score = DieShape(kind, float(wanted[0])), -1.0
    for mm in wanted:
        for inset in _INSETS:
            shape = DieShape(kind, float(mm), inset)
            score = 0.0
            for one, spots in zip(prepared, chosen, strict=True):
                score += sum(found.score for found in fitted(one.table, spots, shape))
            if score > best_score:
                best_shape, best_score = shape, score
    return best_shape


def _chosen(one: _Prepared, kind: Kind) -> list[Spot]:
    """The spots that the person named, in the order of the names. Raises TeachingError when one is not there."""
    named = [die for die in one.lesson.dice if die.kind == kind]
    if all(die.center_px for die in named):
        return [_nearest(one, die) for die in named]
    spots = [spot for spot in one.spots if spot.kind == kind][: len(named)]
    if len(spots) < len(named):
        raise TeachingError(
            "missing",
            f"{one.lesson.name} should show {len(named)} {kind} dice, but only {len(spots)} can be found; "
            "lay them apart, in the play area, in even light.",
        )
    return sorted(spots, key=lambda spot: spot.pixel[0])


def _nearest(one: _Prepared, die: NamedDie) -> Spot:
    spots = [spot for spot in one.spots if spot.kind == die.kind]
    for spot in spots:
        x, y = one.registration.view.on_plane(np.array(die.center_px), spot.size)
        if np.hypot(*(one.table.foot(spot.pixel, spot.size) - [x, y])) < 0.5 * spot.size:
            return spot
    raise TeachingError("missing", f"{one.lesson.name}: no {die.kind} can be found where {die.top.title} should lie.")
