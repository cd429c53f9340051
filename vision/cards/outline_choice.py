"""Which of several outlines is a taught card's: the one in which it is printed as the deck's other cards are.

A stripe along a card's side, on a table of nearly its colour, is as good an outline as the card's own. But the cards of
a deck share their print: frames, corners, where the number is. What is cut out beside the card is like none of them.
"""

from collections.abc import Sequence

import numpy as np

from vision.cards.face_grid import by_channel
from vision.cards.print_edges import in_cells

# Constants: chosen by hand on invented decks on tables of nearly a card's colour.
_CAP = 0.25  # a difference of a cell this large is other print, not worse print
_LIKE = 3  # other cards of which a card should look like: swaps look like swaps
_CLEARLY = 0.85  # by its outline another place is as good; by its print it must be better by this much
_TOGETHER = 0.95  # the same where all cards of a deck are better by it
_ODD = 1.6  # times as unlike the others as is usual
_ROUNDS = 2


def choose_outlines(cards: Sequence[Sequence[np.ndarray]]) -> tuple[list[int], list[int]]:
    """Of every card, which of its cut-outs (each PIXELS x 3, as ``edge_orientations`` says; the first has the best
    outline) to take; and which cards are still unlike all others."""
    wide = [_in_channels(tries) for tries in cards]
    picked = [0] * len(cards)
    unlike = np.zeros(len(cards))
    for _ in range(_ROUNDS):
        for k, tries in enumerate(wide):
            others = np.array([wide[j][picked[j]] for j in range(len(wide)) if j != k])
            each = [_unlike(one, others) for one in tries]
            best = int(np.argmin(each))
            picked[k] = best if each[best] < _CLEARLY * each[0] else 0
            unlike[k] = each[picked[k]]
    return picked, np.flatnonzero(unlike > _ODD * np.median(unlike)).tolist()


def most_alike(ways: Sequence[Sequence[np.ndarray]]) -> int:
    """In which of several ways to cut out all cards (ways x cards, each PIXELS x 3) they are printed most alike; the
    first where that is so in no other clearly."""
    unlike = []
    for cut in ways:
        wide = _in_channels(cut)
        unlike.append(float(np.mean([_unlike(one, np.delete(wide, k, 0)) for k, one in enumerate(wide)])))
    best = int(np.argmin(unlike))
    return best if unlike[best] < _TOGETHER * unlike[0] else 0


def _in_channels(prints: Sequence[np.ndarray]) -> np.ndarray:
    """Cut-outs in cells, N x 3 x cells: rows of three are slow to go through."""
    return by_channel(np.array([in_cells(one).reshape(-1, 3) for one in prints]))


def _unlike(one: np.ndarray, others: np.ndarray) -> float:
    """How unlike a card (3 x cells) is the few others (N x 3 x cells) it is most like."""
    off = others - one
    apart = np.minimum(np.einsum("ncx,ncx->nx", off, off), _CAP).mean(1)
    return float(np.sort(apart)[:_LIKE].mean())
