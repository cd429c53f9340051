"""What is printed on a card is told by its edges: not by colours, not by which way up it lies."""

import cv2
import numpy as np
import pytest

from vision.cards.print_edges import (
    AS_SEEN,
    CELLS,
    PrintShapes,
    SeenPrint,
    edge_orientations,
    is_plain,
    uncovered,
    visible_cells,
)

EVERYTHING = np.ones(CELLS, np.float32)


def card(text: str, ink: tuple[int, int, int], ground: tuple[int, int, int], shift: int = 0) -> np.ndarray:
    """A cut-out, 112 x 80, with a text in the middle; ``shift``: px to the right."""
    patch = np.full((112, 80, 3), ground, np.uint8)
    cv2.putText(patch, text, (8 + shift, 75), cv2.FONT_HERSHEY_DUPLEX, 1.5, ink, 4, cv2.LINE_AA)
    return patch


def taught() -> PrintShapes:
    return PrintShapes(
        np.array([edge_orientations(card(str(n), (255, 255, 255), (40, 40, 200))) for n in range(1, 13)])
    )


def whole(patch: np.ndarray) -> SeenPrint:
    return SeenPrint.of(edge_orientations(patch), EVERYTHING)


def likest(patch: np.ndarray, visible: np.ndarray = EVERYTHING) -> int:
    costs, _ = taught().costs(SeenPrint.of(edge_orientations(patch), visible))
    return int(costs[:12].argmin()) + 1


def test_a_number_taught_in_white_on_red_is_read_in_black_on_yellow() -> None:
    assert [likest(card(str(n), (20, 20, 20), (30, 220, 250))) for n in range(1, 13)] == list(range(1, 13))


def test_a_number_is_read_where_its_card_was_found_two_millimetres_off() -> None:
    assert [likest(card(str(n), (255, 255, 255), (200, 60, 40), 2)) for n in range(1, 13)] == list(range(1, 13))


def test_a_card_turned_half_a_circle_shows_the_same_cells_backwards() -> None:
    patch = card("7", (255, 255, 255), (40, 40, 200))
    assert np.allclose(edge_orientations(patch[::-1, ::-1]), edge_orientations(patch)[::-1, ::-1], atol=1e-3)
    turned, own = whole(patch[::-1, ::-1]).turned(), whole(patch)
    assert np.allclose(turned.cells, own.cells, atol=1e-3) and np.allclose(turned.pixels, own.pixels, atol=1e-3)


def test_a_card_without_a_number_is_likest_to_what_all_have_in_common() -> None:
    costs, _ = taught().costs(whole(card("", (0, 0, 0), (30, 220, 250))))
    assert costs.argmin() == 12


def test_another_print_is_unlike_every_taught_one() -> None:
    shapes = taught()
    _, own = shapes.costs(whole(card("5", (20, 20, 20), (30, 220, 250))))
    _, other = shapes.costs(whole(card("W&", (20, 20, 20), (30, 220, 250))))
    assert own < 0.02 < 0.03 < other


def test_what_is_hidden_decides_nothing() -> None:
    hidden = np.ones((112, 80), np.float32)
    hidden[:, 36:] = 0  # the second digit
    ten, eleven = (edge_orientations(card(text, (255, 255, 255), (40, 40, 200))) for text in ("10", "11"))
    visible = visible_cells(hidden)
    shown = np.kron(visible, np.ones((2, 2)))[..., None] > 0
    costs, _ = taught().costs(SeenPrint.of(np.where(shown, ten, eleven), visible))
    assert abs(costs[9] - costs[10]) < 1.0
    assert costs[:12].argmin() in (9, 10, 11)


def test_numbers_that_differ_in_a_small_corner_alone_are_told_apart_by_pixels() -> None:
    def cornered(text: str) -> np.ndarray:
        patch = card("", (255, 255, 255), (40, 40, 200))
        cv2.putText(patch, text, (8, 20), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (255, 255, 255), 1, cv2.LINE_AA)
        return patch

    shapes = PrintShapes(np.array([edge_orientations(cornered(str(n))) for n in range(1, 13)]))
    costs = [shapes.costs(whole(cornered(str(n))))[0][:12] for n in range(1, 13)]
    assert [int(cost.argmin()) + 1 for cost in costs] == list(range(1, 13))
    assert all(np.partition(cost, 1)[1] - cost.min() > 3 for cost in costs)


