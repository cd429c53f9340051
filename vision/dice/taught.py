"""What the eyes were taught about one table's dice: kept as versioned JSON, and refined by what people answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from engine.components.hues import Hue
from engine.core.language import Deferred
from vision.dice.contours import DieShape
from vision.dice.hue_order import hues_of
from vision.dice.ink_ratios import TERMS, bases, expected_colours, ink_ratio
from vision.dice.readings import Kind, SeenDie, TopAppearance
from vision.errors import TaughtFileError
from vision.files import bytes_of, read_json, within, write_json
from vision.photometry.light_note import LightNote

# Constants: chosen by hand: what people answer may refine what was taught, and never turn it into something else.
VERSION = 3
"""1: before answers refined what was taught; 2: before hues were told beside mixtures of inks; both still read."""
MOST_BYTES = 200_000
"""Of a file of taught dice; a real one has some thousand."""
_UNHEARD_OF = 10.0  # logarithm: no die differs so much from its ink
_TAUGHT_WEIGHT = 4  # what was taught counts as much as so many answers
_MOST_REFINED = 0.2  # logarithm: how far answers may move a hue from where it was taught
_MOST_PLACES = 1000  # on a face
_BLOWN_TOP = 0.9  # linear light: brighter, a channel of the camera may clip
_MIRRORS = 0.1  # of white: a top with more glare teaches nothing


@dataclass(frozen=True, slots=True, eq=False)
class TaughtKind:
    """One kind of die. ``ratios``: hues x 3 (BGR), logarithm of die over ink; ``ring``: hue index on each face.

    ``moved``: hues x 3, what people's answers added to the ratios since the teaching; ``answers``: hues, how many.
    ``mixtures``: of hues (their place in ``hues_of``) that look unlike their ink, what they are beside instead of it:
    terms of ``ColourTransfer``. ``doubt``: how much the taught dice looked as if they stood on others
    (``pose.doubt_of``); 0 in files of before it was kept. ``places``: where on a face its colour is
    (``coloured_places``, M x 2); None where it is all over it.
    """

    shape: DieShape
    ratios: np.ndarray
    ring: np.ndarray | None = None
    moved: np.ndarray | None = None
    answers: np.ndarray | None = None
    mixtures: Mapping[int, np.ndarray] = field(default_factory=dict)
    doubt: float = 0.0
    places: np.ndarray | None = None

    def expected(self, inks: np.ndarray) -> np.ndarray:
        """Reflectances (hues x 3) of its faces in a picture with these ``inks`` (12 x 3)."""
        return expected_colours(self.shape.kind, inks, self.ratios, self.mixtures)


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
                    Deferred("These dice were taught with a newer Tablelight; update it, or teach the dice again.")
                )
            kinds = {kind: _kind_from(kind, entry) for kind, entry in data["kinds"].items()}
            light = LightNote.from_json(data["light"]) if data.get("light") else None
            return cls(str(data["mat"]), kinds, _lens_from(data["lens"]) if data["lens"] else None, light)
        except (KeyError, TypeError, ValueError, AttributeError):
            raise TaughtFileError(Deferred("The file of taught dice is damaged; teach the dice again.")) from None

    @classmethod
    def load(cls, path: Path) -> "TaughtDice":
        """Raises TaughtFileError when there is none or it is damaged; never writes."""
        try:
            return cls.from_json(read_json(bytes_of(Path(path), MOST_BYTES)))
        except FileNotFoundError:
            raise TaughtFileError(
                Deferred("No dice have been taught for the table '{stem}' yet.", stem=Path(path).stem)
            ) from None
        except (OSError, ValueError):
            raise TaughtFileError(
                Deferred("{path} is damaged and cannot be read; teach the dice again.", path=path)
            ) from None

    def save(self, path: Path) -> None:
        """Write the file whole or not at all."""
        write_json(Path(path), self.to_json())

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
            if taught is not None and die.appearance is not None and any(hue == other for other, _ in die.candidates):
                kinds[die.kind] = _refined(taught, hues_of(die.kind).index(hue), hue, die.appearance)
        same = all(kinds[kind] is self.kinds[kind] for kind in kinds)
        return self if same else replace(self, kinds=kinds)


def _refined(taught: TaughtKind, row: int, hue: Hue, appearance: TopAppearance) -> TaughtKind:
    """What was taught, a step towards what one named top looked like."""
    ink = bases(taught.shape.kind, appearance.inks, taught.mixtures)[row]
    blown = appearance.blown[hue]
    ratio, glare = ink_ratio(appearance.colour, appearance.light, ink)
    clear = ~blown & (appearance.colour < _BLOWN_TOP)
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
        **shape_json(taught.shape),
        "ratios": rows_json(kind, taught.ratios, 4),
        "faces": ring_json(kind, taught.ring),
        "doubt": round(taught.doubt, 2),
        "places": None if taught.places is None else np.round(taught.places, 3).tolist(),
        "mixtures": {hues[k].title: [round(float(v), 4) for v in terms] for k, terms in taught.mixtures.items()},
        "refined": {
            hues[k].title: {"answers": int(taught.answers[k]), "moved": [round(float(v), 4) for v in taught.moved[k]]}
            for k in (np.flatnonzero(taught.answers) if taught.answers is not None else ())
        },
    }


def _kind_from(kind: Kind, entry: Any) -> TaughtKind:
    hues = hues_of(kind)
    if kind not in ("d6", "d12"):
        raise ValueError(kind)
    ratios, ring = rows_from(kind, entry["ratios"], _UNHEARD_OF), ring_from(kind, entry["faces"])
    shape = shape_from(kind, entry)
    mixtures = _mixtures_from(kind, entry.get("mixtures") or {})
    doubt = within(entry.get("doubt", 0.0), 0, 10)
    places = _places_from(entry.get("places"))
    refined = entry.get("refined") or {}
    if not refined:
        return TaughtKind(shape, ratios, ring, mixtures=mixtures, doubt=doubt, places=places)
    moved, answers = np.zeros_like(ratios), np.zeros(len(hues), int)
    for name, told in refined.items():
        row = hues.index(Hue.parse(name))
        moved[row], answers[row] = told["moved"], told["answers"]
    if not (np.abs(moved) < _UNHEARD_OF).all() or (answers < 0).any():
        raise ValueError("refined")
    return TaughtKind(shape, ratios, ring, moved, answers, mixtures, doubt, places)


def _mixtures_from(kind: Kind, entry: Any) -> dict[int, np.ndarray]:
    """Raises TypeError or ValueError where the entry is damaged."""
    out = {hues_of(kind).index(Hue.parse(name)): np.array(terms, np.float32) for name, terms in entry.items()}
    if any(terms.shape != (TERMS,) or not (np.abs(terms) < _UNHEARD_OF).all() for terms in out.values()):
        raise ValueError("mixtures")
    return out


def _places_from(entry: Any) -> np.ndarray | None:
    """Raises TypeError or ValueError where the entry is damaged."""
    if entry is None:
        return None
    places = np.array(entry, float)
    if places.shape != (len(places), 2) or not 0 < len(places) <= _MOST_PLACES or not (np.abs(places) <= 1).all():
        raise ValueError("places")
    return places


def _lens_from(data: Any) -> tuple[float, float]:
    focal, bend = data
    return within(focal, 0.1, 20), within(bend, -5, 5)


def shape_json(shape: DieShape) -> dict[str, Any]:
    """What ``shape_from`` reads."""
    return {"size_mm": shape.size, "inset": shape.inset, "field": round(shape.field, 3)}


def rows_json(kind: Kind, rows: np.ndarray, digits: int) -> dict[str, list[float]]:
    """Three numbers a hue (hues x 3, BGR) by the hues' names."""
    named = zip(hues_of(kind), rows, strict=True)
    return {hue.title: [round(float(value), digits) for value in row] for hue, row in named}


