"""Where on the wheel the inks of a taught card lie.

Decks whose hues stand there in halves (orange as red above yellow) lie in the middle of both.
"""

from engine.components.cards import Card, swapped_hues
from vision.cards.ink_unmixing import two_hues
from vision.cards.taught import Sample
from vision.photometry.hue_wheel import STEPS, WheelPosition, apart, wheel_position, wrapped

# Constants: chosen by hand: hues in halves lie two steps apart on the wheel, others are one colour.
_HALVES = 3.5  # steps: two colours nearer to each other than this are the halves of the hue between them


def hue_position(sample: Sample) -> WheelPosition | None:
    """Of a card of ours with a hue; None of other cards, and where nothing can be said."""
    if not isinstance(sample.card, Card) or sample.card.hue is None:
        return None
    one, other = (wheel_position(colour, sample.inks) for colour in two_hues(sample.face))
    if one is None:
        return None
    across = wrapped(other - one) if other is not None else 0.0
    seen = (one + across / 2) % STEPS if abs(across) < _HALVES else one
    return WheelPosition((seen,), int(sample.card.hue))


def swap_position(sample: Sample) -> WheelPosition | None:
    """Of a card that swaps two hues across the wheel; None of other cards, and where nothing can be said."""
    pair = swapped_hues(sample.card.special) if isinstance(sample.card, Card) else None
    if pair is None:
        return None
    seen = [wheel_position(colour, sample.inks) for colour in two_hues(sample.face)]
    inks = tuple(ink for ink in seen if ink is not None)
    return WheelPosition(inks, int(pair[0]), STEPS // 2) if len(inks) == len(seen) else None


def swaps_apart(one: Sample, other: Sample) -> float:
    """Steps between the inks of two cards that swap hues, on average, whichever of each ink comes first; 0 of other
    cards, and where nothing can be said."""
    places = swap_position(one), swap_position(other)
    if places[0] is None or places[1] is None:
        return 0.0
    nearest = [min(apart(ink, there, STEPS // 2) for there in places[1].seen) for ink in places[0].seen]
    return sum(nearest) / len(nearest)


def half_positions(sample: Sample) -> list[float | None]:
    """Where the commonest colour of the upper half lies, and that of the lower."""
    middle = len(sample.face) // 2
    halves = sample.face[:middle], sample.face[middle:]
    return [wheel_position(two_hues(half)[0], sample.inks) for half in halves]
