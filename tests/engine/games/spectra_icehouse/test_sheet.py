"""What a picture of Spectra's sheet means: the legal events after which the pyramids stand as they are seen."""

from random import Random

import pytest

from engine.core.match import Match
from engine.games.spectra_icehouse.events import PyramidDrawn, TurnDone
from engine.games.spectra_icehouse.player import PLAYER
from engine.games.spectra_icehouse.sheet import Misplaced
from engine.games.spectra_icehouse.state import State
from engine.games.spectra_icehouse.yards import PLACES, YARDS, at_in_yard, loose_places, tree_places


@pytest.fixture(scope="module")
def game():
    return Match.new("spectra_icehouse", ["Ada", "Ben"], None, {}).game


MOST_EVENTS = 60
STATE = State(("red", "blue"), ((0, 0, 1), (0, 0, 1)), (("S blue", "S yellow"), ("M green", "S orange")))


def stand(state, rng=None):
    """The pieces of a position, somewhere in their yards, each surely seen."""
    rng, seats, seen = rng or Random(0), len(state.colours), {}
    for seat, colour in enumerate(state.colours):
        grown = [f"{size} {colour}" for size, n in zip("SML", state.trees[seat], strict=True) for _ in range(n)]
        for pieces, places in ((grown, tree_places(seat, seats)), (state.loose[seat], loose_places(seat, seats))):
            seen |= {place: {piece: 0.99} for piece, place in zip(pieces, rng.sample(places, len(pieces)), strict=True)}
    return seen


def meant(game, state, seen):
    """What the picture bears out, as texts."""
    return [", ".join(map(str, way)) for way in game.meant(state, seen)]


def after(game, *texts, state=STATE):
    for text in texts:
        state = game.after(state, game.parse(text, state))
    return state


def test_every_place_of_a_yard_is_somebodys_once():
    assert len({at_in_yard(n) for n in range(1, PLACES + 1)}) == PLACES
    for seats in range(2, 7):
        places = [spot for seat in range(seats) for spot in (*tree_places(seat, seats), *loose_places(seat, seats))]
        assert len(set(places)) == len(places) <= PLACES * len(YARDS)


@pytest.mark.parametrize(
    "texts",
    [
        ("draw M red",),
        ("draw M red", "1: add M red"),
        ("draw L black", "1: done", "draw S white"),
        ("1: exchange S blue + S yellow for S green with bag",),
    ],
)
def test_what_happened_is_told_by_where_pieces_stand(game, texts):
    """SPA-TURN-01, SPA-EXC-07"""
    told = meant(game, STATE, stand(after(game, *texts)))
    assert [after(game, *told[0].split(", "))] == [after(game, *texts)]


def test_a_piece_that_is_taken_from_another_player_is_told_from_one_out_of_the_bag(game):
    """SPA-EXC-07"""
    state = State(STATE.colours, STATE.trees, (("S blue", "S yellow"), ("S green",)), drawn=True)
    moved = after(game, "1: exchange S blue + S yellow for S green with 2", state=state)
    assert meant(game, state, stand(moved)) == ["1: exchange S blue + S yellow for S green with 2"]


def test_where_in_a_yard_pieces_stand_means_nothing(game):
    assert {tuple(meant(game, STATE, stand(STATE, Random(seed)))) for seed in range(5)} == {("",)}


def test_a_piece_in_doubt_is_asked_about_and_named_by_the_rules_where_they_can(game):
    seen = {**stand(STATE), "A20": {"S red": 0.6, "S orange": 0.4}}
    assert len(seen) == len(stand(STATE)) + 1
    assert len(meant(game, STATE, seen)) == 2
    none_left = State(STATE.colours, ((3, 0, 1), (0, 0, 1)), (STATE.loose[0], ("S red", "S red", "S orange")))
    assert meant(game, none_left, {**stand(none_left), "A20": seen["A20"]}) == ["draw S orange @camera"]


def test_what_no_legal_event_brings_is_explained_by_none(game):
    seen = stand(STATE)
    gone = next(spot for spot, held in seen.items() if "S yellow" in held)
    assert meant(game, STATE, {spot: held for spot, held in seen.items() if spot != gone}) == []
    assert game.misplaced(STATE, {spot: held for spot, held in seen.items() if spot != gone}) == (
        Misplaced(0, grown=False, piece="S yellow"),
    )


def test_half_an_exchange_is_on_its_way_and_what_no_rule_allows_is_not(game):
    """SPA-EXC-07"""
    seen = stand(STATE)
    yellow, orange = (next(spot for spot, held in seen.items() if piece in held) for piece in ("S yellow", "S orange"))
    half = {spot: held for spot, held in seen.items() if spot != yellow} | {"A25": {"S green": 0.99}}
    assert game.on_its_way(STATE, half)
    assert not any(game.at_once(way) for way in game.meant(STATE, half)), "only together with a piece that is drawn"
    wrong = {spot: held for spot, held in seen.items() if spot != orange} | {"A24": {"S orange": 0.99}}
    assert not game.on_its_way(STATE, wrong) and not meant(game, STATE, wrong)


@pytest.mark.parametrize("seats", [2, 6])
def test_every_event_of_a_game_is_told_by_where_pieces_stand_before_and_after(seats):
    match, random, player = Match.new("spectra_icehouse", list("ABCDEF")[:seats], None, {}), Random(3), PLAYER
    game, before, told = match.game, match.state, 0
    while not match.over and len(match.log) < MOST_EVENTS:
        from_bag = game.awaiting(match.state).ask == "DRAW" and not match.state.drawn
        draw = PyramidDrawn(random.choice(sorted(game.bag(match.state))))
        event = draw if from_bag else player.purposeful(game, match.state, random)
        match.add(event)
        if isinstance(event, TurnDone):
            continue
        (way,) = game.meant(before, stand(match.state, random))
        state = before
        for each in way:
            state = game.after(state, each)
        assert state == match.state and game.at_once(way)
        before, told = state, told + 1
    assert told > MOST_EVENTS / 3
