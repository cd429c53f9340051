"""What every card game promises, asked the same way of each."""

from random import Random
from typing import Any

from engine.core.events import Undo
from engine.core.match import Match
from engine.core.random_player import any_move


def walk(match: Match, chance: Any, seed: int, stop: int) -> Any:
    """Every position of a random game, with its game: at most ``stop`` of them."""
    random, game = Random(seed), match.game
    for _ in range(stop):
        yield game, match.state
        actor = game.awaiting(match.state).actor
        if actor == "nobody":
            return
        move = chance(game, match.state, random) if actor == "table" else any_move(game, match.state, random)
        match.add(move)


def check_position(game: Any, state: Any) -> None:
    """Legal moves are the pseudo-legal moves judged ok; texts, objects and positions come back as they went."""
    moves = list(game.moves(state))
    assert moves == [move for move in game.pseudo_legal_moves(state) if game.judge(state, move).ok]
    assert len(set(moves)) == len(moves)
    for move in moves[:: max(len(moves) // 5, 1)]:
        assert game.parse(str(move)) == move
        assert game.event_from_json(game.event_to_json(move)) == move
    assert game.state_from_json(game.state_to_json(state)) == state
    assert game.problems(state) == []
    if game.awaiting(state).actor == "player":
        assert moves
    spots = game.lights(state)
    assert all(len(spot) in (2, 3) and spot[-1] in "123456789" for spot in spots)


def check_log(match: Match) -> None:
    """The log's texts parse back; undo and redo lead to the same places; the saved form replays."""
    for _, event in match.events:
        assert match.game.parse(str(event)) == event
    end = match.state
    match.undo()
    target = match.redo_target()
    assert match.state == match.state_at(target - 1)
    match.add(Undo(target))
    assert match.state == end
    assert Match.from_json(match.to_json()).state == end
