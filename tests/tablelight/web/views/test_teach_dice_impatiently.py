"""Dice are taught by impatient people: names that changed places, programs that are ended, disks that are full."""

import errno
import json
from dataclasses import replace

import numpy as np
import pytest

from engine.components.hues import Hue
from tablelight.perception.dice_pictures import DiceAlbum, DiceAlbums
from tablelight.web.teachings import MOST_PHONES, Teachings
from tablelight.web.views.teach_dice import Teaching
from tablelight.web.views.teach_page import teach_sections
from tests.tablelight.web.views.test_teach_dice import SIZE, camera, eyes, show  # noqa: F401
from vision.dice import lesson_pictures
from vision.dice.lessons import Lesson, NamedDie
from vision.dice.pose import DiePose
from vision.dice.taught import TaughtDice
from vision.simulation import teaching_pictures

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def pictures():
    return list(teaching_pictures(("d6",), size=SIZE))


def page(teaching):
    return teach_sections(teaching, may_write=True)


def swapped(picture, one=0, other=1):
    """The names of two dice, one said of the other."""
    tops = [die.top for die in picture.dice]
    return {tops[one]: tops[other], tops[other]: tops[one]}


def neighbours(picture):
    """Two dice of the picture whose hues are next to each other among the cubes'."""
    tops = [die.top for die in picture.dice]
    return next((a, b) for a in range(3) for b in range(3) if (tops[b] - tops[a]) % 12 == 2)


def across(first, second):
    """Names for two pictures in which two dice with neighbouring hues changed places."""
    last = max(first.dice, key=lambda die: die.top).top
    near = min(second.dice, key=lambda die: (die.top - last) % 12).top
    return {last: near}, {near: last}


def tops(pictures):
    return [[die.top for die in one.dice] for one in pictures]


# ---- names


def test_neighbours_whose_names_changed_places_are_asked_about_and_to_insist_comes_last(eyes, camera, pictures):  # noqa: F811
    teaching = Teaching(eyes)
    show(teaching, camera, pictures[0], swapped(pictures[0], *neighbours(pictures[0])))
    assert "look as if their names had changed places; did they?" in page(teaching)
    assert page(teaching).index("Name them again") < page(teaching).index("The names are right")
    assert teaching.lessons == [] and "These are all" not in page(teaching)
    teaching.act("close", {})
    assert "did they?" in page(teaching), "the Escape key answers nothing"
    teaching.act("teach-anew", {})
    assert teaching.still is not None and teaching.named == [] and "These are all" in page(teaching)


def test_whoever_insists_on_the_names_is_believed_and_asked_no_more(eyes, camera, pictures, tmp_path):  # noqa: F811
    teaching = Teaching(eyes)
    for picture in pictures:
        show(teaching, camera, picture, swapped(picture, *neighbours(picture)))
        teaching.act("teach-sure", {})
    assert teaching.said.startswith("Learned"), teaching.said
    taught = TaughtDice.load(tmp_path / "tables" / "ours.json").kinds["d6"]
    assert len(taught.mixtures) == 4, "four of them look as another is called"


def test_names_that_changed_places_are_put_right_by_one_tap(eyes, camera, pictures, tmp_path):  # noqa: F811
    teaching = Teaching(eyes)
    for picture in pictures:
        show(teaching, camera, picture, swapped(picture, *neighbours(picture)))
        assert "Swap the two names" in page(teaching)
        teaching.act("teach-swap", {})
    assert teaching.said.startswith("Learned"), teaching.said
    taught = TaughtDice.load(tmp_path / "tables" / "ours.json").kinds["d6"]
    assert np.abs(taught.ratios).max() < 0.5 and not taught.mixtures, "it was taught as the dice are"


def test_names_that_changed_places_between_two_pictures_are_put_right_in_both(
    eyes,  # noqa: F811
    camera,  # noqa: F811
    pictures,
    monkeypatch,
):
    first, second = pictures
    here, there = across(first, second)
    teaching = Teaching(eyes)
    show(teaching, camera, first, here)
    show(teaching, camera, second, there)
    assert teaching.asked
    learned = []
    monkeypatch.setattr(eyes, "learn", lambda lessons, mat: learned.extend(lessons) or TaughtDice("a4"))
    teaching.act("teach-swap", {})
    assert tops(learned) == tops(pictures)


