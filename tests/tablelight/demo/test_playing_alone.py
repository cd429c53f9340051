"""Games play themselves at a simulated table: what the service knows in the end is what was really so."""

import json
import sys
from random import Random

import pytest
from typer.testing import CliRunner

from engine.core.match import Match
from engine.core.registry import names
from tablelight.cli.main import app
from tablelight.demo.auto import play_alone
from tablelight.demo.mishaps import MISHAPS
from tablelight.demo.person import SimulatedPerson
from tablelight.demo.physical_table import ALL_DICE
from tablelight.demo.quick_table import QuickTable
from tablelight.referee.inputs import EnterEvent
from tablelight.web.components import hands_panel
from vision.simulation import SimulatedTable

OWN_BOARDS = ("spectrum", "spectrum_escape", "sixchex_spectrum", "spectrangle")


@pytest.fixture(scope="module")
def folder_of_the_dice(tmp_path_factory):
    """A folder for each game, all with the same taught dice."""
    taught = tmp_path_factory.mktemp("dice")

    def fresh():
        made = tmp_path_factory.mktemp("evening")
        if (taught / "dice.json").exists():
            (made / "dice.json").write_bytes((taught / "dice.json").read_bytes())
        return made

    def keep(made):
        if (made / "dice.json").exists():
            (taught / "dice.json").write_bytes((made / "dice.json").read_bytes())

    return fresh, keep


@pytest.mark.parametrize("game", names())
def test_the_beginning_of_every_game_is_known_to_the_table_as_it_was_played(game):
    played = play_alone(game, "switches", most_events=16)
    assert played.score_true and not played.silent and played.events >= 16


@pytest.mark.parametrize("game", OWN_BOARDS)
def test_moves_on_a_board_with_switches_are_not_typed(game):
    played = play_alone(game, "switches", most_events=24)
    assert sum(played.typed.values()) < played.events


def test_dice_that_are_thrown_before_the_camera_are_not_typed(tmp_path):
    played = play_alone("roll_and_color", "camera", folder=tmp_path, most_events=4)
    assert played.score_true and not played.silent and "roll" not in played.typed


def test_a_die_with_dots_that_is_thrown_before_the_camera_is_read(tmp_path):
    played = play_alone("sixchex_spectrum", "camera", folder=tmp_path, most_events=6)
    assert played.score_true and not played.silent and "roll" not in played.typed


@pytest.mark.parametrize(
    ("game", "wrong"),
    [
        ("spectrum", {"fallen", "child", "wrong_piece", "out_of_turn", "board", "power"}),
        ("spectrum_casino", {"out_of_turn", "two_cards", "unread_card", "board", "power"}),
    ],
)
def test_whatever_goes_wrong_on_switches_and_readers_is_asked_or_said(game, wrong):
    played = play_alone(game, "switches", most_events=24, mishaps_every=2)
    assert played.unnoticed == () and played.silent == () and played.score_true
    assert set(played.bungled) == wrong


@pytest.mark.parametrize(
    ("game", "wrong"),
    [
        ("spectrum_casino", {"out_of_turn", "unread_card", "card_astray", "power"}),
        ("spectrumo", {"out_of_turn", "unread_card", "card_astray", "power"}),
        ("spectrum_cribbage", {"out_of_turn", "unread_card", "card_astray", "power"}),
        ("spectrum_poker", {"card_astray", "power"}),
    ],
)
def test_whatever_goes_wrong_with_cards_on_their_mat_is_asked_or_taken_back(game, wrong):
    played = play_alone(game, "camera", seed=1, most_events=24, mishaps_every=2, cards="told")
    assert played.unnoticed == () and played.silent == () and played.score_true
    assert wrong <= set(played.bungled)


def test_everything_that_goes_wrong_has_a_name_on_the_page():
    assert set(MISHAPS) == set(hands_panel.MISHAPS)


@pytest.mark.slow
def test_whatever_goes_wrong_with_dice_and_light_is_asked_or_said(tmp_path):
    played = play_alone("roll_and_color", "camera", folder=tmp_path, most_events=24, mishaps_every=3)
    assert played.unnoticed == () and played.silent == () and played.score_true
    assert {"cocked", "off_mat", "lamp_out", "bump", "power"} <= set(played.bungled)


def test_somebody_who_goes_on_with_a_game_takes_back_nothing_of_what_was_played(tmp_path):
    match = Match.new("spectrum_casino", ["Ann", "Ben"])
    with QuickTable(match, tmp_path, camera=False, switches=False, lamp="daylight", seed=0) as table:
        SimulatedPerson(table, match, Random(1)).play_game(3)
        begun = table.referee.match
        SimulatedPerson(table, begun, Random(2)).play_event()
        assert table.referee.match.log[:-1] == begun.log


