"""One vocabulary: every word of the glossary stands there once, is used in the code, and private words are gone."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("engine", "vision", "firmware_bridge", "tablelight")
ROWS = re.findall(
    r"^\| (?!word)([a-z][a-z -]+?) \| (.+) \|$", (ROOT / "docs" / "glossary.md").read_text(), re.MULTILINE
)
WORDS = [word for word, _ in ROWS]

FORBIDDEN = {
    "goes": "legal_moves",
    "every_go": "pseudo_legal_moves",
    "most": "lookahead",
    "laid": "infer_events",
    "told": "confirmed",
    "said": "inputs",
    "felt": "board_observation",
    "bare": "markerless",
    "stand": "pose classifier, camera pose",
    "stance": "pose classifier, camera pose",
    "standing": "pose estimation",
    "tried": "hypothesis",
    "twins": "duplicates",
    "pile": "occlusion",
    "glance": "segmenter",
    "makeup": "ink_unmixing",
    "plain": "serialization",
    "maker": "fast_constructor",
    "remarks": "audit",
}
"""Private words, and what the field calls it. No public class, function or module is called so; what a variable or a
helper of one module is called is read with that module alone."""
_IN_VISION_ALONE = {"pile", "stand", "standing"}
"""Elsewhere these are what anybody takes them for: a pile of cards, where a pawn stands."""


def code():
    for package in PACKAGES:
        yield from ((path, path.read_text()) for path in sorted((ROOT / package).rglob("*.py")))


def test_there_are_sixty_words_in_the_alphabets_order_each_once():
    assert len(WORDS) == 60 == len(set(WORDS))
    assert sorted(WORDS) == WORDS


def test_each_word_has_its_one_meaning_in_a_sentence():
    assert [word for word, meaning in ROWS if not meaning.endswith(".")] == []


@pytest.fixture(scope="module")
def words_of_the_code():
    """All words of the code, comments and all, with one space between them."""
    return re.sub("[^a-z]+", " ", " ".join(text for _, text in code()).lower())


@pytest.mark.parametrize("word", WORDS)
def test_each_word_is_used_in_the_code(words_of_the_code, word):
    one = word.replace("-", " ")
    ways = {one, f"{one}s", one.replace(" ", ""), one.replace("look ahead", "lookahead")}
    assert any(f" {way} " in words_of_the_code for way in ways), word


def test_no_private_word_names_a_public_class_a_function_or_a_module():
    found = []
    for path, text in code():
        where = path.relative_to(ROOT)
        private = FORBIDDEN.keys() if where.parts[0] == "vision" else FORBIDDEN.keys() - _IN_VISION_ALONE
        defined = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.ClassDef)]
        names = [path.stem, *(node.name for node in defined)]
        found += [f"{where}: {name}, say {FORBIDDEN[name.lower()]}" for name in names if name.lower() in private]
    assert not found, "\n".join(found)
