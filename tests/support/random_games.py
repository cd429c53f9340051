"""Positions of random games of every kind, for what holds in each of them."""

from random import Random

import pytest

from tablelight.bench.players import SETUPS, events

NAMES = [f"Player {n + 1}" for n in range(12)]
"""Of as many players as any game has."""

each = pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.name}-{setup.seats}-{SETUPS.index(setup)}")
"""Every game in each of the ways it is set up for tests."""


def some(setup, seed, most=45):
    """Every third position of a random game, begun somewhere."""
    way = list(events(setup, Random(seed), most))
    return way[seed % 3 :: 3]
