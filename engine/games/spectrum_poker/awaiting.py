"""Who or what Spectrum Poker waits for."""

from engine.components.cards import all_known
from engine.core.events import Seat
from engine.core.verdict import Awaiting
from engine.core.verdict import Cards as CardsNeed
from engine.games.spectrum_poker.options import Options
from engine.games.spectrum_poker.state import State


def awaiting(state: State, options: Options) -> Awaiting:
    """Who or what is next."""
    mover = (state.to_move,)
    if state.phase == "over":
        return Awaiting("nobody", (), "GAME_OVER")
    if state.phase == "deal":
        count = options.hand_size
        return Awaiting(
            "table", (state.dealer,), "DEAL", {"count": count}, CardsNeed(count * len(state.hands), "hands")
        )
    if state.phase == "board":
        count = street(state)
        return Awaiting("table", (state.dealer,), "BOARD", {"count": count}, CardsNeed(count, "board"))
    if state.phase == "drawing":
        return Awaiting("table", mover, "DRAW", {"count": state.owed}, CardsNeed(state.owed, f"hand:{state.to_move}"))
    if state.phase == "draw":
        return Awaiting("player", mover, "EXCHANGE", {"most": options.exchange})
    if can_just_show(state, state.to_move):
        return Awaiting("player", mover, "SHOW")
    return Awaiting("table", mover, "SHOW", {}, CardsNeed(options.hand_size, f"shown:{state.to_move}"))


def street(state: State) -> int:
    """How many cards come next for all."""
    return {0: 3, 3: 1, 4: 1}.get(len(state.board), 0)


def can_just_show(state: State, seat: Seat) -> bool:
    return bool(state.hands[seat]) and all_known(state.hands[seat])
