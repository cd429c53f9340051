"""Teaching by tapping: pictures, taps and names become a taught table; what is wrong is said and can be redone."""

import base64
import re
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from starlette.testclient import TestClient

from engine.components.hues import Hue
from engine.core.match import Match
from tablelight.perception.camera_worker import CameraWorker
from tablelight.session.record import Record
from tablelight.session.table import GameTable
from tablelight.web.dependencies import PageContext
from tablelight.web.server import make_app
from tablelight.web.views.looking import Surroundings
from tablelight.web.views.teach_dice import Teaching
from tablelight.web.views.teach_page import question, stage, teach_sections
from vision.camera.camera import CameraHealth
from vision.camera.frames import Frame
from vision.dice.lesson_pictures import prepare
from vision.dice.lessons import Lesson, NamedDie
from vision.dice.markerless.taught import MarkerlessDice, load_taught
from vision.dice.taught import VERSION
from vision.dice.teaching import TaughtDice
from vision.errors import TeachingError
from vision.simulation import SimulatedCamera, SimulatedTable, TeachingPicture, teaching_pictures, teaching_sets
from vision.simulation.solids import SIZE_MM

pytestmark = pytest.mark.long

SIZE = (1280, 720)


class StillCamera:
    """A camera that gives the picture it was handed last."""

    spec = "still"

    def __init__(self):
        self.image, self.fault = None, ""

    @property
    def health(self):
        return CameraHealth(not self.fault and self.image is not None, self.fault or "There is no picture yet.")

    def latest(self):
        return None if self.image is None else Frame(self.image, 0.0, 0)

    def close(self):
        pass


@pytest.fixture
def camera():
    return StillCamera()


@pytest.fixture
def eyes(tmp_path, camera):
    table = GameTable(lambda: Record.open(tmp_path / "record.db"))
    table.new_match(Match.new("roll_and_color", ["Ann"]))
    return CameraWorker(camera, table, tmp_path / "tables" / "ours.json")


def show(teaching, camera, picture, names=None):
    camera.image = picture.image
    teaching.act("teach-picture", {})
    height, width = picture.image.shape[:2]
    for die, (x, y) in zip(picture.dice, picture.tops_px, strict=True):
        teaching.act("tap", {"x": str(x / width), "y": str(y / height)})
        assert "What does it show?" in question(teaching)
        teaching.act("teach-name", {"hue": (names or {}).get(die.top, die.top).name})
    teaching.act("teach-next", {})


def test_six_tapped_cubes_teach_the_table_its_cubes_and_those_that_look_alike_are_named(
    eyes, camera, tmp_path, monkeypatch
):
    monkeypatch.setattr("tablelight.web.views.teach_dice.alike", lambda taught: [(Hue.R, Hue.O)])
    teaching = Teaching(eyes)
    assert not eyes.taught() and len(teaching.missing()) == 6
    for picture in teaching_pictures(("d6",), size=SIZE):
        show(teaching, camera, picture)
    assert teaching.said.startswith("Learned") and eyes.taught()
    assert "red and orange look much alike" in teaching.said
    assert set(TaughtDice.load(tmp_path / "tables" / "ours.json").kinds) == {"d6"}


def test_a_hue_named_twice_is_refused_at_once_with_the_reason_and_nothing_is_kept(eyes, camera, tmp_path):
    teaching = Teaching(eyes)
    pictures = list(teaching_pictures(("d6",), size=SIZE))
    show(teaching, camera, pictures[0])
    first = pictures[0].dice[0].top
    camera.image = pictures[1].image
    teaching.act("teach-picture", {})
    teaching.act("tap", {"x": "0.5", "y": "0.5"})
    teaching.act("teach-name", {"hue": first.name})
    assert f"{first.title} was shown already" in teaching.said and teaching.named == []
    assert not eyes.taught() and not (tmp_path / "tables").exists()


def test_a_die_named_wrongly_is_refused_and_the_pictures_before_are_kept(eyes, camera):
    teaching = Teaching(eyes)
    first, second = teaching_pictures(("d6",), size=SIZE)
    show(teaching, camera, first)
    tops = [die.top for die in second.dice]
    show(teaching, camera, second, dict(zip(tops, [tops[2], tops[1], tops[0]], strict=True)))
    assert "Was another one meant" in teaching.said and len(teaching.lessons) == 1 and not eyes.taught()
    show(teaching, camera, second)
    assert teaching.said.startswith("Learned") and eyes.taught()


