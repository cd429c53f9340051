"""Spectrum Solitaire (rules SS-*): the game and its table."""

from engine.core.entry import CARD_GAMES, GameEntry

GAME = GameEntry(
    name="spectrum_solitaire",
    title="Spectrum Solitaire",
    rules=f"{__name__}.game:Solitaire",
    group=CARD_GAMES,
    order=7,
    blurb="Twelve piles, twelve homes, one player.",
    players="1",
    minutes="20 to 40",
    dealing=f"{__name__}.dealing:DEALING",
    player=f"{__name__}.player:PLAYER",
    narration=f"{__name__}.narration:narrate",
    page="tablelight.web.games.spectrum_solitaire",
)
