"""The kinds of SIXCHEX Spectrum cases."""

import re
from dataclasses import replace
from typing import Any

from engine.core.registry import create
from engine.games.sixchex_spectrum.board import (
    DARK,
    LIGHT,
    N_CARDS,
    SPOTS,
    at,
    parity,
    parse_card,
    row_column,
    start_spots,
)
from engine.games.sixchex_spectrum.board import capture_colour as capture_colour_of
from engine.games.sixchex_spectrum.events import DieRolled
from engine.games.sixchex_spectrum.game import SixchexSpectrum
from engine.games.sixchex_spectrum.state import State


def answer(case: dict[str, Any]) -> Any:
    question = re.sub(r"\s*\(.*?\)", "", case["question"]).strip().lower().rstrip("?")
    options = dict(case.get("options") or {})
    players = int(options.pop("players", 2))
    return _KINDS[question](case.get("state") or {}, players, options)


def _card(text: str) -> str:
    """``G``, ``dark green``, ``home black``."""
    word = text.strip()
    for prefix in ("home ", "neutral "):
        word = word.removeprefix(prefix)
    word = {"red": "R", "orange": "O", "yellow": "Y", "green": "G", "blue": "B", "indigo": "I", "violet": "V"}.get(
        word.lower(), word
    )
    return parse_card(f"d{word}" if len(word) == 1 else word)


def _capture_colour(state: dict[str, Any], players: int, options: dict[str, Any]) -> str | None:
    return capture_colour_of(_card(str(state.get("start_colour") or state.get("start_card"))), int(state["die"]))


def _any_capture(state: dict[str, Any], players: int, options: dict[str, Any]) -> bool:
    return _capture_colour(state, players, options) is not None


def _game(players: int, options: dict[str, Any]) -> SixchexSpectrum:
    game = create("sixchex_spectrum", players, options=options)
    assert isinstance(game, SixchexSpectrum)
    return game


def _laid(game: SixchexSpectrum, homes: list[list[int]]) -> State:
    """Cards of one colour, and the opponent's home colour where the case wants it."""
    closed = {at(*place) for place in homes}
    cards = tuple("gray" if spot in closed else ("dR", "lR")[parity(spot)] for spot in SPOTS)
    n = game.rules.seats
    names = ("black", "gray", "tan", "pink")[:n]
    return replace(game.start(), cards=cards, homes=names, contenders=())


def _landings(state: dict[str, Any], players: int, options: dict[str, Any]) -> list[list[int]]:
    game = _game(players, options)
    start = at(*state["from"])
    position = _laid(game, state.get("home_squares") or [])
    position = replace(position, coins=((start,), *position.coins[1:]))
    position = game.after(position, DieRolled(int(state["die"])))
    return sorted(list(row_column(spot)) for spot in game.landings(position, start))


def _counts(state: dict[str, Any], players: int, options: dict[str, Any]) -> list[int]:
    coins = [row_column(spot) for spot in start_spots("S")]
    rows = sorted({row for row, _ in coins}, reverse=True)
    per_row = [sum(row == r for r, _ in coins) for row in rows]
    return [N_CARDS, 4 * len(DARK), 4 * len(LIGHT), *per_row]


def _outcome(state: dict[str, Any], players: int, options: dict[str, Any]) -> str:
    """So many coins of each on their half; then anybody's move shows whether the game goes on."""
    names = list(state["left"])
    game = _game(max(len(names), 2), options)
    position = _laid(game, [])
    coins = []
    for name in names:
        half = {"dark": 0, "light": 1}.get(str(state.get(f"{name}_parity", "dark")), 0)
        coins.append(tuple(spot for spot in SPOTS if parity(spot) == half)[: int(state["left"][name])])
    position = replace(position, coins=tuple(coins))
    if not (position.apart() or len(position.alive) == 1):
        return "game goes on"
    winners = game.winners(replace(position, over=True))
    return f"{names[winners[0]]} wins" if len(winners) == 1 else "draw"


def _starting_cards(state: dict[str, Any], players: int, options: dict[str, Any]) -> int:
    sides = state.get("seats") or _game(players, options).sides
    return len({spot for side in sides for spot in start_spots(side)})


_KINDS = {
    "landing colour that captures": _capture_colour,
    "any capture possible": _any_capture,
    "reachable landing cards": _landings,
    "cards; dark/light split; coins placed in row 1 and 2 per player": _counts,
    "outcome": _outcome,
    "distinct starting cards": _starting_cards,
}