@pytest.mark.parametrize("kind", ["d6", "d12"])
@pytest.mark.parametrize("mat", ["mat", "no mat"])
def test_an_empty_mat_is_no_teaching_picture_and_nobody_is_asked_to_name_what_is_not_there(eyes, camera, kind, mat):
    teaching = Teaching(eyes)
    teaching.act("teach-kind", {"kind": kind})
    lens = SimulatedCamera(SimulatedTable(()), size=SIZE)
    if mat == "no mat":
        lens.hide_mat()
        teaching.act("teach-mat", {})
    camera.image = lens.read(0.0)
    teaching.act("teach-picture", {})
    assert teaching.said.startswith("I see no dice in this picture. Lay one to five of them down")
    assert teaching.still is None and "Take the picture" in teach_sections(teaching, may_write=True)


def test_a_picture_of_an_empty_mat_teaches_nothing_whatever_is_named_in_it():
    """As files of pictures are taught from the command line."""
    empty = SimulatedCamera(SimulatedTable(()), size=SIZE).read(0.0)
    with pytest.raises(TeachingError, match="I see no dice in the first picture"):
        prepare([Lesson(empty, (NamedDie("d6", Hue.R, (600.0, 300.0)),), "the first picture")])


def test_more_than_five_dice_in_a_picture_are_too_many(eyes, camera):
    teaching = Teaching(eyes)
    teaching.act("teach-kind", {"kind": "d12"})
    camera.image = next(iter(teaching_pictures(("d6",), size=SIZE))).image
    teaching.act("teach-picture", {})
    for n, hue in enumerate(list(Hue)[:6]):
        teaching.act("tap", {"x": str(0.1 + 0.1 * n), "y": "0.5"})
        teaching.act("teach-name", {"hue": hue.name})
    assert len(teaching.named) == 5 and "At most 5" in teaching.said


def test_a_die_tapped_again_is_named_again(eyes, camera):
    teaching = Teaching(eyes)
    camera.image = next(iter(teaching_pictures(("d6",), size=SIZE))).image
    teaching.act("teach-picture", {})
    for hue in ("R", "O"):
        teaching.act("tap", {"x": "0.4", "y": "0.5"})
        teaching.act("teach-name", {"hue": hue})
    assert [die.top for die in teaching.named] == [Hue.O]


def test_the_page_offers_teaching_without_a_mat_and_says_what_it_costs(eyes, camera, tmp_path):
    teaching = Teaching(eyes)
    assert "I have no mat here" in teach_sections(teaching, may_write=True)
    teaching.act("teach-mat", {})
    assert "ask more often" in teach_sections(teaching, may_write=True)
    for picture in bare_pictures():
        show(teaching, camera, picture)
    assert "Without a mat I ask more often" in teaching.said
    assert isinstance(load_taught(tmp_path / "tables" / "ours.json"), MarkerlessDice)
    assert not Teaching(eyes).mat and eyes.check_light().lines[0].state == "ok"


def test_cubes_that_are_not_known_any_more_once_other_dice_were_taught_without_the_mat_are_named(eyes, camera):
    teaching = Teaching(eyes)
    for picture in teaching_pictures(("d6",), size=SIZE):
        show(teaching, camera, picture)
    assert "taught again" not in teaching.said
    teaching.act("teach-kind", {"kind": "d12"})
    teaching.act("teach-mat", {})
    for picture in bare_pictures(("d12",)):
        show(teaching, camera, picture)
    assert teaching.said.startswith("Learned") and eyes.kinds() == {"d12"}
    assert "The cubes have to be taught again" in teaching.said


def bare_pictures(kinds=("d6",)):
    """Teaching pictures with no mat under the dice."""
    table = SimulatedTable(seed=0)
    lens = SimulatedCamera(table, size=SIZE)
    lens.hide_mat()
    for number, dice in enumerate(teaching_sets(kinds)):
        table.place(dice)
        there = tuple(table.truth(number).dice.values())
        tops = tuple(lens.pixels(die.x, die.y, SIZE_MM[die.kind]) for die in there)
        yield TeachingPicture(lens.read(float(number)), there, tops)


def test_what_was_taught_is_saved_and_brought_in_by_the_page(eyes, camera, tmp_path):
    teaching = Teaching(eyes)
    for picture in teaching_pictures(("d6",), size=SIZE):
        show(teaching, camera, picture)
    lights = SimpleNamespace()
    context = PageContext(eyes._table, "CODE", lights, Surroundings(camera=True), eyes=eyes)
    client = TestClient(make_app(context), base_url="http://testserver")
    saved = client.get("/taught.json")
    assert saved.status_code == 200 and saved.json()["what"] == "tablelight dice" and saved.json()["version"] == VERSION
    refused = client.post("/taught", content=saved.content)
    assert refused.status_code == 403
    client.cookies.set("tablelight", context.cookie)
    for damaged in (b"", b"hello", b"[]", b"{" * 5000, saved.content[:-40], b'{"what": "tablelight dice"}'):
        answer = client.post("/taught", content=damaged)
        assert answer.status_code == 400 and "taught" in answer.json()["error"]["message"]
    (tmp_path / "tables" / "ours.json").unlink()
    assert client.post("/taught", content=saved.content).json()["ok"]
    assert (tmp_path / "tables" / "ours.json").read_bytes() == saved.content


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


