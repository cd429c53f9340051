"""Light and colour of a picture, measured before anything is read from it."""
