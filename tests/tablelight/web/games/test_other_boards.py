"""Escape, Spectrangle, SIXCHEX and Spectra on the page: the picture shows the state, and taps are moves or reasons."""

from random import Random

import pytest

from engine.core.match import Match
from engine.games.sixchex_spectrum.board import DECK, SPOTS
from engine.games.sixchex_spectrum.events import CoinMoved as CoinGo
from engine.games.sixchex_spectrum.judge import out_of_pattern
from engine.games.spectra_icehouse.events import PyramidAdded, PyramidsExchanged
from engine.games.spectrangle.tiles import N_FIELDS, TILE_OF, TOUCHING
from engine.games.spectrum_escape.events import PawnMoved as EscapeGo
from tablelight.web.games.sixchex_spectrum import card_name
from tablelight.web.games.spectrangle import corners, is_up
from tests.support.board_scenes import board, picture, play, random_step, scene, tap, titles, with_class

SEATS = {"spectrum_escape": 3, "spectrangle": 3, "sixchex_spectrum": 4, "spectra_icehouse": 3}


def match_of(game, *events, **options):
    match = Match.new(game, [f"P{n + 1}" for n in range(SEATS[game])], None, options)
    for event in events:
        match.add(match.parse(event))
    return match


def played(game, until, seed=3, **options):
    """A match played at random until something is so."""
    match, rng = match_of(game, **options), Random(seed)
    for _ in range(400):
        if until(match):
            return match
        random_step(match, rng)
    raise AssertionError("that never came")


@pytest.mark.parametrize("game", SEATS)
def test_a_whole_game_can_be_played_without_hardware(game):
    """Every step of a random game is drawn by lot or made by a legal move; every position on the way can be drawn."""
    match, rng = match_of(game, **({"move_limit": 12} if game == "sixchex_spectrum" else {})), Random(5)
    for step in range(700):
        if scene(match).over:
            break
        length = len(match.log)
        random_step(match, rng)
        assert len(match.log) == length + 1, match.game.awaiting(match.state).ask
        if step % 10 == 0:
            assert picture(match) is not None
    assert scene(match).over
    assert picture(match) is not None


@pytest.mark.parametrize("game", SEATS)
def test_an_onlooker_has_nothing_to_tap(game):
    match = played(game, lambda m: len(m.log) > 20)
    assert not [e for e in picture(match, may_act=False).iter() if e.get("data-act")]
    assert "data-act" not in board(match).tray(scene(match, may_act=False))


def rivals(moves, here, there):
    """Which pieces can reach each place."""
    reach = {}
    for move in moves:
        reach.setdefault(there(move), set()).add(here(move))
    return reach


def test_a_card_that_one_coin_alone_can_reach_is_one_tap_in_sixchex():
    match = played("sixchex_spectrum", lambda m: bool(m.state.die) and len(m.log) > 12)
    reach = rivals((m for m in scene(match).moves if isinstance(m, CoinGo)), lambda m: m.start, lambda m: m.path[-1])
    starts = set().union(*reach.values())
    alone = {at: next(iter(coins)) for at, coins in reach.items() if len(coins) == 1 and at not in starts}
    several = {at: coins for at, coins in reach.items() if len(coins) > 1 and at not in starts}
    assert alone and several
    for at, start in alone.items():
        assert match.parse(tap(match, at).play).start == start
        assert not any(tap(match, other, at).play for other in starts - {start})
    for at, coins in several.items():
        asked = tap(match, at)
        assert not asked.play and all(coin in asked.hint for coin in coins)


def test_a_field_that_one_tile_alone_fits_is_one_tap_in_spectrangle_and_a_held_tile_is_never_exchanged():
    def alone(match):
        moves = [m for m in scene(match).moves if hasattr(m, "field")]
        return {m.field: m for m in moves if sum(o.field == m.field for o in moves) == 1}

    match = played("spectrangle", lambda m: len(m.log) > 12 and bool(alone(m)))
    for field, move in alone(match).items():
        assert tap(match, f"T{field}").play == str(move)
        for other in {TILE_OF[tile] for tile in match.state.hands[move.seat]} - {TILE_OF[move.tile]}:
            assert not tap(match, f"hand:{other}", f"T{field}").play


def test_the_only_piece_that_can_go_to_the_trees_goes_there_by_one_tap_in_spectra():
    def due(match):
        here = scene(match)
        return {m.piece for m in here.moves if isinstance(m, PyramidAdded) and m.seat == here.actor}

    match = played("spectra_icehouse", lambda m: len(due(m)) == 1)
    seat = scene(match).actor
    assert tap(match, f"trees:{seat}").play == f"{seat + 1}: add {due(match).pop()}"


# ---- Escape


