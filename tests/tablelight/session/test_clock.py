"""The clock counts for whoever is waited for, for nobody else, and never more than has passed."""

from dataclasses import replace
from random import Random

import pytest

from engine.components.hues import Hue
from engine.components.lights import Light, Meaning
from tablelight.session.clock import MOST_AT_ONCE_S, MOST_TOTAL_S, TimeLimit, TurnClock, words
from tablelight.session.clock_lights import with_reminder

DOUBT = frozenset({"doubt"})


def test_what_passes_counts_for_the_one_who_is_waited_for():
    clock = TurnClock.begin(2, 100.0).waits_for((0,), 100.0)
    assert clock.spent_by(0, 107.0) == 7 and clock.spent_by(1, 107.0) == 0
    clock = clock.waits_for((1,), 110.0).until(113.0)
    assert clock.spent == (10, 3) and clock.turns == (1, 0) and clock.turn == 3


def test_while_nobody_or_several_are_waited_for_it_counts_for_nobody():
    clock = TurnClock.begin(3, 0.0).waits_for((0,), 0.0)
    clock = clock.waits_for((1, 2), 5.0).waits_for((), 20.0).waits_for((0,), 30.0)
    assert clock.until(31.0).spent == (6, 0, 0) and clock.turns == (0, 0, 0)


def test_a_stopped_clock_counts_nothing_and_goes_on_where_it_stood():
    clock = TurnClock.begin(1, 0.0, TimeLimit(turn_s=10)).waits_for((0,), 0.0)
    still = clock.stopped(DOUBT, 4.0)
    assert still.spent_by(0, 400.0) == 4 and still.thinking is None and still.stopped_at == 4.0
    assert still.stopped(DOUBT | {"paused"}, 9.0).stopped_at == 4.0
    assert still.stopped(frozenset(), 400.0).left(0, 403.0) == 3


def test_an_undo_gives_the_turn_back_to_whose_it_was():
    clock = TurnClock.begin(2, 0.0, TimeLimit(turn_s=30)).waits_for((0,), 0.0).waits_for((1,), 25.0)
    back = clock.waits_for((0,), 27.0)
    assert back.thinking == 0 and back.until(28.0).spent == (26, 2)


def test_a_turn_takes_long_once_and_another_turn_begins_anew():
    clock = TurnClock.begin(2, 0.0, TimeLimit(turn_s=10)).waits_for((0,), 0.0)
    assert clock.takes_long(9.9) is None and clock.takes_long(10.0) == 0
    assert clock.waits_for((0,), 11.0).takes_long(11.0) == 0
    after = clock.waits_for((1,), 12.0)
    assert after.takes_long(13.0) is None and not after.reminded


def test_a_time_for_the_whole_game_grows_with_each_turn_that_ends():
    clock = TurnClock.begin(2, 0.0, TimeLimit(total_s=60, increment_s=5)).waits_for((0,), 0.0)
    clock = clock.waits_for((1,), 50.0).waits_for((0,), 51.0)
    assert clock.left(0, 51.0) == 15 and clock.left(1, 51.0) == 64
    assert clock.takes_long(66.0) == 0 and clock.left(0, 70.0) == -4


def test_without_a_limit_nobody_is_late_and_the_longest_thinker_is_known():
    clock = TurnClock.begin(2, 0.0).waits_for((0,), 0.0).waits_for((1,), 30.0).until(40.0)
    assert clock.left(0, 40.0) is None and clock.takes_long(999.0) is None and clock.longest == (0, 30)
    assert TurnClock.begin(2, 0.0).longest is None


def test_a_clock_of_the_computer_that_jumps_counts_for_nobody():
    clock = TurnClock.begin(1, 1e9).waits_for((0,), 1e9)
    assert clock.until(0.0).spent == (0,) and clock.until(2e9).spent == (MOST_AT_ONCE_S,)


@pytest.mark.parametrize("seed", range(20))
def test_all_thinking_together_is_no_longer_than_what_has_passed(seed):
    """Whatever happens: turns, undos, pauses, clocks set back."""
    chance, now, seats = Random(seed), 1000.0, 4
    clock, elapsed = TurnClock.begin(seats, now, TimeLimit(total_s=60, increment_s=2)), 0.0
    for _ in range(200):
        step = chance.choice([0.0, 0.5, 3.0, 40.0, -5.0])
        now, elapsed = now + step, elapsed + max(step, 0.0)
        if chance.random() < 0.3:
            clock = clock.stopped(chance.choice([frozenset(), DOUBT, frozenset({"paused"})]), now)
        else:
            clock = clock.waits_for(chance.sample(range(seats), chance.randint(0, 2)), now)
        assert sum(clock.spent) <= elapsed + 1e-6 and min(clock.spent) >= 0
        assert sum(clock.until(now + 9).spent) <= elapsed + 9 + 1e-6


@pytest.mark.parametrize("limit", [TimeLimit(), TimeLimit(60), TimeLimit(0, MOST_TOTAL_S, 600), TimeLimit(0, 600, 0)])
def test_a_limit_is_written_down_in_a_word_that_reads_back(limit):
    assert TimeLimit.parse(str(limit)) == limit and len(str(limit)) <= 15


@pytest.mark.parametrize(
    "text", ["", "turn", "turn -5", "turn 99999", "total 5", "total ٥ 1", "none 1", "turn 1e3", "x" * 999, "turn 5 "]
)
def test_what_is_no_limit_is_refused(text):
    with pytest.raises(ValueError, match="limit"):
        TimeLimit.parse(text)


def test_one_limit_at_a_time():
    with pytest.raises(ValueError, match="not both"):
        TimeLimit(60, 600)


@pytest.mark.parametrize(
    ("seconds", "said"), [(0, "0:00"), (5.9, "0:05"), (750, "12:30"), (3723, "1:02:03"), (-65, "-1:05")]
)
def test_a_time_reads_as_on_a_clock(seconds, said):
    assert words(seconds) == said


def test_a_reminder_glows_at_the_rim_and_covers_nothing_of_the_game():
    clock = TurnClock.begin(1, 0.0, TimeLimit(turn_s=10)).waits_for((0,), 0.0)
    legal = {"R1": Light(Meaning.LEGAL, Hue.R), "R5": Light(Meaning.PIECE, Hue.R)}
    assert with_reminder(legal, clock) == with_reminder(legal, None) == legal
    told = with_reminder(legal, replace(clock, reminded=True))
    assert told.items() >= legal.items() and told["G1"].meaning is Meaning.IDLE and len(told) == 13
    assert with_reminder(legal, replace(clock, reminded=True).stopped(DOUBT, 1.0)) == legal
