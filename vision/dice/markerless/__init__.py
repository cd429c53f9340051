"""Dice on a table or tray without a mat: read against what was taught there, with a stricter "ask"."""
