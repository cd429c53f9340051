"""What is said aloud: the same words for a browser that speaks and for a loudspeaker at the table."""
