"""Who has to go leaves a game that the others play to its end, where its rules can bear it; and somebody may come."""

import json
from random import Random

import pytest

from engine.core.agreement import Agreement
from engine.core.errors import NotUnderstood, Refused
from engine.core.events import Correct, DropOut, Join, Leave, Rename, Undo
from engine.core.log_format import entry_from_json, entry_to_json
from engine.core.match import Match
from engine.core.registry import dealing_of, entries, random_player_of
from engine.core.standings import placings
from engine.texts import explain

ROLL = "roll R R O G / R RO RO BP P"
NAMES = ("Ann", "Ben", "Cem")
GO_ON = {"roll_and_color": NAMES, "sixchex_spectrum": NAMES, "spectrumo": NAMES}
"""The games that can go on without somebody."""


@pytest.fixture
def match():
    match = Match.new("roll_and_color", NAMES)
    match.add(match.parse(ROLL))
    return match


def again(match):
    return Match.from_json(json.loads(json.dumps(match.to_json())))


def refused(match, entry):
    with pytest.raises(Refused) as raised:
        match.add(entry)
    sentence = explain(match.game.name, raised.value.verdict, match.seats)
    assert sentence.endswith(".") and "{" not in sentence and "_" not in sentence
    return raised.value.verdict.reason


def take_step(match, chance):
    """One event of a random game."""
    game, state = match.game, match.state
    if game.awaiting(state).actor == "table":
        player = random_player_of(game.name)
        event = (player.table and player.table(game, state, chance)) or dealing_of(game.name).next_fact(
            game, state, chance
        )
    else:
        event = random_player_of(game.name).choose(game, state, chance)
    match.add(event)


def over(match):
    return match.game.awaiting(match.state).actor == "nobody"


# ---- somebody goes


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", GO_ON)
def test_the_others_always_play_to_the_end_whenever_somebody_goes(game, seed):
    """Whoever went is never waited for again, wins nothing, and the log replays to the same position."""
    options = {"move_limit": 40} if game == "sixchex_spectrum" else {"target": 40} if game == "spectrumo" else {}
    match, chance = Match.new(game, GO_ON[game], options=options), Random(seed)
    seat, when, gone = seed % 3, chance.randint(0, 30), False
    for turn in range(6000):
        if over(match):
            break
        if not gone and turn >= when:
            verdict = match.game.judge_leaving(match.state, seat)
            if verdict.ok and seat in match.game.still_in(match.state):
                match.add(DropOut(seat))
                gone = True
                continue
        take_step(match, chance)
        assert not gone or seat not in match.game.awaiting(match.state).seats
    assert over(match)
    if gone:
        assert seat not in match.game.winners(match.state) and placings(match)[-1].seats == (seat,)
    assert again(match).state == match.state


def test_a_turn_of_who_goes_is_over_and_the_sheet_stays(match):
    match.add(match.parse("1: score RO"))
    match.add(match.parse(ROLL))
    match.add(DropOut(1))
    assert match.game.mover(match.state) == 2 and not match.state.rolled
    assert match.game.scores(match.state)[0] > 0 and match.left is None


def test_going_can_be_taken_back_brought_back_and_survives_a_correction(match):
    match.add(DropOut(1))
    match.undo()
    assert match.state.gone == ()
    match.add(Undo(match.redo_target()))
    match.add(match.parse("1: score RO"))
    match.add(Correct(0, match.parse("roll R R O Y / R RO RO BP P")))
    assert match.state.gone == (1,) and match.broken is None and match.game.mover(match.state) == 2
    assert again(match).state == match.state and len(match.events) == 2


def test_who_goes_is_no_event_that_can_be_corrected(match):
    match.add(DropOut(1))
    assert refused(match, Correct(1, match.parse(ROLL))) == "NO_SUCH_EVENT"


