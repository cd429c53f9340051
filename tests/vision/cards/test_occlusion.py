"""Cards on cards are made out from the top down, also where one in the middle is found late, or a rim misleads."""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.components.cards import Card
from engine.core.price import ENOUGH
from tests.support.card_designs import BLACK, INKS, WHITE, blank, number, taught
from vision.cards.classifier import CardClassifier, least_chance
from vision.cards.deck_statistics import DeckStatistics
from vision.cards.edge_map import EdgeMap, soften
from vision.cards.hypothesis import VISIBLE, CardHypothesis, suppose, weigh
from vision.cards.occlusion import OverlappingCards
from vision.cards.place import SIDE_POINTS, CardPlace
from vision.cards.prepared_picture import PreparedPicture
from vision.cards.table_plane import CARD_MM
from vision.cards.visible_cells import Sides, hidden_cells, inside
from vision.geometry.mat import mats

PX_PER_MM = 3
LOW, MIDDLE, HIGH = (CardPlace(110.0 + 34 * k, 140.0 + 3 * k, -0.06 + 0.06 * k, 0.0) for k in range(3))
CARDS = {LOW: Card.parse("R8"), MIDDLE: Card.parse("B4"), HIGH: Card.parse("Y5")}
"""A fan, the lowest first."""


class Above:
    """A camera straight above."""

    area = (0.0, 0.0, 300.0, 280.0)

    def project(self, points: np.ndarray) -> np.ndarray:
        return PX_PER_MM * np.asarray(points, float)

    def project_grid(self, across: np.ndarray, down: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return tuple(np.meshgrid(*(PX_PER_MM * part.astype(np.float32) for part in (across, down))))


def rimmed(card: Card) -> np.ndarray:
    """A white rim around the hue, the number's digits in the corner and in the middle."""
    face = blank(WHITE)
    face[11:-11, 11:-11] = INKS[card.hue]
    number(face, str(card.number), BLACK)
    small = face[16:82, 15:73].copy()
    number(small, str(card.number), WHITE, 1.6)
    face[16:82, 15:73] = small
    return face


@pytest.fixture(scope="module")
def classifier() -> CardClassifier:
    return CardClassifier(DeckStatistics(taught(rimmed)))


def table(
    classifier: CardClassifier,
    cards: dict[CardPlace, Card],
    tint: tuple[float, float, float] = (1, 1, 1),
    design: Callable[[Card], np.ndarray] = rimmed,
) -> PreparedPicture:
    """Cards laid one after the other on a green table. ``tint``: what became of their colours (BGR)."""
    light = np.full((840, 900, 3), (0.05, 0.2, 0.05), np.float32)
    for place, card in cards.items():
        face = np.clip(design(card) * np.float32(tint), 0, 1)
        corners = np.array([[0, 0], [face.shape[1], 0], [face.shape[1], face.shape[0]], [0, face.shape[0]]], np.float32)
        to_table = cv2.getPerspectiveTransform(corners, (PX_PER_MM * place.corners).astype(np.float32))
        cv2.warpPerspective(face, to_table, (900, 840), light, borderMode=cv2.BORDER_TRANSPARENT)
    shown = np.rint(255 * np.clip(light, 0, 1) ** (1 / 2.2)).astype(np.uint8)
    soft = soften(shown)
    return PreparedPicture(soft, EdgeMap(soft, Above()), Above(), mats()[0], None, classifier.statistics.now(INKS))


def outlined(place: CardPlace, cards: list[CardPlace]) -> CardPlace:
    """A place of which as much of the sides is seen as the cards above leave."""
    points = place.to_table((SIDE_POINTS + 0.5) * CARD_MM)
    above = cards[cards.index(place) + 1 :]
    clear = ~inside(points, above, 0).any(0) if above else np.ones(len(points), bool)
    return CardPlace.of(place.x, place.y, place.turn, clear)


@pytest.fixture
def fan() -> list[CardPlace]:
    return [outlined(place, list(CARDS)) for place in CARDS]


def said(pile: OverlappingCards) -> dict[Card | None, str]:
    return {card.candidates[0][0]: card.status for card in pile.cards}


def test_a_fan_of_which_every_card_is_found_is_read_from_the_top_down(
    classifier: CardClassifier, fan: list[CardPlace]
) -> None:
    pile = OverlappingCards(table(classifier, CARDS), classifier, fan)
    assert pile.make_out(fan)
    assert said(pile) == dict.fromkeys(CARDS.values(), "ok")
    assert not pile.in_doubt


def test_all_cards_of_a_full_table_are_read(classifier: CardClassifier) -> None:
    """Solitaire has fourteen piles."""
    places = [CardPlace(33.0 + 58 * column, 47.0 + 92 * row, 0.0, 0.0) for row in range(3) for column in range(5)]
    cards = dict(zip(places, [Card.parse(f"{hue}{number}") for hue in "ROYGB" for number in (2, 5, 8)], strict=True))
    found = [outlined(place, places) for place in places]
    pile = OverlappingCards(table(classifier, cards), classifier, found)
    pile.make_out(found)
    assert said(pile) == dict.fromkeys(cards.values(), "ok")


def test_a_place_that_was_no_card_as_it_was_seen_is_tried_again_once_one_lies_on_it(fan: list[CardPlace]) -> None:
    low, middle, high = fan
    one = CardHypothesis(low, Sides(1.0, 1.0), np.ones((56, 40), np.float32), refused=True)
    one.cover(replace(high, x=high.x + 40))
    assert one.refused, "that one lies beside it"
    one.cover(middle)
    assert not one.refused


def test_a_card_of_which_too_little_of_the_sides_is_seen_is_tried_once_it_is_known_what_covers_them(
    classifier: CardClassifier,
) -> None:
    beside, over_a_corner = CardPlace(180.0, 136.0, 0.0, 0.0), CardPlace(115.0, 188.0, 0.0, 0.0)
    cards = {CardPlace(150.0, 140.0, 0.0, 0.0): CARDS[LOW], beside: CARDS[MIDDLE], over_a_corner: CARDS[HIGH]}
    found = [outlined(place, list(cards)) for place in cards]
    found = [replace(place, score=min(place.score, 0.8)) for place in found]  # none is read before the others
    assert found[0].two_sides < 0.6, "it was to be covered so far"
    pile = OverlappingCards(table(classifier, cards), classifier, found)
    pile.make_out(found)
    assert set(said(pile)) == set(cards.values())


def test_of_two_places_the_one_whose_whole_outline_is_seen_comes_first(
    classifier: CardClassifier, fan: list[CardPlace]
) -> None:
    one, other = (CardHypothesis(fan[2], Sides(1.0, least), np.ones((56, 40), np.float32)) for least in (1.0, 0.1))
    picture = table(classifier, CARDS)
    picture.cut_faces([one, other], classifier.statistics)
    weigh([one, other], classifier.statistics, picture.now, {})
    assert one.agreed == other.agreed and one.worth > 5 * other.worth


def test_what_was_supposed_and_is_no_card_in_the_end_counts_against_a_pile(
    classifier: CardClassifier, fan: list[CardPlace], monkeypatch: pytest.MonkeyPatch
) -> None:
    low, _, high = fan
    pile = OverlappingCards(table(classifier, CARDS), classifier, fan, supposing=True)
    pile.make_out([low, high])
    pile.judge_again()
    explained = pile.explained
    monkeypatch.setattr("vision.cards.occlusion._WRONG", 0.0)
    assert pile.explained > explained + 0.2


def test_a_card_of_other_colours_than_foretold_is_read_where_surely_a_card_lies(classifier: CardClassifier) -> None:
    no_left_side_and_half_a_lower_one = np.arange(56) < 36
    place = CardPlace.of(LOW.x, LOW.y, LOW.turn, no_left_side_and_half_a_lower_one)
    pile = OverlappingCards(table(classifier, {LOW: CARDS[LOW]}, tint=(1, 0.2, 2)), classifier, [place])
    assert not pile.make_out([place]), "it may be the table"
    pile.make_out_rest([place])
    assert said(pile) == {CARDS[LOW]: "ok"}, "its number is printed as it was taught"


def test_what_was_supposed_is_judged_by_the_rest_too(classifier: CardClassifier, fan: list[CardPlace]) -> None:
    low, middle, high = fan
    pile = OverlappingCards(table(classifier, CARDS), classifier, fan, supposing=True)
    pile.make_out([low, high])
    assert pile.places[-1].under == (middle,)
    pile.make_out_rest([middle])
    assert said(pile) == dict.fromkeys(CARDS.values(), "ok")
    assert [place.under for place in pile.places] == [(), (), ()]


def test_a_card_hardly_explained_that_may_be_any_is_left_as_something(
    classifier: CardClassifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = CardPlace.of(LOW.x, LOW.y, LOW.turn, np.arange(56) < 36)
    monkeypatch.setattr("vision.cards.occlusion._LIKELIEST", 1.1)
    pile = OverlappingCards(table(classifier, {LOW: CARDS[LOW]}, tint=(1, 0.2, 2)), classifier, [place])
    pile.make_out_rest([place])
    assert not pile.cards


def test_without_the_card_between_the_lowest_is_not_explained(classifier: CardClassifier, fan: list[CardPlace]) -> None:
    low, _, high = fan
    pile = OverlappingCards(table(classifier, CARDS), classifier, [low, high])
    pile.make_out([low, high])
    assert said(pile).get(CARDS[LOW]) != "ok"


def test_a_card_below_one_that_is_found_late_is_read_by_what_is_in_sight_of_it(
    classifier: CardClassifier, fan: list[CardPlace]
) -> None:
    low, middle, high = fan
    pile = OverlappingCards(table(classifier, CARDS), classifier, fan, supposing=True)
    pile.make_out([low, high])
    assert pile.places[-1].under == (middle,)
    pile.make_out([middle])
    pile.judge_again()
    assert said(pile) == dict.fromkeys(CARDS.values(), "ok")
    assert [place.under for place in pile.places] == [(), (), ()]


def test_where_nothing_was_found_between_two_cards_of_a_fan_one_may_lie_all_the_same(
    classifier: CardClassifier, fan: list[CardPlace]
) -> None:
    low, middle, high = fan
    pile = OverlappingCards(table(classifier, CARDS), classifier, [low, high], supposing=True)
    pile.make_out([low, high])
    (between,) = pile.places[-1].under
    assert np.hypot(between.x - middle.x, between.y - middle.y) < 10
    pile.make_out([middle])
    pile.judge_again()
    assert said(pile) == dict.fromkeys(CARDS.values(), "ok")


def test_what_was_supposed_on_a_card_and_never_made_out_makes_it_a_question(
    classifier: CardClassifier, fan: list[CardPlace]
) -> None:
    low, _, high = fan
    pile = OverlappingCards(table(classifier, CARDS), classifier, fan, supposing=True)
    pile.make_out([low, high])
    pile.judge_again()
    assert said(pile)[CARDS[HIGH]] == "ok"
    asked = [card for card in pile.cards if card.candidates[0][0] != CARDS[HIGH]]
    assert [(card.status, card.card, card.back) for card in asked] == [("ask", None, False)]


def test_what_was_supposed_on_a_card_and_is_that_card_itself_is_not_said_twice(
    classifier: CardClassifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is found again a little further on, and its print lies where the card does."""
    cards = {LOW: CARDS[LOW], HIGH: CARDS[HIGH]}
    found = [outlined(place, list(cards)) for place in cards]
    pile = OverlappingCards(table(classifier, cards), classifier, found, supposing=True)
    pile.make_out(found)
    pile.places[-1] = replace(pile.places[-1], under=(replace(LOW, x=LOW.x + 24),))
    monkeypatch.setattr("vision.cards.occlusion.same_place", lambda one, other: False)
    pile.make_out(found[:1])
    assert len(pile.places) == 3
    explained = pile.explained
    pile.judge_again()
    assert [card.card for card in pile.cards] == [CARDS[HIGH], CARDS[LOW]]
    assert len(pile.places) == len(pile.read) == 2
    assert pile.explained < explained


def test_nothing_is_supposed_on_a_card_that_shows_all_its_sides(classifier: CardClassifier) -> None:
    place = CardPlace.of(150.0, 140.0, 0.0, np.ones(len(SIDE_POINTS), bool))
    picture = table(classifier, {place: CARDS[LOW]})
    picture.soft[470:553, 300:] = (30, 160, 20)  # a leaf
    pile = OverlappingCards(picture, classifier, [place, replace(place, y=200.0)], supposing=True)
    pile.make_out([place])
    assert [card.under for card in pile.places] == [()]


def test_of_all_that_may_lie_on_a_card_what_leaves_most_of_it_is_supposed(
    classifier: CardClassifier, fan: list[CardPlace]
) -> None:
    low, middle, high = fan
    picture = table(classifier, CARDS)
    one = CardHypothesis(low, Sides(low.two_sides, min(low.sides)), np.ones((56, 40), np.float32))
    one.cover(high)
    picture.cut_faces([one], classifier.statistics)
    weigh([one], classifier.statistics, picture.now, {})
    assert one.agreed < 0.9
    much_more = replace(middle, x=middle.x - 8)
    assert suppose(one, [much_more, middle], classifier.statistics, picture.now)
    assert one.under == (middle,)
    assert one.visible.mean() > VISIBLE


@pytest.mark.parametrize("aside", [(3.0, 0.0), (-2.5, 2.5), (0.0, -3.0)])
def test_a_card_found_beside_its_place_is_read_where_its_print_lies(
    classifier: CardClassifier, aside: tuple[float, float]
) -> None:
    """A white rim on white paper: one side is seen where the rim ends, the other where the hue does."""
    true = CardPlace.of(150.0, 140.0, 0.3, np.ones(len(SIDE_POINTS), bool))
    picture = table(classifier, {true: Card.parse("PR4")})
    found = replace(true, x=true.x + aside[0], y=true.y + aside[1])
    pile = OverlappingCards(picture, classifier, [found])
    pile.make_out([found])
    assert said(pile) == {Card.parse("PR4"): "ok"}
    assert np.hypot(pile.places[0].x - true.x, pile.places[0].y - true.y) < 1.2


def test_a_print_that_was_not_taught_is_asked_about_wherever_it_lies(classifier: CardClassifier) -> None:
    place = CardPlace.of(150.0, 140.0, 0.0, np.ones(len(SIDE_POINTS), bool))
    picture = table(classifier, {place: CARDS[LOW]})
    cv2.line(picture.soft, (400, 340), (500, 500), (0, 0, 0), 30)
    pile = OverlappingCards(picture, classifier, [place])
    pile.make_out([place])
    assert [card.status for card in pile.cards] == ["ask"]
    (at,) = pile.places
    assert np.hypot(at.x - place.x, at.y - place.y) < 1


def test_a_card_hides_nothing_where_something_is_supposed_to_lie_on_it(fan: list[CardPlace]) -> None:
    low, middle, high = fan
    alone = hidden_cells(middle, low)
    assert not (hidden_cells(middle, replace(low, under=(middle,)))).any()
    partly = hidden_cells(middle, replace(low, under=(high,)))
    assert partly.any()
    assert (alone & ~partly).any()
    assert (partly <= alone).all()


def test_nor_does_it_take_up_that_place(fan: list[CardPlace]) -> None:
    low, middle, _ = fan
    point = np.array([[middle.x - 10, middle.y]])
    assert inside(point, [low, middle], 0).tolist() == [[True], [True]]
    assert inside(point, [replace(low, under=(middle,)), middle], 0).tolist() == [[False], [True]]


def test_what_shows_all_sides_of_a_card_and_no_colours_of_the_deck_is_asked_about_and_hides_what_is_below(
    classifier: CardClassifier, fan: list[CardPlace]
) -> None:
    picture = table(classifier, CARDS)
    foreign = np.random.default_rng(3).integers(0, 255, (28, 30, 3), np.uint8)
    foreign = cv2.resize(foreign, (900, 840), interpolation=cv2.INTER_NEAREST)
    there = cv2.fillConvexPoly(np.zeros((840, 900), np.uint8), (PX_PER_MM * HIGH.corners).astype(np.int32), 1) > 0
    picture.soft[there] = foreign[there]
    pile = OverlappingCards(picture, classifier, fan)
    pile.make_out(fan)
    places = dict(zip(((place.x, place.y) for place in pile.places), pile.cards, strict=True))
    assert places[HIGH.x, HIGH.y].status == "ask"
    assert places[MIDDLE.x, MIDDLE.y].card == CARDS[MIDDLE]
    assert places[LOW.x, LOW.y].card == CARDS[LOW]


@pytest.mark.parametrize("scratch_px", [0, 5])
def test_colours_as_they_should_be_make_good_for_an_outline_that_is_seen_in_part(
    classifier: CardClassifier, scratch_px: int
) -> None:
    place = CardPlace.of(150.0, 140.0, 0.0, np.arange(len(SIDE_POINTS)) % 5 > 0)
    assert place.two_sides < 0.85
    picture = table(classifier, {place: CARDS[LOW]})
    if scratch_px:
        cv2.line(picture.soft, (425, 400), (475, 440), (0, 0, 0), scratch_px)
    pile = OverlappingCards(picture, classifier, [place])
    pile.make_out([place])
    assert [(card.card, card.status) for card in pile.cards] == [(CARDS[LOW], "ok")]


@pytest.mark.parametrize("aside", [2.4, -2.4])
def test_a_card_below_another_that_was_found_at_its_rim_is_read_all_the_same(
    classifier: CardClassifier, fan: list[CardPlace], aside: float
) -> None:
    low, middle, high = fan
    c, s = np.cos(low.turn), np.sin(low.turn)
    found = replace(low, x=low.x + c * aside, y=low.y + s * aside)
    pile = OverlappingCards(table(classifier, CARDS), classifier, [found, middle, high])
    pile.make_out([found, middle, high])
    assert said(pile)[CARDS[LOW]] == "ok"


def test_a_card_across_which_the_side_of_another_is_seen_is_tried_below_it(
    classifier: CardClassifier, fan: list[CardPlace]
) -> None:
    low, middle, high = fan
    places = [replace(low, score=0.99), middle, high]  # as if nothing lay on the lowest
    pile = OverlappingCards(table(classifier, CARDS), classifier, places)
    pile.make_out(places[:1])
    pile.make_out(places)
    assert said(pile) == {CARDS[LOW]: "ask", CARDS[HIGH]: "ok"}, "that hides the one in the middle"
    assert [place.x for place in pile.crossed()] == [low.x]
    again = OverlappingCards(table(classifier, CARDS), classifier, places)
    again.make_out_below(places, pile.crossed())
    assert said(again) == dict.fromkeys(CARDS.values(), "ok")
    assert again.reads_more_than(pile)
    assert not again.crossed()


def test_of_cards_that_are_all_sure_none_is_tried_below_another(
    classifier: CardClassifier, fan: list[CardPlace], monkeypatch: pytest.MonkeyPatch
) -> None:
    *_, high = fan
    pile = OverlappingCards(table(classifier, CARDS), classifier, fan)
    pile.make_out([high])
    across = CardPlace.of(high.x - 20, high.y, high.turn, np.ones(len(SIDE_POINTS), bool))
    pile.found[across] = None
    assert not pile.crossed()
    monkeypatch.setattr(pile, "cards", [replace(pile.cards[0], status="ask")])
    assert [place.x for place in pile.crossed()] == [high.x]
    monkeypatch.setattr(pile, "found", dict.fromkeys([high, replace(across, x=high.x - 80)]))
    assert not pile.crossed(), "that one lies beside it"


@pytest.mark.parametrize(("asked", "more"), [((), True), ((HIGH,), False)])
def test_where_no_more_cards_are_read_those_that_were_must_still_be(
    classifier: CardClassifier, fan: list[CardPlace], asked: tuple[CardPlace, ...], more: bool
) -> None:
    """And more be made out."""
    before, after = (OverlappingCards(table(classifier, CARDS), classifier, fan) for _ in range(2))
    before.make_out(fan[2:])
    after.make_out(fan[1:])
    high, middle = after.cards
    after.cards = [replace(high, status="ask"), middle] if asked else [high, replace(middle, status="ask")]
    assert after.sure == before.sure and after.explains_more_than(before)
    assert after.reads_more_than(before) == more
    assert not before.reads_more_than(after)


def test_what_explains_hardly_less_is_better_where_more_cards_are_read_so(
    classifier: CardClassifier, fan: list[CardPlace], monkeypatch: pytest.MonkeyPatch
) -> None:
    less, more = (OverlappingCards(table(classifier, CARDS), classifier, fan) for _ in range(2))
    less.make_out(fan[2:])
    monkeypatch.setattr(more, "cards", 2 * less.cards)  # and what their colours cost is nothing
    for explained, better in ((0.05, True), (0.2, False)):
        monkeypatch.setattr(OverlappingCards, "explained", property(lambda pile, e=explained: e * (pile is less)))
        assert more.explains_more_than(less) == better


@pytest.mark.parametrize(
    ("seen", "misfit", "unlike", "surely"),
    [
        (0.5, 0.3, 0.04, False),
        (0.5, 0.3, 0.01, True),
        (0.5, 0.2, 0.04, True),
        (1.0, 0.3, 0.04, True),
    ],
)
def test_of_a_card_partly_hidden_not_both_colours_and_print_may_be_odd_as_then_others_hide_more_of_it(
    seen: float, misfit: float, unlike: float, surely: bool
) -> None:
    visible = (np.arange(56)[:, None] < 56 * seen) * np.ones((56, 40), np.float32)
    lies = replace(LOW, sides=(1.0, 0.0, 1.0, 1.0))
    one = CardHypothesis(lies, Sides(1.0, 1.0), visible, misfit=misfit, unlike=unlike)
    assert (least_chance(one, printed=False) < 1) == surely
    assert least_chance(one, printed=True) < 1, "as where each card has its own ground, and its face tells the number"
    assert least_chance(one, printed=False, told_by_face=True) < 1


def test_a_card_on_which_a_shadow_ends_must_be_surer(classifier: CardClassifier) -> None:
    """Its colours are not as foretold, though they may look so."""
    one = CardHypothesis(LOW, Sides(1.0, 1.0), np.ones((56, 40), np.float32), misfit=0.1, unlike=0.01)
    table(classifier, CARDS).cut_faces([one], classifier.statistics)
    even = least_chance(one, printed=True)
    shadow = np.where(np.arange(40)[:, None] < 20, 0.5, 1.0)
    one.face = replace(one.face, light=one.face.light * shadow)
    assert even < least_chance(one, printed=True) < 1


@pytest.mark.parametrize(
    ("sides", "unlike", "surely"),
    [
        ((1.0, 0.1, 1.0, 0.3), 0.04, False),
        ((0.1, 1.0, 0.3, 1.0), 0.04, False),
        ((1.0, 0.1, 1.0, 0.3), 0.01, True),
        ((1.0, 0.1, 0.3, 1.0), 0.04, True),
    ],
)
def test_a_card_of_which_only_opposite_sides_are_seen_lies_where_its_print_says_so(
    sides: tuple[float, float, float, float], unlike: float, surely: bool
) -> None:
    """Further along them its 2 would be a part of a 12."""
    visible = np.ones((56, 40), np.float32)
    one = CardHypothesis(replace(LOW, sides=sides), Sides(1.0, 0.0), visible, misfit=0.1, unlike=unlike)
    assert (least_chance(one, printed=False) < 1) == surely
    told_by_its_face = least_chance(one, printed=False, told_by_face=True)
    assert told_by_its_face < 1 and (told_by_its_face == ENOUGH) == surely, "it must be surer than others"


def test_what_was_looked_at_in_a_picture_is_not_looked_at_again(
    classifier: CardClassifier, fan: list[CardPlace], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[tuple[CardPlace, bytes, Sides]] = []
    classify = CardClassifier.classify

    def counted(self: CardClassifier, one: CardHypothesis, *others):
        looked.append((*one.look, one.sides))
        return classify(self, one, *others)

    monkeypatch.setattr(CardClassifier, "classify", counted)
    picture = table(classifier, CARDS)
    said_each = []
    for supposing in (False, True, True):
        pile = OverlappingCards(picture, classifier, fan, supposing)
        pile.make_out(fan)
        said_each.append(said(pile))
    assert len(looked) == len(set(looked)) >= len(CARDS)
    assert said_each[0] == said_each[1] == said_each[2] == dict.fromkeys(CARDS.values(), "ok")


def test_of_a_card_partly_hidden_that_lies_where_its_print_is_the_whole_face_must_tell_the_number(
    classifier: CardClassifier, fan: list[CardPlace], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A 1 in sight, slid a little, is that of a 10 or of a 12: where the print fits best is where it was put."""
    _, middle, high = fan
    picture = table(classifier, CARDS)

    def status(place: CardPlace, *above: CardPlace) -> str:
        one = CardHypothesis(place, Sides(1.0, 1.0), np.ones((56, 40), np.float32))
        for card in above:
            one.cover(card)
        picture.cut_faces([one], classifier.statistics)
        weigh([one], classifier.statistics, picture.now, {})
        return classifier.classify(one, picture.plane, picture.now).status

    printed = replace(middle.taken_for_seen(), by_print=True)
    assert status(printed, high) == "ok"
    monkeypatch.setattr(classifier.statistics.number_faces, "costs", lambda *_: np.zeros(12))
    assert status(printed, high) == "ask"
    assert status(middle, high) == "ok", "its sides are seen"
    assert status(replace(high.taken_for_seen(), by_print=True)) == "ok", "nothing lies on it"


def test_cards_in_full_sight_printed_as_they_were_taught_lie_there_whatever_hue_they_have(
    classifier: CardClassifier, fan: list[CardPlace]
) -> None:
    pile = OverlappingCards(table(classifier, CARDS), classifier, fan)
    pile.make_out(fan)
    pile.cards = [replace(card, status="ask") for card in pile.cards]
    placed, unsure = pile.placed_and_unsure()
    assert [(place.x, place.y) for place in placed] == [(HIGH.x, HIGH.y)]
    assert len(unsure) == 2
