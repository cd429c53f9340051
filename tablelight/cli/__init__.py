"""The commands, one file an area; heavy imports stay inside the functions so that the command line starts fast."""
