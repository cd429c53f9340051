"""Words that every game's notation shares, and rows with one item changed."""

import pytest

from engine.core.errors import NotUnderstood
from engine.core.notation import need_seat, read_int, read_player
from engine.core.tuples import replaced_at


def test_players_are_counted_from_one():
    assert read_player(" 2 ", "which player") == 1
    with pytest.raises(NotUnderstood, match="from 1"):
        read_player("0", "which player")


@pytest.mark.parametrize("text", ["", "x", "-1", "12345", "1.5", "²"])
def test_what_is_no_whole_number_is_refused_with_what_it_should_count(text):
    with pytest.raises(NotUnderstood, match="how many discards"):
        read_int(text, "how many discards")


def test_a_move_of_nobody_is_asked_back_with_an_example():
    assert need_seat(0, "draw") == 0
    with pytest.raises(NotUnderstood, match="'1: draw'"):
        need_seat(None, "draw")


def test_one_item_of_a_row_is_changed_and_the_row_before_stays():
    row = (1, 2, 3)
    assert replaced_at(row, 1, 9) == (1, 9, 3) and row == (1, 2, 3)
