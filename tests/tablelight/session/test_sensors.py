"""Switches, card readers and buttons reach the match; whatever is missing is said and harms nothing."""

import contextlib
import os
import time
import tty
from dataclasses import replace

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from engine.components.cards import Card
from engine.components.lights import Meaning
from engine.core.match import Match
from firmware_bridge.board_maps import BoardMap
from firmware_bridge.sensors.rfid import TagEvent
from firmware_bridge.simulated.board import SimulatedDevice
from tablelight.assembly import build
from tablelight.demo import SimulatedPieces
from tablelight.referee.inputs import EnterEvent
from tablelight.referee.tagged_cards import event_text
from tablelight.session.sensors import Inputs, NamedReader
from tablelight.setup.settings import BoardSettings, CameraSettings, PageSettings, PanelSettings, Settings
from tablelight.setup.tags import TagBook
from tests.firmware_bridge.conftest import eventually

NOTHING = Settings(camera=CameraSettings(source=""), board=BoardSettings(port=""), page=PageSettings("127.0.0.1", 8080))
TAG, OTHER = "0A1B2C3D4E", "0A1B2C3D4F"
FRAME = b"\x02" + TAG.encode() + b"4E\x03"


@pytest.fixture
def served(tmp_path):
    """Services whose inputs look, closed again whatever happens."""
    with contextlib.ExitStack() as stack:

        def make(settings):
            service = build(settings, tmp_path)
            stack.callback(service.close)
            service.inputs.start()
            return service

        yield make


def log_of(service):
    return [str(entry) for entry in service.table.snapshot.referee.match.log]


def begin(service, game, seats, *entries):
    service.table.new_match(Match.new(game, [f"Player {n + 1}" for n in range(seats)]))
    for entry in entries:
        service.table.tell(EnterEvent(entry))
    assert len(log_of(service)) == len(entries)


# ---- the board's switches


def test_a_pawn_on_the_board_is_a_move_in_the_match_and_a_wrong_one_is_lit(served):
    with SimulatedDevice(settings={"TRAY_PIN": 1}) as device:
        service = served(replace(NOTHING, board=BoardSettings(port=device.port)))
        begin(service, "spectrum", 2, "roll G B")
        g1, r7 = 6 * 9, 6
        device.press(g1)
        eventually(lambda: log_of(service) == ["roll G B", "1: OFF>G1"])
        device.press(r7)
        why = eventually(lambda: service.table.snapshot.referee.pieces.why)
        assert why.reason == "BOARD_DIFFERS" and why.spots == ("R7",)
        eventually(lambda: "R7" in (shown := service.lights._picture) and shown["R7"].meaning is Meaning.WRONG)
        device.release(r7)
        eventually(lambda: service.table.snapshot.referee.pieces.why is None)
        assert log_of(service) == ["roll G B", "1: OFF>G1"]
        # The button beside the board ends a turn where the rules allow it, and is told why not where they do not.
        device.press(108)
        eventually(lambda: "button:done" in service.inputs.heard)
        device.press(109)
        eventually(lambda: "tray" in service.inputs.heard)


def test_what_is_played_on_the_page_is_done_by_the_simulated_hands_on_the_board(served):
    """Else the simulated board complains of pieces that nobody can move."""
    with SimulatedDevice() as device:
        service = served(replace(NOTHING, board=BoardSettings(port=device.port)))
        service.table.watch(SimulatedPieces(device, BoardMap.load("spectrum")).follow)
        stands = service.inputs.occupied
        begin(service, "spectrum", 2, "roll G B", "1: OFF>G1")
        eventually(lambda: stands() == {"G1"})
        service.table.tell(EnterEvent("1: G1>G2"))
        eventually(lambda: stands() == {"G2"})
        eventually(lambda: service.table.snapshot.referee.pieces.agreed == {"G2": 0})
        assert service.table.snapshot.referee.pieces.why is None and len(log_of(service)) == 3
        # A piece that is put wrong stays until somebody takes it off; the next game begins with an empty board.
        device.press(6)
        eventually(lambda: service.table.snapshot.referee.pieces.why)
        assert stands() == {"G2", "R7"}
        begin(service, "spectrum", 2)
        eventually(lambda: stands() == set())


def test_switches_of_another_board_than_the_games_say_nothing(served):
    with SimulatedDevice() as device:
        service = served(replace(NOTHING, board=BoardSettings(port=device.port)))
        begin(service, "sixchex_spectrum", 2)
        device.press(0)
        eventually(lambda: service.inputs.occupied())
        time.sleep(0.2)
        assert service.table.snapshot.referee.pieces.occupied is None


# ---- cards by their tags


class PlayedReader:
    """A reader without a thread."""

    connected, sentence = True, "here"

    def __init__(self):
        self.coming = []

    def lay(self, tag):
        self.coming += [TagEvent(tag, True, 0.0), TagEvent(tag, False, 2.0)]

    def events(self):
        coming, self.coming = self.coming, []
        return coming

    def close(self):
        pass


@pytest.fixture
def cards(served, tmp_path):
    """A table with a game of Spectrumo and two readers, looked at by hand."""
    service = served(NOTHING)
    book = TagBook(tmp_path / "cards.json")
    readers = {name: PlayedReader() for name in ("play", "draw")}
    inputs = Inputs(service.table, None, [NamedReader(name, device) for name, device in readers.items()], None, book)

    def lay(name, text):
        card = Card.parse(text)
        tag = f"{abs(hash(text)) % 10**10:010d}"
        book.teach(tag, card)
        readers[name].lay(tag)
        inputs.poll()

    return service, lay, inputs, readers


