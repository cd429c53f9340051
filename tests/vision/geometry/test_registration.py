"""The mat is found and measured in millimetres."""

import cv2
import numpy as np
import pytest

from tests.support.dice_pictures import picture
from vision.dice.obstruction import covered_mm2, ground_colour
from vision.dice.reader import DiceReader
from vision.geometry.mat import mats
from vision.geometry.play_area import FlatTable, FlatTableMap
from vision.geometry.registration import Registrar
from vision.photometry.illumination import measure_illumination


def corners_of(registration):
    mat = registration.mat
    page = np.array([[0, 0, 0], [mat.width, 0, 0], [mat.width, mat.height, 0], [0, mat.height, 0]], float)
    return registration.view.project(page)


def test_every_mat_has_four_markers_of_its_own_and_all_patches_on_the_page():
    seen = set()
    for mat in mats():
        assert len(mat.markers) == 4
        assert not seen & set(mat.markers)
        seen |= set(mat.markers)
        assert len(mat.patches) == 24
        assert all(p.x > 0 and p.x + p.size < mat.width and p.y > 0 and p.y + p.size < mat.height for p in mat.patches)
    assert {mat.name for mat in mats()} == {"a4", "a3", "letter"}


def test_the_page_s_corners_lie_where_they_are_within_two_pixels(rolls):
    for entry in rolls:
        registration, troubles = Registrar().find(picture(entry["image"]))
        assert not troubles
        assert np.abs(corners_of(registration) - entry["page_corners_px"]).max() < 2


def test_a_mat_upside_down_is_the_same_mat(rolls):
    image = cv2.rotate(picture(rolls[0]["image"]), cv2.ROTATE_180)
    registration, _ = Registrar().find(image)
    expected = np.array([image.shape[1] - 1, image.shape[0] - 1]) - rolls[0]["page_corners_px"]
    assert np.abs(corners_of(registration) - expected).max() < 2


def covered(image, registration, *markers):
    image = image.copy()
    for marker in markers:
        k = registration.markers.index(marker)
        cv2.fillConvexPoly(image, np.rint(registration.corners_px[4 * k : 4 * k + 4]).astype(np.int32), (90, 120, 160))
    return image


def test_a_phone_that_stands_upright_is_the_same_camera(rolls):
    for entry in rolls:
        image = picture(entry["image"])
        image = covered(image, Registrar().find(image)[0], 0, 1)  # what is seen of the mat tells little of the lens
        lying, upright = (Registrar().find(one)[0].view for one in (image, cv2.rotate(image, cv2.ROTATE_90_CLOCKWISE)))
        assert upright.focal == pytest.approx(lying.focal, rel=0.001)


def test_three_markers_are_enough_and_two_come_with_a_warning_and_one_is_refused(rolls):
    image = picture(rolls[0]["image"])
    whole, _ = Registrar().find(image)
    three, said = Registrar().find(covered(image, whole, 0))
    assert [t.code for t in said] == ["three-markers"]
    assert np.abs(corners_of(three) - corners_of(whole)).max() < 3
    two, said = Registrar().find(covered(image, whole, 0, 2))
    assert two is not None
    assert [t.code for t in said] == ["two-markers"]
    one, said = Registrar().find(covered(image, whole, 0, 1, 2))
    assert one is None
    assert [t.code for t in said] == ["half-mat"]


SMALLER = 0.6


