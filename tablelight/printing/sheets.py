"""Everything that can be printed, by the name that the command line and the file use."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from firmware_bridge.board_maps import BoardMap, shipped
from tablelight.printing.deck import deck_sheets
from tablelight.printing.mat import mat_sheet
from tablelight.printing.ruler import ruler_sheet
from tablelight.printing.score_sheet import score_sheet
from tablelight.printing.sixchex import sixchex_board_sheets, sixchex_sheets
from tablelight.printing.spectra import spectra_sheets
from tablelight.printing.spectrangle import spectrangle_board_sheets, tile_sheets
from tablelight.printing.spectrum_board import spectrum_board_sheets
from tablelight.printing.stencil import stencil_sheets

Maker = Callable[[str], bytes]
"""Makes the PDF for a paper, a key of PAPERS."""

BOARDS: Mapping[str, Maker] = {
    "spectrum": spectrum_board_sheets,
    "spectrangle": spectrangle_board_sheets,
    "sixchex": sixchex_board_sheets,
    "spectra": spectra_sheets,
}
"""Boards to lay pieces on."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One thing to print; ``name`` is also its file's."""

    name: str
    make: Maker


def sheets() -> tuple[Sheet, ...]:
    """All of them, as ``tablelight print all`` makes them."""
    return (
        Sheet("ruler", ruler_sheet),
        Sheet("mat", mat_sheet),
        Sheet("score-sheet", lambda size: score_sheet(size=size)),
        Sheet("cards", deck_sheets),
        Sheet("cards-with-backs", lambda size: deck_sheets(size, backs=True)),
        Sheet("sixchex", sixchex_sheets),
        Sheet("tiles", tile_sheets),
        *(Sheet(f"board-{name}", make) for name, make in BOARDS.items()),
        *(
            Sheet(f"stencil-{name}", lambda size, name=name: stencil_sheets(BoardMap.load(name), size))
            for name in shipped()
        ),
    )
