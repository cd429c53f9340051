"""Spectrum 500 (rules F5-*): the game, its table, and what makes a meld."""
