"""Positions as JSON that people can read and write: spaces and hues by name."""

from typing import Any

from engine.core.errors import NotUnderstood
from engine.core.serialization import from_json, to_json
from engine.games.spectrum import setup
from engine.games.spectrum.board import NAME, name_of, parse_space
from engine.games.spectrum.context import SpectrumContext
from engine.games.spectrum.rolls import canonical_name
from engine.games.spectrum.state import (
    Captive,
    Extras,
    MovedPawn,
    PartialMove,
    Plan,
    State,
    pawns_from_names,
    pawns_to_json,
    stars_from_names,
    stars_to_json,
)

PLAIN = ("to_move", "phase", "dice", "spent", "passes", "last", "turns", "goal_reached")
HALF = {"pawns", "stock", "moved", "way", "placed"}


def state_to_json(state: State) -> dict[str, Any]:
    """The position as JSON people can read: spaces and hues by name."""
    return {
        "pawns": [pawns_to_json(pawns) for pawns in state.pawns],
        "stars": [stars_to_json(stars) for stars in state.stars],
        "stock": list(state.stock),
        **{name: to_json(getattr(state, name)) for name in PLAIN},
        "plans": [list(plan) for plan in state.plans],
        "moved": [list(moved) for moved in state.moved],
        "captives": [list(captive) for captive in state.captives],
        "extras": to_json(state.extras),
        "half": None if state.half is None else _half_to_json(state.half),
    }


def _plan_from_json(context: SpectrumContext, data: Any) -> Plan:
    """A plan from its fields in a row; from the third on they may be left out. Raises what reading it raises."""
    fields = list(data)
    key, left, changed, needed, half = fields + [0] * (5 - len(fields))
    return Plan(context.choice(_names(str(key))).key, int(left), int(changed), int(needed), bool(half))


def _half_to_json(half: PartialMove) -> dict[str, Any]:
    origin, spaces, over = half.so_far
    return {
        "pawns": [pawns_to_json(pawns) for pawns in half.pawns],
        "stock": list(half.stock),
        "moved": [list(moved) for moved in half.moved],
        "way": [name_of(origin), [NAME[n] for n in spaces], [NAME[n] for n in over]],
        "placed": pawns_to_json(half.placed),
    }


def _half_from_json(data: Any) -> PartialMove | None:
    """A move that is entered in part. Raises NotUnderstood, or what reading it raises."""
    if data is None:
        return None
    if not isinstance(data, dict) or set(data) != HALF:
        raise NotUnderstood("a move that is told in part, 'half', needs pawns, stock, moved, way and placed")
    origin, spaces, over = data["way"]
    path, jumped = (tuple(parse_space(str(name)) for name in names) for names in (spaces, over))
    return PartialMove(
        tuple(pawns_from_names(names) for names in data["pawns"]),
        from_json(tuple[int, ...], data["stock"], "the half-told move's stock"),
        tuple(MovedPawn(*map(int, m)) for m in data["moved"]),
        (parse_space(str(origin)), path, jumped),
        pawns_from_names(data["placed"]),
    )


def state_from_json(context: SpectrumContext, data: Any) -> State:
    """A position from JSON; only ``pawns`` is needed, the rest follows or is empty. Raises NotUnderstood."""
    if not isinstance(data, dict) or not isinstance(data.get("pawns"), list):
        raise NotUnderstood("the position should be an object with 'pawns', a list of spaces for each player")
    known = State._fields
    odd = [name for name in data if name not in known]
    if odd:
        raise NotUnderstood(f"the position has no '{odd[0]}'; it knows {', '.join(sorted(known))}")
    start = setup.start(context.rules)
    try:
        pawns = tuple(pawns_from_names(names) for names in data["pawns"])
        stars = tuple(stars_from_names(names) for names in data.get("stars", [[]] * len(pawns)))
        if len(stars) != len(pawns):
            raise NotUnderstood("the position's 'stars' should have one list for each player")
        full = start.stock[0]
        stock = tuple(full - p.bit_count() - s.bit_count() for p, s in zip(pawns, stars, strict=True))
        stock = from_json(tuple[int, ...], data.get("stock", list(stock)), "the position's stock")
        plans = tuple(_plan_from_json(context, plan) for plan in data.get("plans", []))
        half = _half_from_json(data.get("half"))
        moved = tuple(MovedPawn(*map(int, m)) for m in data.get("moved", []))
        captives = tuple(Captive(*map(int, c)) for c in data.get("captives", []))
    except NotUnderstood:
        raise
    except (ValueError, TypeError, IndexError, KeyError) as error:
        raise NotUnderstood(f"the position cannot be read: {error}") from None
    values = _values_from_json(data, start)
    extras = from_json(Extras, data["extras"], "the position's extras") if "extras" in data else start.extras
    return State(pawns, stars, stock, plans=plans, moved=moved, captives=captives, extras=extras, half=half, **values)


def _values_from_json(data: dict[str, Any], start: State) -> dict[str, Any]:
    """The fields of a state that are single numbers and texts; those that are not given are as before a first roll."""
    values: dict[str, Any] = {
        "to_move": start.to_move,
        "phase": "roll",
        "dice": "",
        "spent": (),
        "passes": 0,
        "last": -1,
        "turns": 0,
    }
    kinds: dict[str, Any] = {"phase": str, "dice": str, "spent": tuple[str, ...], "goal_reached": bool}
    for name in PLAIN:
        if name in data:
            values[name] = from_json(kinds.get(name, int), data[name], f"the position's {name}")
    values["dice"], values["spent"] = _names(values["dice"]), tuple(sorted(map(canonical_name, values["spent"])))
    return values


def _names(cards: str) -> str:
    """Dice or cards in a row; cards by their one name, and then in order as when they are drawn."""
    named = [canonical_name(card) for card in cards.split()]
    return " ".join(sorted(named) if named != cards.split() else named)
