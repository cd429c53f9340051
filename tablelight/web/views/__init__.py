"""Whole pages and cards, one module each."""
