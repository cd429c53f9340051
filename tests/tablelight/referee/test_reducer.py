"""The referee never guesses, never throws a reading away, and from every doubt there is a way out."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.components.hues import PRIMARIES, Hue
from engine.components.lights import Meaning
from engine.core.events import Correct
from engine.core.match import Match
from tablelight.referee.dice_matching import count_moved
from tablelight.referee.dice_words import counted
from tablelight.referee.hypotheses import dice_hypotheses, text_of
from tablelight.referee.inputs import (
    Accept,
    AnotherDie,
    CameraObservation,
    CorrectDie,
    CorrectEntry,
    Dismiss,
    EnterEvent,
    NameDie,
    NoDie,
    Redo,
    TakeBack,
)
from tablelight.referee.lights import lights
from tablelight.referee.reducer import step
from tablelight.referee.state import RefereeState
from tablelight.texts import sentences
from tablelight.web.components.doubts import doubt_sentence
from tablelight.web.viewer import Shown
from tests.support.trays import NINE, ROLLING, STACKED, after, die, log, settled, tray
from vision.dice.readings import SeenDie


@pytest.fixture
def fresh():
    return RefereeState(Match.new("roll_and_color", ["Ann", "Ben"]))


@pytest.fixture
def rolled(fresh):
    state = after(fresh, ROLLING, settled(tray(NINE)))
    assert state.match.state.rolled and state.doubt is None
    return state


# ---- what counts by itself


def test_a_roll_that_was_seen_rolling_counts(fresh):
    state, entries = step(after(fresh, ROLLING), settled(tray(NINE)))
    assert [str(entry) for entry in entries] == ["roll R R O G / R RO RO BP P @camera"]
    assert state.dice.accounted == tray(NINE) and not state.dice.tumbled


def test_a_step_never_changes_the_state_it_was_given(fresh):
    step(after(fresh, ROLLING), settled(tray(NINE)))
    assert fresh.match.log == []


def test_the_same_dice_seen_again_count_once(rolled):
    state = after(rolled, settled(tray(NINE)), CameraObservation("hand"), settled(tray(NINE)))
    assert len(state.match.log) == 1 and state.doubt is None


def test_the_dice_of_the_player_before_are_no_roll_of_the_next(rolled):
    state = after(rolled, EnterEvent("score RO"), CameraObservation("hand"), settled(tray(NINE)))
    assert log(state)[-1] == "1: score RO" and state.doubt is None


def test_a_reroll_is_understood_without_a_tap(rolled):
    again = tray("Y6 Y6", 20) + tray(NINE)[2:5] + tray("G12 G12", 22) + tray(NINE)[7:]
    state = after(rolled, ROLLING, settled(again))
    assert log(state)[1:] == ["1: reroll R R / RO RO", "roll O Y Y G / R G G BP P @camera"]


def test_an_announced_reroll_counts_when_the_dice_are_down(rolled):
    again = tray("Y6 Y6", 20) + tray(NINE)[2:5] + tray("G12 G12", 22) + tray(NINE)[7:]
    state = after(rolled, EnterEvent("reroll R R / RO RO"), ROLLING, settled(again))
    assert log(state)[-1] == "roll O Y Y G / R G G BP P @camera"


def test_dice_of_the_board_game_are_read_the_same_way():
    state = RefereeState(Match.new("spectrum", ["Ann", "Ben"]))
    state = after(state, ROLLING, settled(tray("G6 B6")))
    assert log(state) == ["roll G B @camera"] and state.doubt is None
    # The dice stay where they lie while the pawns move; nobody is asked about them.
    state = after(state, EnterEvent("OFF>G1"), settled(tray("G6 B6")))
    assert log(state)[1:] == ["1: OFF>G1"] and state.doubt is None


# ---- what is asked


def doubted(state, reason):
    assert state.doubt is not None and state.doubt.why.reason == reason
    return state


def test_an_unsure_die_is_asked_about_and_named_in_two_taps(fresh):
    unsure = (*tray(NINE)[:8], die("P12", 8, "ask", ((Hue.P, 0.6), (Hue.BP, 0.4))))
    state = doubted(after(fresh, ROLLING, settled(unsure)), "ASK_DICE")
    assert not state.match.log and not state.doubt.named
    assert {lights(state)[spot].meaning for spot in ("P1", "BP1")} == {Meaning.WAITING}
    state = after(state, NameDie(8, Hue.P))
    assert log(state) == ["roll R R O G / R RO RO BP P @camera"] and state.doubt is None


def test_a_leaning_die_never_counts_by_itself(fresh):
    leaning = (*tray(NINE)[:8], die("P12", 8, "cocked"))
    state = doubted(after(fresh, ROLLING, settled(leaning)), "COCKED")
    assert not state.match.log


def test_a_knocked_die_is_asked_about(rolled):
    knocked = (*tray("B6", 30), *tray(NINE)[1:])
    state = doubted(after(rolled, settled(knocked)), "NOT_EXPLAINED")
    assert len(state.match.log) == 1


@pytest.mark.parametrize(
    ("dice", "reason", "words"),
    [
        (tray(NINE)[:7], "DICE_MISSING", "this roll is 4 cubes and 5 twelve-sided dice. Roll the other 2"),
        (
            tray(NINE) + tray("R6", 30),
            "TOO_MANY_DICE",
            "I see 5 cubes and 5 twelve-sided dice; this roll is 4",
        ),
    ],
)
def test_a_wrong_number_of_dice_is_said_in_words(fresh, dice, reason, words):
    state = doubted(after(fresh, ROLLING, settled(dice)), reason)
    assert words in doubt_sentence(Shown(state.match), state.doubt)


@pytest.mark.parametrize(
    ("seen", "wanted", "words"),
    [
        ((3, 0), (2, 0), ("3 cubes", "2")),
        ((0, 1), (0, 3), ("1 twelve-sided die", "3")),
        ((2, 1), (2, 0), ("2 cubes and 1 twelve-sided die", "2 cubes")),
        ((3, 0), (0, 2), ("3 cubes", "2 twelve-sided dice")),
        ((0, 0), (2, 0), ("no dice", "2 cubes")),
    ],
)
def test_an_unexpected_set_is_reported_as_it_is(seen, wanted, words):
    assert (counted(*seen), counted(*wanted, like=seen)) == words


def test_the_expected_set_never_changes_what_was_seen(fresh):
    three_more = tray(NINE) + tray("R6 G6 B6", 30)
    state = after(fresh, ROLLING, settled(three_more))
    assert state.doubt.dice == three_more and not state.match.log


def test_dice_that_lay_there_before_anybody_looked_are_asked_about(fresh):
    state = doubted(after(fresh, settled(tray(NINE))), "LAY_THERE")
    assert log(after(state, Accept())) == ["roll R R O G / R RO RO BP P @camera"]
    thrown = tray(NINE)[4:] + tray(NINE, 30)[:4]
    assert log(after(state, ROLLING, settled(thrown))) == ["roll R R O G / R RO RO BP P @camera"]


def test_dice_that_lie_as_the_last_roll_was_typed_are_not_asked_about_once_they_are_seen():
    typed = RefereeState(Match.new("spectrum", ["Ann", "Ben"]))
    for entered in ("roll R B", "1: OFF>R1", "1: OFF>B1"):
        typed = after(typed, EnterEvent(entered))
    assert typed.match.game.awaiting(typed.match.state).seats == (1,)
    seen = after(typed, settled(tray("R6 B6")))
    assert seen.doubt is None and log(seen) == log(typed)
    assert after(seen, settled(tray("R6 B6"))).doubt is None
    thrown = after(seen, ROLLING, settled(tray("R6 B6", 20)))
    assert log(thrown) == [*log(typed), "roll R B @camera"]
    assert doubted(after(typed, settled(tray("R6 G6"))), "LAY_THERE")


def test_a_kept_die_that_changed_lights_red_where_it_was(rolled):
    state = after(rolled, EnterEvent("reroll R R / RO RO"))
    swapped = tray("Y6 Y6 B6 G6 R12 G12 G12 BP12 P12", 20)
    state = doubted(after(state, ROLLING, settled(swapped)), "KEPT_DIE_CHANGED")
    assert lights(state)["O1"].meaning is Meaning.WRONG


def test_a_picture_that_cannot_be_read_says_why(fresh):
    state = doubted(after(fresh, CameraObservation("settled", trouble="The mat is covered.")), "NO_READING")
    assert doubt_sentence(Shown(state.match), state.doubt) == "The mat is covered."


DOUBTS = (
    *("ASK_DICE", "ASK_AND_COUNT", "COCKED", "DICE_MISSING", "EXTRA_THING", "LAY_THERE"),
    *("NOT_EXPLAINED", "OTHER_DICE", "SEVERAL", "TOO_MANY_DICE"),
)


def test_every_doubt_has_a_sentence():
    for reason in DOUBTS:
        assert sentences.known("doubt", reason)


# ---- ways out


def test_put_right_on_the_table(rolled):
    knocked = (*tray("B6", 30), *tray(NINE)[1:])
    state = after(rolled, settled(knocked), settled(tray(NINE)))
    assert state.doubt is None and len(state.match.log) == 1


def test_take_what_the_table_shows_corrects_the_reading_before(rolled):
    knocked = (*tray("B6", 30), *tray(NINE)[1:])
    state = after(rolled, settled(knocked), Accept(), settled(knocked))
    assert state.match.state.d6 == (Hue.R, Hue.O, Hue.G, Hue.B) and state.doubt is None
    assert state.match.state.used == (), "nobody saw them roll, so it was no reroll"


def test_type_it_in(fresh):
    state = after(fresh, ROLLING, settled(tray(NINE)[:7]), EnterEvent("roll Y Y Y Y / R R R R R"))
    assert log(state) == ["roll Y Y Y Y / R R R R R"] and state.doubt is None


def test_forget_the_reading(fresh):
    state = after(fresh, settled(tray(NINE)), Dismiss(), settled(tray(NINE)))
    assert state.doubt is None and not state.match.log


def test_a_misread_die_is_corrected_in_two_taps_and_the_score_follows(rolled):
    state = after(rolled, EnterEvent("score RO"), CorrectDie("d12", Hue.BP, Hue.RO))
    assert state.game.scores(state.match.state)[0] == 10
    assert after(state, TakeBack()).game.scores(after(state, TakeBack()).match.state)[0] == 6


def test_an_older_entry_can_be_corrected(rolled):
    state = after(rolled, EnterEvent("score RO"), CorrectEntry(0, "roll R R O G / R RO RO RO P"))
    assert state.game.scores(state.match.state)[0] == 10


def test_what_is_refused_by_hand_is_said_and_changes_nothing(rolled):
    for said, reason in [
        (EnterEvent("2: score RO"), "NOT_YOUR_TURN"),
        (EnterEvent("dance"), "NOT_UNDERSTOOD"),
        (Redo(), "NOTHING_TO_REDO"),
        (CorrectDie("d6", Hue.B, Hue.R), "NO_SUCH_DIE"),
        (NameDie(3, Hue.R), "NO_SUCH_DIE"),
        (Accept(), "NOTHING_TO_ACCEPT"),
    ]:
        state, entries = step(rolled, said)
        assert state.refused.reason == reason and entries == () and state.match is rolled.match
    assert after(rolled, EnterEvent("2: score RO"), EnterEvent("score RO")).refused is None


tops6, tops12 = st.sampled_from(PRIMARIES), st.sampled_from(list(Hue))
statuses = st.sampled_from(["ok"] * 8 + ["ask", "cocked"])


@st.composite
def any_tray(draw):
    """Whatever a camera may say: any number of dice, named or not, wherever they lie."""
    d6 = draw(st.lists(st.tuples(tops6, statuses), max_size=6))
    d12 = draw(st.lists(st.tuples(tops12, statuses), max_size=7))
    texts = [(f"{hue.name}6", status) for hue, status in d6] + [(f"{hue.name}12", status) for hue, status in d12]
    return tuple(die(text, draw(st.integers(0, 60)), status) for text, status in texts)


anything = st.one_of(
    st.just(ROLLING),
    st.just(CameraObservation("hand")),
    any_tray().map(settled),
    st.just(settled(tray(NINE))),
    st.sampled_from(
        [Accept(), Dismiss(), TakeBack(), Redo(), EnterEvent("score RO"), EnterEvent("reroll R R / RO RO")]
    ),
    st.builds(NameDie, st.integers(0, 9), tops12, st.sampled_from([None, "d6", "d12"])),
    st.builds(NoDie, st.integers(0, 9)),
    st.builds(AnotherDie, st.sampled_from(["d6", "d12"]), tops12),
)


@given(st.lists(anything, max_size=12))
def test_from_every_doubt_there_is_a_way_out(inputs):
    state = after(RefereeState(Match.new("roll_and_color", ["Ann", "Ben"])), *inputs)
    # Whatever was seen, it stands in the log only as the rules allow: the log replays.
    assert Match.from_json(state.match.to_json()).state == state.match.state
    if state.doubt is None:
        return
    assert after(state, Dismiss()).doubt is None
    game = state.game
    shown = game.on_table(state.match.state)
    if shown is not None:
        words = [f"{h.name}6" for h in shown.d6] + [f"{h.name}12" for h in shown.d12]
        assert after(state, ROLLING, settled(tray(" ".join(words), 70))).doubt is None
    else:
        need = game.awaiting(state.match.state).need
        d6 = (*need.kept_d6, *[Hue.R] * need.d6)
        d12 = (*need.kept_d12, *[Hue.R] * need.d12)
        typed = after(state, EnterEvent(f"roll {' '.join(h.name for h in d6)} / {' '.join(h.name for h in d12)}"))
        assert typed.doubt is None and len(typed.match.log) == len(state.match.log) + 1


def test_where_a_die_that_stays_is_gone_there_is_still_something_to_choose_from(rolled):
    """Dice are taken up again, and of those that stay one has vanished under the table while another was turned."""
    state = after(rolled, EnterEvent("reroll R R / RO RO"), ROLLING)
    for left in (tray("Y6 G6", 20) + tray(NINE)[4:5], tray("O6", 20), tray("R12", 30)):
        doubtful = after(state, settled(left))
        assert doubtful.doubt is not None
        assert isinstance(dice_hypotheses(doubtful.match, doubtful.doubt, tumbled=True), tuple)


@given(any_tray(), st.integers(0, 1000))
def test_a_reading_with_an_unsure_die_never_counts(dice, seed):
    state = after(RefereeState(Match.new("roll_and_color", ["Ann", "Ben"])), ROLLING)
    _, entries = step(state, settled(dice))
    sure = all(d.status == "ok" for d in dice)
    right = (sum(d.kind == "d6" for d in dice), sum(d.kind == "d12" for d in dice)) == (4, 5)
    assert bool(entries) == (sure and right)


def test_a_die_pushed_a_little_did_not_move():
    before = tray(NINE)
    chance = random.Random(1)
    nudged = tuple(
        SeenDie(
            d.kind,
            d.status,
            d.top,
            d.candidates,
            d.center_px,
            (),
            (d.mat_xy_mm[0] + chance.uniform(-2, 2), d.mat_xy_mm[1]),
        )
        for d in before
    )
    assert count_moved(before, nudged) == 0
    assert count_moved(before, tray(NINE, 40)) == 9
    assert count_moved((), before) is None


def test_a_die_on_another_is_asked_about_with_the_words_that_help(fresh):
    """The reader's words come along with the dice it saw: naming a die alone would not put a stack right."""
    stack = (*tray(NINE)[1:8], die("P12", 8, "ask", ((Hue.P, 0.6), (Hue.BP, 0.4))))
    state = doubted(after(fresh, ROLLING, CameraObservation("settled", stack, STACKED)), "ASK_AND_COUNT")
    assert "take it down" in doubt_sentence(Shown(state.match), state.doubt)
    assert "say what it shows" in doubt_sentence(Shown(state.match), state.doubt)
    assert not state.match.log


