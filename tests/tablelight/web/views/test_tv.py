"""The table screen is only looked at: nothing to tap, and the code only where somebody may write."""

from html import unescape

import pytest

from engine.core.registry import names
from tablelight.bench.players import random_match, setups_of
from tablelight.referee.state import RefereeState
from tablelight.session.snapshot import Snapshot
from tablelight.web.views.looking import Surroundings
from tablelight.web.views.tv import tv_sections
from tests.tablelight.visitors import CODE

JOIN = Surroundings(join_url=f"http://table:8080/#code={CODE}")


@pytest.mark.parametrize("name", names())
def test_of_every_game_it_shows_whose_turn_it_is_and_everybody_and_offers_nothing(name):
    setup = setups_of(name)[0]
    match = random_match(name, setup.seats, seed=2, stop=14, **setup.options)
    shown = tv_sections(Snapshot(1, "m", RefereeState(match)), JOIN, with_code=True)
    whole = unescape("".join(shown.values()))
    assert "data-act" not in whole and CODE not in whole
    assert "<h1" in shown["turn"] and all(player in whole for player in match.seats)
    assert match.game.title in unescape(shown["last"])


@pytest.mark.parametrize("with_code", [True, False])
def test_before_a_game_it_shows_the_code_to_those_who_have_it_and_to_nobody_else(with_code):
    stage = tv_sections(Snapshot(), JOIN, with_code=with_code)["stage"]
    assert ("ABCD 2345" in stage) is with_code and "http://table:8080" in stage and "<svg" in stage


def test_a_table_that_no_phone_can_reach_says_so():
    alone = Surroundings(join_url=JOIN.join_url, only_here="No phone can open this page.")
    assert "No phone can open" in tv_sections(Snapshot(), alone, with_code=True)["stage"]
