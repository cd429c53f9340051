"""Board maps: where each space lies and which lights and switch belong to it."""
