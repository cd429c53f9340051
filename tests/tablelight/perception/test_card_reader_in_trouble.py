"""Card eyes when things go wrong: a full disk in the middle of a game, a dark room, a lens that is covered."""

import numpy as np
import pytest

from engine.components.cards import Card, full_deck
from engine.core.match import Match
from engine.inference.observation import SeenCard
from tablelight.perception import card_reader
from tablelight.perception.camera_worker import CameraWorker
from tablelight.perception.card_reader import CardObserver
from tablelight.referee.inputs import CameraObservation, EnterEvent
from tablelight.session.record_access import RETRY_S
from tablelight.session.table import GameTable
from tests.support.stand_ins import Disk
from vision.camera.frames import Frame
from vision.cards.readings import CardReading
from vision.cards.taught import TaughtDeck
from vision.motion.still_watcher import StillWatcher
from vision.readings import Trouble


class Clock:
    now = 1000.0

    def __call__(self):
        return self.now


class Says:
    """Card eyes that tell each thing once, as the real ones do."""

    trouble = None

    def __init__(self, *told):
        self.told = list(told)

    def learn(self, confirmed, match):
        """Nobody answers anything here."""

    def see(self, frame):
        if self.told:
            yield self.told.pop(0), None


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def table(tmp_path, monkeypatch, clock):
    monkeypatch.setattr(Disk, "full", False)
    table = GameTable(lambda: Disk.open(tmp_path / "record.db"), clock=clock)
    table.new_match(Match.new("spectrumo", ["Ann", "Ben", "Cem"]))
    table.tell(EnterEvent("deck " + " ".join(["?"] * len(full_deck()))))
    yield table
    table.close()


def in_view(*cards):
    return CameraObservation("settled", cards=tuple(SeenCard((card,)) for card in cards))


def look(eyes, frames=3):
    for number in range(frames):
        eyes._watch(Frame(np.zeros((90, 160, 3), np.uint8), number / 15, number))


def test_a_card_laid_while_the_disk_is_full_counts_as_soon_as_there_is_room(table, tmp_path, clock, monkeypatch):
    first, second = Card.parse("R5"), Card.parse("RO9")
    eyes = CameraWorker(None, table, tmp_path / "dice.json")
    eyes._cards = Says(in_view(), in_view(first))
    look(eyes)
    before = len(table.snapshot.referee.match.log)
    assert not table.snapshot.troubles.get("record")
    monkeypatch.setattr(Disk, "full", True)
    eyes._cards = Says(in_view(first, second))
    look(eyes)
    assert len(table.snapshot.referee.match.log) == before and "disk is full" in table.snapshot.troubles["record"]
    monkeypatch.setattr(Disk, "full", False)
    clock.now += RETRY_S + 1
    look(eyes)
    assert "RO9" in str(table.snapshot.referee.match.log[-1]) and len(table.snapshot.referee.match.log) == before + 1
    assert "record" not in table.snapshot.troubles


class Room:
    """What a card reader says of a room: a dark one shows nothing."""

    def read(self, image):
        if image.max() < 30:
            dark = Trouble("dark", "The picture is black; is the lens covered, or the light off?")
            return CardReading((), (dark,), False)
        return CardReading((), (), True)


def lit(on):
    image = np.full((360, 640, 3), 120 if on else 4, np.uint8)
    image[60:300, 80:560] = 200 if on else 6
    return image


@pytest.fixture
def card_eyes_in_a_room(tmp_path, monkeypatch):
    monkeypatch.setattr(card_reader, "StillWatcher", lambda reader: StillWatcher(Room()))
    monkeypatch.setattr(card_reader, "CardReader", lambda deck, spots_of: None)
    monkeypatch.setattr(card_reader.TaughtDeck, "load", classmethod(lambda cls, path: TaughtDeck(())))
    (tmp_path / "deck.npz").write_bytes(b"a deck")
    return CardObserver(tmp_path / "deck.npz")


def test_a_dark_room_is_said_and_no_card_is_taken_away_by_it(card_eyes_in_a_room):
    eyes = card_eyes_in_a_room
    frame, told = 0, []
    for on, expected in ((True, None), (False, "The picture is black"), (True, None)):
        for _ in range(30):
            told += [said for said, _ in eyes.see(Frame(lit(on), frame / 15, frame))]
            frame += 1
        assert (eyes.trouble or "").startswith(expected or "") and bool(eyes.trouble) == bool(expected)
    settled = [said for said in told if said.motion == "settled"]
    assert [said.cards for said in settled] == [(), None, ()]
