"""``tablelight doctor``: every line is well or says what to do, with everything attached and with nothing."""

import json
import os
from threading import Thread

import pytest
from typer.testing import CliRunner

from firmware_bridge.simulated.board import SimulatedDevice
from tablelight.cli.main import app
from tablelight.session.record import Record
from tablelight.setup import doctor
from tablelight.setup.lock import sole_user, user_of
from tablelight.setup.settings import BoardSettings, CameraSettings, Settings
from tablelight.setup.table_code import table_code

NOTHING = Settings(camera=CameraSettings(""), board=BoardSettings(port=""))


def asked(*words, data, settings=""):
    (data / "settings.toml").write_text(settings)
    answer = CliRunner().invoke(app, ["doctor", "--json", *words], env={"TABLELIGHT_DATA": str(data)})
    return answer.exit_code, {found["what"]: found for found in map(json.loads, answer.stdout.splitlines())}


def test_the_simulated_table_is_well_in_every_line(tmp_path):
    code, found = asked("--simulated", data=tmp_path)
    assert code == 0 and all(line["ok"] for line in found.values()), found
    assert {
        "settings",
        "power",
        "disk",
        "record",
        "camera",
        "port",
        "firmware",
        "lights",
        "first light",
        "switches",
    } <= {*found}
    assert found["first light"]["sentence"].startswith("after ")


def test_with_nothing_attached_it_says_what_to_do_and_ends_with_1(tmp_path):
    camera, board, reader = "/dev/no-camera", tmp_path / "no-board", "/dev/no-reader"
    settings = f'[camera]\nsource = "{camera}"\n[board]\nport = "{board}"\n[readers]\nplay = "{reader}"\n'
    code, found = asked(data=tmp_path, settings=settings)
    assert code == 1
    assert "is its cable plugged in" in found["port"]["sentence"]
    assert not found["camera"]["ok"] and "reader plugged in" in found["reader play"]["sentence"]
    assert found["disk"]["ok"] and found["record"]["ok"]


def test_what_is_switched_off_is_nothing_to_worry_about(tmp_path):
    code, found = asked(data=tmp_path, settings='[camera]\nsource = ""\n[board]\nport = ""\n')
    assert code == 0 and "switched off" in found["board"]["sentence"]


def test_settings_that_cannot_be_used_are_named(tmp_path):
    code, found = asked(data=tmp_path, settings='[camera]\nsource = ""\n[board]\nport = ""\ncolours = "pink"\n')
    assert code == 1 and "should be one of RGB" in found["settings"]["sentence"]


def test_the_lines_are_readable(tmp_path):
    (tmp_path / "settings.toml").write_text('[camera]\nsource = ""\n[board]\nport = ""\n')
    answer = CliRunner().invoke(app, ["doctor"], env={"TABLELIGHT_DATA": str(tmp_path)})
    assert all(line.startswith(("ok  ", "look")) for line in answer.stdout.splitlines())


def test_a_board_of_another_size_is_named_with_what_to_do(tmp_path):
    with SimulatedDevice(24, settings={"ROW_PINS": [], "COLUMN_PINS": [], "BUTTON_PINS": []}) as device:
        found = {f.what: f for f in doctor.board(Settings(board=BoardSettings(port=device.port)), tmp_path)}
    assert not found["lights"].ok and "LED_COUNT" in found["lights"].sentence


def test_switches_that_are_fewer_than_the_map_names_are_said(tmp_path):
    with SimulatedDevice(settings={"ROW_PINS": [2, 3], "COLUMN_PINS": [14, 15], "BUTTON_PINS": []}) as device:
        found = {f.what: f for f in doctor.board(Settings(board=BoardSettings(port=device.port)), tmp_path)}
    assert not found["switches"].ok and "ROW_PINS" in found["switches"].sentence


def test_a_damaged_record_is_found(tmp_path):
    (tmp_path / "record.db").write_bytes(b"this is no record at all, but it is long enough to look like one" * 20)
    assert not doctor.record(NOTHING, tmp_path).ok


def test_a_changed_entry_of_the_record_is_found(tmp_path):
    import sqlite3

    record = Record.open(tmp_path / "record.db")
    match = record.begin({"game": "x", "seats": []}, 1.0)
    record.append(match, 0, {"event": "a"}, 2.0)
    record.close()
    with sqlite3.connect(tmp_path / "record.db") as file:
        for (trigger,) in file.execute("select name from sqlite_master where type = 'trigger'").fetchall():
            file.execute(f"drop trigger {trigger}")  # somebody who really wants to
        file.execute("update entries set entry = 'b'")
    found = doctor.record(NOTHING, tmp_path)
    assert not found.ok and "changed or lost" in found.sentence


