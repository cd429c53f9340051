"""Spectrum Casino (rules CA-*): the game, its table, and which cards a card can take."""
