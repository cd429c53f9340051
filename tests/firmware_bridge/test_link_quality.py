"""Damage suspects cable or power, lateness a busy computer; neither is said any more when it stopped."""

import pytest

from firmware_bridge.drivers.interface import Counters
from firmware_bridge.link_quality import DAMAGED, LATE, LinkQuality


def looked_at(faults_a_second, seconds, quality=None, start=0.0, before=0, sent_a_second=30, of="damaged"):
    quality = quality or LinkQuality()
    said = []
    for second in range(seconds):
        faults = before + int(faults_a_second * second)
        counters = Counters(sent=int((start + second) * sent_a_second), **{of: faults})
        said.append(quality.complaint(counters, start + second))
    return quality, said


def test_a_clean_cable_is_never_suspected():
    assert not any(looked_at(0, 300)[1])


def test_a_few_faults_now_and_then_are_life():
    assert not any(looked_at(0.1, 600)[1])


@pytest.mark.parametrize("of", ["damaged", "device_damaged", "lost"])
def test_climbing_faults_are_suspected_within_a_minute(of):
    said = looked_at(2, 60, of=of)[1]
    assert set(said) == {"", DAMAGED}


def test_lateness_is_called_lateness_and_not_damage():
    said = looked_at(20, 120, of="late")[1]
    assert set(said) == {"", LATE}


def test_some_lateness_is_seen_by_nobody_and_not_spoken_of():
    assert not any(looked_at(3, 300, of="late")[1])


def test_what_was_only_asked_for_again_is_neither():
    assert not any(looked_at(20, 120, of="timeouts")[1])


def test_when_the_faults_stop_the_suspicion_ends_after_a_minute():
    quality, said = looked_at(5, 60)
    assert said[-1]
    _, said = looked_at(0, 90, quality, start=60.0, before=295)
    assert not said[-1]


def test_an_old_burst_long_ago_does_not_count_against_a_cable_that_is_fine_now():
    quality, _ = looked_at(0, 10, before=100_000)
    assert not quality.complaint(Counters(sent=10_000, damaged=100_002), 10.0)


def test_a_board_that_starts_anew_again_and_again_suspects_its_power():
    quality = LinkQuality()
    said = [quality.complaint(Counters(sent=20 * n, reconnects=n), float(n)) for n in range(10)]
    assert said[3] == "" and "power" in said[4] == said[9]
    assert quality.complaint(Counters(sent=5000, reconnects=9), 80.0) == "", "long over"
