"""Faces by chance, to learn from: fields of any shape, turned any way, one within another; or any pattern."""

import numpy as np

from vision.training.dice.insets import DISC, Field, FieldShape
from vision.training.dice.patterns import any_pattern

# Constants: chosen by hand, meant to be wider than dice that are sold. Fields turned by half a corner (a rounding of
# 1), stars of bars and lines along a face's own edges are left to the families that choose and judge; a pattern may
# look like one by chance.
_ROUNDING, _REACH, _WITHIN = (DISC, 8.0), (0.5, 0.97), (0.25, 0.9)
_DISCS = 0.35  # of the fields: stickers are
_TURNED, _LOBED = 0.4, 0.35  # of the others
_LOBES, _DEPTH = (2, 9), (0.1, 0.75)
_ANOTHER, _MOST = 0.35, 4  # so often another field is within, and so many there are at most
_ALL_OWN = 0.25  # of the faces are of their own colour to their edges, and show their body's within it
_ALIKE = 0.7  # of the fields within another have its shape
_PATTERNED = 0.5  # of the sets
_TO_ITS_EDGES = 0.3  # of the patterns reach all the way


def any_print(rng: np.random.Generator, edges: int) -> tuple[Field, ...]:
    """What is on each face, of so many ``edges``, of a set of dice."""
    if rng.random() >= _PATTERNED:
        return any_fields(rng)
    reach = 1.0 if rng.random() < _TO_ITS_EDGES else float(rng.uniform(*_REACH))
    pattern = any_pattern(rng, edges)
    if rng.random() < _ALL_OWN:
        return Field(1.0), Field(reach, own=False, shape=pattern)
    return (Field(reach, shape=pattern),)


def any_fields(rng: np.random.Generator) -> tuple[Field, ...]:
    """Fields one within another."""
    shape, reach = any_shape(rng), float(rng.uniform(*_REACH))
    fields = [Field(reach, shape=shape)]
    if rng.random() < _ALL_OWN:
        fields = [Field(1.0), Field(reach, own=False, shape=shape)]
    while len(fields) < _MOST and rng.random() < _ANOTHER:
        reach *= float(rng.uniform(*_WITHIN))
        shape = shape if rng.random() < _ALIKE else any_shape(rng)
        fields.append(Field(reach, own=not fields[-1].own, shape=shape))
    return tuple(fields)


def any_shape(rng: np.random.Generator) -> FieldShape:
    """The outline of a field."""
    if rng.random() < _DISCS:
        return FieldShape(DISC)
    turn = float(rng.uniform(0, 2 * np.pi)) if rng.random() < _TURNED else 0.0
    if rng.random() >= _LOBED:
        return FieldShape(float(rng.uniform(*_ROUNDING)), turn)
    return FieldShape(float(rng.uniform(*_ROUNDING)), turn, int(rng.integers(*_LOBES)), float(rng.uniform(*_DEPTH)))