def test_a_seat_goes_once_and_one_player_stays(match):
    match.add(DropOut(1))
    assert refused(match, DropOut(1)) == "OUT_ALREADY"
    match.add(DropOut(0))
    assert refused(match, DropOut(2)) == "TOO_FEW_LEFT" and refused(match, DropOut(9)) == "NO_SUCH_SEAT"
    match.add(Leave(2))
    assert refused(match, DropOut(2)) == "SOMEBODY_LEFT" and refused(match, Join("Dia")) == "SOMEBODY_LEFT"


@pytest.mark.parametrize("game", [entry.name for entry in entries() if entry.name not in GO_ON])
def test_where_the_rules_need_everybody_it_is_said_what_else_can_be_done(game):
    names = NAMES[: 1 if game == "spectrum_solitaire" else 2]
    match = Match.new(game, names)
    assert refused(match, DropOut(0)) in ("CANNOT_PLAY_ON", "TOO_FEW_LEFT")
    assert refused(match, Join("Zoe")) in ("CANNOT_JOIN", "TABLE_FULL")


def test_cards_in_hand_are_played_before_somebody_goes():
    match, chance = Match.new("spectrumo", NAMES), Random(1)
    take_step(match, chance)
    assert refused(match, DropOut(0)) == "AFTER_THIS_HAND"
    assert refused(Match.new("sixchex_spectrum", NAMES), DropOut(0)) == "AFTER_SETTING_UP"


# ---- somebody comes


def test_who_joins_has_an_empty_sheet_and_fills_it_to_the_end(match):
    match.add(match.parse("1: score RO"))
    match.add(Join(" Dia "))
    assert match.seats == (*NAMES, "Dia") and match.game.rules.seats == 4 and len(match.state.sheets) == 4
    chance = Random(1)
    while not over(match):
        take_step(match, chance)
    assert all(None not in sheet for sheet in match.state.sheets)
    assert again(match).state == match.state and again(match).seats == match.seats
    assert match.header()["seats"] == list(NAMES)


def test_who_joins_late_plays_the_rounds_that_are_missing_alone():
    match, chance = Match.new("roll_and_color", ["Ann"]), Random(2)
    while match.state.round < 24:
        take_step(match, chance)
    match.add(Join("Ben"))
    while not over(match):
        take_step(match, chance)
        assert over(match) or match.game.mover(match.state) == 1 or None in match.state.sheets[0]
    assert sum(event.kind == "score" for _, event in match.events) == 48


def test_joining_can_be_taken_back_and_looked_back_over_and_survives_a_correction(match):
    match.add(Join("Dia"))
    match.add(Rename(("Ann", "Ben", "Cem", "Eva")))
    assert match.at(1).seats == NAMES and match.at(2).seats == ("Ann", "Ben", "Cem", "Eva")
    match.add(match.parse("1: score RO"))
    match.add(Correct(0, match.parse("roll R R O Y / R RO RO BP P")))
    assert match.seats[3] == "Eva" and len(match.state.sheets) == 4 and match.agreed.rules.seats == 4
    match.add(Undo(1))
    assert match.seats == NAMES and match.game.rules.seats == 3
    with pytest.raises(NotUnderstood):
        match.parse("4: score RO")


def test_points_given_stay_with_who_had_them_when_somebody_joins():
    match = Match.new("roll_and_color", NAMES, agreement=Agreement(given=(0, 20, 0)))
    match.add(Join("Dia"))
    assert match.game.scores(match.state) == {0: 0, 1: 20, 2: 0, 3: 0}


@pytest.mark.parametrize(("name", "reason"), [("Ann", "NAME_TWICE"), (" ", "NO_NAME"), ("x" * 81, "NO_NAME")])
def test_who_joins_needs_a_name_of_their_own(match, name, reason):
    assert refused(match, Join(name)) == reason


@pytest.mark.parametrize("entry", [DropOut(1), Join("Dia")])
def test_both_have_a_plain_form(match, entry):
    assert entry_from_json(match.game, entry_to_json(entry)) == entry


@pytest.mark.parametrize("plain", [{"drop_out": "1"}, {"drop_out": True}, {"join": 3}, {"join": None}])
def test_what_is_no_such_entry_is_refused(match, plain):
    with pytest.raises(NotUnderstood):
        entry_from_json(match.game, plain)
