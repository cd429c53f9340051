"""The kinds of Spectrum Escape cases: what moves do, how dice are split, who plays when, what wins."""

import re
from dataclasses import replace
from typing import Any

from engine.components.hues import Hue
from engine.core.registry import create
from engine.games.spectrum_escape.events import PawnMoved
from engine.games.spectrum_escape.game import SpectrumEscape
from engine.games.spectrum_escape.state import TARGETS, State, dice_split, play_order


def answer(case: dict[str, Any]) -> Any:
    question = case["question"]
    return _KINDS[question["ask"]](question, case.get("position") or {}, dict(case.get("options") or {}))


def _seat(name: Any) -> int:
    return int(re.sub(r"\D", "", str(name))) - 1


def _moves(question: dict[str, Any], position: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """The moves in the order given, each by an own die that shows the colour, whoever's turn it is."""
    lanes = position.get("lanes") or {}
    counts = {**(position.get("escaped") or {}), **(position.get("reserve") or {})}
    names = [name for lane in lanes.values() for name in lane] + [m["player"] for m in question["moves"]] + [*counts]
    game = create("spectrum_escape", max(2, *(_seat(name) + 1 for name in names)), options=_options(options))
    assert isinstance(game, SpectrumEscape)
    state, results = _set_up(game, lanes, position), []
    for move in question["moves"]:
        seat, hue = _seat(move["player"]), Hue.parse(move["colour"])
        state = _let_play(state, seat, hue)
        go = PawnMoved(seat, hue, "own")
        verdict = game.judge(state, go)
        if not verdict.ok:
            results.append({"legal": False, "reason": verdict.reason})
            continue
        before = state.escaped[seat]
        state = replace(game.result(state, go), over=False)
        place = state.lanes[hue][seat]
        out = state.escaped[seat] > before
        ring = None if out else game.rim + 1 - place
        results.append(
            {"legal": True, "reason": "OK", "position": None if out else place, "ring": ring, "escaped": out}
        )
    return {"results": results}


def _options(options: dict[str, Any]) -> dict[str, Any]:
    out = {key: value for key, value in options.items() if key != "players"}
    if isinstance(out.get("deny_die"), str):
        out["deny_die"] = out["deny_die"] == "yes"
    return out


def _set_up(game: SpectrumEscape, lanes: dict[str, Any], position: dict[str, Any]) -> State:
    state = game.start()
    placed = [list(lane) for lane in state.lanes]
    for hue, lane in lanes.items():
        for name, place in lane.items():
            placed[Hue.parse(hue)][_seat(name)] = int(place or 0)
    escaped = list(state.escaped)
    for name, count in (position.get("escaped") or {}).items():
        escaped[_seat(name)] = int(count if not isinstance(count, list) else len(count))
    for name, count in (position.get("reserve") or {}).items():
        escaped[_seat(name)] = 10 - int(count) - sum(lane[_seat(name)] > 0 for lane in placed)
    return replace(state, lanes=tuple(map(tuple, placed)), escaped=tuple(escaped))


def _let_play(state: State, seat: int, hue: Hue) -> State:
    n = state.seats
    unused = (False,) * n
    return replace(
        state, turn=play_order(n, state.cycle).index(seat), own=(hue,) * n, own_used=unused, common=tuple(Hue),
        common_used=unused, withdrawn=unused,
    )  # fmt: skip


def _dice(question: dict[str, Any], position: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    rounds = {}
    for kind in ("d6", "d12"):
        own, d6, d12 = dice_split(int(question["players"]), kind)
        rounds[f"{kind}_round"] = {f"personal_{kind}": own, "common_d6": d6, "common_d12": d12}
    return rounds


def _order(question: dict[str, Any], position: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    names = question["players"]
    names = [f"p{n + 1}" for n in range(names)] if isinstance(names, int) else names
    orders = [[names[seat] for seat in play_order(len(names), cycle)] for cycle in range(int(question["cycles"]))]
    return {"orders": [{"d6": order, "d12": order} for order in orders]}


_KINDS = {
    "escape_moves": _moves,
    "escape_common_dice": _dice,
    "escape_order": _order,
    "given": lambda question, position, options: {str(players): target for players, target in TARGETS.items()},
}
