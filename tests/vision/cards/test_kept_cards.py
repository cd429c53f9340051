"""What lies as it lay is not read again; whatever else shows there is."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
import pytest

from engine.components.cards import Card
from vision.cards.hypothesis import CardHypothesis
from vision.cards.kept_cards import CardsSeenAgain, KeptCard, KeptCards
from vision.cards.place import CardPlace
from vision.cards.readings import CardInSight
from vision.cards.visible_cells import Sides
from vision.photometry.srgb import LINEAR, encoded

SEVEN = Card.parse("G7")
PLACE = CardPlace(60.0, 70.0, 0.1, 1.0)
PX = 2  # a millimetre


def read(face: str, at: tuple[float, float], status: str = "ok") -> CardInSight:
    card = Card.parse(face)
    outline = tuple(map(tuple, PX * CardPlace(*at, 0.1, 1.0).corners))
    return CardInSight(status, card if status == "ok" else None, False, ((card, 0.995),), at, outline, at)


class Plane:
    area = (0.0, 0.0, 200.0, 150.0)

    def project(self, points: np.ndarray) -> np.ndarray:
        return PX * np.asarray(points)


@dataclass(frozen=True)
class Light:
    level: tuple[float, float, float] = (0.5, 0.5, 0.5)

    def at(self, xy_mm: np.ndarray) -> np.ndarray:
        return np.array(self.level)


LIGHT = Light()


def table(number: str = "7", at: tuple[float, float] = (60.0, 70.0), *, chance: int = 0) -> np.ndarray:
    """A picture of a grey table on which one card lies."""
    image = np.full((300, 400, 3), 110, np.uint8)
    corners = PX * CardPlace(*at, 0.1, 1.0).corners
    cv2.fillConvexPoly(image, np.rint(corners).astype(np.int32), (70, 140, 60))
    cv2.putText(
        image, number, (int(PX * at[0]) - 20, int(PX * at[1]) + 20), cv2.FONT_HERSHEY_SIMPLEX, 1.5, (220,) * 3, 2
    )
    grain = np.random.default_rng(chance).normal(0, 3, image.shape)
    return np.clip(image + grain, 0, 255).astype(np.uint8)


def brighter(image: np.ndarray, gains: tuple[float, float, float]) -> np.ndarray:
    return np.rint(255 * encoded(LINEAR[image] * gains)).astype(np.uint8)


def kept() -> KeptCard:
    card = CardInSight("ok", SEVEN, False, ((SEVEN, 1.0),), (0.0, 0.0), (), (60.0, 70.0))
    return KeptCard.of(card, CardHypothesis(PLACE, Sides(1.0, 1.0), np.ones((2, 2))), table(), Plane(), Light())


def lies(image: np.ndarray, light: Light = LIGHT) -> bool:
    return not kept().changed_in(image, light).any()


def test_a_card_on_which_only_grain_is_new_lies_as_it_lay_in_brighter_light_as_well() -> None:
    assert lies(table(chance=1))
    gains = (1.2, 1.0, 1.1)
    light = Light(tuple(0.5 * gain for gain in gains))
    assert lies(brighter(table(chance=1), gains), light)
    assert not lies(brighter(table(chance=1), gains)), "another colour is another card"


@pytest.mark.parametrize(
    "image",
    [table("1", chance=1), table(at=(60.5, 70.5), chance=1), table()[:, ::-1].copy(), np.zeros_like(table())],
    ids=["another number", "half a millimetre aside", "elsewhere", "dark"],
)
def test_what_looks_otherwise_there_is_read_again(image: np.ndarray) -> None:
    assert not lies(image)


@pytest.mark.parametrize("gap, same", [(3.0, False), (12.0, True)])
def test_a_card_close_to_which_something_came_to_lie_is_read_again(gap: float, same: bool) -> None:
    image = table(chance=1)
    right = int(PX * (PLACE.corners[:, 0].max() + gap))
    image[:, right:] = 200
    assert lies(image) is same


def read_before(plane: Plane) -> tuple[KeptCard, KeptCards]:
    """A card that was read in a picture, and what is kept of it."""
    one = kept()
    return one, KeptCards.of(table(), plane, LIGHT, 4, (), [(one.card, one.hypothesis)])


def test_sure_cards_are_kept_while_camera_and_mat_are_the_same() -> None:
    one, plane = kept(), Plane()
    doubt = CardInSight("ask", None, False, ((SEVEN, 0.6),), (0.0, 0.0), (), (60.0, 70.0))
    supposed = CardHypothesis(PLACE, Sides(1.0, 1.0), np.ones((2, 2)), under=(PLACE,))
    read = [(one.card, one.hypothesis), (doubt, one.hypothesis), (one.card, supposed)]
    cards = KeptCards.of(table(), plane, LIGHT, 4, (), read)
    still = cards.lying_in(table(chance=1), plane, LIGHT, 4).kept
    assert [each.card for each in still] == [one.card]
    assert not cards.lying_in(table(chance=1), Plane(), LIGHT, 4).kept, "the camera was moved"
    assert not cards.lying_in(table(chance=1), plane, LIGHT, 5).kept, "it is another mat"
    cards = KeptCards.of(table(chance=2), plane, LIGHT, 4, still, ())
    assert cards.lying_in(table(chance=3), plane, LIGHT, 4).kept == still, "compared with how it was read"


def right_of(edge_mm: float, image: np.ndarray) -> np.ndarray:
    """Another card lies to the right of the first one, so far from its edge; less than nothing: over it."""
    cv2.fillConvexPoly(image, np.rint(PX * beside_at(edge_mm).corners).astype(np.int32), (200, 90, 90))
    return image


def beside_at(edge_mm: float) -> CardPlace:
    aside = PLACE.size_mm[0] + edge_mm
    return CardPlace(PLACE.x + aside * np.cos(PLACE.turn), PLACE.y + aside * np.sin(PLACE.turn), PLACE.turn, 1.0)


@pytest.mark.parametrize("edge_mm", [3.0, 0.0, -0.5], ids=["near", "edge to edge", "a little over its edge"])
def test_a_card_beside_which_another_is_laid_is_not_read_again_only_if_that_one_is_found(edge_mm: float) -> None:
    plane = Plane()
    one, cards = read_before(plane)
    lying = cards.lying_in(right_of(edge_mm, table(chance=1)), plane, LIGHT, 4)
    laid = beside_at(edge_mm)
    other = read("R2", (laid.x, laid.y))
    assert [each.card for each in lying.kept] == [one.card]
    assert [each.card for each in lying.explained_by([one.card, other]).kept] == [one.card]
    alone = lying.explained_by([one.card])
    assert not alone.kept, "what has changed there is no card that was made out"
    assert alone.as_they_lay([one.card]) == ([one.card], []), "nor is it surely what it was"
    again, lies = lying.explained_by([one.card]).as_they_lay([read("YG7", (61.5, 70.0)), other])
    assert again == [one.card, other] and [each.card for each in lies] == [one.card], "it was only read wrongly"


def test_a_card_over_whose_edge_another_is_laid_far_enough_to_hide_its_print_is_read_again() -> None:
    plane = Plane()
    _, cards = read_before(plane)
    lying = cards.lying_in(right_of(-8.0, table(chance=1)), plane, LIGHT, 4)
    assert not lying.kept and len(lying.in_part) == 1


def test_nothing_is_looked_for_in_the_middle_of_a_kept_card_but_one_in_doubt_that_lay_there() -> None:
    near, far = CardPlace(70.0, 60.0, 1.0, 1.0), CardPlace(140.0, 70.0, 0.0, 1.0)
    still = ((kept(), np.zeros((1, 1), bool)),)
    assert CardsSeenAgain(still).places_beside([near, far]) == [far]
    assert CardsSeenAgain(still, in_doubt=(far,)).places_beside([near, far]) == [far]
    assert CardsSeenAgain(still, in_doubt=(CardPlace(71.0, 61.0, 1.0, 1.0),)).places_beside([near, far]) == [near, far]
    assert CardsSeenAgain().places_beside([near, far]) == [near, far]


@pytest.mark.parametrize("above", [True, False])
def test_a_card_on_which_one_in_doubt_lies_is_read_again(above: bool) -> None:
    """Kept, it would hide what lies on it."""
    one, plane = kept(), Plane()
    doubt = CardInSight("ask", None, False, ((SEVEN, 0.6),), (0.0, 0.0), (), (80.0, 70.0))
    doubtful = (doubt, replace(one.hypothesis, place=CardPlace(80.0, 70.0, 0.1, 1.0)))
    sure = (one.card, one.hypothesis)
    cards = KeptCards.of(table(), plane, LIGHT, 4, (), [doubtful, sure] if above else [sure, doubtful])
    assert len(cards.lying_in(table(chance=1), plane, LIGHT, 4).kept) == (not above)


def over_its_left(image: np.ndarray) -> np.ndarray:
    """Another card lies over some of the first one's left side."""
    cv2.fillConvexPoly(image, np.rint(PX * CardPlace(6.0, 70.0, 0.1, 1.0).corners).astype(np.int32), (200, 90, 90))
    return image


