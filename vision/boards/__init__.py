"""Pieces on a printed board: which spaces hold one, and whose it is."""
