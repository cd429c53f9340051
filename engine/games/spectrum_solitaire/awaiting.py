"""Who or what Spectrum Solitaire waits for."""

from engine.core.verdict import Awaiting
from engine.core.verdict import Cards as CardsNeed
from engine.games.spectrum_solitaire.movegen import stuck
from engine.games.spectrum_solitaire.options import Options
from engine.games.spectrum_solitaire.piles import can_turn
from engine.games.spectrum_solitaire.scoring import if_conceded
from engine.games.spectrum_solitaire.state import DECK_SIZE, State


def awaiting(state: State, options: Options) -> Awaiting:
    """Who or what is next."""
    if state.over:
        return Awaiting("nobody", (), "GAME_OVER")
    if not state.dealt:
        return Awaiting("table", (0,), "DEAL", need=CardsNeed(DECK_SIZE, "deck"))
    if unread := state.unread():
        places = tuple(place for place, _ in unread)
        return Awaiting("table", (0,), "TURN", {"places": places}, CardsNeed(len(places), places[0]))
    if stuck(state, options):
        return Awaiting("player", (0,), "STUCK", _figures(state))
    return Awaiting("player", (0,), _next_card(state, options), _figures(state))


def _next_card(state: State, options: Options) -> str:
    """What the stock has to offer beside moving a card."""
    if not can_turn(state, options):
        return "MOVE_ONLY"
    if not state.stock:
        return "TURN_OVER"
    return "BEGIN_PASS" if state.fresh else "MOVE"


def _figures(state: State) -> dict[str, object]:
    """What is said of the stock and the score while the game goes on."""
    stock, now = len(state.stock), if_conceded(state)
    return {"number": state.passes, "next": state.passes + 1, "stock": stock, "now": now}
