"""Where on the wheel the inks of a taught card lie.

Decks whose hues stand there in halves (orange as red above yellow) lie in the middle of both.
"""

from engine.components.hues import Hue
from vision.cards.deck import Sample
from vision.cards.ink_unmixing import two_hues
from vision.photometry.hue_wheel import STEPS, Place, place_of, wrapped

_HALVES = 3.5  # steps: two colours nearer to each other than this are the halves of the hue between them


def numbered_place(sample: Sample) -> Place | None:
    """Of a card with a hue; None of other cards, and where nothing can be said."""
    if sample.card is None or sample.card.hue is None:
        return None
    one, other = (place_of(colour, sample.inks) for colour in two_hues(sample.face))
    if one is None:
        return None
    across = wrapped(other - one) if other is not None else 0.0
    seen = (one + across / 2) % STEPS if abs(across) < _HALVES else one
    return Place((seen,), int(sample.card.hue))


def swap_place(sample: Sample) -> Place | None:
    """Of a card that swaps two hues across the wheel; None of other cards, and where nothing can be said."""
    if sample.card is None or not sample.card.special.startswith("swap:"):
        return None
    seen = [place_of(colour, sample.inks) for colour in two_hues(sample.face)]
    one = Hue[sample.card.special[5:].split("<>")[0]]
    inks = tuple(ink for ink in seen if ink is not None)
    return Place(inks, int(one), STEPS // 2) if len(inks) == len(seen) else None


def half_places(sample: Sample) -> list[float | None]:
    """Where the commonest colour of the upper half lies, and that of the lower."""
    middle = len(sample.face) // 2
    halves = sample.face[:middle], sample.face[middle:]
    return [place_of(two_hues(half)[0], sample.inks) for half in halves]
