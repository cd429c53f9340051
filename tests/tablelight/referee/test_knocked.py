"""A knocked camera, or a mat that was pushed, rolls no dice: with a mat or without one, nothing counts by it."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.components.hues import Hue
from engine.core.match import Match
from tablelight.referee.dice_matching import as_before, kept_places
from tablelight.referee.inputs import Accept, CameraObservation, CorrectDie, Dismiss, EnterEvent
from tablelight.referee.reducer import step
from tablelight.referee.state import RefereeState
from tests.support.trays import NINE, ROLLING, after, die, log, settled, tray
from vision.dice.markerless.camera_shift import CameraShiftWatch
from vision.dice.markerless.reader import SteadyReader
from vision.dice.readings import Reading, SeenDie
from vision.motion.roll_watcher import ON_THE_TABLE

AGAIN = EnterEvent("score R")


def spread(words=NINE, seed=1):
    """Dice that lie about as dice do."""
    chance = np.random.default_rng(seed)
    dice = tray(words)
    return tuple(placed(one, complex(*chance.uniform(20, 180, 2))) for one in dice)


def placed(one, at, top=...):
    shown = one.top if top is ... else top
    return SeenDie(one.kind, one.status, shown, one.candidates, (at.real, at.imag), (), (at.real, at.imag))


def pushed(dice, turn=0.05, by=14 + 9j, scale=1.02):
    """The same dice as a camera sees them that looks a little elsewhere; in another order, as readers tell them."""
    way = scale * np.exp(1j * turn)
    return tuple(placed(one, complex(*one.mat_xy_mm) * way + by) for one in reversed(dice))


@pytest.fixture
def lying():
    """Ann has rolled and scored; her dice still lie there, and Ben is to roll."""
    state = RefereeState(Match.new("roll_and_color", ["Ann", "Ben"]))
    return after(state, ROLLING, settled(spread()), AGAIN)


@pytest.mark.parametrize("scale", [1.0, 0.95, 1.06])
def test_dice_that_lie_as_before_but_elsewhere_are_no_roll(lying, scale):
    state = after(lying, ROLLING, settled(pushed(spread(), scale=scale)))
    assert log(state) == log(lying) and state.doubt is None and not state.dice.tumbled


def test_dice_that_lie_exactly_as_before_are_no_roll_whatever_seemed_to_roll(lying):
    state = after(lying, ROLLING, settled(spread()))
    assert log(state) == log(lying) and state.doubt is None


def test_what_was_asked_before_the_knock_is_asked_still():
    state = after(RefereeState(Match.new("roll_and_color", ["Ann", "Ben"])), settled(spread()))
    assert state.doubt.why.reason == "LAY_THERE"
    state = after(state, ROLLING, settled(pushed(spread())))
    assert state.doubt.why.reason == "LAY_THERE" and not log(state)
    assert len(log(after(state, Accept()))) == 1


def test_dice_put_back_as_they_lay_are_asked_about_no_more_although_the_mat_was_pushed(lying):
    state = after(lying, CameraObservation("hand"), settled(spread()[:3]))
    assert state.doubt is not None
    assert after(state, ROLLING, settled(pushed(spread()))).doubt is None


def test_after_the_knock_a_real_roll_counts(lying):
    state = after(lying, ROLLING, settled(pushed(spread())), ROLLING, settled(spread(seed=2)))
    assert len(log(state)) == len(log(lying)) + 1 and state.doubt is None


def test_the_same_hues_rolled_once_more_count_where_they_lie_otherwise(lying):
    state = after(lying, ROLLING, settled(spread(seed=7)))
    assert len(log(state)) == len(log(lying)) + 1


def test_one_die_that_changed_makes_it_a_roll():
    before = spread()
    last = pushed(before)[0]
    changed = (placed(last, complex(*last.mat_xy_mm), top=Hue.G), *pushed(before)[1:])
    assert as_before(before, pushed(before)) is not None and as_before(before, changed) is None
    moved = (*pushed(before)[:-1], placed(before[0], 3 + 3j))
    assert as_before(before, moved) is None


def test_a_die_without_a_name_is_known_by_its_place_and_not_asked_about_anew(lying):
    """It was unsure then, or is now that the camera sees it from elsewhere; nobody is asked what was rolled."""
    last = pushed(spread())[0]
    unsure = (placed(replace(last, status="ask"), complex(*last.mat_xy_mm), top=None), *pushed(spread())[1:])
    state = after(lying, ROLLING, settled(unsure))
    assert log(state) == log(lying) and state.doubt is None
    assert as_before(unsure, spread()) is not None
    assert as_before(unsure[:3], spread()[-3:]) is None, "two that are sure are too few"


def test_two_dice_lie_as_far_apart_by_chance_so_they_prove_nothing():
    two = spread("R6 G6")
    assert as_before(two, pushed(two)) is None


def test_what_people_said_of_a_die_goes_with_it_when_the_camera_is_knocked(lying):
    state = RefereeState(Match.new("roll_and_color", ["Ann"]))
    state = after(state, ROLLING, settled(spread()), CorrectDie("d6", spread()[3].top, spread()[2].top))
    counted = log(state)
    state = after(state, ROLLING, settled(pushed(spread())), CameraObservation("hand"), settled(pushed(spread())))
    assert log(state) == counted and state.doubt is None
    assert [now.top for _, now in state.dice.labels] == [spread()[2].top]


# ---- while some of the dice roll: those that stayed tell of the knock


@pytest.fixture
def rolled():
    """Ann has rolled; she may take four to six dice up again."""
    return after(RefereeState(Match.new("roll_and_color", ["Ann", "Ben"])), ROLLING, settled(spread()))


def some_rolled(count, seed=5, **push):
    """The dice after so many of them were rolled again, by a camera that was knocked meanwhile."""
    chance, dice = np.random.default_rng(seed), list(pushed(spread(), **push))
    for n in range(count):
        shown = {"d6": Hue.R if dice[n].top != Hue.R else Hue.O, "d12": Hue.RO}[dice[n].kind]
        dice[n] = placed(dice[n], complex(*chance.uniform(20, 180, 2)), shown)
    return tuple(dice)


STILL = {"turn": 0.0, "by": 0.0, "scale": 1.0}


@pytest.mark.parametrize("push", [STILL, {"turn": 0.0, "by": 8.0, "scale": 1.0}, {}, {"turn": -0.15, "by": -20j}])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_too_few_dice_rolled_again_are_no_reroll_although_a_knocked_camera_sees_all_of_them_elsewhere(
    rolled, count, push
):
    """Counted by places alone all nine would have moved, and one die would pass for four."""
    state = after(rolled, ROLLING, settled(some_rolled(count, **push)))
    assert log(state) == log(rolled) and state.doubt.why.reason == "NOT_EXPLAINED" and state.doubt.moved == count


@pytest.mark.parametrize("count", [4, 5, 6])
def test_a_reroll_counts_alike_whether_or_not_the_camera_was_knocked(rolled, count):
    state = after(rolled, ROLLING, settled(some_rolled(count)))
    assert len(log(state)) == len(log(rolled)) + 2 and state.doubt is None
    assert log(state) == log(after(rolled, ROLLING, settled(some_rolled(count, **STILL))))


def test_what_people_said_of_a_die_that_stayed_goes_with_it_when_others_are_rolled_and_the_camera_is_knocked(rolled):
    stays = spread()[0]
    state = after(rolled, CorrectDie(stays.kind, stays.top, Hue.Y))
    state = after(state, ROLLING, settled(some_rolled(5)))
    assert [now.top for seen, now in state.dice.labels if seen.top == stays.top] == [Hue.Y]


def test_without_a_knock_no_roll_looks_like_one():
    for seed in range(200):
        before, now = rolled_somehow(2 * seed), rolled_somehow(2 * seed + 1)
        for stay in (0, 3, 5):
            assert kept_places(before, (*before[:stay], *now[stay:])) == before


def rolled_somehow(seed):
    chance = np.random.default_rng(seed)
    hues = {"d6": [hue for hue in Hue if hue.is_primary], "d12": list(Hue)}
    return tuple(placed(one, complex(*one.mat_xy_mm), hues[one.kind][chance.integers(6)]) for one in spread(seed=seed))


def test_a_roll_of_all_dice_counts_whatever_became_of_the_camera(lying):
    state = after(lying, ROLLING, settled(pushed(spread(seed=9))))
    assert len(log(state)) == len(log(lying)) + 1 and state.doubt is None


# ---- while dice roll, and no mat tells where the camera was


def table_cloth(seed=3):
    """A table with some grain, gray levels."""
    chance = np.random.default_rng(seed)
    grain = cv2.GaussianBlur(chance.normal(0, 60, (360, 640)).astype(np.float32), (0, 0), 3)
    return np.clip(120 + 4 * grain, 0, 255).astype(np.uint8)


def with_dice(ground, places):
    image = cv2.cvtColor(ground, cv2.COLOR_GRAY2BGR)
    for n, (x, y) in enumerate(places):
        box = cv2.boxPoints(((x, y), (34, 34), 40.0 * n))
        cv2.fillPoly(image, [np.rint(box).astype(np.int32)], (40 * n % 255, 90, 200 - 15 * n))
    return image


BEFORE = [(150, 120), (260, 90), (330, 210), (420, 150), (200, 250)]
AFTER = [(180, 200), (300, 140), (250, 260), (460, 230), (380, 80)]


def knocked(image, by=7.0, turn=1.5):
    height, width = image.shape[:2]
    way = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.0)
    way[0, 2] += by
    return cv2.warpAffine(image, way, (width, height), borderMode=cv2.BORDER_REFLECT)


def test_a_camera_knocked_while_dice_roll_is_noticed_and_a_roll_is_no_knock():
    ground, knocks = table_cloth(), CameraShiftWatch()
    assert not knocks.see(with_dice(ground, BEFORE), BEFORE)
    assert not knocks.see(with_dice(ground, AFTER), AFTER)
    noisy = np.random.default_rng(1).normal(0, 3, (360, 640, 3))
    darker = np.clip(0.8 * with_dice(ground, BEFORE) + noisy, 0, 255).astype(np.uint8)
    assert not knocks.see(darker, BEFORE), "another light is no knock"
    assert knocks.see(knocked(with_dice(ground, AFTER)), AFTER)
    assert knocks.see(knocked(with_dice(ground, AFTER)), AFTER), "as long as they lie there it holds"
    assert not knocks.see(knocked(with_dice(ground, BEFORE)), BEFORE), "the next roll is a roll again"


def test_a_table_without_any_grain_tells_nothing():
    bare = np.full((360, 640), 120, np.uint8)
    knocks = CameraShiftWatch()
    knocks.see(with_dice(bare, BEFORE[:1]), BEFORE[:1])
    assert not knocks.see(with_dice(bare, AFTER[:1]), AFTER[:1])


KNOCKED = "The camera was knocked, or the table."


def test_dice_that_came_to_rest_while_the_camera_was_knocked_are_asked_about_and_never_counted(lying):
    rolled = spread(seed=2)
    state = after(lying, ROLLING, CameraObservation("settled", rolled, KNOCKED))
    assert log(state) == log(lying) and state.doubt is not None and state.doubt.trouble == KNOCKED
    again = after(state, CameraObservation("hand"), CameraObservation("settled", rolled, KNOCKED))
    assert log(again) == log(lying) and again.doubt is not None
    forgotten = step(again, Dismiss())[0]
    assert log(after(forgotten, CameraObservation("hand"), CameraObservation("settled", rolled, KNOCKED))) == log(lying)


def test_a_knocked_camera_without_a_mat_is_said_with_the_reading_of_the_dice():
    class Says:
        def read(self, image):
            dice = tuple(replace(die("R6", n), center_px=place) for n, place in enumerate(places))
            return Reading(dice, (), True, 1.0)

    ground, reader, places = table_cloth(), SteadyReader(Says()), BEFORE
    assert not reader.read(with_dice(ground, BEFORE)).troubles
    places = AFTER
    (trouble,) = reader.read(knocked(with_dice(ground, AFTER))).troubles
    assert trouble.code in ON_THE_TABLE and trouble.message.startswith(KNOCKED)
