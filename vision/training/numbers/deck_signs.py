"""What stands for the numbers of an invented deck: other numbers, letters, words, whatever decks have."""

import numpy as np

SIGNS = (
    *(str(k) for k in range(22)),
    *"ABCDEFGHIJKLMNPQRSTUVWXYZ",
    *("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "+1", "+2", "-2", "+4"),
    *("SWAP", "DRAW", "PASS", "SKIP", "WILD", "STOP", "Take", "Give", "Trade", "left", "right", "deck", "two", "back"),
    *("LEFT", "RIGHT", "MIX", "ALL", "PLUS", "MINUS", "stack", "Turn", "hands", "REV", "GO ON", "<>", "!", "?", "#"),
)  # fmt: skip
"""Numbers, letters, and words as specials have them; what a deck holds of them is left to chance."""
_NUMBERS = SIGNS[:22]
_MOSTLY_NUMBERS = 0.55  # of decks; chosen by hand


def signs_of_a_deck(rng: np.random.Generator, count: int) -> list[str]:
    """So many different signs (12 at most) that one deck may have: mostly numbers, as those are what looks alike."""
    if rng.random() < _MOSTLY_NUMBERS:
        start = int(rng.choice([0, 1, 1, 1, 1, 10]))
        several = _NUMBERS[start : start + 12]
    else:
        several = SIGNS
    return [several[k] for k in rng.choice(len(several), count, replace=False)]
