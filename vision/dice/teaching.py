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

from engine.components.hues import Hue
from vision.dice.contours import DieShape
from vision.dice.edge_fit import fitted
from vision.dice.faces import REACHES, colour_reach, look_at
from vision.dice.hue_order import hues_of, learn
from vision.dice.lessons import Lesson, NamedDie, Prepared, check_names, named_spots, prepare
from vision.dice.readings import Kind, SeenDie, TopAppearance
from vision.errors import TaughtFileError
from vision.files import bytes_of, read_json, within
from vision.photometry.colour_likelihood import SIDE, TEACHING, fit
from vision.photometry.drift import note_of, usual
from vision.photometry.light_note import LightNote

__all__ = ["Lesson", "NamedDie", "TaughtDice", "TaughtKind", "teach"]

VERSION = 2
"""1: before answers refined what was taught; still read."""
MOST_BYTES = 200_000
"""Of a file of taught dice; a real one has some thousand."""
INK_FLOOR = 0.02  # of white: below, a ratio says nothing
_MAX_RATIO = 0.8  # logarithm; more is glare, not pigment
_UNHEARD_OF = 10.0  # logarithm: no die differs so much from its ink
_RATIO_TRUST = 0.95
_HIDES, _HARMS = 0.3, 0.2  # of white: of a top with so much glare only the name is known; with so much less, all
_FAINT_INK = 0.05  # of white: fainter, glare and noise outweigh the pigment
RING_MARGIN = 1.0  # cost a die by which the best arrangement must win
_INSETS = (1.0, 0.9, 0.8, 0.72)
_SIZES = np.array([-1.0, -0.5, 0.0, 0.5, 1.0])  # mm beside what the dice look like at a glance
FIELD_LIMIT = 28.0  # gray levels: less is noise and glare
_TAUGHT_WEIGHT = 4  # what was taught counts as much as so many answers
_MOST_REFINED = 0.2  # logarithm: how far answers may move a hue from where it was taught
_BLOWN_TOP = 0.9  # linear light: brighter, a channel of the camera may clip
_MIRRORS = 0.1  # of white: a top with more glare teaches nothing


@dataclass(frozen=True, slots=True, eq=False)
class TaughtKind:
    """One kind of die. ``ratios``: hues x 3 (BGR), logarithm of die over ink; ``ring``: hue index on each face.

    ``moved``: hues x 3, what people's answers added to the ratios since the teaching; ``answers``: hues, how many.
    """

    shape: DieShape
    ratios: np.ndarray
    ring: np.ndarray | None = None
    moved: np.ndarray | None = None
    answers: np.ndarray | None = None


@dataclass(frozen=True, slots=True, eq=False)
class TaughtDice:
    """One table's dice. ``lens``: focal length in longer sides of the picture and bend of the camera. ``light``: what
    they were taught under; None in files of before it was kept. Saved as versioned JSON."""

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
            return cls(str(data["mat"]), kinds, _lens_from(data["lens"]) if data["lens"] else None, light)
        except (KeyError, TypeError, ValueError, AttributeError):
            raise TaughtFileError("The file of taught dice is damaged; teach the dice again.") from None

    @classmethod
    def load(cls, path: Path) -> "TaughtDice":
        """Raises TaughtFileError when there is none or it is damaged; never writes."""
        try:
            return cls.from_json(read_json(bytes_of(Path(path), MOST_BYTES)))
        except FileNotFoundError:
            raise TaughtFileError(f"No dice have been taught for the table '{Path(path).stem}' yet.") from None
        except (OSError, ValueError):
            raise TaughtFileError(f"{path} is damaged and cannot be read; teach the dice again.") from None

    def save(self, path: Path) -> None:
        """Write the file whole or not at all."""
        write_whole(Path(path), self.to_json())

    def joined(self, other: "TaughtDice") -> "TaughtDice":
        """This and what was taught later; the later teaching of a kind replaces the earlier."""
        return TaughtDice(other.mat, {**self.kinds, **other.kinds}, other.lens or self.lens, other.light or self.light)

    def refined(self, answers: Sequence[tuple[SeenDie, Hue]]) -> "TaughtDice":
        """This after people said which hue lay on top of dice that were seen; itself when there is nothing to learn.

        Only for what people said, never for what was read. An answer that the eyes held impossible (a slip of the
        finger, a die turned since) and a top that mirrors a lamp teach nothing. Every answer counts a little, and all
        of them together move a hue by a fifth at most.
        """
        kinds = dict(self.kinds)
        for die, hue in answers:
            taught = kinds.get(die.kind)
            if taught is not None and die.look is not None and any(hue == other for other, _ in die.candidates):
                kinds[die.kind] = _refined(taught, hues_of(die.kind).index(hue), hue, die.look)
        same = all(kinds[kind] is self.kinds[kind] for kind in kinds)
        return self if same else replace(self, kinds=kinds)