def test_a_line_that_belongs_to_a_hue_says_nothing_of_a_number_where_the_numbers_place_is_known() -> None:
    """Every number is taught in one hue: what goes with the hue must not be taken for the number."""

    def lined(text: str, line: bool) -> np.ndarray:
        patch = card(text, (255, 255, 255), (40, 40, 200))
        if line:
            cv2.line(patch, (0, 100), (80, 100), (30, 220, 250), 3)
        return patch

    edges = np.array([edge_orientations(lined(str(n), n % 2 == 0)) for n in range(1, 13)])
    number = np.zeros(CELLS, bool)
    number[15:42, 5:35] = True
    strip = np.zeros(CELLS, np.float32)
    strip[26:, :] = 1  # the lower half of the number, and the line
    seen = SeenPrint.of(edge_orientations(lined("7", True)), strip)
    blind, knowing = (PrintShapes(edges, where).costs(seen)[0][:12] for where in ((), [number]))
    even = np.arange(1, 13) % 2 == 0
    assert blind[6] - blind[even].min() > knowing[6] - knowing[even].min()
    assert knowing.argmin() == 6


def test_the_side_of_a_card_that_lies_on_another_is_none_of_its_edges() -> None:
    patch = card("7", (255, 255, 255), (40, 40, 200))
    visible = np.ones(CELLS, np.float32)
    visible[:, 20:] = 0
    above = patch.copy()
    above[:, 40:] = (30, 220, 250)
    bare = uncovered(above, visible)
    assert (bare[:, :40] == patch[:, :40]).all()
    assert edge_orientations(above)[5:20, 37:42, 2].max() > 0.5  # there is nothing printed
    assert edge_orientations(bare)[5:20, 37:42, 2].max() < 0.01
    assert uncovered(patch, EVERYTHING) is patch


def test_small_digits_tell_a_number_though_the_large_ones_lie_aside_by_themselves() -> None:
    def both(small: str, large: str, aside: int = 0) -> np.ndarray:
        patch = card(large, (255, 255, 255), (40, 40, 200), aside)
        cv2.putText(patch, small, (6, 22), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (255, 255, 255), 1, cv2.LINE_AA)
        return patch

    edges = np.array([edge_orientations(both(str(n), str(n))) for n in range(1, 13)])
    corner, middle = np.zeros(CELLS, bool), np.zeros(CELLS, bool)
    corner[4:13, 2:16], middle[18:42, 2:38] = True, True
    visible = np.ones(CELLS, np.float32)
    visible[:, 21:] = 0  # of the large digits, the first is seen
    seen = SeenPrint.of(edge_orientations(uncovered(both("12", "12", 2), visible)), visible_cells(visible))
    apart = PrintShapes(edges, [middle, corner], AS_SEEN).costs(seen)[0][:12]
    as_one = PrintShapes(edges, [middle | corner], AS_SEEN).costs(seen)[0][:12]
    assert apart.argmin() == 11
    assert np.partition(apart, 1)[1] - apart.min() > np.partition(as_one, 1)[1] - as_one.min()


@pytest.mark.parametrize("marks", [0, 5])
def test_a_card_with_a_few_small_marks_alone_is_not_plain_and_one_with_a_worn_rim_is(marks: int) -> None:
    """At its sides the table or the wear of the rim shows; noise is everywhere."""
    patch = np.full((112, 80, 3), 170, np.uint8)
    patch[:3, ::4] = patch[::5, -2:] = 240
    for k in range(marks):
        cv2.circle(patch, (14 + 13 * k, 22 + 17 * k), 6, (40, 60, 200), -1, cv2.LINE_AA)
    noise = np.random.default_rng(2).normal(0, 2.0, patch.shape)
    assert is_plain(edge_orientations(np.clip(patch + noise, 0, 255).astype(np.uint8))) == (marks == 0)
