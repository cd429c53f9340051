"""Points given before a game count by its own rules; teams count together; both stand in the record."""

import json

import pytest

from engine.core.agreement import MOST_GIVEN, Agreement, Team, agreement_from_json
from engine.core.errors import BadRules, NotUnderstood
from engine.core.events import Leave
from engine.core.match import Match
from engine.core.registry import entries
from engine.core.standings import placings

NAMES = ["Ann", "Ben", "Cem", "Dia"]
ROLL = "roll R R R R / R R R R R"
COUNTED = {
    "roll_and_color", "spectrangle", "spectrum_500", "spectrum_casino", "spectrum_cribbage", "spectrumo", "spectrump",
}  # fmt: skip
"""The games that are won by counting points."""


def again(match):
    return Match.from_json(json.loads(json.dumps(match.to_json())))


def seats_of(game):
    return NAMES[: 1 if game == "spectrum_solitaire" else 2]


@pytest.mark.parametrize("game", [entry.name for entry in entries()])
def test_points_given_count_where_points_decide_and_are_refused_elsewhere(game):
    names = seats_of(game)
    given = Agreement(given=(20, 0)[: len(names)])
    if game not in COUNTED:
        with pytest.raises(BadRules, match="not won by counting"):
            Match.new(game, names, agreement=given)
        return
    match = Match.new(game, names, agreement=given)
    assert match.game.scores(match.state) == {0: 20 if match.game.highest_wins else -20, 1: 0}
    assert not match.game.winners(match.state) and match.game.awaiting(match.state).actor != "nobody"
    assert again(match).game.scores(match.state) == match.game.scores(match.state)
    first = placings(match)[0]
    assert (first.name, first.place, first.given, first.won) == ("Ann", 1, 20, False)


def test_points_given_are_in_the_winners_and_in_every_score():
    match = Match.new("roll_and_color", ["Ann", "Ben"], agreement=Agreement(given=(0, 500)))
    while match.game.awaiting(match.state).actor != "nobody":
        match.add(match.parse(ROLL))
        match.add(next(iter(match.game.moves(match.state))))
    scores = match.game.scores(match.state)
    assert scores[1] == scores[0] + 500 and match.game.winners(match.state) == (1,)
    assert [(p.name, p.place, p.won) for p in placings(match)] == [("Ben", 1, True), ("Ann", 2, False)]


def test_what_was_agreed_stands_in_the_header_and_only_where_something_was():
    plain = Match.new("roll_and_color", NAMES).header()
    assert "agreed" not in plain and Match.from_header(plain).agreed.rules.agreement == Agreement()
    teams = Agreement((0, 5, 0, 0), (Team("Red", (0, 2)), Team("Blue", (1, 3))), "best")
    match = Match.new("roll_and_color", NAMES, agreement=teams)
    assert match.header()["agreed"]["teams"][1] == {"name": "Blue", "seats": [1, 3]}
    assert again(match).agreed.rules.agreement == teams


@pytest.mark.parametrize(("how", "points"), [("sum", (12, 9)), ("best", (12, 5))])
def test_a_team_has_the_sum_of_its_members_or_the_best_of_them(how, points):
    teams = Agreement((12, 5, 0, 4), (Team("Red", (0, 2)), Team("Blue", (1, 3))), how)
    red, blue = placings(Match.new("roll_and_color", NAMES, agreement=teams))
    assert (red.name, red.points, blue.points) == ("Red", *points) and (red.place, blue.place) == (1, 2)


def test_equal_points_share_a_place_and_the_next_one_is_left_out():
    match = Match.new("roll_and_color", NAMES, agreement=Agreement(given=(5, 9, 5, 0)))
    assert [(p.name, p.place) for p in placings(match)] == [("Ben", 1), ("Ann", 2), ("Cem", 2), ("Dia", 4)]


def test_in_a_race_the_team_of_who_wins_has_won():
    teams = Agreement(teams=(Team("Red", (0, 2)), Team("Blue", (1, 3))))
    match = Match.new("spectrum_escape", NAMES, agreement=teams)
    match.add(Leave(1))
    assert [p.place for p in placings(match)] == [1, 1]


def test_a_game_with_partners_keeps_its_own():
    teams = Agreement(teams=(Team("Red", (0, 1)), Team("Blue", (2, 3))))
    for game, options in (
        ("spectrangle", {"teams": True}),
        ("spectrump", {"partners": True}),
        ("spectrum_cribbage", {}),
    ):
        with pytest.raises(BadRules, match="by its own rules"):
            Match.new(game, NAMES, options=options, agreement=teams)


def test_so_many_points_that_nothing_is_left_to_play_for_are_refused():
    with pytest.raises(BadRules, match="over before it begins"):
        Match.new("spectrum_500", ["Ann", "Ben"], agreement=Agreement(given=(MOST_GIVEN, 0)))


@pytest.mark.parametrize(
    "agreement",
    [
        Agreement(given=(1,)),
        Agreement(given=(-1, 0)),
        Agreement(given=(MOST_GIVEN + 1, 0)),
        Agreement(teams=(Team("All", (0, 1)),)),
        Agreement(teams=(Team("A", (0,)), Team("a", (1,)))),
        Agreement(teams=(Team(" ", (0,)), Team("B", (1,)))),
        Agreement(teams=(Team("A" * 25, (0,)), Team("B", (1,)))),
        Agreement(teams=(Team("A\n", (0,)), Team("B", (1,)))),
        Agreement(teams=(Team("A", (0, 1)), Team("B", (1,)))),
        Agreement(teams=(Team("A", (0, 1)), Team("B", ()))),
        Agreement(teams=(Team("A", (0,)), Team("B", (7,)))),
    ],
)
def test_what_cannot_be_agreed_on_is_refused_with_a_reason(agreement):
    with pytest.raises(BadRules, match=r"[a-z]{3}"):
        Match.new("roll_and_color", ["Ann", "Ben"], agreement=agreement)


@pytest.mark.parametrize(
    "plain",
    [None, [], "x", {"given": "20"}, {"given": [True]}, {"given": [1e9]}, {"teams": [{"name": 3, "seats": []}]},
     {"team_score": "worst"}, {"prize": 5}],
)  # fmt: skip
def test_what_is_no_agreement_is_refused(plain):
    with pytest.raises(NotUnderstood):
        agreement_from_json(plain)
