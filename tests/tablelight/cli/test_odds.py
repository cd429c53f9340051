"""``tablelight odds``: exact counts, and the arrays that rank hands by the million."""

import json
from collections import Counter
from itertools import combinations
from random import Random

import numpy as np
import pytest
from typer.testing import CliRunner

from engine.games.roll_and_color import odds
from engine.games.spectrum_poker.ranks import ranker
from tablelight.cli.main import app
from tablelight.odds.poker import count_every_hand, values


def test_poker_odds_as_json_add_up_and_give_both_orders():
    result = CliRunner().invoke(app, ["odds", "poker", "--json"])
    told = json.loads(result.output)
    assert sum(rank["hands"] for rank in told["ranks"]) == told["hands"] == 481_008_528
    assert told["ranks"][0]["rank"] == "FIVE OF A KIND"
    assert told["statistical_order"][:3] == ["STRAIGHT FLUSH", "SPECTRUM STRAIGHT", "FLUSH"]


def test_poker_odds_for_people_show_printed_and_statistical_order():
    text = CliRunner().invoke(app, ["odds", "poker"]).output
    assert "as printed" in text and "by the odds" in text and "224,852,760" in text


@pytest.mark.parametrize("climb", ["updn", "up", "set"])
@pytest.mark.parametrize("order", ["printed", "statistical"])
def test_arrays_rank_as_the_referee_does(order, climb):
    rank = ranker(order, "primary", climb)
    random = Random(1)
    hands = [random.sample(range(144), 5) for _ in range(3000)]
    # Straights in any hues, for the rare ranks.
    hands += [[random.randrange(12) * 12 + low + n for n in range(5)] for low in range(8) for _ in range(400)]
    hands += [[(start + way * n) % 12 * 12 + n for n in range(5)] for start in range(12) for way in (1, -1)]
    assert values(np.asarray(hands, np.uint8), rank).tolist() == [rank.value(hand) for hand in hands]


def test_ranking_every_hand_of_a_few_hues_agrees_with_the_referee():
    rank = ranker()
    counted = count_every_hand(rank, codes=20)
    plain = Counter(rank.category(rank.value(five)) for five in combinations(range(20), 5))
    assert {category: n for category, n in counted.items() if n} == plain


def test_odds_of_a_roll_add_up_row_by_row(monkeypatch):
    """On a few of the 115,732 counts of hues, as all of them take a while."""
    some = odds.weighted_counts()[:300]
    monkeypatch.setattr(odds, "weighted_counts", lambda: some)
    monkeypatch.setattr(odds, "table", odds.table.__wrapped__)
    told = json.loads(CliRunner().invoke(app, ["odds", "roll-and-color", "--json"]).output)
    assert {sum(cells.values()) for cells in told["rows"].values()} == {sum(ways for _, ways in some)}
    assert told["rolls"] == 322_486_272
    assert told["expected_best"] >= max(told["expected"].values())
    text = CliRunner().invoke(app, ["odds", "roll-and-color", "--no-wrap"]).output
    assert "Spectrum run" in text and "points on average" in text
