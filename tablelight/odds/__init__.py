"""Exact odds, counted fast."""
