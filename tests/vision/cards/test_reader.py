"""Cards: taught from a few pictures, found where they lie, read or asked about; never guessed."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.components.cards import Card
from tablelight.bench.card_verdicts import judged
from tests.support.card_scenes import Above
from tests.support.dice_pictures import SHARED
from vision.cards.deck_statistics import DeckStatistics
from vision.cards.detector import propose
from vision.cards.edge_map import EdgeMap, soften
from vision.cards.face_grid import COARSE
from vision.cards.lessons import CardLesson, NamedCard
from vision.cards.place import CardPlace
from vision.cards.pose import refine
from vision.cards.reader import CardReader
from vision.cards.readings import card_from_json, card_json
from vision.cards.taught import TaughtDeck
from vision.cards.teaching import teach_cards
from vision.errors import TaughtFileError, TeachingError

CARDS = SHARED / "cards"


def labels() -> list[dict]:
    if not (CARDS / "labels.json").exists():
        pytest.skip("the card pictures of ../shared/vision/cards are not here")
    return json.loads((CARDS / "labels.json").read_text())


def lessons(deck: str) -> list[CardLesson]:
    out = []
    for entry in labels():
        if entry["set"] == deck and entry["kind"] == "teach":
            cards = tuple(
                NamedCard(card_from_json(c), tuple(np.mean(c["corners_px"], 0)), tuple(c["corners_px"][0]))
                for c in entry["cards"]
            )
            out.append(CardLesson(cv2.imread(str(CARDS / entry["image"])), cards, entry["image"]))
    return out


@pytest.fixture(scope="module")
def deck() -> TaughtDeck:
    return teach_cards(lessons("cardsP"))


def test_twelve_and_twelve_cards_and_the_back_teach_a_deck_in_whatever_order_they_are_laid(deck: TaughtDeck) -> None:
    """Each hue once, each number once, and the specials; the pictures, and the cards in them, in any order."""
    chance = np.random.default_rng(4)
    shown = lessons("cardsP")
    shuffled = [
        CardLesson(one.image, tuple(one.cards[k] for k in chance.permutation(len(one.cards))), one.name)
        for one in (shown[k] for k in chance.permutation(len(shown)))
    ]
    assert len({one.card for lesson in shuffled for one in lesson.cards} - {None}) == 24
    again = {sample.card: sample for sample in teach_cards(shuffled).samples}
    assert again.keys() == {sample.card for sample in deck.samples}
    assert all(np.array_equal(sample.face, again[sample.card].face) for sample in deck.samples)
    draw = next(entry for entry in labels() if entry["set"] == "cardsP" and entry["kind"] == "draw")
    read = CardReader(TaughtDeck(tuple(again.values()))).read(cv2.imread(str(CARDS / draw["image"])))
    lying = {card_from_json(card) for card in draw["cards"]}
    assert {card.card for card in read.cards if card.status == "ok"} <= lying and len(read.cards) == len(lying)


@pytest.mark.parametrize("text", ["GB7", "*draw", "*swap:R<>G", "PR12"])
def test_a_card_survives_being_told_in_plain_words(text: str) -> None:
    card = Card.parse(text)
    assert card_from_json(card_json(card, False)) == card


def test_a_card_alone_on_a_plain_table_is_found_to_half_a_millimetre() -> None:
    picture = np.full((300, 400, 3), (60, 110, 60), np.uint8)
    true = CardPlace(190.0, 140.0, 0.4, 1.0)
    cv2.fillConvexPoly(picture, np.rint(true.corners * 16).astype(np.int32), (240, 240, 240), cv2.LINE_AA, 4)
    flat = EdgeMap(soften(picture), Above())
    best = refine(flat, propose(flat))[0]
    assert np.hypot(best.x - true.x, best.y - true.y) < 0.5
    assert abs((best.turn - true.turn + np.pi / 2) % np.pi - np.pi / 2) < 0.02


@pytest.mark.parametrize("off", [(-4.0, 0.0), (0.0, 4.0), (-3.0, -3.0), (-4.0, 4.0)])
def test_a_card_with_a_printed_rim_is_found_by_its_outline_and_not_by_the_rim(off: tuple[float, float]) -> None:
    wide = np.full((2400, 3200, 3), (60, 110, 60), np.uint8)
    true = CardPlace(190.0, 140.0, 0.3, 1.0)
    rim = true.to_table(np.array([[2, 2], [61, 2], [61, 86], [2, 86]]))
    for outline, colour in ((true.corners, (240, 240, 240)), (rim, (40, 40, 200))):
        cv2.fillConvexPoly(wide, np.rint((outline + 0.5) * 8 * 16 - 8).astype(np.int32), colour, cv2.LINE_8, 4)
    picture = cv2.resize(wide, (400, 300), interpolation=cv2.INTER_AREA)  # exactly as large as a card
    best = refine(EdgeMap(soften(picture), Above()), [replace(true, x=true.x + off[0], y=true.y + off[1])])[0]
    assert np.hypot(best.x - true.x, best.y - true.y) < 0.5


def test_an_empty_table_shows_no_card() -> None:
    picture = np.full((300, 400, 3), (60, 110, 60), np.uint8)
    assert propose(EdgeMap(soften(picture), Above())) == []


def test_a_deck_is_learnt_from_its_teaching_pictures_and_kept(deck: TaughtDeck, tmp_path: Path) -> None:
    deck.save(tmp_path / "deck.npz")
    again = TaughtDeck.load(tmp_path / "deck.npz")
    assert [s.name for s in again.samples] == [s.name for s in deck.samples]
    assert np.allclose(again.samples[3].face, deck.samples[3].face, atol=2e-3)


def test_the_number_is_told_by_its_own_cells_and_not_by_the_rest_of_the_card(deck: TaughtDeck) -> None:
    plain = DeckStatistics(deck).unlettered
    assert 0.4 < plain.mean() < 0.9
    assert plain.shape == COARSE and plain[0, 5:].all() and not plain[7, 5]


def test_cards_that_were_never_shown_are_read(deck: TaughtDeck) -> None:
    entry = next(e for e in labels() if e["image"] == "cardsP-draw-22.jpg")
    reading = CardReader(deck).read(cv2.imread(str(CARDS / entry["image"])))
    read = {str(card.card) for card in reading.cards if card.status == "ok"}
    assert read == {str(card_from_json(card)) for card in entry["cards"]} == {"Y4", "P7"}


def test_a_card_of_a_fan_whose_outline_is_not_proposed_is_found_by_what_is_left_of_the_fan(
    deck: TaughtDeck, monkeypatch: pytest.MonkeyPatch
) -> None:
    labels()
    picture = cv2.imread(str(CARDS / "cardsP-draw-08.jpg"))
    whole = CardReader(deck).read(picture)
    lost = whole.cards[1]
    assert len(whole.cards) == 4 and whole.sure

    def without_it(flat: EdgeMap, places: list[CardPlace]) -> list[CardPlace]:
        x, y = lost.table_xy_mm
        return [place for place in refine(flat, places) if np.hypot(place.x - x, place.y - y) > 12]

    monkeypatch.setattr("vision.cards.reader.refine", without_it)
    again = CardReader(deck).read(picture)
    assert {card.card for card in again.cards} == {card.card for card in whole.cards}


def test_a_card_that_taught_a_number_tells_its_hue_as_well(deck: TaughtDeck) -> None:
    """Hue and number may have been taught on different cards of the same hue; either is what the hue looks like."""
    lessons_of = (e for e in labels() if e["set"] == "cardsP" and e["kind"] == "teach")
    entry = next(e for e in lessons_of if "red" in json.dumps(e["cards"]))
    shown = [card_from_json(card) for card in entry["cards"]]
    of = {sample.card: sample for sample in deck.samples}
    darker = [replace(of[card], card=Card(card.hue, card.number % 12 + 1), face=of[card].face * 0.3) for card in shown]
    reading = CardReader(TaughtDeck((*darker, *deck.samples))).read(cv2.imread(str(CARDS / entry["image"])))
    assert len(reading.cards) == len(shown)
    assert {card.candidates[0][0].hue for card in reading.cards} == {card.hue for card in shown}


@pytest.mark.parametrize(
    "bright, left", [pytest.param(0.25, 1.0, marks=pytest.mark.slow), (0.2, 1.0), (1.0, 0.3), (1.0, 1.0)]
)
def test_swaps_differ_in_their_hues_alone_and_are_asked_about_where_these_are_faint(
    deck: TaughtDeck, bright: float, left: float
) -> None:
    """In a dim picture, or a pale one, edges between colours are no print."""
    verdicts = []
    for entry in labels():
        swaps = [card for card in entry["cards"] if str(card["special"]).startswith("swap:")]
        if entry["set"] == "cardsP" and entry["kind"] == "draw" and swaps:
            image = cv2.imread(str(CARDS / entry["image"])) * bright
            gray = image @ [[0.114], [0.587], [0.299]]
            reading = CardReader(deck).read((gray + left * (image - gray)).astype(np.uint8))
            verdicts += [(verdict, words) for _, verdict, _, words in judged(entry, reading.cards) if "swap" in words]
    assert len(verdicts) == 3
    assert "silent" not in dict(verdicts)
    assert (bright, left) != (1, 1) or {verdict for verdict, _ in verdicts} == {"right"}


def test_a_card_may_be_redder_than_it_looks_where_the_camera_loses_red(deck: TaughtDeck) -> None:
    """Under this lamp bright paper is cyan; an orange card, its red lowered with it, looked orange-yellow."""
    entry = next(entry for entry in labels() if entry["image"] == "cardsP-draw-20.jpg")
    image = cv2.imread(str(CARDS / entry["image"]))
    for left in (0.6, 0.8, 1.0):
        gray = image @ [[0.114], [0.587], [0.299]]
        reading = CardReader(deck).read((gray + left * (image - gray)).astype(np.uint8))
        assert "silent" not in [verdict for _, verdict, _, _ in judged(entry, reading.cards)]


def test_a_picture_without_a_mat_says_so(deck: TaughtDeck) -> None:
    reading = CardReader(deck).read(np.full((720, 1280, 3), 120, np.uint8))
    assert not reading.cards
    assert reading.troubles[0].code == "no-mat"


def test_a_card_named_twice_is_refused_with_both_places() -> None:
    image = np.zeros((10, 10, 3), np.uint8)
    twice = (NamedCard(Card.parse("R1")), NamedCard(Card.parse("R1")))
    with pytest.raises(TeachingError, match=r"red 1 was taught twice \(a, then a\)"):
        teach_cards([CardLesson(image, twice, "a")])


def test_a_hue_or_number_left_out_is_named() -> None:
    image = np.zeros((10, 10, 3), np.uint8)
    with pytest.raises(TeachingError, match=r"Still to be shown: red-orange.*a 12.*the back"):
        teach_cards([CardLesson(image, (NamedCard(Card.parse("R1")),), "a")])


@pytest.mark.parametrize(
    ("tapped", "said"),
    [
        (False, "the first picture should show 4 cards, but only 1 can be found"),
        (True, "the first picture: I see nothing like a card where .* should lie"),
    ],
)
def test_cards_missing_from_a_teaching_picture_are_refused_though_they_were_tapped(tapped: bool, said: str) -> None:
    wrong = lessons("cardsP")
    four, one = wrong[0], wrong[6]
    cards = four.cards if tapped else tuple(NamedCard(each.card) for each in four.cards)
    wrong[0] = CardLesson(one.image, cards, "the first picture")
    with pytest.raises(TeachingError, match=said):
        teach_cards(wrong)


@pytest.mark.parametrize("content", [b"", b"nonsense", b"PK\x03\x04half an archive"])
def test_a_damaged_deck_file_is_a_sentence(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "deck.npz").write_bytes(content)
    with pytest.raises(TaughtFileError, match="teach the deck again"):
        TaughtDeck.load(tmp_path / "deck.npz")
