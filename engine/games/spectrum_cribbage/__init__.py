"""Spectrum Cribbage (rules CR-*) for two players or two pairs."""
