"""How sure one may be of a die.

Stated chances can be believed (``tablelight bench vision DIR --reliability``; docs/reliability.svg), so a hue counts
without a question where it is likely enough for the product's price of a silent error (``engine.core.price``).

Whether it lies flat is no such chance yet: at the price itself one flat cube of six would be asked about in pictures
unlike those that were learned from. On 112 invented tables, 48 of them with odd prints, ten of 324 dice that do not
lie flat counted at 0.95 and five at 0.98, where 120 more of 6,600 flat ones were asked about: the bound lies between.
That was before the network last learned on, of dice that lean on something.
"""

from dataclasses import dataclass

from engine.core.price import ENOUGH
from vision.dice.classifier import TopPosterior
from vision.dice.edge_fit import FittedDie
from vision.dice.pose import DiePose
from vision.dice.readings import Status, TopAppearance


@dataclass(frozen=True, slots=True)
class Bounds:
    """When to say "ok". ``flat``: least chance that this is a die of this kind, lying flat;
    ``edges``: how well its edges must agree; ``chance``: least probability of the best hue; ``cost``: most its own
    colour may disagree; ``side_cost``: most the faces around a d12's top may disagree."""

    flat: float = 0.97
    edges: float = 0.45
    chance: float = ENOUGH
    cost: float = 21.0
    side_cost: float = 14.5


TAUGHT = Bounds()
UNTAUGHT = Bounds(cost=25.0, side_cost=7.0)  # nominal hues agree badly with any die
NEVER = Bounds(edges=2.0)

_LEANS = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A place where a die may lie. ``appearance``: its top beside the mat's inks; None where there is no mat."""

    found: FittedDie
    pose: DiePose
    posterior: TopPosterior
    appearance: TopAppearance | None = None


def status(one: Candidate, bounds: Bounds) -> Status:
    """Sure, unsure, or not lying flat."""
    if one.pose.leaning > _LEANS:
        return "cocked"
    if one.pose.flat(one.found.shape.kind) < bounds.flat:
        return "ask"
    if one.found.score < bounds.edges or one.posterior.top_cost > bounds.cost:
        return "ask"
    if one.found.shape.kind == "d12" and one.posterior.side_cost > bounds.side_cost:
        return "ask"
    return "ok" if one.posterior.chances.max() >= bounds.chance else "ask"
