"""The loudspeaker at the table, with a program that writes down what it is to say in place of one that speaks."""

import os
import sys
from pathlib import Path

import pytest

from engine.core.match import Match
from tablelight.referee.inputs import EnterEvent
from tablelight.voice.programs import Program, find
from tablelight.voice.speaker import Speaker
from tests.support.waiting import eventually

ROLL = "roll R O B P / RO YG YG GB BP"


def program(tmp_path, after="pass"):
    """A program that adds what it reads to a file and then does something else."""
    code = f"import os, sys, time; open({str(tmp_path / 'said')!r}, 'a').write(sys.stdin.read()); {after}"
    return Program("stand-in", ((sys.executable, "-c", code),))


@pytest.fixture
def speaking(table, tmp_path):
    """Starts a speaker at the table; it is closed in the end."""
    started = []

    def start(program, level="short", trouble=lambda _: None):
        speaker = Speaker(program, level, trouble, settle_s=0.0)
        started.append(speaker)
        table.watch(speaker.hear)
        speaker.start()
        return speaker

    yield start
    for speaker in started:
        speaker.close()


def said(tmp_path):
    file = tmp_path / "said"
    return file.read_text() if file.exists() else ""


def test_the_table_speaks_through_a_program(table, tmp_path, speaking):
    table.new_match(Match.new("roll_and_color", ["Ann", "Ben"]))
    speaking(program(tmp_path))
    eventually(lambda: "Ann: roll all nine dice" in said(tmp_path))


def test_what_is_out_of_date_is_cut_off(table, tmp_path, speaking):
    """The program would speak for an hour; the next turn ends it at once."""
    note = f"open({str(tmp_path / 'number')!r}, 'w').write(str(os.getpid())); time.sleep(3600)"
    table.new_match(Match.new("roll_and_color", ["Ann", "Ben"]))
    speaking(program(tmp_path, note))
    number = tmp_path / "number"
    process = int(eventually(lambda: number.exists() and number.read_text()))
    table.tell(EnterEvent(ROLL))
    table.tell(EnterEvent("1: score RO"))
    eventually(lambda: "Ben: roll all nine dice" in said(tmp_path))
    eventually(lambda: not Path(f"/proc/{process}").exists())


def test_silence_is_at_once_when_the_table_stops(table, tmp_path, speaking):
    note = f"open({str(tmp_path / 'number')!r}, 'w').write(str(os.getpid())); time.sleep(3600)"
    table.new_match(Match.new("roll_and_color", ["Ann", "Ben"]))
    speaker = speaking(program(tmp_path, note))
    number = tmp_path / "number"
    process = int(eventually(lambda: number.exists() and number.read_text()))
    speaker.close()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_a_program_that_gives_up_is_told(table, tmp_path, speaking):
    troubles = []
    table.new_match(Match.new("roll_and_color", ["Ann", "Ben"]))
    speaking(program(tmp_path, "sys.exit(3)"), trouble=troubles.append)
    assert "stand-in gave up" in eventually(lambda: troubles and troubles[-1])


def test_a_program_that_is_not_there_is_told(table, speaking):
    troubles = []
    table.new_match(Match.new("roll_and_color", ["Ann", "Ben"]))
    speaking(Program("nobody", (("/no/such/program",),)), trouble=troubles.append)
    assert "nobody gave up" in eventually(lambda: troubles and troubles[-1])


def test_piper_speaks_where_it_and_a_voice_are_installed_and_espeak_elsewhere(tmp_path):
    voice = tmp_path / "en.onnx"
    voice.write_bytes(b"")
    (tmp_path / "en.onnx.json").write_text('{"audio": {"sample_rate": 16000}}')
    everything = {"piper": "/p", "aplay": "/a", "espeak-ng": "/e"}
    best = find(str(voice), which=everything.get)
    assert best.name == "piper" and "16000" in best.stages[1]
    assert find("", "de", everything.get).stages == (("/e", "-v", "de", "--stdin"),)
    assert find(str(tmp_path / "other.onnx"), which=everything.get).name == "espeak-ng"
    assert find("", which={}.get) is None


def test_two_programs_hand_on_what_they_make(tmp_path):
    """As Piper and the player of its sound do."""
    loud = (sys.executable, "-c", "import sys; print(sys.stdin.read().upper())")
    write = (sys.executable, "-c", f"import sys; open({str(tmp_path / 'out')!r}, 'w').write(sys.stdin.read())")
    speech = Program("two", (loud, write)).start("Grüß dich")
    eventually(lambda: speech.over)
    assert not speech.failed and "GRÜSS DICH" in (tmp_path / "out").read_text()
    speech.stop()