def moving(match):
    return any(isinstance(move, EscapeGo) for move in scene(match).moves) and len(match.log) > 40


def test_escape_shows_every_pawn_and_where_each_die_leads():
    match = played("spectrum_escape", moving)
    lanes = sum(place > 0 for lane in match.state.lanes for place in lane)
    assert len([t for t in titles(picture(match), "token") if t and ": " in t]) == lanes
    goes = [move for move in scene(match).moves if isinstance(move, EscapeGo)]
    assert len(with_class(picture(match), "ghost")) == len(goes)


def test_escape_moves_by_tapping_the_colour_and_asks_which_die_when_both_show_it():
    match = match_of("spectrum_escape", "own R for 1", "own G for 2", "own B for 3", "common R / R O OY Y GB")
    touch = tap(match, "R4")
    assert touch.chosen == ("R",) and not touch.play
    tray = board(match).tray(scene(match, touch.chosen))
    assert "go R own" in tray and "go R common" in tray
    assert tap(match, "GB9").play == "1: go GB common"
    refused = tap(match, "P9")
    assert refused.why.reason == "NO_COMMON_DIE" and "red" in refused.hint


# ---- Spectrangle


def placing(match):
    state = match.state
    return match.game.mover(state) is not None and not state.owed(state.to_move) and not state.board_is_empty


def test_neighbouring_triangles_share_the_corners_of_their_touching_edges():
    for field in range(N_FIELDS):
        at = corners(field)
        for edge, other in TOUCHING[field]:
            there = corners(other)
            mine = {tuple(round(v, 6) for v in at[k % 3]) for k in (edge, edge + 1)}
            theirs = {tuple(round(v, 6) for v in there[k % 3]) for k in (edge, edge + 1)}
            assert mine == theirs and is_up(field) != is_up(other), (field, other)


def test_spectrangle_shows_tiles_hands_and_a_lamp_for_every_field():
    match = played("spectrangle", placing)
    tree = picture(match)
    assert {e.get("data-spot") for e in with_class(tree, "led")} == {f"T{n}" for n in range(N_FIELDS)}
    lying = [tile for tile in match.state.board if tile] + list(match.state.hands[match.state.to_move])
    assert sorted(e.get("data-tile") for e in with_class(tree, "tile")) == sorted(lying)


def test_a_tile_is_taken_up_turned_and_placed_where_it_fits():
    match = played("spectrangle", placing)
    move = next(m for m in scene(match).moves if TILE_OF[m.tile] != m.tile)
    tile = TILE_OF[move.tile]
    touch = tap(match, f"hand:{tile}")
    assert touch.chosen == (tile,)
    turns = [f"hand:{tile}"] * (1 + match.game.fitting.ways[tile].index(move.tile))
    assert tap(match, *turns).chosen == (move.tile,)
    fits = with_class(picture(match, [move.tile]), "fits")
    fields = {m.field for m in scene(match).moves if TILE_OF[m.tile] == tile}
    assert len(fits) == len(fields)
    play(match, *turns, f"T{move.field}")
    assert match.state.board[move.field] == move.tile


def test_a_tile_that_does_not_fit_is_refused_in_the_referees_words():
    match = played("spectrangle", placing)
    tile = match.state.hands[match.state.to_move][0]
    taken = next(n for n, lying in enumerate(match.state.board) if lying)
    refused = tap(match, f"hand:{tile}", f"T{taken}")
    assert refused.why.reason == "FIELD_TAKEN" and refused.hint
    assert "tiles below" in tap(match, f"T{taken}").hint


# ---- SIXCHEX


def die_lies(match):
    return bool(match.state.die) and match.game.awaiting(match.state).ask == "MOVE" and len(match.log) > 20


def test_sixchex_shows_72_cards_and_every_coin():
    match = played("sixchex_spectrum", die_lies)
    tree = picture(match)
    assert {e.get("data-spot") for e in with_class(tree, "led")} == set(SPOTS)
    shown = sorted(titles(tree, "token"))
    want = sorted(
        {f"{name} on {spot}" for name, coins in zip(match.seats, match.state.coins, strict=True) for spot in coins}
    )
    assert shown == want
    assert titles(tree, "sixcard") == [f"{s}, {card_name(c)}" for s, c in zip(SPOTS, match.state.cards, strict=True)]


def test_sixchex_is_laid_by_lot_like_a_checkerboard_and_a_home_is_taken_by_tapping_its_card():
    match = match_of("sixchex_spectrum")
    match.add(match.parse(board(match).wanted(scene(match)).draw(Random(2))))
    assert sorted(match.state.cards) == sorted(DECK) and not out_of_pattern(match.state.cards)
    spot = SPOTS[match.state.cards.index("tan")]
    play(match, spot)
    assert match.state.homes[0] == "tan"
    assert tap(match, spot).why.reason == "HOME_TAKEN"


