"""What results say of people, in cases counted by hand."""

from dataclasses import replace

from tablelight.session.people.results import MatchResult
from tablelight.session.people.statistics import (
    broken,
    everybody_in,
    head_to_head,
    leaderboard,
    statistics,
    streaks,
)


def a_result(number, points, names=("Ann", "Ben"), *, ranks=None, game="roll_and_color", highest=True, **more):
    order = sorted(points, reverse=highest)
    seats = len(points)
    values = {"sides": tuple((n,) for n in range(seats)), "best": (0.0,) * seats, "liked": ({},) * seats, **more}
    places = ranks or tuple(1 + order.index(value) for value in points)
    return MatchResult(f"m{number}", game, float(number), 600.0, names, points, places, highest_wins=highest, **values)


THREE = (a_result(1, (40, 30)), a_result(2, (20, 50)), a_result(3, (60, 10)))


def test_played_won_best_and_average():
    (ann,) = statistics(THREE, "ann")
    assert (ann.played, ann.won, ann.best, ann.average, ann.course) == (3, 2, 60, 40, ((1, 40), (2, 20), (3, 60)))
    assert (ann.streak, ann.longest) == (1, 1)


def test_where_few_points_win_the_best_is_the_fewest():
    (ann,) = statistics([a_result(1, (40, 90), game="spectrumo", highest=False)], "Ann")
    assert (ann.best, ann.won) == (40, 1)


def test_wins_in_a_row():
    assert streaks([]) == (0, 0)
    assert streaks([True, True, False, True]) == (1, 2)
    assert streaks([True, True, True]) == (3, 3)


def test_head_to_head_leaves_partners_out():
    pairs = a_result(4, (9, 5, 9, 5), ("Ann", "Ben", "Cem", "Dea"), sides=((0, 2), (1, 3)))
    met = {one.other: (one.ahead, one.behind, one.level) for one in head_to_head([*THREE, pairs], "Ann")}
    assert met == {"Ben": (3, 1, 0), "Dea": (1, 0, 0)}


def test_equal_ones_are_level():
    (ben,) = head_to_head([a_result(1, (7, 7))], "Ann")
    assert (ben.ahead, ben.behind, ben.level) == (0, 0, 1)


def test_who_plays_a_game_for_several_alone_wins_nothing():
    alone = a_result(1, (30,), ("Ann",), contest=False)
    assert everybody_in([alone]) == [("Ann", 1, 0)]


def test_the_leaderboard_goes_by_wins_then_by_the_best():
    third = a_result(4, (10, 90), ("Cem", "Ben"))
    assert [one.name for one in leaderboard([*THREE, third], "roll_and_color")] == ["Ben", "Ann", "Cem"]
    assert leaderboard(THREE, "spectrum") == []


def test_favourites_are_what_brings_most_each_time_and_is_gone_for_often_enough():
    liked = ({"RO": (1, 24.0), "R": (1, 3.0)}, {})
    rare = ({"B": (1, 60.0), "R": (1, 5.0)}, {})
    (ann,) = statistics([a_result(n, (1, 0), liked=rare if n == 4 else liked) for n in range(5)], "Ann")
    assert [(each.what, each.times, each.average) for each in ann.favourites] == [("RO", 4, 24.0), ("R", 5, 3.4)]


def test_records_that_fall():
    assert broken((), THREE[0]) == []
    assert [(one.kind, one.seat, one.value, one.before) for one in broken(THREE[:2], THREE[2])] == [
        ("table", 0, 60, 50)
    ]
    own = a_result(4, (61, 45), ("Cem", "Ann"))
    first = a_result(0, (5, 70), ("Ann", "Dea"))
    assert [(one.kind, one.seat) for one in broken([first, *THREE[:2]], own)] == [("own", 1)]


def test_the_best_turn_and_a_streak_are_records():
    wins = [a_result(n, (40, 30), best=(8.0, 9.0)) for n in range(2)]
    fresh = a_result(5, (40, 30), best=(7.0, 11.0))
    found = [(one.kind, one.seat, one.value, one.before) for one in broken(wins, fresh)]
    assert found == [("turn", 1, 11, 9), ("streak", 0, 3, 2)]


def test_seats_without_a_name_break_no_records():
    assert broken(THREE, replace(a_result(9, (99, 0)), names=("Player 1", "Player 2"))) == []