def test_what_only_the_next_throw_will_show_is_not_somebody_else_s_play(tmp_path):
    """Dice that are taken up for a reroll are seen once they lie again."""
    match = Match.new("roll_and_color", ["Ann", "Ben"])
    with QuickTable(match, tmp_path, camera=False, switches=False, lamp="daylight", seed=0) as table:
        table.table.tell(EnterEvent("roll R R O Y / R Y GB GB B"))
        person = SimulatedPerson(table, table.referee.match, Random(1))
        person._choose = lambda game, state, random: person.truth.parse("1: reroll R R O Y / ")
        table.dice = SimulatedTable(ALL_DICE, seed=1)
        person.play_event()
        assert person.truth.log != table.referee.match.log and person.in_step()
        table.dice = None


def test_a_question_that_playing_on_answers_was_shown_and_not_asked(tmp_path):
    match = Match.new("spectrum", ["Ann", "Ben"])
    with QuickTable(match, tmp_path, camera=False, switches=True, lamp="daylight", seed=0) as table:
        for event in ("roll G B", "OFF>G1", "OFF>B1", "roll G R"):
            table.table.tell(EnterEvent(event))
        person = SimulatedPerson(table, table.referee.match, Random(1))
        person._hands.set_up(person.truth)
        table.settle()
        moves = iter(("2: OFF>G1", "2: place P1"))
        person._choose = lambda game, state, random: person.truth.parse(next(moves))
        person.play_event()
        person.play_event()
        assert person.shown == {"EXCHANGED": 1} and not person.asked and not person.silent
        assert table.referee.match.log == person.truth.log


def test_what_somebody_else_plays_meanwhile_is_noticed(tmp_path):
    match = Match.new("roll_and_color", ["Ann", "Ben"])
    with QuickTable(match, tmp_path, camera=False, switches=False, lamp="daylight", seed=0) as table:
        person = SimulatedPerson(table, match, Random(1))
        assert person.in_step()
        table.table.tell(EnterEvent("roll R R R R / G G G G G"))
        assert not person.in_step()


def test_an_unknown_game_or_lamp_ends_in_a_sentence():
    for wrong in (["--game", "chess"], ["--lamp", "lightning", "--game", "roll_and_color"]):
        answer = CliRunner().invoke(app, ["demo", "--auto", *wrong])
        assert answer.exit_code == 1 and isinstance(answer.exception, SystemExit) and answer.stderr.strip()


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("sensors", ["switches", "camera", "both"])
@pytest.mark.parametrize("game", names())
def test_whole_games_end_with_the_true_score(game, sensors, seed):
    """Prints its figures: ``pytest -m slow -rP`` shows them."""
    lamp = ("daylight", "warm", "cool")[seed]
    arguments = ["--game", game, "--sensors", sensors, "--lamp", lamp, "--seed", str(seed)]
    cards = [] if sensors == "switches" else ["--cards", "seen"]
    answer = CliRunner().invoke(app, ["demo", "--auto", "--json", *arguments, *cards])
    figures = json.loads(answer.stdout.splitlines()[-1])
    sys.stdout.write(answer.stdout)
    assert figures["over"] and figures["score_true"] and figures["silent"] == 0


@pytest.mark.slow
@pytest.mark.parametrize("lamp", ["daylight", "warm", "cool"])
@pytest.mark.parametrize("game", ["roll_and_color", "spectrum_escape", "spectrum"])
def test_games_with_dice_before_a_camera_know_what_was_thrown(game, lamp, folder_of_the_dice):
    fresh, keep = folder_of_the_dice
    folder = fresh()
    played = play_alone(game, "both", lamp, folder=folder, most_events=120)
    keep(folder)
    assert played.score_true and not played.silent


@pytest.mark.slow
@pytest.mark.parametrize("lamp", ["daylight", "warm", "cool"])
def test_coins_that_join_their_own_are_seen_by_a_camera_alone_and_seldom_asked_about(lamp):
    played = play_alone("sixchex_spectrum", "camera", lamp, seed=30, most_events=60)
    assert not played.silent and played.as_values()["questions"] <= 1


@pytest.mark.slow
@pytest.mark.parametrize("lamp", ["daylight", "warm", "cool"])
@pytest.mark.parametrize("game", ["spectrum", "spectrum_escape"])
def test_a_board_that_only_the_camera_sees_is_followed_and_no_move_is_typed(game, lamp, folder_of_the_dice):
    fresh, keep = folder_of_the_dice
    folder = fresh()
    played = play_alone(game, "camera", lamp, folder=folder, most_events=60)
    keep(folder)
    assert played.score_true and not played.silent
    assert not {"move", "roll"} & set(played.typed)


def test_cards_drawn_instead_of_dice_are_seen_and_pieces_felt():
    played = play_alone("spectrum", "camera", seed=1, most_events=24, cards="told", options={"dice": "cards"})
    assert not played.asked and not played.typed and not played.silent and played.events == 24
