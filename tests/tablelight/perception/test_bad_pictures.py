"""Whatever the camera of a running service shows: the right words stand on the page, and nothing is read wrongly."""

import json
import re
import threading
import time
from html import unescape

import cv2
import numpy as np
import pytest
from starlette.testclient import TestClient

from engine.components.hues import Hue
from engine.core.match import Match
from tablelight.assembly import build
from tablelight.demo import teach_simulated_dice
from tablelight.referee.inputs import EnterEvent
from tablelight.setup.settings import BoardSettings, CameraSettings, PageSettings, Settings
from tablelight.web.server import make_app
from vision.camera.camera import Camera
from vision.camera.sources import open_camera
from vision.errors import VisionError
from vision.simulation import ROLL_AND_COLOR, RestingDie, SimulatedCamera, SimulatedTable

pytestmark = [pytest.mark.long, pytest.mark.timeout(400)]
PATIENCE_S = 60.0
SETTINGS = Settings(
    table="simulated",
    camera=CameraSettings("simulated", 15.0),
    board=BoardSettings(port=""),
    page=PageSettings("127.0.0.1", 8080),
)
HUES = (Hue.R, Hue.O, Hue.G, Hue.B, Hue.R, Hue.RO, Hue.YG, Hue.BP, Hue.P)


def nine(*more):
    """Nine dice at rest, well apart, and whatever else is laid down."""
    places = [(70 + 38 * n, 75) for n in range(4)] + [(70 + 36 * n, 130) for n in range(5)]
    rests = [RestingDie(n, ROLL_AND_COLOR[n], HUES[n], *places[n], 0.3 * n) for n in range(9)]
    return [*rests, *more]


class Still:
    """A camera over a simulated table that shows what it is told to: as many pictures as anybody wants."""

    ends = False

    def __init__(self):
        self.table = SimulatedTable(ROLL_AND_COLOR, seed=3)
        self.lens = SimulatedCamera(self.table, size=(1280, 720))
        self.unplugged = threading.Event()
        self._count = 0
        self.show(nine())

    def show(self, rests, change=lambda image: image):
        """From now on these dice lie there; ``change`` is what else happens to the picture."""
        self.table.place_dice(rests)
        self._count += 1
        self.image = change(self.lens.read(float(self._count)))

    def again(self, change=lambda image: image):
        self._count += 1
        self.image = change(self.lens.read(float(self._count)))

    def open(self):
        if self.unplugged.is_set():
            raise VisionError("The camera cannot be opened; is it plugged in, and used by no other program?")
        return self

    def read(self):
        time.sleep(0.03)
        return None if self.unplugged.is_set() else self.image

    def close(self):
        pass


class Evening:
    """The service with that camera, and the page as a browser shows it."""

    def __init__(self, service, still):
        self.service, self.still = service, still
        self.client = TestClient(make_app(service.context), base_url="http://testserver")

    @property
    def log(self):
        return [str(entry) for entry in self.service.table.snapshot.referee.match.log]

    @property
    def page(self):
        """All the words on the page."""
        headers = {"origin": "http://testserver", "host": "testserver"}
        with self.client.websocket_connect("/ws?view=play", headers=headers) as socket:
            sections = json.loads(socket.receive_text())["sections"]
        html = " ".join(sections[name] for name in ("ask", "doubt", "dice"))
        return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html)))

    def until(self, words, *, gone=False):
        """Wait until these words are on the page (or gone from it)."""
        end = time.monotonic() + PATIENCE_S
        while (words in self.page) == gone:
            if time.monotonic() > end:
                raise AssertionError(f"'{words}' {'stays' if gone else 'never came'}: {self.page}")
            time.sleep(0.1)

    def until_asked(self):
        """Wait until the dice that lie there were seen: nobody saw them roll, so they are asked about."""
        end = time.monotonic() + PATIENCE_S
        while self.service.table.snapshot.referee.doubt is None:
            assert time.monotonic() < end, self.page
            time.sleep(0.05)


@pytest.fixture(scope="module")
def taught(tmp_path_factory):
    file = tmp_path_factory.mktemp("taught") / "dice.json"
    teach_simulated_dice(file)
    return file.read_bytes()