def test_a_folder_that_cannot_be_written_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    (found,) = doctor.disk(tmp_path / "file" / "data")
    assert not found.ok and "TABLELIGHT_DATA" in found.sentence


@pytest.fixture
def pi(tmp_path):
    (tmp_path / "model").write_text("Raspberry Pi 5 Model B Rev 1.0\0")
    (tmp_path / "heat").write_text("61000\n")
    return tmp_path


@pytest.mark.parametrize(
    ("bits", "ok", "says"),
    [
        (0x0, True, "never throttled"),
        (0x50005, False, "voltage is too low right now"),
        (0x50000, False, "since the last start"),
        (0x8, False, "soft temperature limit"),
        (None, True, "does not tell"),
    ],
)
def test_a_pi_tells_of_its_voltage_and_throttling(pi, bits, ok, says):
    power, heat = doctor.computer(pi / "model", lambda: bits, pi / "heat")
    assert power.ok is ok and says in power.sentence
    assert heat.ok and "61 degrees" in heat.sentence


def test_a_hot_pi_is_given_air(pi):
    (pi / "heat").write_text("84500")
    _, heat = doctor.computer(pi / "model", lambda: 0, pi / "heat")
    assert not heat.ok and "air or a cooler" in heat.sentence


def test_another_computer_is_no_pi(tmp_path):
    (found,) = doctor.computer(tmp_path / "none")
    assert found.ok and "no Raspberry Pi" in found.sentence


# ---- while Tablelight starts for the first time


def everything_in(folder):
    """All files and folders, but for what SQLite keeps beside its own."""
    return {file: file.stat().st_ino for file in folder.rglob("*") if not file.name.endswith(("-wal", "-shm"))}


def nothing_yet(data):
    """Nobody has started anything: not even the folder is there."""


def a_folder(data):
    data.mkdir()


def a_code(data):
    table_code(data)


def an_empty_record(data):
    table_code(data)
    (data / "record.db").touch()


def a_record(data):
    table_code(data)
    Record.open(data / "record.db").close()


@pytest.mark.parametrize("start", [nothing_yet, a_folder, a_code, an_empty_record, a_record])
def test_at_every_moment_of_a_first_start_it_says_what_is_so_and_makes_nothing(tmp_path, start):
    """What it made with other rights than the service has, the service could not use."""
    data = tmp_path / "tables" / "ours"
    data.parent.mkdir()
    start(data)
    before = everything_in(tmp_path)
    found = {line.what: line for line in doctor.check_up(NOTHING, data, ())}
    assert all(line.ok for line in found.values()), found
    assert everything_in(tmp_path) == before
    assert ("first start" in found["disk"].sentence) == (start is nothing_yet)
    assert ("first start" in found["code"].sentence) == (start in (nothing_yet, a_folder))
    assert ("first start" in found["record"].sentence) == (start is not a_record)


def test_what_a_running_tablelight_holds_is_not_opened_beside_it(tmp_path, monkeypatch):
    """Opened here it could not be opened there, and what was said would not be so."""
    monkeypatch.setattr(doctor, "eyes", lambda *_: pytest.fail("the camera was opened"))
    monkeypatch.setattr(doctor, "board", lambda *_: pytest.fail("the board was opened"))
    with sole_user(tmp_path):
        found = {line.what: line for line in doctor.check_up(Settings(), tmp_path, ())}
    for part in ("camera", "board"):
        assert found[part].ok and f"process {os.getpid()}" in found[part].sentence
    assert user_of(tmp_path) is None and user_of(tmp_path / "nowhere") is None


def test_a_first_start_goes_well_while_it_looks(tmp_path):
    """Both at the same moment, again and again."""
    started = []

    def first_starts():
        for number in range(12):
            data = tmp_path / str(number)
            with sole_user(data):
                code, record = table_code(data), Record.open(data / "record.db")
                record.begin({"game": "x", "seats": []}, 1.0)
                started.append((code.trouble, len(record.matches())))
                record.close()

    service = Thread(target=first_starts)
    service.start()
    looked = 0
    while service.is_alive() or looked < 12:
        data = tmp_path / str(min(len(started), 11))
        for finding in (*doctor.disk(data), doctor.record(NOTHING, data), doctor.code(data)):
            assert finding.ok, finding
        looked += 1
    service.join()
    assert started == [("", 1)] * 12