def test_dice_in_the_hand_are_not_asked_about(rolled):
    state = after(
        rolled, EnterEvent("reroll R R / RO RO"), CameraObservation("hand"), settled(tray(NINE)[2:5] + tray(NINE)[7:])
    )
    assert state.doubt is None


def test_a_wrong_kind_is_put_right_in_two_taps(fresh):
    """A cube taken for a twelve-sided die: the rules' count of each kind stands against it until it is named."""
    wrong = (die("R12", 0), *tray(NINE)[1:])
    state = doubted(after(fresh, ROLLING, settled(wrong)), "OTHER_DICE")
    assert log(after(state, NameDie(0, Hue.R, "d6"))) == ["roll R R O G / R RO RO BP P @camera"]
    assert after(state, NameDie(0, Hue.RO, "d6")).refused.reason == "NOT_ON_A_CUBE"


def test_what_is_no_die_is_sent_away_in_two_taps(fresh):
    coin = (*tray(NINE), die("Y12", 30, "ask"))
    state = doubted(after(fresh, ROLLING, settled(coin)), "EXTRA_THING")
    state = after(state, NoDie(9))
    assert log(state) == ["roll R R O G / R RO RO BP P @camera"]
    # The coin still lies there, and nobody is asked about it again.
    assert after(state, CameraObservation("hand"), settled(coin)).doubt is None


