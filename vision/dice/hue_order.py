"""How the hues sit on a die. Opposite faces carry opposite hues; the rest is learned from dice whose top is known."""

from functools import cache
from itertools import permutations, product

import numpy as np

from engine.components.hues import PRIMARIES, Hue
from vision.dice.faces import Faces
from vision.dice.readings import Kind
from vision.dice.solids import solid
from vision.photometry.colour_likelihood import SIDE, fit

RING_MARGIN = 1.0
"""Cost a die by which the best arrangement must win to be taken for known."""
_MOST_OF_A_FACE = 15  # cost: more is a hidden face, or glare


@cache
def ring_places(kind: Kind) -> np.ndarray:
    """For every face of a solid (6 or 12) the faces around it, in the same sense everywhere: faces x ring, int."""
    body = solid(kind)
    cosines = body.normals @ body.normals.T
    near = np.sort(cosines[0])[::-1][1]
    rows = []
    for face, normal in enumerate(body.normals):
        around = [k for k in range(len(body.normals)) if k != face and abs(cosines[face, k] - near) < 1e-6]
        side = body.normals[around[0]] - near * normal
        other = np.cross(normal, side)
        rows.append(sorted(around, key=lambda k: np.arctan2(body.normals[k] @ other, body.normals[k] @ side)))
    return np.array(rows)


@cache
def hues_of(kind: Kind) -> tuple[Hue, ...]:
    """The hues on a die of this kind."""
    return PRIMARIES if kind == "d6" else tuple(Hue)


@cache
def arrangements(kind: Kind) -> np.ndarray:
    """Every way to set the hues on a die, up to turning it: M x faces, the hue's place in ``hues_of`` on each face."""
    hues = hues_of(kind)
    count = len(hues)
    half = count // 2
    body = solid(kind)
    pairs = range(1, half)
    out = []
    for order in permutations([p for p in pairs if p != 1]):
        for flips in product((0, half), repeat=half - 1):
            if kind == "d6" and flips[0]:
                continue
            ring = [(pair + flip) % count for pair, flip in zip((1, *order), flips, strict=True)]
            upper = ring if kind == "d12" else [ring[0], ring[1], (ring[0] + half) % count, (ring[1] + half) % count]
            faces = np.full(count, -1)
            faces[0], faces[1 : 1 + len(upper)] = 0, upper
            for face in range(count):
                across = int((body.normals @ body.normals[face]).argmin())
                if faces[across] < 0:
                    faces[across] = (faces[face] + half) % count
            out.append(faces)
    return np.array(out)


def rings(kind: Kind, arrangement: np.ndarray) -> np.ndarray:
    """For every hue on top, the hues around it in the order of the solid's ring: hues x ring, int.

    ``arrangement``: N faces, the hue's place in ``hues_of`` on each.
    """
    places = ring_places(kind)
    # The solid's own ring starts anywhere but must run in the same sense as the table of places.
    first = [int(np.nonzero(places[0] == k)[0][0]) for k in range(1, 1 + places.shape[1])]
    sense = 1 if (first[1] - first[0]) % len(first) == 1 else -1
    out = np.empty((len(arrangement), places.shape[1]), int)
    for face, hue in enumerate(arrangement):
        out[hue] = arrangement[places[face]][::sense]
    return out


def turned(ring: np.ndarray) -> np.ndarray:
    """All turns of rings (int): hues x ring -> hues x turns x ring."""
    count = ring.shape[-1]
    shift = (np.arange(count)[:, None] + np.arange(count)) % count
    return ring[:, shift]


@cache
def _all_orders(kind: Kind) -> np.ndarray:
    return np.concatenate([turned(rings(kind, one)) for one in arrangements(kind)], axis=1)


def orders(kind: Kind, arrangement: np.ndarray | None) -> np.ndarray | None:
    """The hues around each top that are possible: hues x ways x ring. None: too many to try one by one.

    Opposite hues are opposite, which leaves a cube two arrangements where its own is not known.
    """
    if arrangement is not None:
        return turned(rings(kind, arrangement))
    return _all_orders(kind) if kind == "d6" else None


def ring_costs(faces: Faces, light: np.ndarray, expected: np.ndarray) -> np.ndarray:
    """How badly the faces around the tops of N dice agree with each hue: N x ring x hues, chi-squared, at most 15.

    ``light``: N x F x 3, linear BGR, at every face; ``expected``: hues x 3, reflectances.
    """
    colour, there = faces.colour[:, 1:], light[:, 1:]
    costs, _, _ = fit(colour.reshape(-1, 3), there.reshape(-1, 3), expected, SIDE)
    return np.minimum(costs, _MOST_OF_A_FACE).reshape(*colour.shape[:2], -1)


def learn(kind: Kind, tops: list[Hue], costs: np.ndarray, seen: np.ndarray) -> tuple[np.ndarray, float]:
    """The arrangement that explains dice with known tops best, and by how much it beats the next (cost a die).

    ``costs``: dice x ring x hues, how badly each ring face agrees with each hue; ``seen``: dice x ring.
    """
    hues = hues_of(kind)
    index = [hues.index(top) for top in tops]
    options = arrangements(kind)
    totals = np.empty(len(options))
    faces = np.arange(costs.shape[1])
    weighed = costs * seen[..., None]
    for k, option in enumerate(options):
        ring = turned(rings(kind, option))[index]
        totals[k] = sum(weighed[die][faces, ring[die]].sum(-1).min() for die in range(len(index)))
    best, second = np.argsort(totals)[:2]
    return options[best], float((totals[second] - totals[best]) / max(len(tops), 1))
