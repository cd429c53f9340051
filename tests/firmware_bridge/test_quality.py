"""Cable or power are suspected when faults climb, and no longer when they stopped."""

from firmware_bridge.driver import Counters
from firmware_bridge.quality import LinkQuality


def looked_at(faults_a_second, seconds, quality=None, start=0.0, before=0, sent_a_second=30):
    quality = quality or LinkQuality()
    said = []
    for second in range(seconds):
        faults = before + int(faults_a_second * second)
        counters = Counters(sent=int((start + second) * sent_a_second), damaged=faults)
        said.append(quality.climbing(counters, start + second))
    return quality, said


def test_a_clean_cable_is_never_suspected():
    assert not any(looked_at(0, 300)[1])


def test_a_few_faults_now_and_then_are_life():
    assert not any(looked_at(0.1, 600)[1])


def test_climbing_faults_are_suspected_within_a_minute():
    assert any(looked_at(2, 60)[1])


def test_when_the_faults_stop_the_suspicion_ends_after_a_minute():
    quality, said = looked_at(5, 60)
    assert said[-1]
    _, said = looked_at(0, 90, quality, start=60.0, before=295)
    assert not said[-1]


def test_an_old_burst_long_ago_does_not_count_against_a_cable_that_is_fine_now():
    quality, _ = looked_at(0, 10, before=100_000)
    assert not quality.climbing(Counters(sent=10_000, damaged=100_002), 10.0)
