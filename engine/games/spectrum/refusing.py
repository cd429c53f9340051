"""Why a move is refused: the most telling of the reasons that the choices of dice give."""

from typing import TYPE_CHECKING

from engine.games.spectrum import listing
from engine.games.spectrum.board import NAME, hues_in
from engine.games.spectrum.checking import Fault
from engine.games.spectrum.events import Go
from engine.games.spectrum.reasons import RULE
from engine.games.spectrum.rolls import Part
from engine.games.spectrum.state import Plan, State
from engine.games.spectrum.turn import weight
from engine.hues import Hue
from engine.verdict import Verdict, no

if TYPE_CHECKING:
    from engine.games.spectrum.game import Spectrum


def closed_to_all(game: "Spectrum", state: State, go: Go) -> Verdict:
    """Nothing can move at all; say why this one cannot."""
    path = game.path_of(go)
    assert path is not None
    fault: Fault = ("NOTHING_MOVES", ())
    for choice in game.choices(state.dice):
        fits = game.turn.fits(game.sight(state), choice, game.fresh(choice), path)
        if not isinstance(fits, list) and (fault[0] == "NOTHING_MOVES" or weight(fits) < weight(fault)):
            fault = fits
    return refuse(game, state, go, fault)


def refuse(game: "Spectrum", state: State, go: Go, fault: Fault) -> Verdict:
    """The verdict of a fault, with the spaces and colours its sentence needs."""
    code, spaces = fault
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
