"""What the eyes saw reaches the table, also when the table could not write it down at first."""

from dataclasses import replace

import numpy as np
import pytest

from engine.components.cards import numbered
from engine.components.hues import Hue
from engine.core.match import Match
from tablelight.perception.camera_worker import CameraWorker
from tablelight.referee.inputs import Dismiss, NameDie
from tablelight.session.record_access import RETRY_S
from tablelight.session.table import GameTable
from tests.firmware_bridge.conftest import eventually
from tests.support.stand_ins import Disk, Says
from tests.support.trays import NINE, tray
from vision.camera.camera import CameraHealth
from vision.camera.frames import Frame
from vision.dice.contours import DieShape
from vision.dice.readings import Reading, TopAppearance
from vision.dice.teaching import TaughtDice, TaughtKind
from vision.motion.roll_watcher import WatchEvent

DICE = tuple(replace(die, outline_px=((10, 10), (20, 10), (15, 20))) for die in tray(NINE))
ROLLED = (WatchEvent("rolling", 1, 0.1), WatchEvent("settled", 2, 0.2, Reading(DICE, (), True, 1.0)))


class Clock:
    now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def table(tmp_path, monkeypatch, clock):
    monkeypatch.setattr(Disk, "full", False)
    table = GameTable(lambda: Disk.open(tmp_path / "record.db"), clock=clock)
    table.new_match(Match.new("roll_and_color", ["Ann", "Ben"]))
    yield table
    table.close()


def look(eyes, frames=3):
    for number in range(frames):
        eyes._watch(Frame(np.zeros((90, 160, 3), np.uint8), number / 15, number))


def eyes_that_saw(events, table, tmp_path):
    eyes = CameraWorker(None, table, tmp_path / "dice.json")
    eyes._watcher = Says(events)
    return eyes


def test_a_roll_that_could_not_be_written_down_counts_as_soon_as_it_can(table, tmp_path, clock, monkeypatch):
    monkeypatch.setattr(Disk, "full", True)
    eyes = eyes_that_saw(ROLLED, table, tmp_path)
    look(eyes)
    assert not table.snapshot.referee.match.log and "disk is full" in table.snapshot.troubles["record"]
    monkeypatch.setattr(Disk, "full", False)
    clock.now += RETRY_S + 1
    look(eyes)
    now = table.snapshot.referee
    assert [str(entry) for entry in now.match.log] == ["roll R R O G / R RO RO BP P @camera"]
    assert now.motion == "settled" and "record" not in table.snapshot.troubles


def test_dice_of_the_game_before_do_not_count_in_a_new_one(table, tmp_path, clock, monkeypatch):
    monkeypatch.setattr(Disk, "full", True)
    eyes = eyes_that_saw(ROLLED, table, tmp_path)
    look(eyes)
    monkeypatch.setattr(Disk, "full", False)
    clock.now += RETRY_S + 1
    table.new_match(Match.new("roll_and_color", ["Cem"]))
    look(eyes)
    assert not table.snapshot.referee.match.log and table.snapshot.referee.doubt is None


# ---- dice or cards


class Deck(Says):
    """Eyes for cards of which something can be told."""

    trouble = "No deck of cards has been taught for this table yet."
    asked = 0

    def learn(self, confirmed, match):
        """Nobody answers anything here."""

    def see(self, frame):
        self.asked += 1
        return ()


def eyes_for_both(match, table, tmp_path):
    """Eyes that look at a table with a game, for dice and for cards; the cards of the table were not taught."""
    table.new_match(match)
    eyes = CameraWorker(None, table, tmp_path / "dice.json", deck=tmp_path / "deck.npz")
    eyes._watcher, eyes._cards = Says(ROLLED), Deck(())
    return eyes


def dealt(*facts):
    match = Match.new("spectrum_solitaire", ["Ann"])
    for fact in facts:
        match.add(match.parse(fact))
    return match


