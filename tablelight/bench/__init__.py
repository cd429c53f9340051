"""What is timed, one file an area: `cases()` gives labels and callables."""
