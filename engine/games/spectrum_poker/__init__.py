"""Spectrum Poker (rules PO-*): fourteen ranks of five cards, the showdown, and exact odds."""

from engine.core.entry import CARD_GAMES, GameEntry

GAME = GameEntry(
    name="spectrum_poker",
    title="Spectrum Poker",
    rules=f"{__name__}.game:SpectrumPoker",
    group=CARD_GAMES,
    order=6,
    blurb="Fourteen ranks of five cards, drawn or around a common board.",
    players="2 to 12",
    minutes="15 to 45",
    asked_first=("form",),
    dealing=f"{__name__}.dealing:DEALING",
    player=f"{__name__}.player:PLAYER",
    narration=f"{__name__}.narration:narrate",
    page="tablelight.web.games.spectrum_poker",
)
