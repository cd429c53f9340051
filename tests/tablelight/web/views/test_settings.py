"""The settings page: it explains, checks at the field, saves with the code alone, and gives no password away."""

import re
import socket

import pytest

from tablelight.setup.settings import BoardSettings, CameraSettings, PageSettings, RecordSettings, Settings
from tablelight.setup.settings_check import every_setting
from tablelight.setup.settings_file import load, save
from tests.tablelight.visitors import CODE

ORIGIN = {"origin": "http://testserver"}


@pytest.fixture
def path(context, tmp_path):
    context.settings_path = tmp_path / "settings.toml"
    return context.settings_path


def post(client, **fields):
    form = {name.replace("__", "."): value for name, value in fields.items()}
    return client.post("/settings", data={"table": "table", **form}, headers=ORIGIN, follow_redirects=False)


def with_code(client):
    client.post("/unlock", json={"code": CODE}, headers=ORIGIN)
    return client


def test_every_setting_stands_there_with_what_it_is_about(client, path):
    html = client.get("/settings").text
    for _, _, rows in every_setting():
        for row in rows:
            assert f'id="{row.where}"' in html and f'id="about-{row.where}"' in html
    assert "Between 1 and 65535." in html and "In mA." in html and "next start" in html and "style=" not in html


def test_what_is_saved_stands_in_the_file_and_the_lights_follow_at_once(client, path, context):
    answer = post(with_code(client), page__port="9000", board__brightness="0,3", board__colour_blind="on")
    assert answer.status_code == 303 and "Saved." in client.get(answer.headers["location"]).text
    expected = Settings(page=PageSettings(port=9000), board=BoardSettings(brightness=0.3, colour_blind=True))
    assert load(path) == (expected, ())
    assert context.lights._brightness == 0.3


@pytest.mark.parametrize(
    ("field", "typed", "says"),
    [("board__brightness", "0.3", "It counts already."), ("page__port", "9000", "when Tablelight starts again")],
)
def test_what_was_saved_says_whether_it_needs_a_new_start(client, path, field, typed, says):
    answer = post(with_code(client), **{field: typed})
    assert says in client.get(answer.headers["location"]).text


def test_what_counts_at_once_lies_open_and_the_group_of_a_slip_opens(client, path):
    def opened(html):
        return [
            group.split("</b>")[0].rpartition(">")[2] for group in html.split("<details")[1:] if " open" in group[:20]
        ]

    assert opened(client.get("/settings").text) == ["Counts at once"]
    assert opened(post(with_code(client), page__port="0").text) == ["Counts at once", "Page"]


def test_what_a_part_of_a_form_does_not_say_stays(client, path):
    save(path, Settings(page=PageSettings(port=9000), readers={"play": "/dev/a"}))
    assert post(with_code(client), page__host="127.0.0.1").status_code == 303
    assert load(path)[0] == Settings(page=PageSettings("127.0.0.1", 9000), readers={"play": "/dev/a"})


def test_names_with_pins_and_ports_come_one_a_line(client, path):
    answer = post(with_code(client), panel__buttons="done = 17\r\nundo=27\r\n", readers="play = /dev/a=b")
    assert answer.status_code == 303
    assert load(path)[0].panel.buttons == {"done": 17, "undo": 27} and load(path)[0].readers == {"play": "/dev/a=b"}


@pytest.mark.parametrize(
    ("field", "typed", "says"),
    [
        ("page__port", "0", "This should be between 1 and 65535."),
        ("page__port", "many", "This should be a whole number."),
        ("board__brightness", "nan", "This should be between 0.0 and 1.0."),
        ("board__colours", "RGBW", "This should be one of RGB"),
        ("table", "../x", "This should be letters, digits"),
        ("camera__source", "a\0b", "This should have no NUL sign."),
        ("panel__buttons", "done", "This should be a section of names and GPIO numbers."),
        ("page__names", "x" * 501, "This should have 500 letters at most."),
    ],
)
def test_what_cannot_be_used_is_said_at_its_field_and_nothing_is_saved(client, path, field, typed, says):
    answer = post(with_code(client), **{field: typed})
    where = field.replace("__", ".")
    assert answer.status_code == 400 and not path.exists()
    said = re.search(f'id="wrong-{re.escape(where)}">([^<]*)<', answer.text)
    assert said and says in said[1] and 'aria-invalid="true"' in answer.text


def test_nothing_is_saved_without_the_code(client, path):
    for code in ("", "WRONG234"):
        answer = post(client, page__port="9000", code=code)
        assert answer.status_code == 403 and not path.exists() and 'value="9000"' in answer.text
    assert post(client, page__port="9000", code=CODE).status_code == 303
    assert load(path)[0].page.port == 9000


