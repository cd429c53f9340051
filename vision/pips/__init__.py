"""Pip dice: the ordinary ones with one to six dots."""
