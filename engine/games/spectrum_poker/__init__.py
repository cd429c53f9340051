"""Spectrum Poker (rules PO-*): fourteen ranks of five cards, the showdown, and exact odds."""
