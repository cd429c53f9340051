"""A warning about the settings is read once: it can be put away, and comes back only when it says something else."""

import json

import pytest

from tablelight.web.notices import Notices
from tests.tablelight.visitors import CODE, act, connect, until

SLIP = "There is no setting 'colour'."


@pytest.fixture
def context(context):
    context.table.trouble("settings", SLIP)
    return context


def doubt(client):
    with connect(client) as socket:
        return json.loads(socket.receive_text())["sections"]["doubt"]


def test_a_warning_that_was_put_away_is_gone_from_every_phone_and_stays_on_the_parts_page(client, context):
    client.post("/unlock", json={"code": CODE})
    with connect(client) as socket, connect(client) as other:
        assert "Hide this" in until(socket, "doubt", "no setting")
        until(other, "doubt", "no setting")
        act(socket, "put-away", part="settings")
        for each in (socket, other):
            assert "no setting" not in json.loads(each.receive_text())["sections"]["doubt"]
    assert "no setting" not in doubt(client)
    with connect(client, "health") as socket:
        until(socket, "health", "no setting")


def test_another_warning_comes_back(client, context):
    context.notices.put_away("settings", SLIP)
    assert "no setting" not in doubt(client)
    context.table.trouble("settings", SLIP + " And no 'brigthness'.")
    assert "brigthness" in doubt(client)


def test_without_the_code_nothing_is_put_away(client, context):
    assert "Hide this" not in doubt(client)
    with connect(client) as socket:
        act(socket, "put-away", part="settings")
        act(socket, "overlay", name="menu")
        until(socket, "overlay", "<h2>Menu")
    assert context.notices.shown({"settings": SLIP})


def test_what_stands_in_the_way_of_playing_cannot_be_put_away(client, context):
    context.table.trouble("record", "The disk is full.")
    client.post("/unlock", json={"code": CODE})
    with connect(client) as socket:
        act(socket, "put-away", part="record")
        act(socket, "put-away", part="nothing")
        act(socket, "put-away")
        act(socket, "overlay", name="menu")
        until(socket, "overlay", "<h2>Menu")
    assert "The disk is full." in doubt(client)


def test_it_is_kept_over_a_restart_and_is_news_again_once_it_was_mended(tmp_path):
    file = tmp_path / "notices.json"
    Notices(file).put_away("settings", SLIP)
    again = Notices(file)
    again.begin({"settings": SLIP})
    assert again.shown({"settings": SLIP}) == {}
    mended = Notices(file)
    mended.begin({})
    assert Notices(file).shown({"settings": SLIP})


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b"\xff", b"5", b"[" * 100_000])
def test_a_damaged_file_only_shows_everything_again(tmp_path, content):
    file = tmp_path / "notices.json"
    file.write_bytes(content)
    assert Notices(file).shown({"settings": SLIP})
