"""What spots may hold, how likely by a picture, and which explanations that bears out.

The rules are the prior: only what is legal is compared at all, each as likely as the other.
"""

import math
from collections.abc import Mapping, Sequence

from engine.components.lights import Spot
from engine.core.events import Seat
from engine.core.price import PRICE
from engine.inference.observation import SOMEBODY

Held = Seat | str | None
"""What a spot may hold: somebody's piece, a tile as it lies (``RYG3``), or nothing."""

Chances = Mapping[Spot, Mapping[Held, float]]
"""How likely a spot, as it is seen, holds what; SOMEBODY: a piece of which nothing is known. Spots of which all is
known need no chances."""

UNHEARD_OF = 1e-6
"""Chance of what the eyes did not even name; chosen by hand, far below one in PRICE."""


def likeliest(held: Sequence[Mapping[Spot, Held]], chances: Chances) -> list[int]:
    """Which of several explanations the picture bears out, by their numbers.

    ``held``: after each of them, what the spots hold. One alone, where it is PRICE times likelier than all others
    together; else all that are not PRICE times less likely than the best; none where what is seen is so much likelier
    without any rule.
    """
    scores = [math.prod(chance_of(seen, spots.get(spot)) for spot, seen in chances.items()) for spots in held]
    best = max(scores, default=0.0)
    if best * PRICE < math.prod(max(seen.values(), default=1.0) for seen in chances.values()):
        return []
    if best > PRICE * (sum(scores) - best):
        return [scores.index(best)]
    return [n for n, score in enumerate(scores) if score * PRICE > best]


def unlike(held: Mapping[Spot, Held], chances: Chances) -> tuple[Spot, ...]:
    """The spots that surely do not hold what they are said to: something else is PRICE times likelier there."""
    return tuple(
        sorted(
            spot
            for spot, seen in chances.items()
            if spot in held and max(seen.values(), default=0.0) > PRICE * chance_of(seen, held[spot])
        )
    )


def chance_of(seen: Mapping[Held, float], held: Held) -> float:
    """How likely a spot that is seen so holds this."""
    of_nobody_known = seen.get(SOMEBODY, 0.0) if held is not None else 0.0
    return seen.get(held, 0.0) + of_nobody_known or UNHEARD_OF
