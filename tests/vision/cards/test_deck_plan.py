"""Decks that are not ours: their names, the cards that are shown, the file, and reading them."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.components.cards import SPECIALS, Card
from engine.components.hues import Hue
from engine.core.errors import NotUnderstood
from tests.support.card_designs import BLACK, INKS, WHITE, blank, full_bleed, number, read, sample, taught
from vision.cards.deck_plan import READY_MADE, SPECTRUM, DeckCard, DeckPlan
from vision.cards.lessons import CardLesson, NamedCard, check_names
from vision.cards.mislabelled import name_doubts
from vision.cards.place import CardPlace
from vision.cards.reader import CardReader
from vision.cards.readings import card_from_json, card_json, words
from vision.cards.sightings import each_once, sighting
from vision.cards.taught import TaughtDeck
from vision.errors import TaughtFileError, TeachingError

FOUR = READY_MADE["four-colours"]
PLAYING = READY_MADE["playing-cards"]
LETTERS = DeckPlan("letters", ("pink", "olive", "sky"), tuple("AKX7TOW"), ("star",))
FEW_ART = DeckPlan("court", ("hearts", "spades"), ("A", "7", "K"), ("joker",), own_art=True)


def test_our_deck_is_one_plan_of_several() -> None:
    assert SPECTRUM.ours and SPECTRUM.factored and SPECTRUM.card(7, 3) is Card(Hue.GB, 3)
    assert [str(card) for card in SPECTRUM.to_show()][:13] == [*(f"{h.name}{h + 1}" for h in Hue), f"*{SPECIALS[0]}"]
    assert not FOUR.ours and not PLAYING.ours


def test_few_cards_tell_all_where_each_is_a_sign_in_a_colour_and_every_card_is_shown_where_not() -> None:
    shown = [card for card in FOUR.to_show() if not card.special]
    assert {card.colour for card in shown} == {*FOUR.colours} and {card.value for card in shown} == {*FOUR.values}
    assert (len(FOUR.to_show()), len(PLAYING.to_show())) == (15, 53)
    two_colours = DeckPlan("two", ("red", "blue"), ("1", "2", "3"))
    assert len(two_colours.to_show()) == 6 and not two_colours.factored


@pytest.mark.parametrize("plan", [*READY_MADE.values(), LETTERS], ids=lambda plan: str(plan.name))
def test_a_card_is_the_one_its_text_and_its_json_name(plan: DeckPlan) -> None:
    for card in plan.to_show():
        assert plan.parse(str(card)) == card == card_from_json(card_json(card, False), plan)
    assert DeckPlan.of_json(json.loads(json.dumps(plan.to_json()))) == plan


def test_what_a_deck_has_not_is_refused_by_its_name() -> None:
    with pytest.raises(NotUnderstood, match="'red 11' is no card of this deck, four colours"):
        FOUR.parse("red 11")
    assert words(FOUR.parse("Red  SKIP")) == "red skip" and words(FOUR.parse("wild +4")) == "wild +4"


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (replace(LETTERS, colours=("pink", "Pink", "sky")), "same name"),
        (replace(LETTERS, specials=("pink a",)), "same name"),
        (replace(LETTERS, colours=()), "both the colours"),
        (DeckPlan("nothing", (), ()), "Name some cards"),
        (replace(LETTERS, specials=("<b>",)), "'<b>' is no name"),
        (replace(LETTERS, values=tuple(map(str, range(41)))), "more different cards"),
        (replace(PLAYING, values=tuple(map(str, range(31)))), "more different cards"),
    ],
)
def test_names_by_which_no_deck_can_be_taught_are_told(plan: DeckPlan, said: str) -> None:
    assert said in " ".join(plan.faults())


def test_all_ready_made_decks_can_be_taught() -> None:
    assert not [fault for plan in READY_MADE.values() if not plan.ours for fault in plan.faults()]


def test_what_is_still_to_be_shown_is_said_in_the_decks_own_words() -> None:
    shown = [NamedCard(card) for card in LETTERS.to_show() if card.colour != "sky" and card.value != "K"]
    with pytest.raises(TeachingError, match=r"Still to be shown: sky, a K, a X, a O, the back\."):
        check_names([CardLesson(np.zeros((1, 1, 3), np.uint8), tuple(shown))], LETTERS)


# ---- decks drawn and read here


def drawn(card: DeckCard | None, inks: dict[str, int]) -> np.ndarray:
    """A face all of its colour, its value in black; specials gray; a card of an art deck white, with its suit."""
    if card is None:
        return blank((0.1, 0.1, 0.3))
    face = blank(INKS[inks[card.colour]] if card.colour in inks else WHITE if card.value else (0.5, 0.5, 0.5))
    number(face, card.value or card.special, BLACK, 3.6 if len(card.value) == 1 else 1.8)
    if card.colour == "hearts":
        cv2.circle(face, (60, 60), 34, INKS[0].tolist(), -1)
    if card.colour == "spades":
        cv2.rectangle(face, (26, 26), (94, 94), BLACK, -1)
    return face


def deck_of(plan: DeckPlan, inks: dict[str, int]) -> TaughtDeck:
    faces = [*plan.to_show(), None]
    return TaughtDeck(tuple(sample(card, drawn(card, inks)) for card in faces), plan=plan)


@pytest.fixture(scope="module")
def letters() -> TaughtDeck:
    return deck_of(LETTERS, {"pink": 11, "olive": 4, "sky": 8})


def test_a_card_that_was_never_shown_is_read_by_its_colour_and_its_letter(letters: TaughtDeck) -> None:
    reader, inks = CardReader(letters), {"pink": 11, "olive": 4, "sky": 8}
    unseen = [LETTERS.card(hue, number) for hue, number in ((0, 2), (1, 7), (2, 4), (1, 1))]
    assert not {*unseen} & {*LETTERS.to_show()}
    for card in (*unseen, LETTERS.parse("*star")):
        assert read(reader, drawn(card, inks))[0] == card
    assert read(reader, drawn(None, inks))[0] is None


def test_cards_with_pictures_of_their_own_are_read_one_by_one() -> None:
    reader = CardReader(deck_of(FEW_ART, {}))
    for card in FEW_ART.to_show():
        assert read(reader, drawn(card, {}))[0] == card


def test_nothing_is_asked_about_inks_that_are_not_on_the_wheel(letters: TaughtDeck) -> None:
    assert name_doubts(letters.samples) == []


def test_a_deck_keeps_its_names(letters: TaughtDeck, tmp_path: Path) -> None:
    letters.save(tmp_path / "deck")
    kept = TaughtDeck.load(tmp_path / "deck")
    assert kept.plan == LETTERS and [one.card for one in kept.samples] == [one.card for one in letters.samples]


def about(deck: TaughtDeck, file: Path, **changed: object) -> Path:
    """The deck's file with other words about it."""
    deck.save(file)
    parts = dict(np.load(file))
    told = {**json.loads(str(parts["about"])), **changed}
    kept = {name: value for name, value in told.items() if value is not None}
    with file.open("wb") as out:
        np.savez_compressed(out, **{**parts, "about": np.array(json.dumps(kept))})
    return file