@pytest.fixture
def half_taught(eyes, camera):
    """Two cubes were shown, then somebody found the other dice."""
    teaching = Teaching(eyes)
    camera.image = np.full((72, 128, 3), 200, np.uint8)
    teaching.lessons = [Lesson(camera.image, tuple(NamedDie("d6", hue, (1, 1)) for hue in (Hue.R, Hue.O)), "cubes")]
    return teaching


def test_another_kind_of_dice_begins_with_a_fresh_picture(half_taught):
    half_taught.act("teach-picture", {})
    half_taught.act("tap", {"x": "0.5", "y": "0.5"})
    half_taught.act("teach-name", {"hue": "B"})
    half_taught.act("teach-kind", {"kind": "d12"})
    assert half_taught.still is None and half_taught.named == [] and question(half_taught) == ""
    assert len(half_taught.missing()) == 12
    half_taught.act("teach-kind", {"kind": "d6"})
    assert Hue.R not in half_taught.missing(), "what was shown of the cubes still counts"


def test_cubes_begun_and_left_do_not_spoil_the_other_kind(half_taught, eyes, monkeypatch):
    """The twelve-sided dice were refused, and all their pictures lost, because the cubes had not all been shown."""
    learned = []
    monkeypatch.setattr(eyes, "learn", lambda lessons, mat: learned.extend(lessons) or TaughtDice("a4"))
    half_taught.act("teach-kind", {"kind": "d12"})
    cubes = half_taught.lessons[0]
    twelve = Lesson(cubes.image, tuple(NamedDie("d12", hue, (1, 1)) for hue in Hue), "all twelve")
    half_taught.lessons.append(twelve)
    half_taught.act("teach-next", {})
    assert len(learned) == 1 and learned[0] is twelve and "Learned" in half_taught.said
    assert len(half_taught.lessons) == 1 and half_taught.lessons[0] is cubes


def test_what_was_learned_is_said_in_place_of_what_to_lay_next(eyes, camera):
    """Somebody in a hurry saw six colours still to be shown, and began once more."""
    teaching = Teaching(eyes)
    for picture in teaching_pictures(("d6",), size=SIZE):
        show(teaching, camera, picture)
    shown = teach_sections(teaching, may_write=True)
    assert "Learned. From now on I know your cubes." in shown and "Back to the table" in shown
    assert "Still to be shown" not in shown and "Take the picture" not in shown
    teaching.act("teach-kind", {"kind": "d6"})
    assert "Still to be shown" in teach_sections(teaching, may_write=True)


def test_while_dice_are_learned_the_page_says_so_and_has_nothing_to_tap(eyes, camera, monkeypatch):
    teaching, seen = Teaching(eyes), []

    def learn(lessons, mat):
        seen.append(teach_sections(teaching, may_write=True))
        return TaughtDice("a4")

    monkeypatch.setattr(eyes, "learn", learn)
    for picture in teaching_pictures(("d6",), size=SIZE):
        show(teaching, camera, picture)
    assert len(seen) == 1 and "Learning your cubes" in seen[0] and "<button" not in seen[0]


def test_the_question_about_a_tapped_die_shows_that_die_and_marks_where_it_lies(eyes, camera):
    teaching, picture = Teaching(eyes), next(iter(teaching_pictures(("d6",), size=SIZE)))
    camera.image = picture.image
    teaching.act("teach-picture", {})
    width, height = SIZE
    for x, y in picture.tops_px:
        teaching.act("tap", {"x": str(x / width), "y": str(y / height)})
        jpeg = base64.b64decode(
            re.search(r'class="closeup" src="data:image/jpeg;base64,([^"]+)', question(teaching))[1]
        )
        shown = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
        high, wide = (side // 2 for side in shown.shape[:2])
        there = picture.image[round(y) - 2 : round(y) + 3, round(x) - 2 : round(x) + 3].mean((0, 1))
        assert np.abs(shown[high - 4 : high + 5, wide - 4 : wide + 5].mean((0, 1)) - there).max() < 20
        assert f'data-css="left:{100 * x / width:.2f}%;top:{100 * y / height:.2f}%" data-asked' in stage(teaching)
    teaching.act("close", {})
    assert "data-asked" not in stage(teaching) and question(teaching) == ""
