"""The rules in words: read paragraph by paragraph, found by what they are about and by their words."""

import pytest

from engine.core.registry import names
from engine.core.text_files import read_rules
from engine.texts import rulebook as rules
from engine.texts.rule_search import MOST_WORDS, search, words_of
from engine.texts.rulebook import ABOUT, PARTS, THE_TABLE, paragraph_about, rulebook

BOOKS = (*names(), THE_TABLE)


@pytest.mark.parametrize("game", BOOKS)
def test_every_paragraph_stands_in_a_part_and_says_what_it_is_about(game):
    for paragraph in rulebook(game).values():
        assert paragraph.part in PARTS
        assert paragraph.title and len(paragraph.text) > 40
        assert {topic.partition(".")[0] for topic in paragraph.about} <= set(ABOUT)


@pytest.mark.parametrize("game", BOOKS)
def test_nothing_is_explained_in_two_places_of_one_book(game):
    topics = [topic for paragraph in rulebook(game).values() for topic in paragraph.about]
    assert len(topics) == len(set(topics))


def test_a_topic_that_the_game_says_nothing_about_is_looked_for_among_what_holds_at_every_table():
    assert paragraph_about("roll_and_color", "row.RO")[0] == "roll_and_color"
    assert paragraph_about("roll_and_color", "row.NONE") is None


def test_a_translation_has_the_words_alone_and_what_it_lacks_is_read_in_english(monkeypatch):
    files = {
        "en": {
            "a": {"part": "goal", "title": "One", "text": "First."},
            "b": {"part": "end", "title": "Two", "text": "."},
        },
        "de": {"a": {"title": "Eins"}},
    }
    monkeypatch.setattr(rules, "read_rules", lambda package, language: files.get(language, {}))
    book = rulebook("roll_and_color", "de")
    assert [(p.title, p.text, p.part) for p in book.values()] == [("Eins", "First.", "goal"), ("Two", ".", "end")]


def test_a_file_that_nobody_can_read_leaves_the_game_without_rules_in_words(monkeypatch):
    monkeypatch.setattr(rules, "read_rules", lambda package, language: {"a": {"title": "no part"}})
    assert len(rulebook("roll_and_color")) == 0


def test_a_game_nobody_knows_has_no_rules():
    assert len(rulebook("no_such_game")) == 0
    assert read_rules("engine", "xx") == {}


def test_all_words_have_to_be_there_and_titles_count_most():
    hits = search("secondary RUN", ["roll_and_color"])
    assert hits[0].paragraph.key == "run-secondary"
    assert all("run" in (h.paragraph.title + h.paragraph.text).lower() for h in hits)
    assert search("run zebra", ["roll_and_color"]) == []


@pytest.mark.parametrize("query", ["", "   ", "<>&\"'", "a", "(", "\\", "\x00", "%00"])
def test_what_holds_no_word_finds_nothing(query):
    assert search(query, ["roll_and_color"]) == []


def test_only_so_many_words_are_looked_for():
    assert len(words_of("one two three four five six seven eight nine ten eleven")) <= MOST_WORDS
    assert sum(map(len, words_of("x" * 10_000))) <= 80
