"""Bad settings never stop the table: a sentence for each, and the default in its place."""

import pytest

from tablelight.setup.paths import is_table_name, table_file
from tablelight.setup.settings import Settings
from tablelight.setup.settings_file import load


@pytest.fixture
def written(tmp_path):
    def write(text):
        path = tmp_path / "settings.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return load(path)

    return write


def test_no_file_is_all_defaults(tmp_path):
    assert load(tmp_path / "none.toml") == (Settings(), ())


def test_what_is_set_is_used_and_the_rest_stays(written):
    settings, problems = written('table = "cafe 3"\n[page]\nport = 9000\n[board]\nbrightness = 1\n')
    assert (settings.table, settings.page.port, settings.board.brightness, problems) == ("cafe 3", 9000, 1.0, ())
    assert settings.camera == Settings().camera


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[page]\nport = 'x'", "'page.port' should be a whole number"),
        ("[page]\nport = 0", "between 1 and 65535"),
        ("[page]\nport = true", "'page.port' should be a whole number"),
        ("[board]\nbrightness = 7", "between 0.0 and 1.0"),
        ("[board]\ncolour_blind = 1", "should be true or false"),
        ('table = "Kim\'s kitchen"', "'table' should be letters, digits"),
        ("table = '../elsewhere'", "'table' should be letters, digits"),
        ("table = ''", "'table' should be letters, digits"),
        ('table = "a\\u0000b"', "'table' should have no NUL sign"),
        ('[camera]\nsource = "\\u0000"', "'camera.source' should have no NUL sign"),
        ('[readers]\nplay = "\\u0000"', "'readers' should have no NUL sign"),
        ("[boards]\nmap = 'x'", "no setting 'boards'"),
        ("[board]\ncolours = 'RGBW'", "should be one of RGB"),
        ("[board]\ncap_ma = -1", "between 0 and 20000"),
        ("[readers]\nplay = 3", "names and ports in quotes"),
        ("readers = 'play'", "names and ports in quotes"),
        ("[panel]\nbuttons = { done = 'x' }", "names and GPIO numbers"),
        ("[panel]\nbuzzer = 99", "between 0 and 27"),
        ("page = 3", "should be a section"),
        ("[page\n", "have a slip"),
        (b"\xff\xfe", "cannot be read"),
        ("table = 'x\0'", "have a slip"),
        ("table = " + "[" * 20_000, "have a slip: brackets in brackets"),
        ("[page]\nport = " + "9" * 5_000, "have a slip"),
        ("[page]\nport = " + "9" * 400, "between 1 and 65535"),
        ("[board]\nbrightness = " + "9" * 400, "between 0.0 and 1.0"),
        ("[board]\nbrightness = nan", "between 0.0 and 1.0"),
        ("[panel]\nbuttons = { done = " + "9" * 400 + " }", "GPIO numbers between 0 and 27"),
        (f"[camera]\nsource = '{'x' * 300_000}'", "'camera.source' should have 500 letters at most, not 'xxx"),
        (f"[readers]\nplay = '{'x' * 300_000}'", "'readers' should have 500 letters at most"),
        (f"[readers]\n{'x' * 300_000} = 'a'", "'readers' should have 500 letters at most"),
        (f"{'x' * 300_000} = 'a'", "There is no setting 'xxx"),
        ("# " + "x" * 1_000_001, "cannot be read"),
    ],
)
def test_what_cannot_be_used_gets_a_sentence_and_the_default(written, text, says):
    settings, problems = written(text)
    assert settings == Settings()
    assert len(problems) == 1 and says in problems[0] and len(problems[0]) < 400


def test_everything_on_cables_and_pins_can_be_named(written):
    settings, problems = written(
        '[board]\nport = "wled:table.local"\ncolours = "RGB"\ncap_ma = 900\ndevice_id = "7461626c656c6974"\n'
        '[readers]\nplay = "/dev/a"\ndraw = "/dev/b"\n[panel]\nbuttons = { done = 17 }\nbuzzer = 22\n'
    )
    assert problems == ()
    assert settings.readers == {"play": "/dev/a", "draw": "/dev/b"} and settings.panel.buttons == {"done": 17}
    assert (settings.board.colours, settings.board.cap_ma) == ("RGB", 900)


@pytest.mark.parametrize("name", ["Küche", "кухня", "रसोई", "台所 2", "O.K.", "x" * 64, "3rd table_a-b"])
def test_a_table_is_called_as_people_write(written, tmp_path, name):
    settings, problems = written(f'table = "{name}"')
    assert (settings.table, problems) == (name, ())
    file = table_file(name, tmp_path)
    file.parent.mkdir()
    file.with_suffix(".wiring.json").write_text("")


def test_an_accent_that_was_typed_by_itself_names_the_same_table(written, tmp_path):
    settings, problems = written('table = "Ku\u0308che"')
    assert (settings.table, problems) == ("K\u00fcche", ())
    assert table_file("Ku\u0308che", tmp_path) == table_file("K\u00fcche", tmp_path)


NO_NAMES = [
    "",
    " a",
    ".a",
    "\u0308a",
    "a/b",
    "a\\b",
    "a\n",
    "a\0",
    "a\u202eb",
    "½",
    "x" * 65,
    "\U00020bb7" * 64,
    "\ud800",
]


@pytest.mark.parametrize("name", NO_NAMES)
def test_a_name_that_leads_elsewhere_or_is_too_long_for_a_file_is_none(name):
    assert not is_table_name(name)
    with pytest.raises(ValueError, match="cannot be a table's name"):
        table_file(name)
