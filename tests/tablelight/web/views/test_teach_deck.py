"""The page asks for the whole deck picture by picture, and goes on only after a yes."""

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from zipfile import ZIP_DEFLATED, ZipFile

import cv2
import numpy as np
import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from engine.components.cards import Card
from engine.core.match import Match
from tablelight.cli.main import app
from tablelight.perception.camera_worker import CameraWorker
from tablelight.referee.state import RefereeState
from tablelight.session.record import Record
from tablelight.session.snapshot import Snapshot
from tablelight.session.table import GameTable
from tablelight.setup.paths import deck_file
from tablelight.web.dependencies import PageContext
from tablelight.web.server import make_app
from tablelight.web.taught_files import MOST_DECK_BYTES
from tablelight.web.views.looking import Looking, Surroundings
from tablelight.web.views.table import sections
from tablelight.web.views.teach_deck import steps
from tablelight.web.views.teach_dice import Teaching
from tablelight.web.views.teach_page import teach_sections
from vision.camera.camera import CameraHealth
from vision.camera.frames import Frame
from vision.cards.face_grid import CLOSE_UP, COLUMNS, ROWS
from vision.cards.print_edges import PIXELS
from vision.cards.taught import MOST_UNPACKED, Sample, TaughtDeck, whole_deck

pytestmark = pytest.mark.long

CARDS = Path(__file__).resolve().parents[5] / "shared" / "vision" / "cards"


class StillCamera:
    image: np.ndarray | None = None
    fault = ""

    @property
    def health(self) -> CameraHealth:
        return CameraHealth(not self.fault and self.image is not None, self.fault or "There is no picture yet.")

    def latest(self) -> Frame | None:
        return None if self.image is None else Frame(self.image, 0.0, 0)

    def close(self) -> None:
        pass


@pytest.fixture
def camera() -> StillCamera:
    return StillCamera()


@pytest.fixture
def teaching(tmp_path, camera) -> Teaching:
    table = GameTable(lambda: Record.open(tmp_path / "record.db"))
    table.new_match(Match.new("roll_and_color", ["Ann"]))
    eyes = CameraWorker(camera, table, tmp_path / "tables" / "ours.json", deck=deck_file("ours", tmp_path))
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
    assert teaching.deck.said == "There is no picture yet."
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
        assert "Is each one the card named below it" in teach_sections(teaching, may_write=True), teaching.deck.said
        teaching.act("deck-yes", {"picture": str(k + 1)})
    assert teaching.deck.said == "Learned. From now on I know your cards."
    assert len(TaughtDeck.load(deck_file("ours", tmp_path)).samples) == 25


# ---- as a file


def a_deck(cards: Sequence[Card | None] = (*whole_deck(), None)) -> TaughtDeck:
    """Some deck: what it looks like does not matter here."""
    chance = np.random.default_rng(1)
    face, usable = (chance.random((ROWS, COLUMNS, 3), np.float32) for _ in range(2))
    edges = chance.random((*PIXELS, 3), np.float32)
    inks = np.full((12, 3), 0.5, np.float32)
    close_up = np.zeros((*CLOSE_UP, 3), np.uint8)
    return TaughtDeck(tuple(Sample(card, face, np.round(usable), inks, edges, close_up) for card in cards))


@pytest.fixture
def client(teaching: Teaching) -> TestClient:
    context = PageContext(
        teaching._eyes._table, "CODE", SimpleNamespace(), Surroundings(camera=True), eyes=teaching._eyes
    )
    client = TestClient(make_app(context), base_url="http://testserver")
    client.context = context
    return client


