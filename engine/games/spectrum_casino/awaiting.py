"""Who or what Spectrum Casino waits for."""

from engine.components.cards import numbered
from engine.core.verdict import Awaiting
from engine.core.verdict import Cards as CardsNeed
from engine.games.spectrum_casino.options import Options
from engine.games.spectrum_casino.scoring import winners
from engine.games.spectrum_casino.state import State


def awaiting(state: State, options: Options) -> Awaiting:
    """Who or what is next."""
    mover = (state.to_move,)
    if not state.deal:
        if winners(state, options):
            return Awaiting("nobody", (), "GAME_OVER")
        return Awaiting("table", mover, "DEAL", {"round": state.round}, CardsNeed(len(numbered()), "deck"))
    if state.unread:
        return Awaiting("table", mover, "TURN", {"count": state.unread}, CardsNeed(state.unread, "board"))
    details = {"deal": state.deal, "chosen": state.chosen, "filler": len(state.filler)}
    return Awaiting("player", mover, "PLAY" if state.board else "LEAVE_ONE", details)
