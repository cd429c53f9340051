"""The simulated board is a thing on a cable: what is typed at the terminal does not reach it."""

import os
import signal
import subprocess
import sys

from tests.browser.running import ROOT

HOST = """
import signal, time
from firmware_bridge.drivers.serial_board import SerialBoard
from firmware_bridge.board_maps import BoardMap
from firmware_bridge.simulated.board import SimulatedDevice

pressed = []  # an exception could be lost in whatever runs just then, an event waited for would lock itself out
signal.signal(signal.SIGINT, lambda *_: pressed.append(True))
with SimulatedDevice() as device:
    board = SerialBoard(BoardMap.load("spectrum"), device.port)
    while not board.health.connected:
        time.sleep(0.02)
    print("connected", flush=True)
    while not pressed:
        time.sleep(0.05)
    until = time.monotonic() + 0.5
    while device.running and time.monotonic() < until:
        time.sleep(0.02)
    print("the board runs on" if device.running else "the board has ended", flush=True)
    board.close()
"""


def test_ctrl_c_at_the_terminal_does_not_reach_the_simulated_board():
    """A terminal tells it to every process of the group that it runs in front."""
    host = subprocess.Popen(
        [sys.executable, "-c", HOST],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert host.stdout.readline() == "connected\n"
    os.killpg(host.pid, signal.SIGINT)
    said, complained = host.communicate(timeout=20)
    assert said == "the board runs on\n"
    assert complained == ""
