"""SIXCHEX Spectrum (rules SIX-*): the game and its 72 cards in nine rows of eight."""

from engine.core.entry import DICE_AND_BOARD, GameEntry

GAME = GameEntry(
    name="sixchex_spectrum",
    title="SIXCHEX Spectrum",
    rules=f"{__name__}.game:SixchexSpectrum",
    group=DICE_AND_BOARD,
    order=4,
    blurb="Coins zigzag over 72 cards and capture along the rainbow.",
    players="2 to 4",
    minutes="30 to 60",
    dealing=f"{__name__}.dealing:DEALING",
    player=f"{__name__}.player:PLAYER",
    narration=f"{__name__}.narration:narrate",
    page="tablelight.web.games.sixchex_spectrum",
)
