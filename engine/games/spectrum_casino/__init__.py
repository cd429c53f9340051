"""Spectrum Casino (rules CA-*): the game, its table, and which cards a card can take."""

from engine.core.entry import CARD_GAMES, GameEntry

GAME = GameEntry(
    name="spectrum_casino",
    title="Spectrum Casino",
    rules=f"{__name__}.game:Casino",
    group=CARD_GAMES,
    order=1,
    blurb="Take cards from the board by number, and look for the chosen colour.",
    players="2 to 4",
    minutes="30 to 60",
    dealing=f"{__name__}.dealing:DEALING",
    player=f"{__name__}.player:PLAYER",
    narration=f"{__name__}.narration:narrate",
    page="tablelight.web.games.spectrum_casino",
)
