"""The hue of a card whose number is known: told by every cell that shows its ink, never surer than the lamp lets."""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.components.cards import Card
from engine.components.hues import Hue
from tests.support.card_designs import (
    BLACK,
    FINE,
    INKS,
    WHITE,
    blank,
    full_bleed,
    number,
    sample,
    seen_as,
    small,
    special,
    taught,
)
from vision.cards.classifier import CardClassifier, is_numbered
from vision.cards.deck_statistics import DeckStatistics
from vision.cards.face_grid import COLUMNS, ROWS, Face
from vision.cards.hypothesis import ODD_HIDDEN, CardHypothesis, weigh
from vision.cards.ink_errors import InkError
from vision.cards.likelihood import CoarseFace
from vision.cards.place import CardPlace
from vision.cards.reader import CardReader
from vision.cards.readings import CardInSight
from vision.cards.taught import TaughtDeck
from vision.cards.visible_cells import Sides

WHOLE = np.ones((ROWS, COLUMNS), np.float32)
SURE = 3.5
"""A lead of hues (logarithm) with which the reader would not ask."""


def disc(card: Card) -> np.ndarray:
    """A white card that shows its hue under its number alone."""
    face = blank(WHITE)
    middle = (face.shape[1] // 2, face.shape[0] // 2)
    mask = cv2.circle(np.zeros(face.shape[:2], np.uint8), middle, 75, 255, -1, cv2.LINE_AA)[..., None] / 255.0
    face[:] = face * (1 - mask) + mask * INKS[card.hue]
    number(face, str(card.number), BLACK)
    return face


def halves(card: Card) -> np.ndarray:
    """A white card with a disc under its number; every other hue in two halves, of its neighbours' inks."""
    face = disc(card)
    middle, apart = face.shape[0] // 2, int(card.hue) % 2
    for rows, hue in ((slice(middle), card.hue - apart), (slice(middle, None), (card.hue + apart) % 12)):
        part = disc(Card(Hue(hue), card.number))
        face[rows] = part[rows]
    return face


def pictured(card: Card, light: float | None = None) -> np.ndarray:
    """A card that shows its hue under its number alone, on a ground as bright as no other card's, or as ``light``."""
    face, rng = disc(card), np.random.default_rng([int(card.hue), card.number])
    bright = light or (rng.uniform(0.4, 1) if rng.random() < 0.4 else 1.0)
    face[(face == np.float32(WHITE[0])).all(-1)] *= bright
    return face


def bars(card: Card) -> np.ndarray:
    """A black card that shows its hue in two narrow bars."""
    face = blank(BLACK)
    for top in (40, face.shape[0] - 52):
        face[top : top + 12] = INKS[card.hue]
    number(face, str(card.number), WHITE)
    return face


def ring(card: Card) -> np.ndarray:
    """A picture in colours, another one on every card, with a narrow ring in the card's hue on it."""
    rng = np.random.default_rng([int(card.hue), card.number])
    art = rng.uniform(0.2, 0.8, (4, 3, 1)) * rng.uniform(0.8, 1.2, (4, 3, 3))
    face = cv2.resize(art.astype(np.float32), (COLUMNS * FINE, ROWS * FINE), interpolation=cv2.INTER_CUBIC)
    middle = (face.shape[1] // 2, face.shape[0] // 2)
    mask = cv2.circle(np.zeros(face.shape[:2], np.uint8), middle, 85, 255, 12, cv2.LINE_AA)[..., None] / 255.0
    face[:] = face * (1 - mask) + mask * INKS[card.hue]
    number(face, str(card.number), BLACK, 2.2)
    return face


def framed(card: Card) -> np.ndarray:
    """A black field in a frame of the card's hue; wide numbers in white reach over the frame."""
    face, text = blank(INKS[card.hue]), str(card.number)
    face[24:-24, 24:-24] = BLACK
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, 6, 40)
    mask = np.zeros(face.shape[:2], np.uint8)
    at = (face.shape[1] - width) // 2, (face.shape[0] + height) // 2
    cv2.putText(mask, text, at, cv2.FONT_HERSHEY_DUPLEX, 6, 255, 40, cv2.LINE_AA)
    share = mask[..., None] / 255.0
    return face * (1 - share) + share * np.asarray(WHITE)


def seen(face: np.ndarray) -> Face:
    return seen_as(small(face).astype(np.float32), face)


def hues(
    statistics: DeckStatistics, face: np.ndarray, shown: int, inks: np.ndarray = INKS, visible: np.ndarray = WHOLE
) -> np.ndarray:
    """How unlikely each hue is for a face that shows a number (1 to 12)."""
    now = statistics.now(inks)
    return statistics.classifier.unlike(seen(face), visible, shown - 1, now.hues).costs


def lead(costs: np.ndarray) -> float:
    return float(np.diff(np.sort(costs)[:2])[0])


@pytest.fixture(scope="module")
def discs() -> DeckStatistics:
    return DeckStatistics(taught(disc))


@pytest.fixture(scope="module")
def reader() -> CardReader:
    return CardReader(taught(full_bleed))


@pytest.fixture(scope="module")
def plain() -> DeckStatistics:
    return DeckStatistics(taught(full_bleed))


def test_ground_that_is_as_bright_as_no_other_cards_says_hardly_how_bright_a_card_lies() -> None:
    statistics = DeckStatistics(taught(pictured))
    for hue in Hue:
        costs = hues(statistics, pictured(Card(hue, 5), light=0.5), 5)
        assert costs.argmin() == hue and lead(costs) > SURE


def test_a_hue_that_shows_under_the_number_alone_is_read_whatever_the_number(discs: DeckStatistics) -> None:
    for hue in Hue:
        costs = hues(discs, disc(Card(hue, 12 - int(hue))), 12 - int(hue))
        assert int(costs.argmin()) == hue and lead(costs) > SURE


def test_a_hue_in_two_halves_under_the_number_is_neither_of_the_two() -> None:
    statistics = DeckStatistics(taught(halves))
    for hue in Hue:
        costs = hues(statistics, halves(Card(hue, 12 - int(hue))), 12 - int(hue))
        assert int(costs.argmin()) == hue and lead(costs) > SURE


def test_a_narrow_ring_on_a_picture_tells_the_hue_though_the_picture_is_another_one() -> None:
    statistics = DeckStatistics(taught(ring))
    for hue in Hue:
        costs = hues(statistics, ring(Card(hue, 12 - int(hue))), 12 - int(hue))
        assert int(costs.argmin()) == hue and lead(costs) > SURE


def mosaic(card: Card) -> np.ndarray:
    """A bar in the card's hue at each side of a mosaic of its own, as bright here and there as anywhere."""
    rng = np.random.default_rng([int(card.hue), card.number])
    art = rng.uniform(0.1, 0.9, (28, 20, 1)) * rng.uniform(0.8, 1.2, (28, 20, 3))
    face = cv2.resize(art.astype(np.float32), (COLUMNS * FINE, ROWS * FINE), interpolation=cv2.INTER_NEAREST)
    face[:, 12:40] = face[:, -40:-12] = INKS[card.hue]
    number(face, str(card.number), BLACK, 2.2)
    return face


def test_where_every_card_has_a_picture_of_its_own_its_hue_is_looked_for_beside_its_number_as_well() -> None:
    """Pictures differ in all cells, as numbers do in theirs, and are no lines of these."""
    statistics = DeckStatistics(taught(mosaic))
    assert statistics.own_pictures
    assert 0 < statistics.lettering[:, 8:-8].mean() < 0.4 and not statistics.lettering[:, :8].any()
    for card in (Card(Hue(k), (k + 5) % 12 + 1) for k in range(0, 12, 2)):
        unlike = statistics.classifier.unlike(seen(mosaic(card)), WHOLE, card.number - 1, statistics.now(INKS).hues)
        assert unlike.costs.argmin() == card.hue and lead(unlike.costs) > SURE, card


def test_a_colour_midway_between_two_hues_is_neither(plain: DeckStatistics) -> None:
    between = blank(((INKS[Hue.B] ** 0.45 + INKS[Hue.GB] ** 0.45) / 2) ** 2.2)
    number(between, "5", BLACK)
    costs = hues(plain, between, 5)
    assert set(np.argsort(costs)[:2]) == {Hue.B, Hue.GB} and lead(costs) < SURE


def test_a_blue_far_off_its_taught_colour_leaves_its_neighbours_in_doubt_and_no_others(discs: DeckStatistics) -> None:
    """As another camera shows it: half as colourful, and warmer; the mat is seen as it was."""
    face = disc(Card(Hue.B, 7))
    gray = face @ np.array([0.114, 0.587, 0.299], np.float32)
    costs = hues(discs, (face + gray[..., None]) / 2 * np.array([0.92, 1, 1.1]), 7)
    chances = np.exp(costs.min() - costs) / np.exp(costs.min() - costs).sum()
    near = [Hue.GB, Hue.B, Hue.BP]
    assert int(costs.argmin()) == Hue.B and lead(costs) < SURE
    assert chances[near].sum() > 0.99, "yellow is no alternative to blue"


def test_thin_lines_of_a_hue_around_a_number_say_less_of_it_than_broad_ones() -> None:
    """No cell of a line of 1 mm shows what its ink looks like: it is mixed with what it lies on."""

    def outlined(line: int) -> Callable[[Card], np.ndarray]:
        def face(card: Card) -> np.ndarray:
            out = blank(WHITE)
            text = np.zeros(out.shape[:2], np.uint8)
            cv2.putText(text, str(card.number), (60, 200), cv2.FONT_HERSHEY_DUPLEX, 3.0, 255, 8, cv2.LINE_AA)
            around = cv2.dilate(text, np.ones((line, line), np.uint8))
            for mask, ink in ((around, INKS[card.hue]), (text, BLACK)):
                share = cv2.GaussianBlur(mask, (0, 0), 2)[..., None] / 255.0
                out[:] = out * (1 - share) + share * np.asarray(ink)
            return out

        return face

    card, said = Card(Hue.B, 5), []
    for line in (5, 41):
        statistics = DeckStatistics(taught(outlined(line)))
        now = statistics.now(INKS)
        said.append(statistics.classifier.unlike(seen(outlined(line)(card)), WHOLE, 4, now.hues))
    assert [int(one.costs.argmin()) for one in said] == [Hue.B, Hue.B]
    thin, broad = (one.believed for one in said)
    assert thin < 0.3 and broad > 2 * thin


def test_where_the_lamp_changes_the_mats_inks_unforeseeably_an_ink_of_a_card_may_be_further_off(
    plain: DeckStatistics,
) -> None:
    as_taught = plain.now(INKS).hues.error
    odd = plain.now(INKS * np.random.default_rng(2).uniform(0.6, 1.4, INKS.shape)).hues.error
    evenly = plain.now(0.9 * INKS + 0.02).hues.error
    assert (as_taught < 0.01).all() and (odd > 2 * as_taught).all() and (evenly < 0.7 * odd).all()


@pytest.fixture
def carried_badly() -> Callable[[DeckStatistics, Card], np.ndarray]:
    """How unlikely each hue is of a card that looks as it was taught, where the mat's inks look otherwise."""

    def costs(deck: DeckStatistics, card: Card) -> np.ndarray:
        now = deck.now(INKS).hues
        badly = replace(now, carried=np.full_like(now.carried, 0.05))
        return deck.classifier.unlike(seen(disc(card)), WHOLE, card.number - 1, badly).costs

    return costs


def test_in_light_to_which_the_mats_inks_carry_badly_no_hue_is_as_sure(
    discs: DeckStatistics, carried_badly: Callable[[DeckStatistics, Card], np.ndarray]
) -> None:
    for hue in Hue:
        well, badly = hues(discs, disc(Card(hue, 5)), 5), carried_badly(discs, Card(hue, 5))
        assert well.argmin() == badly.argmin() == hue and lead(badly) < 0.5 * lead(well)


def test_in_such_light_a_hue_is_surer_once_cards_told_its_ink(
    carried_badly: Callable[[DeckStatistics, Card], np.ndarray],
) -> None:
    deck, card = DeckStatistics(taught(disc)), Card(Hue.B, 5)
    before = lead(carried_badly(deck, card))
    deck.expect([InkError(int(Hue.B), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.02, picture) for picture in range(3)])
    assert lead(carried_badly(deck, card)) > 1.3 * before
    deck.expect([InkError(int(Hue.B), (0.1, 0.1, 0.1), (0.0, 0.0, 0.0), 0.02, picture) for picture in range(3)])
    far = carried_badly(deck, Card(Hue.O, 5))
    assert far.argmin() == Hue.O and lead(far) > 0.5 * before, "what is far off elsewhere does not make it less sure"


def test_the_ends_of_two_narrow_bars_are_enough_to_tell_far_hues_apart() -> None:
    statistics = DeckStatistics(taught(bars))
    strip = WHOLE.copy()
    strip[:, COLUMNS * 2 // 5 :] = 0
    costs = hues(statistics, bars(Card(Hue.G, 4)), 4, visible=strip)
    far = [hue for hue in Hue if min(abs(hue - Hue.G), 12 - abs(hue - Hue.G)) > 2]
    assert int(costs.argmin()) == Hue.G and costs[far].min() - costs.min() > 3 * SURE


def test_a_little_of_a_card_that_looks_like_nothing_does_not_change_its_hue(plain: DeckStatistics) -> None:
    face = full_bleed(Card(Hue.O, 4))
    face[: face.shape[0] // 6, : face.shape[1] // 2] = (0.05, 0.6, 0.1)
    costs = hues(plain, face, 4)
    assert int(costs.argmin()) == Hue.O and lead(costs) > SURE


def test_of_a_card_that_is_hidden_no_hue_is_likelier_than_another(plain: DeckStatistics) -> None:
    costs = hues(plain, full_bleed(Card(Hue.O, 4)), 4, visible=np.zeros_like(WHOLE))
    assert lead(costs) < 0.1


class _Above:
    def project(self, points: np.ndarray) -> np.ndarray:
        return np.asarray(points, float)


def circles() -> np.ndarray:
    """A card without a number: a small and a large circle on dark blue."""
    ground = blank((0.1, 0.1, 0.3))
    cv2.circle(ground, (ground.shape[1] // 2, 40), 25, WHITE, -1)
    cv2.circle(ground, (ground.shape[1] // 2, 200), 60, WHITE, -1)
    return ground


def lying_alone(reader: CardReader, shown: np.ndarray, visible: np.ndarray) -> CardInSight | None:
    """What a clear place shows, all of its sides seen."""
    face, now = seen(shown), reader.statistics.now(INKS)
    wide = CoarseFace.of(face, reader.statistics, now)
    one = CardHypothesis(CardPlace(100.0, 100.0, 0.0, 1.0, (1.0, 1.0, 1.0, 1.0)), Sides(1.0, 1.0), visible, face, wide)
    weigh([one], reader.statistics, now, {})
    return reader.classifier.classify(one, _Above(), now)


@pytest.mark.parametrize(("another", "status"), [(False, "ok"), (True, "ask")])
def test_a_special_card_is_asked_about_where_its_whole_face_is_anothers(
    another: bool, status: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw, mix = Card.parse("*draw"), Card.parse("*swap-cards")
    numbered = (one for one in taught(full_bleed).samples if is_numbered(one.card))
    others = sample(draw, circles()), sample(mix, special("swap-cards")), sample(None, blank(WHITE))
    reader = CardReader(TaughtDeck((*numbered, *others)))
    monkeypatch.setattr(CardClassifier, "_is_another_by_face", lambda *_: another)
    card = lying_alone(reader, circles(), WHOLE.copy())
    assert card is not None and card.candidates[0][0] == draw and card.status == status


@pytest.mark.parametrize(("rows", "status"), [(ROWS, "ok"), (ROWS // 5, "ask")])
def test_of_a_card_without_a_number_a_strip_is_not_enough(rows: int, status: str) -> None:
    ground = circles()
    cards = tuple(one for one in taught(full_bleed).samples if one.card is not None)
    reader = CardReader(TaughtDeck((*cards, sample(None, ground))))
    visible = WHOLE.copy()
    visible[rows:] = 0
    card = lying_alone(reader, ground, visible)
    assert card is not None and card.candidates[0][0] is None and card.status == status


@pytest.mark.parametrize("digits", [10, 12])
def test_white_digits_on_black_do_not_make_the_whole_card_look_dim(digits: int) -> None:
    statistics = DeckStatistics(taught(framed))
    now, face = statistics.now(INKS), seen(framed(Card(Hue.R, digits)).astype(np.float32))
    wide = CoarseFace.of(face, statistics, now)
    one = CardHypothesis(CardPlace(100.0, 100.0, 0.0, 1.0, (1.0, 1.0, 1.0, 1.0)), Sides(1.0, 1.0), WHOLE, face, wide)
    weigh([one], statistics, now, {})
    assert one.misfit < ODD_HIDDEN, "colours as they should be"


@pytest.mark.parametrize(("outlined", "status"), [(0.97, "ask"), (0.8, None)])
def test_what_has_a_cards_outline_but_colours_of_none_is_asked_about(outlined: float, status: str | None) -> None:
    strange = full_bleed(Card(Hue.O, 4))
    rng = np.random.default_rng(5)
    for _ in range(40):
        x, y = rng.integers(0, strange.shape[1]), rng.integers(0, strange.shape[0])
        cv2.circle(strange, (int(x), int(y)), 22, rng.uniform(0, 1, 3).tolist(), -1)
    reader = CardReader(taught(full_bleed))
    now, face = reader.statistics.now(INKS), seen(strange)
    wide = CoarseFace.of(face, reader.statistics, now)
    one = CardHypothesis(
        CardPlace(100.0, 100.0, 0.0, outlined, (1.0, 1.0, 1.0, 1.0)), Sides(1.0, 1.0), WHOLE.copy(), face, wide
    )
    weigh([one], reader.statistics, now, {})
    assert one.agreed < 0.76, "it was to look like no card"
    card = reader.classifier.classify(one, _Above(), now)
    assert (card.status if card else None) == status


def clipped(face: np.ndarray, most: float = 0.8) -> Face:
    """A face whose red was too bright for the camera, and is shown as ``most``."""
    whole = seen(face)
    red = np.minimum(whole.colour[..., 2], most)
    usable = whole.usable.copy()
    usable[..., 2] = whole.colour[..., 2] < most
    return replace(whole, colour=np.dstack([whole.colour[..., :2], red]), usable=usable)


def test_red_that_clips_is_no_hue_with_less_red() -> None:
    statistics = DeckStatistics(taught(full_bleed))
    bright = INKS.copy()
    bright[Hue.OY] = bright[Hue.YG] * [1, 1, 0] + [0, 0, 1.4]  # but for red, as yellow-green
    now = statistics.now(INKS)
    face = blank(bright[Hue.OY])
    number(face, "5", BLACK)
    costs = statistics.classifier.unlike(clipped(face), WHOLE, 4, now.hues).costs
    assert costs[Hue.YG] > costs[Hue.OY] + SURE


def test_inks_too_bright_for_the_camera_are_at_least_as_bright_as_when_taught() -> None:
    statistics = DeckStatistics(taught(full_bleed))
    dim, blown = INKS * [1, 1, 0.6], np.zeros(INKS.shape, bool)
    blown[Hue.R, 2] = True
    reds = [statistics.now(dim, which).wide[0, 2].mean() for which in (None, blown)]
    assert reds[1] > 1.4 * reds[0]


@pytest.mark.parametrize("towards", np.arange(0.0, 0.6, 0.02))
def test_of_a_card_half_hidden_a_number_that_is_plain_leaves_only_its_hue_in_doubt(
    reader: CardReader, towards: float
) -> None:
    mixed = full_bleed(Card(Hue.O, 4)) * (1 - towards) + full_bleed(Card(Hue.OY, 4)) * towards
    visible = WHOLE.copy()
    visible[ROWS * 3 // 4 :] = 0
    card = lying_alone(reader, mixed.astype(np.float32), visible)
    assert card is not None and {which.number for which, _ in card.candidates} == {4}
    assert card.status == ("ok" if card.candidates[0][1] >= 0.98 else "ask")


def test_differences_of_colour_are_believed_less_the_worse_a_lamp_carries_colours() -> None:
    statistics = DeckStatistics(taught(disc))
    every_other_ink_darker = INKS * np.where(np.arange(12) % 2, 0.4, 1.0)[:, None]
    assert statistics.now(INKS).trust.min() > 0.9
    assert statistics.now(every_other_ink_darker).trust.max() < 0.5
