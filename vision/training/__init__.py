"""Making the model that finds dice. Nothing here is needed to play: the model itself lies beside its reader."""
