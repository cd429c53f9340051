"""Whatever a table can say or show leads to a paragraph of rules, in our own words, with what its example counts."""

import re
from pathlib import Path
from random import Random

import pytest

from engine.components.lights import Meaning
from engine.core.registry import find, names, package_of
from engine.core.text_files import read_page
from engine.games.roll_and_color.sheet import ROW_KINDS
from engine.games.spectrum_poker.ranks import Category
from engine.texts.rulebook import THE_TABLE, paragraph_about, rulebook
from tablelight.bench.players import SETUPS, events, random_match, setups_of
from tablelight.web import games
from tablelight.web.components.html import markup
from tablelight.web.components.rule_words import paragraph
from tablelight.web.viewer import Shown

PLACES = [folder / "shared" / "rules" / "sources" for folder in Path(__file__).parents[4:6]]
SOURCES = next((place for place in PLACES if place.is_dir()), PLACES[0])
BOOKS = (*names(), THE_TABLE)


def topics(game):
    """All that a game can say to people."""
    page = read_page(package_of(game), "en")
    yield from (f"{table}.{code}" for table in ("refused", "ask") for code in page.get(table, {}))
    yield from (f"option.{name}" for name in find(game).option_docs())


@pytest.mark.parametrize("game", names())
def test_every_refusal_question_and_option_of_a_game_has_a_paragraph(game):
    assert [topic for topic in topics(game) if paragraph_about(game, topic) is None] == []


def test_every_refusal_and_question_that_all_games_share_has_a_paragraph():
    page = read_page("engine", "en")
    said = [f"{table}.{code}" for table in ("refused", "ask") for code in page[table]]
    assert [topic for topic in said if paragraph_about(names()[0], topic) is None] == []


@pytest.mark.parametrize("game", names())
def test_a_paragraph_is_about_nothing_that_does_not_exist(game):
    own, common = read_page(package_of(game), "en"), read_page("engine", "en")
    for topic in rulebook(game).by_topic:
        kind, _, code = topic.partition(".")
        if kind in ("refused", "ask"):
            assert code in own.get(kind, {}) or code in common[kind], topic
        if kind == "option":
            assert code in find(game).option_docs(), topic


def test_every_row_of_the_sheet_and_every_rank_of_a_hand_has_a_paragraph_with_a_picture():
    for game, rows in (("roll_and_color", ROW_KINDS), ("spectrum_poker", Category)):
        assert all(rulebook(game).about(f"row.{row}").picture for row in rows)


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.name}-{SETUPS.index(setup)}")
def test_every_kind_of_light_that_a_game_shows_is_explained_by_its_own_rules(setup):
    kinds = set()
    for game, state, _ in events(setup, Random(1), 40):
        kinds |= {light.meaning.value for light in game.lights(state).values()}
    assert {kind for kind in kinds if rulebook(setup.name).about(f"light.{kind}") is None} == set()


@pytest.mark.parametrize("game", BOOKS)
def test_every_picture_can_be_drawn_and_nothing_in_it_can_be_tapped(game):
    for told in rulebook(game).values():
        html = str(markup(paragraph(game, told)))
        assert not told.picture or "rule-figure" in html
        assert "data-act" not in html and "data-spot" not in html


@pytest.mark.parametrize(
    ("game", "key", "sums"),
    [
        ("roll_and_color", "run-spectrum", "R-RO-O-OY-Y-YG: 6 in a row = 42"),
        ("spectrum_cribbage", "count", "8 + 6 = 14"),
        ("spectrum_500", "sequence", "5 + 10 + 10 + 10 = 35 points"),
        ("spectrump", "points", "6 − 1 = 5 points"),
        ("spectrum_casino", "create", "7+2 = 9"),
        ("spectrumo", "points", "12 + 5 + 20 = 37 points"),
        ("spectrum_solitaire", "points-given-up", "Together: 90"),
        ("spectrangle", "points", "4 × 1 matching side × 3 for the space = 12"),
        ("spectra_icehouse", "size", "large green and small yellow give medium blue"),
    ],
)
def test_examples_count_what_the_rules_count(game, key, sums):
    assert sums in " ".join(games.explains_of(game).example(rulebook(game)[key].picture).lines)


@pytest.mark.skipif(not SOURCES.is_dir(), reason="needs the rulebooks, which are not part of the product")
@pytest.mark.parametrize("game", BOOKS)
def test_no_eight_words_in_a_row_stand_in_a_rulebook(game, rulebooks):
    for told in rulebook(game).values():
        assert not eights(told.text) & rulebooks, told.key


@pytest.fixture(scope="module")
def rulebooks():
    return set().union(*(eights(path.read_text("utf-8", "replace")) for path in SOURCES.glob("*.txt")))


def eights(said):
    words = re.findall(r"[a-z0-9]+", said.lower())
    return {tuple(words[n : n + 8]) for n in range(len(words) - 7)}


@pytest.mark.parametrize("game", names())
def test_a_single_lit_space_is_told_in_a_sentence_by_every_game(game):
    setup, light = setups_of(game)[-1], games.explains_of(game).light
    match = random_match(game, setup.seats, 1, 40, **setup.options)
    asked, told = [], []
    for length in range(0, len(match.log), 3):
        shown = Shown(match.at(length))
        lit = shown.game.lights(shown.state).items()
        spots = [spot for spot, each in lit if each.meaning in (Meaning.LEGAL, Meaning.WAITING)][:2]
        asked += spots
        told += [sentence for spot in spots or [spot for spot, _ in lit][:2] for sentence in light(shown, spot, ())]
    assert len(told) >= 0.8 * len(asked) and told, "what is lit is explained"