def test_a_card_game_is_followed_by_tags_alone(cards):
    """As referee: the deck is hidden; cards are turned, played and drawn by laying them on the readers."""
    service, lay, _, _ = cards
    begin(service, "spectrumo", 3, "deck hidden 168")
    lay("play", "R5")
    assert log_of(service)[-1] == "turn R5"
    lay("play", "RO7")
    assert log_of(service)[-1] == "1: play RO7"
    mover = service.table.snapshot.referee.match.game.mover(service.table.snapshot.referee.match.state)
    lay("draw", "B1")
    assert log_of(service)[-1].startswith(f"{mover + 1}: draw")


def test_a_card_that_may_not_be_played_is_refused_in_the_games_own_words(cards):
    service, lay, _, _ = cards
    begin(service, "spectrumo", 3, "deck hidden 168", "turn R5")
    lay("play", "R5")
    assert len(log_of(service)) == 2
    assert service.table.snapshot.referee.refused is not None


def by_cards(service):
    """Spectrum with cards as dice: two are drawn at a time."""
    service.table.new_match(Match.new("spectrum", ["Ann", "Ben"], None, {"dice": "cards"}))


def test_cards_that_are_drawn_together_are_laid_one_after_the_other(cards):
    service, lay, _, _ = cards
    by_cards(service)
    lay("draw", "R1")
    assert log_of(service) == []
    lay("draw", "G2")
    assert log_of(service) == ["draw G2 R1"]


def test_a_card_that_waited_for_another_one_is_not_drawn_in_the_next_game(cards):
    service, lay, _, _ = cards
    by_cards(service)
    lay("draw", "R1")
    by_cards(service)
    lay("draw", "G2")
    assert log_of(service) == []
    lay("draw", "B3")
    assert log_of(service) == ["draw B3 G2"]


def test_a_card_that_waited_is_forgotten_once_the_draw_was_typed_in(cards):
    service, lay, _, _ = cards
    by_cards(service)
    lay("draw", "R1")
    for text in ("draw RO1 RO3", "1: OFF>O1", "1: OFF>R1>R2>RO2"):
        service.table.tell(EnterEvent(text))
    lay("draw", "G2")
    lay("draw", "B3")
    assert log_of(service)[3:] == ["draw B3 G2"]


def test_a_card_nobody_taught_waits_to_be_named_and_changes_nothing(cards):
    service, _, inputs, readers = cards
    begin(service, "spectrumo", 3, "deck hidden 168")
    readers["play"].coming = [TagEvent(OTHER, True, 0.0)]
    inputs.poll()
    assert inputs.unknown_tag == OTHER and len(log_of(service)) == 1
    readers["play"].coming = [TagEvent(OTHER, False, 3.0)]
    inputs.poll()
    assert inputs.unknown_tag == ""


def test_a_game_without_cards_has_no_use_for_one():
    match = Match.new("roll_and_color", ["Ann"])
    assert event_text(match, "play", [Card.parse("R5")]) is None


def test_a_real_reader_on_a_port_reaches_the_match(served, tmp_path):
    TagBook(tmp_path / "cards.json").teach(TAG, Card.parse("GB7"))
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    try:
        service = served(replace(NOTHING, readers={"play": os.ttyname(theirs)}))
        begin(service, "spectrumo", 3, "deck hidden 168")
        eventually(lambda: service.inputs.readers[0].device.connected)
        assert ("Reader “play”", "ok", "The card reader is connected.") in [
            line[:3] for line in service.context.report()
        ]
        os.write(ours, FRAME)
        eventually(lambda: log_of(service)[-1] == "turn GB7")
        service.close()
    finally:
        os.close(ours)
        os.close(theirs)


def test_taught_tags_are_kept_and_a_broken_file_is_taught_anew(tmp_path):
    file = tmp_path / "cards.json"
    book = TagBook(file)
    book.teach(TAG, Card.parse("*draw"))
    assert TagBook(file).card(TAG) == Card.parse("*draw")
    assert len(book.untaught()) == 167
    for broken in ("{", "[" * 20_000):
        file.write_text(broken)
        assert len(TagBook(file)) == 0 and file.read_text() == broken
    for tag, card in (("xyz", Card.parse("R1")), (TAG, Card())):
        with pytest.raises(ValueError):
            book.teach(tag, card)


# ---- the panel on the Pi's own pins


@pytest.fixture
def pins():
    before, Device.pin_factory = Device.pin_factory, MockFactory(pin_class=MockPWMPin)
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = before


def test_a_button_on_the_pi_undoes_and_a_refusal_beeps_and_lights(served, pins):
    panel = PanelSettings({"undo": 27, "done": 17}, buzzer=22, light=23)
    service = served(replace(NOTHING, panel=panel))
    begin(service, "spectrum", 2, "roll G B")
    pins.pin(17).drive_low()  # nobody has moved yet: the turn cannot be over
    eventually(lambda: service.table.snapshot.referee.refused)
    eventually(lambda: pins.pin(23).state == 1 and any(change.state for change in pins.pin(22).states))
    pins.pin(27).drive_low()
    eventually(lambda: log_of(service)[-1] != "roll G B")
    eventually(lambda: pins.pin(23).state == 0)
    assert any(part.name == "Panel" and part.state == "ok" for part in service.context.report())


def test_without_pins_the_service_runs_and_says_so(served, monkeypatch):
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "there-is-none")
    service = served(replace(NOTHING, panel=PanelSettings({"done": 17})))
    (line,) = [line for line in service.context.report() if line[0] == "Panel"]
    assert line[1] == "bad" and "No buttons, buzzer or status light" in line[2]
