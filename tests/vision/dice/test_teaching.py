"""Dice are taught from pictures; a picture with a fault is refused with the reason."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.components.hues import Hue
from vision.dice import lesson_pictures
from vision.dice.detector import DieDetection
from vision.dice.hue_order import arrangements, rings
from vision.dice.lesson_pictures import PreparedLesson, named_detections, prepare
from vision.dice.lessons import Lesson, NamedDie
from vision.dice.pose import DiePose, PoseClassifier
from vision.dice.taught import TaughtDice
from vision.dice.teaching import teach
from vision.errors import ASKED, NOT_FLAT, TaughtFileError, TeachingError
from vision.simulation import RestingDie, SimulatedCamera, SimulatedTable
from vision.simulation.solids import SIZE_MM

SIZES = {"d6": 16.0, "d12": 20.0}


def refusal(lessons):
    with pytest.raises(TeachingError) as caught:
        teach(lessons, SIZES)
    return caught.value


def test_what_was_taught_survives_the_file(taught, tmp_path):
    taught.save(tmp_path / "t.json")
    again = TaughtDice.load(tmp_path / "t.json")
    assert again.to_json() == taught.to_json()
    before = taught.to_json()
    for kind in before["kinds"].values():
        del kind["doubt"]
    assert not TaughtDice.from_json(before).kinds["d6"].doubt, "a file of before it was kept"
    assert not list(tmp_path.glob("*.draft"))


def test_the_order_of_hues_on_the_d12_is_learned(taught):
    ring = taught.kinds["d12"].ring
    assert sorted(ring) == list(range(12))
    assert ring[0] == Hue.R and ring[11] == Hue.G


def test_every_arrangement_puts_opposite_hues_on_opposite_faces():
    for kind, count in (("d6", 2), ("d12", 768)):
        options = arrangements(kind)
        assert len(options) == count
        around = rings(kind, options[count // 2])
        hues = len(around)
        for hue, ring in enumerate(around):
            assert hue not in ring and (hue + hues // 2) % hues not in ring


def test_a_hue_taught_twice_is_refused(lessons):
    assert refusal([*lessons, lessons[0]]).code == "twice"


def test_a_hue_left_out_is_refused_by_name(lessons):
    error = refusal(lessons[:1])
    assert error.code == "incomplete"
    assert "green, blue, purple" in str(error)


def test_a_missing_die_is_refused(lessons):
    empty = replace(lessons[1], image=lessons[2].image)
    assert refusal([lessons[0], empty, *lessons[2:]]).code == "missing"


def stood(rests):
    """A picture of dice that stand just so."""
    table = SimulatedTable(seed=1)
    table.place_dice(rests)
    return SimulatedCamera(table, size=(1280, 720)), table


def lesson_with(*rests, kinds=None):
    camera, _ = stood(rests)
    dice = [
        NamedDie(kind, rest.top, camera.pixels(rest.x, rest.y, SIZE_MM[rest.kind] + rest.above))
        for rest, kind in zip(rests, kinds or [rest.kind for rest in rests], strict=True)
    ]
    return Lesson(camera.read(1.0), tuple(dice))


def refused_at_once(lesson):
    with pytest.raises(TeachingError) as caught:
        prepare([lesson])
    return caught.value


@pytest.mark.parametrize(
    ("mine", "cube", "said"), [(0.35, 0.1, "top"), (0.15, 0.5, "top"), (0.15, 0.9, "wrong-kind"), (0.0, 0.5, "missing")]
)
def test_where_a_die_was_tapped_the_likeliest_is_taken_though_its_side_looks_surer(monkeypatch, mine, cube, said):
    """A side that is seen more plainly than its top, half a die away, does not stand in its place."""
    side, top = (DieDetection("d12", (x, 100.0), 0.0, 20.0, there) for x, there in ((117.0, 0.36), (100.0, mine)))
    other = DieDetection("d6", (100.0, 100.0), 0.0, 16.0, cube)
    spots = sorted((side, other, *([top] if mine else [])), key=lambda spot: -spot.there)
    monkeypatch.setattr(lesson_pictures, "_at", lambda _, spot, die: spot.pixel == die.center_px)
    lesson = Lesson(np.zeros((4, 4, 3), np.uint8), (NamedDie("d12", Hue.R, (100.0, 100.0)),))
    one = PreparedLesson(lesson, None, None, None, tuple(spots))
    try:
        assert named_detections(one, "d12") == [top] and said == "top"
    except TeachingError as error:
        assert error.code == said


def test_a_die_of_another_kind_is_refused_with_what_is_seen_there():
    error = refused_at_once(lesson_with(RestingDie(0, "d12", Hue.R, 150, 100, 0.3), kinds=["d6"]))
    assert error.code == "wrong-kind" and "I see a twelve-sided die" in str(error)


def test_a_die_that_was_tapped_is_outlined_though_no_network_finds_it(monkeypatch):
    monkeypatch.setattr(lesson_pictures.DiceDetector, "detect", lambda *_: [])
    rests = [RestingDie(0, "d6", Hue.R, 120, 100, 0.3), RestingDie(1, "d12", Hue.B, 200, 100, 0.3)]
    (one,) = prepare([replace(lesson_with(*rests), insisted=True)])
    for rest, spot in zip(rests, one.spots, strict=True):
        assert spot.kind == rest.kind and abs(spot.size - SIZE_MM[rest.kind]) <= 1.5
        assert np.hypot(*(one.table.foot(spot.pixel, spot.size) - [rest.x, rest.y])) < 1.5
    error = refused_at_once(replace(lesson_with(rests[0]), dice=(NamedDie("d6", Hue.R, (900.0, 500.0)),)))
    assert error.code in ("missing", "no-dice"), "nothing lies there"


def test_a_leaning_die_is_asked_about_and_whoever_says_that_it_lies_flat_is_believed():
    leaning = lesson_with(RestingDie(0, "d6", Hue.R, 120, 100, 0.3, 0.45), RestingDie(1, "d6", Hue.B, 200, 100, 0.3))
    error = refused_at_once(leaning)
    assert error.code == "leaning" in NOT_FLAT and "Lay it flat" in str(error)
    assert prepare([replace(leaning, lies_flat=True)])
    misnamed = mixed_up(replace(leaning, lies_flat=True), Hue.R, Hue.B)
    assert refused_at_once(misnamed).code in ASKED, "the names are looked at all the same"


@pytest.mark.parametrize("odd", [1, 3])
def test_one_die_that_looks_as_if_it_stood_on_another_is_asked_about_and_three_are_of_a_make_that_looks_so(
    odd, monkeypatch
):
    raised, flat = DiePose(0.08, 0, 0, 0.92, 0), DiePose(1, 0, 0, 0, 0)
    poses = [raised if k < odd else flat for k in range(3)]
    monkeypatch.setattr(PoseClassifier, "classify", lambda _, table, spots, sizes: poses[: len(spots)])
    rests = [RestingDie(k, "d6", hue, 80 + 60 * k, 100, 0.3) for k, hue in enumerate((Hue.R, Hue.B, Hue.Y))]
    lesson = lesson_with(*rests)
    if odd == 3:
        assert prepare([lesson])
    else:
        error = refused_at_once(lesson)
        assert error.code == "stacked" in NOT_FLAT and "say so" in str(error)


def test_dice_that_were_mixed_up_are_refused():
    lesson = lesson_with(RestingDie(0, "d6", Hue.R, 120, 100, 0.3), RestingDie(1, "d6", Hue.G, 200, 100, 0.3))
    swapped = replace(lesson, dice=(replace(lesson.dice[0], top=Hue.G), replace(lesson.dice[1], top=Hue.R)))
    assert prepare([lesson])
    error = refused_at_once(swapped)
    assert error.code == "mistaken" and "named green looks red" in str(error).lower()


@pytest.mark.parametrize(
    "code, spoilt",
    [
        ("dark", lambda image: (0.12 * image).astype(np.uint8)),
        ("blurred", lambda image: cv2.GaussianBlur(image, (0, 0), 3)),
        ("too-bright", lambda image: np.clip(1.6 * image, 0, 255).astype(np.uint8)),
    ],
)
def test_a_picture_from_which_nothing_good_can_be_learned_is_refused_with_what_to_do(code, spoilt):
    lesson = lesson_with(RestingDie(0, "d6", Hue.R, 120, 100, 0.3), RestingDie(1, "d6", Hue.G, 200, 100, 0.3))
    error = refused_at_once(replace(lesson, image=spoilt(lesson.image)))
    assert error.code == code and "take the picture again" in str(error)


def mixed_up(lesson, one, other):
    """The same picture, two dice named as each other."""
    names = {one: other, other: one}
    return replace(lesson, dice=tuple(replace(die, top=names.get(die.top, die.top)) for die in lesson.dice))


@pytest.mark.parametrize("one, other", [(Hue.R, Hue.O), (Hue.O, Hue.Y)])
def test_cubes_of_neighbouring_hues_that_were_mixed_up_are_asked_about_and_who_insists_is_believed(one, other):
    lesson = lesson_with(
        *(RestingDie(n, "d6", hue, 70 + 70 * n, 100, 0.3 * n) for n, hue in enumerate((Hue.R, Hue.O, Hue.Y)))
    )
    assert prepare([lesson])
    error = refused_at_once(mixed_up(lesson, one, other))
    assert error.code == "mixed-up" and "look as if their names had changed places; did they?" in str(error)
    assert prepare([replace(mixed_up(lesson, one, other), insisted=True)])


def test_dice_that_were_mixed_up_in_two_pictures_are_asked_about_with_both():
    red, orange = (
        replace(lesson_with(RestingDie(0, "d6", hue, 150, 100, 0.3)), name=hue.name) for hue in (Hue.R, Hue.O)
    )
    wrong = [mixed_up(one, Hue.R, Hue.O) for one in (red, orange)]
    assert len(prepare(wrong[:1])) == len(prepare(wrong[1:])) == 1
    with pytest.raises(TeachingError, match="R and O: the cube named") as caught:
        prepare(wrong)
    assert caught.value.code == "mixed-up"


def test_a_die_of_quite_another_hue_is_taught_as_it_is_called_by_who_insists():
    lesson = lesson_with(RestingDie(0, "d6", Hue.R, 120, 100, 0.3), RestingDie(1, "d6", Hue.G, 200, 100, 0.3))
    assert prepare([replace(mixed_up(lesson, Hue.R, Hue.G), insisted=True)])


@pytest.mark.parametrize("count", [1, 2, 5])
def test_one_to_five_dice_make_a_picture_named_in_any_order(count):
    hues = (Hue.P, Hue.R, Hue.Y, Hue.B, Hue.O)[:count]
    lesson = lesson_with(*(RestingDie(n, "d6", hue, 60 + 42 * n, 100, 0.4 * n) for n, hue in enumerate(hues)))
    assert len(named_detections(prepare([replace(lesson, dice=lesson.dice[::-1])])[0], "d6")) == count


def test_no_mat_is_refused(lessons):
    blank = replace(lessons[0], image=np.full_like(lessons[0].image, 120))
    assert refusal([blank, *lessons[1:]]).code == "no-mat"


def test_a_damaged_or_newer_file_is_refused_with_a_sentence(taught, tmp_path):
    path = tmp_path / "t.json"
    path.write_text("{")
    with pytest.raises(TaughtFileError, match="damaged"):
        TaughtDice.load(path)
    path.write_text(json.dumps(taught.to_json() | {"version": 99}))
    with pytest.raises(TaughtFileError, match="newer"):
        TaughtDice.load(path)
    with pytest.raises(TaughtFileError, match="No dice have been taught"):
        TaughtDice.load(tmp_path / "absent.json")
