"""Bad settings never stop the table: a sentence for each, and the default in its place."""

import pytest

from tablelight.settings import Settings, load


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
        ('table = "Kim\'s kitchen"', "'table' should be letters from a to z"),
        ("table = '../elsewhere'", "'table' should be letters from a to z"),
        ("table = ''", "'table' should be letters from a to z"),
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
    ],
)
def test_what_cannot_be_used_gets_a_sentence_and_the_default(written, text, says):
    settings, problems = written(text)
    assert settings == Settings()
    assert len(problems) == 1 and says in problems[0]


def test_everything_on_cables_and_pins_can_be_named(written):
    settings, problems = written(
        '[board]\nport = "wled:table.local"\ncolours = "RGB"\ncap_ma = 900\ndevice_id = "7461626c656c6974"\n'
        '[readers]\nplay = "/dev/a"\ndraw = "/dev/b"\n[panel]\nbuttons = { done = 17 }\nbuzzer = 22\n'
    )
    assert problems == ()
    assert settings.readers == {"play": "/dev/a", "draw": "/dev/b"} and settings.panel.buttons == {"done": 17}
    assert (settings.board.colours, settings.board.cap_ma) == ("RGB", 900)
