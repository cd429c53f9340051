"""Spectrumo (rules SO-*): the game, what fits on the table card, and what special cards do."""

from engine.core.entry import CARD_GAMES, GameEntry

GAME = GameEntry(
    name="spectrumo",
    title="Spectrumo",
    rules=f"{__name__}.game:Spectrumo",
    group=CARD_GAMES,
    order=2,
    blurb="Get rid of your cards: neighbour on neighbour, or the same number.",
    players="2 to 8",
    minutes="20 to 60",
    dealing=f"{__name__}.dealing:DEALING",
    player=f"{__name__}.player:PLAYER",
    narration=f"{__name__}.narration:narrate",
    page="tablelight.web.games.spectrumo",
)
