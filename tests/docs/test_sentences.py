"""The files of all languages hold what is said, fields and all."""

import re
from io import BytesIO

import pytest
from babel.messages.pofile import read_po

from docs.sentences import LOCALE, brought_up_to_date, missing, template
from docs.sentences import written as text_of

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