@pytest.mark.parametrize("options", [{}, {"dice": "d12"}, {"missions": True}])
def test_the_dice_of_the_board_game_are_looked_for_and_no_cards(options, table, tmp_path):
    eyes = eyes_for_both(Match.new("spectrum", ["Ann", "Ben"], options=options), table, tmp_path)
    look(eyes)
    assert eyes._watcher.events == [] and eyes._cards.asked == 0
    assert "cards" not in table.snapshot.troubles


def test_where_cards_stand_for_dice_cards_are_looked_for(table, tmp_path):
    eyes = eyes_for_both(Match.new("spectrum", ["Ann", "Ben"], options={"dice": "cards"}), table, tmp_path)
    look(eyes)
    assert eyes._watcher.events and eyes._cards.asked


def test_cards_dealt_on_the_page_are_not_looked_for_on_the_mat(table, tmp_path):
    eyes = eyes_for_both(dealt("deck " + " ".join(map(str, numbered()))), table, tmp_path)
    look(eyes)
    assert eyes._cards.asked == 0 and "cards" not in table.snapshot.troubles


def test_real_cards_are_looked_for_and_an_untaught_deck_is_said(table, tmp_path):
    eyes = eyes_for_both(dealt("deck hidden 144"), table, tmp_path)
    look(eyes)
    assert eyes._cards.asked == 3 and "No deck" in table.snapshot.troubles["cards"]


def test_before_the_deal_cards_may_come_but_nobody_is_asked_to_teach_them(table, tmp_path):
    eyes = eyes_for_both(dealt(), table, tmp_path)
    look(eyes)
    assert eyes._cards.asked == 3 and "cards" not in table.snapshot.troubles


def test_an_untaught_deck_is_no_trouble_any_more_in_a_game_of_dice(table, tmp_path):
    eyes = eyes_for_both(dealt("deck hidden 144"), table, tmp_path)
    look(eyes)
    table.new_match(Match.new("roll_and_color", ["Ann"]))
    look(eyes)
    assert "cards" not in table.snapshot.troubles


@pytest.mark.parametrize("game", ["spectrum_solitaire", "sixchex_spectrum"])
def test_untaught_dice_and_a_missing_mat_are_no_trouble_where_no_coloured_dice_are_rolled(game, table, tmp_path):
    eyes = eyes_for_both(Match.new("roll_and_color", ["Ann"]), table, tmp_path)
    look(eyes)
    table.trouble("eyes", "The mat is not in sight.")
    assert "No dice were taught" in table.snapshot.troubles["taught"]
    table.new_match(Match.new(game, ["Ann"] if game == "spectrum_solitaire" else ["Ann", "Ben"]))
    eyes._pips = Deck(())
    eyes._pips.trouble = None
    look(eyes)
    assert not {"taught", "eyes"} & table.snapshot.troubles.keys()
    table.new_match(Match.new("roll_and_color", ["Ann"]))
    look(eyes)
    assert "No dice were taught" in table.snapshot.troubles["taught"]


# ---- answers to questions refine what was taught

INKS = np.linspace(0.1, 0.8, 36).reshape(12, 3)


def looks(hue):
    """A top of this hue, a little bluer than it was taught."""
    return TopAppearance(INKS[hue] * 0.5 * [1.3, 1, 1], np.full(3, 0.5), INKS, np.zeros((12, 3), bool))


def eyes_in_doubt(table, tmp_path, first):
    """Eyes whose table was taught, before a roll of nine with a twelve-sided die ``first`` says of; all have a look."""
    kinds = {"d12": TaughtKind(DieShape("d12", 18.0), np.zeros((12, 3)))}
    TaughtDice("a4", kinds).save(tmp_path / "dice.json")
    dice = tuple(replace(die, appearance=looks(die.top)) for die in DICE)
    rolled = (ROLLED[0], WatchEvent("settled", 2, 0.2, Reading((*dice[:-1], first(dice[-1])), (), True, 1.0)))
    eyes = eyes_that_saw(rolled, table, tmp_path)
    look(eyes)
    return eyes


