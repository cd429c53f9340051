"""Pictures over time: rolling, settled, a hand in the way."""
