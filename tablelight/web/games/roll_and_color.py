"""Roll & Color on the page: nine dice that are taken up and thrown again, and the score sheet."""

from engine.games.roll_and_color.events import RowScored
from tablelight.web.components.dice import dice_of, in_hand
from tablelight.web.components.panels import Panels, Rerolls
from tablelight.web.components.score_sheet import best_picks, score_sheet
from tablelight.web.reckonings.roll_and_color import EXPLAINS as EXPLAINS
from tablelight.web.viewer import Shown


def sizes(shown: Shown) -> tuple[tuple[int, int], ...]:
    """Fewest and most dice of each reroll that is open; none once the game is over."""
    return () if shown.state.over else tuple(shown.game.reroll_sizes(shown.state))


PANELS = Panels(
    play=score_sheet,
    rerolls=Rerolls(dice_of, in_hand, sizes, best_picks),
    written=lambda event: event.row if isinstance(event, RowScored) else "",
)
