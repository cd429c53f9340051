"""What else is printed on cards: a wheel with one wedge in colour, a hue's mark or its name, pips.

By their shapes alone, so they tell neighbouring hues apart that look alike under a lamp, and numbers whose digits are
hidden. (Small digits are known for the number again: ``ink_unmixing``.) The cards that were taught cannot show whether
what changes from card to card goes with the hue (a name) or with the number (pips): each was one hue and one number. So
every sign is weighed as both, and a card on which it looks as on the card that taught its number says little. All signs
together say as much as one: what is taken for several may be one print that lies a little aside.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from vision.cards.print_edges import AS_SEEN, PrintShapes, SeenPrint

# Constants: chosen by hand: nothing taught says whether a sign goes with the hue or with the number, so both are
# alike.
_HUE, _NUMBER, _NEITHER = 0.5, 0.5, 0.0001  # what a sign goes with; the last: print that was not taught, or grain


class Signs:
    """The signs of one deck."""

    def __init__(self, signs: "Sequence[Sign]") -> None:
        self._signs = signs
        self.most_unlike = -float(np.log(_NEITHER)) if signs else 0.0
        """The most that they say against a card: they may speak against every number."""

    def __iter__(self) -> "Iterator[Sign]":
        return iter(self._signs)

    def costs(self, seen: SeenPrint) -> tuple[np.ndarray | float, float]:
        """As those of a ``Sign``; none say nothing."""
        if not self._signs:
            return 0.0, 0.0
        told, none = zip(*(sign.costs(seen) for sign in self._signs), strict=True)
        return np.mean(told, 0), float(np.mean(none))


class Sign:
    """One sign of a deck: hues and numbers as it tells them."""

    def __init__(
        self, edges: np.ndarray, hues: Sequence[int | None], of_number: Sequence[int], where: np.ndarray
    ) -> None:
        """``edges``: of all taught cards (N x PIXELS x 3), ``hues``: their hues, ``of_number``: which of them taught
        each number, ``where``: the sign's cells."""
        of_hue = [hues.index(hue) for hue in sorted({hue for hue in hues if hue is not None})]
        rows = sorted({*of_hue, *of_number})
        self._of_hue = [rows.index(k) for k in of_hue]
        self._of_number = [rows.index(k) for k in of_number]
        self._shapes = PrintShapes(edges[rows], [where], AS_SEEN)

    def costs(self, seen: SeenPrint) -> tuple[np.ndarray, float]:
        """How unlikely each hue is with each number (hues x numbers, logarithms of chances); and how unlikely it is
        that there is nothing but what all cards share."""
        unlike, _ = self._shapes.costs(seen)
        chance = np.exp(unlike.min() - unlike)
        of_hue, of_number = chance[self._of_hue, None], chance[None, self._of_number]
        return -np.log(_HUE * of_hue + _NUMBER * of_number + _NEITHER), float(-np.log(chance[-1] + _NEITHER))
