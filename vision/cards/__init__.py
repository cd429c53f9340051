"""Cards: found by their size, read by what the deck's own teaching pictures look like."""
