"""From what was seen on the table to what happened."""