def write_whole(path: Path, data: dict[str, Any]) -> None:
    """Write JSON whole or not at all. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".draft")
    with draft.open("w") as out:
        json.dump(data, out, indent=1)
        out.flush()
        os.fsync(out.fileno())
    draft.replace(path)


def _refined(taught: TaughtKind, row: int, hue: Hue, look: TopAppearance) -> TaughtKind:
    """What was taught, a step towards what one named top looked like."""
    ink, blown = look.inks[hue], look.blown[hue]
    ratio, glare = _ratio(look.colour, look.light, ink)
    clear = ~blown & (look.colour < _BLOWN_TOP)
    if glare > _MIRRORS or not clear.any():
        return taught
    moved = np.zeros_like(taught.ratios) if taught.moved is None else taught.moved.copy()
    answers = np.zeros(len(taught.ratios), int) if taught.answers is None else taught.answers.copy()
    first = taught.ratios[row] - moved[row]
    answers[row] += 1
    step = (ratio - taught.ratios[row]) / (_TAUGHT_WEIGHT + answers[row])
    moved[row] = np.where(clear, np.clip(moved[row] + step, -_MOST_REFINED, _MOST_REFINED), moved[row])
    ratios = taught.ratios.copy()
    ratios[row] = first + moved[row]
    return replace(taught, ratios=ratios, moved=moved, answers=answers)


def _kind_json(kind: Kind, taught: TaughtKind) -> dict[str, Any]:
    hues = hues_of(kind)
    return {
        "size_mm": taught.shape.size,
        "inset": taught.shape.inset,
        "field": round(taught.shape.field, 3),
        "ratios": {hue.title: [round(float(v), 4) for v in row] for hue, row in zip(hues, taught.ratios, strict=True)},
        "faces": [hues[k].title for k in taught.ring] if taught.ring is not None else None,
        "refined": {
            hues[k].title: {"answers": int(taught.answers[k]), "moved": [round(float(v), 4) for v in taught.moved[k]]}
            for k in (np.flatnonzero(taught.answers) if taught.answers is not None else ())
        },
    }


def _kind_from(kind: Kind, entry: Any) -> TaughtKind:
    hues = hues_of(kind)
    if kind not in ("d6", "d12"):
        raise ValueError(kind)
    ratios = np.array([entry["ratios"][hue.title] for hue in hues], float)
    ring = np.array([hues.index(Hue.parse(name)) for name in entry["faces"]]) if entry["faces"] else None
    if ratios.shape != (len(hues), 3) or not (np.abs(ratios) < _UNHEARD_OF).all():
        raise ValueError("ratios")
    if ring is not None and sorted(ring) != list(range(len(hues))):
        raise ValueError("faces")
    shape = shape_from(kind, entry)
    refined = entry.get("refined") or {}
    if not refined:
        return TaughtKind(shape, ratios, ring)
    moved, answers = np.zeros_like(ratios), np.zeros(len(hues), int)
    for name, told in refined.items():
        row = hues.index(Hue.parse(name))
        moved[row], answers[row] = told["moved"], told["answers"]
    if not (np.abs(moved) < _UNHEARD_OF).all() or (answers < 0).any():
        raise ValueError("refined")
    return TaughtKind(shape, ratios, ring, moved, answers)


def _lens_from(data: Any) -> tuple[float, float]:
    focal, bend = data
    return within(focal, 0.1, 20), within(bend, -5, 5)


def shape_from(kind: Kind, entry: Any) -> DieShape:
    """The shape of an entry of a file. Raises KeyError, TypeError or ValueError."""
    inset, reach = within(entry["inset"], 0.1, 2), within(entry["field"], 0.1, 2)
    return DieShape(kind, within(entry["size_mm"], 1, 200), inset, reach)


def teach(lessons: Sequence[Lesson], sizes: Mapping[Kind, float] | None = None) -> TaughtDice:
    """Learn one table's dice. ``sizes``: kind -> mm face to face where known; else measured from the pictures.

    Raises TeachingError: what ``check_names`` and ``prepare`` raise.
    """
    check_names(lessons)
    prepared = prepare(lessons)
    mat = prepared[0].registration.mat.name
    kinds = {}
    for kind in ("d6", "d12"):
        ours = [p for p in prepared if any(die.kind == kind for die in p.lesson.dice)]
        if ours:
            kinds[kind] = _teach_kind(kind, ours, (sizes or {}).get(kind))
    views = [p.registration.view for p in prepared]
    lens = (float(np.median([v.focal / v.long for v in views])), float(np.median([v.bend for v in views])))
    return TaughtDice(mat, kinds, lens, usual([note_of(p.light) for p in prepared]))


def _teach_kind(kind: Kind, prepared: list[Prepared], size: float | None) -> TaughtKind:
    shape = _best_shape(kind, prepared, size)
    shape = replace(shape, field=_colour_field(kind, prepared, shape))
    hues = hues_of(kind)
    ratios = np.zeros((len(hues), 3))
    tops: list[Hue] = []
    rows = []
    for one in prepared:
        named = [die for die in one.lesson.dice if die.kind == kind]
        found = fitted(one.table, named_spots(one, kind), shape)
        faces = look_at(one.lesson.image, one.registration.view, found)
        light = one.light.at(faces.xy)
        for k, die in enumerate(named):
            ratios[hues.index(die.top)], _ = _ratio(faces.colour[k, 0], light[k, 0], one.light.inks[die.top])
        tops += [die.top for die in named]
        rows.append((one, faces, light))
    ring_costs = [_ring_costs(one, faces, light, hues, ratios) for one, faces, light in rows]
    seen = np.concatenate([faces.seen[:, 1:] for _, faces, _ in rows])
    ring, margin = learn(kind, tops, np.concatenate(ring_costs), seen)
    return TaughtKind(shape, ratios, ring if margin > RING_MARGIN else None)


def _colour_field(kind: Kind, prepared: list[Prepared], shape: DieShape) -> float:
    """How far the pure colour reaches on a face, 0.6 to 1."""
    unlike = [
        colour_reach(one.lesson.image, one.registration.view, fitted(one.table, named_spots(one, kind), shape))
        for one in prepared
    ]
    even = np.median(unlike, axis=0) < FIELD_LIMIT
    return float(REACHES[even].max()) if even.any() else float(REACHES[0])


def _ratio(colour: np.ndarray, light: np.ndarray, ink: np.ndarray) -> tuple[np.ndarray, float]:
    """Logarithm of die over ink (3), with the glare taken off that the ink says cannot be pigment; and that glare."""
    _, shade, glare = (part[0, 0] for part in fit(colour[None], light[None], ink[None], TEACHING))
    own = np.maximum(colour / light / np.exp(shade) - glare, 0)
    ratio = np.log((own + INK_FLOOR) / (ink + INK_FLOOR))
    clear = float(np.clip(_HIDES - glare, 0, _HARMS)) / _HARMS
    trust = clear * _RATIO_TRUST * ink / (ink + _FAINT_INK)
    return trust * np.clip(ratio, -_MAX_RATIO, _MAX_RATIO), float(glare)


def expected_colours(kind: Kind, inks: np.ndarray, ratios: np.ndarray | None) -> np.ndarray:
    """Reflectances (hues x 3) of a die's faces as this picture should show them. ``inks``: 12 x 3 of the picture."""
    own = inks[[int(hue) for hue in hues_of(kind)]]
    if ratios is None:
        return own
    return np.maximum((own + INK_FLOOR) * np.exp(ratios) - INK_FLOOR, 0)


def _ring_costs(one: Prepared, faces: Any, light: np.ndarray, hues: Sequence[Hue], ratios: np.ndarray) -> np.ndarray:
    kind: Kind = "d6" if len(hues) == 6 else "d12"
    expected = expected_colours(kind, one.light.inks, ratios)
    colour, there = faces.colour[:, 1:], light[:, 1:]
    costs, _, _ = fit(colour.reshape(-1, 3), there.reshape(-1, 3), expected, SIDE)
    return np.minimum(costs, 15).reshape(*colour.shape[:2], -1)


def _best_shape(kind: Kind, prepared: list[Prepared], size: float | None) -> DieShape:
    """The size and frame whose outlines fit the teaching pictures best."""
    chosen = [named_spots(one, kind) for one in prepared]
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
