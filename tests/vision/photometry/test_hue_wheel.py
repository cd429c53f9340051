"""Where a colour lies on the wheel is read off between the mat's own inks."""

import numpy as np

from vision.photometry.hue_wheel import WheelPosition, apart, exchanged, wheel_position
from vision.training.cards.tables import HUES


def test_an_ink_lies_between_the_mats_inks_and_shade_does_not_move_it() -> None:
    mat = (np.array(HUES)[:, ::-1] / 255.0) ** 2.2
    for k, ink in enumerate(mat):
        for colour in (ink, 0.3 * ink):
            assert apart(wheel_position(colour, mat), k) < 1e-3
    assert wheel_position(np.full(3, 0.5), mat) is None


def test_a_lamp_without_colours_asks_about_nothing() -> None:
    gray = np.repeat(np.linspace(0.1, 0.9, 12)[:, None], 3, 1)
    assert wheel_position(np.array([0.1, 0.1, 0.8]), gray) is None


def test_what_is_painted_half_a_step_off_all_round_is_in_order_and_two_that_changed_places_are_not() -> None:
    places = {k: WheelPosition((k + 0.5,), k) for k in range(12)}
    assert not list(exchanged(places))
    changed = {**places, 11: WheelPosition((0.5,), 11), 0: WheelPosition((11.5,), 0)}
    assert list(exchanged(changed)) == [(0, 11)]


def test_only_what_no_dye_explains_is_far() -> None:
    assert (
        not WheelPosition((11.0,), 0).is_far
        and WheelPosition((6.0,), 8).is_far
        and not WheelPosition((6.0,), 0, around=6).is_far
    )
