"""Roll & Color (rules RC-*): the game, its sheet, and exact odds."""

from engine.core.entry import DICE_AND_BOARD, GameEntry

GAME = GameEntry(
    name="roll_and_color",
    title="Roll & Color",
    rules=f"{__name__}.game:RollAndColor",
    group=DICE_AND_BOARD,
    order=1,
    blurb="Nine dice, four rerolls, a sheet of 24 rows.",
    players="1 or more",
    minutes="20 to 40",
    dealing=f"{__name__}.dealing:DEALING",
    player=f"{__name__}.player:PLAYER",
    narration=f"{__name__}.narration:narrate",
    page="tablelight.web.games.roll_and_color",
)