def test_nothing_is_swapped_once_the_question_was_answered_otherwise(eyes, camera, pictures):  # noqa: F811
    first, second = pictures
    here, there = across(first, second)
    teaching = Teaching(eyes)
    show(teaching, camera, first, here)
    show(teaching, camera, second, there)
    assert teaching.asked
    teaching.act("teach-anew", {})
    before = teaching.lessons
    teaching.act("teach-swap", {})
    assert teaching.lessons == before and not teaching.asked and not teaching.learned


def test_whoever_says_that_dice_lie_flat_which_look_otherwise_is_believed_and_the_names_are_looked_at_all_the_same(
    eyes,  # noqa: F811
    camera,  # noqa: F811
    pictures,
    tmp_path,
    monkeypatch,
):
    leans = DiePose(0.1, 0, 0.9, 0, 0)
    monkeypatch.setattr(lesson_pictures.PoseClassifier, "classify", lambda _, table, spots, sizes: [leans] * len(spots))
    teaching = Teaching(eyes, album=DiceAlbum(tmp_path / "album"))
    show(teaching, camera, pictures[0], swapped(pictures[0], *neighbours(pictures[0])))
    assert teaching.asked and "looks as if it leaned" in page(teaching)
    assert page(teaching).index("Another picture") < page(teaching).index("They lie flat")
    assert "The names are right" not in page(teaching) and "Swap" not in page(teaching)
    teaching.act("teach-sure", {})
    assert teaching.asked and "did they?" in page(teaching) and "They lie flat" not in page(teaching)
    teaching.act("teach-swap", {})
    assert [(one.lies_flat, one.insisted) for one in teaching.lessons] == [(True, False)], "asked once a picture"
    again = Teaching(eyes, album=DiceAlbum(tmp_path / "album"))
    assert [one.lies_flat for one in again.lessons] == [True], "also after the program was ended"
    show(again, camera, pictures[1])
    assert again.asked and "looks as if it leaned" in page(again), "what was said holds for one picture"
    again.act("teach-drop", {})
    assert not again.asked and again.still is None and len(again.lessons) == 1


def test_a_yes_answers_only_a_question_that_was_asked(eyes, camera, pictures):  # noqa: F811
    teaching = Teaching(eyes)
    camera.image = pictures[0].image
    teaching.act("teach-picture", {})
    teaching.act("tap", {"x": "0.5", "y": "0.5"})
    teaching.act("teach-name", {"hue": "R"})
    teaching.act("teach-sure", {})
    assert teaching.lessons == [] and len(teaching.named) == 1


def test_names_that_changed_places_between_two_pictures_are_asked_about(eyes, camera, pictures):  # noqa: F811
    first, second = pictures
    here, there = across(first, second)
    teaching = Teaching(eyes)
    show(teaching, camera, first, here)
    assert len(teaching.lessons) == 1, teaching.said
    show(teaching, camera, second, there)
    assert teaching.asked and "changed places" in teaching.said and len(teaching.lessons) == 1
    assert "picture 1 and picture 2" in teaching.said
    teaching.act("teach-drop", {})
    assert "The picture before, again" in page(teaching)
    teaching.act("teach-back", {})
    assert teaching.lessons == []
    for picture in pictures:
        show(teaching, camera, picture)
    assert teaching.said.startswith("Learned")


def test_names_of_before_a_restart_are_asked_about_at_the_end_and_nothing_is_lost(
    eyes,  # noqa: F811
    camera,  # noqa: F811
    pictures,
    tmp_path,
):
    album = DiceAlbum(tmp_path / "phone")
    first, second = pictures
    here, there = across(first, second)
    show(Teaching(eyes, album=album), camera, first, here)
    teaching = Teaching(eyes, album=DiceAlbum(tmp_path / "phone"))
    show(teaching, camera, second, there)
    assert teaching.asked and len(teaching.lessons) == 2 and not eyes.taught()
    assert "The picture before, again" in page(teaching) and "The names are right" in page(teaching)
    teaching.act("teach-sure", {})
    assert teaching.said.startswith("Learned") and eyes.taught()


