"""Who or what Spectrum Cribbage waits for."""

from engine.components.cards import NUMBERS, all_known
from engine.core.verdict import Awaiting
from engine.core.verdict import Cards as CardsNeed
from engine.games.spectrum_cribbage.count import LIMIT
from engine.games.spectrum_cribbage.options import cards_dealt, cards_to_crib
from engine.games.spectrum_cribbage.state import State


def awaiting(state: State) -> Awaiting:
    """Who or what is next."""
    dealer = (state.dealer,)
    match state.phase:
        case "over":
            return Awaiting("nobody", (), "GAME_OVER")
        case "cut":
            seat = next(seat for seat, card in enumerate(state.cuts) if not card.known)
            return Awaiting("table", (seat,), "CUT", {}, CardsNeed(1, f"cut:{seat}"))
        case "deal":
            count = cards_dealt(len(state.hands))
            return Awaiting("table", dealer, "DEAL", {"count": count}, CardsNeed(count * len(state.hands), "hands"))
        case "layaway":
            seats = tuple(seat for seat, laid in enumerate(state.laid) if not laid)
            return Awaiting("player", seats, "CRIB", {"count": cards_to_crib(len(state.hands)), "owner": state.dealer})
        case "starter":
            cutter = ((state.dealer + 1) % len(state.hands),)
            return Awaiting("table", cutter, "STARTER", {"owner": state.dealer}, CardsNeed(1, "starter"))
        case "play":
            left = LIMIT - state.total
            # While every card fits, nobody needs to hear of Go.
            most = left if left < max(NUMBERS) else None
            return Awaiting("player", (state.to_move,), "PLAY", {"total": state.total, "left": left, "most": most})
    if state.counted == len(state.hands) and not all_known(state.crib):
        return Awaiting("table", dealer, "SHOW_CRIB", {}, CardsNeed(len(state.crib), "crib"))
    ask = "COUNT_CRIB" if state.counted == len(state.hands) else "COUNT_HAND"
    return Awaiting("player", (state.to_move,), ask)
