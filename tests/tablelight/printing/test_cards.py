"""Printed cards: the whole deck and nothing else, at exact places, readable, and backs behind their fronts."""

from collections import Counter

import numpy as np
import pytest

from engine.components.cards import NUMBERS, SPECIALS, full_deck
from engine.components.hues import Hue
from engine.games.sixchex_spectrum.board import DECK, HOMES, RAINBOW
from firmware_bridge.board_maps import BoardMap
from tablelight.printing.card_grid import BLEED, POKER, grid
from tablelight.printing.deck import deck_sheets
from tablelight.printing.inks import SLATE, ink_on, printed
from tablelight.printing.marks import _SHAPES, parts
from tablelight.printing.paper import PAPERS
from tablelight.printing.sixchex import card_side, colour_of, sixchex_sheets
from tests.support.printed import all_drawn, drawn, luminance, part, sizes_mm, words_at

pytestmark = pytest.mark.long

DPI = 75
PER_MM = DPI / 25.4
A4 = grid("a4")
TITLES = {
    "swap-cards": "Swap Cards",
    "draw": "Draw Cards",
    "reverse-draw": "Reverse Draw",
    "deck-swap": "Deck Swap",
    "pass-right": "Pass Right",
    "pass-left": "Pass Left",
}

SIDE = card_side(BoardMap.load("sixchex"))


@pytest.fixture(scope="module")
def deck():
    return deck_sheets("a4")


@pytest.fixture(scope="module")
def words(deck, tmp_path_factory):
    return words_at(deck, tmp_path_factory.mktemp("words"))


@pytest.fixture(scope="module")
def pictures(deck, tmp_path_factory):
    return all_drawn(deck, tmp_path_factory.mktemp("deck"), DPI)


def cards_of(words, lying):
    """The words on every card: (word, x, y, height) with the place counted in mm from the card's top left."""
    for page in words:
        for place in range(lying.count):
            left, top = lying.corner(place)
            width, height = lying.card
            on = [
                (word, x - left, y - top, high)
                for word, x, y, high in page
                if 0 <= x - left <= width and 0 <= y - top <= height
            ]
            if on:
                yield on


def large_number(card):
    return [int(word) for word, _, _, high in card if high > 20 and word.isdigit()]


# ---- what is in the deck


def test_the_deck_has_168_cards_nine_a_page(words):
    cards = list(cards_of(words, A4))
    assert len(cards) == len(full_deck()) == 168
    assert [sum(1 for _ in cards_of([page], A4)) for page in words] == [9] * 18 + [6]


def test_every_hue_has_the_numbers_1_to_12_once(words):
    """CC-DECK-01."""
    seen = Counter()
    for card in cards_of(words, A4):
        if number := large_number(card):
            titles = [word for word, x, y, _ in card if y > 70 and 14 < x < 50]
            assert len(number) == len(titles) == 1
            seen[titles[0], number[0]] += 1
    assert seen == {(hue.title, number): 1 for hue in Hue for number in NUMBERS}


def test_every_special_is_there_twice(words):
    """CC-DECK-02, D-CC-02."""
    seen = Counter()
    for card in cards_of(words, A4):
        if not large_number(card):
            title = " ".join(word for word, x, y, _ in card if 10 < y < 16 and 14 < x < 50)
            codes = [word for word, x, y, _ in card if 20 < y < 56 and 25 < x < 38]
            seen[f"swap:{'<>'.join(codes)}" if title == "Colour Swap" else title] += 1
    assert seen == {TITLES.get(special, special): 2 for special in SPECIALS}


def test_hue_letters_and_number_stand_in_all_four_corners_of_a_numbered_card(words):
    for card in cards_of(words, A4):
        if number := large_number(card):
            title = next(word for word, x, y, _ in card if y > 70 and 14 < x < 50)
            code = next(hue.name for hue in Hue if hue.title == title)
            for right, low in ((False, False), (True, False), (False, True), (True, True)):
                corner = {word for word, x, y, _ in card if (x < 13.5, x > 49.5)[right] and (y > 44) == low}
                assert corner == {str(number[0]), code}