@pytest.mark.parametrize(
    "seen", [read("YG7", (61.5, 70.0)), read("G7", (61.5, 70.0), "ask")], ids=["wrong", "in doubt"]
)
def test_a_card_that_another_lies_on_in_part_is_what_it_was(seen: CardInSight) -> None:
    plane, above = Plane(), read("R2", (6.0, 70.0))
    one, cards = read_before(plane)
    for chance in (1, 2):  # and stays so
        image = over_its_left(table(chance=chance))
        lying = cards.lying_in(image, plane, LIGHT, 4)
        said, lies = lying.as_they_lay([above, seen])
        assert not lying.kept and said == [above, one.card]
        cards = KeptCards.of(image, plane, LIGHT, 4, lies, ())
    for chance in (3, 4):  # it is kept once, as it was read in whole
        image = over_its_left(table(chance=chance))
        lying = cards.lying_in(image, plane, LIGHT, 4)
        said, lies = lying.as_they_lay([above, one.card])
        assert not lying.kept and said == [above, one.card]
        cards = KeptCards.of(image, plane, LIGHT, 4, lies, [(one.card, one.hypothesis)])
        assert len(cards.cards) == 1


def test_a_card_laid_on_another_is_not_taken_for_that_one_however_alike_they_are() -> None:
    plane = Plane()
    _, cards = read_before(plane)
    above, laid = read("R2", (6.0, 70.0)), read("G1", (60.0, 70.0))
    for image, seen in ((over_its_left(table("1", chance=1)), [above, laid]), (table("1", chance=1), [laid])):
        lying = cards.lying_in(image, plane, LIGHT, 4)
        assert not lying.kept and lying.as_they_lay(seen) == (seen, [])


