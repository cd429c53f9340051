"""Dice on a table without a mat are read against what was taught there; where that cannot be sure, it asks."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.components.hues import Hue
from vision.camera.frames import Frame
from vision.dice.hue_order import hues_of
from vision.dice.lessons import Lesson, NamedDie
from vision.dice.markerless.pigments import light_of, refuse_wrong_names, without_glare
from vision.dice.markerless.reader import MarkerlessReader, reader_of, watcher_of
from vision.dice.markerless.taught import MarkerlessDice, load_taught
from vision.dice.markerless.teaching import teach_markerless
from vision.errors import ASKED, TaughtFileError, TeachingError
from vision.geometry.mat import mats
from vision.photometry.srgb import LINEAR
from vision.simulation import LAMPS, ROLL_AND_COLOR, RestingDie, SimulatedCamera, SimulatedTable, teaching_sets
from vision.simulation.page import page
from vision.simulation.pinhole import Pinhole
from vision.simulation.solids import SIZE_MM
from vision.training.dice.trays import InventedTray

SIZE = (1280, 720)
INKS = {patch.name: LINEAR[np.array(patch.srgb[::-1])] for patch in mats()[0].patches}
NOMINAL_CUBES = 0.8 * np.array([INKS[hue.title] for hue in hues_of("d6")]) * [0.9, 1.0, 1.1]


def bare_camera(table):
    camera = SimulatedCamera(table, size=SIZE)
    camera.hide_mat()
    return camera


def taught_here(table, camera, sets=None):
    out = []
    for number, dice in enumerate(sets or teaching_sets()):
        table.place(dice)
        there = table.truth(number).dice.values()
        named = tuple(NamedDie(d.kind, d.top, camera.pixels(d.x, d.y, SIZE_MM[d.kind])) for d in there)
        out.append(Lesson(camera.read(float(number)), named, f"picture {number + 1}"))
    return out


@pytest.fixture(scope="module")
def lessons():
    table = SimulatedTable(seed=1)
    return taught_here(table, bare_camera(table))


@pytest.fixture(scope="module")
def bare(lessons):
    return teach_markerless(lessons)


def judged(bare, camera, table, now):
    """How many dice of the table are right, asked, missed and silently wrong; and the reading."""
    reading = MarkerlessReader(bare).read(camera.read(now))
    counts = [0, 0, 0, 0]
    for die in table.truth(now).dice.values():
        at = camera.pixels(die.x, die.y, SIZE_MM[die.kind])
        near = [one for one in reading.dice if np.hypot(*np.subtract(one.center_px, at)) < 22]
        if not near:
            counts[2] += 1
        elif near[0].status != "ok":
            counts[1] += 1
        else:
            counts[0 if (near[0].kind, near[0].top) == (die.kind, die.top) else 3] += 1
    return counts, reading


@pytest.mark.parametrize("lamp", [pytest.param("daylight", marks=pytest.mark.slow), "warm"])
def test_nine_dice_are_read_or_asked_about_and_never_wrong(bare, lamp):
    table = SimulatedTable(ROLL_AND_COLOR, seed=1)
    camera = bare_camera(table)
    camera.lamp = lamp
    table.roll(0.0)
    (right, asked, missed, silent), reading = judged(bare, camera, table, table.busy_until() + 1)
    assert silent == missed == 0 and right >= 5 and right + asked == 9, [d.to_json() for d in reading.dice]


def test_the_camera_s_tilt_and_the_order_on_the_d12_are_learned_from_the_dice(bare):
    assert bare.camera_pose.down == pytest.approx(-np.radians(13), abs=np.radians(8))
    assert abs(bare.camera_pose.across) < np.radians(6)
    assert bare.kinds["d12"].ring is not None


def two_cubes(camera, table):
    """A picture of a red and a blue top, and where they lie (px)."""
    table.place_dice([RestingDie(0, "d6", Hue.R, 120, 100, 0.3), RestingDie(1, "d6", Hue.B, 190, 100, 0.3)])
    there = table.truth(1.0).dice.values()
    return camera.read(1.0), [camera.pixels(d.x, d.y, SIZE_MM[d.kind]) for d in there]


def test_where_the_table_looks_quite_unlike_the_teaching_every_die_is_asked_about(bare):
    table = SimulatedTable(("d6", "d6"), seed=1)
    image, tops = two_cubes(bare_camera(table), table)
    newspaper = np.random.default_rng(1).integers(20, 230, (18, 32, 3), np.uint8)
    other = cv2.resize(newspaper, image.shape[1::-1], interpolation=cv2.INTER_NEAREST)
    for x, y in tops:
        kept = slice(int(y) - 50, int(y) + 50), slice(int(x) - 50, int(x) + 50)
        other[kept] = image[kept]
    reading = MarkerlessReader(bare).read(other)
    assert "light-unknown" in [t.code for t in reading.troubles]
    assert not any(die.status == "ok" for die in reading.dice)


def test_the_same_table_in_dim_light_is_known_again_and_nothing_is_read_wrongly(bare):
    table = SimulatedTable(("d6", "d6"), seed=1)
    camera = bare_camera(table)
    camera.lamp = LAMPS["dim"]
    two_cubes(camera, table)
    (right, asked, _, silent), reading = judged(bare, camera, table, 1.0)
    assert (right + asked, silent) == (2, 0) and not reading.troubles


def test_a_camera_that_was_moved_nearer_is_said_and_nothing_is_read_wrongly(bare):
    table = SimulatedTable(("d6", "d6"), seed=1)
    camera = bare_camera(table)
    camera.view = Pinhole.above(page().size, camera.size, fill=0.86)
    table.place_dice([RestingDie(0, "d6", Hue.R, 120, 100, 0.3), RestingDie(1, "d6", Hue.B, 190, 100, 0.3)])
    counts, reading = judged(bare, camera, table, 1.0)
    assert "camera-moved" in [t.code for t in reading.troubles] and counts[3] == 0


def asked_without_colour(reader, image):
    """A picture says what is missing once its colours are gone, and no die in it is taken for known."""
    gray = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    assert "no-colour" not in [t.code for t in reader.read(image).troubles]
    reading = reader.read(gray)
    assert "no-colour" in [t.code for t in reading.troubles] and reading.dice
    assert not any(die.status == "ok" for die in reading.dice)


def test_dice_without_colour_are_asked_about_and_the_camera_is_named(bare):
    table = SimulatedTable(ROLL_AND_COLOR, seed=1)
    table.roll(0.0)
    asked_without_colour(MarkerlessReader(bare), bare_camera(table).read(table.busy_until() + 1))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, 5])
def test_dice_without_colour_are_asked_about_on_invented_trays(seed):
    tray = InventedTray(np.random.default_rng(seed))
    reader = MarkerlessReader(teach_markerless(taught_on_a_tray(tray)))
    for _ in range(3):
        asked_without_colour(reader, tray.roll().image)


def test_a_black_picture_and_an_empty_table_are_told_apart(bare):
    reader = MarkerlessReader(bare)
    dark = reader.read(np.zeros((720, 1280, 3), np.uint8))
    assert [t.code for t in dark.troubles] == ["dark"] and not dark.registered
    empty = reader.read(bare_camera(SimulatedTable(("d6",))).read(0.0))
    assert empty.dice == () and empty.registered


def taught_on_a_tray(tray):
    return [
        Lesson(shown.image, tuple(NamedDie(die.kind, die.hue, die.top) for die in shown.dice))
        for shown in tray.teaching()
    ]


@pytest.mark.slow
def test_where_the_camera_looks_from_aside_tops_are_told_from_the_sides_that_face_it():
    tray = InventedTray(np.random.default_rng(21))
    away = np.array([*np.add(tray.mat.play[:2], np.divide(tray.mat.play[2:], 2)), 0.0]) - tray.eye
    from_aside = np.arccos(-away[2] / np.linalg.norm(away))
    lessons = taught_on_a_tray(tray)
    bare = teach_markerless(lessons)
    assert from_aside > np.radians(24)
    assert np.hypot(bare.camera_pose.across, bare.camera_pose.down) == pytest.approx(from_aside, abs=np.radians(5))
    for lesson in lessons:  # each shows the hue that it was taught with
        seen = MarkerlessReader(bare).read(lesson.image).dice
        assert len(seen) == len(lesson.dice)
        for die in seen:
            at = min(lesson.dice, key=lambda named: np.hypot(*np.subtract(named.center_px, die.center_px)))
            assert (die.kind, die.candidates[0][0]) == (at.kind, at.top)


def upright(lesson):
    """The same by a phone that stands upright."""
    height = lesson.image.shape[0]
    dice = (replace(die, center_px=(height - 1 - die.center_px[1], die.center_px[0])) for die in lesson.dice)
    return replace(lesson, image=cv2.rotate(lesson.image, cv2.ROTATE_90_CLOCKWISE), dice=tuple(dice))


def test_a_phone_that_stands_upright_reads_cubes_as_well():
    cubes = (one for one in taught_on_a_tray(InventedTray(np.random.default_rng(7))) if one.dice[0].kind == "d6")
    lessons = [upright(one) for one in cubes]
    reader = MarkerlessReader(teach_markerless(lessons))
    read = [die.status for one in lessons for die in reader.read(one.image).dice]
    assert len(read) == 6 and read.count("ok") >= 5  # of twelve trays three ask about one of theirs


@pytest.mark.parametrize("seed", [2, pytest.param(5, marks=pytest.mark.slow)])
def test_six_cubes_alone_tell_from_where_the_camera_looks(seed):
    table = SimulatedTable(seed=seed)
    camera = bare_camera(table)
    bare = teach_markerless([shown for shown in taught_here(table, camera) if shown.dice[0].kind == "d6"])
    assert (bare.camera_pose.across, bare.camera_pose.down) == pytest.approx((0, -np.radians(13)), abs=np.radians(4.6))


@pytest.mark.slow
def test_one_die_turned_from_hue_to_hue_teaches_its_kind():
    table = SimulatedTable(seed=4)
    camera = bare_camera(table)
    for kind in ("d6", "d12"):
        bare = teach_markerless(taught_here(table, camera, [[(kind, hue)] for hue in hues_of(kind)]))
        assert (bare.camera_pose.across, bare.camera_pose.down) == pytest.approx(
            (0, -np.radians(13)), abs=np.radians(4.6)
        )


@pytest.mark.slow
def test_a_kind_s_size_is_told_by_how_it_looks_beside_the_other_where_it_was_not_measured():
    tray = InventedTray(np.random.default_rng(18))
    sizes = {kind: make.size for kind, make in tray.makes.items()}
    lessons = taught_on_a_tray(tray)
    shapes = {kind: known.shape for kind, known in teach_markerless(lessons).kinds.items()}
    # Of nine other trays the farthest was 8.4 % off.
    assert shapes["d12"].size / shapes["d6"].size == pytest.approx(sizes["d12"] / sizes["d6"], rel=0.1)
    measured = teach_markerless(lessons, sizes).kinds
    assert {kind: known.shape.size for kind, known in measured.items()} == sizes


@pytest.mark.slow
def test_kinds_taught_one_after_the_other_are_known_together_whatever_their_sizes():
    """Each teaching takes its dice for usually large: as these cubes are nearly as large as the twelve-sided dice, the
    camera seemed to stand elsewhere, and the cubes were forgotten."""
    tray = InventedTray(np.random.default_rng(7))
    lessons = taught_on_a_tray(tray)
    cubes, twelve = (teach_markerless([one for one in lessons if one.dice[0].kind == kind]) for kind in ("d6", "d12"))
    both = cubes.joined(twelve)
    sizes = {kind: known.shape.size for kind, known in both.kinds.items()}
    assert sizes["d12"] / sizes["d6"] == pytest.approx(tray.makes["d12"].size / tray.makes["d6"].size, rel=0.08)
    right = 0
    for lesson in lessons:
        for die in MarkerlessReader(both).read(lesson.image).dice:
            at = min(lesson.dice, key=lambda named: np.hypot(*np.subtract(named.center_px, die.center_px)))
            assert die.top in (None, at.top)
            right += die.top is at.top
    assert right > 12  # of 18


@pytest.mark.slow
def test_most_dice_of_a_hard_tray_are_read_in_other_lamps_light_and_none_wrongly():
    tray = InventedTray(np.random.default_rng(3))
    lessons = taught_on_a_tray(tray)
    cubes, twelve = (teach_markerless([one for one in lessons if one.dice[0].kind == kind]) for kind in ("d6", "d12"))
    reader, right = MarkerlessReader(cubes.joined(twelve)), 0
    for roll in (tray.roll() for _ in range(4)):
        for die in reader.read(roll.image).dice:
            at = min(roll.dice, key=lambda one: np.hypot(*np.subtract(one.top, die.center_px)))
            assert die.top in (None, at.hue)
            right += die.top is at.hue
    assert right >= 18  # of 36


def test_a_lamp_that_a_top_mirrored_a_little_in_teaching_is_no_pigment():
    colours = {"d6": NOMINAL_CUBES.copy()}
    clean = without_glare(colours, *light_of(colours))["d6"]
    colours["d6"][1] += 0.2
    cleaned = without_glare(colours, *light_of(colours))["d6"]
    assert np.abs(cleaned[1] - clean[1]).max() < 0.07
    assert np.abs(np.delete(cleaned, 1, 0) - np.delete(clean, 1, 0)).max() < 0.03


def test_a_top_that_shows_little_but_a_lamp_is_refused():
    colours = {"d6": NOMINAL_CUBES.copy()}
    colours["d6"][3] = 0.25 * colours["d6"][3] + 0.75
    with pytest.raises(TeachingError, match="lamp is mirrored in the green top of the cube") as raised:
        without_glare(colours, *light_of(colours))
    assert raised.value.code == "glare"


def renamed(lessons, names, **more):
    """The same pictures, with other names for the d12s."""
    return [replace(one.with_names("d12", names), **more) for one in lessons]


@pytest.mark.slow
def test_two_names_that_changed_places_are_asked_about_and_whoever_insists_is_believed():
    tray = InventedTray(np.random.default_rng(570002))
    lessons = [one for one in taught_on_a_tray(tray) if one.dice[0].kind == "d12"]
    one, other = hues_of("d12")[4:6]
    swapped = renamed(lessons, {one: other, other: one})
    with pytest.raises(TeachingError, match="look as if their names had changed places; did they") as asked:
        teach_markerless(swapped)
    assert asked.value.code in ASKED and one.title in str(asked.value) and other.title in str(asked.value)
    insisted = renamed(lessons, {one: other, other: one}, insisted=True)
    assert teach_markerless(insisted).kinds.keys() == teach_markerless(lessons).kinds.keys() == {"d12"}


@pytest.mark.slow
def test_a_camera_without_colours_cannot_be_taught(lessons):
    gray = [
        replace(one, image=cv2.cvtColor(cv2.cvtColor(one.image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR))
        for one in lessons
    ]
    with pytest.raises(TeachingError, match="look gray"):
        teach_markerless(gray)


def test_tops_that_look_gray_are_no_colours(lessons):
    gray = {"d6": np.full((6, 3), 0.4) * np.linspace(0.6, 1.4, 6)[:, None]}
    with pytest.raises(TeachingError, match="look gray"):
        refuse_wrong_names(gray, np.ones(3), lessons)


def test_a_kind_that_was_not_taught_is_said(bare):
    cubes = replace(bare, kinds={"d6": bare.kinds["d6"]})
    table = SimulatedTable(("d12",), seed=1)
    camera = bare_camera(table)
    table.place_dice([RestingDie(0, "d12", Hue.R, 150, 100, 0.3)])
    reading = MarkerlessReader(cubes).read(camera.read(1.0))
    assert "not-taught" in [t.code for t in reading.troubles] and not any(d.status == "ok" for d in reading.dice)


def test_a_roll_is_watched_without_a_mat(bare):
    table = SimulatedTable(("d6", "d6", "d6"), seed=4)
    camera = bare_camera(table)
    watcher = watcher_of(reader_of(bare))
    table.roll(0.5)
    events = []
    for n in range(int((table.busy_until() + 1) * 15)):
        events += watcher.see(Frame(camera.read(n / 15), n / 15, n))
    kinds = [event.event for event in events]
    assert "rolling" in kinds and kinds[-1] == "settled" and len(events[-1].reading.dice) == 3


def test_a_missing_die_is_refused(lessons):
    blank = Lesson(bare_camera(SimulatedTable(("d6",))).read(0.0), lessons[0].dice, "picture 1")
    with pytest.raises(TeachingError, match="can be found"):
        teach_markerless([blank, *lessons[1:2]])


def test_what_was_taught_survives_the_file_and_a_damaged_one_is_refused(bare, tmp_path):
    bare.save(tmp_path / "t.json")
    again = load_taught(tmp_path / "t.json")
    assert isinstance(again, MarkerlessDice) and again.to_json() == bare.to_json()
    for change in (
        {"version": 99},
        {"ground": [1, 2]},
        {"stance": [0, 0, 0]},
        {"backdrop": [1.0]},
        {"kinds": {"d6": 1}},
    ):
        (tmp_path / "t.json").write_text(json.dumps(bare.to_json() | change))
        with pytest.raises(TaughtFileError):
            load_taught(tmp_path / "t.json")
