"""Why a move is refused: the most telling of the reasons that the choices of dice give."""

from typing import TYPE_CHECKING

from engine.components.hues import Hue
from engine.core.verdict import Verdict, no, with_details
from engine.games.spectrum import listing
from engine.games.spectrum.board import INDEX, NAME, RING, SIDES, STOCK, STOCK_NAME, hues_in
from engine.games.spectrum.checking import Fault, cost
from engine.games.spectrum.events import Go, Swap
from engine.games.spectrum.reasons import RULE
from engine.games.spectrum.rolls import Part
from engine.games.spectrum.state import Plan, State
from engine.games.spectrum.turn import weight

if TYPE_CHECKING:
    from engine.games.spectrum.game import Spectrum

MOST_SWAPS = 3
"""Swaps that a refusal names."""


def closed_to_all(game: "Spectrum", state: State, go: Go) -> Verdict:
    """Nothing can move at all; say why this one cannot, and that the turn is passed on."""
    path = game.path_of(go)
    assert path is not None
    fault: Fault = ("NOTHING_MOVES", ())
    opened = 0
    for choice in game.choices(state.dice):
        opened |= choice.open
        if choice.swap:
            continue
        fits = game.turn.fits(game.sight(state), choice, game.fresh(choice), path)
        if not isinstance(fits, list) and (fault[0] == "NOTHING_MOVES" or weight(fits) < weight(fault)):
            fault = fits
    return with_details(refuse(game, state, go, fault), open=hues_in(opened), then=game.awaiting(state))


def refuse(game: "Spectrum", state: State, go: Go, fault: Fault) -> Verdict:
    """The verdict of a fault, with the spaces and colours its sentence needs."""
    code, spaces = fault
    if code == "WHOLE_MOVE_REQUIRED" and state.half is not None and go.origin != NAME[state.half.way[1][-1]]:
        return unfinished(game, state)
    due = [part for plan in state.plans for part in _left(game, plan)]
    if code == "WHOLE_MOVE_REQUIRED" and not due:
        code = "BUDGET_EXCEEDED"  # every part has been moved: there is no length to name
    spots = tuple(NAME[n] for n in spaces if n >= 0)
    hues = tuple(dict.fromkeys(Hue(n // 9) for n in spaces if n >= 0))
    left = max((game.left(plan) for plan in state.plans), default=0)
    return no(
        code,
        RULE.get(code, ""),
        *spots,
        spaces=spots,
        hues=hues,
        open=game.open_hues(state),
        pawn=go.origin,
        to=go.path[-1],
        left=left,
        counts=tuple(sorted({part.count for part in due})),
        part=tuple(dict.fromkeys(hue for part in due for zone in part.zones for hue in hues_in(zone.hues))),
        **_far(game, go, due),
        unfinished=None,
        to_go=None,
    )


def nowhere(go: Go) -> Verdict:
    """The move names what is no space, or none at all."""
    odd = tuple(spot for spot in (go.origin, *go.path, *go.jumped) if spot not in INDEX)
    aside = tuple(spot for spot in go.jumped if spot in INDEX and spot not in go.path)
    stock = STOCK_NAME if STOCK_NAME in go.path else None
    return no("NO_SUCH_SPACE", "SB-BRD-02", spaces=odd, stock=stock, aside=aside)


def _far(game: "Spectrum", go: Go, due: list[Part]) -> dict[str, object]:
    """How long the way is that was told; ``star``: the one that lies just beside a pawn which has to go further."""
    path = game.path_of(go)
    assert path is not None
    origin, spaces, _ = path
    beside = origin != STOCK and RING[spaces[-1]] == 9 and spaces[-1] in SIDES[origin]
    star = beside and len(spaces) == 1 and all(part.count > 1 for part in due)
    return {"star": NAME[spaces[-1]] if star else None, "away": None if star else cost(path, game.house)}


def unfinished(game: "Spectrum", state: State) -> Verdict:
    """A move is told in part, and first it has to be whole."""
    assert state.half is not None
    at = NAME[state.half.way[1][-1]]
    left = game.awaiting(state).details.get("left", ())
    nothing = dict.fromkeys(("pawn", "to", "away", "counts", "part", "star"))
    return no("WHOLE_MOVE_REQUIRED", "D-41", at, unfinished=at, to_go=left, **nothing)


def still_to_move(game: "Spectrum", state: State) -> Verdict:
    """The turn cannot end: what can still be moved, entered or swapped."""
    left = min(game.left(plan) for plan in state.plans)
    goes = listing.goes(game, state)
    movers = tuple(dict.fromkeys(go.origin for go in goes if go.origin != STOCK_NAME))
    entries = tuple(sorted({go.path[0] for go in goes if go.origin == STOCK_NAME}, key=INDEX.__getitem__))
    swaps = tuple(move.words() for move in game.moves(state) if isinstance(move, Swap))[:MOST_SWAPS]
    return no(
        "MUST_MOVE",
        "SB-MST-02",
        *movers,
        left=left,
        spaces=movers,
        entries=entries,
        swaps=swaps,
        open=game.open_hues(state),
    )


def wasteful(game: "Spectrum", state: State, go: Go) -> Verdict:
    """A move after which the turn could no longer use all it can."""
    others = tuple(dict.fromkeys(str(other.words()) for other in listing.goes(game, state)))[:3]
    return no("USE_THE_MOST", "D-38", *go.spots(), pawn=go.origin, to=go.path[-1], other=others)


def _left(game: "Spectrum", plan: Plan) -> list[Part]:
    """The parts that may be next: face parts first where the order is listed, else all that are left."""
    choice = game.choice(plan.key)
    parts = [part for n, part in enumerate(choice.parts) if plan.left >> n & 1]
    faces = [part for part in parts if part.face]
    return faces or parts if choice.order != "any" else parts
