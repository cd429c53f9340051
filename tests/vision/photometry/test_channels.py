"""The largest of three channels."""

import numpy as np
import pytest

from vision.photometry.channels import largest_channel


@pytest.mark.parametrize("kind", [np.uint8, np.float32, np.float64])
def test_of_every_pixel_it_is_the_largest_of_its_three_numbers(kind: type) -> None:
    colours = (np.random.default_rng(1).random((7, 5, 3)) * 255).astype(kind)
    found = largest_channel(colours)
    assert found.dtype == kind and np.array_equal(found, colours.max(-1))
    assert np.array_equal(largest_channel(colours[::2, 1:]), colours[::2, 1:].max(-1))