def test_a_die_the_camera_does_not_see_is_added_in_two_taps(fresh):
    state = doubted(after(fresh, ROLLING, settled(tray(NINE)[:8])), "DICE_MISSING")
    state = after(state, AnotherDie("d12", Hue.P))
    assert log(state) == ["roll R R O G / R RO RO BP P @camera"]
    assert after(state, CameraObservation("hand"), settled(tray(NINE)[:8])).doubt is None


def test_what_people_said_of_a_die_holds_while_it_lies_there(fresh):
    """The camera takes one cube for green again and again; it is told once that it is yellow."""
    state = after(fresh, ROLLING, settled(tray(NINE)), CorrectDie("d6", Hue.G, Hue.Y))
    again = tray("B6 B6", 20) + tray(NINE)[2:5] + tray("G12 G12", 22) + tray(NINE)[7:]
    state = after(state, EnterEvent("reroll R R / RO RO"), ROLLING, settled(again))
    assert log(state)[-1] == "roll O Y B B / R G G BP P @camera" and state.doubt is None


def test_a_roll_typed_in_is_not_taken_for_a_reroll_when_the_camera_reads_otherwise(fresh):
    misread = (*tray(NINE)[:7], *tray("P12 PR12", 7))
    state = after(fresh, ROLLING, EnterEvent("roll R R O G / R RO RO BP P"), settled(misread))
    assert log(state) == ["roll R R O G / R RO RO BP P"]
    assert state.doubt is not None


