"""Spectrum Escape (rules SB-ESC-*): from the stars outward and off the board."""

from engine.core.entry import DICE_AND_BOARD, GameEntry

GAME = GameEntry(
    name="spectrum_escape",
    title="Spectrum Escape",
    rules=f"{__name__}.game:SpectrumEscape",
    group=DICE_AND_BOARD,
    order=3,
    blurb="Own and common dice bring pawns from the centre off the board.",
    players="2 to 4",
    minutes="30 to 60",
    dealing=f"{__name__}.dealing:DEALING",
    player=f"{__name__}.player:PLAYER",
    narration=f"{__name__}.narration:narrate",
    page="tablelight.web.games.spectrum_escape",
)
