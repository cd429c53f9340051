"""What docs/adding-a-camera.md shows works as it stands there."""

import re
from pathlib import Path
from typing import Any

import pytest

from vision.camera.sources import KINDS, open_camera
from vision.errors import VisionError

PAGE = Path(__file__).resolve().parents[3] / "docs" / "adding-a-camera.md"


def shown() -> dict[str, Any]:
    """What the page's code leaves behind, block after block, as a reader would type it."""
    names: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL):
        exec(compile(block, str(PAGE), "exec"), names)
    return names


def test_the_pages_camera_gives_pictures() -> None:
    assert shown()["frame"].image.max() == 250


def test_a_name_of_the_new_kind_that_cannot_be_is_said_in_its_sentence() -> None:
    kind = shown()["BAR"]
    camera = open_camera("bar:large", (kind, *KINDS))
    assert camera.next(timeout=0.2) is None
    assert camera.health.message == "'large' is no size; write bar:640x360."
    camera.close()


def test_without_the_new_kind_its_name_is_no_camera_and_with_it_the_example_is_told() -> None:
    with pytest.raises(VisionError, match="picamera2, a video file or a folder of pictures"):
        open_camera("bar:640x360")
    with pytest.raises(VisionError, match="give bar:640x360, a number"):
        open_camera("nothing", (shown()["BAR"], *KINDS))
