"""Where a taught card lies: of several outlines that look as good, the one that cuts out a card like the others."""

import numpy as np

from engine.components.cards import Card
from engine.components.hues import Hue
from tests.support.card_designs import BLACK, FINE, INKS, WHITE, blank, number, patch
from vision.cards.outline_choice import choose_outlines, most_alike
from vision.cards.print_edges import edge_orientations


def striped(card: Card, aside: int = 0) -> np.ndarray:
    """A white card with a stripe of its hue on both sides, cut out so many cells too far to the right."""
    face = blank(WHITE)
    face[:, : 4 * FINE] = face[:, -4 * FINE :] = INKS[card.hue]
    number(face, str(card.number), BLACK)
    table = blank((0.1, 0.3, 0.1))
    table[:, : face.shape[1] - aside * FINE] = face[:, aside * FINE :]
    return edge_orientations(patch(table))


def deck() -> list[list[np.ndarray]]:
    return [[striped(Card(Hue(k), k + 1))] for k in range(12)]


def test_of_two_outlines_the_one_with_a_card_like_the_others_is_taken() -> None:
    tries = deck()
    tries[8].insert(0, striped(Card(Hue(8), 9), aside=4))
    tries[3] += [striped(Card(Hue(3), 4), aside=k) for k in (1, 5, 9)]
    picked, odd = choose_outlines(tries)
    assert picked == [1 if k == 8 else 0 for k in range(12)] and odd == []


def test_a_card_whose_every_outline_is_beside_it_is_unlike_the_others() -> None:
    tries = deck()
    tries[5] = [striped(Card(Hue(5), 6), aside=k) for k in (5, 8)]
    assert choose_outlines(tries)[1] == [5]


def test_a_card_of_its_own_print_stays_where_its_outline_is() -> None:
    tries = deck()
    own = blank((0.5, 0.5, 0.5))
    own[::20] = BLACK
    tries[0] = [
        edge_orientations(patch(own)),
        edge_orientations(patch(np.roll(own, 7, 0))),
        edge_orientations(patch(np.roll(own, 13, 0))),
    ]
    assert choose_outlines(tries)[0] == [0] * 12


def test_cards_are_cut_out_in_the_way_in_which_all_are_printed_alike() -> None:
    straight = [one for (one,) in deck()]
    askew = [striped(Card(Hue(k), k + 1), aside=k % 4) for k in range(12)]
    assert most_alike([askew, askew[::-1], straight]) == 2


def test_cards_stay_where_their_outlines_are_while_no_other_way_is_clearly_better() -> None:
    straight = [one for (one,) in deck()]
    assert most_alike([straight, list(straight), [striped(Card(Hue(k), k + 1), aside=k % 2) for k in range(12)]]) == 0