def test_a_taught_deck_is_saved_and_brought_in_by_the_page(teaching: Teaching, client: TestClient, tmp_path) -> None:
    kept = deck_file("ours", tmp_path)
    assert client.get("/taught-cards.npz").status_code == 404
    assert "Save what was taught" not in teach_sections(teaching, may_write=True)
    teaching._eyes.learn_deck(a_deck())
    shown = teach_sections(teaching, may_write=True)
    assert 'href="/taught-cards.npz"' in shown and "Bring taught cards in" in shown
    saved = client.get("/taught-cards.npz").content
    kept.unlink()
    assert client.post("/taught", content=saved).status_code == 403 and not kept.exists()
    client.cookies.set("tablelight", client.context.cookie)
    answer = client.post("/taught", content=saved)
    assert answer.json()["ok"] and "cards are known" in answer.json()["message"]
    assert len(TaughtDeck.load(kept).samples) == 25


def test_what_is_no_deck_is_refused_and_changes_nothing(client: TestClient, tmp_path) -> None:
    client.cookies.set("tablelight", client.context.cookie)
    a_deck().save(tmp_path / "whole.npz")
    a_deck(whole_deck()[1:]).save(tmp_path / "no-red.npz")
    with ZipFile(tmp_path / "bomb.npz", "w", ZIP_DEFLATED) as bomb:
        bomb.writestr("faces.npy", bytes(MOST_UNPACKED + 1))
    whole = (tmp_path / "whole.npz").read_bytes()
    no_red, bomb = ((tmp_path / name).read_bytes() for name in ("no-red.npz", "bomb.npz"))
    for damaged in (b"PK", whole[: len(whole) // 2], no_red, bomb, b"PK" + bytes(MOST_DECK_BYTES)):
        answer = client.post("/taught", content=damaged)
        assert answer.status_code == 400 and "no file of taught dice or cards" in answer.json()["error"]["message"]
    assert not deck_file("ours", tmp_path).exists()


def test_what_became_of_a_file_is_said_while_teaching_cards(teaching: Teaching) -> None:
    teaching.act("past-said", {"said": "These cards are known now."})
    assert "These cards are known now." in teach_sections(teaching, may_write=True)


def test_a_deck_moves_to_another_table_by_the_command_line(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("TABLELIGHT_DATA", str(tmp_path))
    run, file = CliRunner(), tmp_path / "cards.npz"
    refused = run.invoke(app, ["teach", "export", str(file), "--table", "home", "--cards"])
    assert refused.exit_code == 1 and "No deck of cards has been taught" in refused.output and not file.exists()
    a_deck().save(deck_file("home"))
    assert "25 taught cards" in run.invoke(app, ["teach", "export", str(file), "--table", "home", "--cards"]).output
    assert run.invoke(app, ["teach", "import", str(file), "--table", "cellar"]).exit_code == 0
    assert len(TaughtDeck.load(deck_file("cellar")).samples) == 25
    file.write_bytes(b"PK nothing")
    refused = run.invoke(app, ["teach", "import", str(file), "--table", "cellar"])
    assert refused.exit_code == 1 and "no file of taught cards" in refused.output


def test_the_way_to_teach_the_cards_is_in_the_menu_before_and_in_every_game() -> None:
    """A deck is taught before the first game is played with it."""
    writer = Looking(may_write=True, overlay="menu")

    def menu(now: Snapshot, place: Surroundings, looking: Looking = writer) -> str:
        return sections(now, looking, place)["overlay"]

    dice = Snapshot(referee=RefereeState(Match.new("roll_and_color", ["Ann"])))
    for now in (Snapshot(), dice):
        assert ">Teach the cards</button>" in menu(now, Surroundings(camera=True))
        assert "/teach/cards" not in menu(now, Surroundings())
        assert "/teach/cards" not in menu(now, Surroundings(camera=True), Looking(overlay="menu"))


def test_an_untaught_deck_is_said_with_the_way_to_teach_it_for_those_at_the_table() -> None:
    now = Snapshot(troubles={"cards": "No deck of cards has been taught."})
    said = {
        write: sections(now, Looking(may_write=write), Surroundings(camera=True))["doubt"] for write in (True, False)
    }
    assert "/teach/cards" in said[True] and "/teach/cards" not in said[False]
