"""Any deck is taught on the page: ready made or typed, shown picture by picture, and read where it lies."""

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from engine.core.match import Match
from tablelight.cli.main import app
from tablelight.perception.camera_worker import CameraWorker
from tablelight.perception.card_reader import CardObserver
from tablelight.session.record import Record
from tablelight.session.table import GameTable
from tablelight.setup.paths import deck_file
from tablelight.texts.catalogues import catalogue
from tablelight.web.views.choose_deck import plans, typed_plan
from tablelight.web.views.teach_dice import Teaching
from tablelight.web.views.teach_page import teach_sections
from tests.tablelight.web.views.test_teach_deck import StillCamera
from vision.camera.frames import Frame
from vision.cards.deck_plan import READY_MADE, DeckPlan
from vision.cards.readings import card_json
from vision.cards.taught import TaughtDeck
from vision.errors import TeachingError
from vision.training.cards.painting import OWN_FONTS
from vision.training.cards.tables import InventedTable, PrintedDeck
from vision.training.families.design import design_of
from vision.training.families.families import CardFamily
from vision.training.families.other_decks import FewColours, PlayingDeck

pytestmark = pytest.mark.long

TYPED = {"deck": "ours at home", "colours": "red, yellow, green", "values": "4-6", "specials": "wild"}
COURT = DeckPlan("four cards", ("hearts", "spades"), ("A", "K"), own_art=True)


@pytest.fixture
def camera() -> StillCamera:
    return StillCamera()


@pytest.fixture
def begin(tmp_path: Path, camera: StillCamera) -> Callable[[], Teaching]:
    """The teaching page of the table, as after a start of the program."""
    table = GameTable(lambda: Record.open(tmp_path / "record.db"))
    table.new_match(Match.new("roll_and_color", ["Ann"]))

    def started() -> Teaching:
        eyes = CameraWorker(camera, table, tmp_path / "tables" / "ours.json", deck=deck_file("ours", tmp_path))
        teaching = Teaching(eyes)
        teaching.act("teach-kind", {"kind": "cards"})
        return teaching

    return started


def page(teaching: Teaching) -> str:
    return str(teach_sections(teaching, may_write=True))


def teach(teaching: Teaching, camera: StillCamera, table: InventedTable) -> None:
    for number, shown in enumerate(table.lessons(), 1):
        camera.image = shown.image
        teaching.act("deck-picture", {})
        assert "Is each one the card named below it" in page(teaching), teaching.deck.said
        teaching.act("deck-yes", {"picture": str(number)})


def test_a_ready_made_deck_is_one_tap_and_asks_for_its_own_cards(begin: Callable[[], Teaching]) -> None:
    teaching = begin()
    assert "Picture 1 of 7" in page(teaching) and "the Spectrum deck" in page(teaching)
    teaching.act("deck-plan", {"deck": "four-colours"})
    shown = page(teaching)
    assert "Picture 1 of 5" in shown and "red 0" in shown and "blue 3" in shown
    assert "16 cards are shown, in 5 pictures." in shown and "so none fits this one" in shown


def test_names_are_typed_and_what_is_wrong_with_them_is_said_beside_them(
    begin: Callable[[], Teaching],
) -> None:
    teaching = begin()
    teaching.act("deck-typing", {})
    assert 'name="colours"' in page(teaching)
    teaching.act("deck-typed", {**TYPED, "specials": "wild, Wild"})
    assert "same name" in page(teaching) and 'value="red, yellow, green"' in page(teaching)
    teaching.act("deck-typed", TYPED)
    assert "Picture 1 of 2" in page(teaching) and "yellow 5" in page(teaching) and "wild" in page(teaching)


def test_ranges_are_counted_out() -> None:
    plan = typed_plan({**TYPED, "values": "A-C; 9 - 11, +2"})
    assert plan.values == ("A", "B", "C", "9", "10", "11", "+2")
    with pytest.raises(TeachingError, match="more different cards"):
        typed_plan({**TYPED, "values": "1-999"})


def test_a_ready_made_deck_has_the_names_of_the_readers_language() -> None:
    from engine.core.language import speaking

    with speaking(catalogue("de")):
        assert [*plans([])["playing-cards"].colours] == ["Herz", "Karo", "Pik", "Kreuz"]
        assert plans([READY_MADE["phases"].spoken()]).keys() == READY_MADE.keys()
    assert plans([COURT])[COURT.digest] is COURT


