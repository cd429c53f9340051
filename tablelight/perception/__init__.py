"""The cameras at work: reading threads, what was taught, what is drawn on pictures."""
