"""Who or what Spectrump waits for."""

from engine.core.verdict import Awaiting
from engine.core.verdict import Cards as CardsNeed
from engine.games.spectrump.setup import SpectrumpSetup
from engine.games.spectrump.state import State


def awaiting(state: State, setup: SpectrumpSetup) -> Awaiting:
    """Who or what is next."""
    mover = (state.to_move,)
    if state.phase == "over":
        return Awaiting("nobody", (), "GAME_OVER")
    if state.phase == "deal":
        details = {"count": setup.hand_size, "sets": setup.sets, "round": state.round, "session": state.session + 1}
        return Awaiting("table", (state.dealer,), "DEAL", details, CardsNeed(setup.hand_size * setup.seats, "hands"))
    if state.phase == "load":
        return Awaiting("player", mover, "LOAD")
    if state.phase == "auction":
        if state.bid_hue is None:
            return Awaiting("player", mover, "BID_FIRST")
        return Awaiting("player", mover, "BID", {"standing": f"{state.bid_hue.name}{state.bid_number}"})
    details = {"set": state.set + 1, "trump": state.trump}
    return Awaiting("player", mover, "FOLLOW" if state.trick else "LEAD", details)
