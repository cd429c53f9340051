"""When somebody begins another game, the other phones look at that one, with nothing of the last in their hands."""

from dataclasses import replace

import pytest

from engine.core.agreement import Agreement, Team
from engine.core.match import Match
from tablelight.referee.inputs import EnterEvent
from tablelight.session.people import People
from tablelight.web.session import Browser
from tablelight.web.table_hands import HandsState
from tests.tablelight.visitors import ROLL


class Hands:
    """Of a simulated table."""

    state = HandsState()

    def roll(self, dice=None):
        raise AssertionError("nothing is to be rolled here")


@pytest.fixture
def phone(context):
    context.table.new_match(Match.new("roll_and_color", ["Ann", "Ben"]))
    context.table.tell(EnterEvent(ROLL))
    browser = Browser(context, "play", may_write=True)
    browser.changes()
    return browser


def begin(context, name):
    context.table.new_match(Match.new(name, ["Ann", "Ben"]))


@pytest.mark.parametrize("opened", ["palette", "typed", "history", "people", "seats"])
def test_a_card_about_the_last_game_is_closed(context, phone, opened):
    phone._act("overlay", {"name": opened}, "")
    assert phone.changes()["sections"]["overlay"]
    begin(context, "spectrum_casino")
    assert phone.changes()["sections"]["overlay"] == ""


def test_the_menu_stays_open(context, phone):
    phone._act("overlay", {"name": "menu"}, "")
    begin(context, "spectrum_casino")
    phone.changes()
    assert phone.looking.overlay == "menu"


def test_a_palette_has_nothing_to_say_where_no_dice_are_scored(context, phone):
    begin(context, "spectrum_casino")
    phone._act("overlay", {"name": "palette"}, "")
    assert phone.changes()["sections"].get("overlay", "") == ""


@pytest.mark.parametrize("act", ["reroll", "hand-roll"])
def test_a_tap_on_a_button_of_the_last_game_is_survived(context, phone, act):
    context.hands = Hands()
    phone = Browser(context, "play", may_write=True)
    begin(context, "spectrum_escape")
    phone._act(act, {}, "")
    assert "Ann: roll" in phone.changes()["sections"]["ask"]


@pytest.mark.parametrize("index", ["-10", "99"])
def test_a_die_that_is_not_there_is_not_corrected(phone, index):
    phone._act("die", {"index": index}, "")
    assert phone.changes().get("sections", {}).get("overlay", "") == ""


def test_who_looked_back_in_the_last_game_sees_the_new_one_as_it_is_now(context, phone):
    phone._act("at", {"at": "0"}, "")
    assert "Step 0 of 1" in phone.changes()["sections"]["ask"]
    begin(context, "spectrum")
    assert "Ann: roll 2 dice." in phone.changes()["sections"]["ask"]


@pytest.mark.parametrize("after", ["spectrum", "spectrum_escape"])
def test_a_roll_that_was_half_named_is_not_begun_in_the_new_game(context, phone, after):
    begin(context, "spectrum")
    phone._act("lies", {"item": "R"}, "")
    assert 'data-act="lies-back"' in phone.changes()["sections"]["dice"]
    begin(context, after)
    dice = phone.changes()["sections"]["dice"]
    assert 'data-act="lies"' in dice and 'data-act="lies-back"' not in dice


def test_again_as_last_time_keeps_what_that_table_agreed_on(context, tmp_path):
    """Options, points given and teams of the last game with dice, not its usual rules."""
    agreed = Agreement((5, 0, 0), (Team("Reds", (0, 1)), Team("Blues", (2,))))
    first = Match.new(
        "roll_and_color", ["Ann", "Ben", "Cem"], options={"wrap": False, "reroll_order": "free"}, agreement=agreed
    )
    context.table.new_match(first)
    context.table.tell(EnterEvent(ROLL))
    people = People(context.table, tmp_path)
    context.surroundings = replace(context.surroundings, people=people)
    Browser(context, "play", may_write=True)._act("last-table", {}, "")
    again = context.table.snapshot.referee.match
    assert not again.log and again.seats == first.seats
    assert again.agreed.rules == first.agreed.rules
