"""Dotted dice are read without teaching: on any table, on the mat whichever way up the camera hangs, or asked about."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from tablelight.bench.pips import LabelledTop, judged_tops, labels_of
from tablelight.cli.main import app
from tests.support.dice_pictures import SHARED
from tests.support.pip_scenes import mat_with_die
from vision.pips.classifier import LikelyTop, geometric_mean
from vision.pips.closeup import DIE, SIDE, closeup
from vision.pips.detector import LARGEST_PX, SMALLEST_PX, PipDetector, levels
from vision.pips.on_mat import MatPipReader
from vision.pips.reader import PipReader, _seen, _without_dots, _without_sides
from vision.pips.readings import SeenPips
from vision.training.pips.closeups import NOTHING, pip_closeups
from vision.training.pips.ground import _sign
from vision.training.pips.makes import make
from vision.training.pips.pictures import HIDDEN, MAGNIFIED, invent_pips
from vision.training.pips.rendering import FINER, PipCamera, draw_die, looking, numbered

_SMALL = 14.0  # px: smaller dice in poor pictures are asked about for the most part
_LARGE = 70.0
REAL = SHARED / "real"


@pytest.fixture(scope="module")
def pictures():
    return [invent_pips(np.random.default_rng([77, k])) for k in range(144)]


def top(number, chance=1.0, at=(50.0, 50.0)):
    rest = 1 if number != 1 else 2
    sure = chance > 0.9
    return SeenPips("ok" if sure else "ask", number if sure else None, ((number, chance), (rest, 0.0)), at, (), 20.0)


# ---- reading


def verdicts_of(pictures):
    """Of all tops that can be seen in invented pictures, and of what is taken for one."""
    reader, verdicts = PipReader(), []
    for one in pictures:
        truth = [
            LabelledTop(int(label), (x - s / 3, y - s / 3, x + s / 3, y + s / 3))
            for label, x, y, s in one.dice
            if label != HIDDEN and s > _SMALL
        ]
        hidden = one.dice[(one.dice[:, 0] == HIDDEN) | (one.dice[:, 3] <= _SMALL)]
        seen = tuple(
            die
            for die in reader.read(one.image, (_SMALL, _LARGE)).dice
            if all(np.hypot(*(np.array(die.center_px) - row[1:3])) > 0.6 * row[3] for row in hidden)
        )
        verdicts += [verdict for verdict, _, _ in judged_tops(truth, seen)]
    return verdicts


def test_invented_dice_are_read_or_asked_about_and_hardly_ever_misread(pictures):
    verdicts = verdicts_of(pictures)
    assert len(verdicts) > 12
    assert verdicts.count("right") >= 0.3 * len(verdicts)  # the pictures are harder than tables are
    assert verdicts.count("silent") <= 0.04 * len(verdicts)


@pytest.mark.slow
def test_most_large_invented_dice_are_read_and_hardly_one_is_misread():
    verdicts = verdicts_of(invent_pips(np.random.default_rng([78, k]), MAGNIFIED) for k in range(100))
    assert len(verdicts) > 100
    assert verdicts.count("right") >= 0.6 * len(verdicts)
    assert verdicts.count("silent") <= 0.02 * len(verdicts)


def test_an_empty_table_has_no_dice():
    reader, table = PipReader(), np.full((240, 320, 3), 120, np.uint8)
    assert reader.read(table).dice == ()
    assert reader.read(np.zeros((8, 8, 3), np.uint8)).dice == ()


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_a_die_on_the_mat_is_found_where_it_stands_however_the_camera_is_turned(turns):
    picture, number = mat_with_die(turns, seed=4)
    reading = MatPipReader().read(picture)
    assert reading.registered
    assert len(reading.dice) == 1
    (die,) = reading.dice
    assert die.candidates[0][0] == number
    assert np.hypot(die.mat_xy_mm[0] - 150, die.mat_xy_mm[1] - 105) < 5


def test_without_a_mat_the_reading_says_what_to_do():
    reading = MatPipReader().read(np.full((480, 640, 3), 130, np.uint8))
    assert not reading.registered
    assert "mat" in reading.troubles[0].message


# ---- its parts


def test_most_tops_that_can_be_seen_are_found_at_a_glance(pictures):
    found = total = 0
    for one in pictures:
        spots = PipDetector().detect(one.image, SMALLEST_PX, LARGEST_PX)
        for label, x, y, size in one.dice:
            if label == HIDDEN or not SMALLEST_PX < size < LARGEST_PX:
                continue
            total += 1
            found += any(np.hypot(p.x - x, p.y - y) < 0.25 * size and 0.6 < p.size / size < 1.7 for p in spots)
    assert found >= 0.84 * total  # 92 % of 1,050 such dice; these are a third of them


@pytest.mark.parametrize(("smallest", "largest"), [(9.6, 96), (20, 60), (30, 31), (4, 500)])
def test_in_one_of_the_levels_every_die_has_a_size_the_finder_knows(smallest, largest):
    scales = levels(smallest, largest)
    for size in np.geomspace(max(smallest, SMALLEST_PX), largest, 50):
        assert any(SMALLEST_PX <= size * scale <= LARGEST_PX for scale in scales)


def test_pictures_of_any_shape_are_looked_at():
    for shape in ((3, 5), (61, 200), (128, 128)):
        assert PipDetector().detect(np.full((*shape, 3), 90, np.uint8), 10, 40) == []


@pytest.mark.parametrize("size", [12.0, 18.0, 60.0])
def test_in_a_closeup_every_die_has_the_same_size(size):
    picture = np.zeros((200, 200, 3), np.uint8)
    cv2.circle(picture, (100, 90), round(size / 2), (255, 255, 255), -1)
    view = closeup(picture, 100, 90, size)
    assert view.shape == (SIDE, SIDE, 3)
    assert np.sqrt((view[..., 0] > 127).sum() / np.pi) * 2 == pytest.approx(DIE, abs=1.8)
    assert view[SIDE // 2, SIDE // 2, 0] == 255


def test_a_finer_closeup_shows_the_same_in_more_pixels():
    picture = cv2.GaussianBlur(np.random.default_rng(3).integers(0, 255, (150, 150, 3), np.uint8), (0, 0), 3)
    fine = closeup(picture, 75, 70, 40, finer=2)
    assert fine.shape == (2 * SIDE, 2 * SIDE, 3)
    small = cv2.resize(fine, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    assert np.abs(small.astype(int) - closeup(picture, 75, 70, 40)).max() < 12


@pytest.mark.parametrize("size", [12.0, 80.0])
def test_a_closeup_can_be_turned_and_stretched(size):
    picture = np.zeros((260, 260, 3), np.uint8)
    away = 0.6 * size
    cv2.circle(picture, (round(130 + away), 120), round(size / 8), (255, 255, 255), -1)

    def spot(bent):
        view = closeup(picture, 130, 120, size, np.array(bent))[..., 0].astype(float)
        return [float((grid * view).sum() / view.sum()) - (SIDE - 1) / 2 for grid in np.mgrid[:SIDE, :SIDE][::-1]]

    assert spot([[1.0, 0], [0, 1]]) == pytest.approx((0.6 * DIE, 0), abs=1)
    assert spot([[0.0, -1], [1, 0]]) == pytest.approx((0, -0.6 * DIE), abs=1)
    assert spot([[1.2, 0], [0, 0.8]]) == pytest.approx((0.5 * DIE, 0), abs=1)


def test_a_reading_beside_a_likely_rival_is_asked_about():
    numbers = np.array([0.0, 0, 0, 0, 0, 1])
    surest = LikelyTop(50, 50, 20, 0.999, numbers)
    verdicts = []
    for rival in (0.1, 0.99):
        (kept,) = _without_sides([surest, LikelyTop(50, 60, 20, rival, numbers)])
        verdicts.append(_seen(*kept).status)
    assert verdicts == ["ok", "ask"]


@pytest.mark.parametrize(("large", "left"), [(0.98, 1), (0.9, 2)])
def test_a_dot_that_looks_like_a_small_die_says_nothing_against_a_die_that_is_sure(large, left):
    numbers = np.array([0.0, 0, 0, 1, 0, 0])
    tops = _without_dots([LikelyTop(50, 50, 80, large, numbers), LikelyTop(70, 66, 14, 0.99, numbers)])
    assert len(tops) == left
    kept = _without_sides(tops)
    assert [_seen(*one).status for one in kept] == ["ok" if left == 1 else "ask"] * len(kept)


def test_a_look_that_cannot_tell_does_not_outvote_a_sure_one():
    sure, unsure = np.full(7, 1e-4), np.full(7, 0.02)
    sure[4], unsure[[4, 5]] = 1, (0.4, 0.5)
    agreed = geometric_mean(np.stack([sure, unsure, unsure])[None])
    assert agreed[0, 4] > 0.9
    assert agreed.sum() == pytest.approx(1)


def test_signs_on_invented_things_may_be_as_small_as_they_like():
    for seed in range(60):
        _sign(np.random.default_rng(seed), np.zeros((64, 64, 3), np.float32), (30, 30), np.zeros(3), 0.3, 1)


def test_closeups_to_learn_from_hold_every_number_and_places_that_are_none(pictures):
    learned = pip_closeups(pictures, PipDetector(), np.random.default_rng(1))
    assert set(np.unique(learned.labels)) == {NOTHING, 1, 2, 3, 4, 5, 6}
    assert np.abs(learned.off[learned.labels == NOTHING]).max() == 0
    assert len(learned.views) == len(learned.labels)


def test_opposite_faces_of_invented_dice_add_up_to_seven():
    for seed in range(20):
        values = numbered(np.random.default_rng(seed), bool(seed % 2))
        assert (values.sum(1) == 7).all()
        assert sorted(values.ravel()) == [1, 2, 3, 4, 5, 6]


def test_dice_of_one_make_turn_the_same_way():
    def turn(values):
        axis = {int(v): (a, 1 if s else -1) for a, row in enumerate(values) for s, v in enumerate(row)}
        frame = np.zeros((3, 3))
        for k in (1, 2, 3):
            frame[k - 1, axis[k][0]] = axis[k][1]
        return round(np.linalg.det(frame))

    for mirrored in (False, True):
        turns = {turn(numbered(np.random.default_rng(seed), mirrored)) for seed in range(30)}
        assert len(turns) == 1


def test_a_drawn_die_shows_as_many_dots_on_top_as_it_is_said_to():
    plain = replace(
        make(np.random.default_rng(3)), body=np.full(3, 220.0), inks=np.zeros((6, 3)), round=0.05, ball=0.87,
        radius=0.08, spread=0.25, ace=1.0, shine=0.0, metal=0.0, clear=0.0, veins=None, dotted=True,
    )  # fmt: skip
    for seed in range(8):
        rng = np.random.default_rng(seed)
        canvas, owner = np.full((200, 200, 3), 120, np.float32), np.zeros((200, 200), np.int32)
        lamp = np.array([[0.0, 0.0, 1.0]])
        view = PipCamera(*looking(np.pi / 2, 0.0, 60.0, 80 * 60.0, (100.0, 100.0)), lamp, np.array([0.5]), 0.5)
        number, x, y, size, area = draw_die(rng, canvas, owner, view, plain, (0.0, 0.0, 0.4), 1.0, 7)
        dark = ((canvas.max(2) < 60) & (owner == 7)).astype(np.uint8)
        assert cv2.connectedComponents(dark)[0] - 1 == number
        assert (owner == 7).sum() == area
        assert (x, y) == pytest.approx((49.75, 49.75), abs=0.5)
        assert size == pytest.approx(80 / FINER, rel=0.05)


# ---- counting


def test_a_die_belongs_to_the_label_whose_box_it_lies_in():
    label = LabelledTop(4, (40, 40, 60, 60))
    assert judged_tops([label], (top(4),))[0][0] == "right"
    assert judged_tops([label], (top(5),))[0][0] == "silent"
    assert judged_tops([label], (top(5, 0.5),))[0][0] == "asked"
    assert [v for v, _, _ in judged_tops([label], (top(4, at=(90.0, 50.0)),))] == ["missed", "silent"]
    assert [v for v, _, _ in judged_tops([label], (top(4, 0.5, at=(90.0, 50.0)),))] == ["missed"]


def test_a_line_that_is_no_label_is_refused_with_the_line(tmp_path):
    file = tmp_path / "a.txt"
    file.write_text("3 0.5 0.5 0.1 0.2\n\n")
    assert labels_of(file, (100, 200)) == [LabelledTop(4, (90.0, 40.0, 110.0, 60.0))]
    for bad in ("three 0.5 0.5 0.1 0.1", "7 0.5 0.5 0.1 0.1"):
        file.write_text(bad)
        with pytest.raises(ValueError, match=r"a\.txt"):
            labels_of(file, (100, 200))


def test_the_commands_read_and_count(tmp_path, pictures):
    cv2.imwrite(str(tmp_path / "a.jpg"), pictures[0].image)
    rows = [f"{int(n) - 1} {x / 128} {y / 128} {s / 200} {s / 200}" for n, x, y, s in pictures[0].dice if n]
    (tmp_path / "a.txt").write_text("\n".join(rows))
    counted = json.loads(CliRunner().invoke(app, ["bench", "pips", str(tmp_path), "--json"]).output)
    assert counted["of"] >= len(rows)
    read = CliRunner().invoke(app, ["read", "pips", str(tmp_path / "a.jpg"), "--json"])
    assert json.loads(read.output)["image"] == "a.jpg"
    none = CliRunner().invoke(app, ["bench", "pips", str(tmp_path / "nowhere")])
    assert none.exit_code == 1
    lost = CliRunner().invoke(app, ["read", "pips", str(tmp_path / "a.txt")])
    assert lost.exit_code == 1
    assert "not a picture" in lost.output


# ---- photographs


def test_dice_on_photographs_are_read_and_sides_are_not_taken_for_tops():
    folder = REAL / "matteop65__Dice_Detection_Recognition" / "valid"
    if not folder.is_dir():
        pytest.skip("the real photographs are not here")
    reader, verdicts = PipReader(), []
    for file in sorted(folder.glob("*.jpg"))[:8]:
        image = cv2.imread(str(file))
        truth = labels_of(file.with_suffix(".txt"), image.shape)
        verdicts += [verdict for verdict, _, _ in judged_tops(truth, reader.read(image, (30, 80)).dice)]
    assert verdicts.count("right") >= 0.8 * len(verdicts)
    assert verdicts.count("silent") <= 1