def test_every_sixchex_move_is_two_taps_and_others_say_why():
    match = played("sixchex_spectrum", die_lies)
    moves = scene(match).moves
    assert all(tap(match, move.start, move.path[-1]).play == str(move) for move in moves)
    start = moves[0].start
    away = next(
        s
        for s in SPOTS
        if s not in {m.path[-1] for m in moves if m.start == start} and s not in {m.start for m in moves}
    )
    refused = tap(match, start, away)
    assert refused.why.reason in ("OUT_OF_REACH", "CLOSED_HOME") and "can land on" in refused.hint


def round_trip(match):
    return next((m for m in scene(match).moves if isinstance(m, CoinGo) and m.path[-1] == m.start), None)


def test_a_sixchex_coin_that_comes_back_to_its_card_is_tapped_twice():
    match = played("sixchex_spectrum", round_trip)
    move = round_trip(match)
    assert tap(match, move.start, move.start).play == str(move)
    match = played("sixchex_spectrum", lambda m: die_lies(m) and not round_trip(m))
    start = scene(match).moves[0].start
    assert tap(match, start, start).chosen == (), "else a second tap puts it down"


# ---- Spectra


def test_spectra_shows_every_piece_and_what_the_trees_lack():
    match = played("spectra_icehouse", lambda m: len(m.log) > 30)
    tree = picture(match)
    pieces = sum(map(len, match.state.loose)) + sum(map(sum, match.state.trees))
    assert len(with_class(tree, "piece")) == pieces
    assert len(with_class(tree, "wanted")) == 9 * 3 - sum(map(sum, match.state.trees))


def exchangeable(match):
    return any(isinstance(move, PyramidsExchanged) for move in scene(match).moves)


def test_two_loose_pieces_are_exchanged_by_tapping_them_and_their_partner():
    match = played("spectra_icehouse", exchangeable)
    move = next(m for m in scene(match).moves if isinstance(m, PyramidsExchanged))
    loose = match.state.loose[move.seat]
    first, second = loose.index(move.give[0]), loose.index(move.give[1])
    touch = tap(match, f"loose:{move.seat}:{first}", f"loose:{move.seat}:{second}")
    assert str(move) in board(match).tray(scene(match, touch.chosen)).replace("&#39;", "'")
    assert len(with_class(picture(match, touch.chosen), "chosen")) == 2


def test_two_pieces_that_give_nothing_are_refused_with_the_reason():
    def hopeless(match):
        loose = match.state.loose[match.state.to_move]
        pairs = {tuple(sorted(m.give)) for m in scene(match).moves if isinstance(m, PyramidsExchanged)}
        return len(loose) > 1 and match.state.drawn and tuple(sorted(loose[:2])) not in pairs

    match = played("spectra_icehouse", hopeless)
    seat = match.state.to_move
    touch = tap(match, f"loose:{seat}:0", f"loose:{seat}:1")
    assert not touch.play and touch.why is not None and len(touch.chosen) == 1


def test_a_piece_of_the_own_colour_goes_to_the_trees():
    match = played("spectra_icehouse", lambda m: any(isinstance(move, PyramidAdded) for move in scene(m).moves))
    move = next(m for m in scene(match).moves if isinstance(m, PyramidAdded))
    n = match.state.loose[move.seat].index(move.piece)
    play(match, f"loose:{move.seat}:{n}", f"trees:{move.seat}")
    assert sum(match.state.trees[move.seat]) >= 2


@pytest.mark.parametrize("game", SEATS)
@pytest.mark.parametrize(
    "place", ["", "nowhere", "loose:9:9", "hand:QQQ9", "T99", "loose::", "trees:x", "R10", "colour:mud"]
)
def test_taps_on_places_that_are_not_there_do_nothing(game, place):
    match = played(game, lambda m: len(m.log) > 12)
    touch = board(match).touch(scene(match), place)
    assert not touch.play and touch.why is None


def test_a_sixchex_start_is_tapped_with_two_dice_or_one_and_drawn_with_two():
    match, rng = (
        played("sixchex_spectrum", lambda match: match.game.awaiting(match.state).ask == "ROLL_FOR_START"),
        Random(1),
    )
    wanted = board(match).wanted(scene(match))
    assert list(wanted.palette(())) == [str(n) for n in range(1, 13)]
    assert wanted.palette(("1",))[-1] == "6", "a 1 is one die, so nobody throws two"
    assert wanted.palette(("9",))[0] == "2"
    thrown = {int(word) for _ in range(100) for word in wanted.draw(rng).split() if word.isdigit()}
    assert thrown == set(range(2, 13))
