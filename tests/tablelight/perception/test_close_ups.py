"""Whoever is asked about a die sees that die, cut from the very picture that is in doubt."""

import base64
import re
from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.components.hues import Hue
from engine.core.match import Match
from tablelight.perception.camera_worker import CameraWorker
from tablelight.perception.close_ups import LEAST_PX, around, each_close_up, one_close_up
from tablelight.perception.kept_pictures import KEPT_PICTURES
from tablelight.session.record import Record
from tablelight.session.table import GameTable
from tablelight.web.actions import Acts
from tablelight.web.views.looking import Looking, Surroundings
from tablelight.web.views.table import sections
from tests.support.stand_ins import Says
from tests.support.trays import NINE, asked, tray
from vision.camera.camera import CameraHealth
from vision.camera.frames import Frame
from vision.dice.readings import Reading
from vision.motion.roll_watcher import WatchEvent
from vision.pips.readings import SeenPips

SIZE = 40
"""How large the dice are drawn here, px."""


def shade(number, picture):
    """What die ``number`` is painted with in a picture: no two are alike."""
    return (20 + 22 * number, 255 - 20 * number, 40 if picture == 1 else 200)


def at(number):
    return (60.0 + 90 * number, 120.0)


def drawn(picture, count=10):
    image = np.zeros((240, 1000, 3), np.uint8)
    for number in range(count):
        x, y = map(int, at(number))
        cv2.rectangle(image, (x - 20, y - 20), (x + 20, y + 20), shade(number, picture), -1)
    return image


def placed(die, number):
    return replace(die, center_px=at(number), outline_px=around(at(number), SIZE / 2))


DICE = tuple(placed(die, number) for number, die in enumerate((*tray(NINE)[:8], asked("P12", 9, Hue.P, Hue.BP))))


def shows(jpeg, number, picture):
    """Whether that die of that picture stands in the middle of a JPEG, with table around it."""
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    high, wide = image.shape[:2]
    middle = image[high // 2, wide // 2].astype(int)
    return np.abs(middle - shade(number, picture)).max() < 12 and image[4, 4].max() < 12 and min(high, wide) >= LEAST_PX


class NoCamera:
    health = CameraHealth(True, "")

    def latest(self):
        return None


@pytest.fixture
def table(tmp_path):
    table = GameTable(lambda: Record.open(tmp_path / "record.db"))
    table.new_match(Match.new("roll_and_color", ["Ann", "Ben"]))
    return table


@pytest.fixture
def eyes(table, tmp_path):
    eyes = CameraWorker(NoCamera(), table, tmp_path / "taught.json")
    eyes._watcher = Says(
        [
            WatchEvent("rolling", 1, 0.1),
            WatchEvent("settled", 2, 0.2, Reading(DICE, (), True, 1.0)),
        ]
    )
    for index in (1, 2):
        eyes._watch(Frame(drawn(1), 0.1 * index, index))
    assert table.snapshot.referee.doubt is not None
    return eyes


def test_every_die_of_a_reading_is_kept_alone_as_it_was_in_that_picture(eyes):
    for number, die in enumerate(DICE):
        assert shows(eyes.close_up(die, 2), number, 1)
        assert eyes.close_up(die, 3) is None


def test_a_later_picture_does_not_change_what_is_asked_about(eyes):
    later = Reading(DICE[:3], (), True, 1.0)
    eyes._keep(Frame(drawn(2), 1.0, 3), later)
    assert shows(eyes.close_up(DICE[0], 2), 0, 1) and shows(eyes.close_up(DICE[0], 3), 0, 2)
    assert shows(eyes.close_up(DICE[0]), 0, 2), "the newest where no reading is named"
    for number in range(4, 5 + KEPT_PICTURES):
        eyes._keep(Frame(drawn(2), 1.0, number), Reading((), (), True, 1.0))
    assert eyes.close_up(DICE[0], 2) is None and eyes.close_up(DICE[0]) is None, "as long as the pictures, no longer"
    assert len(eyes._pictures) == KEPT_PICTURES


def test_the_question_about_a_die_shows_that_die_also_when_others_were_told_away(eyes, table):
    looking = Looking(may_write=True)
    acts = Acts(table, looking, None)

    def picture():
        overlay = sections(table.snapshot, looking, Surroundings(camera=True, picture_of=eyes.close_up))["overlay"]
        found = re.search(r'this die show\?</h2><img class="closeup" src="data:image/jpeg;base64,([^"]+)', overlay)
        return base64.b64decode(found[1])

    acts.act("doubt-die", {"index": "8"})
    assert shows(picture(), 8, 1)
    acts.act("no-die", {"index": "2"})
    acts.act("doubt-die", {"index": "7"})
    assert shows(picture(), 8, 1)
    acts.act("another", {"kind": "d12", "hue": "R"})
    acts.act("doubt-die", {"index": "8"})
    overlay = sections(table.snapshot, looking, Surroundings(camera=True, picture_of=eyes.close_up))["overlay"]
    assert "closeup" not in overlay, "nobody has a picture of a die that the camera does not see"


def test_a_die_that_counts_is_shown_when_it_is_put_right_unless_two_could_be_meant(eyes, table):
    looking = Looking(may_write=True)
    acts = Acts(table, looking, None)
    acts.act("name", {"index": "8", "hue": "P", "kind": "d12"})
    assert table.snapshot.referee.doubt is None
    counts = [f"{hue.name}{'6' if kind == 'd6' else '12'}" for kind, hue in _dice(table)]
    for index, name in enumerate(counts):
        acts.act("die", {"index": str(index)})
        overlay = sections(table.snapshot, looking, Surroundings(camera=True, picture_of=eyes.close_up))["overlay"]
        assert ("closeup" in overlay) == (counts.count(name) == 1), name


def _dice(table):
    state = table.snapshot.referee.match.state
    return [("d6", hue) for hue in state.d6] + [("d12", hue) for hue in state.d12]


def test_dice_with_dots_are_cut_out_as_well():
    die = SeenPips("ask", None, ((3, 0.5),), at(4), around(at(4), SIZE / 2), SIZE)
    assert shows(each_close_up(drawn(1), [die])[at(4)], 4, 1)


@pytest.mark.parametrize("center", [(0.0, 0.0), (999.0, 239.0), (-500.0, 9000.0)])
def test_a_place_at_the_edge_or_outside_of_the_picture_is_survived(center):
    jpeg = one_close_up(drawn(1), around(center, 30))
    assert jpeg == b"" if center[0] < 0 else jpeg