def test_another_sites_form_saves_nothing(client, path):
    answer = with_code(client).post("/settings", data={"table": "x"}, headers={"origin": "http://evil.example"})
    assert answer.status_code == 403 and not path.exists()


def test_a_password_is_never_shown_and_stays_when_the_rest_is_saved(client, path):
    url = "postgresql://pi:s@cr:et@db/games"
    save(path, Settings(record=RecordSettings(url)))
    html = with_code(client).get("/settings").text
    assert "s@cr" not in html and "postgresql://pi:•••@db/games" in html
    assert post(client, record__url="postgresql://pi:•••@db/games", page__port="9000").status_code == 303
    assert load(path)[0].record.url == url
    answer = post(client, record__url="postgresql://pi:•••@elsewhere/games")
    assert answer.status_code == 400 and "password typed anew" in answer.text and load(path)[0].record.url == url


def test_a_cameras_password_is_as_secret_as_the_records(client, path):
    source = "http://me:secret@phone:8080/video"
    save(path, Settings(camera=CameraSettings(source)))
    html = with_code(client).get("/settings").text
    assert "secret" not in html and "http://me:•••@phone:8080/video" in html
    answer = post(client, camera__source="http://me:•••@phone:8081/video")
    assert answer.status_code == 400 and "password typed anew" in answer.text
    assert load(path)[0].camera.source == source


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql:///games?user=pi&password=secret", "postgresql:///games?user=pi&amp;password=•••"),
        ("postgresql:///games?password=secret&host=db", "postgresql:///games?password=•••&amp;host=db"),
        ("postgresql://pi:secret@db/games?sslpassword=secret", "postgresql://pi:•••@db/games?sslpassword=•••"),
    ],
)
def test_a_password_among_an_addresss_parameters_is_not_shown_either(client, path, url, shown):
    save(path, Settings(record=RecordSettings(url)))
    html = with_code(client).get("/settings").text
    assert "secret" not in html and shown in html
    assert post(client, page__port="9000").status_code == 303
    assert load(path)[0].record.url == url


def test_a_password_is_not_shown_with_what_is_wrong_about_its_address(client, path):
    path.write_text(f'[record]\nurl = "postgresql://pi:secret@db/{"x" * 600}"\n')
    html = client.get("/settings").text
    assert "500 letters at most" in html and "secret" not in html


def test_words_from_the_file_are_no_html(client, path):
    save(path, Settings(page=PageSettings(names='"><script>')))
    assert "<script>" not in client.get("/settings").text


def test_a_file_with_slips_is_said_and_kept(client, path):
    path.write_text("[page]\nprot = 3\n")
    assert "no setting &#39;page.prot&#39;" in with_code(client).get("/settings").text
    assert post(client, page__port="9000").status_code == 303
    assert path.with_suffix(".before.toml").read_text() == "[page]\nprot = 3\n"


@pytest.mark.parametrize("body", [b"", b"\xff\xfe", b"a=b&" * 200, b"table=" + b"x" * 300_000])
def test_what_is_no_form_changes_nothing(client, path, body):
    answer = with_code(client).post("/settings", content=body, headers=ORIGIN)
    assert answer.status_code == 400 and not path.exists()


def test_a_disk_that_refuses_is_said(client, path, monkeypatch):
    monkeypatch.setattr("tablelight.web.views.settings.save", refuse)
    answer = post(with_code(client), page__port="9000")
    assert answer.status_code == 503 and "No space left" in answer.text and 'value="9000"' in answer.text


def refuse(*_):
    raise OSError(28, "No space left on device")


def test_a_simulated_table_has_nothing_to_save(client):
    html = client.get("/settings").text
    assert "keeps no settings" in html and "submit" not in html
    assert post(with_code(client), page__port="9000").status_code == 400


def test_the_pages_policy_lets_its_form_be_sent(client, path):
    policy = client.get("/settings").headers["content-security-policy"]
    allowed = [rule.split()[1:] for rule in policy.split(";") if rule.split()[:1] == ["form-action"]]
    assert allowed in ([], [["'self'"]])


@pytest.mark.parametrize("host", ["198.51.100.7", "no such name", "a" * 300 + ".example"])
def test_an_address_at_which_no_page_could_be_served_is_not_saved(client, path, host):
    answer = post(with_code(client), page__host=host)
    assert answer.status_code == 400 and "an address of this computer" in answer.text and not path.exists()


def test_a_port_that_another_program_has_is_not_saved(client, path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        answer = post(with_code(client), page__host="127.0.0.1", page__port=str(other.getsockname()[1]))
    assert answer.status_code == 400 and "is used by another program" in answer.text and not path.exists()
