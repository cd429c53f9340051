"""Spectra (rules SPA-*): pyramids of six colours, exchanged until somebody has three trees."""

from engine.core.entry import TILES_AND_PIECES, GameEntry

GAME = GameEntry(
    name="spectra_icehouse",
    title="Spectra",
    rules=f"{__name__}.game:SpectraIcehouse",
    group=TILES_AND_PIECES,
    order=2,
    blurb="Draw pyramids, mix colours with your neighbours, grow three trees.",
    players="2 to 6",
    minutes="20 to 40",
    dealing=f"{__name__}.dealing:DEALING",
    player=f"{__name__}.player:PLAYER",
    narration=f"{__name__}.narration:narrate",
    page="tablelight.web.games.spectra_icehouse",
)
