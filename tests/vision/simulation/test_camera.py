"""The simulated camera: the mat is where it should be, dice have their hues, and trouble can be made on purpose."""

import cv2
import numpy as np
import pytest

from engine.components.hues import Hue
from vision.simulation import LAMPS, CameraUnplugged, SimulatedCamera, SimulatedTable, teaching_pictures
from vision.simulation.lamps import PAINT
from vision.simulation.page import page

SMALL = (640, 360)


def camera_on(table=None, **how):
    return SimulatedCamera(table or SimulatedTable(("d6", "d12"), seed=1), **how)


def markers_off_px(camera, image):
    """How far each found marker's corners are from the truth at most: id -> px."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(book, parameters).detectMarkers(image)
    off = {}
    for seen, number in zip(corners, [] if ids is None else ids.ravel(), strict=True):
        true = np.array([camera.pixels(*corner) for corner in page().marker_corners(int(number))])
        off[int(number)] = float(np.linalg.norm(seen.reshape(4, 2) - true, axis=1).max())
    return off


@pytest.mark.parametrize("lamp", LAMPS)
@pytest.mark.parametrize("bumped", [False, True], ids=["straight", "bumped"])
def test_the_mat_is_seen_where_the_truth_puts_it(lamp, bumped):
    camera = camera_on(lamp=lamp)
    if bumped:
        camera.bump()
    off = markers_off_px(camera, camera.read(0.0))
    assert sorted(off) == [0, 1, 2, 3]
    assert max(off.values()) < 1.0


@pytest.mark.parametrize("seed", range(3))
def test_tops_show_their_own_hue_under_neutral_light(seed):
    shown = []
    for picture in teaching_pictures(seed=seed):
        image = cv2.GaussianBlur(picture.image, (0, 0), 1.5)
        for die, (x, y) in zip(picture.dice, picture.tops_px, strict=True):
            assert nearest_paint(image[round(y), round(x)]) == die.top
            shown.append(die.top)
    assert sorted(set(shown)) == list(Hue)


def nearest_paint(bgr):
    """The hue whose paint has the most similar direction in linear light, whatever the brightness."""
    light = (np.array(bgr[::-1], float) / 255) ** 2.2
    paints = {hue: (np.array(rgb, float) / 255) ** 2.2 for hue, rgb in PAINT.items()}
    return max(paints, key=lambda hue: light @ paints[hue] / np.linalg.norm(light) / np.linalg.norm(paints[hue]))


def test_a_lamp_changes_the_picture_and_a_poor_white_balance_shows_its_colour():
    means = {}
    for balance in (1.0, 0.3):
        camera = camera_on(lamp="warm", balance=balance)
        x, y = (round(v) for v in camera.pixels(148, 100))
        means[balance] = camera.read(0.0)[y - 20 : y + 20, x - 20 : x + 20].mean(axis=(0, 1))
    assert np.ptp(means[1.0]) < 8
    assert means[0.3][2] - means[0.3][0] > 40


def test_a_gradient_of_light_lies_over_the_mat():
    camera = camera_on(lamp="window")
    image = camera.read(0.0)
    left, right = (image[round(y), round(x)].astype(int).sum() for x, y in map(camera.pixels, (20, 277), (105, 105)))
    assert left > right + 60


@pytest.mark.parametrize("moment", [0.0, 0.45, 0.8, 3.0])
def test_a_seed_repeats_the_same_frames(moment):
    frames = []
    for _ in range(2):
        table = SimulatedTable(seed=9)
        table.roll(0.0)
        frames.append(camera_on(table, size=SMALL, seed=5).read(moment))
    assert np.array_equal(*frames)


def test_noise_is_new_in_every_frame_and_as_strong_as_the_lamp_says():
    camera = camera_on(size=SMALL, lamp="dim")
    difference = camera.read(1.0).astype(int) - camera.read(1.1).astype(int)
    assert np.std(difference) / 2**0.5 == pytest.approx(LAMPS["dim"].noise, rel=0.15)


def test_a_hand_covers_pixels_at_the_border_of_picture_and_mat_while_the_state_is_hand():
    table = SimulatedTable(seed=2)
    table.roll(0.0)
    camera = camera_on(table, size=SMALL)
    free = camera_on(SimulatedTable(("d6",), seed=2), size=SMALL).read(0.0).astype(int)
    corners = np.array([camera.pixels(x, y) for x, y in ((0, 0), (297, 0), (297, 210), (0, 210))])
    page_edge = cv2.polylines(np.zeros(free.shape[:2], np.uint8), [np.int32(corners)], True, 1) > 0
    frame_edge = np.pad(np.zeros((SMALL[1] - 4, SMALL[0] - 4), bool), 2, constant_values=True)
    table.reroll(5.0, [0, 4, 8])
    hands = [t for t in np.arange(5, table.busy_until(), 0.1) if table.truth(t).state == "hand"]
    assert len(hands) > 5
    for now in hands:
        changed = np.abs(camera.read(now).astype(int) - free).max(axis=2) > 25
        assert (changed & page_edge).sum() > 15
        assert (changed & frame_edge).sum() > 15


def test_a_settled_table_stands_still_and_a_rolling_one_does_not():
    table = SimulatedTable(("d6",) * 3, seed=2)
    table.roll(0.0)
    camera = camera_on(table, size=SMALL)

    def change(now):
        before, after = (cv2.blur(camera.read(t), (5, 5)).astype(int) for t in (now, now + 1 / 15))
        return np.abs(after - before).max()

    assert change(0.5) > 60
    assert change(3.0) < 8


def test_a_hidden_mat_is_gone_and_comes_back():
    camera = camera_on()
    camera.hide_mat()
    assert markers_off_px(camera, camera.read(0.0)) == {}
    camera.show_mat()
    assert len(markers_off_px(camera, camera.read(0.1))) == 4


def test_a_covered_lens_is_black_and_recovers():
    camera = camera_on(size=SMALL)
    camera.cover()
    assert camera.read(0.0).mean() < 8
    camera.uncover()
    assert camera.read(0.0).mean() > 60


def test_an_unplugged_camera_says_so_and_works_again_when_plugged():
    camera = camera_on(size=SMALL)
    camera.unplug()
    with pytest.raises(CameraUnplugged, match="plug it in"):
        camera.read(0.0)
    camera.plug()
    assert camera.read(0.0).shape == (360, 640, 3)


def test_a_bump_moves_the_picture_but_keeps_the_page_in_sight():
    camera = camera_on()
    before = np.array(camera.pixels(10, 10))
    for _ in range(8):
        camera.bump()
        for corner in ((0, 0), (297, 0), (297, 210), (0, 210)):
            x, y = camera.pixels(*corner)
            assert 0 <= x < 960
            assert 0 <= y < 540
        assert np.linalg.norm(np.array(camera.pixels(10, 10)) - before) > 4


def test_a_picture_may_be_squeezed_as_jpeg():
    table = SimulatedTable(("d6",), seed=1)
    plain, squeezed = (camera_on(table, size=SMALL, jpeg_quality=q).read(0.0) for q in (None, 60))
    assert squeezed.shape == plain.shape
    assert 0 < np.abs(squeezed.astype(int) - plain.astype(int)).mean() < 6


def test_an_unknown_lamp_is_refused_with_the_names_of_those_there_are():
    with pytest.raises(ValueError, match=r"no lamp 'sun'.*daylight"):
        camera_on(lamp="sun")


def test_paint_differs_a_little_from_die_to_die():
    table = SimulatedTable(seed=3)
    table.place([("d6", Hue.Y)] * 4)
    camera = camera_on(table)
    image = cv2.GaussianBlur(camera.read(0.0), (0, 0), 2).astype(int)
    tops = [image[round(y), round(x)] for x, y in (camera.pixels(d.x, d.y, 16) for d in table.truth(0.0).dice.values())]
    assert 2 < np.ptp(tops, axis=0).max() < 40