def test_a_kept_die_that_was_misread_is_put_right_without_losing_the_reroll(rolled):
    """The camera took a die for blue-purple that was purple-red; while others are rerolled it sees it rightly."""
    again = tray("Y6 Y6", 20) + tray(NINE)[2:5] + tray("G12 G12", 22) + tray("PR12", 7) + tray(NINE)[8:]
    state = after(rolled, EnterEvent("reroll R R / RO RO"), ROLLING, settled(again))
    state = after(doubted(state, "KEPT_DIE_CHANGED"), Accept())
    assert log(state)[-1] == "roll O Y Y G / R G G P PR @camera"
    assert state.match.state.used == (0,) and state.match.broken is None


def test_a_reroll_that_can_be_two_things_is_asked_about_with_both():
    """With rerolls in any order four dice that moved may be four taken up, or three and one pushed."""
    state = RefereeState(Match.new("roll_and_color", ["Ann"], options={"reroll_order": "free"}))
    state = after(state, ROLLING, settled(tray(NINE)))
    again = tray("Y6 Y6 B6 G6", 20) + tray(NINE)[4:]
    state = doubted(after(state, ROLLING, settled(again)), "SEVERAL")
    choices = dice_hypotheses(state.match, state.doubt, tumbled=state.dice.tumbled)
    sizes = [way[0].size for way in choices if not isinstance(way[0], Correct)]
    assert sorted(sizes) == [3, 4]
    for way in choices:
        chosen = after(state, Accept(text_of(way)))
        assert chosen.doubt is None and chosen.match.log[-len(way) :] == list(way)
    assert after(state, Accept("no such way")).refused is not None
