"""What a game, a match and a verdict are, for every game alike."""
