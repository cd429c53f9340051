"""Eyes that watch for hours keep nothing of what they saw."""

import tracemalloc

from vision.camera.frames import Frame
from vision.motion.roll_watcher import RollWatcher
from vision.simulation import SimulatedCamera, SimulatedTable


def test_memory_stays_flat_while_rolls_are_watched_and_read(taught_eyes):
    table = SimulatedTable(seed=4)
    camera = SimulatedCamera(table, size=(640, 360))
    table.roll(0.0)
    images = [camera.read(n / 10) for n in range(int((table.busy_until() + 0.6) * 10))]
    watcher = RollWatcher(taught_eyes)
    said = []

    def watch(rounds, start):
        for n in range(rounds * len(images)):
            said.extend(event.event for event in watcher.see(Frame(images[n % len(images)], (start + n) / 10, n)))

    watch(2, 0)
    tracemalloc.start()
    try:
        watch(1, 2 * len(images))
        before, _ = tracemalloc.get_traced_memory()
        watch(4, 3 * len(images))
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert said.count("settled") >= 5, "each time round the dice were read"
    assert after - before < images[0].nbytes / 2, "not even half a picture was kept"
