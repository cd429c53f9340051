"""The kinds of Casino cases. Boards are given by numbers; any hues will do, as captures look at numbers alone."""

import re
from collections import Counter
from dataclasses import replace
from typing import Any

from engine.components.cards import Card, Cards, numbered
from engine.components.deck import Deck
from engine.components.hues import Hue
from engine.core.registry import create
from engine.games.spectrum_casino.audit import missed_captures
from engine.games.spectrum_casino.board_captures import could_take
from engine.games.spectrum_casino.events import Capture, LeaveOnBoard
from engine.games.spectrum_casino.game import Casino
from engine.games.spectrum_casino.scoring import round_halves, sweep
from engine.games.spectrum_casino.state import DEALS, CardPlayed, State
from engine.games.spectrum_casino.transitions import filler_due, hand_size

NAMES = "ABCD"


def answer(case: dict[str, Any]) -> Any:
    state, question = case["state"], case["question"].lower()
    for words, kind in _KINDS:
        if all(word in question for word in words.split("&")):
            return kind(_game(case, state), state)
    raise KeyError(question)


def _game(case: dict[str, Any], state: dict[str, Any]) -> Casino:
    options = dict(case.get("options") or {})
    cap = options.get("created_value_cap")
    if isinstance(cap, str) and cap.isdecimal():
        options["created_value_cap"] = int(cap)
    players = state.get("players") or len(state.get("totals", ())) or len(re.findall(r"'[A-D]'", str(sorted(state))))
    game = create("spectrum_casino", max(players, 2), options=options)
    assert isinstance(game, Casino)
    return game


class _Table:
    """Gives every number a card of its own."""

    def __init__(self) -> None:
        self.used: Counter[int] = Counter()

    def card(self, value: int | str) -> Card:
        if isinstance(value, str) and not value.isdecimal():
            return Card.parse(value)
        number = int(value)
        self.used[number] += 1
        return Card(Hue(self.used[number] - 1), number)

    def cards(self, values: list[int | str]) -> Cards:
        return tuple(map(self.card, values))


def _pick(board: list[Card], values: list[int | str]) -> Cards | None:
    """These numbers from the board, each card once; None when they are not there."""
    out = []
    for value in values:
        found = next((c for c in board if value in (c.number, str(c), str(c.number))), None)
        if found is None:
            return None
        board.remove(found)
        out.append(found)
    return tuple(out)


def _legal(game: Casino, state: dict[str, Any]) -> bool:
    table = _Table()
    board, played = table.cards(state["board"]), table.card(state["play"])
    left = list(board)
    base, taken = _pick(left, state.get("base") or []), _pick(left, state.get("taken") or [])
    if base is None or taken is None:
        return False
    position = _position(game, board, (played,))
    if state.get("mode") in ("discard", "leave"):
        hand = (played, *table.cards([v for v in state.get("hand", []) if v != state["play"]]))
        return game.judge(_position(game, board, hand), LeaveOnBoard(0, played)).ok
    return game.judge(position, Capture(0, played, taken, base)).ok


def _position(game: Casino, board: Cards, hand: Cards) -> State:
    hands = (hand, *((),) * (game.rules.seats - 1))
    return replace(game.start(), board=board, hands=hands, deal=1, chosen=Hue.R)


def _can_capture(game: Casino, state: dict[str, Any]) -> bool:
    table = _Table()
    board, hand = table.cards(state["board"]), table.cards(state["hand"])
    return bool(could_take(hand, board, game.cap))


def _deal(game: Casino, state: dict[str, Any]) -> Any:
    return [hand_size(game.rules.seats), DEALS]


def _chosen(game: Casino, state: dict[str, Any]) -> Any:
    first = Card.parse(state["first_board_card"])
    order = (first, *(card for card in numbered() if card != first))
    chosen = game.after(game.start(), Deck(order)).chosen
    return {"color": chosen.name, "shades": [chosen.step(-1).name, chosen.step(1).name]}


def _total(game: Casino, state: dict[str, Any]) -> int:
    return sum(round_halves((numbered(), ()), Hue.R)) // 2


def _hues(text: str) -> Cards:
    """``all cards of the 7 colours Red..Green``: the cards between two hues, along the wheel."""
    first, last = (Hue.parse(name) for name in re.search(r"([\w-]+)\.\.([\w-]+)", text).groups())
    hues = {first.step(n) for n in range((last - first) % 12 + 1)}
    return tuple(card for card in numbered() if card.hue in hues)


def _round(game: Casino, state: dict[str, Any]) -> Any:
    chosen = Hue.parse(state["chosen"])
    if "split" in state:
        players, hues = map(int, re.findall(r"\d+", state["split"])[:2])
        captured = [tuple(c for c in numbered() if c.hue // hues == seat) for seat in range(players)]
    else:
        captured = [
            tuple(map(Card.parse, state[name])) if isinstance(state[name], list) else _hues(state[name])
            for name in NAMES
            if name in state
        ]
    return [halves / 2 for halves in round_halves(captured, chosen)]


def _filler(game: Casino, state: dict[str, Any]) -> int:
    board = state.get("board_after_deal", state.get("board", 0))
    return filler_due(board, state["filler_left"], state.get("deals_left", 2))


def _sweep(game: Casino, state: dict[str, Any]) -> Any:
    board = tuple(map(Card.parse, state["board_left"]))
    last = state.get("last_capture_by")
    position = replace(_position(game, board, ()), captured=((),) * 4, last_taker=NAMES.index(last) if last else None)
    return next((NAMES[seat] for seat, cards in enumerate(sweep(position)) if cards), None)


def _audit(game: Casino, state: dict[str, Any]) -> bool:
    table = _Table()
    board = table.cards(state["board"])
    hand = next(v for k, v in state.items() if k.startswith("hand"))
    discarded = next(v for k, v in state.items() if "discarded" in k)
    left = table.card(discarded)
    rest = list(hand)
    if discarded in rest:
        rest.remove(discarded)
    later = tuple(CardPlayed(1, card) for card in table.cards(rest))
    return bool(missed_captures((CardPlayed(1, left, board), *later), game.options))


def _accounted(game: Casino, state: dict[str, Any]) -> int:
    """A round is dealt through; what went to hands, board and filler is counted."""
    position = game.after(game.start(), Deck(numbered()))
    laid = len(position.board) + len(position.filler)
    return laid + DEALS * sum(map(len, position.hands))


def _winner(game: Casino, state: dict[str, Any]) -> Any:
    names = list(state["totals"])
    ended = replace(game.start(), halves=tuple(round(2 * v) for v in state["totals"].values()))
    return next((names[seat] for seat in game.winners(ended)), None)


_KINDS = (
    ("audit", _audit),
    ("can &capture", _can_capture),
    ("legal", _legal),
    ("cards per hand", _deal),
    ("chosen", _chosen),
    ("total points", _total),
    ("round scores", _round),
    ("filler", _filler),
    ("who gets", _sweep),
    ("accounted", _accounted),
    ("winner", _winner),
)
