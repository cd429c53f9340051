"""A deck is taught by impatient people: wrong cards, two phones, pages that close, a disk that is full."""

import errno
import json
import threading
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from engine.components.cards import Card
from engine.core.match import Match
from tablelight.cli.main import app
from tablelight.perception.camera_worker import CameraWorker
from tablelight.session.record import Record
from tablelight.session.seats import new_ticket
from tablelight.session.table import GameTable
from tablelight.setup.paths import deck_file
from tablelight.web.dependencies import PageContext
from tablelight.web.server import TICKET
from tablelight.web.views.confirm_cards import asking_section
from tablelight.web.views.looking import Surroundings
from tablelight.web.views.teach_deck import DeckTeaching, steps
from tests.tablelight.visitors import CODE, act, connect, until, visitor
from tests.tablelight.web.views.test_teach_deck import StillCamera, a_deck
from vision.cards import lesson_places
from vision.cards.readings import card_json
from vision.cards.taught import TaughtDeck
from vision.dice.teaching import TaughtDice
from vision.training.cards.tables import CardPicture, InventedTable

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def as_they_lie() -> list[CardPicture]:
    return InventedTable(np.random.default_rng(20)).lessons()


@pytest.fixture(scope="module")
def pictures(as_they_lie: list[CardPicture]) -> list[np.ndarray]:
    return [one.image for one in as_they_lie]


@pytest.fixture
def camera() -> StillCamera:
    return StillCamera()


@pytest.fixture
def eyes(tmp_path: Path, camera: StillCamera) -> CameraWorker:
    table = GameTable(lambda: Record.open(tmp_path / "record.db"))
    table.new_match(Match.new("spectrum_casino", ["Ann", "Ben"]))
    return CameraWorker(camera, table, tmp_path / "tables" / "ours.json", deck=deck_file("ours", tmp_path))


@pytest.fixture
def teaching(eyes: CameraWorker) -> DeckTeaching:
    return DeckTeaching(eyes)


def say_yes(teaching: DeckTeaching, to: int) -> None:
    """As a phone does that shows the picture with this number."""
    teaching.act("deck-yes", {"picture": str(to)})


def show(teaching: DeckTeaching, camera: StillCamera, image: np.ndarray) -> None:
    """Lay the cards, take the picture, look at it and say yes."""
    camera.image = image
    teaching.act("deck-picture", {})
    assert "Is each one the card named below it" in teaching.section(), teaching.said
    say_yes(teaching, teaching._taken)


def show_all(teaching: DeckTeaching, camera: StillCamera, pictures: list[np.ndarray]) -> None:
    for image in pictures:
        show(teaching, camera, image)


def test_every_card_is_shown_large_over_its_name_before_the_yes(teaching, camera, pictures) -> None:
    camera.image = pictures[0]
    teaching.act("deck-picture", {})
    shown = teaching.section()
    assert shown.count("<figcaption>") == 4 and "red-orange 2" in shown


def point(teaching: DeckTeaching, at: np.ndarray) -> None:
    """Tap there (px of the whole picture)."""
    showing = teaching._corners or teaching._pointing
    ((x, y),) = showing.part.shown(at)
    teaching.act("tap", {"x": str(x), "y": str(y)})


def test_cards_that_are_not_found_are_pointed_at_and_the_corners_set_right_even_after_a_restart(
    teaching, eyes, camera, as_they_lie, monkeypatch
) -> None:
    shown = as_they_lie[0]
    middles = [one.corners.mean(0) for one in sorted(shown.cards, key=lambda one: float(one.corners[0, 0]))]
    camera.image = shown.image
    for bar in ("SIDES", "_MAYBE"):
        monkeypatch.setattr(lesson_places, bar, 1.01)  # as if no outline were clear
    monkeypatch.setattr(lesson_places, "seen_alone", lambda _flat: [])  # nor the network sure
    monkeypatch.setattr(lesson_places, "places_beside", lambda _flat, _known: [])
    teaching.act("deck-picture", {})
    before, stage = teaching.section().split("tapstage")
    assert "none can be found" in before and "red-orange 2" not in stage
    point(teaching, middles[1])
    teaching.act("deck-untap", {})
    for middle in middles:
        assert "tap the middle of this one" in teaching.section()
        point(teaching, middle)
    assert teaching.section().count("<figcaption>") == 4
    teaching.act("deck-corners", {"card": "1"})
    assert teaching.section().count('data-act="deck-corner"') == 4
    part, corner = teaching._corners.part, teaching._corners.outline[2] + np.array([5, 9])
    (at,) = part.shown(corner)
    teaching.act("deck-corner", {"corner": "2", "x": str(at[0]), "y": str(at[1])})
    assert np.allclose(teaching._corners.outline[2], corner)
    point(teaching, corner + 3)
    assert np.allclose(teaching._corners.outline[2], corner + 3), "the nearest corner goes where somebody taps"
    teaching.act("deck-outlined", {})
    assert teaching.section().count("<figcaption>") == 4
    say_yes(teaching, teaching._taken)
    (again,) = DeckTeaching(eyes).lessons
    assert [one.points for one in again.cards] == [one.points for one in teaching.lessons[0].cards]
    assert [len(one.points) for one in again.cards] == [1, 4, 1, 1]


