"""Spectrumo (rules SO-*): the game, what fits on the table card, and what special cards do."""
