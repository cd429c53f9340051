"""The Spectrum board on the page: it shows what stands there, and a tap is a legal move or a reason why not."""

from random import Random

import pytest

from engine.components.hues import Hue
from engine.core.match import Match
from engine.games.spectrum.events import Choose, EndTurn, PawnMove, PlaceCaptive, Surrender, Swap
from engine.games.spectrum.state import pawns_from_names, stars_from_names
from tablelight.web.components import board_panel
from tablelight.web.components.tokens import letters
from tests.support.board_scenes import at_state, board, picture, play, random_step, scene, tap, titles, with_class

ANN, BEN = ["G3", "B4", "GB8", "R2"], ["B5", "G4", "P2"]


def position(roll="", **options):
    pawns = (pawns_from_names(ANN), pawns_from_names(BEN))
    stars = (stars_from_names(["O"]), stars_from_names(["PR"]))
    match = at_state("spectrum", ["Ann", "Ben"], {"pawns": pawns, "stars": stars, "stock": (5, 6)}, **options)
    if roll:
        match.add(match.parse(f"roll {roll}"))
    return match


# ---- what is shown


@pytest.mark.parametrize("events", [(), ("roll G B",), ("roll G B", "1: G3>G4"), ("roll G B", "1: GB8>GB9")])
def test_every_pawn_and_star_of_the_position_is_on_the_board(events):
    match = position()
    for event in events:
        match.add(match.parse(event))
    standing = titles(picture(match), "token")
    for seat, name in enumerate(match.seats):
        spots = [*match.state.spots_of(seat), *(f"{hue.name}9" for hue in Hue if match.state.stars[seat] >> hue & 1)]
        assert sorted(t for t in standing if t.startswith(f"{name} on ")) == sorted(f"{name} on {s}" for s in spots)


def test_all_108_spaces_have_a_lamp_of_their_name():
    lamps = {lamp.get("data-spot") for lamp in with_class(picture(position()), "led")}
    assert lamps == {f"{hue.name}{ring}" for hue in Hue for ring in range(1, 10)}


def test_open_paths_stand_out_and_the_others_step_back():
    tree = picture(position("G B"))
    assert len(with_class(tree, "open")) == 3 * 9 and len(with_class(tree, "shut")) == 9 * 9


def test_six_players_differ_in_shape_colour_and_letter():
    names = ("Ann", "Abe", "Ada", "Aa", "A", "A")
    match = Match.new("spectrum", names)
    html = board_panel.players(scene(match), board(match))
    shapes = {part.split('"')[0] for part in html.split('class="shade" d="')[1:]}
    paints = {part.split('"')[0] for part in html.split(' fill="#')[1:]}
    assert len(shapes) == 6 and len(set(letters(names))) == 6 and len(paints) >= 6


def test_names_that_people_type_stay_text():
    match = Match.new("spectrum", ['<b>&"x', "Ben"])
    match.add(match.parse("roll G B"))
    match.add(match.parse("1: OFF>G1"))
    assert '<b>&"x on G1' in titles(picture(match), "token")


def test_watching_shows_the_board_and_nothing_to_tap():
    assert not [e for e in picture(position("G B"), may_act=False).iter() if e.get("data-act")]


# ---- taps


def test_a_pawn_and_its_landing_are_two_taps():
    match = position("G B")
    assert tap(match, "B4").chosen == ("B4",)
    assert tap(match, "B4", "B3").play == "1: B4>B3"
    assert tap(match, "B4", "B4").chosen == ()


def test_steps_jumps_captures_and_stars_are_told_apart_by_shape():
    match = position("G B")
    kinds = {e.get("data-go") for e in picture(match, ["B4"]).iter() if e.get("data-go")}
    assert kinds == {"step", "jump", "capture"}
    assert "star" in {e.get("data-go") for e in picture(match, ["GB8"]).iter()}


def test_a_jump_is_played_by_tapping_where_it_lands():
    match = position("G B")
    assert tap(match, "B4", "B6").play == "1: B4>(B5)>B6"


def test_a_capture_asks_for_a_place_and_a_tap_puts_the_pawn_there():
    match = position("G B")
    play(match, "G3", "G4")
    assert match.state.phase == "place" and with_class(picture(match), "captive")
    refused = tap(match, "RO1")
    assert not refused.play and refused.why.reason == "PLACE_NOT_PRIMARY_START"
    play(match, "Y1")
    assert "Y1" in match.state.spots_of(1)