def test_whoever_taps_bare_mat_is_asked_for_the_corners_and_nothing_is_taught_of_it(
    teaching, camera, as_they_lie
) -> None:
    back = as_they_lie[-1]
    camera.image = back.image
    teaching.act("deck-picture", {})
    assert "should show 4 cards, but only 1 can be found" in teaching.section()
    for beside in (0, 280, 280, -280):
        point(teaching, back.cards[0].corners.mean(0) + np.array([beside, 0]))
    shown = teaching.section()
    assert "nothing like a card where" in shown and "There it lies" in shown
    teaching.act("deck-uncorner", {})
    shown = teaching.section()
    assert "nothing like a card where" in shown and shown.index("No, I lay them anew") < shown.index("Yes, each is")


def test_the_same_cards_again_are_refused_at_once_and_what_was_shown_before_is_kept(teaching, camera, pictures) -> None:
    show(teaching, camera, pictures[0])
    teaching.act("deck-picture", {})
    assert "look the same" in teaching.said and "take that picture again" in teaching.said
    assert len(teaching.lessons) == 1 and "Picture 2 of 7" in teaching.section()


def test_a_picture_that_was_said_yes_to_by_mistake_is_taken_again(teaching, camera, pictures) -> None:
    show(teaching, camera, pictures[0])
    show(teaching, camera, pictures[1])
    assert "The picture before, again" in teaching.section()
    teaching.act("deck-back", {})
    assert len(teaching.lessons) == 1 and "Picture 2 of 7" in teaching.section()


@pytest.fixture(scope="module")
def swapped() -> list[np.ndarray]:
    """The first two pictures; in the second two cards lie in each other's places."""
    table = InventedTable(np.random.default_rng(20))
    rows = ("R1", "RO2", "O3", "OY4"), ("Y5", "G7", "YG6", "GB8")
    return [table._row([Card.parse(name) for name in row], "led").image for row in rows]


def test_cards_in_each_others_places_are_asked_about_and_yes_is_not_the_first_button(
    teaching, camera, pictures, swapped
) -> None:
    show(teaching, camera, pictures[0])
    camera.image = swapped[1]
    teaching.act("deck-picture", {})
    shown = teaching.section()
    assert "Did two cards change places, yellow-green 6 and green 7?" in shown
    assert shown.index("No, I lay them anew") < shown.index("Yes, each is the one named below it")
    assert "Yes, all of them" not in shown
    teaching.act("deck-again", {})
    assert "changed places" not in teaching.section() and "Picture 2 of 7" in teaching.section()


def test_whoever_insists_on_odd_colours_is_believed_and_not_asked_again(teaching, camera, pictures, swapped) -> None:
    show(teaching, camera, pictures[0])
    show(teaching, camera, swapped[1])
    show(teaching, camera, pictures[2])
    assert len(teaching.lessons) == 3
    camera.image = pictures[3]
    teaching.act("deck-picture", {})
    assert "changed places" not in teaching.section()


