"""A file of taught tags that is damaged, by a power cut or by hand, is never written over."""

from pathlib import Path

import pytest

from engine.components.cards import Card
from tablelight.assembly import build
from tablelight.service import say_tags
from tablelight.setup.settings import BoardSettings, CameraSettings, Settings
from tablelight.setup.tags import TagBook
from tablelight.web.views.card_tags import CardTeaching

TAG, OTHER = "0100A3F2C4", "0100A3F2C5"
HALF = '{\n"0100A3F2C4": "GB7",\n"0100A3'


def test_the_next_taught_tag_keeps_the_damaged_file_aside(tmp_path: Path) -> None:
    file = tmp_path / "cards.json"
    file.write_text(HALF)
    book = TagBook(file)
    assert "cannot be read" in book.trouble and "cards.json" in book.trouble
    book.teach(OTHER, Card.parse("R1"))
    assert (tmp_path / "cards.damaged.json").read_text() == HALF
    assert TagBook(file).card(OTHER) == Card.parse("R1") and TagBook(file).trouble == ""


def test_a_second_damaged_file_does_not_write_over_the_first(tmp_path: Path) -> None:
    file = tmp_path / "cards.json"
    for broken in (HALF, "[]"):
        file.write_text(broken)
        TagBook(file).teach(OTHER, Card.parse("R1"))
    kept = sorted(path.name for path in tmp_path.glob("cards.damaged*"))
    assert kept == ["cards.damaged.json", "cards.damaged2.json"]


def test_what_can_be_read_of_a_file_with_a_slip_is_known_and_the_rest_is_said(tmp_path: Path) -> None:
    (tmp_path / "cards.json").write_text(f'{{"{TAG}": "GB7", "{OTHER}": "G77", "no tag": "R1"}}')
    book = TagBook(tmp_path / "cards.json")
    assert book.card(TAG) == Card.parse("GB7") and len(book) == 1
    assert "2 of its 3 cards" in book.trouble


def test_a_whole_file_has_no_trouble_and_neither_has_none(tmp_path: Path) -> None:
    book = TagBook(tmp_path / "cards.json")
    assert book.trouble == ""
    book.teach(TAG, Card.parse("GB7"))
    assert TagBook(tmp_path / "cards.json").trouble == "" and not list(tmp_path.glob("*damaged*"))


@pytest.mark.parametrize("readers", [{}, {"play": "/dev/nothing"}])
def test_it_is_said_at_the_top_of_the_page_where_there_is_a_reader(tmp_path: Path, readers: dict[str, str]) -> None:
    (tmp_path / "cards.json").write_text(HALF)
    settings = Settings(camera=CameraSettings(""), board=BoardSettings(port=""), readers=readers)
    service = build(settings, tmp_path)
    try:
        say_tags(service)
        assert ("tags" in service.table.snapshot.troubles) == bool(readers)
        assert bool(readers) == ("cannot be read" in CardTeaching(service.inputs).html())
        service.inputs.tags.teach(OTHER, Card.parse("R1"))
        say_tags(service)
        assert "tags" not in service.table.snapshot.troubles
    finally:
        service.close()
