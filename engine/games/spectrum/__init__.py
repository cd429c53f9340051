"""The Spectrum board games (rules SB-*): twelve paths of nine spaces, pawns, stars, and everything played on them."""
