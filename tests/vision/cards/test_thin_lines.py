"""A hue that shows in a number's thin lines alone is told by what lies across the mixtures of ground and filling."""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.components.cards import Card
from engine.components.hues import Hue
from tests.support.card_designs import BLACK, FINE, INKS, WHITE, blank, sample, seen_as, small
from vision.cards import hue_classifier
from vision.cards.deck_statistics import DeckStatistics
from vision.cards.face_grid import COLUMNS, ROWS
from vision.cards.hue_cells import TaughtHues
from vision.cards.ink_errors import ExpectedErrors
from vision.cards.taught import TaughtDeck
from vision.cards.thin_lines import LinesSeen, ThinLines

WHOLE = np.ones((ROWS, COLUMNS), np.float32)
GREEN, NIGHT = (0.55, 0.75, 0.6), (0.10, 0.03, 0.02)


def outlined(
    ground, filling, halves: bool = False, blur: float = 2.0, inks: np.ndarray = INKS
) -> Callable[[Card], np.ndarray]:
    """Numbers in black or white within a line of 1 mm in the hue's ink; ``halves``: every other hue in those of its
    neighbours, one above and one below."""

    def face(card: Card) -> np.ndarray:
        out = blank(ground)
        text = np.zeros(out.shape[:2], np.uint8)
        cv2.putText(text, str(card.number), (40, 215), cv2.FONT_HERSHEY_DUPLEX, 3.4, 255, 9, cv2.LINE_AA)
        around = cv2.dilate(text, np.ones((7, 7), np.uint8))
        apart = int(card.hue) % 2 if halves else 0
        ink = np.where(
            np.arange(ROWS * FINE)[:, None, None] < 190, inks[card.hue - apart], inks[(card.hue + apart) % 12]
        )
        for mask, colour in ((around, ink), (text, np.asarray(filling))):
            share = cv2.GaussianBlur(mask, (0, 0), blur)[..., None] / 255.0
            out[:] = out * (1 - share) + share * colour
        return out

    return face


def statistics_of(design: Callable[[Card], np.ndarray]) -> DeckStatistics:
    """Of a deck taught by one card of each hue and number."""
    cards = [Card(hue, int(hue) + 1) for hue in Hue]
    return DeckStatistics(TaughtDeck((*(sample(card, design(card)) for card in cards), sample(None, blank(BLACK)))))


def hue_of(statistics: DeckStatistics, face: np.ndarray, number: int, light: np.ndarray | float = 1.0) -> int:
    return int(lines_of(statistics, face, number, light).costs.argmin())


def lines_of(
    statistics: DeckStatistics,
    face: np.ndarray,
    number: int,
    light: np.ndarray | float = 1.0,
    visible: np.ndarray = WHOLE,
) -> LinesSeen:
    lines = statistics.classifier._lines
    assert isinstance(lines, ThinLines)
    shown = seen_as((small(face) * light).astype(np.float32), face)
    seen = lines.seen(shown, visible, number - 1, lines.now(INKS), statistics.classifier.expected)
    assert seen is not None
    return seen


@pytest.mark.parametrize(
    "ground, filling, halves",
    [(WHITE, BLACK, True), (NIGHT, WHITE, False), (GREEN, BLACK, False)]
    + [
        pytest.param(*other, marks=pytest.mark.slow)
        for other in [(WHITE, BLACK, False), (NIGHT, WHITE, True), (GREEN, BLACK, True)]
    ],
)
def test_the_hue_of_an_outline_is_told_whatever_the_number_and_the_ground(ground, filling, halves: bool) -> None:
    design = outlined(ground, filling, halves)
    statistics = statistics_of(design)
    told = {
        (hue, number): hue_of(statistics, design(Card(hue, number)), number) for hue in Hue for number in (2, 5, 10)
    }
    wrong = {key for key, hue in told.items() if hue != key[0]}
    assert len(wrong) <= 1, wrong


def test_a_picture_that_is_less_sharp_than_the_taught_ones_makes_no_difference() -> None:
    statistics = statistics_of(outlined(WHITE, BLACK))
    soft = outlined(WHITE, BLACK, blur=4.0)
    assert [hue_of(statistics, soft(Card(hue, 5)), 5) for hue in Hue] == [*range(12)]


def test_light_that_is_tinted_where_the_card_lies_makes_no_difference() -> None:
    design = outlined(WHITE, BLACK)
    statistics, tint = statistics_of(design), np.array([0.85, 0.95, 1.1])
    assert [hue_of(statistics, design(Card(hue, 5)), 5, tint) for hue in Hue] == [*range(12)]


def test_of_lines_that_are_not_in_sight_no_hue_is_likelier_than_another() -> None:
    design = outlined(WHITE, BLACK)
    statistics, face = statistics_of(design), design(Card(Hue.B, 5))
    seen = statistics.classifier.unlike(seen_as(small(face), face), 0 * WHOLE, 4, statistics.now(INKS).hues)
    assert seen.lines is None and np.ptp(seen.by_lines) == 0


