"""Sensors on serial ports."""
