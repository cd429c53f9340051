"""The rules on the page: every game, found by words, and one paragraph on top of the table that says why."""

import pytest

from engine.core.match import Match
from engine.core.registry import find, names
from engine.texts.rulebook import THE_TABLE
from tablelight.referee.inputs import EnterEvent
from tablelight.web.components.html import markup
from tablelight.web.components.why import why
from tablelight.web.session import Browser
from tablelight.web.views.new_game import form

ROLL = "roll R O Y Y / RO OY YG P B"


@pytest.fixture
def playing(context):
    context.table.new_match(Match.new("roll_and_color", ["Ann", "Ben"]))
    return context


def card_about(context, topic, game=""):
    """The card on top that somebody sees who only watches."""
    browser = Browser(context, "play", may_write=False)
    browser._act("overlay", {"name": "why", "topic": topic, "game": game}, "")
    return browser.changes()["sections"]["overlay"]


@pytest.mark.parametrize("game", [*names(), THE_TABLE])
def test_every_game_has_a_page_of_rules(client, game):
    assert f'href="/rules/{game}"' in client.get("/rules").text
    assert client.get(f"/rules/{game}").status_code == 200


def test_a_search_shows_what_was_found_and_where(client):
    found = client.get("/rules?q=secondary+run").text
    assert 'href="/rules/roll_and_color#run-secondary"' in found and "<mark>" in found
    assert "No paragraph has all of these words" in client.get("/rules?q=zebra+run").text


@pytest.mark.parametrize(
    "query", ["<script>alert(1)</script>", "x" * 60_000, "%F0%9F%8E%B2", '"><img src=x>', "%00", "()[]*"]
)
def test_whatever_is_searched_for_is_survived_and_never_html(client, query):
    answer = client.get("/rules", params={"q": query})
    assert answer.status_code == 200 and len(answer.text) < 100_000
    assert "<script>alert" not in answer.text and "<img src=x" not in answer.text


def test_rules_of_a_game_nobody_knows_are_not_here(client):
    assert client.get("/rules/no_such_game").status_code == 404


def test_a_row_says_what_the_dice_on_the_table_would_count_there(playing):
    playing.table.tell(EnterEvent(ROLL))
    assert "R-RO-O-OY-Y-YG: 6 in a row = 42" in card_about(playing, "row.SEQ_SPE/0/14")


def test_a_written_row_says_with_which_dice_it_was_written(playing):
    for event in (ROLL, "1: score SEQ_SPE", "roll R R R R / R R R R R"):
        playing.table.tell(EnterEvent(event))
    card = card_about(playing, "row.SEQ_SPE/0/14")
    assert "6 in a row = 42" in card and "Ann wrote this" in card
    assert "Nothing fits" in card_about(playing, "row.SEQ_SPE/0/15")


def test_of_a_row_that_is_there_twice_both_are_told(playing):
    for event in (ROLL, "1: score SEQ_SPE", "roll R R R R / R R R R R", "2: score R", "roll R O Y Y / RO O P P B"):
        playing.table.tell(EnterEvent(event))
    playing.table.tell(EnterEvent("1: score SEQ_SPE"))
    card = card_about(playing, "row.SEQ_SPE/0")
    assert "6 in a row = 42" in card and "R-RO-O: 3 in a row = 6" in card
    assert "= 42" not in card_about(playing, "row.SEQ_SPE/0/15")


def test_an_option_can_be_asked_about_before_any_game(context):
    assert "another order" in card_about(context, "option.reroll_order", "roll_and_color")


@pytest.mark.parametrize(
    "topic", ["", "row.NONE", "row.RO/99/99", "row.RO/x", "score.total/99", "<b>", "spot.R1", "x" * 5000]
)
def test_a_topic_that_somebody_made_up_is_answered_kindly(playing, topic):
    assert "Back to the game" in card_about(playing, topic)
    assert "Back to the game" in card_about(playing, topic, "no_such_game")


def test_the_button_says_to_those_who_do_not_see_what_it_explains():
    assert 'aria-label="Explain: Red"' in markup(why("row.R", about="Red"))


def test_a_refusal_leads_to_its_rule_and_points_to_how_they_came_about(playing):
    browser = Browser(playing, "play", may_write=True)
    playing.table.tell(EnterEvent(ROLL))
    asked = browser.changes()["sections"]["ask"]
    assert 'data-topic="ask.REROLL_OR_SCORE"' in asked and 'data-topic="gain"' not in asked
    playing.table.tell(EnterEvent("1: reroll R / "))
    assert 'data-topic="refused.REROLL_SIZE"' in browser.changes()["sections"]["ask"]
    playing.table.tell(EnterEvent("1: score SEQ_SPE"))
    assert 'data-topic="gain"' in browser.changes()["sections"]["ask"]
    assert "6 in a row = 42" in card_about(playing, "gain")


def test_lights_are_told_in_words_with_what_may_be_done(context):
    context.table.new_match(Match.new("spectrum", ["Ann", "Ben"]))
    for event in ("roll O Y", "1: OFF>O1"):
        context.table.tell(EnterEvent(event))
    card = card_about(context, "lights")
    assert "Breathing: something is waited for here." in card
    assert "A pawn from the stock can come in on yellow 1." in card
    assert "The pawn on orange 1 can move." in card


def test_a_refused_tap_on_a_board_leads_to_its_rule(context):
    context.table.new_match(Match.new("spectrum", ["Ann", "Ben"]))
    context.table.tell(EnterEvent("roll O Y"))
    browser = Browser(context, "play", may_write=True)
    browser._act("touch", {"at": "OFF"}, "")
    browser._act("touch", {"at": "B1"}, "")
    assert 'data-topic="refused.' in browser.changes()["sections"]["ask"]


@pytest.mark.parametrize("game", names())
def test_every_option_in_the_form_unfolds_its_paragraph(game):
    fields = form(game)
    asked = [name for name in find(game).option_docs() if f'name="option-{name}"' in fields]
    assert fields.count('class="option-why"') == len(asked)
    assert f'href="/rules/{game}/turn"' in fields