def test_a_card_exchanged_for_another_is_not_what_it_was_though_one_lies_below_where_it_changed() -> None:
    """As in a row of cards half over each other that are all printed alike."""
    plane = Plane()
    _, cards = read_before(plane)
    laid, below = read("G1", (60.0, 70.0)), read("R2", (45.0, 70.0))
    lying = cards.lying_in(table("1", chance=1), plane, LIGHT, 4)
    assert len(lying.in_part) == 1
    assert lying.as_they_lay([laid, below]) == ([laid, below], [])
    assert lying.as_they_lay([below, laid])[0] != [below, laid], "above, it would hide where that changed"


def test_nor_where_that_one_lay_there_before_and_seems_to_lie_above_now() -> None:
    """Which of two cards lies on the other is not always made out."""
    plane, laid, other = Plane(), read("G1", (60.0, 70.0)), read("R2", (45.0, 70.0), "ask")
    one = kept()
    for lay_there, covered in (([], True), ([(other, one.hypothesis)], False)):
        cards = KeptCards.of(table(), plane, LIGHT, 4, (), [(one.card, one.hypothesis), *lay_there])
        lying = cards.lying_in(table("1", chance=1), plane, LIGHT, 4)
        assert (lying.as_they_lay([other, laid])[0] == [other, one.card]) == covered


def test_what_lay_on_a_card_when_it_was_read_may_be_exchanged_for_another() -> None:
    """As on the cards that a pile of open ones lies on in part."""
    plane, drawn, again = Plane(), read("R2", (6.0, 70.0)), read("Y3", (6.0, 70.0))
    one, seen = kept(), read("YG7", (61.5, 70.0))
    for order in ([drawn, one.card], [one.card, drawn]):
        read_then = [(card, one.hypothesis) for card in order]
        cards = KeptCards.of(table(chance=1), plane, LIGHT, 4, (), read_then)
        lying = cards.lying_in(over_its_left(table(chance=2)), plane, LIGHT, 4)
        assert (one.card in lying.as_they_lay([again, seen])[0]) == (order[0] is drawn)
