"""The rules as a prior, never as truth: what is expected helps to ask and is named; it makes no reading surer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.components.hues import PRIMARIES, Hue
from engine.core.match import Match
from tablelight.referee.expectations import ExpectedDice, answers, expected_in, question
from tablelight.referee.inputs import EnterEvent, NameDie, NoDie
from tablelight.referee.state import RefereeState
from tablelight.web.components.doubts import another_card, die_card, doubt_sentence
from tablelight.web.viewer import Shown
from tests.support.trays import NINE, ROLLING, after, asked, die, log, settled, tray

NINE_DICE = ExpectedDice(4, 5)
TWO_CUBES = ExpectedDice(2, 0)


@pytest.fixture
def fresh():
    return RefereeState(Match.new("roll_and_color", ["Ann", "Ben"]))


@pytest.fixture
def cubes():
    """The board game waits for two cubes."""
    state = RefereeState(Match.new("spectrum", ["Ann", "Ben"], options={"start": "choice"}))
    for text in ("1: start R O Y", "2: start B P PR"):
        state = after(state, EnterEvent(text))
    return state


def sentence(state):
    return doubt_sentence(Shown(state.match), state.doubt)


def doubted(state, reason):
    assert state.doubt is not None and state.doubt.why.reason == reason, state.doubt
    assert not [entry for entry in log(state) if "@camera" in entry]
    return sentence(state)


# ---- what is said


@pytest.mark.parametrize(
    ("seen", "reason", "words"),
    [
        ("R6 G6 B6", "TOO_MANY_DICE", "I see 3 cubes; this roll is 2. Take the others off the mat, or tap"),
        ("R6", "DICE_MISSING", "I see 1 cube; this roll is 2."),
        ("R6 G12", "OTHER_DICE", "I see 1 cube and 1 twelve-sided die; this roll is 2 cubes. If I took one"),
        ("R12 G12", "OTHER_DICE", "I see 2 twelve-sided dice; this roll is 2 cubes."),
    ],
)
def test_an_unexpected_set_is_reported_with_what_was_expected(seen, reason, words):
    why = question(TWO_CUBES, tray(seen))
    assert why.reason == reason
    state = RefereeState(Match.new("roll_and_color", ["Ann"]))
    state = after(state, ROLLING, settled(tray(NINE)[:5]))
    from dataclasses import replace

    assert words in sentence(replace(state, doubt=replace(state.doubt, why=why)))


def test_a_thing_beside_the_whole_roll_is_asked_about_and_neither_counted_nor_dropped(fresh):
    thing = asked("Y12", 30, Hue.Y, Hue.OY, chance=0.2)
    state = after(fresh, ROLLING, settled((*tray(NINE), thing)))
    words = doubted(state, "EXTRA_THING")
    assert "4 cubes and 5 twelve-sided dice of this roll, and 1 thing more that may be a die" in words
    assert state.doubt.dice[-1] == thing
    assert log(after(state, NoDie(9))) == ["roll R R O G / R RO RO BP P @camera"]
    assert doubted(after(state, NameDie(9, Hue.Y)), "TOO_MANY_DICE").startswith("I see 4 cubes and 6")


def test_a_doubtful_die_among_too_few_is_asked_about_with_the_number_expected(fresh):
    state = after(fresh, ROLLING, settled((*tray(NINE)[:7], asked("P12", 8, Hue.P, Hue.BP))))
    words = doubted(state, "ASK_AND_COUNT")
    assert "4 cubes and 4 twelve-sided dice and am not sure of 1 die; this roll is 4 cubes and 5" in words
    assert doubted(after(state, NameDie(7, Hue.P)), "DICE_MISSING")


@given(
    st.lists(st.sampled_from(["ok", "ask", "cocked"]), min_size=1, max_size=11),
    st.lists(st.sampled_from(["d6", "d12"]), min_size=11, max_size=11),
    st.builds(ExpectedDice, st.integers(0, 4), st.integers(0, 5)) | st.none(),
)
def test_expectation_never_makes_a_doubtful_die_sure(statuses, kinds, expected):
    dice = [
        die(f"{Hue.R.name}{kind[1:]}", n, status, ((Hue.R, 0.99), (Hue.O, 0.01)))
        for n, (status, kind) in enumerate(zip(statuses, kinds, strict=False))
    ]
    why = question(expected, dice)
    if any(one.status != "ok" for one in dice):
        assert why is not None
    elif expected is not None:
        assert (why is None) == ([sum(d.kind == k for d in dice) for k in ("d6", "d12")] == [expected.d6, expected.d12])


def test_a_doubtful_die_that_is_just_the_expected_one_still_waits(fresh):
    """Eight are sure, the ninth looks like the die it should be: it is asked about all the same."""
    state = after(fresh, ROLLING, settled(tray(NINE)), EnterEvent("reroll R R / RO RO"))
    kept_unsure = asked("P12", 8, Hue.P, Hue.BP, chance=0.86)
    again = tray("Y6 Y6", 20) + tray(NINE)[2:5] + tray("G12 G12", 22) + (tray(NINE)[7], kept_unsure)
    before = log(state)
    state = after(state, ROLLING, settled(again))
    assert log(state) == before and state.doubt.why.reason == "ASK_DICE"


# ---- what is offered


def test_only_kinds_of_dice_that_are_rolled_here_are_offered():
    dice = (die("R6", 0), asked("G12", 1, Hue.G, Hue.GB))
    assert answers(TWO_CUBES, dice, 1).kinds == ("d6",)
    assert answers(TWO_CUBES, dice, 1).likely == (Hue.G,), "green-blue is on no cube"
    assert answers(None, dice, 1).kinds == ("d12", "d6")
    assert "twelve-sided" not in another_card(TWO_CUBES) and "twelve-sided" in another_card(None)


def test_the_kind_that_is_still_missing_comes_first():
    dice = (*tray(NINE)[:8], asked("R6", 9, Hue.R))
    assert answers(NINE_DICE, dice, 8).kinds == ("d12", "d6")
    sure = tray("R12 R6 O6 G6 R12 RO12 RO12 BP12 P12")
    assert answers(NINE_DICE, sure, 0).kinds == ("d6", "d12") and answers(NINE_DICE, sure, 0).likely == ()


def test_the_hue_that_should_lie_there_comes_before_the_one_that_looks_likelier():
    dice = (*tray(NINE)[:8], asked("BP12", 9, Hue.BP, Hue.P, chance=0.4))
    known = tuple((one.kind, one.top) for one in tray(NINE))
    assert answers(ExpectedDice(4, 5, known), dice, 8).likely == (Hue.P, Hue.BP)
    assert answers(NINE_DICE, dice, 8).likely == (Hue.BP, Hue.P)


def test_where_no_die_is_missing_no_die_is_offered_first(fresh):
    state = after(fresh, ROLLING, settled((*tray(NINE), asked("Y12", 30, Hue.Y))))
    card = die_card(state.doubt, 9, expected_in(state.match))
    assert card.index("There is no die") < card.index('data-act="name"')
    usual = after(fresh, ROLLING, settled((*tray(NINE)[:8], asked("P12", 9, Hue.P))))
    card = die_card(usual.doubt, 8, expected_in(usual.match))
    assert card.index("There is no die") > card.index('data-act="name"')


def test_every_answer_that_the_rules_allow_can_be_tapped(fresh):
    state = after(fresh, ROLLING, settled((*tray(NINE)[:8], asked("P12", 9, Hue.P, Hue.BP))))
    card = die_card(state.doubt, 8, expected_in(state.match))
    for kind, hues in (("d6", PRIMARIES), ("d12", tuple(Hue))):
        for hue in hues:
            assert card.count(f'data-hue="{hue.name}" data-index="8" data-kind="{kind}"') == 1, (kind, hue)


def test_dice_that_lie_there_are_known_by_what_was_rolled(fresh):
    assert expected_in(fresh.match) == NINE_DICE
    rolled = after(fresh, ROLLING, settled(tray(NINE)))
    lying = expected_in(rolled.match)
    assert (lying.d6, lying.d12) == (4, 5) and ("d12", Hue.BP) in lying.known
    up = after(rolled, EnterEvent("reroll R R / RO RO"))
    kept = expected_in(up.match)
    assert (kept.d6, kept.d12) == (4, 5) and len(kept.known) == 5
