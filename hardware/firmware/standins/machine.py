# Stand-in for MicroPython's machine, as far as the firmware uses it.
import sys

import bench

identity = b"\0" * 8


def unique_id():
    return identity


def reset_cause():
    return 1


def reset():
    sys.exit(3)


bootloader = reset


class _Registers:
    """The processor's own view of its pins."""

    def __getitem__(self, address):
        if address != 0xD0000004:
            raise ValueError("there is nothing at %x" % address)
        word = 0
        for pin in range(30):
            word |= bench.level(pin) << pin
        return word


mem32 = _Registers()


class Pin:
    IN, OUT, OPEN_DRAIN, PULL_UP, PULL_DOWN, IRQ_FALLING = 0, 1, 2, 1, 2, 4

    def __init__(self, number, mode=IN, pull=None, value=None):
        self._number = number
        if value is not None:
            bench.drive(number, value)

    def irq(self, handler, trigger):
        """The bench has no edges shorter than a scan; the level is enough."""

    def value(self, level=None):
        if level is None:
            return bench.level(self._number)
        bench.drive(self._number, level)

    __call__ = value


class WDT:
    def __init__(self, timeout):
        self.timeout = timeout

    def feed(self):
        pass


class Timer:
    """On CPython a signal runs the callback between two bytecodes, as MicroPython's scheduler does; else never."""

    PERIODIC = 1

    def __init__(self, period, mode, callback):
        try:
            import signal
        except ImportError:
            return
        signal.signal(signal.SIGALRM, lambda *_: callback(self))
        signal.setitimer(signal.ITIMER_REAL, period / 1000, period / 1000)
