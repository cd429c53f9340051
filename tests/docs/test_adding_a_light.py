"""The strip that the guide builds is one: it is run as it stands there."""

import re
from pathlib import Path

from engine.components.hues import Hue
from engine.components.lights import Light, Meaning
from firmware_bridge.drivers import interface, strips
from tests.support.waiting import eventually

TEXT = (Path(__file__).parents[2] / "docs" / "adding-a-light.md").read_text()


def test_the_strip_of_the_guide_shows_a_picture(tmp_path):
    words = {}
    exec(re.search(r"```python\n(.*?)```", TEXT, re.DOTALL)[1], words)
    board = words["board"](tmp_path / "pictures")
    try:
        spot = board.board.places[0].spot
        board.show({spot: Light(Meaning.LEGAL, Hue.G)})
        assert eventually(lambda: any(board.shown_by_spot().get(spot, ())))
        assert board.health.connected
    finally:
        board.close()
    assert len((tmp_path / "pictures").read_bytes()) % (3 * board.board.lights) == 0


def test_every_word_of_the_agreement_is_named():
    told = [name for name in vars(interface.LightDriver) if not name.startswith("_")]
    assert all(f"`{name}`" in TEXT for name in told), told
    assert all(name in vars(strips.LightStrip) or name == "name" for name in ("name", "send", "close"))
