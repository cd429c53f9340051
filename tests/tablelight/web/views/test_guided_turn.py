"""A guided turn of each game: every step is played by the rules, and every number that is told comes from them."""

import re

import pytest

from engine.core.registry import names
from engine.texts.rulebook import rulebook
from tablelight.web.views import guided_turn

STEPS = [(game, number) for game in names() for number in range(1, len(rulebook(game).guide.steps) + 1)]


def told(game, number):
    match, facts = guided_turn.played(game, rulebook(game).guide, number)
    return match, rulebook(game).guide.steps[number - 1].text, facts


@pytest.mark.parametrize("game", names())
def test_every_game_has_a_guide_of_three_to_six_steps(game):
    assert 3 <= len(rulebook(game).guide.steps) <= 6


@pytest.mark.parametrize(("game", "number"), STEPS)
def test_a_step_is_played_by_the_rules_and_its_numbers_come_from_them(game, number):
    _, text, facts = told(game, number)
    assert not re.search(r"\d", text), "a number in a step should be worked out, as {points} is"
    said = text.format_map(facts)
    assert "{" not in said and "  " not in said
    assert not ("{refused}" in text and not facts["refused"]), "what is tried in vain has to be refused"


@pytest.mark.parametrize(
    ("game", "number", "says"),
    [
        ("roll_and_color", 5, "6 in a row = 42"),
        ("spectrangle", 4, "4 × 1 matching side × 3 for the space = 12"),
        ("spectrum_cribbage", 5, "2 points"),
        ("spectrum_500", 4, "10 + 10 + 10 + 10 = 40 points"),
        ("sixchex_spectrum", 5, "she has 7 left"),
    ],
)
def test_what_a_step_tells_is_what_the_game_counts(game, number, says):
    _, text, facts = told(game, number)
    assert says in text.format_map(facts)


@pytest.mark.parametrize("game", names())
def test_the_page_shows_a_table_that_cannot_be_touched_and_the_way_on(client, context, game):
    before = context.table.snapshot
    page = client.get(f"/rules/{game}/turn?step=2").text
    assert "step=3" in page and "data-act" not in page.split("guide-table")[1]
    assert context.table.snapshot is before


@pytest.mark.parametrize("step", ["", "0", "-1", "99999", "1e9", "²", "<b>"])
def test_any_step_that_is_asked_for_is_answered(client, step):
    assert client.get("/rules/spectrum/turn", params={"step": step}).status_code == 200


def test_there_is_no_guide_to_a_game_nobody_knows(client):
    assert client.get("/rules/no_such_game/turn").status_code == 404
    assert client.get("/rules/the-table/turn").status_code == 404
