"""Every game, one file each."""
