"""Whoever sees colours otherwise chooses patterns: every hue has its own, and it stays so in this browser."""

import re

import pytest

from engine.components.hues import Hue
from tablelight.web.components.html import hue_class
from tablelight.web.sight import COOKIE, pattern_defs, pattern_sheet
from tests.tablelight.visitors import CODE, act, connect, until


def test_every_hue_has_a_pattern_of_its_own():
    motifs = [re.search(rf"{hue_class(hue)}{{--motif:(.*?)}}", pattern_sheet()).group(1) for hue in Hue]
    assert len(set(motifs)) == len(Hue)
    shapes = re.findall(r'<pattern id="motif-(\w+)".*?>(.*?)</pattern>', pattern_defs())
    assert [name for name, _ in shapes] == [hue.name for hue in Hue]
    drawn = {tuple(re.findall(r' d="(.*?)"', inside)) for _, inside in shapes}
    assert len(drawn) == len(Hue), "also in black and white no two are alike"


@pytest.mark.parametrize(("kept", "marked"), [("patterns", True), ("mauve", False), ("", False)])
def test_the_next_page_is_drawn_so_at_once(client, kept, marked):
    if kept:
        client.cookies.set(COOKIE, kept)
    assert ('data-sight="patterns"' in client.get("/").text.split("<head>")[0]) is marked


def test_the_menu_says_what_was_chosen(client):
    client.post("/unlock", json={"code": CODE})
    with connect(client) as socket:
        act(socket, "overlay", name="menu")
        until(socket, "overlay", 'data-sight="patterns" aria-pressed="false"')
        act(socket, "sight", sight="patterns")
        until(socket, "overlay", 'data-sight="" aria-pressed="true"')
