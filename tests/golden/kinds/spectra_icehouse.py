"""The kinds of Spectra cases. Players are told by name: a colour (``purple_player``) or a letter (``B``)."""

import re
from dataclasses import replace
from typing import Any

from engine.core.registry import create
from engine.games.spectra_icehouse.events import BAG, PyramidDrawn, PyramidsExchanged, TakeColour
from engine.games.spectra_icehouse.game import SpectraIcehouse
from engine.games.spectra_icehouse.pieces import COLOURS, SIZES, obtainable, parse_colour, parse_piece, size_of
from engine.games.spectra_icehouse.state import State, complete


def answer(case: dict[str, Any]) -> Any:
    question = re.sub(r"\s*\(.*?\)", "", case["question"]).strip().lower().rstrip("?")
    state, options = case.get("state") or {}, dict(case.get("options") or {})
    players = int(options.pop("players", state.get("players", 2)))
    if question.startswith("result of"):
        return _result(state, options)
    return _KINDS[question](state, players, options)


def _game(players: int, options: dict[str, Any]) -> SpectraIcehouse:
    game = create("spectra_icehouse", players, options=options)
    assert isinstance(game, SpectraIcehouse)
    return game


def _obtainable(state: dict[str, Any], players: int, options: dict[str, Any]) -> list[str]:
    a, b = map(parse_piece, state["give"])
    return sorted(obtainable(a, b))


def _bag_at_start(state: dict[str, Any], players: int, options: dict[str, Any]) -> int:
    game = _game(players, options)
    position = game.start()
    for seat in range(players):
        position = game.after(position, TakeColour(seat, COLOURS[seat]))
    return game.bag_size(position)


def _won(state: dict[str, Any], players: int, options: dict[str, Any]) -> bool:
    trees = state["trees"]
    return complete((int(trees.get("S", 0)), int(trees.get("M", 0)), int(trees.get("L", 0))))


def _partners(state: dict[str, Any], options: dict[str, Any]) -> list[str]:
    """Who has to give the wanted piece; ``bag`` when nobody has it loose."""
    wanted = parse_piece(state["wanted"])
    names = sorted({key.rsplit("_", 1)[0] for key in state if key.endswith(("_loose", "_trees"))})
    game = _game(max(len(names) + 1, 2), options)
    # The mover's colour and everybody else's are of no matter here, save that trees hold pieces of their own colour.
    loose = [tuple(map(parse_piece, state.get(f"{name}_loose") or [])) for name in names]
    colours, trees = ["red" if wanted[2:] != "red" else "blue"], [(0, 0, 1)]
    for name in names:
        in_trees = list(map(parse_piece, state.get(f"{name}_trees") or []))
        colour = in_trees[0][2:] if in_trees else next(c for c in COLOURS if c not in (*colours, wanted[2:]))
        colours.append(colour)
        trees.append(tuple(sum(size_of(p) == size for p in in_trees) for size in SIZES))
    missing = game.rules.seats - len(colours)
    colours += [""] * missing
    position = State(tuple(colours), tuple(trees) + ((0, 0, 0),) * missing, ((), *loose) + ((),) * missing)
    found = game.partners(position, 0, wanted)
    if not state.get("bag_has_it", True):  # the rest of them lie where nobody may take them
        found = tuple(seat for seat in found if seat != BAG)
    return ["bag" if seat == BAG else names[seat - 1] for seat in found]


def _with_whom(state: dict[str, Any], players: int, options: dict[str, Any]) -> Any:
    found = _partners(state, options)
    return found[0] if len(found) == 1 else found or None


def _possible(state: dict[str, Any], players: int, options: dict[str, Any]) -> bool:
    return bool(_partners(state, options))


def _named(state: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {key: value for key, value in state.items() if isinstance(value, dict)}


def _position(game: SpectraIcehouse, people: dict[str, dict[str, Any]]) -> State:
    colours = [parse_colour(name.split("_")[0]) for name in people]
    loose = [tuple(sorted(map(parse_piece, person.get("loose", [])))) for person in people.values()]
    spare = game.rules.seats - len(people)
    colours += [c for c in COLOURS if c not in colours][:spare]
    n = game.rules.seats
    return replace(game.start(), colours=tuple(colours), trees=((0, 0, 1),) * n, loose=(*loose, *((),) * spare))


def _result(state: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """The player who draws exchanges for the own colour, with whoever has to give it."""
    people = _named(state)
    names = list(people)
    game = _game(max(len(people), 2), options)
    position = _position(game, people)
    seat = next(n for n, name in enumerate(names) if "draws" in people[name])
    colour = position.colours[seat]
    position = game.after(replace(position, to_move=seat), PyramidDrawn(parse_piece(people[names[seat]]["draws"])))
    move = next(m for m in game.moves(position) if isinstance(m, PyramidsExchanged) and m.get.endswith(f" {colour}"))
    after = game.after(position, move)
    out: dict[str, Any] = {f"{colour}_gets": move.get}
    if move.partner == BAG:
        return {**out, "from": "bag"}
    partner = position.colours[move.partner]
    return {**out, "from": names[move.partner], f"{partner}_loose_after": sorted(after.loose[move.partner])}


def _two_exchanges(state: dict[str, Any], players: int, options: dict[str, Any]) -> Any:
    """The piece of the own colour that two exchanges in a row bring."""
    people = _named(state)
    game = _game(max(len(people), 2), options)
    start = _position(game, people)
    others = tuple(map(parse_piece, state.get("others_loose") or []))
    if others:
        start = replace(start, loose=(start.loose[0], others, *start.loose[2:]))
    finals: set[str] = set()
    for first in (m for m in game.moves(start) if isinstance(m, PyramidsExchanged)):
        then = game.after(start, first)
        finals |= {m.get for m in game.moves(then) if isinstance(m, PyramidsExchanged) and first.get in m.give}
    own = sorted(piece for piece in finals if piece.endswith(f" {start.colours[0]}"))
    return own[0] if len(own) == 1 else own or sorted(finals)


_KINDS = {
    "obtainable pieces": _obtainable,
    "pieces in the bag at the start": _bag_at_start,
    "won": _won,
    "with whom must the exchange be made": _with_whom,
    "is the exchange possible": _possible,
    "two exchanges: final piece": _two_exchanges,
}