def test_an_entry_space_is_one_tap_when_only_the_stock_can_go_there():
    assert tap(position("G B"), "G1").play == "1: OFF>G1"


def test_an_entry_space_is_the_entry_while_the_pawn_that_came_in_before_is_still_in_the_hand():
    match = Match.new("spectrum", ["Ann", "Ben"])
    match.add(match.parse("roll G B"))
    first = play(match, "G1")
    assert first.chosen == ("G1",)
    assert board(match).touch(scene(match, first.chosen, kept=True), "B1").play == "1: OFF>B1"
    assert board(match).touch(scene(match, first.chosen, kept=True), "G2").play == "1: G1>G2"
    # A pawn that somebody tapped is meant by the next tap, and no other one moves in its place.
    refused = tap(match, "G1", "B1")
    assert refused.why is not None and "To go to B1, first tap a pawn from the stock" in refused.hint


def test_a_space_that_one_pawn_alone_can_reach_is_one_tap_unless_another_pawn_was_tapped():
    match = position("G B")
    reach: dict[str, set[str]] = {}
    for move in scene(match).moves:
        if isinstance(move, PawnMove):
            reach.setdefault(move.path[-1], set()).add(move.origin)
    movable = {origin for origins in reach.values() for origin in origins}
    alone = {at: next(iter(origins)) for at, origins in reach.items() if len(origins) == 1 and at not in movable}
    assert len(alone) >= 4 and "B5" in alone
    for at, origin in alone.items():
        for chosen in ((), *((other,) for other in movable - {origin})):
            touch = board(match).touch(scene(match, chosen, kept=True), at)
            played = match.parse(touch.play)
            assert (played.origin, played.path[-1]) == (origin, at)
            assert not chosen or not tap(match, *chosen, at).play


def test_a_space_that_pawns_can_reach_asks_which():
    match = at_state("spectrum", ["Ann", "Ben"], {"pawns": (pawns_from_names(["G3", "GB4"]), 0), "stock": (8, 10)})
    match.add(match.parse("roll G B"))
    touch = tap(match, "G4")
    assert not touch.play and "G3" in touch.hint and "GB4" in touch.hint
    assert tap(match, "G3", "G4").play == "1: G3>G4" and tap(match, "GB4", "G4").play == "1: GB4>G4"


def test_the_moved_pawn_stays_in_the_hand_for_its_next_step():
    touch = play(position("G B"), "B4", "B3")
    assert touch.chosen == ("B3",)


@pytest.mark.parametrize(
    ("taps", "reason"),
    [
        (("R2",), "COLOUR_CLOSED_ORIGIN"),
        (("P2",), "NOT_YOUR_PAWN"),
        (("G3", "YG3"), "COLOUR_CLOSED_TARGET"),
        (("G3", "G6"), "NOT_SIDE_ADJACENT"),
        (("GB1",), "ENTRY_INTERMEDIATE"),
        (("YG1",), "ENTRY_INTERMEDIATE"),
        (("R1",), "COLOUR_CLOSED_TARGET"),
        (("PR9",), None),
    ],
)
def test_a_refused_tap_says_why_and_what_would_be_legal(taps, reason):
    match = position("G B")
    touch = tap(match, *taps)
    assert not touch.play and touch.hint
    assert touch.why is not None and (reason is None or touch.why.reason == reason)
    assert scene(match).explain(touch.why)[0].isupper()


def test_before_the_roll_a_tap_says_roll_first():
    assert tap(position(), "G3").why.reason == "ROLL_FIRST"


def test_another_players_phone_is_told_whose_turn_it_is():
    match = position("G B")
    assert tap(match, "B4", "B3", viewer=1, movers=(1,)).why.reason == "NOT_YOUR_TURN"
    assert tap(match, "B4", "B3", viewer=1, movers=(0, 1)).play == "1: B4>B3"


def test_a_double_is_walked_whole_and_ways_that_end_alike_are_not_asked_about():
    match = position("G G")
    assert not tap(match, "OFF", "G1").play
    touch = tap(match, "OFF", "G2")
    assert touch.play == "1: OFF>G1>G2"
    match.add(match.parse(touch.play))
    play(match, "R2", "R4")
    assert match.state.to_move == 1


