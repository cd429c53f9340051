"""Where a card may lie that was not made out, or is in doubt: there it is looked for by its print."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from vision.cards.occlusion import OverlappingCards
from vision.cards.place import CardPlace, between, distinct_poses, poses, same_place, turned
from vision.cards.visible_cells import hidden_share

# Constants: chosen by hand on 57 decks of the learned and chosen families. What lies nearer to a place than
# ``print_alignment`` looks is not looked about twice.
_APART_MM, _APART = 8.0, np.radians(6)
_MOST = 8
_TAKEN = 0.85  # of a card is hidden: too little of it is in sight
_ASIDE = -0.3, 0.3  # of a card's width: a strip that is left may be its left or its right
_LEAST_MM, _ONE_MM, _MOST_TIMES = 20.0, 45.0, 1.2
"""So far apart are the middles of cards between which another may lie, and of those between which one; and, in times a
card's height, at most."""
_ALIKE = np.radians(25)  # so little are these turned


class UnsurePlace(NamedTuple):
    """Where a card may lie, and those that may lie ``above`` it, as far as they surely lie there."""

    place: CardPlace
    above: list[CardPlace]


def unsure_places(pile: OverlappingCards) -> list[UnsurePlace]:
    """Where a card is in doubt; where what is left may be one; between any two of a fan; and wherever else one was
    looked for. Not where one surely lies, nor mostly below such ones; none twice, and not too many. None at all where
    every card surely lies where it was made out, nothing is left and none is odd."""
    placed, unsure = pile.placed_and_unsure()
    if not (unsure or pile.likely_left or pile.odd):
        return []
    tried = [UnsurePlace(place, placed) for place in (*unsure, *_of_parts(pile))]
    tried += [UnsurePlace(place, [card for card in upper if card in placed]) for place, upper in _between_two(pile)]
    tried += [UnsurePlace(place, placed) for place in pile.found]
    free = [
        one
        for one in tried
        if not any(same_place(one.place, card) for card in placed) and hidden_share(one.place, one.above) <= _TAKEN
    ]
    return [free[k] for k in distinct_poses(poses([one.place for one in free]), _APART_MM, _APART, _MOST)]


def _of_parts(pile: OverlappingCards) -> Iterator[CardPlace]:
    """Where cards turned as the nearest one would lie, of which the parts that are left are one side."""
    for part in pile.likely_left if pile.places else ():
        x, y = part.mean(0).tolist()
        near = min(pile.places, key=lambda card: (card.x - x) ** 2 + (card.y - y) ** 2)
        here = CardPlace(x, y, near.turn, 0.0, size_mm=near.size_mm)
        for aside in _ASIDE:
            across, down = here.to_table(np.array(here.size_mm) * (0.5 + aside, 0.5)).tolist()
            yield replace(here, x=across, y=down)


def _between_two(pile: OverlappingCards) -> Iterator[tuple[CardPlace, list[CardPlace]]]:
    """Where others of a fan would lie between two cards, and the upper one of these, with those above it."""
    for k, upper in enumerate(pile.places):
        for lower in pile.places[k + 1 :]:
            away = np.hypot(lower.x - upper.x, lower.y - upper.y)
            if _LEAST_MM < away < _MOST_TIMES * max(upper.size_mm) and abs(turned(upper, lower)) < _ALIKE:
                parts = (1 / 2,) if away < _ONE_MM else (1 / 3, 2 / 3)
                for place in between(upper, lower, parts):
                    yield place, pile.places[: k + 1]
