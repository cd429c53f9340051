"""What is offered for a game of before: buttons, and nothing else."""

import pytest

from tablelight.session.record import MatchCard
from tablelight.web.components.html import markup
from tablelight.web.views.past_games import _offers
from tablelight.web.views.past_results import RecordedResult


@pytest.mark.parametrize("result", [RecordedResult(over=False), RecordedResult(), RecordedResult(fault="torn")])
def test_a_game_without_a_step_is_offered_nothing_to_go_on_with_and_no_number_stands_there(result):
    card = MatchCard("m", "spectrum", ("Ann",), 0.0, 0, False)
    html = str(markup(_offers(card, result, playing=False, may_write=True)))
    assert "past-go-on" not in html and ">0<" not in html and not html.startswith("0")
