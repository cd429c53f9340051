"""Names of what everything else speaks of: a seat, a spot. Imports nothing."""

Seat = int
"""A player's place at the table, counted from 0."""

Spot = str
"""A place people can point at: ``R3``, ``hand:2``, ``discard``, ``tray``."""
