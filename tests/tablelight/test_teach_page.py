"""Teaching by tapping: pictures, taps and names become a taught table; what is wrong is said and can be redone."""

import pytest

from engine.match import Match
from tablelight.eyes import Eyes
from tablelight.page.teach import Teaching, teach_sections
from tablelight.record import Record
from tablelight.table import Table
from vision.frames import Frame
from vision.simulation import teaching_pictures
from vision.teaching import TaughtDice

SIZE = (1280, 720)


class StillCamera:
    """A camera that gives the picture it was handed last."""

    spec = "still"

    def __init__(self):
        self.image = None

    def latest(self):
        return None if self.image is None else Frame(self.image, 0.0, 0)

    def close(self):
        pass


@pytest.fixture
def camera():
    return StillCamera()


@pytest.fixture
def eyes(tmp_path, camera):
    table = Table(lambda: Record.open(tmp_path / "record.db"))
    table.new_match(Match.new("roll_and_color", ["Ann"]))
    return Eyes(camera, table, tmp_path / "tables" / "ours.json")


def show(teaching, camera, picture, names=None):
    camera.image = picture.image
    teaching.act("teach-picture", {})
    height, width = picture.image.shape[:2]
    for die, (x, y) in zip(picture.dice, picture.tops_px, strict=True):
        teaching.act("tap", {"x": str(x / width), "y": str(y / height)})
        assert "What does it show?" in teaching.overlay()
        teaching.act("teach-name", {"hue": (names or {}).get(die.top, die.top).name})
    teaching.act("teach-next", {})


def test_six_tapped_cubes_teach_the_table_its_cubes(eyes, camera, tmp_path):
    teaching = Teaching(eyes)
    assert not eyes.taught() and len(teaching.missing()) == 6
    for picture in teaching_pictures(("d6",), size=SIZE):
        show(teaching, camera, picture)
    assert teaching.said.startswith("Learned") and eyes.taught()
    assert set(TaughtDice.load(tmp_path / "tables" / "ours.json").kinds) == {"d6"}


def test_a_hue_named_twice_is_refused_with_the_reason_and_nothing_is_kept(eyes, camera, tmp_path):
    teaching = Teaching(eyes)
    pictures = list(teaching_pictures(("d6",), size=SIZE))
    show(teaching, camera, pictures[0])
    first = pictures[0].dice[0].top
    show(teaching, camera, pictures[1], {pictures[1].dice[0].top: first})
    show(teaching, camera, pictures[1])
    assert "twice" in teaching.said and not eyes.taught() and not (tmp_path / "tables").exists()
    assert teaching.lessons == []


def test_without_a_picture_it_says_so(eyes):
    teaching = Teaching(eyes)
    teaching.act("teach-picture", {})
    assert "no picture yet" in teaching.said


def test_teaching_needs_a_camera_and_the_code(eyes):
    assert "no camera" in teach_sections(None, may_write=True)
    assert "code" in teach_sections(Teaching(eyes), may_write=False)


@pytest.mark.parametrize("args", [{"x": "2", "y": "0"}, {"x": "-1", "y": "0.5"}])
def test_taps_beside_the_picture_are_nothing(eyes, camera, args):
    teaching = Teaching(eyes)
    camera.image = next(iter(teaching_pictures(("d6",), size=SIZE))).image
    teaching.act("teach-picture", {})
    teaching.act("tap", args)
    assert teaching.tapped is None
