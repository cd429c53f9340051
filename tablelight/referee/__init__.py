"""From readings and taps to what counts: pure reducers."""
