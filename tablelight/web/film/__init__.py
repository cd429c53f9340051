"""A recorded game as an animated picture (GIF): the page's own boards, sheets and cards, drawn without a browser."""
