"""SIXCHEX Spectrum (rules SIX-*): the game and its 72 cards in nine rows of eight."""
