"""Who or what Spectrumo waits for."""

from engine.components.cards import full_deck
from engine.core.verdict import Awaiting
from engine.core.verdict import Cards as CardsNeed
from engine.games.spectrumo.options import Options
from engine.games.spectrumo.scoring import over
from engine.games.spectrumo.state import HandSwap, State, unseen_hands


def awaiting(state: State, options: Options) -> Awaiting:
    """Who or what is next."""
    mover = (state.to_move,)
    if not state.dealt:
        if over(state, options):
            return Awaiting("nobody", (), "GAME_OVER")
        return Awaiting("table", mover, "DEAL", {"hand": state.hand}, CardsNeed(len(full_deck()), "deck"))
    if state.closed_by is not None:
        seat = next(unseen_hands(state))
        return Awaiting("table", (seat,), "SHOW", {}, CardsNeed(len(state.hands[seat]), f"hand:{seat + 1}"))
    if state.must_shuffle:
        return Awaiting("table", mover, "SHUFFLE", {}, CardsNeed(len(state.discards) - 1, "deck"))
    if state.table is None:
        return Awaiting("table", mover, "TURN_FIRST_CARD", {}, CardsNeed(1, "discard"))
    if (swap := state.exchange) is not None:
        return _awaiting_exchange(state, swap, options)
    ask = "LAST_CARD" if len(state.hands[state.to_move]) == 1 else "FOLLOW" if state.swaps else "PLAY"
    return Awaiting("player", mover, ask, _table_details(state))


def _table_details(state: State) -> dict[str, object]:
    """What is said of the table: its card, the pile, and what there is to do without a card that fits."""
    way = "OR_DRAW" if state.can_draw else "OR_PASS"
    return {"table": str(state.table), "mover": state.to_move, "way": way, "stock": len(state.stock)}


def _awaiting_exchange(state: State, swap: HandSwap, options: Options) -> Awaiting:
    details = {"opponent": swap.other, "give": swap.give, "take": swap.take}
    if swap.give:
        return Awaiting("player", (state.to_move,), "GIVE", details)
    if options.swap_pick == "owner_chooses":
        return Awaiting("player", (swap.other,), "GIVE_BACK", {**details, "mover": state.to_move})
    return Awaiting("player", (state.to_move,), "PICK", details)