def unsure(die, hue=Hue.P):
    return replace(die, status="ask", top=None, candidates=((hue, 0.6), (Hue.BP, 0.4)), appearance=looks(hue))


def taught_of(tmp_path):
    return TaughtDice.load(tmp_path / "dice.json").kinds["d12"]


def test_an_answer_that_counted_refines_what_was_taught_once(table, tmp_path):
    eyes = eyes_in_doubt(table, tmp_path, unsure)
    assert table.snapshot.referee.doubt is not None and taught_of(tmp_path).answers is None
    table.tell(NameDie(8, Hue.P))
    look(eyes)
    look(eyes)
    kind = taught_of(tmp_path)
    assert kind.answers[Hue.P] == 1 and kind.answers.sum() == 1 and kind.ratios[Hue.P, 0] > 0
    assert eyes._reader.taught.kinds["d12"].answers.sum() == 1


def test_a_reading_that_nobody_confirmed_teaches_nothing(table, tmp_path):
    look(eyes_in_doubt(table, tmp_path, lambda sure: sure))
    assert table.snapshot.referee.match.log and taught_of(tmp_path).answers is None


def test_a_question_that_was_waved_away_teaches_nothing(table, tmp_path):
    eyes = eyes_in_doubt(table, tmp_path, unsure)
    table.tell(Dismiss())
    look(eyes)
    assert taught_of(tmp_path).answers is None


def test_red_can_be_learned_too(table, tmp_path):
    """Red is the wheel's place nought."""
    eyes = eyes_in_doubt(table, tmp_path, lambda die: unsure(die, Hue.R))
    table.tell(NameDie(8, Hue.R))
    look(eyes)
    assert taught_of(tmp_path).answers[Hue.R] == 1


class Stumbles:
    """A watcher that no picture agrees with."""

    troubles, seen, in_motion = (), 0, False

    def see(self, frame):
        self.seen += 1
        raise ValueError("odd picture")


class Frames:
    """A camera that always has a new picture."""

    health, number = CameraHealth(True, ""), 0

    def next(self, after, timeout):
        self.number += 1
        return Frame(np.zeros((90, 160, 3), np.uint8), self.number / 15, self.number)

    def close(self):
        pass


def test_pictures_that_all_make_the_eyes_stumble_do_not_fill_the_log(table, tmp_path, caplog):
    eyes = CameraWorker(Frames(), table, tmp_path / "dice.json", frames_per_second=1000)
    eyes._watcher = watcher = Stumbles()
    eyes.start()
    eventually(lambda: watcher.seen > 20)
    eyes.close()
    assert sum("could not be read" in record.message for record in caplog.records) == 1
    assert "stumble" in table.snapshot.troubles["eyes"]


# ---- while somebody teaches


def test_what_lies_on_the_mat_after_teaching_was_not_rolled(table, tmp_path, monkeypatch):
    eyes = eyes_that_saw(ROLLED, table, tmp_path)
    eyes.resting = lambda: True
    look(eyes)
    monkeypatch.setattr("tablelight.perception.camera_worker.watcher_of", lambda reader: Says(ROLLED[1:]))
    eyes.resting = lambda: False
    look(eyes)
    now = table.snapshot.referee
    assert not now.match.log and now.doubt.why.reason == "LAY_THERE"


def test_cards_on_the_mat_after_teaching_are_seen_with_fresh_eyes(table, tmp_path):
    eyes = eyes_for_both(Match.new("spectrum_casino", ["Ann", "Ben"]), table, tmp_path)
    before = eyes._cards
    eyes.resting = lambda: True
    look(eyes)
    eyes.resting = lambda: False
    look(eyes)
    assert eyes._cards is not before
