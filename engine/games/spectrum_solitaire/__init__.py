"""Spectrum Solitaire (rules SS-*): the game and its table."""
