"""The files of all languages hold what is said, fields and all."""

import ast
import re
from io import BytesIO

import pytest
from babel.messages.pofile import read_po

from docs.sentences import FOLDERS, LOCALE, ROOT, brought_up_to_date, missing, template, tree_of
from docs.sentences import written as text_of
from engine.components.cards import Card
from engine.components.hues import Hue
from engine.core.language import speaking
from tablelight.texts.catalogues import catalogue

FILES = sorted(LOCALE.glob("*.po"))
_FIELD = re.compile(r"(?<!\{)\{(\w+)[^{}]*\}(?!\})")


@pytest.fixture(scope="module")
def wanted():
    return template()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_file_of_a_language_is_behind_the_code(file, wanted):
    """Run ``python -m docs.sentences`` where it is."""
    assert text_of(brought_up_to_date(file, wanted)) == file.read_bytes()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_translation_fills_in_what_its_sentence_fills_in(file):
    for message in read_po(BytesIO(file.read_bytes()), locale=file.stem):
        ids, said = ((x if isinstance(x, tuple) else (x,)) for x in (message.id, message.string))
        if not message.id or not all(said):
            continue
        fields = [set(_FIELD.findall(one)) for one in ids]
        for one in said:
            assert set().union(*fields) - {"count"} <= set(_FIELD.findall(one)) | set() <= set().union(*fields), one


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_nothing_that_is_said_lacks_its_translation(file):
    left = missing(read_po(BytesIO(file.read_bytes()), locale=file.stem))
    assert [message.id for message in left] == [], "fill them in"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_hue_has_a_name_of_its_own_by_which_it_can_be_typed_too(file):
    with speaking(catalogue(file.stem)):
        assert len({hue.called for hue in Hue}) == len(Hue)
        assert [Hue.parse(hue.called) for hue in Hue] == list(Hue)
        assert [Hue.parse(hue.name) for hue in Hue] == [Hue.parse(hue.title) for hue in Hue] == list(Hue)
        assert Card.parse(f"{Hue.GB.called} 7") == Card(Hue.GB, 7)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_depends_on_a_number_is_said_for_each_kind_of_number(file):
    catalog = read_po(BytesIO(file.read_bytes()), locale=file.stem)
    counted = [message for message in catalog if isinstance(message.id, tuple)]
    assert len(counted) > 50 and {len(message.string) for message in counted} == {catalog.num_plurals}


FOR_PEOPLE = {
    **dict.fromkeys(("NotUnderstood", "BadRules", "RecordTrouble", "PictureError", "VisionError", "PortError"), 0),
    **dict.fromkeys(("TaughtFileError", "NotThere"), 0),
    **dict.fromkeys(("TeachingError", "Trouble", "GameDamaged", "CameraHealth", "Fault"), 1),
    **dict.fromkeys(("MixedUp", "BoardMapError"), 0),
    "wrong": 1,
    "_report": 0,
}
"""What is raised, or told, with a sentence for whoever is at the table, and which argument that is."""
_WORDS = re.compile(r"(?<![.\w])[a-z]{2,}")
FOR_PROGRAMS = (
    *(
        f"engine/core/{name}.py"
        for name in ("protocol", "registry", "serialization", "log_format", "match", "positions")
    ),
    *("engine/inference/observation.py", "engine/games/spectrum/serialization.py", "vision/files.py"),
    *("vision/training/", "vision/simulation/", "tablelight/cli/", "tablelight/bench/", "tablelight/demo/"),
)
"""Files whose errors are read by programs, by whoever writes one, or in a terminal: these are in English."""


@pytest.fixture(scope="module")
def modules():
    """The calls of all modules, with what each calls, by file."""
    files = [file for folder in FOLDERS for file in sorted((ROOT / folder).rglob("*.py"))]
    return {str(file.relative_to(ROOT)): _calls(tree_of(file)) for file in files}


def test_every_error_that_people_read_is_worded_in_the_language_of_whoever_reads_it(modules):
    for_people = {name: calls for name, calls in modules.items() if not name.startswith(FOR_PROGRAMS)}
    assert [f"{name}:{line}" for name, calls in for_people.items() for line in told_in_english(calls)] == []


def told_in_english(calls):
    """The lines at which an error for people has a text that is no translator's."""
    for call, name in calls:
        said = call.args[FOR_PEOPLE[name] :][:1] if name in FOR_PEOPLE else ()
        if said and isinstance(said[0], ast.Constant | ast.JoinedStr):
            yield call.lineno


def test_no_detail_of_a_sentence_is_english(modules):
    """``tr("{count} lie there", count=f"{n} cards")`` would say "cards" in every language."""
    assert [f"{name}:{line}" for name, calls in modules.items() for line in english_details(calls)] == []


def english_details(calls):
    for call, name in calls:
        for detail in call.keywords if name in ("tr", "trn", "Deferred", "say") else ():
            if detail.arg not in (None, "context") and any(map(_WORDS.search, _texts_in(detail.value))):
                yield call.lineno


def _calls(tree):
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    return [(call, getattr(call.func, "id", getattr(call.func, "attr", ""))) for call in calls]


def _texts_in(value):
    """The texts that a value may be, or is made of."""
    match value:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.JoinedStr(values=parts) | ast.BoolOp(values=parts):
            return [text for part in parts for text in _texts_in(part)]
        case ast.IfExp(body=one, orelse=other):
            return [*_texts_in(one), *_texts_in(other)]
    return []
