"""Positions as plain data."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from engine.core.errors import NotUnderstood
from engine.core.events import Move
from engine.core.serialization import from_plain, to_plain
from engine.games.spectrum.board import NAME, RING, STOCK_NAME, bits, name_of, parse_space
from engine.games.spectrum.events import Choose, Done, Go, Place
from engine.games.spectrum.moving import jumps, steps
from engine.games.spectrum.rolls import one_name
from engine.games.spectrum.state import (
    Captive,
    Extras,
    Half,
    Moved,
    Path,
    Plan,
    State,
    pawns_from_names,
    pawns_to_plain,
    stars_from_names,
    stars_to_plain,
)
from engine.games.spectrum.swapping import swaps
from engine.games.spectrum.telling import beginnings, begins, rest
from engine.games.spectrum.walking import whole_moves

if TYPE_CHECKING:
    from engine.games.spectrum.game import Spectrum

PLAIN = ("to_move", "phase", "dice", "spent", "passes", "last", "turns", "goal_reached")
HALF = {"pawns", "stock", "moved", "way", "placed"}


def state_to_plain(state: State) -> dict[str, Any]:
    """The position as JSON people can read: spaces and hues by name."""
    return {
        "pawns": [pawns_to_plain(pawns) for pawns in state.pawns],
        "stars": [stars_to_plain(stars) for stars in state.stars],
        "stock": list(state.stock),
        **{name: to_plain(getattr(state, name)) for name in PLAIN},
        "plans": [list(plan) for plan in state.plans],
        "moved": [list(moved) for moved in state.moved],
        "captives": [list(captive) for captive in state.captives],
        "extras": to_plain(state.extras),
        "half": None if state.half is None else _half_to_plain(state.half),
    }


def _plan_from_plain(game: "Spectrum", data: Any) -> Plan:
    """A plan from its fields in a row; from the third on they may be left out. Raises what reading it raises."""
    fields = list(data)
    key, left, changed, needed, half = fields + [0] * (5 - len(fields))
    return Plan(game.choice(_names(str(key))).key, int(left), int(changed), int(needed), bool(half))


def _half_to_plain(half: Half) -> dict[str, Any]:
    origin, spaces, over = half.way
    return {
        "pawns": [pawns_to_plain(pawns) for pawns in half.pawns],
        "stock": list(half.stock),
        "moved": [list(moved) for moved in half.moved],
        "way": [name_of(origin), [NAME[n] for n in spaces], [NAME[n] for n in over]],
        "placed": pawns_to_plain(half.placed),
    }


def _half_from_plain(data: Any) -> Half | None:
    """A move that is told in part. Raises NotUnderstood, or what reading it raises."""
    if data is None:
        return None
    if not isinstance(data, dict) or set(data) != HALF:
        raise NotUnderstood("a move that is told in part, 'half', needs pawns, stock, moved, way and placed")
    origin, spaces, over = data["way"]
    way, jumped = (tuple(parse_space(str(name)) for name in names) for names in (spaces, over))
    return Half(
        tuple(pawns_from_names(names) for names in data["pawns"]),
        from_plain(tuple[int, ...], data["stock"], "the half-told move's stock"),
        tuple(Moved(*map(int, m)) for m in data["moved"]),
        (parse_space(str(origin)), way, jumped),
        pawns_from_names(data["placed"]),
    )


def state_from_plain(game: "Spectrum", data: Any) -> State:
    """A position from JSON; only ``pawns`` is needed, the rest follows or is empty. Raises NotUnderstood."""
    if not isinstance(data, dict) or not isinstance(data.get("pawns"), list):
        raise NotUnderstood("the position should be an object with 'pawns', a list of spaces for each player")
    known = State._fields
    odd = [name for name in data if name not in known]
    if odd:
        raise NotUnderstood(f"the position has no '{odd[0]}'; it knows {', '.join(sorted(known))}")
    start = game.start()
    try:
        pawns = tuple(pawns_from_names(names) for names in data["pawns"])
        stars = tuple(stars_from_names(names) for names in data.get("stars", [[]] * len(pawns)))
        if len(stars) != len(pawns):
            raise NotUnderstood("the position's 'stars' should have one list for each player")
        full = start.stock[0]
        stock = tuple(full - p.bit_count() - s.bit_count() for p, s in zip(pawns, stars, strict=True))
        stock = from_plain(tuple[int, ...], data.get("stock", list(stock)), "the position's stock")
        plans = tuple(_plan_from_plain(game, plan) for plan in data.get("plans", []))
        half = _half_from_plain(data.get("half"))
        moved = tuple(Moved(*map(int, m)) for m in data.get("moved", []))
        captives = tuple(Captive(*map(int, c)) for c in data.get("captives", []))
    except NotUnderstood:
        raise
    except (ValueError, TypeError, IndexError, KeyError) as error:
        raise NotUnderstood(f"the position cannot be read: {error}") from None
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
            values[name] = from_plain(kinds.get(name, int), data[name], f"the position's {name}")
    values["dice"], values["spent"] = _names(values["dice"]), tuple(sorted(map(one_name, values["spent"])))
    extras = from_plain(Extras, data["extras"], "the position's extras") if "extras" in data else start.extras
    return State(pawns, stars, stock, plans=plans, moved=moved, captives=captives, extras=extras, half=half, **values)


def _names(cards: str) -> str:
    """Dice or cards in a row; cards by their one name, and then in order as when they are drawn."""
    named = [one_name(card) for card in cards.split()]
    return " ".join(sorted(named) if named != cards.split() else named)


def all_goes(game: "Spectrum", state: State) -> Iterator[Move]:
    """A superset of the legal moves of a turn: every part of every choice, whether it is its turn or not."""
    seat = state.to_move
    if state.phase == "place":
        placer = state.captives[0].placer
        yield from (Place(placer, NAME[n]) for n in range(108) if RING[n] == 1)
        yield Place(placer, STOCK_NAME)
        return
    sight, seen = game.sight(state), set[Path]()
    for plan in state.plans:
        choice = game.choice(plan.key)
        if choice.swap:
            yield from swaps(state, choice)
        paths = [*steps(sight, choice.spaces), *jumps(sight, choice.spaces)]
        before = sight.before if plan.half and sight.before is not None else sight
        for part in choice.parts:
            whole = whole_moves(before, choice, part)
            pieces = [piece for way in whole for piece in beginnings(way)] if part.by_landing else []
            told = [*whole, *pieces]
            paths += [rest(way, sight.way) for way in told if begins(way, sight.way)] if plan.half else told
        for path in paths:
            if path not in seen:
                seen.add(path)
                origin = NAME[path[0]] if path[0] >= 0 else STOCK_NAME
                yield Go(seat, origin, tuple(NAME[n] for n in path[1]), tuple(NAME[n] for n in path[2]))
    if len(state.plans) > 1 and not state.moved:
        yield from (Choose(seat, plan.key) for plan in state.plans)
    yield Done(seat)


def occupied_spots(state: State) -> dict[str, int]:
    """Which spaces hold whose pawn, finished ones on the stars included: what a perfect sensor sees."""
    out = {NAME[n]: seat for seat, pawns in enumerate(state.pawns) for n in bits(pawns)}
    for seat, stars in enumerate(state.stars):
        out.update({f"{name}9": seat for name in stars_to_plain(stars)})
    return out