def test_a_card_that_should_have_lain_in_the_picture_before_is_asked_about_with_the_way_back(teaching, camera) -> None:
    table = InventedTable(np.random.default_rng(20))
    for row in (("R1", "RO2", "O3", "Y5"), ("OY4", "YG6", "G7", "GB8")):
        camera.image = table._row([Card.parse(name) for name in row], "led").image
        teaching.act("deck-picture", {})
        shown = teaching.section()
        teaching.act("deck-yes", {"picture": str(teaching._taken)})
    assert "Did two cards change places, orange-yellow 4 and yellow 5?" in shown
    assert "take that picture again" in shown


@pytest.mark.slow
def test_the_command_refuses_labels_that_are_mixed_up_until_somebody_insists(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("TABLELIGHT_DATA", str(tmp_path))
    shown = InventedTable(np.random.default_rng(20)).lessons()
    names = [[card_json(one.card, one.card is None) for one in picture.cards] for picture in shown]
    names[1][1], names[1][2] = names[1][2], names[1][1]
    files = [str(tmp_path / f"{k}.png") for k in range(len(shown))]
    for file, picture in zip(files, shown, strict=True):
        cv2.imwrite(file, picture.image)
    labels = [{"image": Path(f).name, "kind": "teach", "cards": row} for f, row in zip(files, names, strict=True)]
    (tmp_path / "labels.json").write_text(json.dumps(labels))
    teach = ["teach", "cards", *files, "--table", "home", "--labels", str(tmp_path / "labels.json")]
    refused = CliRunner().invoke(app, teach)
    assert refused.exit_code == 1 and not deck_file("home").exists()
    assert "Did two cards change places, green 7 and yellow-green 6?" in refused.output
    assert "--as-named" in refused.output
    assert CliRunner().invoke(app, [*teach, "--as-named"]).exit_code == 0 and deck_file("home").exists()


def test_no_old_picture_is_taken_while_the_camera_is_gone(teaching, camera, pictures) -> None:
    camera.image, camera.fault = pictures[0], "The camera 0 has stopped; trying to open it again."
    teaching.act("deck-picture", {})
    assert teaching.said == camera.fault and "Is each one the card named below it" not in teaching.section()


def test_a_second_tap_says_yes_to_nothing_that_was_not_looked_at(teaching, camera, pictures) -> None:
    camera.image = pictures[0]
    teaching.act("deck-picture", {})
    say_yes(teaching, to=0)
    assert teaching.lessons == []
    say_yes(teaching, to=1)
    camera.image = pictures[1]
    teaching.act("deck-picture", {})
    say_yes(teaching, to=1)  # the other phone's yes to the picture before
    assert len(teaching.lessons) == 1


def test_a_picture_that_waits_for_its_yes_is_not_taken_away_by_another_phone(teaching, camera, pictures) -> None:
    camera.image = pictures[0]
    teaching.act("deck-picture", {})
    camera.image = np.full((720, 1280, 3), 120, np.uint8)
    teaching.act("deck-picture", {})
    say_yes(teaching, to=1)
    assert len(teaching.lessons) == 1


def test_a_full_disk_costs_nobody_the_seven_pictures(teaching, camera, pictures, monkeypatch, tmp_path) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(TaughtDeck, "save", full)
        show_all(teaching, camera, pictures)
    assert "Free some space" in teaching.said and "No space left on device" in teaching.said
    assert "Keep them now" in teaching.section()
    teaching.act("deck-learn", {})
    assert teaching.said.startswith("Learned") and len(TaughtDeck.load(deck_file("ours", tmp_path)).samples) == 25


def test_a_deck_that_is_known_is_not_taught_over_by_a_slip(teaching, eyes, camera, pictures) -> None:
    show_all(teaching, camera, pictures)
    assert teaching.said.startswith("Learned")
    shown = teaching.section()
    assert "known" in shown and "Picture 1 of" not in shown
    teaching.act("deck-begin", {})
    assert "Picture 1 of 7" in teaching.section() and "Leave it" in teaching.section()
    teaching.act("deck-over", {})
    assert "Picture 1 of" not in teaching.section()


def test_from_the_beginning_is_the_first_picture_also_where_a_deck_is_known(teaching, eyes, camera, pictures) -> None:
    eyes.learn_deck(a_deck())
    teaching.act("deck-begin", {})
    show(teaching, camera, pictures[0])
    assert 'data-act="deck-first"' in teaching.section()
    teaching.act("deck-first", {})
    assert "Picture 1 of 7" in teaching.section() and "Leave it" in teaching.section()


def test_a_deck_that_was_taught_over_comes_back_with_a_tap_and_so_does_the_other(teaching, eyes, tmp_path) -> None:
    file = deck_file("ours", tmp_path)
    eyes.learn_deck(a_deck())
    first = file.read_bytes()
    assert "deck of before" not in teaching.section()
    eyes.learn_deck(a_deck((*reversed(steps()[0]), *[card for step in steps()[1:] for card in step])))
    second = file.read_bytes()
    assert first != second and "Use the deck of before" in teaching.section()
    teaching.act("deck-before", {})
    assert file.read_bytes() == first and "before" in teaching.said
    teaching.act("deck-before", {})
    assert file.read_bytes() == second


def test_a_damaged_deck_is_not_called_known_and_never_becomes_the_one_before(teaching, eyes, tmp_path) -> None:
    file = deck_file("ours", tmp_path)
    eyes.learn_deck(a_deck())
    eyes.learn_deck(a_deck())
    before = file.with_suffix(".before.npz").read_bytes()
    file.write_bytes(b"PK half a deck")
    assert "Picture 1 of 7" in teaching.section()
    eyes.learn_deck(a_deck())
    assert file.with_suffix(".before.npz").read_bytes() == before


def test_a_pulled_plug_costs_nobody_the_pictures_shown_so_far(teaching, eyes, camera, pictures, tmp_path) -> None:
    show(teaching, camera, pictures[0])
    show(teaching, camera, pictures[1])
    again = DeckTeaching(eyes)
    assert "Picture 3 of 7" in again.section()
    again.act("deck-back", {})
    assert "Picture 2 of 7" in DeckTeaching(eyes).section()
    show_all(again, camera, pictures[1:])
    assert again.said.startswith("Learned")
    assert not list(tmp_path.rglob("*.png")) and DeckTeaching(eyes).lessons == []


def test_who_says_how_large_the_cards_are_is_believed_also_after_a_restart(teaching, eyes, camera, pictures) -> None:
    camera.image = pictures[0]
    teaching.act("deck-picture", {})
    assert "63 × 88 mm" in teaching.section() and "hardly see" not in teaching.section()
    assert "dark sheet of paper" in asking_section(replace(teaching._waiting, faint=True), "", 1, first=True)
    teaching.act("deck-size", {"wide": "63", "high": ""})
    assert "in millimetres" in teaching.said and teaching._waiting is not None
    teaching.act("deck-size", {"size": "65x90"})
    assert "65 × 90 mm" in teaching.section(), teaching.said
    say_yes(teaching, teaching._taken)
    again = DeckTeaching(eyes)
    assert again.lessons[0].size_mm == (65, 90)
    camera.image = pictures[1]
    again.act("deck-picture", {})
    assert again._waiting is not None and again._waiting.size_mm == (65, 90), "of the whole deck"


def test_what_is_damaged_of_them_is_shown_once_more(teaching, eyes, camera, pictures, tmp_path) -> None:
    show(teaching, camera, pictures[0])
    show(teaching, camera, pictures[1])
    (kept,) = tmp_path.rglob("1.png")
    kept.write_bytes(kept.read_bytes()[:2000])
    assert "Picture 2 of 7" in DeckTeaching(eyes).section()
    kept.write_bytes(cv2.imencode(".png", np.full((720, 1280, 3), 90, np.uint8))[1].tobytes())
    assert "Picture 2 of 7" in DeckTeaching(eyes).section()


def test_from_the_beginning_is_from_the_beginning_after_a_restart_too(teaching, eyes, camera, pictures) -> None:
    show(teaching, camera, pictures[0])
    teaching.act("deck-over", {})
    assert "Picture 1 of 7" in DeckTeaching(eyes).section()


# ---- on phones


@pytest.fixture
def context(eyes: CameraWorker) -> PageContext:
    lights = SimpleNamespace(places=lambda board: [], shown=lambda board: ({}, 1.0))
    return PageContext(eyes._table, CODE, lights, Surroundings(camera=True), eyes=eyes)


def phone(context: PageContext):
    client = visitor(context)
    client.cookies.set(context.cookie_name, context.cookie)
    client.cookies.set(TICKET, new_ticket())
    return client


def test_a_page_that_is_closed_in_the_middle_goes_on_where_it_was(context, camera, pictures) -> None:
    client = phone(context)
    camera.image = pictures[0]
    with connect(client, "cards") as socket:
        until(socket, "teach", "Picture 1 of 7")
        act(socket, "deck-picture")
        until(socket, "teach", "named below it")
        act(socket, "deck-yes", picture="1")
        until(socket, "teach", "Picture 2 of 7")
    with connect(client, "cards") as socket:
        until(socket, "teach", "Picture 2 of 7")


def test_two_phones_that_teach_the_cards_show_the_same_picture_to_take(context, camera, pictures) -> None:
    camera.image = pictures[0]
    with connect(phone(context), "cards") as one, connect(phone(context), "cards") as other:
        until(other, "teach", "Picture 1 of 7")
        act(one, "deck-picture")
        until(other, "teach", "named below it")
        act(other, "deck-yes", picture="1")
        until(one, "teach", "Picture 2 of 7")


def test_dice_that_were_named_wait_for_a_phone_that_fell_asleep(context, camera, pictures) -> None:
    client = phone(context)
    camera.image = pictures[0]
    with connect(client, "teach") as socket:
        until(socket, "teach", "Teach the dice")
        act(socket, "teach-picture")
        act(socket, "tap", x="0.5", y="0.5")
        act(socket, "teach-name", hue="R")
        until(socket, "teach", "tapmark")
    with connect(client, "teach") as socket:
        until(socket, "teach", "tapmark")
    with connect(phone(context), "teach") as other:
        assert "tapmark" not in until(other, "teach", "Teach the dice")


def test_while_somebody_teaches_the_game_is_told_nothing_and_says_why(context, eyes, camera, pictures) -> None:
    frame = SimpleNamespace(image=pictures[0], time=0.0, index=1)
    with connect(phone(context), "cards") as socket:
        until(socket, "teach", "Picture 1 of 7")
        eyes._watch(frame)
        assert "being taught" in eyes._table.snapshot.troubles["teaching"]
    eyes._watch(frame)
    assert "teaching" not in eyes._table.snapshot.troubles


def test_whoever_may_only_watch_holds_nothing_up_with_the_teaching_page(context, eyes, pictures) -> None:
    with connect(visitor(context), "cards") as socket:
        until(socket, "teach", "code")
        assert not eyes.resting()


def test_a_teaching_page_that_was_left_open_holds_the_game_up_for_ten_minutes_at_most(context, eyes) -> None:
    now = [0.0]
    context.teachings._clock = lambda: now[0]
    context.teachings.touched(page := object())
    assert eyes.resting()
    now[0] = 601.0
    assert not eyes.resting()
    context.teachings.touched(page)
    assert eyes.resting()
    context.teachings.closed(page)
    assert not eyes.resting()


def test_what_a_phone_teaches_while_an_answer_is_learned_is_not_put_back(eyes, tmp_path, monkeypatch) -> None:
    """One phone plays and answers, another one teaches the dice."""
    old, anew, refined = (TaughtDice("a4", {}) for _ in range(3))
    eyes.use(old)
    teacher = threading.Thread(target=lambda: eyes.use(anew))

    def refining(self: TaughtDice, news: object) -> TaughtDice:
        teacher.start()
        teacher.join(timeout=0.3)
        return refined

    monkeypatch.setattr(TaughtDice, "refined", refining)
    eyes._learn_answers((("die", None),))
    teacher.join()
    assert eyes.knows is anew


def test_while_the_deck_is_learned_the_page_says_so_and_has_nothing_to_tap(
    teaching, camera, pictures, monkeypatch
) -> None:
    """On a Raspberry Pi it takes as long as it takes somebody in a hurry to tap three times."""
    seen: list[tuple[str, int]] = []

    def learning(lessons: object, plan: object) -> TaughtDeck:
        seen.append((teaching.section(), teaching.version))
        return a_deck()

    monkeypatch.setattr("tablelight.web.views.teach_deck.teach_cards", learning)
    show_all(teaching, camera, pictures[:-1])
    before = teaching.version
    show(teaching, camera, pictures[-1])
    ((shown, version),) = seen
    assert "Learning your cards" in shown and "<button" not in shown and version > before + 1
    assert "Learned" in teaching.section()