def test_a_file_from_before_decks_had_names_is_the_spectrum_deck(tmp_path: Path) -> None:
    old = about(taught(full_bleed), tmp_path / "deck", version=4, plan=None)
    assert TaughtDeck.load(old).plan.ours and len(TaughtDeck.load(old).samples) == 25


@pytest.mark.parametrize("wrong", [{**LETTERS.to_json(), "values": ["A", "A"]}, {"name": "x"}, FOUR.to_json()])
def test_a_file_whose_names_do_not_fit_its_cards_is_damaged(letters: TaughtDeck, wrong: dict, tmp_path: Path) -> None:
    with pytest.raises(TaughtFileError, match="damaged"):
        TaughtDeck.load(about(letters, tmp_path / "deck", plan=wrong))


class Flat:
    def project(self, points: np.ndarray) -> np.ndarray:
        return points


def test_two_of_a_kind_may_lie_on_the_table_unless_the_deck_has_but_one() -> None:
    def seen(plan: DeckPlan) -> list[str]:
        one = sighting(CardPlace(0, 0, 0, 1.0), Flat(), [(plan.card(1, 5), 0.99)], sure=True)
        return [card.status for card in each_once([one, replace(one)], plan)]

    assert seen(FOUR) == ["ok", "ok"]
    assert sorted(seen(SPECTRUM)) == sorted(seen(PLAYING)) == ["ask", "ok"]
