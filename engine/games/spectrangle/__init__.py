"""Spectrangle (rules SPG-*): the game, its 36 tiles and its board."""
