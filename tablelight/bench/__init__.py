"""What `tablelight bench` measures, one file an area."""
