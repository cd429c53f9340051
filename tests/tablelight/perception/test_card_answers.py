"""The card reader learns from what people say of cards in doubt, and keeps it beside the deck."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.components.cards import Card, full_deck
from engine.core.match import Match
from engine.inference.observation import SeenCard
from tablelight.perception.card_answers import CardAnswers
from tablelight.perception.card_reader import CardObserver
from tablelight.referee.answers import open_hypotheses
from tablelight.referee.hypotheses import text_of
from tablelight.referee.inputs import Accept, CameraObservation, Dismiss, EnterEvent
from tablelight.referee.reducer import step
from tablelight.referee.state import ConfirmedCard, RefereeState
from tests.support.card_designs import full_bleed, taught
from vision.camera.frames import Frame
from vision.cards.hue_classifier import UnlikeHues
from vision.cards.ink_errors import MOST, InkError
from vision.cards.readings import CardInSight
from vision.cards.thin_lines import LinesSeen

GREEN, BLUE_GREEN = Card.parse("G5"), Card.parse("GB5")
AT = (120.0, 80.0)


def in_doubt(off: float = 0.03, turned: float = 0.2) -> CardInSight:
    """A card that is green or green-blue, and ``off`` what either should look like."""
    hues = UnlikeHues(
        nearly=np.zeros(12),
        roughly=np.zeros(12),
        hues=np.arange(12),
        off=np.full((12, 3), off),
        within=np.full((12, 3), 0.004),
        usual=np.full(12, 0.01),
        believed=1.0,
        lines=LinesSeen(np.zeros(12), np.full(12, turned), 0.1),
        carried=0.0,
    )
    candidates = ((GREEN, 0.6), (BLUE_GREEN, 0.4))
    return CardInSight("ask", None, False, candidates, (0.0, 0.0), ((0.0, 0.0),) * 4, AT, hues)


def played(entries: int) -> Match:
    """A match in which so many things counted."""
    match = Match.new("spectrumo", ["Ann", "Ben", "Cem"])
    for entry in ["deck " + " ".join(["?"] * len(full_deck())), "turn R5", *["draw"] * 40][:entries]:
        match.add(match.parse(entry))
    return match


def confirmed(card: Card = GREEN, picture: int = 7, counted: int = 1) -> ConfirmedCard:
    return ConfirmedCard(card, AT, picture, counted)


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    file = tmp_path / "cards.npz"
    file.write_bytes(b"a deck")
    return file


@pytest.fixture
def answers(deck: Path) -> CardAnswers:
    answers = CardAnswers(deck)
    answers.remember(7, [in_doubt()])
    return answers


def test_an_answer_is_learned_once_something_else_counts_after_it(answers: CardAnswers) -> None:
    assert not answers.learn(confirmed(), played(1)) and not answers.known
    assert answers.learn(confirmed(), played(2))
    assert answers.known == [InkError(int(GREEN.hue), (0.03, 0.03, 0.03), (0.004, 0.004, 0.004), 0.01, 0, 0.2, 0.1)]
    assert not answers.learn(confirmed(), played(3)), "the same answer is learned once"


def test_an_answer_that_was_taken_back_is_not_learned(answers: CardAnswers) -> None:
    match = played(1)
    match.undo()
    match.add(match.parse("deck " + " ".join(["?"] * len(full_deck()))))
    assert len(match.log) > 1 and not answers.learn(confirmed(), match)


@pytest.mark.parametrize("card", ["G6", "R5", "*draw"])
def test_a_card_that_it_was_never_taken_for_teaches_nothing(answers: CardAnswers, card: str) -> None:
    assert not answers.learn(confirmed(Card.parse(card)), played(2)) and not answers.known


def test_a_card_of_another_picture_or_place_teaches_nothing(answers: CardAnswers) -> None:
    assert not answers.learn(confirmed(picture=8), played(2))
    assert not answers.learn(ConfirmedCard(GREEN, (1.0, 2.0), 7, 1), played(2))


def test_cards_in_doubt_are_remembered_also_when_a_camera_counts_from_the_beginning_again(deck: Path) -> None:
    answers = CardAnswers(deck)
    for picture in (*range(500, 520), 0):
        answers.remember(picture, [in_doubt()])
    assert answers.learn(confirmed(picture=0), played(2))
    assert not answers.learn(confirmed(picture=500, counted=2), played(3)), "that was too long ago"


def test_answers_are_kept_for_the_next_evening_and_not_for_another_deck(answers: CardAnswers, deck: Path) -> None:
    answers.learn(confirmed(), played(2))
    (kept,), (told,) = CardAnswers(deck).known, answers.known
    assert kept == replace(told, picture=-1), "it was another evening's"
    deck.write_bytes(b"taught anew")
    assert CardAnswers(deck).known == []


def test_answers_kept_by_an_older_release_say_nothing_of_lines(answers: CardAnswers, deck: Path) -> None:
    answers.learn(confirmed(), played(2))
    file = deck.with_suffix(".answers.json")
    kept = json.loads(file.read_text())
    for one in kept["answers"]:
        del one["turned"], one["turned_within"]
    file.write_text(json.dumps(kept))
    (kept,) = CardAnswers(deck).known
    assert kept.turned_within == pytest.approx(np.pi) and kept.off == (0.03, 0.03, 0.03)


def test_only_the_newest_answers_are_kept(deck: Path) -> None:
    answers = CardAnswers(deck)
    match = played(MOST + 4)
    for n in range(1, MOST + 4):
        answers.remember(n, [in_doubt(off=n / 1000)])
        assert answers.learn(confirmed(picture=n, counted=n), match)
    assert len(CardAnswers(deck).known) == MOST and answers.known[-1].off[0] == pytest.approx((MOST + 3) / 1000)


@pytest.mark.parametrize(
    "content",
    [
        "{",
        "[]",
        '{"deck": 3}',
        '{"deck": "DECK", "answers": [{"hue": 99, "off": [0, 0, 0], "within": [0, 0, 0], "usual": 0.01}]}',
        '{"deck": "DECK", "answers": [{"hue": 1, "off": [0, 0], "within": [0, 0, 0], "usual": 0.01}]}',
        '{"deck": "DECK", "answers": [{"hue": 1, "off": [0, 0, 0], "within": [0, 0, 0], "usual": 0}]}',
        '{"deck": "DECK", "answers": [{"hue": 1, "off": [0, 0, 0], "within": [0, 0, 0], "usual": 0.01, "turned": 9}]}',
        '{"deck": "DECK", "answers": 5}',
    ],
)
def test_a_damaged_file_of_answers_costs_the_answers_alone(answers: CardAnswers, deck: Path, content: str) -> None:
    answers.learn(confirmed(), played(2))
    file = deck.with_suffix(".answers.json")
    file.write_text(content.replace("DECK", json.loads(file.read_text())["deck"]))
    assert CardAnswers(deck).known == []


def test_a_disk_that_is_full_costs_no_game(answers: CardAnswers, deck: Path) -> None:
    deck.with_suffix(".answers.json.draft").mkdir()
    assert answers.learn(confirmed(), played(2)) and answers.known


# ---- what the referee calls an answer


RED, FITS, FITS_TOO, FITS_NOT = map(Card.parse, ("R5", "RO9", "PR9", "G9"))
LIES = SeenCard((RED,), at=(1.0, 1.0))


def looked(*cards: SeenCard, picture: int) -> CameraObservation:
    return CameraObservation("settled", cards=cards, picture=picture)


def laid(*may_be: Card) -> RefereeState:
    """A red five has been turned up, and somebody lays a card on it that is one of these."""
    state = RefereeState(played(1))
    for n, cards in enumerate([(), (LIES,), (LIES, SeenCard(may_be, at=AT))]):
        state, _ = step(state, looked(*cards, picture=n + 1))
    return state


def test_who_says_which_card_it_is_confirms_it() -> None:
    asked = laid(FITS, FITS_TOO)
    assert asked.doubt is not None and asked.cards.confirmed is None
    state, entries = step(asked, EnterEvent("play PR9"))
    assert entries and state.cards.confirmed == ConfirmedCard(FITS_TOO, AT, 3, len(state.match.log))
    state, entries = step(asked, Accept(text_of(open_hypotheses(asked)[0])))
    assert entries and state.cards.confirmed == ConfirmedCard(FITS, AT, 3, len(state.match.log))


def test_what_was_confirmed_is_known_until_something_else_is() -> None:
    state, _ = step(laid(FITS, FITS_TOO), EnterEvent("play PR9"))
    later, _ = step(state, looked(LIES, SeenCard((FITS_TOO,), at=AT), picture=9))
    assert later.cards.confirmed == state.cards.confirmed is not None


def test_who_puts_the_question_aside_confirms_nothing() -> None:
    state, _ = step(laid(FITS, FITS_TOO), Dismiss())
    assert state.doubt is None and state.cards.confirmed is None


def test_a_card_that_the_rules_told_alone_is_confirmed_by_nobody() -> None:
    state = laid(FITS, FITS_NOT)
    assert state.doubt is None and state.match.log[-1].card == FITS and state.cards.confirmed is None


def watching(file: Path) -> CardObserver:
    """The eyes that have taken up the deck of this file."""
    observer = CardObserver(file)
    assert not [*observer.see(Frame(np.zeros((480, 640, 3), np.uint8), 0.0, 0))] and observer.trouble is None
    return observer


def expected(observer: CardObserver) -> float:
    """By how much any ink is expected to look off, at most."""
    assert observer._reader is not None
    return float(np.abs(observer._reader.statistics.classifier.expected.off).max())


def test_the_camera_reads_by_what_was_answered_also_after_a_power_cut(tmp_path: Path) -> None:
    """What is answered shifts what is expected of a hue; whoever watches next begins with it."""
    file = tmp_path / "cards.npz"
    taught(full_bleed).save(file)

    eyes = watching(file)
    assert eyes._answers is not None and expected(eyes) == 0
    eyes._answers.remember(7, [in_doubt()])
    eyes.learn(confirmed(), played(1))
    assert expected(eyes) == 0
    eyes.learn(confirmed(), played(2))
    assert expected(eyes) > 0.02 and expected(watching(file)) == pytest.approx(expected(eyes))


def test_the_camera_reads_by_cards_it_was_sure_of_until_the_evening_ends(tmp_path: Path) -> None:
    """Nothing is written for them, nobody is asked, and doubts tell nothing by themselves."""
    file = tmp_path / "cards.npz"
    taught(full_bleed).save(file)
    doubt = in_doubt()
    sure = replace(doubt, status="ok", card=GREEN, candidates=((GREEN, 0.999),))
    eyes = watching(file)
    eyes._look_at_inks(3, [doubt])
    assert expected(eyes) == 0
    eyes._look_at_inks(4, [sure])
    assert expected(eyes) > 0.02 and expected(watching(file)) == 0
    assert [each.name for each in tmp_path.iterdir()] == [file.name]
