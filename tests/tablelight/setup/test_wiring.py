"""How the strip really runs is found out with few taps, whatever usual way it was laid."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.board_maps import BoardMap, shipped
from tablelight.setup.wiring import Wiring, fitting, load_wiring, order_of, save_wiring, telling, ways

BOARDS = {name: BoardMap.load(name) for name in shipped()}
WAYS = {name: ways(board) for name, board in BOARDS.items()}


@pytest.mark.parametrize("name", shipped())
def test_every_usual_way_names_every_spot_once(name):
    spots = sorted(BOARDS[name].by_spot)
    assert all(sorted(way.spots) == spots for way in WAYS[name])
    assert WAYS[name][0].words == "as the map says"


@given(data=st.data(), name=st.sampled_from(shipped()))
def test_four_taps_find_out_any_usual_way(data, name):
    really = data.draw(st.sampled_from(WAYS[name]))
    taps, left = {}, list(WAYS[name])
    while (light := telling(left, taps)) is not None:
        taps[light] = really.spots[light]
        left = fitting(WAYS[name], taps)
    assert [way.spots for way in left] == [really.spots] and len(taps) <= 4


@given(data=st.data(), name=st.sampled_from(shipped()))
def test_the_order_puts_every_light_of_the_strip_under_the_spot_where_it_was_seen(data, name):
    board = BOARDS[name]
    spots = data.draw(st.permutations(list(board.by_spot)))
    real = board.rewired(order_of(board, spots))
    assert all(real.by_spot[spot].lights == (light,) for light, spot in enumerate(spots))


def test_a_strip_turned_round_is_known_from_its_first_light():
    left = fitting(WAYS["ring"], {0: "seat:12", 1: "PR"})
    assert [way.spots[2] for way in left] == ["seat:11"]


def test_a_way_nobody_lays_a_strip_fits_none():
    assert fitting(WAYS["spectrum"], {0: "R1", 1: "G5"}) == []


def test_the_wiring_is_kept_and_only_used_for_its_own_board(tmp_path):
    board, file = BOARDS["ring"], tmp_path / "tables" / "table.wiring.json"
    wiring = Wiring("ring", tuple(range(24))[::-1], "RGB")
    save_wiring(file, wiring)
    assert load_wiring(file) == wiring
    assert wiring.applied(board).by_spot["R"].lights == (23,)
    assert wiring.applied(BOARDS["sixchex"]) is BOARDS["sixchex"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"order": 3}',
        '{"order": ["x"], "board": "ring", "colours": ""}',
        "\0",
        "[" * 20_000,
        '{"order": [Infinity]}',
    ],
)
def test_a_kept_wiring_that_cannot_be_read_leaves_the_map_as_it_stands(tmp_path, text):
    file = tmp_path / "w.json"
    file.write_text(text)
    assert load_wiring(file) == Wiring() == load_wiring(tmp_path / "none.json")


def test_a_kept_order_that_does_not_fit_the_board_is_not_used():
    assert Wiring("ring", (0, 0, 1)).applied(BOARDS["ring"]) is BOARDS["ring"]