@pytest.fixture
def sit_down(tmp_path, taught):
    services = []

    def sit(still, camera=None):
        (tmp_path / "tables").mkdir(exist_ok=True)
        from tablelight.setup.paths import table_file

        file = table_file(SETTINGS.table, tmp_path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(taught)
        service = build(SETTINGS, tmp_path, camera=camera or Camera("on the table", still.open))
        service.table.new_match(Match.new("roll_and_color", ["Ann", "Ben"]))
        service.eyes.start()
        services.append(service)
        return Evening(service, still)

    yield sit
    for service in services:
        service.close()


@pytest.fixture
def evening(sit_down):
    """Nine dice that were seen lying, and what they are was typed in."""
    evening = sit_down(Still())
    evening.until_asked()
    evening.service.table.tell(EnterEvent("roll R O G B / R RO YG BP P"))
    assert len(evening.log) == 1
    return evening


def black(image):
    return np.zeros_like(image)


def night(image):
    """A dark room: noise, and a trace of what there is."""
    return (image * 0.03).astype(np.uint8)


def gray_sheet(image):
    """Paper over half of the mat."""
    image = image.copy()
    image[:, image.shape[1] // 2 :] = 90
    return image


def only_one_corner(image):
    image = gray_sheet(image)
    image[image.shape[0] // 2 :] = 90
    return image


def hand(image):
    image = image.copy()
    height, width = image.shape[:2]
    middle = (width // 2, height // 2)
    cv2.ellipse(image, middle, (width // 5, height // 7), 15, 0, 360, (110, 140, 205), -1)
    cv2.line(image, middle, (width // 2, height), (110, 140, 205), width // 9)
    return image


def overexposed(image):
    return np.full_like(image, 255)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (black, "The picture is black; is the lens covered, or the light off?"),
        (night, "The picture is black; is the lens covered, or the light off?"),
        (overexposed, "The picture is all white"),
        (only_one_corner, "Only one corner of the mat is in sight"),
    ],
)
def test_a_picture_that_shows_no_mat_is_said_and_heals_by_itself(evening, change, words):
    evening.still.again(change)
    evening.until(words)
    assert len(evening.log) == 1
    evening.still.again()
    evening.until(words, gone=True)
    assert len(evening.log) == 1 and evening.service.table.snapshot.referee.doubt is None


def test_a_mat_that_is_taken_away_is_asked_for(evening):
    evening.still.lens.hide_mat()
    evening.still.again()
    evening.until("No mat in sight; lay the printed mat flat")
    evening.still.lens.show_mat()
    evening.still.again()
    evening.until("No mat in sight", gone=True)
    assert len(evening.log) == 1


def test_from_the_first_picture_on_a_missing_mat_is_said(sit_down):
    still = Still()
    still.lens.hide_mat()
    still.again()
    evening = sit_down(still)
    evening.until("No mat in sight")
    still.lens.show_mat()
    still.again()
    evening.until("No mat in sight", gone=True)
    evening.until_asked()
    assert evening.log == []


def test_half_a_mat_is_said_and_what_is_hidden_is_not_counted(evening):
    evening.still.again(gray_sheet)
    evening.until("Only two corners of the mat are in sight")
    assert len(evening.log) == 1
    evening.still.again()
    evening.until("Only two corners", gone=True)
    assert len(evening.log) == 1


def test_ten_dice_are_too_many(evening):
    evening.still.show(nine(RestingDie(9, "d6", Hue.Y, 235, 75, 0.2)))
    evening.until("There are 10 dice on the table")
    assert len(evening.log) == 1
    evening.still.show(nine())
    evening.until("There are 10 dice", gone=True)


def test_a_die_on_another_is_asked_to_be_taken_down(evening):
    rests = nine()
    rests[1] = RestingDie(1, "d6", Hue.O, rests[0].x + 1, rests[0].y, 0.4, above=16.0)
    evening.still.show(rests)
    evening.until("take it down and lay it beside the other")
    assert len(evening.log) == 1
    evening.still.show(nine())
    evening.until("take it down", gone=True)
    assert len(evening.log) == 1


def test_a_hand_that_stays_is_asked_to_go(evening):
    evening.still.again(hand)
    evening.until("Something large is in the play area")
    assert len(evening.log) == 1
    evening.still.again()
    evening.until("Something large", gone=True)
    assert len(evening.log) == 1


def test_a_knocked_camera_goes_on_reading(evening):
    for _ in range(3):
        evening.still.lens.bump()
        evening.still.again()
        time.sleep(2.0)
        assert len(evening.log) == 1 and evening.service.table.snapshot.referee.doubt is None
    evening.still.show(nine(RestingDie(9, "d6", Hue.Y, 235, 75, 0.2)))
    evening.until("There are 10 dice on the table")


def test_a_pulled_camera_is_said_and_goes_on_when_it_is_back(evening):
    evening.still.unplugged.set()
    evening.until("The camera is gone")
    evening.still.show(nine(RestingDie(9, "d6", Hue.Y, 235, 75, 0.2)))
    evening.still.unplugged.clear()
    evening.until("The camera is gone", gone=True)
    evening.until("There are 10 dice on the table")
    assert len(evening.log) == 1


def test_a_camera_that_comes_back_with_another_size_goes_on(evening):
    evening.still.lens = SimulatedCamera(evening.still.table, size=(960, 540))
    evening.still.show(nine(RestingDie(9, "d6", Hue.Y, 235, 75, 0.2)))
    evening.until("There are 10 dice on the table")


@pytest.mark.parametrize("content", [b"", b"no picture", b"\xff\xd8\xff\xe0 cut off"])
def test_a_picture_that_cannot_be_read_is_named(sit_down, tmp_path, content):
    folder = tmp_path / "pictures"
    folder.mkdir()
    (folder / "broken.jpg").write_bytes(content)
    evening = sit_down(None, open_camera(str(folder)))
    evening.until("broken.jpg")
    assert evening.log == []


def test_one_unreadable_picture_among_good_ones_is_passed_over(sit_down, tmp_path):
    folder = tmp_path / "pictures"
    folder.mkdir()
    (folder / "1.jpg").write_bytes(b"no picture")
    cv2.imwrite(str(folder / "2.png"), Still().image)
    evening = sit_down(None, open_camera(str(folder)))
    evening.until_asked()


@pytest.mark.parametrize("image", [np.zeros((1, 1, 3), np.uint8), np.full((720, 1280), 90, np.uint8)])
def test_a_picture_of_an_odd_form_does_not_blind_the_table(evening, image):
    good = evening.still.image
    evening.still.image = image
    time.sleep(1.0)
    assert len(evening.log) == 1
    evening.still.image = good
    evening.still.show(nine(RestingDie(9, "d6", Hue.Y, 235, 75, 0.2)))
    evening.until("There are 10 dice on the table")
