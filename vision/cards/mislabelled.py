"""Whether the cards of a lesson look as if they were not what they are called.

Two cards that change places are taught as each other, and every later reading is wrong without a sign of it. So the
order of their inks round the wheel is looked at, whether two of them show the same number, and whether two are the same
all over. Numbers that changed places among cards of the right hues cannot be told: nothing says what a printed 5 looks
like. It is only ever asked, as a deck may be printed in odd colours.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from engine.components.hues import Hue
from engine.core.language import Deferred, later, one_after_the_other
from vision.cards.duplicates import find_duplicates
from vision.cards.hue_positions import half_positions, hue_position, swap_position
from vision.cards.lessons import card_to_show
from vision.cards.print_edges import PrintShapes
from vision.cards.taught import Sample
from vision.errors import TeachingError
from vision.photometry.hue_wheel import STEPS, WheelPosition, apart, exchanged

# All set on 60 invented decks, and tried on 40 others.
_SAME_HUE = 0.11  # steps between the inks of two cards; those of other hues were 0.12 apart and more
_SAME_IN_HALVES = 0.3
_SAME_NUMBER = 0.15  # of what is usual between two prints; that of 3 and 8 was 0.17 in one deck, 0.28 in most
_FEW = 4  # cards: with fewer nothing is usual
_CAP = 0.25  # a difference of a cell this large is other print, not worse print


@dataclass(frozen=True, slots=True)
class NameDoubt:
    """``said``: a question for a person. ``cards``: which of the samples it is about, by their places."""

    said: str
    cards: tuple[int, ...]


def name_doubts(samples: Sequence[Sample]) -> list[NameDoubt]:
    """What is to be asked about these cards, each of them at most once."""
    hued = {k: place for k, one in enumerate(samples) if (place := hue_position(one)) is not None}
    swaps = {k: place for k, one in enumerate(samples) if (place := swap_position(one)) is not None}
    same = find_duplicates(samples)
    found = [
        *_misplaced(hued, samples),
        *_misplaced(swaps, samples),
        *_same_hue(hued, samples),
        *_same_number(samples),
        *(NameDoubt(_alike(_SAME, samples[one], samples[other]), (one, other)) for one, other in same),
    ]
    return _each_once(found)


def refuse_mixed_up(samples: Sequence[Sample]) -> None:
    """Raises TeachingError ``mixed-up`` where something is to be asked."""
    found = name_doubts(samples)
    if found:
        raise TeachingError("mixed-up", one_after_the_other(doubt.said for doubt in found))


def _each_once(found: Sequence[NameDoubt]) -> list[NameDoubt]:
    out: list[NameDoubt] = []
    for doubt in found:
        if not any({*doubt.cards} & {*other.cards} for other in out):
            out.append(doubt)
    return out


# ---- hues


def _misplaced(places: Mapping[int, WheelPosition], samples: Sequence[Sample]) -> list[NameDoubt]:
    """Cards of one kind that lie where others of them should, or far from where they should."""
    swapped = [NameDoubt(_changed(samples[one], samples[other]), (one, other)) for one, other in exchanged(places)]
    return [*swapped, *(NameDoubt(_statistics(samples[k], places[k]), (k,)) for k in places if places[k].is_far)]


def _same_hue(places: Mapping[int, WheelPosition], samples: Sequence[Sample]) -> list[NameDoubt]:
    pairs = [
        (one, other)
        for one, other in combinations(places, 2)
        if places[one].named != places[other].named
        and apart(places[one].seen[0], places[other].seen[0]) < _SAME_HUE
        and _alike_in_halves(samples[one], samples[other])
    ]
    return [NameDoubt(_alike(_OF_ONE_HUE, samples[one], samples[other]), (one, other)) for one, other in pairs]


def _alike_in_halves(one: Sample, other: Sample) -> bool:
    """Whether both halves have the same hue: what stands above may be all that was seen of orange in red and yellow."""
    pairs = zip(half_positions(one), half_positions(other), strict=True)
    return all(a is not None and b is not None and apart(a, b) < _SAME_IN_HALVES for a, b in pairs)


# ---- numbers


def _same_number(samples: Sequence[Sample]) -> list[NameDoubt]:
    numbered = [k for k, one in enumerate(samples) if one.card is not None and one.card.number]
    if len(numbered) < _FEW:
        return []
    shapes = PrintShapes(np.array([samples[k].edges for k in numbered]))
    pairs = list(combinations(range(len(numbered)), 2))
    apart = np.array([_unlike(shapes.taught[one], shapes.taught[other], shapes.varies) for one, other in pairs])
    same = [tuple(numbered[k] for k in pairs[n]) for n in np.flatnonzero(apart < _SAME_NUMBER * np.median(apart))]
    return [
        NameDoubt(_alike(_OF_ONE_NUMBER, samples[one], samples[other]), (one, other))
        for one, other in same
        if samples[one].card.number != samples[other].card.number
    ]


def _unlike(one: np.ndarray, other: np.ndarray, weight: np.ndarray) -> float:
    """How far two prints (cells x 3) are apart where they lie best on each other, a cell either way."""
    shifted = (np.roll(other, (down, across), (0, 1)) for down in (-1, 0, 1) for across in (-1, 0, 1))
    return min(float((np.minimum(((one - there) ** 2).sum(-1), _CAP) * weight).sum()) for there in shifted)


# ---- in words

_SAME = later("Is each of them the card it is called, {one} and {other}? They seem to look the same.")
_OF_ONE_HUE = later("Is each of them the card it is called, {one} and {other}? They seem to have the same hue.")
_OF_ONE_NUMBER = later("Is each of them the card it is called, {one} and {other}? They seem to show the same number.")


def _alike(said: str, one: Sample, other: Sample) -> str:
    return Deferred(said, one=card_to_show(one.card), other=card_to_show(other.card))


def _changed(one: Sample, other: Sample) -> str:
    return Deferred(
        "Did two cards change places, {one} and {other}? They look as if they had.",
        one=card_to_show(one.card),
        other=card_to_show(other.card),
    )


def _statistics(sample: Sample, place: WheelPosition) -> str:
    hue, card = Hue(round(place.seen[0]) % place.around), card_to_show(sample.card)
    if place.around == STEPS:
        return Deferred("Is it the card it is called, {card}? It looks more like {hue}.", card=card, hue=hue.name_later)
    return Deferred(
        "Is it the card it is called, {card}? It looks more like the swap of {one} and {other}.",
        card=card,
        one=hue.name_later,
        other=hue.opposite.name_later,
    )
