"""Spectrum Cribbage (rules CR-*) for two players or two pairs."""

from engine.core.entry import CARD_GAMES, GameEntry

GAME = GameEntry(
    name="spectrum_cribbage",
    title="Spectrum Cribbage",
    rules=f"{__name__}.game:SpectrumCribbage",
    group=CARD_GAMES,
    order=5,
    blurb="Eighteens, runs and pairs, played up to 37 and counted with a crib.",
    players="2, or 4 in pairs",
    minutes="30 to 60",
    counts=(2, 4),
    dealing=f"{__name__}.dealing:DEALING",
    player=f"{__name__}.player:PLAYER",
    narration=f"{__name__}.narration:narrate",
    page="tablelight.web.games.spectrum_cribbage",
)
