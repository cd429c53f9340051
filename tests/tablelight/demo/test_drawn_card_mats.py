"""The mats with fields on which a simulated table draws its cards look like those that come out of a printer."""

import cv2
import numpy as np
import pytest

from engine.components.cards import Card
from tablelight.demo.painted_paper import PaintedPaper
from tablelight.demo.seen_cards import SPECTRA, DrawnCards, taught_reader
from tablelight.perception.card_reader import spots_of
from tablelight.printing.mat import draw_words, mat_sheet
from tablelight.referee.card_fields import CARD_MATS, MAT, mat_for
from tests.support.printed import drawn
from vision.cards.reader import CardReader
from vision.geometry.mat import mats
from vision.simulation import LAMPS

PX_PER_MM = 4
EVERY_LAMP = ("led", "daylight", "tungsten", "warm-led", "tube", "rgb-led")
SEED = 1


@pytest.mark.long
def test_a_drawn_mat_shows_what_the_printed_one_shows(tmp_path) -> None:
    cards, mat = mat_for("spectrum_poker"), next(mat for mat in mats() if mat.name == MAT)
    paper = PaintedPaper(mat.size, PX_PER_MM)
    draw_words(paper, mat, cards)
    x, y, width, height = (round(part * PX_PER_MM) for part in mat.play)
    print_of = drawn(mat_sheet(MAT, cards), tmp_path, PX_PER_MM * 25.4)[..., 1]
    cells = [  # of 4 mm: printers have letters of their own
        cv2.resize(
            np.float32(255 - image[y : y + height, x : x + width]),
            None,
            fx=1 / 16,
            fy=1 / 16,
            interpolation=cv2.INTER_AREA,
        )
        for image in (print_of, paper.gray())
    ]
    assert np.corrcoef(cells[0].ravel(), cells[1].ravel())[0, 1] > 0.9
    assert cells[1].sum() == pytest.approx(cells[0].sum(), rel=0.1), "as dark, too"


def test_cards_are_drawn_under_the_lamps_of_every_other_table() -> None:
    assert set(SPECTRA) == set(LAMPS) and set(SPECTRA.values()) <= set(EVERY_LAMP)


@pytest.mark.slow
@pytest.mark.parametrize("lamp", EVERY_LAMP)
def test_nothing_is_read_on_an_empty_mat_whatever_is_printed_there(lamp: str) -> None:
    reader = None
    for cards in CARD_MATS:
        table = DrawnCards(SEED, cards)
        reader = reader or taught_reader(table)
        reading = reader.read(table.lying(cards.fields, {}, lamp).image)
        assert reading.mat_code == cards.code and not reading.cards, cards.name


@pytest.mark.slow
def test_a_card_on_its_field_is_read_though_the_table_has_its_colour() -> None:
    cards, red_table = mat_for("spectrum_solitaire"), 62  # the field of the waste lies on the table beside the mat
    table = DrawnCards(red_table, cards)
    reader = taught_reader(table)
    for name in ("R3", "R4", "R11", "R8"):
        lying = {"pile:1": (Card.parse("G7"),), "pile:12": (Card.parse("GB3"),), "waste": (Card.parse(name),)}
        reading = reader.read(table.lying(cards.fields, lying, "tube").image)
        assert sorted(str(card.card) for card in reading.cards) == sorted(["G7", "GB3", name])
        table.lay_anew()


@pytest.mark.slow
def test_cards_that_lie_edge_to_edge_are_no_third_one_between_them() -> None:
    cards, with_checkered_backs = mat_for("spectrum_cribbage"), 61
    table = DrawnCards(with_checkered_backs, cards)
    reader = taught_reader(table)
    back = Card.parse("??")
    for starter in ("R5", "R12", "O4", "Y4"):
        lying = {"stock": (back,) * 3, "starter": (Card.parse(starter),)}
        reading = reader.read(table.lying(cards.fields, lying, "daylight").image)
        assert len(reading.cards) == 2 and starter in [str(card.card) for card in reading.cards]
        table.lay_anew()


