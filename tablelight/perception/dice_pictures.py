"""The dice that a phone has shown and named so far, on the disk: a pulled plug costs nobody what was named.

Every phone names its own, so each has a folder: a picture a lesson, and one file that says which of them count and what
lies there. A picture's number is never used again, so that names never come to stand beside another picture.
"""

import hashlib
import logging
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.components.hues import Hue
from tablelight.perception.teaching_pictures import read_picture, write_picture
from vision.dice.lessons import NAMES, Lesson, NamedDie
from vision.files import bytes_of, read_json, write_json

log = logging.getLogger(__name__)

_NAMES, _MOST_BYTES = "named.json", 1_000_000


class DiceAlbum:
    """The lessons of one phone. What cannot be kept is only gone after a restart."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kept: list[tuple[Lesson, str]] = []
        self._next = 0

    def lessons(self) -> tuple[list[Lesson], bool]:
        """The lessons kept before, up to the first that is missing or damaged; and whether they lie on a mat."""
        try:
            kept = read_json(bytes_of(self._folder / _NAMES, _MOST_BYTES))
            mat, entries = bool(kept["mat"]), [(_lesson_named(one), str(one["picture"])) for one in kept["lessons"]]
        except (OSError, ValueError, KeyError, TypeError):
            return [], True
        self._kept = []
        for lesson, name in entries:
            image = read_picture(self._folder / Path(name).name)
            if image is None:
                break
            self._kept.append((Lesson(image, *lesson), name))
        self._next = 1 + max((int(file.stem) for file in self._folder.glob("*.png") if file.stem.isdigit()), default=-1)
        return [lesson for lesson, _ in self._kept], mat

    def keep(self, lessons: Sequence[Lesson], *, mat: bool) -> None:
        """These are the lessons from now on."""
        try:
            self._kept = [(lesson, self._name_of(lesson)) for lesson in lessons]
            if not lessons:
                shutil.rmtree(self._folder, ignore_errors=True)
                return
            write_json(self._folder / _NAMES, {"mat": mat, "lessons": [_entry(*one) for one in self._kept]})
            named = {name for _, name in self._kept}
            for file in self._folder.glob("*.png"):
                if file.name not in named:
                    file.unlink()
        except OSError as error:
            log.warning("teaching pictures last until the next start only: %s", error)

    def _name_of(self, lesson: Lesson) -> str:
        """The file of a lesson's picture, written now if it is new."""
        for other, name in self._kept:
            if other.image is lesson.image:
                return name
        name = f"{self._next}.png"
        self._next += 1
        write_picture(self._folder / name, lesson.image)
        return name


class DiceAlbums:
    """The albums of a table, one a phone; of so many phones, those that were used last."""

    def __init__(self, folder: Path, most: int) -> None:
        self._folder, self._most = folder, most

    def of(self, ticket: str) -> DiceAlbum:
        """The album of a browser. Its ticket is a secret, and no folder is called so."""
        self._make_room()
        return DiceAlbum(self._folder / hashlib.sha256(ticket.encode()).hexdigest()[:16])

    def _make_room(self) -> None:
        try:
            folders = sorted(self._folder.iterdir(), key=lambda folder: folder.stat().st_mtime)
        except OSError:
            return
        for folder in folders[: -self._most]:
            shutil.rmtree(folder, ignore_errors=True)


def _entry(lesson: Lesson, picture: str) -> dict[str, Any]:
    dice = [{"kind": die.kind, "top": die.top.name, "at": die.center_px} for die in lesson.dice]
    return {
        "picture": picture,
        "name": lesson.name,
        "dice": dice,
        "insisted": lesson.insisted,
        "flat": lesson.lies_flat,
    }


def _lesson_named(entry: Any) -> tuple[tuple[NamedDie, ...], str, bool, bool]:
    """All of a lesson but its picture. Raises ValueError, KeyError, TypeError."""
    dice = []
    for die in entry["dice"]:
        across, down = die["at"]
        if die["kind"] not in NAMES:
            raise ValueError(die["kind"])
        dice.append(NamedDie(die["kind"], Hue[die["top"]], (float(across), float(down))))
    return tuple(dice), str(entry["name"]), bool(entry["insisted"]), bool(entry.get("flat"))
