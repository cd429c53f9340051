"""The page asks for the whole deck picture by picture, and goes on only after a yes."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.match import Match
from tablelight.eyes import Eyes
from tablelight.page.teach import Teaching, teach_sections
from tablelight.page.teach_deck import steps
from tablelight.page.views import Looking, Place, sections
from tablelight.paths import deck_file
from tablelight.record import Record
from tablelight.referee import RefereeState
from tablelight.table import Snapshot, Table
from vision.cards.deck import TaughtDeck
from vision.frames import Frame

CARDS = Path(__file__).resolve().parents[3] / "shared" / "vision" / "cards"


class StillCamera:
    image: np.ndarray | None = None

    def latest(self) -> Frame | None:
        return None if self.image is None else Frame(self.image, 0.0, 0)

    def close(self) -> None:
        pass


@pytest.fixture
def camera() -> StillCamera:
    return StillCamera()


@pytest.fixture
def teaching(tmp_path, camera) -> Teaching:
    table = Table(lambda: Record.open(tmp_path / "record.db"))
    table.new_match(Match.new("roll_and_color", ["Ann"]))
    eyes = Eyes(camera, table, tmp_path / "tables" / "ours.json", deck=deck_file("ours", tmp_path))
    teaching = Teaching(eyes)
    teaching.act("teach-kind", {"kind": "cards"})
    return teaching


def test_seven_pictures_show_every_hue_number_special_and_the_back() -> None:
    shown = [card for step in steps() for card in step]
    assert len(steps()) == 7 and len(shown) == 25
    assert {card.hue for card in shown if card} >= set(range(12))
    assert {card.number for card in shown if card} >= set(range(1, 13))
    assert shown[-1] is None


def test_the_page_names_the_cards_to_lay(teaching: Teaching) -> None:
    html = teach_sections(teaching, may_write=True)
    assert "Picture 1 of 7" in html and "red-orange 2" in html


def test_a_picture_without_the_cards_is_refused_with_what_to_do(teaching: Teaching, camera: StillCamera) -> None:
    teaching.act("deck-picture", {})
    assert "Is the camera plugged in?" in teaching.deck.said
    camera.image = np.full((720, 1280, 3), 120, np.uint8)
    teaching.act("deck-picture", {})
    assert "mat" in teaching.deck.said and not teaching.deck.lessons


def test_nothing_counts_before_the_yes(teaching: Teaching) -> None:
    teaching.act("deck-yes", {})
    assert teaching.deck.lessons == []


def test_seven_pictures_and_yeses_teach_the_deck(teaching: Teaching, camera: StillCamera, tmp_path: Path) -> None:
    if not CARDS.exists():
        pytest.skip("the card pictures of ../shared/vision/cards are not here")
    for k in range(7):
        camera.image = cv2.imread(str(CARDS / f"cardsP-teach-0{k}.jpg"))
        teaching.act("deck-picture", {})
        assert "Is every card named rightly?" in teach_sections(teaching, may_write=True), teaching.deck.said
        teaching.act("deck-yes", {})
    assert teaching.deck.said == "Learned. From now on I know your cards."
    assert len(TaughtDeck.load(deck_file("ours", tmp_path)).samples) == 25


def test_the_way_to_teach_the_cards_is_in_the_menu_of_a_card_game_alone() -> None:
    place, looking = Place(camera=True), Looking(may_write=True, overlay="menu")

    def menu(name: str, *players: str) -> str:
        return sections(Snapshot(referee=RefereeState(Match.new(name, players))), looking, place)["overlay"]

    assert "/teach/cards" in menu("spectrum_casino", "Ann", "Ben") and "/teach/cards" not in menu("roll_and_color", "A")


def test_an_untaught_deck_is_said_with_the_way_to_teach_it_for_those_at_the_table() -> None:
    now = Snapshot(troubles={"cards": "No deck of cards has been taught."})
    said = {write: sections(now, Looking(may_write=write), Place(camera=True))["doubt"] for write in (True, False)}
    assert "/teach/cards" in said[True] and "/teach/cards" not in said[False]