@pytest.mark.slow
@pytest.mark.parametrize("with_checkered_backs", [61, 955])
def test_a_back_of_squares_lies_where_it_lies_not_whole_squares_aside(with_checkered_backs: int) -> None:
    cards, back = mat_for("spectrumo"), Card.parse("??")
    table = DrawnCards(with_checkered_backs, cards)
    reader = taught_reader(table)
    for name in ("R1", "G7", "BP10"):
        lying = {"discard": (Card.parse(name),), "stock": (back,) * 3, "drawn": (back,)}
        seen = CardReader(reader.statistics.deck, spots_of).read(table.lying(cards.fields, lying, "warm-led").image)
        drawn = next(pose for (field, *_), pose in table._poses.items() if field == "drawn")
        assert sorted("back" if card.back else str(card.card) for card in seen.cards) == sorted([name, "back", "back"])
        assert min(np.hypot(*np.subtract(card.table_xy_mm, drawn[:2])) for card in seen.cards if card.back) < 3
        table.lay_anew()


@pytest.mark.slow
def test_a_pile_that_lies_as_it_lay_is_read_once_and_each_card_that_comes_as_by_a_reader_that_sees_it_first() -> None:
    cards, with_checkered_backs = mat_for("spectrump"), 955
    table = DrawnCards(with_checkered_backs, cards)
    reader, lying, looked = taught_reader(table), {"stock": (Card.parse("??"),) * 3}, []
    classify = reader.classifier.classify
    reader.classifier.classify = lambda one, *rest: looked.append(one.place) or classify(one, *rest)
    at = [card.table_xy_mm for card in reader.read(table.lying(cards.fields, lying, "warm-led").image).cards]
    assert len(at) == 1 and looked
    for names in ("R7", "R7 R4", "R7 R4 PR1"):
        lying["trick"], looked[:] = tuple(map(Card.parse, names.split())), []
        image = table.lying(cards.fields, lying, "warm-led").image
        seen = reader.read(image).cards
        assert all(np.hypot(place.x - at[0][0], place.y - at[0][1]) > 20 for place in looked)
        afresh = CardReader(reader.statistics.deck, spots_of).read(image).cards
        assert {(card.card, card.back) for card in seen} == {(card.card, card.back) for card in afresh}


@pytest.mark.slow
def test_grey_cards_on_the_grey_mat_are_taught_by_their_corners_and_read() -> None:
    """Their edges are not seen: whoever looks at what the page cuts out shows it the corners."""
    cards, with_grey_cards = mat_for("spectrum_solitaire"), 901
    table = DrawnCards(with_grey_cards, cards)
    reader = taught_reader(table)
    names = ["O2", "YG5", "G9", "Y12", "R8", "RO8", "GB1", "RO3", "GB9", "RO11", "G8", "BP5"]
    lying = {f"pile:{pile}": (Card.parse(name),) for pile, name in enumerate(names, 1)}
    reading = reader.read(table.lying(cards.fields, lying, "warm-led").image)
    read = {str(card.card) for card in reading.cards if card.status == "ok"}
    assert read <= set(names) and len(read) >= 11, "one may be asked about"


@pytest.mark.slow
def test_grey_cards_half_over_each_other_are_read_or_asked_about_though_hardly_a_side_is_seen() -> None:
    """Further along its row the 2 of a 12 is a 2, and a 2 the end of a 12."""
    cards, with_grey_cards = mat_for("spectrumo"), 901
    table = DrawnCards(with_grey_cards, cards)
    reader, read, wrong = taught_reader(table), 0, []
    rows = "BP9 R12 G9 BP3 B2 R6 OY7", "YG1 PR8 O10 GB11 P2 RO5 R4 P1", "Y12 OY3 PR2 B4 R4 RO5 OY5 R11"
    for row in rows * 2:
        names = row.split()
        lying = {"shown": tuple(map(Card.parse, names))}
        seen = reader.read(table.lying(cards.fields, lying, "warm-led").image).cards
        sure = [str(card.card) for card in seen if card.status == "ok"]
        read += len(set(sure) & set(names))
        wrong += [name for name in sure if name not in names]
        table.lay_anew()
    assert wrong == [] and read >= 38, "of 46"
