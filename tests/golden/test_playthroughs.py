"""Every recorded game, replayed entry by entry to the same end."""

import json
from pathlib import Path

import pytest

from engine.core.match import Match

FILES = sorted((Path(__file__).parent / "playthroughs").glob("*.json"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_recorded_game_replays_to_the_same_end(file):
    saved = json.loads(file.read_text())
    match = Match.from_json(saved["match"])
    assert {str(seat): points for seat, points in match.game.scores(match.state).items()} == saved["scores"]
    assert list(match.game.winners(match.state)) == saved["winners"]
    assert Match.from_json(match.to_json()).state == match.state