def taught_by(design: Callable[[Card], np.ndarray], monkeypatch: pytest.MonkeyPatch) -> TaughtHues:
    """What lines are taught with of a deck of this design."""
    taught: list[TaughtHues] = []
    monkeypatch.setattr(hue_classifier, "ThinLines", taught.append)
    statistics_of(design)
    return taught[0]


def told_by(lines: ThinLines, face: np.ndarray, number: int) -> np.ndarray:
    learned = ExpectedErrors((), 12, around=True)
    seen = lines.seen(seen_as(small(face), face), WHOLE, number - 1, lines.now(INKS), learned)
    assert seen is not None
    return seen.costs


@pytest.mark.parametrize("design", [outlined(WHITE, BLACK), outlined(NIGHT, WHITE)])
def test_a_hue_whose_ink_was_taken_for_none_or_for_the_ground_is_told_by_all_that_differs_in_its_number(
    design, monkeypatch: pytest.MonkeyPatch
) -> None:
    taught = taught_by(design, monkeypatch)
    shares = taught.shares.copy()
    shares[Hue.P] = 0
    shares[Hue.O] = taught.lettered < 0.5
    lines = ThinLines(replace(taught, shares=shares))
    for hue in (Hue.O, Hue.P, Hue.BP):
        assert told_by(lines, design(Card(hue, 5)), 5).argmin() == hue


@pytest.mark.filterwarnings("error")
def test_a_deck_without_coloured_lines_says_nothing_by_them(monkeypatch: pytest.MonkeyPatch) -> None:
    design = outlined(WHITE, BLACK)
    taught = taught_by(design, monkeypatch)
    gray = np.broadcast_to(taught.faces.mean(-1, keepdims=True), taught.faces.shape).copy()
    lines = ThinLines(replace(taught, faces=gray, shares=np.zeros_like(taught.shares)))
    face = np.broadcast_to(design(Card(Hue.B, 5)).mean(-1, keepdims=True), design(Card(Hue.B, 5)).shape)
    assert np.allclose(told_by(lines, face, 5), 0, atol=1e-6)


def test_a_colour_that_few_cards_have_on_their_ground_is_not_taken_for_where_hues_are_shown() -> None:
    """Two of twelve cards lie on green, all others on gray: one on gray is of no hue less for that."""
    gray = outlined((0.45, 0.45, 0.45), BLACK)

    def design(card: Card) -> np.ndarray:
        return (outlined((0.02, 0.35, 0.02), BLACK) if card.number in (4, 12) else gray)(card)

    statistics = statistics_of(design)
    for card in (Card(Hue.R, 8), Card(Hue.GB, 2), Card(Hue.P, 3)):
        face = gray(card)
        seen = seen_as(small(face), face)
        hues = statistics.classifier.unlike(seen, WHOLE, card.number - 1, statistics.now(INKS).hues)
        assert hues.believed < 0.3 and int(hues.costs.argmin()) == card.hue


def in_other_light(hue: Hue, number: int) -> np.ndarray:
    """A card whose ink lies nearer the next hue's than its own, as under a lamp that the cards' inks take otherwise
    than the mat's."""
    own, other = np.array(INKS[hue]), np.array(INKS[(hue + 1) % 12])
    inks = INKS.copy()
    inks[hue] = 0.45 * own + 0.55 * other
    return outlined(WHITE, BLACK, inks=inks)(Card(hue, number))


def test_an_ink_that_looks_another_in_this_light_is_told_once_people_said_what_one_card_with_it_is() -> None:
    statistics = statistics_of(outlined(WHITE, BLACK))
    before = lines_of(statistics, in_other_light(Hue.G, 5), 5)
    assert before.costs.argmin() != Hue.G or np.sort(before.costs)[1] < 2, "else nobody would have to be asked"
    face = in_other_light(Hue.G, 5)
    told = statistics.classifier.unlike(seen_as(small(face), face), WHOLE, 4, statistics.now(INKS).hues).error_of(Hue.G)
    statistics.expect([replace(told, picture=picture) for picture in range(2)])
    after = lines_of(statistics, in_other_light(Hue.G, 12), 12).costs
    assert after.argmin() == Hue.G and np.sort(after)[1] > np.sort(before.costs)[1] + 1


def test_of_lines_partly_hidden_less_is_learned() -> None:
    design = outlined(WHITE, BLACK)
    statistics, face = statistics_of(design), design(Card(Hue.B, 10))
    half = WHOLE.copy()
    half[ROWS // 2 :] = 0
    whole, part = (lines_of(statistics, face, 10, visible=visible).within for visible in (WHOLE, half))
    assert 2 * whole < part < np.pi