def test_names_of_before_a_restart_are_put_right_by_one_tap_and_stay_so(
    eyes,  # noqa: F811
    camera,  # noqa: F811
    pictures,
    tmp_path,
    monkeypatch,
):
    first, second = pictures
    here, there = across(first, second)
    show(Teaching(eyes, album=DiceAlbum(tmp_path / "phone")), camera, first, here)
    teaching = Teaching(eyes, album=DiceAlbum(tmp_path / "phone"))
    show(teaching, camera, second, there)
    with monkeypatch.context() as full:
        full.setattr(TaughtDice, "save", no_space)
        teaching.act("teach-swap", {})
    assert "Free some space" in teaching.said
    teaching = Teaching(eyes, album=DiceAlbum(tmp_path / "phone"))
    assert tops(teaching.lessons) == tops(pictures)
    teaching.act("teach-learn", {})
    assert teaching.said.startswith("Learned") and eyes.taught()


# ---- pictures


def test_no_old_picture_is_named_while_the_camera_is_gone(eyes, camera, pictures):  # noqa: F811
    teaching = Teaching(eyes)
    camera.image, camera.fault = pictures[0].image, "The camera 0 has stopped; trying to open it again."
    teaching.act("teach-picture", {})
    assert teaching.still is None and teaching.said == camera.fault and "has stopped" in page(teaching)


def test_a_dark_picture_is_refused_and_only_that_one_is_taken_again(eyes, camera, pictures):  # noqa: F811
    teaching = Teaching(eyes)
    show(teaching, camera, pictures[0])
    show(teaching, camera, replace(pictures[1], image=(0.12 * pictures[1].image).astype(np.uint8)))
    assert "too dark" in page(teaching) and "Picture 2: " in page(teaching) and len(teaching.lessons) == 1
    assert teaching.still is None and "The names are right" not in page(teaching)


# ---- back, and the disk


def no_space(*_):
    raise OSError(errno.ENOSPC, "No space left on device")


def test_the_picture_before_is_named_again_and_the_other_kind_of_dice_stays(eyes, camera, pictures):  # noqa: F811
    teaching = Teaching(eyes)
    twelve = Lesson(np.zeros((2, 2, 3), np.uint8), (NamedDie("d12", Hue.R, (1, 1)),), "picture 1")
    teaching.lessons = [twelve]
    assert "The picture before, again" not in page(teaching)
    show(teaching, camera, pictures[0])
    teaching.act("teach-back", {})
    assert teaching.lessons == [twelve]
    show(teaching, camera, pictures[0])
    teaching.act("teach-over", {})
    assert teaching.lessons == [twelve] and len(teaching.missing()) == 6


def test_a_full_disk_costs_nobody_the_pictures(eyes, camera, pictures, monkeypatch):  # noqa: F811
    teaching = Teaching(eyes)
    with monkeypatch.context() as broken:
        broken.setattr(TaughtDice, "save", no_space)
        for picture in pictures:
            show(teaching, camera, picture)
    assert "Free some space" in teaching.said and "once more" not in teaching.said
    assert "Keep them now" in page(teaching)
    teaching.act("teach-learn", {})
    assert teaching.said.startswith("Learned") and eyes.taught()


# ---- after a restart


def test_dice_shown_before_the_program_was_killed_need_not_be_shown_again(eyes, camera, pictures):  # noqa: F811
    show(Teachings(eyes).of("phone", cards=False), camera, pictures[0])
    again = Teachings(eyes).of("phone", cards=False)
    assert {die.top for die in again.lessons[0].dice} == {die.top for die in pictures[0].dice}
    show(again, camera, pictures[1])
    assert again.said.startswith("Learned") and eyes.taught()
    assert not list(eyes.lessons_folder.rglob("*.png")), "what was learned is kept no longer"
    assert Teachings(eyes).of("phone", cards=False).lessons == []


def test_another_phone_goes_on_with_its_own_and_one_without_a_ticket_keeps_nothing(eyes, camera, pictures):  # noqa: F811
    show(Teachings(eyes).of("phone", cards=False), camera, pictures[0])
    assert Teachings(eyes).of("other", cards=False).lessons == []
    show(Teachings(eyes).of("", cards=False), camera, pictures[1])
    assert len(list(eyes.lessons_folder.rglob("*.png"))) == 1
    assert "phone" not in [file.name for file in eyes.lessons_folder.iterdir()], "a ticket is a secret"


