"""How soon a picture may show that lights went out is learned, and never much sooner than it was seen."""

from tablelight.perception.camera_delay import CameraDelay


def test_before_it_was_seen_no_picture_is_due() -> None:
    assert not CameraDelay().is_due(10.0)


def test_a_picture_that_comes_a_little_sooner_than_ever_is_due_and_one_that_was_begun_before_is_not() -> None:
    delay = CameraDelay()
    for took in (0.064, 0.091, 0.079):
        delay.seen(took, 200)
    assert delay.is_due(0.064) and delay.is_due(0.058), "pictures come unevenly, by some thousandths of a second"
    assert not delay.is_due(0.064 - 1 / 30), "the picture before it still shows the lights"
