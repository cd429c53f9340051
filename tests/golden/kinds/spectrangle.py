"""The kinds of Spectrangle cases. Counts of touching and matching sides become a real position."""

import re
from dataclasses import replace
from typing import Any

from engine.core.registry import create
from engine.games.spectrangle.events import TileExchanged, TilePlaced, TurnSkipped
from engine.games.spectrangle.game import Spectrangle
from engine.games.spectrangle.scoring import counter_score, final_score, placement_points
from engine.games.spectrangle.state import State
from engine.games.spectrangle.tiles import BONUS, JOKER, N_FIELDS, TILES, TOUCHING, WAYS, match, value_of

PLAIN = 12
"""A plain field with three neighbours."""


def answer(case: dict[str, Any]) -> Any:
    question = re.sub(r"\s*\(.*?\)", "", case["question"]).strip().lower().rstrip("?")
    state, options = case.get("state") or {}, dict(case.get("options") or {})
    if "strict" in question:
        options.setdefault("edge_rule", "all_touching")
    game = create("spectrangle", int(options.pop("players", 2)), options=options)
    assert isinstance(game, Spectrangle)
    if question.startswith("legal"):
        return _legal(game, state)
    return _KINDS[question](state)


def _legal(game: Spectrangle, state: dict[str, Any]) -> bool:
    if "action" in state or "able_to_play" in state:
        return _may_act(game, state)
    if state.get("first_tile"):
        field = next(n for n in range(N_FIELDS) if (BONUS[n] > 1) == (state.get("space", "plain") == "bonus"))
        tile = JOKER if "joker" in str(state.get("tile", "")) else "RYG3"
        return game.judge(_started(game, ("",) * N_FIELDS, tile), TilePlaced(0, tile, field)).ok
    return _placement(game, state)


def _started(game: Spectrangle, board: tuple[str, ...], *hand: str) -> State:
    start = game.start()
    full = (*hand, *(tile for tile in TILES if tile not in hand and tile not in board))[:4]
    return replace(start, contenders=(), board=board, hands=(full, *start.hands[1:]))


def _placement(game: Spectrangle, state: dict[str, Any]) -> bool:
    """A tile goes onto a field that touches so many tiles, so many of them with matching sides."""
    joker = bool(state.get("tile_is_joker")) or "joker" in str(state.get("tile", ""))
    beside_joker = bool(state.get("neighbour_is_joker") or state.get("joker_involved"))
    mine = JOKER if joker else "RYG3"
    touching = int(state.get("touching", 1))
    matching = int(state.get("matching", touching if joker or beside_joker else 0))
    board, used = [""] * N_FIELDS, {mine, JOKER}
    for n, (edge, field) in enumerate(TOUCHING[PLAIN][:touching]):
        if n == 0 and beside_joker:
            board[field] = JOKER
            matching -= n < matching
            continue
        wanted = n < matching + beside_joker
        board[field] = next(
            way
            for tile in TILES
            if tile not in used
            for way in WAYS[tile]
            if match(way[edge], mine[edge]) == (wanted or joker)
        )
        used |= {tile for tile in TILES if board[field] in WAYS[tile]}
    if not any(board):  # the first tile lies somewhere, but not beside this one
        board[0] = "GGG6"
    return game.judge(_started(game, tuple(board), mine), TilePlaced(0, mine, PLAIN)).ok


def _may_act(game: Spectrangle, state: dict[str, Any]) -> bool:
    """A lonely green tile on the board; the mover holds red and blue alone, or one more with green in it."""
    board = ("GGG6", *("",) * (N_FIELDS - 1))
    hand = ("RRR6", "BBB6", "RRB4", "GGY4" if state.get("able_to_play", True) else "BBR5")
    rest = [tile for tile in TILES if tile not in hand and tile != "GGG6"]
    others = tuple(rest[int(state.get("bag", 5)) :])
    position = replace(game.start(), contenders=(), board=board, hands=(hand, others, *((),) * (game.rules.seats - 2)))
    action = str(state.get("action", "skip"))
    if "exchange" in action:
        return game.judge(position, TileExchanged(0, hand[0])).ok
    if "place" in action or action == "play":
        return game.can_place(position, 0)
    return game.judge(position, TurnSkipped(0)).ok


def _points(state: dict[str, Any]) -> int:
    first = bool(state.get("first_tile", False))
    return placement_points(state["tile_value"], state.get("matching_sides", 0), state.get("bonus", 1), first=first)


def _final(state: dict[str, Any]) -> int:
    left = tuple(next(t for t in TILES if value_of(t) == value) for value in state["leftover_values"])
    return final_score(state["score"], left)


_KINDS = {
    "points": _points,
    "final score": _final,
    "score shown": lambda state: counter_score(state["laps"], state["counter_hole"]),
}
