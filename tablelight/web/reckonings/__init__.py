"""How the numbers and lights of each game come about, for whoever asks why; a game's page module names its own."""
