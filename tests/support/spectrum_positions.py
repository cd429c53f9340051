"""Positions of Spectrum, and tables to play them at: the engine's, each with its naive twin."""

from engine.components.hues import Hue
from engine.core.registry import create
from engine.games.spectrum.state import Extras, State, pawns_from_names, stars_from_names
from tests.support import spectrum_naive as naive

GAME = create("spectrum", 2)
TABLES = {
    "edition A": (GAME, naive.Table()),
    "edition B": (create("spectrum", 2, "B", {"must_move": "continue"}), naive.Table("B")),
    "edition B, one move will do": (create("spectrum", 2, "B"), naive.Table("B", one_will_do=True)),
    "d12": (create("spectrum", 2, "A", {"dice": "d12"}), naive.Table(d12=True)),
    "weighted": (create("spectrum", 2, "A", {"scoring": "weighted"}), naive.Table()),
    "solo": (create("spectrum", 1), naive.Table(solo=True)),
}

POSITIONS = {
    "empty": ([], [], [], [], (2, 2)),
    "crowded": (["G3", "G5", "YG4", "B2"], ["G4", "GB4", "G6", "R1"], [], [], (1, 0)),
    "near the stars": (["G7", "YG8", "R8"], ["G8", "GB7"], ["GB"], ["PR"], (0, 0)),
    "entry held": (["P1"], ["G1", "G2", "R1"], [], [], (2, 0)),
}


def position(name, table="edition A"):
    own, other, stars, their_stars, stock = POSITIONS[name]
    if table == "solo":
        # All pawns are one player's, who may capture and jump them.
        return State((pawns_from_names([*own, *other]),), (stars_from_names([*stars, *their_stars]),), (sum(stock),))
    extras = Extras(values=tuple(3 + hue % 5 for hue in Hue)) if table == "weighted" else Extras()
    return State(
        (pawns_from_names(own), pawns_from_names(other)),
        (stars_from_names(stars), stars_from_names(their_stars)),
        stock,
        extras=extras,
    )
