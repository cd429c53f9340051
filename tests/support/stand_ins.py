"""Parts that stand in for real ones in tests: a watcher with its lines learned, a disk that fills up."""

from tablelight.session.record import Record, RecordTrouble


class Disk(Record):
    full = False

    def append(self, *args):
        if Disk.full:
            raise RecordTrouble("The disk is full.")
        super().append(*args)


class Says:
    """A watcher that says each thing once, as the real one does."""

    troubles, in_motion = (), False

    def __init__(self, events):
        self.events = list(events)

    def see(self, frame):
        return (self.events.pop(0),) if self.events else ()
