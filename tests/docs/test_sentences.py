"""The files of all languages hold what is said, fields and all."""

import ast
import re
from io import BytesIO

import pytest
from babel.messages.pofile import read_po

from docs.sentences import FOLDERS, LOCALE, ROOT, brought_up_to_date, missing, template
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
    **dict.fromkeys(("TeachingError", "Trouble", "GameDamaged"), 1),
}
"""What is raised, or told, with a sentence for whoever is at the table, and which argument that is."""
FOR_PROGRAMS = (
    *(
        f"engine/core/{name}.py"
        for name in ("protocol", "registry", "serialization", "log_format", "match", "positions")
    ),
    *("engine/inference/observation.py", "engine/games/spectrum/serialization.py", "vision/files.py"),
    *("vision/training/", "vision/simulation/", "tablelight/cli/", "tablelight/bench/", "tablelight/demo/"),
)
"""Files whose errors are read by programs, by whoever writes one, or in a terminal: these are in English."""


def test_every_error_that_people_read_is_worded_in_the_language_of_whoever_reads_it():
    plain = []
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*.py")):
            name = str(file.relative_to(ROOT))
            if not name.startswith(FOR_PROGRAMS):
                plain += [f"{name}:{line}" for line in told_in_english(file)]
    assert plain == []


def told_in_english(file):
    """The lines at which an error for people has a text that is no translator's."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FOR_PEOPLE:
            said = node.args[FOR_PEOPLE[node.func.id] :][:1]
            if said and isinstance(said[0], ast.Constant | ast.JoinedStr):
                yield node.lineno
