"""Spectrump (rules ST-*): an auction for the trump hue, tricks, and hues that follow each other around the wheel."""

from engine.core.entry import CARD_GAMES, GameEntry

GAME = GameEntry(
    name="spectrump",
    title="Spectrump",
    rules=f"{__name__}.game:Spectrump",
    group=CARD_GAMES,
    order=3,
    blurb="Bid for trump, follow by colour, and mind the scoring trumps.",
    players="2, 4, 6 or 8",
    minutes="40 to 90",
    counts=(2, 4, 6, 8),
    asked_first=("deck", "partners"),
    dealing=f"{__name__}.dealing:DEALING",
    player=f"{__name__}.player:PLAYER",
    narration=f"{__name__}.narration:narrate",
    page="tablelight.web.games.spectrump",
)