def test_all_words_stay_inside_the_white_panel_or_the_index(words):
    for card in cards_of(words, A4):
        for word, x, y, _ in card:
            assert 1.5 < x < POKER[0] - 1.5, word
            assert 3 < y < POKER[1] - 3, word


# ---- where cards are


@pytest.mark.parametrize("size", PAPERS)
@pytest.mark.parametrize("card", [POKER, (SIDE, SIDE)])
def test_cards_lie_in_the_middle_of_the_sheet_so_that_backs_meet_fronts_whichever_edge_is_turned(size, card):
    lying = grid(size, card)
    upright, level = lying.cuts()
    for cuts, side in ((upright, lying.page[0]), (level, lying.page[1])):
        assert [side - cut for cut in reversed(cuts)] == pytest.approx(cuts)
        assert cuts[0] - BLEED >= 5, "printers leave 5 mm bare"
    assert np.diff(upright)[::2] == pytest.approx(card[0])
    assert np.diff(level)[::2] == pytest.approx(card[1])


@pytest.mark.parametrize("size", PAPERS)
def test_cut_marks_are_where_the_cards_end_within_0_1_mm(size, tmp_path):
    lying = grid(size)
    upright, level = lying.cuts()
    pdf = deck_sheets(size)
    fine = 600 / 25.4
    assert all(page == pytest.approx(lying.page, abs=0.001) for page in sizes_mm(pdf))
    below = round((level[-1] + BLEED + 2) * fine), 4
    across = drawn(pdf, tmp_path, 600, 0, below[0], round(lying.page[0] * fine), below[1])
    assert lines(across, 0, fine) == pytest.approx(upright, abs=0.1)
    beside = round((upright[-1] + BLEED + 2) * fine), 4
    down = drawn(pdf, tmp_path, 600, beside[0], 0, beside[1], round(lying.page[1] * fine))
    assert lines(down, 1, fine) == pytest.approx(level, abs=0.1)


def lines(strip, axis, per_mm):
    """Middles, mm, of the dark lines that cross the strip."""
    dark = np.flatnonzero(strip[..., 0].mean(axis) < 160)
    return [float(line.mean() + 0.5) / per_mm for line in np.split(dark, np.flatnonzero(np.diff(dark) > 1) + 1)]


