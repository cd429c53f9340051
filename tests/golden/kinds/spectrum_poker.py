"""The kinds of Spectrum Poker cases: what a hand is, how many there are, who wins."""

import re
from typing import Any

from engine.components.cards import Card
from engine.core.registry import create
from engine.games.spectrum_poker.odds import counts
from engine.games.spectrum_poker.ranks import Category

OPTIONS = ("rank_order", "spectrum_straight", "shade_centres")


def answer(case: dict[str, Any]) -> Any:
    question = re.sub(r"\s*\(.*?\)", "", case["question"]).strip().lower()
    state = case.get("state") or {}
    options = {k: v for k, v in (case.get("options") or {}).items() if k in OPTIONS}
    game = create("spectrum_poker", 2, options=options)
    if "number of" in question:
        named = next(c for c in Category if c.value == str(state["category"]).upper())
        numbers = int(state.get("deck", 144)) // 12
        return counts(game.options.shade_centres, game.options.spectrum_straight, numbers)[named]
    if "wins" in question or "winner" in question:
        return _winner(game, state)
    cards = next(v for v in state.values() if isinstance(v, list))
    board = state.get("board") or state.get("community") or []
    held = [*cards, *(board if board is not cards else [])]
    return game.ranker.best([Card.parse(c) for c in held]).category.value


def _winner(game: Any, state: dict[str, Any]) -> str:
    """Best five of each hand, with the cards for all when there are some."""
    board = [Card.parse(c) for key in ("board", "community") for c in state.get(key, [])]
    players = {name: hand for name, hand in state.items() if name not in ("board", "community")}
    values = {name: game.ranker.best([*map(Card.parse, hand), *board]).value for name, hand in players.items()}
    top = [name for name, value in values.items() if value == max(values.values())]
    return top[0] if len(top) == 1 else "split"
