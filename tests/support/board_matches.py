"""Games by chance at the boards whose pieces stand on spaces that can feel them, or before a camera."""

from functools import cache

from engine.core.registry import find
from engine.games.spectrum.player import inward
from firmware_bridge.board_maps import BoardMap
from tablelight.bench.players import random_match

BOARD_GAMES = ("spectrum", "spectrum_escape", "sixchex_spectrum", "spectrangle")


@cache
def match_by_chance(name, seed):
    """A game by chance; of Spectrum by somebody who goes inward, so that there are stars and captives."""
    towards = {"choose": inward} if name == "spectrum" else {}
    return random_match(name, 2, seed, 40 if name == "spectrangle" else 60, **towards)


@cache
def spots_of(name):
    """The spaces of a game's board that have a switch."""
    return sorted(spot for spot, place in BoardMap.load(find(name).board).by_spot.items() if place.sensor is not None)
