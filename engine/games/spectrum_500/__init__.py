"""Spectrum 500 (rules F5-*): the game, its table, and what makes a meld."""

from engine.core.entry import CARD_GAMES, GameEntry

GAME = GameEntry(
    name="spectrum_500",
    title="Spectrum 500",
    rules=f"{__name__}.game:Spectrum500",
    group=CARD_GAMES,
    order=4,
    blurb="Meld groups and sequences of a shade; call Spectrum! out of turn.",
    players="2 to 8",
    minutes="30 to 60",
    dealing=f"{__name__}.dealing:DEALING",
    player=f"{__name__}.player:PLAYER",
    narration=f"{__name__}.narration:narrate",
    page="tablelight.web.games.spectrum_500",
)
