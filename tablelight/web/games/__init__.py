"""Boards as pictures on the page, with pieces, played by tapping: one module a game, found by the game's name.

A new board is one module with a ``BOARD`` and one line here.
"""

from functools import cache
from importlib import import_module

from tablelight.web.components.scene import DrawnBoard

_BOARDS = {
    "spectrum": "spectrum",
    "spectrum_escape": "spectrum_escape",
    "spectrangle": "spectrangle",
    "sixchex_spectrum": "sixchex_spectrum",
    "spectra_icehouse": "spectra_icehouse",
}


@cache
def find(game: str) -> DrawnBoard | None:
    """The board of a game; None for games that are played without one."""
    if game not in _BOARDS:
        return None
    board: DrawnBoard = import_module(f"tablelight.web.games.{_BOARDS[game]}").BOARD
    return board