def test_a_typed_deck_of_three_colours_is_taught_in_two_pictures_and_told_where_it_lies(
    begin: Callable[[], Teaching], camera: StillCamera, tmp_path: Path
) -> None:
    """Four cards and the back are shown; one that never was is named by its colour and its number."""
    teaching, plan = begin(), typed_plan(TYPED)
    look = design_of(CardFamily("full", "plain"), 3, OWN_FONTS, usual=True)
    table = InventedTable(np.random.default_rng(5), FewColours(look, plan), plan)
    teaching.act("deck-typing", {})
    teaching.act("deck-typed", TYPED)
    teach(teaching, camera, table)
    assert "The cards of this table are known." in page(teaching)
    camera.image = table._row([plan.parse("green 4"), plan.parse("wild"), plan.parse("red 6")], "led").image
    teaching.act("deck-look", {})
    assert all(f"<figcaption>{name}</figcaption>" in page(teaching) for name in ("green 4", "wild", "red 6"))
    # Games go by the Spectrum deck alone, and say which one does not fit.
    assert not deck_file("ours", tmp_path).exists()
    observer = CardObserver(deck_file("ours", tmp_path))
    assert not [*observer.see(Frame(camera.image, 0.0, 0))]
    assert observer.trouble is not None and "ours at home does not fit" in observer.trouble
    again = begin()
    assert ">ours at home</button>" in page(again)
    again.act("deck-plan", {"deck": plan.digest})
    assert "The cards of this table are known." in page(again)


def test_playing_cards_are_shown_one_by_one_and_told_where_they_lie(
    begin: Callable[[], Teaching], camera: StillCamera
) -> None:
    teaching = begin()
    deck: PrintedDeck = PlayingDeck(4, OWN_FONTS[2])
    table = InventedTable(np.random.default_rng([4, 52]), deck, COURT)
    teaching.deck._choose(COURT)
    teach(teaching, camera, table)
    camera.image = table._row([COURT.parse("spades K"), COURT.parse("hearts A")], "led").image
    teaching.act("deck-look", {})
    assert all(f"<figcaption>{name}</figcaption>" in page(teaching) for name in ("spades K", "hearts A"))


def test_a_pulled_plug_costs_no_picture_and_pictures_of_one_deck_are_never_anothers(
    begin: Callable[[], Teaching], camera: StillCamera
) -> None:
    teaching, plan = begin(), typed_plan(TYPED)
    look = design_of(CardFamily("full", "plain"), 3, OWN_FONTS, usual=True)
    teaching.act("deck-typing", {})
    teaching.act("deck-typed", TYPED)
    camera.image = InventedTable(np.random.default_rng(5), FewColours(look, plan), plan).lessons()[0].image
    teaching.act("deck-picture", {})
    teaching.act("deck-yes", {"picture": "1"})
    after = begin()
    for given, count in ((TYPED, 1), ({**TYPED, "values": "7-9"}, 0)):
        after.act("deck-typing", {})
        after.act("deck-typed", given)
        assert len(after.deck.lessons) == count
        after.deck._shown = []


def test_a_deck_whose_names_are_in_a_file_is_taught_and_read_by_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLELIGHT_DATA", str(tmp_path))
    plan = typed_plan(TYPED)
    look = design_of(CardFamily("full", "plain"), 3, OWN_FONTS, usual=True)
    table = InventedTable(np.random.default_rng(5), FewColours(look, plan), plan)
    (tmp_path / "names.json").write_text(json.dumps(plan.to_json()))
    labels = []
    for number, shown in enumerate([*table.lessons(), table._row([plan.parse("green 4")], "led")]):
        cv2.imwrite(str(tmp_path / f"{number}.png"), shown.image)
        cards = [card_json(one.card, one.card is None) for one in shown.cards]
        labels.append({"image": f"{number}.png", "kind": "teach" if number < 2 else "draw", "cards": cards})
    (tmp_path / "labels.json").write_text(json.dumps(labels))

    def run(*words: str) -> str:
        return CliRunner().invoke(app, [*words, "--table", "home"]).output

    pictures = [str(tmp_path / f"{number}.png") for number in range(3)]
    named = ("--labels", str(tmp_path / "labels.json"), "--deck")
    assert "No deck is called 'tarot'" in run("teach", "cards", *pictures, *named, "tarot")
    assert "knows its deck now, from 5 cards" in run("teach", "cards", *pictures, *named, str(tmp_path / "names.json"))
    assert "green 4\n" in run("read", "cards", pictures[2], "--deck", "ours at home")
    assert "No deck of cards has been taught" in run("read", "cards", pictures[2])


def test_a_brought_in_deck_of_another_kind_leaves_the_games_deck_alone(
    begin: Callable[[], Teaching], tmp_path: Path
) -> None:
    from tests.tablelight.web.views.test_teach_deck import a_deck

    teaching = begin()
    ours = a_deck()
    other = TaughtDeck(a_deck((*COURT.to_show(), None)).samples, plan=COURT)
    for deck in (ours, other):
        teaching._eyes.learn_deck(deck)
    assert TaughtDeck.load(deck_file("ours", tmp_path)).plan.ours
    shelf = teaching._eyes.shelf
    assert shelf is not None and shelf.others() == [COURT] and shelf.of(COURT).taught()
