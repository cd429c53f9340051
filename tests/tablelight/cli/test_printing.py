"""``tablelight print``: what it writes, what it is called, and what it says when that cannot be."""

import pytest
from typer.testing import CliRunner

from tablelight.cli.main import app
from tablelight.printing.mat import mat_sheet
from tablelight.printing.paper import PAPERS
from tablelight.printing.sheets import sheets
from tests.support.printed import words_of

pytestmark = pytest.mark.long


def asked(*words):
    return CliRunner().invoke(app, ["print", *words])


@pytest.mark.parametrize(
    "words",
    [
        ("mat", "--size", "A3"),
        ("mat",),
        ("score-sheet", "--players", "6"),
        ("ruler", "--size", "letter"),
        ("cards",),
        ("cards", "--backs"),
        ("sixchex", "--size", "a3"),
        ("tiles",),
        ("board",),
        ("board", "Spectrangle"),
        ("stencil", "ring", "--hole", "10"),
    ],
)
def test_the_command_writes_the_file_and_says_how_to_print_it(words, tmp_path):
    out = tmp_path / "made.pdf"
    result = asked(*words, "--out", str(out))
    assert result.exit_code == 0, result.output
    assert out.read_bytes().startswith(b"%PDF")
    assert "100 %" in result.output


def test_without_a_name_the_file_is_named_after_what_it_is(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert asked("mat", "--size", "letter").exit_code == 0
    assert (tmp_path / "mat-letter.pdf").exists()


def test_the_same_sheet_is_the_same_file():
    assert mat_sheet("a4") == mat_sheet("a4")


def test_a_file_that_is_there_is_kept_unless_forced(tmp_path):
    out = tmp_path / "mine.pdf"
    out.write_text("mine")
    refused = asked("mat", "--out", str(out))
    assert refused.exit_code == 1
    assert "--force" in refused.output
    assert out.read_text() == "mine"
    assert asked("mat", "--out", str(out), "--force").exit_code == 0
    assert out.read_bytes() == mat_sheet("a4")


@pytest.mark.parametrize(
    "kind", ["mat", "score-sheet", "ruler", "cards", "sixchex", "tiles", "board", "stencil", "all"]
)
def test_a_paper_nobody_knows_is_refused_with_the_ones_there_are(kind, tmp_path):
    result = asked(kind, "--size", "b5", "--out", str(tmp_path / "x.pdf"))
    assert result.exit_code == 1
    assert "'b5'" in result.output
    assert "a3, a4, letter" in result.output
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("size", PAPERS)
def test_all_is_a_file_for_everything_in_one_folder(size, tmp_path):
    out = tmp_path / "new" / "folder"
    result = asked("all", "--size", size, "--out", str(out))
    assert result.exit_code == 0, result.output
    assert {path.name for path in out.iterdir()} == {f"{sheet.name}-{size}.pdf" for sheet in sheets()}
    again = asked("all", "--size", size, "--out", str(out))
    assert again.exit_code == 1
    assert "--force" in again.output


def test_all_into_what_is_no_folder_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    result = asked("all", "--out", str(tmp_path / "file"))
    assert result.exit_code == 1
    assert "give another place with --out" in result.output


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("board", "chess"), "spectrum, spectrangle"),
        (("stencil", "chess"), "There is no board map 'chess'"),
        (("stencil", "ring", "--hole", "0"), "1 to 40 mm"),
    ],
)
def test_a_board_nobody_knows_or_a_hole_too_small_is_refused(words, hint, tmp_path):
    result = asked(*words, "--out", str(tmp_path / "x.pdf"))
    assert result.exit_code == 1
    assert hint in result.output
    assert not list(tmp_path.iterdir())


def test_a_stencil_of_ones_own_board_map(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text('name = "mine"\nlights = 1\n[[spot]]\nname = "here"\nat_mm = [0, 0]\nlight = 0\n')
    result = asked("stencil", str(mine), "--out", str(tmp_path / "mine.pdf"))
    assert result.exit_code == 0, result.output
    assert "here" in words_of((tmp_path / "mine.pdf").read_bytes(), tmp_path)


@pytest.mark.parametrize("players", ["0", "9", "-1"])
def test_more_or_fewer_players_than_fit_are_refused(players, tmp_path):
    result = asked("score-sheet", "--players", players, "--out", str(tmp_path / "x.pdf"))
    assert result.exit_code == 1
    assert "1 to 8 players" in result.output
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("words", [("mat", "--out", "{}/mat.pdf"), ("all", "--out", "{}")])
def test_a_folder_that_is_not_there_yet_is_made_by_every_command(words, tmp_path):
    made = asked(*(word.format(tmp_path / "new" / "folder") for word in words))
    assert made.exit_code == 0, made.output
    assert list((tmp_path / "new" / "folder").glob("*.pdf"))


def test_a_place_that_cannot_be_written_is_said_plainly(tmp_path):
    for options in ((), ("--force",)):
        folder = asked("mat", "--out", str(tmp_path), *options)
        assert folder.exit_code == 1
        assert "is a folder" in folder.output
        assert "--out" in folder.output
    (tmp_path / "file").write_text("")
    inside = asked("mat", "--out", str(tmp_path / "file" / "mat.pdf"))
    assert inside.exit_code == 1
    assert "cannot be made" in inside.output and "--out" in inside.output


def test_a_sheet_is_printed_in_the_language_asked_for_or_in_that_of_the_settings(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLELIGHT_DATA", str(tmp_path))
    (tmp_path / "settings.toml").write_text('language = "fr"\n')
    said = {"de": "Hält dieser Drucker den Maßstab?", "": "Cette imprimante respecte-t-elle"}
    for language, words in said.items():
        out = tmp_path / f"in-{language}" / "ruler.pdf"
        result = asked(*(("--language", language) if language else ()), "ruler", "--out", str(out))
        assert result.exit_code == 0, result.output
        assert words in words_of(out.read_bytes(), out.parent)
    refused = asked("--language", "xx", "ruler")
    assert refused.exit_code == 1 and "choose one of en, de, es, fr" in refused.output
