"""Two Tablelights on one machine: a data folder belongs to one of them, and the other one says so."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tablelight.cli.main import app
from tablelight.setup.lock import InUse, sole_user


def test_a_second_user_of_a_data_folder_is_told_who_has_it_and_what_to_do(tmp_path: Path) -> None:
    told = rf"uses the data folder .*process {os.getpid()}.*TABLELIGHT_DATA"
    with sole_user(tmp_path), pytest.raises(InUse, match=told), sole_user(tmp_path):
        raise AssertionError("two at once")
    with sole_user(tmp_path):
        pass


def test_the_folder_is_free_again_when_the_other_one_was_killed(tmp_path: Path) -> None:
    code = "import sys, pathlib; from tablelight.setup.lock import sole_user\n"
    code += "with sole_user(pathlib.Path(sys.argv[1])): print('held', flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout.readline() == "held\n"
        with pytest.raises(InUse, match=str(other.pid)), sole_user(tmp_path):
            raise AssertionError("two at once")
        other.kill()
    with sole_user(tmp_path):
        pass


@pytest.mark.parametrize("command", [["serve"], ["demo", "--data", "{}"]])
def test_a_second_start_on_the_same_folder_ends_in_a_sentence_and_touches_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    monkeypatch.setenv("TABLELIGHT_DATA", str(tmp_path))
    with sole_user(tmp_path):
        ended = CliRunner().invoke(app, [part.format(tmp_path) for part in command])
    assert ended.exit_code == 1 and "Another Tablelight uses the data folder" in ended.output
    assert not (tmp_path / "record.db").exists()


def test_a_folder_that_cannot_be_locked_is_left_to_whoever_opens_it(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with sole_user(tmp_path / "file"):
        pass
