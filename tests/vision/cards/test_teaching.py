"""Cards to be taught are looked for where the network sees cards, and everywhere when it does not see them all."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.components.cards import Card
from tests.support.card_lessons import known
from tests.support.card_scenes import Blind
from vision.cards import lesson_places, teaching
from vision.cards.duplicates import find_duplicates
from vision.cards.edge_map import soften
from vision.cards.face_grid import cut_faces
from vision.cards.lessons import CardLesson, NamedCard
from vision.cards.mislabelled import name_doubts
from vision.cards.place import CardPlace
from vision.cards.table_plane import CARD_MM, MatPlane
from vision.cards.taught import Sample
from vision.cards.teaching import find_cards, refuse_shown_before
from vision.errors import TeachingError
from vision.geometry.registration import Registrar
from vision.photometry.illumination import measure_illumination
from vision.readings import Point
from vision.training.cards.tables import CardPicture, InventedTable


@pytest.fixture(scope="module")
def shown() -> CardPicture:
    table = InventedTable(np.random.default_rng(11))
    return table._row([Card.parse(name) for name in ("R1", "Y5", "G7")], "led")


def lesson(shown: CardPicture, tapped: bool) -> CardLesson:
    cards = sorted(shown.cards, key=lambda card: float(card.corners[:, 0].mean()))
    named = (NamedCard(one.card, tuple(one.corners.mean(0)) if tapped else None) for one in cards)
    return CardLesson(shown.image, tuple(named))


def off(found: list[np.ndarray], shown: CardPicture) -> float:
    """How far (px) the middles found are from where the cards lie, at most."""
    true = np.array([one.corners.mean(0) for one in shown.cards])
    return max(float(np.hypot(*(true - corners.mean(0)).T).min()) for corners in found)


@pytest.mark.parametrize("tapped", [True, False])
def test_cards_the_network_does_not_see_are_found_all_the_same(
    shown: CardPicture, tapped: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lesson_places, "CardSegmenter", Blind)
    found = find_cards(lesson(shown, tapped)).outlines
    assert len(found) == 3
    assert off(found, shown) < 4


def test_cards_the_network_sees_are_found_where_they_lie(shown: CardPicture) -> None:
    found = find_cards(lesson(shown, False))
    assert len(found.outlines) == 3 and not found.faint
    assert off(found.outlines, shown) < 4


def test_of_a_card_that_was_tapped_the_likeliest_outline_is_taken_though_little_of_it_is_seen(
    shown: CardPicture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for bar in ("SIDES", "_MAYBE"):
        monkeypatch.setattr(lesson_places, bar, 1.01)  # as if no outline were clear
    monkeypatch.setattr(lesson_places, "seen_alone", lambda _flat: [])  # nor the network sure
    monkeypatch.setattr(lesson_places, "places_beside", lambda _flat, _known: [])
    with pytest.raises(TeachingError, match="none can be found"):
        find_cards(lesson(shown, False))
    found = find_cards(lesson(shown, True)).outlines
    assert len(found) == 3 and off(found, shown) < 4


def test_an_outline_is_shown_where_bare_mat_was_tapped_but_nobody_believes_in_a_card_there() -> None:
    shown = InventedTable(np.random.default_rng(11))._row([None], "led")
    here = NamedCard(Card.parse("P2"), bare_spot(shown))
    found = find_cards(CardLesson(shown.image, (here,)), CARD_MM)
    (outline,) = found.outlines
    assert cv2.pointPolygonTest(outline.astype(np.float32), here.center_px, False) > 0
    assert found.absent == [here] and found.faint
    assert not find_cards(CardLesson(shown.image, (NamedCard.outlined(here.card, outline),))).absent


def test_of_two_cards_tapped_at_the_same_place_one_is_not_there(shown: CardPicture) -> None:
    one = lesson(shown, True).cards[1]
    again = NamedCard(Card.parse("P2"), one.center_px)
    assert find_cards(CardLesson(shown.image, (one, again))).absent == [again]


def test_a_card_that_was_tapped_is_there(shown: CardPicture) -> None:
    assert not find_cards(lesson(shown, True)).absent


def test_a_card_lies_as_its_corners_were_set_and_is_as_large(shown: CardPicture) -> None:
    set_right = [NamedCard.outlined(one.card, one.corners + 2.0) for one in shown.cards]  # px: no finger is exact
    found = find_cards(CardLesson(shown.image, tuple(set_right))).outlines
    assert max(np.abs(corners - one.corners).max() for corners, one in zip(found, shown.cards, strict=True)) < 2
    beside = [NamedCard.outlined(one.card, one.corners + 60.0) for one in shown.cards]
    found = find_cards(CardLesson(shown.image, tuple(beside))).outlines
    assert max(np.abs(corners - one.corners_px).max() for corners, one in zip(found, beside, strict=True)) < 9


def test_the_mats_own_print_is_no_card_unless_it_was_tapped(shown: CardPicture) -> None:
    """A marker in a corner has about the outline of a small card."""
    picture = teaching._without_fault(lesson(shown, tapped=False))
    x, y, size = next(iter(picture.mat.markers.values()))
    marker = CardPlace(x + size / 2, y + size / 2, 0.0, 1.0)
    left, top, wide, high = picture.mat.play
    assert not lesson_places.may_lie(marker, picture)
    assert lesson_places.may_lie(replace(marker, x=left + wide / 2, y=top + high / 2), picture)
    at = tuple(picture.plane.project(np.array([[marker.x, marker.y]]))[0])
    tapped = replace(picture.lesson, cards=(NamedCard(picture.lesson.cards[0].card, at),))
    assert lesson_places.may_lie(marker, replace(picture, lesson=tapped))


def test_one_card_whose_corners_were_set_badly_makes_the_others_no_smaller(shown: CardPicture) -> None:
    cards = list(lesson(shown, True).cards)
    corners = next(one.corners for one in shown.cards if one.card == cards[1].card)
    cards[1] = NamedCard.outlined(cards[1].card, corners + np.array([[0, 0], [0, 0], [-9, -14], [0, 0]]))
    found = find_cards(CardLesson(shown.image, tuple(cards)), CARD_MM)
    assert found.size_mm == CARD_MM and off(found.outlines, shown) < 4


def test_a_card_that_is_not_there_is_not_found_by_either_way(shown: CardPicture) -> None:
    four = CardLesson(shown.image, (*lesson(shown, False).cards, NamedCard(Card.parse("P2"))), "the picture")
    with pytest.raises(TeachingError, match="should show 4 cards, but only 3 can be found"):
        find_cards(four)


def bare_spot(shown: CardPicture) -> Point:
    """A point (px) of the mat, left of its middle, where no card lies."""
    registration, _ = Registrar().find(shown.image)
    assert registration is not None
    x, y, width, height = registration.mat.play
    px = registration.view.project_flat(np.array([[x + width / 6, y + height / 2]]))[0]
    return float(px[0]), float(px[1])


def faces_as_they_lie(shown: CardPicture) -> list[np.ndarray]:
    """What is printed on the cards of a picture, each cut out exactly where it lies."""
    registration, _ = Registrar().find(shown.image)
    assert registration is not None
    plane, light = MatPlane.of(registration), measure_illumination(shown.image, registration)
    at = [plane.view.on_plane(one.corners) for one in shown.cards]
    places = [CardPlace(*corners.mean(0), np.arctan2(*(corners[1] - corners[0])[::-1]), 1.0) for corners in at]
    return [face.colour for face in cut_faces(soften(shown.image), plane, light, places)]


@pytest.mark.parametrize("seed", [150032, pytest.param(150005, marks=pytest.mark.slow)])
def test_a_rimmed_card_beside_the_mats_border_is_taught_where_it_lies_and_not_a_rim_aside(seed: int) -> None:
    assert taught_beside(InventedTable(np.random.default_rng(seed)), tapped=False) < 0.035


def test_a_red_rimmed_card_on_red_felt_is_not_taught_as_if_it_lay_across() -> None:
    assert taught_beside(InventedTable(np.random.default_rng(130004)), tapped=True) < 0.035


def taught_beside(table: InventedTable, tapped: bool) -> float:
    """How much the numbered card that is taught worst differs from what is printed where it lies."""
    numbered = table.lessons()[:3]
    true = [face for shown in numbered for face in faces_as_they_lie(shown)]
    lessons = []
    for shown in numbered:
        cards = sorted(shown.cards, key=lambda card: float(card.corners[:, 0].mean()))
        named = (
            NamedCard(one.card, tuple(one.corners.mean(0)) if tapped else None, tuple(one.corners[0])) for one in cards
        )
        lessons.append(CardLesson(shown.image, tuple(named)))
    samples = teaching._samples(
        [one for lesson in lessons for one in teaching._shown(teaching._without_fault(lesson), CARD_MM)]
    )
    taught = {sample.card: sample.face for sample in samples}
    names = [one.card for shown in numbered for one in shown.cards]
    return max(float(np.abs(taught[name] - face).mean()) for name, face in zip(names, true, strict=True))


def rows_of(seed: int, *rows: tuple[str, ...]) -> list[Sample]:
    """What is learned of cards of an invented deck, each row of them in a picture of its own."""
    table = InventedTable(np.random.default_rng(seed))
    shown = (table._row([Card.parse(name) for name in row], "led") for row in rows)
    return [sample for one in shown for sample in find_cards(known(one)).samples()]


@pytest.mark.parametrize(
    "seed, names", [(1033, ("*deck-swap", "*pass-right")), (15, ("R1", "RO2")), (2048, ("R1", "RO2"))]
)
def test_cards_that_differ_in_thin_print_alone_are_two_cards(seed: int, names: tuple[str, str]) -> None:
    assert find_duplicates(rows_of(seed, (*names, "B9", "*draw"))) == []


@pytest.mark.parametrize("seed", [1033, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (0, 4, 15))])
def test_a_card_that_is_shown_twice_is_asked_about(seed: int) -> None:
    for name in ("R1", "*pass-right"):
        samples = rows_of(seed, (name, "*draw", "G7"), (name, "P11"))
        assert find_duplicates(samples) == [(0, 3)]
        assert "look the same" in " ".join(doubt.said for doubt in name_doubts(samples))
        refuse_shown_before(samples[:3], samples[3:])


def test_a_whole_picture_that_is_shown_twice_is_refused() -> None:
    samples = rows_of(0, ("R1", "*draw", "G7"), ("R1", "*draw"))
    with pytest.raises(TeachingError, match="look the same"):
        refuse_shown_before(samples[:3], samples[3:])
