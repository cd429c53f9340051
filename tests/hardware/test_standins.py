"""What stands in for MicroPython on this computer behaves as a program that ends should."""

import subprocess
import sys

from firmware_bridge.simulated.board import STANDINS


def test_the_simulated_board_ends_without_a_complaint():
    program = "import on_cpython, sys; on_cpython.prepare(1); sys.stdin.read(1)"
    ended = subprocess.run(
        [sys.executable, "-c", program], cwd=STANDINS, stdin=subprocess.DEVNULL, capture_output=True, timeout=30
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
