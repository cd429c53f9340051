"""The rules of every game: pure values in, pure values out. No clock, no chance, no I/O."""
