"""A small table's pictures (renderings at 960 x 540), and where the full set of pictures would lie."""

import json
from pathlib import Path

from engine.components.hues import Hue
from vision.camera.frames import load_picture
from vision.dice.lessons import Lesson, NamedDie

DATA = Path(__file__).parent.parent / "data" / "vision"
SHARED = Path(__file__).resolve().parents[3] / "shared" / "vision"


def labels():
    return json.loads((DATA / "labels.json").read_text())


def picture(name):
    return load_picture(DATA / name)


def lesson_of(entry):
    dice = tuple(NamedDie(d["kind"], Hue.parse(d["top"]), tuple(d["top_center_px"])) for d in entry["dice"])
    return Lesson(picture(entry["image"]), dice, entry["image"])
