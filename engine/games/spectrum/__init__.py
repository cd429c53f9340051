"""The Spectrum board games (rules SB-*): twelve paths of nine spaces, pawns, stars, and everything played on them."""

from engine.core.entry import DICE_AND_BOARD, GameEntry

GAME = GameEntry(
    name="spectrum",
    title="Spectrum",
    rules=f"{__name__}.game:Spectrum",
    group=DICE_AND_BOARD,
    order=2,
    blurb="Pawns race inward along open colours and take stars.",
    players="1 to 6",
    minutes="30 to 90",
    asked_first=("dice", "start", "scoring", "missions", "portals"),
    never_asked=("speed_rule",),
    dealing=f"{__name__}.dealing:DEALING",
    player=f"{__name__}.player:PLAYER",
    narration=f"{__name__}.narration:narrate",
    page="tablelight.web.games.spectrum",
)
