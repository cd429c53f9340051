"""Spectrum Escape (rules SB-ESC-*): from the stars outward and off the board."""
