"""Devices that are not there: the same firmware without its hardware."""
