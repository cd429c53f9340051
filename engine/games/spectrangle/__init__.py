"""Spectrangle (rules SPG-*): the game, its 36 tiles and its board."""

from engine.core.entry import TILES_AND_PIECES, GameEntry

GAME = GameEntry(
    name="spectrangle",
    title="Spectrangle",
    rules=f"{__name__}.game:Spectrangle",
    group=TILES_AND_PIECES,
    order=1,
    blurb="Three-coloured triangles, edge to edge; sides times value times bonus.",
    players="2 to 4",
    minutes="20 to 40",
    dealing=f"{__name__}.dealing:DEALING",
    player=f"{__name__}.player:PLAYER",
    narration=f"{__name__}.narration:narrate",
    page="tablelight.web.games.spectrangle",
)
