"""What the page counts reads well for one, too."""

import re
from random import Random

import pytest

from engine.core.match import Match
from engine.games.roll_and_color.sheet import FilledSlot
from tablelight.bench.players import SETUPS, events
from tablelight.referee.state import RefereeState
from tablelight.session.snapshot import Snapshot
from tablelight.web.components.score_sheet import _reached
from tablelight.web.views.looking import Looking, Surroundings
from tablelight.web.views.table import sections

_ONE_AS_SEVERAL = re.compile(r"(?<![\w.,])1 (?:cards|points|chips|pawns|coins|tiles|dice|steps)\b")


def test_a_single_point_on_the_sheet():
    assert _reached(FilledSlot("1", 1)) == "1: 1 point" and _reached(FilledSlot("2", 6)) == "2: 6 points"


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.name}-{setup.seats}-{SETUPS.index(setup)}")
def test_nothing_on_the_page_speaks_of_one_as_of_several(setup):
    for game, state, _ in events(setup, Random(5), 60):
        match = Match(game, [f"Player {n + 1}" for n in range(setup.seats)], state)
        shown = sections(Snapshot(match_id="m", referee=RefereeState(match)), Looking(may_write=True), Surroundings())
        text = re.sub(r"<[^>]*>", "|", "".join(shown[name] for name in ("ask", "dice", "play")))
        assert not _ONE_AS_SEVERAL.search(text)