def rows_from(kind: Kind, entry: Any, most: float) -> np.ndarray:
    """The same from a file, hues x 3, none as large as ``most``. Raises KeyError, TypeError or ValueError."""
    rows = np.array([entry[hue.title] for hue in hues_of(kind)], float)
    if rows.shape != (len(hues_of(kind)), 3) or not (np.abs(rows) < most).all():
        raise ValueError("colours")
    return rows


def ring_json(kind: Kind, ring: np.ndarray | None) -> list[str] | None:
    """The hue on each face (N, its place in ``hues_of``) by its name; None where the order of the hues is not known."""
    return None if ring is None else [hues_of(kind)[k].title for k in ring]


def ring_from(kind: Kind, names: Any) -> np.ndarray | None:
    """The same from a file: N places in ``hues_of``, one a face. Raises KeyError, TypeError or ValueError."""
    if not names:
        return None
    hues = hues_of(kind)
    ring = np.array([hues.index(Hue.parse(name)) for name in names])
    if sorted(ring) != list(range(len(hues))):
        raise ValueError("faces")
    return ring


def shape_from(kind: Kind, entry: Any) -> DieShape:
    """The shape of an entry of a file. Raises KeyError, TypeError or ValueError."""
    inset, reach = within(entry["inset"], 0.1, 2), within(entry["field"], 0.1, 2)
    return DieShape(kind, within(entry["size_mm"], 1, 200), inset, reach)
