"""Dice with coloured faces: found, fitted, read and taught."""