def test_colour_reaches_beyond_every_cut_and_is_the_hue_the_eyes_know(pictures):
    for n, card in enumerate(full_deck()[:144]):
        x, y = A4.corner(n % 9)
        image = pictures[n // 9]
        for strip in (
            (x - BLEED + 0.2, y + 35, 1.5, 15),
            (x + POKER[0] - 0.7, y + 35, 1.5, 15),
            (x + 25, y - BLEED + 0.2, 15, 1.5),
            (x + 25, y + POKER[1] - 0.7, 15, 1.5),
        ):
            found = part(image, *strip, PER_MM)[..., ::-1].astype(int)
            assert found.size
            assert np.abs(found - printed(card.hue)).max() <= 2, str(card)


def test_a_numbers_glyph_is_dark_on_white_in_the_middle_of_the_card(pictures):
    for n, card in enumerate(full_deck()[:144]):
        x, y = A4.corner(n % 9)
        panel = part(pictures[n // 9], x + 14.5, y + 26, 34, 40, PER_MM).min(-1)
        rows, columns = np.nonzero(panel < 128)
        high = (rows.max() - rows.min() + 1) / PER_MM
        assert high > 19, str(card)
        assert columns.mean() / PER_MM == pytest.approx(17, abs=2), str(card)
        assert panel.max() == 255
        assert abs(int(panel.min()) - min(SLATE)) < 12


# ---- backs


def test_with_backs_every_sheet_of_fronts_is_followed_by_its_backs(tmp_path):
    pages = all_drawn(deck_sheets("a4", backs=True), tmp_path, 40, last=4)
    assert len(sizes_mm(deck_sheets("a4", backs=True))) == 2 * 19
    assert (pages[1][60:] == pages[3][60:]).all(), "all backs are alike"
    assert (pages[0] != pages[1]).any()


def test_a_back_looks_the_same_either_way_up(tmp_path):
    x, y = (v * 150 / 25.4 for v in A4.corner(4))
    width, height = (v * 150 / 25.4 for v in POKER)
    image = drawn(deck_sheets("a4", backs=True), tmp_path, 150, *map(round, (x, y, width, height)), page=2)
    turned = image[::-1, ::-1]
    # Edges may differ by how a pixel is cut.
    assert (np.abs(image.astype(int) - turned).max(-1) > 60).mean() < 0.02
    assert (np.abs(image.astype(int) - image[::-1]).max(-1) > 60).mean() > 0.05


# ---- for those who cannot tell hues apart


def test_no_two_hues_have_the_same_mark_and_neighbours_share_a_part():
    marks = {hue: parts(hue) for hue in Hue}
    assert len(set(marks.values())) == 12
    for hue in Hue:
        assert set(marks[hue]) & set(marks[hue.step(1)])
        assert not set(marks[hue]) & set(marks[hue.opposite])


def test_no_shape_becomes_another_upside_down():
    """Seen as filled pictures, every shape differs from every other one, also from it turned by 180 degrees."""
    spots = [(x / 8, y / 8) for x in range(-7, 8) for y in range(-7, 8)]
    filled = {hue: np.array([_within(shape, spot) for spot in spots]) for hue, shape in _SHAPES.items()}
    for a in filled:
        for b in filled:
            if a is not b:
                assert (filled[a] != filled[b]).mean() > 0.1
                assert (filled[a] != filled[b][::-1]).mean() > 0.1


def _within(outline, spot):
    """Even-odd rule."""
    x, y = spot
    inside = False
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside


# ---- SIXCHEX


def test_the_sixchex_deck_has_each_of_its_18_colours_four_times(tmp_path):
    """D-SIX-01."""
    lying = grid("a4", (SIDE, SIDE))
    seen = Counter()
    for card in cards_of(words_at(sixchex_sheets("a4"), tmp_path), lying):
        names = [(word, y) for word, x, y, _ in card if 10 < x < SIDE - 10 and y > SIDE / 2]
        seen[" ".join(word for word, _ in names)] += 1
        letters = {word for word, _, _, high in card if high > 8}
        if names[0][0] in ("dark", "light"):
            letter = names[1][0][0].upper()
            assert letters == {letter, str(RAINBOW.index(letter) + 1)}
    assert len(seen) == 18
    assert set(seen.values()) == {4}
    assert {f"{home} home" for home in HOMES} < set(seen)


def test_the_sixchex_cards_are_printed_in_their_colours_and_bare_in_the_middle(tmp_path):
    lying = grid("a4", (SIDE, SIDE))
    pages = all_drawn(sixchex_sheets("a4"), tmp_path, DPI)
    for n, card in enumerate(DECK):
        x, y = lying.corner(n % lying.count)
        page = pages[n // lying.count][..., ::-1].astype(int)
        beside, middle = part(page, x + 3, y + 20, 9, 8, PER_MM), part(page, x + 20, y + 20, 8, 8, PER_MM)
        assert np.abs(beside - colour_of(card)).max() <= 2, card
        assert middle.min() >= 253, "coins lie on white there"


def test_no_two_sixchex_colours_are_nearly_the_same():
    colours = {card: np.array(colour_of(card)) for card in DECK}
    for a in colours:
        for b in colours:
            if a != b:
                assert np.abs(colours[a] - colours[b]).sum() > 60, (a, b)


def test_letters_can_be_read_on_every_sixchex_colour():
    for card in set(DECK):
        low, high = sorted((luminance(colour_of(card)), luminance(ink_on(colour_of(card)))))
        # WCAG 2.2: 3 to 1 for large bold letters.
        assert (high + 0.05) / (low + 0.05) >= 3, card


def test_sixchex_cards_fit_the_places_of_the_board_map():
    assert pytest.approx(48) == SIDE
