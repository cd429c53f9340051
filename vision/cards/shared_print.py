"""Where a card lies by what is printed on all cards of its deck alike: a frame, corners, where the numbers stand.

Of a white border on a white mat no edge is seen. What is found instead is the frame within, off by as much as the
border is wide, each card another way, and a little turned. But cards of one deck lie on each other by the print that
they share. As only that is looked for, no number becomes likelier than another by it.
"""

from collections.abc import Sequence

import numpy as np

from vision.cards.place import CardPlace
from vision.cards.print_around import AS_IT_IS, TURNS, PrintAround, PrintShift, inner

# Constants: chosen by hand on 120 decks of the learned and chosen families, of which 45 have white borders.
_ROUNDS = 4
_SHARED = 0.75
"""So alike are cards of a deck that surely share a print (the median): 53 of those 120 decks, up to 0.91. Where each
card has another picture they are 0.4 to 0.6, where they share little beside their digits between."""
_SEEN, _BETTER = 0.6, 0.03
"""So alike is the print of a card that has it, at least; and by so much more than where it was looked for. Of 318
special cards but swaps, in decks whose numbered cards share a print, two are as alike to it, at most 0.63."""


def brought_together(cards: Sequence[PrintAround], others: Sequence[PrintAround] = ()) -> list[CardPlace]:
    """Where cards of one design lie so that their prints lie on each other; and then ``others`` of the deck, of which
    some may have that print. The middle one of all moves is taken for none. They stay where they are where they share
    no print, and so does each that does not lie clearly better elsewhere.

    Each in turn is brought onto the sum of the others as these lie by then (congealing, Learned-Miller 2006)."""
    if len(cards) < 2:
        return [one.place for one in (*cards, *others)]
    moves = [PrintShift(AS_IT_IS, 0.0, 0.0, 1.0, 1.0)] * len(cards)
    total = np.sum([one.own(move) for one, move in zip(cards, moves, strict=True)], 0)
    for _ in range(_ROUNDS):
        for k, one in enumerate(cards):
            rest = total - one.own(moves[k])
            moves[k] = one.onto(inner(rest))
            total = rest + one.own(moves[k])
    if np.median([move.alike for move in moves]) < _SHARED:
        return [one.place for one in (*cards, *others)]
    moves += [one.onto(inner(total)) for one in others]
    down, right = np.median([(move.down, move.right) for move in moves[: len(cards)]], 0)
    turn = int(np.median([move.turn for move in moves[: len(cards)]])) - AS_IT_IS
    return [
        one.moved(_back(move, turn, down, right)) if _is_there(move) else one.place
        for one, move in zip((*cards, *others), moves, strict=True)
    ]


def _is_there(move: PrintShift) -> bool:
    """Whether a card surely lies so, and not where it was looked for."""
    return move.alike >= _SEEN and move.alike > move.alike_here + _BETTER


def _back(move: PrintShift, turn: int, down: float, right: float) -> PrintShift:
    """A move without what all of them have in common."""
    way = int(np.clip(move.turn - turn, 0, len(TURNS) - 1))
    return move._replace(turn=way, down=move.down - float(down), right=move.right - float(right))
