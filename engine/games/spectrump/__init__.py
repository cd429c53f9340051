"""Spectrump (rules ST-*): an auction for the trump hue, tricks, and hues that follow each other around the wheel."""
