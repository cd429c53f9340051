"""A game of every kind becomes a film: its own boards and cards, drawn without a browser."""

import io

import pytest
from PIL import Image, ImageDraw
from typer.testing import CliRunner

from engine.core.match import Match, entry_to_json
from engine.core.registry import names
from tablelight.bench.players import SETUPS, random_match
from tablelight.cli.main import app
from tablelight.referee.inputs import EnterEvent
from tablelight.web import replay_routes
from tablelight.web.components.html import PAINT
from tablelight.web.film import film as films
from tablelight.web.film.markup_tree import style_of, tree_of
from tablelight.web.film.shapes import draw_svg, ink, path_outlines
from tablelight.web.replayed import WatchedMatch
from tests.tablelight.visitors import CODE


def watched(name, most, **options):
    setup = [setup for setup in SETUPS if setup.name == name][-1]
    return WatchedMatch("x", random_match(name, setup.seats, 3, most, **{**setup.options, **options}), 0.0)


def drawn(svg, size=100):
    image = Image.new("RGB", (size, size), "#000")
    draw_svg(ImageDraw.Draw(image, "RGBA"), next(tree_of(svg).every("svg")), (0, 0, size, size))
    return image


@pytest.mark.parametrize("name", names())
def test_a_game_of_every_kind_is_drawn_and_fills_its_picture(name):
    found = watched(name, 60)
    last = films.moments_shown(found)[-1]
    picture = films._picture(found, last, films.standings(found.match), films._Letters())
    assert picture.size == (films.WIDE, films.HIGH)
    table = picture.crop((0, films._TITLE, films.WIDE - films._SIDE, films.HIGH - films._WORDS))
    colours = table.getcolors(1_000_000)
    ground = max(count for count, _ in colours)
    assert len(colours) > 50 and ground < 0.97 * table.size[0] * table.size[1]


def test_a_film_shows_the_end_of_every_turn_and_never_more_than_a_film_has():
    found = watched("roll_and_color", 30)
    gif = Image.open(io.BytesIO(films.film(found)))
    assert gif.format == "GIF" and gif.size == (films.WIDE, films.HIGH)
    assert 1 < gif.n_frames <= len(films.moments_shown(found))
    long = watched("spectrum_casino", 3000)
    shown = films.moments_shown(long)
    assert len(shown) <= films.MOST_PICTURES and shown[0] == 0 and shown[-1] == long.length


# ---- drawing


def test_what_the_style_sheets_say_of_a_class_is_drawn():
    assert style_of((("span", ("hue-R",)),))["--paint"] == PAINT[0]
    assert style_of((("g", ("token",)), ("path", ("body",))))["stroke"] == "#fff"
    assert "stroke" not in style_of((("path", ("body",)),))
    image = drawn('<svg viewBox="0 0 10 10"><rect class="worth" x="0" y="0" width="10" height="10"></rect></svg>')
    assert image.getpixel((50, 50)) == (255, 255, 255)


def test_shapes_are_moved_scaled_and_seen_through():
    image = drawn(
        '<svg viewBox="0 0 10 10"><g transform="translate(5 0) scale(5)">'
        '<path fill="#f00" stroke="none" d="M0 0H1V1H0Z"></path></g>'
        '<circle cx="2" cy="8" r="2" fill="#0f08" stroke="none"></circle></svg>'
    )
    assert image.getpixel((75, 25)) == (255, 0, 0) and image.getpixel((25, 25)) == (0, 0, 0)
    red, green, blue = image.getpixel((20, 80))
    assert (red, blue) == (0, 0) and 100 < green < 160


@pytest.mark.parametrize(
    ("d", "touches"),
    [("M0 0A10 10 0 0 1 20 0", (10, -10)), ("M0 0A10 10 0 0 0 20 0", (10, 10)), ("M0 0l20 0", (20, 0))],
)
def test_an_arc_bends_to_the_side_it_says(d, touches):
    ((points, closed),) = path_outlines(d)
    assert not closed
    assert min(abs(x - touches[0]) + abs(y - touches[1]) for x, y in points) < 1


@pytest.mark.parametrize("colour", ["none", "transparent", "url(#x)", "nothing"])
def test_what_is_no_colour_draws_nothing(colour):
    assert ink(colour) is None


# ---- as a command, and from the page


@pytest.fixture
def saved(table):
    table.new_match(Match.new("roll_and_color", ["Ann", "Ben"]))
    table.tell(EnterEvent("roll R R O G / R RO RO BP P"))
    table.tell(EnterEvent("score RO"))
    return table.snapshot.match_id


def test_a_saved_game_becomes_a_film_at_the_command_line(table, saved, tmp_path):
    (tmp_path / "game.jsonl").write_text(table.archive.saved(saved))
    made = CliRunner().invoke(app, ["film", str(tmp_path / "game.jsonl"), str(tmp_path / "out.gif")])
    assert made.exit_code == 0 and Image.open(tmp_path / "out.gif").n_frames > 1
    (tmp_path / "no.jsonl").write_text("hello")
    refused = CliRunner().invoke(app, ["film", str(tmp_path / "no.jsonl"), str(tmp_path / "no.gif")])
    assert refused.exit_code == 1 and "no saved game" in refused.output and not (tmp_path / "no.gif").exists()


@pytest.mark.long
def test_a_film_is_made_for_whoever_may_write_by_a_program_of_its_own(client, table, saved):
    assert client.get(f"/games/{saved}/film.gif").status_code == 403
    client.post("/unlock", json={"code": CODE})
    answer = client.get(f"/games/{saved}/film.gif")
    assert answer.status_code == 200 and answer.headers["content-type"] == "image/gif"
    assert answer.headers["content-disposition"].endswith('-ann-ben.gif"')
    assert Image.open(io.BytesIO(answer.content)).n_frames > 1
    assert client.get("/games/nothing/film.gif").status_code == 404


def test_a_film_that_cannot_be_made_is_said_in_a_sentence(client, saved, monkeypatch):
    monkeypatch.setattr(replay_routes.sys, "executable", "/bin/false")
    client.post("/unlock", json={"code": CODE})
    answer = client.get(f"/games/{saved}/film.gif")
    assert answer.status_code == 500 and "No film could be made" in answer.text


def test_a_game_with_hidden_cards_has_no_film_before_it_is_over(client, table):
    table.new_match(Match.new("spectrumo", ["Ann", "Ben"]))
    match = random_match("spectrumo", 2, 3, 3)
    for entry in match.log:
        table.tell(EnterEvent(entry_to_json(entry)["event"]))
    client.post("/unlock", json={"code": CODE})
    assert client.get(f"/games/{table.snapshot.match_id}/film.gif").status_code == 409
