"""From candidates to dice: which of them are real, and how sure one may be of each."""

from dataclasses import dataclass

import numpy as np

from vision.cocked import Lean
from vision.find import Found, in_the_way
from vision.light import encoded
from vision.seen import Kind, Status
from vision.tops import TopVote


@dataclass(frozen=True, slots=True)
class Bounds:
    """When to say "ok". ``chance``: least probability of the best hue; ``cost``: most its own colour may disagree;
    ``value``: least evidence that this is a die; ``side_cost``: most the faces around a d12's top may disagree."""

    chance: float = 0.87
    cost: float = 21.0
    value: float = 0.605
    side_cost: float = 14.5


TAUGHT = Bounds()
UNTAUGHT = Bounds(chance=0.97, cost=14.0, value=0.64, side_cost=5.0)

_REAL = 0.53
_PER_COST, _PER_GLARE = 0.007, 0.15  # the worse the colour agrees, the surer its lead must be
_HUES_APART = 0.05  # on the encoded curve: nearer to the table's own colour is the table
_SAME_SHADE = 0.4
_IN_SHADOW = 0.07
_STRONG = 0.74
_ONE_COLOUR = 42.0  # gray levels: a cube's top is of one colour, glare included; less even, and it is no top
_TILT = 0.2  # radians: less is the fit's own uncertainty
_GAIN, _SURE = 0.32, 0.4  # edges of a cube that only a lean explains
_GAIN_D12, _MORE_D12, _SURE_D12 = 0.85, 1.5, 2.0


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A place where a die may lie. ``spread``: how uneven the top is, gray levels; ``colour``, ``light``: the top's."""

    found: Found
    vote: TopVote
    spread: float
    colour: np.ndarray
    light: np.ndarray

    @property
    def value(self) -> float:
        """Edges less what speaks against a die here; about 0.5 to 0.9 for real ones."""
        against = 0.004 * min(self.vote.top_cost, 25) + 0.006 * min(max(0.0, self.spread - 16), 20)
        if self.found.shape.kind == "d12":  # many more edges must agree, so the same score says more
            against += 0.006 * self.vote.side_cost - 0.05
        return self.found.score - against


def select(candidates: list[Candidate], ground: np.ndarray) -> list[Candidate]:
    """The dice: best first, none in another's place, none that is only table."""
    kept: list[Candidate] = []
    for one in sorted(candidates, key=lambda c: -c.value):
        if one.value < _REAL:
            break
        if not any(in_the_way(one.found, other.found) for other in kept) and not is_table(one, ground):
            kept.append(one)
    return kept


def is_table(one: Candidate, ground: np.ndarray) -> bool:
    """What should be a top has the colour and brightness of the table itself."""
    there = one.light * ground
    shade = float((one.colour @ there) / (there @ there))
    unlike = float(np.abs(encoded(one.colour) - encoded(shade * there)).max())
    if abs(np.log(max(shade, 1e-3))) < _SAME_SHADE:
        return unlike < (_HUES_APART if one.found.score > _STRONG else _IN_SHADOW)
    return unlike < _IN_SHADOW and shade < 1 and one.found.score < _STRONG


def status(one: Candidate, lean: Lean, stretch: float, bounds: Bounds) -> Status:
    """Sure, unsure, or not lying flat."""
    leaning = _leaning(one.found.shape.kind, lean, stretch)
    if leaning is not None:
        return leaning
    if one.value < bounds.value or one.vote.top_cost > bounds.cost:
        return "ask"
    if one.found.shape.kind == "d6" and one.spread > _ONE_COLOUR:
        return "ask"
    if one.found.shape.kind == "d12" and one.vote.side_cost > bounds.side_cost:
        return "ask"
    wanted = min(bounds.chance + _PER_COST * one.vote.top_cost + _PER_GLARE * max(one.vote.glare, 0), 0.99)
    return "ok" if one.vote.ranked()[0][1] >= wanted else "ask"


def _leaning(kind: Kind, lean: Lean, stretch: float) -> Status | None:
    """ "cocked" when much speaks for a lean, "ask" when something does, None when the die lies flat."""
    if kind == "d12":
        if (lean.tilt > _TILT and lean.gain > _GAIN_D12) or (lean.tilt > _TILT / 2 and lean.gain > _MORE_D12):
            return "cocked" if lean.gain > _SURE_D12 else "ask"
        return None
    tilted = lean.tilt > _TILT
    if lean.shown > 0.5 and (stretch > 0.04 or (tilted and lean.gain > _SURE)):
        return "cocked"
    doubtful = (
        (tilted and lean.gain > _GAIN)
        or (tilted and lean.gain > 0 and (lean.shown > 0.5 or stretch > 0.045))
        or (lean.beside > 0.8 and stretch > 0.025)
    )
    return "ask" if doubtful else None