def test_ways_that_end_differently_are_asked_about():
    pawns = (pawns_from_names(["G3"]), pawns_from_names(["G4", "GB3"]))
    match = at_state("spectrum", ["Ann", "Ben"], {"pawns": pawns, "stock": (0, 8)}, special_order="any")
    match = Match(Match.new("spectrum", match.seats, "B").game, match.seats, start=match.state)
    match.add(match.parse("roll G G"))
    ends = {}
    for move in scene(match).moves:
        if isinstance(move, PawnMove):
            ends.setdefault((move.origin, move.path[-1]), set()).add(match.game.result(match.state, move))
    asked = [key for key, after in ends.items() if len({(a.pawns, a.captives) for a in after}) > 1]
    assert asked
    touch = tap(match, *asked[0])
    assert touch.chosen == asked[0]
    assert "Which way?" in board(match).tray(scene(match, touch.chosen))
    assert with_class(picture(match, touch.chosen), "way")


# ---- dice, cards, the end of the turn


def test_dice_are_named_one_by_one_and_the_last_one_counts():
    match = position()
    wanted = board(match).wanted(scene(match))
    assert wanted.count == 2 and set(wanted.palette(())) == {"R", "O", "Y", "G", "B", "P"}
    assert match.parse(wanted.event(("G", "B"))) == match.parse("roll B G")


def test_what_the_page_rolls_is_recorded_as_the_pages():
    match = position()
    match.add(match.parse(board(match).wanted(scene(match)).draw(Random(1))))
    assert str(match.log[-1]).endswith("@page")


def test_sets_of_dice_can_be_chosen_and_the_turn_ended_or_passed():
    match = position(dice="d12")
    match.add(match.parse("roll G G B"))
    assert 'data-event="1: choose' in board(match).tray(scene(match))
    stuck = at_state("spectrum", ["Ann", "Ben"], {"pawns": (pawns_from_names(["Y3"]), 0), "stock": (0, 10)})
    stuck.add(stuck.parse("roll G B"))
    assert "Pass the turn on" in board(stuck).tray(scene(stuck))


def test_a_pawn_can_be_surrendered_where_the_table_plays_so():
    match = position(surrender=True)
    touch = tap(match, "B4")
    assert touch.chosen == ("B4",)
    assert "1: surrender B4" in board(match).tray(scene(match, touch.chosen))


VARIANTS = [
    (2, "A", {}),
    (2, "B", {}),
    (1, "A", {}),
    (6, "A", {"dice": "d12"}),
    (3, "A", {"dice": "cards", "swap_cards": True}),
    (3, "A", {"start": "shotgun_d12", "surrender": True}),
    (4, "A", {"start": "shotgun_cards", "scoring": "weighted"}),
    (2, "B", {"capture_place": "may_stock", "leap_two": True, "chain_jump": True}),
    (2, "A", {"self_capture": True, "self_jump": True}),
]


@pytest.mark.parametrize(("seats", "edition", "options"), VARIANTS, ids=lambda value: str(value))
def test_every_legal_move_of_every_variant_can_be_tapped(seats, edition, options):
    """Random games: whatever is legal, some taps or a button lead to it, or to one that ends alike."""
    match = Match.new("spectrum", [f"P{n}" for n in range(seats)], edition, options)
    rng = Random(11)
    for step in range(60):
        here = scene(match)
        if here.over:
            break
        if step % 3 == 0:
            for move in rng.sample(here.moves, min(6, len(here.moves))):
                assert reachable(match, move), (step, str(move))
        assert picture(match) is not None
        random_step(match, rng)
    assert len(match.log) > 20


def reachable(match, move):
    tray = board(match).tray(scene(match))
    if isinstance(move, (Choose, EndTurn)):
        return f'data-event="{str(move).replace("&", "&amp;").replace(">", "&gt;").replace("<", "&lt;")}"' in tray
    if isinstance(move, Surrender):
        return str(move) in board(match).tray(scene(match, (move.pawn,)))
    if isinstance(move, PlaceCaptive):
        return tap(match, move.to).play == str(move)
    if isinstance(move, Swap):
        swapped = tap(match, move.a, move.b).play
        return bool(swapped) and match.game.result(match.state, match.parse(swapped)) is not None
    if isinstance(move, PawnMove):
        touch = tap(match, move.origin, move.path[-1])
        if touch.play:
            played = match.parse(touch.play)
            return (played.origin, played.path[-1]) == (move.origin, move.path[-1])
        return touch.chosen[:2] == (move.origin, move.path[-1])
    ring = {spot.rstrip("0123456789"): spot for spot in match.game.lights(match.state)}
    return tap(match, *(ring[hue.name] for hue in move.hues)).play == str(move)
