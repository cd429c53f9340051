"""The rules of Spectrum Solitaire: whether an event is legal and why not, and what is wrong with a position."""

from engine.components.card_game import not_now
from engine.components.cards import Card, Cards, all_known, numbered
from engine.components.deck import Deck, Turned, judge_deck, judge_numbered, judge_turned
from engine.core.events import Event, Move
from engine.core.game import not_your_turn
from engine.core.verdict import Verdict, no, yes
from engine.games.spectrum_solitaire.awaiting import awaiting
from engine.games.spectrum_solitaire.events import Concede, Flip, Put, Recycle
from engine.games.spectrum_solitaire.options import Options
from engine.games.spectrum_solitaire.piles import passes_used
from engine.games.spectrum_solitaire.runs import judge_on, moved_run
from engine.games.spectrum_solitaire.state import PILES, State, pile_of


def judge(state: State, event: Event, options: Options) -> Verdict:
    """Whether the event is legal now, and why not."""
    if state.over:
        return no("GAME_OVER", "SS-END-01")
    if isinstance(event, Deck):
        if state.dealt:
            return not_now(event, awaiting(state, options), "SS-SETUP-01")
        return judge_deck(event.cards, numbered()) or yes()
    if not state.dealt:
        return no("DEAL_FIRST", "SS-SETUP-01", waits=awaiting(state, options))
    unread = state.unread()
    if isinstance(event, Turned):
        expected = tuple(card for _, card in unread)
        fault = judge_numbered(event.cards) or judge_turned(event.cards, expected, state.known_cards())
        return (fault or yes()) if unread else not_now(event, awaiting(state, options))
    if isinstance(event, Move) and event.seat != 0:
        return not_your_turn(event, 0)
    if isinstance(event, Concede):
        return yes("done")
    if unread:
        return no("TURN_FIRST", "SS-TURN-01", places=tuple(place for place, _ in unread))
    return _judge_move(state, event, options)


def _judge_move(state: State, event: Event, options: Options) -> Verdict:
    if isinstance(event, Flip):
        if not state.stock:
            turning = _judge_recycle(state, options)
            return no("STOCK_EMPTY", "SS-STOCK-04") if turning.ok else turning
        return _last_pass() if state.fresh and passes_used(state, options) else yes()
    if isinstance(event, Recycle):
        return _judge_recycle(state, options)
    if isinstance(event, Put):
        return _judge_put(state, event, options)
    return not_now(event, awaiting(state, options))


def _judge_recycle(state: State, options: Options) -> Verdict:
    if state.stock:
        return no("STOCK_LEFT", "SS-STOCK-04", count=len(state.stock))
    if not state.waste:
        return no("ALL_PLAYED", "SS-STOCK-04")
    return _last_pass() if passes_used(state, options) else yes()


def _judge_put(state: State, put: Put, options: Options) -> Verdict:
    run = moved_run(state, put, options)
    if isinstance(run, Verdict):
        return run
    if put.to == "home":
        return _judge_home(state, put, run)
    to = pile_of(put.to)
    if to is None:
        return no("NO_SUCH_PLACE_HERE", "", place=put.to)
    if put.source == put.to:
        return no("SAME_PILE", "SS-TAB-01", f"pile:{put.to}")
    if not state.up[to]:
        # Only a 12, or a run headed by one, starts an empty pile.
        free = options.empty_column == "any" or run[0].number == 12
        details = {"card": str(run[0]), "option": "empty_column"}
        return yes() if free else no("EMPTY_NEEDS_TWELVE", "SS-EMPTY-01", f"pile:{put.to}", **details)
    return judge_on(run[0], state.up[to][-1], f"pile:{put.to}", options)


def _judge_home(state: State, put: Put, run: Cards) -> Verdict:
    if len(run) != 1:
        return no("HOME_TAKES_ONE", "SS-FOUND-01")
    card = run[0]
    assert card.hue is not None
    # A home grows one by one, in its exact hue.
    wanted = state.homes[card.hue] + 1
    if card.number != wanted:
        return no("HOME_WANTS", "SS-FOUND-01", *put.spots(), card=str(card), wanted=str(Card(card.hue, wanted)))
    return yes()


def _last_pass() -> Verdict:
    return no("LAST_PASS", "SS-PASS-02", option="pass_limit")


def problems(state: State) -> list[Verdict]:
    """Every fault of a set-up position."""
    if any(not 0 <= n <= 12 for n in state.homes) or len(state.homes) != 12:
        return [no("BAD_HOMES", "SS-FOUND-01")]
    if len(state.down) != PILES or len(state.up) != PILES:
        return [no("BAD_PILES", "SS-SETUP-02", count=len(state.up))]
    if not state.dealt:
        return []
    if not all(map(all_known, state.up)):
        return [no("OPEN_CARDS_UNREAD", "SS-TURN-01")]
    cards = tuple(card for pile in (*state.down, *state.up, state.stock, state.waste) for card in pile)
    cards += tuple(state.cards_at_home())
    fault = judge_deck(cards, numbered())
    return [fault] if fault else []
