"""Tablelight is stopped by whoever started it: by Ctrl+C, or by the system when it goes down."""

import os
import signal
import threading
import tty

import pytest

from firmware_bridge.board_maps import BoardMap
from firmware_bridge.drivers.strips import adalight
from tests.browser.running import free_port, start

pytestmark = pytest.mark.long

DARK = adalight(bytes(3 * BoardMap.load("spectrum").lights))


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_the_lights_go_out_when_the_table_is_closed(tmp_path, stop):
    """A strip with no program of its own for that would shine on."""
    device, port = os.openpty()
    tty.setraw(port)
    said = bytearray()
    threading.Thread(target=hear, args=(device, said), daemon=True).start()
    settings = f'[camera]\nsource = ""\n[board]\nport = "adalight:{os.ttyname(port)}"\n[page]\nhost = "127.0.0.1"\n'
    (tmp_path / "settings.toml").write_text(settings)
    running = start(["serve"], tmp_path, free_port())
    try:
        running.process.send_signal(stop)
        running.process.wait(20)
        assert bytes(said).endswith(DARK) and len(said) > len(DARK)
    finally:
        running.stop()
        os.close(port)


def hear(device, said):
    while True:
        try:
            said += os.read(device, 65536)
        except OSError:
            return