def with_another_mat(image, other, shift, size=SMALLER):
    """The picture made smaller, its middle where it was, and in the free room around it what is seen of another mat:
    that one so large, its middle shifted by so many widths and heights of the picture."""
    height, width = image.shape[:2]
    out = np.full_like(image, 90)
    for mat, scale, (across, down) in ((other, size, shift), (image, SMALLER, (0.0, 0.0))):
        left, upper = width * (0.5 + across - scale / 2), height * (0.5 + down - scale / 2)
        place = np.array([[scale, 0, left], [0, scale, upper]])
        cv2.warpAffine(mat, place, (width, height), out, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    return out


def back(corners, image):
    middle = np.array(image.shape[1::-1]) / 2
    return (corners - middle) / SMALLER + middle


@pytest.mark.parametrize("shift", [(0.6, 0.0), (-0.6, 0.0), (0.1, 0.6), (0.45, -0.5)])
def test_corners_of_the_mat_at_the_next_table_do_no_harm(rolls, shift):
    for entry in rolls:
        image = picture(entry["image"])
        registration, said = Registrar().find(with_another_mat(image, image, shift))
        assert said == ()
        assert np.abs(back(corners_of(registration), image) - entry["page_corners_px"]).max() < 4


def test_a_covered_corner_is_not_taken_from_the_mat_at_the_next_table(rolls):
    image = picture(rolls[0]["image"])
    whole = Registrar().find(image)[0]
    for marker in range(4):
        for shift in ((0.6, 0.0), (-0.6, 0.0)):
            registration, said = Registrar().find(with_another_mat(covered(image, whole, marker), image, shift))
            assert [t.code for t in said] == ["three-markers"] and marker not in registration.markers
            assert np.abs(back(corners_of(registration), image) - corners_of(whole)).max() < 6


def test_of_two_whole_mats_the_larger_one_is_meant(rolls):
    image = picture(rolls[0]["image"])
    for shift in ((-0.4, -0.4), (0.4, 0.4)):
        registration, said = Registrar().find(with_another_mat(image, image, shift, 0.36))
        assert said == ()
        assert np.abs(back(corners_of(registration), image) - rolls[0]["page_corners_px"]).max() < 4


@pytest.mark.parametrize("part", [3 / 4, 11 / 16])
def test_a_camera_that_squeezes_a_wide_picture_is_said_so(rolls, part):
    for entry in rolls:
        image = picture(entry["image"])
        squeezed = cv2.resize(image, None, fx=part, fy=1, interpolation=cv2.INTER_AREA)
        registration, said = Registrar().find(squeezed)
        assert registration is None and [t.code for t in said] == ["squeezed"]


def test_a_mirrored_picture_is_called_mirrored_and_not_without_mat(rolls):
    image = picture(rolls[0]["image"])[:, ::-1].copy()
    registration, said = Registrar().find(image)
    assert registration is None and [t.code for t in said] == ["mirrored"]


def test_a_point_on_the_table_comes_back_from_its_pixel(rolls):
    view = Registrar().find(picture(rolls[0]["image"]))[0].view
    point = np.array([120.0, 80.0, 15.0])
    assert np.allclose(view.on_plane(view.project(point), 15.0), point[:2], atol=0.05)


def test_a_camera_that_stands_still_gives_the_same_registration_again(rolls):
    image, registrar = picture(rolls[0]["image"]), Registrar()
    first, _ = registrar.find(image)
    noisy = cv2.add(image, np.random.default_rng(1).integers(0, 6, image.shape, np.uint8))
    again, _ = registrar.find(noisy)
    assert again is first


def test_a_mat_that_was_pushed_or_turned_is_measured_anew(rolls):
    image, registrar = picture(rolls[0]["image"]), Registrar()
    registrar.find(image)
    for shift in ([1.2, -0.8], [3.0, -2.0], [40.0, 11.0]):
        pushed = cv2.warpAffine(image, np.float32([[1, 0, shift[0]], [0, 1, shift[1]]]), image.shape[1::-1])
        registration, _ = registrar.find(pushed)
        assert np.abs(corners_of(registration) - corners_of(Registrar().find(pushed)[0])).max() < 0.1
    turned, _ = registrar.find(cv2.rotate(image, cv2.ROTATE_180))
    assert np.abs(corners_of(turned)[0] - corners_of(registration)[0]).max() > 100


def test_a_marker_that_is_covered_and_uncovered_while_nothing_moves_is_noticed(rolls):
    image, registrar = picture(rolls[0]["image"]), Registrar()
    whole, _ = registrar.find(image)
    hidden = covered(image, whole, 0)
    for seen, codes in ((hidden, ["three-markers"]), (hidden, ["three-markers"]), (image, []), (image, [])):
        registration, said = registrar.find(seen)
        assert [t.code for t in said] == codes
        assert np.abs(corners_of(registration) - corners_of(whole)).max() < 3
    gone, said = registrar.find(np.full_like(image, 120))
    assert gone is None and [t.code for t in said] == ["no-mat"]


def test_a_picture_of_another_size_is_measured_anew_though_the_mat_lies_where_it_lay(rolls, taught):
    image = picture(rolls[0]["image"])
    smaller = image[:, :-8].copy()
    reader, registrar = DiceReader(taught), Registrar()
    reader.read(image)
    assert reader.read(smaller).dice == DiceReader(taught).read(smaller).dice
    before, _ = registrar.find(image)
    after, _ = registrar.find(smaller)
    assert (before.view.size, after.view.size) == ((960, 540), (952, 540))


def test_a_table_that_sends_back_no_light_at_all_is_not_covered_by_anything(rolls):
    image = picture(rolls[0]["image"])
    registration, _ = Registrar().find(image)
    table, light = FlatTable(image, FlatTableMap.of(registration)), measure_illumination(image, registration)
    table.image[:] = 0
    with np.errstate(all="raise"):
        free = np.zeros((table.height, table.width), np.uint8)
        assert covered_mm2(table, light, np.zeros(3), free) == 0


def test_where_dice_leave_nothing_of_the_table_its_colour_is_that_of_all(rolls):
    image = picture(rolls[0]["image"])
    registration, _ = Registrar().find(image)
    table, light = FlatTable(image, FlatTableMap.of(registration)), measure_illumination(image, registration)
    everywhere = np.ones((table.height, table.width), np.uint8)
    assert np.array_equal(ground_colour(table, light, everywhere), ground_colour(table, light, 0 * everywhere))
