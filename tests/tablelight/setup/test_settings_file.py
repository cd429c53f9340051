"""The file that explains itself: it loads to what it was written from, and keeps what people wrote."""

import re
import subprocess
import sys
import tomllib

from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from tablelight.cli.main import app
from tablelight.setup.settings import (
    BoardSettings,
    CameraSettings,
    PageSettings,
    PanelSettings,
    RecordSettings,
    Settings,
)
from tablelight.setup.settings_check import checked, every_setting
from tablelight.setup.settings_file import as_toml, load, save

_TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40)
_NAMES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=12)


def uncommented(text):
    """The file with the "#" taken away from every default it shows."""
    return re.sub(r"(?m)^#(?=[a-z_]+ = )", "", text)


def test_the_file_as_it_comes_loads_to_all_defaults_and_so_does_each_of_its_lines(tmp_path):
    for text in (as_toml(Settings()), uncommented(as_toml(Settings()))):
        assert checked(tomllib.loads(text)) == (Settings(), ())
    set_there = tomllib.loads(uncommented(as_toml(Settings())))
    names = {f"{section}.{name}" for section, rows in set_there.items() if isinstance(rows, dict) for name in rows}
    assert names | {"table", "language", "readers"} == {row.where for _, _, rows in every_setting() for row in rows}


def test_every_setting_is_explained():
    text = as_toml(Settings())
    for _, _, rows in every_setting():
        for row in rows:
            assert row.says.endswith(".") and " ".join(row.says.split()[:3]) in text


@given(
    st.builds(
        Settings,
        camera=st.builds(CameraSettings, source=_TEXTS, frames_per_second=st.floats(1, 60)),
        board=st.builds(BoardSettings, port=_TEXTS, colour_blind=st.booleans(), cap_ma=st.integers(0, 20_000)),
        record=st.builds(RecordSettings, url=_TEXTS),
        page=st.builds(PageSettings, names=_TEXTS, port=st.integers(1, 65535)),
        panel=st.builds(PanelSettings, buttons=st.dictionaries(_NAMES, st.integers(0, 27), max_size=3)),
        readers=st.dictionaries(_NAMES, _TEXTS, max_size=3),
    )
)
def test_whatever_is_set_comes_back(settings):
    assert checked(tomllib.loads(as_toml(settings))) == (settings, ())


def test_what_people_wrote_is_kept_beside_and_not_lost_at_the_next_save(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text("# mine\n[page]\nport = 9000\n")
    for port in (9001, 9002):
        save(path, Settings(page=PageSettings(port=port)))
    assert (tmp_path / "settings.before.toml").read_text() == "# mine\n[page]\nport = 9000\n"
    assert load(path) == (Settings(page=PageSettings(port=9002)), ())
    assert path.stat().st_mode & 0o777 == 0o600  # it may hold a database's password


def test_the_command_prints_and_writes_what_is_set(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text("[page]\nport = 9000\nprot = 3\n")
    shown = CliRunner().invoke(app, ["settings", "--settings", str(path)])
    assert shown.exit_code == 0 and "\nport = 9000\n" in shown.stdout and "no setting 'page.prot'" in shown.stderr
    assert CliRunner().invoke(app, ["settings", "--settings", str(path), "--write"]).exit_code == 0
    assert load(path) == (Settings(page=PageSettings(port=9000)), ())


def test_the_command_line_does_not_wait_for_the_model():
    """``tablelight --help`` answers at once: what is heavy is imported by the commands that need it."""
    asked = "import sys, tablelight.cli.main; sys.exit('pydantic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], timeout=60).returncode == 0
