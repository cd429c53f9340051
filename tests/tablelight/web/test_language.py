"""Every phone is answered in its own language: chosen in its menu, else as its browser asks, else the table's."""

from gettext import NullTranslations

import pytest

from engine.texts.language import speaking, spoken, tr
from tablelight.texts import catalogues
from tablelight.texts.catalogues import catalogue, languages, name_of
from tablelight.texts.kept import kept_in_each_language
from tablelight.texts.sentences import say
from tablelight.web.language import COOKIE, language_in


class Marked(NullTranslations):
    """A language in which everything stands between brackets."""

    def __init__(self, language):
        super().__init__()
        self._info = {"language": language}

    def gettext(self, message):
        return f"⟦{message}⟧"

    def pgettext(self, context, message):
        return f"⟦{message}⟧"

    def ngettext(self, one, many, n):
        return f"⟦{one if n == 1 else many}⟧"


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("de-AT,de;q=0.9,en;q=0.5", "de"),
        ("nl, fr;q=0.4, es;q=0.8", "es"),
        ("en-GB,de;q=0.9", "en"),
        ("de;q=0, fr;q=0.1", "fr"),
        ("nl,pl", "es"),
        ("", "es"),
        (";;;q=,\0" * 90, "es"),
    ],
)
def test_the_first_language_that_a_browser_asks_for_and_there_is_counts_else_the_tables_own(accepted, language):
    assert language_in({}, accepted, otherwise="es") == language


def test_what_was_chosen_in_the_menu_counts_before_what_the_browser_asks_for():
    assert language_in({COOKIE: "fr"}, "de") == "fr"
    assert language_in({COOKIE: "xx"}, "de") == "de", "there is no such language"


def test_a_page_says_which_language_it_is_in(client):
    for language in languages():
        assert f'lang="{language}"' in client.get("/", headers={"accept-language": language}).text
        assert f'lang="{language}"' in client.get("/rules", headers={"accept-language": language}).text


def test_two_phones_at_one_table_read_it_in_two_languages(client, monkeypatch):
    monkeypatch.setitem(catalogues._READ, "de", Marked("de"))
    german, english = ({"accept-language": code} for code in ("de", "en"))
    for path in ("/rules", "/rules/roll_and_color", "/rules/roll_and_color/turn"):
        assert "⟦" not in client.get(path, headers=english).text
        assert "⟦" in client.get(path, headers=german).text
        assert "⟦" not in client.get(path, headers=english).text, "what is kept of a page is kept in each language"
    for headers, marked in ((german, True), (english, False), (german, True)):
        with client.websocket_connect("/ws", headers=headers | {"origin": str(client.base_url)}) as socket:
            assert ("⟦" in socket.receive_json()["sections"]["ask"]) is marked


def test_a_trouble_told_by_a_part_without_a_language_is_read_in_the_language_of_each_phone():
    told = say("health", "no_mat")
    with speaking(Marked("de")):
        assert str(told) == f"⟦{told[:]}⟧" and f"{told}" == str(told)
    assert "⟦" not in str(told)


def test_what_is_kept_is_kept_in_each_language():
    @kept_in_each_language(4)
    def drawn(name):
        return tr("Menu") + name

    assert drawn("x") == "Menux"
    with speaking(Marked("de")):
        assert drawn("x") == "⟦Menu⟧x"
    assert drawn("x") == "Menux"


def test_each_language_has_a_name_of_its_own_and_a_catalogue_that_knows_its_code():
    assert len({name_of(language) for language in languages()}) == len(languages()) >= 4
    for language in languages():
        with speaking(catalogue(language)):
            assert spoken() == language
    assert catalogue("xx") is catalogue("en")


def test_a_catalogue_is_made_once_and_made_anew_where_it_is_damaged_or_its_file_has_changed(tmp_path):
    file, beside = tmp_path / "de.po", tmp_path / "__pycache__"
    file.write_text('msgid "Menu"\nmsgstr "Menü"\n', "utf-8")
    for damage in (None, b"", b"no catalogue at all"):
        for made in beside.glob("*.mo") if damage is not None else ():
            made.write_bytes(damage)
        assert catalogues._compiled(file, "de").gettext("Menu") == "Menü"
    file.write_text('msgid "Menu"\nmsgstr "Speisekarte"\n', "utf-8")
    assert catalogues._compiled(file, "de").gettext("Menu") == "Speisekarte"
    assert len(list(beside.iterdir())) == 1, "the one of the older file is gone"
