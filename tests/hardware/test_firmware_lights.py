"""The firmware's lights, with the strip of the workbench as witness."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hardware.parts import firmware_parts

LIGHTS = 12
PICTURES = st.binary(min_size=3 * LIGHTS, max_size=3 * LIGHTS)


@pytest.fixture(scope="module")
def parts():
    with firmware_parts() as parts:
        yield parts


@pytest.fixture
def strip(parts, monkeypatch):
    """Every latch as (red, green, blue) bytes of a strip whose diodes are wired green, red, blue."""
    latched = []

    def latch(words):
        channels = [(word >> 16 & 255, word >> 24 & 255, word >> 8 & 255) for word in words]
        latched.append(bytes(value for rgb in channels for value in rgb))

    monkeypatch.setattr(parts.bench, "latch", latch)
    return latched


def make(parts, cap_ma=1500, rise=255):
    return parts.lights.Lights(0, LIGHTS, "GRB", cap_ma, rise)


def show(lights, picture):
    lights.want[:] = picture
    lights.change(lights.want)
    for _ in range(300):
        lights.step()


def current_ma(pixels):
    return sum(pixels) * 20 / 255 + len(pixels) / 3


def test_the_strip_is_dark_at_boot(parts, strip):
    make(parts).step()
    assert strip == [bytes(3 * LIGHTS)]


@given(picture=PICTURES)
def test_the_strip_shows_the_picture_in_its_own_colour_order(parts, picture):
    latched = []
    parts.bench.latch = lambda words: latched.append(list(words))
    show(make(parts), picture)
    r, g, b = picture[0], picture[1], picture[2]
    if any(picture):
        assert latched[-1][0] == g << 24 | r << 16 | b << 8


@given(before=PICTURES, after=PICTURES, cap=st.integers(0, 1000), rise=st.integers(1, 255), dim=st.integers(0, 255))
@settings(max_examples=60, deadline=None)
def test_no_latch_ever_draws_more_than_the_cap(parts, before, after, cap, rise, dim):
    """mA = channels * 20 / 255 + 1 a light; a strip of chips alone may draw more than a silly cap."""
    lights = make(parts, cap, rise)
    lights.dim(dim)
    most = max(cap, LIGHTS)
    for picture in (before, after):
        lights.want[:] = picture
        lights.change(lights.want)
        for _ in range(260):
            lights.step()
            assert current_ma(lights.shown) <= most
        wish = sum(picture) * dim / 255 * 20 / 255 + LIGHTS
        if abs(wish - most) > 1:  # within 1 mA either answer is right
            assert lights.limited == (wish > most)


def test_limiting_keeps_the_hues(parts, strip):
    lights = make(parts, cap_ma=LIGHTS + 60)
    show(lights, bytes((200, 100, 0)) * LIGHTS)
    red, green, blue = strip[-1][:3]
    assert lights.limited and blue == 0 and abs(red - 2 * green) <= 1 and red > 0


def test_the_host_can_only_lower_the_cap(parts):
    lights = make(parts, cap_ma=500)
    lights.lower_cap(400)
    assert lights.cap_ma == 400
    lights.lower_cap(2000)
    assert lights.cap_ma == 400


@given(before=PICTURES, after=PICTURES, rise=st.integers(1, 255))
@settings(max_examples=40, deadline=None)
def test_lights_rise_in_steps_and_fall_at_once(parts, before, after, rise):
    lights = make(parts, cap_ma=60000, rise=rise)
    show(lights, before)
    lights.want[:] = after
    lights.change(lights.want)
    lights.step()
    for old, new, shown in zip(before, after, lights.shown, strict=True):
        assert shown == (new if new <= old else min(new, old + rise))
    show(lights, after)
    assert bytes(lights.shown) == after


def test_nothing_is_sent_to_the_strip_while_nothing_changes(parts, strip):
    lights = make(parts)
    show(lights, bytes(range(36)))
    count = len(strip)
    for _ in range(50):
        lights.step()
    assert len(strip) == count


def test_no_host_pattern_is_dim_and_not_dark(parts):
    pattern = parts.lights.no_host_pattern(LIGHTS)
    assert 0 < max(pattern) <= 16 and sum(pattern) <= 40


def test_by_dma_the_next_picture_waits_until_the_last_one_has_left(parts):
    """30 us a light, and 0.28 ms for the strip to latch."""
    for count in (1, 12, 108, 169):
        lights = parts.lights.Lights(0, count, "GRB", 1500, 255)
        assert lights.rest_ms >= count * 0.03 + 0.43


def test_a_micropython_too_old_to_feed_the_strip_without_gaps_says_which_one_to_install(parts, monkeypatch):
    monkeypatch.delattr(parts.rp2, "DMA")
    with pytest.raises(RuntimeError, match=r"1\.22 or newer"):
        make(parts)
