"""Who or what Spectrum 500 waits for."""

from engine.components.cards import numbered
from engine.core.verdict import Awaiting
from engine.core.verdict import Cards as CardsNeed
from engine.games.spectrum_500.options import Options
from engine.games.spectrum_500.scoring import winners
from engine.games.spectrum_500.state import State, unseen_hands


def awaiting(state: State, options: Options) -> Awaiting:
    """Who or what is next."""
    mover = (state.to_move,)
    if not state.dealt:
        if winners(state, options):
            return Awaiting("nobody", (), "GAME_OVER")
        return Awaiting("table", mover, "DEAL", {"hand": state.hand}, CardsNeed(len(numbered()), "deck"))
    if state.closed:
        seat = next(unseen_hands(state))
        return Awaiting("table", (seat,), "SHOW", {}, CardsNeed(len(state.hands[seat]), f"hand:{seat + 1}"))
    if not state.opened:
        return Awaiting("table", mover, "TURN_FIRST_CARD", {}, CardsNeed(1, "discard"))
    if not state.drawn:
        ask = "DRAW_OR_CALL" if state.discarder is not None else "DRAW"
        return Awaiting("player", mover, ask if state.stock else "TAKE_OR_END", {"stock": len(state.stock)})
    if state.must is not None:
        return Awaiting("player", mover, "MELD_IT", {"card": str(state.must)})
    return Awaiting("player", mover, "MELD_OR_DISCARD")