def test_from_the_beginning_is_from_the_beginning_after_a_restart_too(eyes, camera, pictures):  # noqa: F811
    first = Teachings(eyes).of("phone", cards=False)
    show(first, camera, pictures[0])
    first.act("teach-over", {})
    assert Teachings(eyes).of("phone", cards=False).lessons == []


def lesson(*hues, shade=0):
    image = np.full((4, 6, 3), shade, np.uint8)
    return Lesson(image, tuple(NamedDie("d6", hue, (1.5, 2.0)) for hue in hues), f"picture {shade}", shade % 2 == 1)


def test_what_was_kept_comes_back_as_it_was(tmp_path):
    kept = [lesson(Hue.R, Hue.O, shade=1), lesson(Hue.B, shade=2)]
    DiceAlbum(tmp_path).keep(kept, mat=False)
    back, mat = DiceAlbum(tmp_path).lessons()
    assert not mat and [(one.dice, one.name, one.insisted) for one in back] == [
        (one.dice, one.name, one.insisted) for one in kept
    ]
    assert all((a.image == b.image).all() for a, b in zip(back, kept, strict=True))


def test_names_never_stand_beside_another_picture_wherever_the_plug_is_pulled(tmp_path, monkeypatch):
    album = DiceAlbum(tmp_path)
    one, other, third = lesson(Hue.R, shade=2), lesson(Hue.B, shade=4), lesson(Hue.Y, shade=6)
    album.keep([one, other], mat=True)
    shades = {one.dice: 2, other.dice: 4, third.dice: 6}

    def pulled(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as plug:
        plug.setattr("tablelight.perception.dice_pictures.write_json", pulled)
        with pytest.raises(KeyboardInterrupt):
            album.keep([other, third], mat=True)
    back, _ = DiceAlbum(tmp_path).lessons()
    assert [shades[kept.dice] for kept in back] == [int(kept.image[0, 0, 0]) for kept in back] == [2, 4]
    later = DiceAlbum(tmp_path)
    kept, _ = later.lessons()
    later.keep([kept[1], third], mat=True)
    back, _ = DiceAlbum(tmp_path).lessons()
    assert [shades[kept.dice] for kept in back] == [int(kept.image[0, 0, 0]) for kept in back] == [4, 6]
    assert len(list(tmp_path.glob("*.png"))) == 2


@pytest.mark.parametrize(
    "damage",
    [
        "{",
        "[]",
        json.dumps({"mat": True, "lessons": [{"picture": "0.png"}]}),
        json.dumps({"mat": True, "lessons": [{"picture": "0.png", "name": "", "dice": 3, "insisted": False}]}),
    ],
)
def test_a_damaged_file_begins_anew(tmp_path, damage):
    DiceAlbum(tmp_path).keep([lesson(Hue.R)], mat=True)
    (tmp_path / "named.json").write_text(damage)
    assert DiceAlbum(tmp_path).lessons() == ([], True)


def test_a_damaged_picture_ends_what_is_known_and_the_ones_before_stay(tmp_path):
    DiceAlbum(tmp_path).keep([lesson(Hue.R), lesson(Hue.B)], mat=True)
    (tmp_path / "1.png").write_bytes(b"no picture")
    assert len(DiceAlbum(tmp_path).lessons()[0]) == 1


def test_pictures_of_phones_that_never_came_back_do_not_fill_the_disk(tmp_path):
    albums = DiceAlbums(tmp_path, MOST_PHONES)
    for n in range(MOST_PHONES + 6):
        albums.of(f"phone {n}").keep([lesson(Hue.R)], mat=True)
    assert len(list(tmp_path.iterdir())) <= MOST_PHONES + 1


def test_a_disk_that_refuses_costs_only_what_a_restart_would(tmp_path):
    (tmp_path / "file").write_text("no folder")
    album = DiceAlbum(tmp_path / "file" / "phone")
    album.keep([lesson(Hue.R)], mat=True)
    assert album.lessons() == ([], True)
