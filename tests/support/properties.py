"""What holds in every position of every game: moves, verdicts, texts, saved forms, undo."""

from engine import texts
from engine.core.events import Undo
from engine.core.match import Match


def check_position(game, state):
    """Legal moves are the pseudo-legal moves judged ok; texts and JSON lead back; the state survives JSON."""
    legal = list(game.moves(state))
    assert len(set(legal)) == len(legal)
    for move in legal:
        assert move in game.moves(state)
        assert game.parse(str(move)) == move
        assert game.event_from_json(game.event_to_json(move)) == move
    assert bool(game.moves(state)) == bool(legal)
    assert game.state_from_json(game.state_to_json(state)) == state
    assert not game.problems(state), game.problems(state)
    awaiting = game.awaiting(state)
    assert texts.find(game.name, "ask", awaiting.ask)
    assert "{" not in texts.ask(game.name, awaiting, [f"P{n}" for n in range(game.rules.seats)])
    if awaiting.actor == "player":
        assert legal, awaiting


def check_match(match):
    """Undo and redo lead back, and a saved match replays to the same state."""
    again = Match.from_json(match.to_json())
    assert again.state == match.state
    before = match.state_at(len(match.log) - 1)
    after = match.state
    match.undo()
    assert match.state == before
    target = match.redo_target()
    match.add(Undo(target))
    assert match.state == after


def sentence(game, verdict):
    """The refusal in words; fails when a detail is missing or the sentence is not written."""
    text = texts.explain(game.name, verdict, [f"Player {n + 1}" for n in range(game.rules.seats)])
    assert text
    assert text != verdict.reason
    assert "{" not in text
    return text
