# The workbench: a strip and a switch matrix made of files, so that the world outside can look and press.
import struct
import time

_strip = None  # every latch is appended: time in ms u32, then red green blue of each light
_switches = None  # one byte a sensor: 1 is pressed
_order = "GRB"
_rows, _columns, _buttons = (), (), ()  # the shake sensor is one more button
_row = -1
_pressed = b""


def start(config, settings):
    global _strip, _switches, _order, _rows, _columns, _buttons
    _order = config.get("strip_order", "GRB")
    _rows, _columns, _buttons = list(settings.ROW_PINS), list(settings.COLUMN_PINS), list(settings.BUTTON_PINS)
    if settings.TRAY_PIN is not None:
        _buttons.append(settings.TRAY_PIN)
    _strip = _open(config["strip"], "ab") if config.get("strip") else None
    _switches = _open(config["switches"], "rb")
    _look()


def _open(path, mode):
    try:
        return open(path, mode, buffering=0)
    except TypeError:
        return open(path, mode)  # MicroPython: never buffered


def _look():
    global _pressed
    _switches.seek(0)
    _pressed = _switches.read(1024)


def _is_pressed(index):
    return index < len(_pressed) and _pressed[index] == 1


def drive(pin, level):
    global _row
    if pin in _rows:
        _row = _rows.index(pin) if level == 0 else -1
        if _row == 0:
            _look()


def level(pin):
    """What a pin with a pull-up reads: 0 when its switch is closed."""
    if pin in _columns:
        return 0 if _row >= 0 and _is_pressed(_row * len(_columns) + _columns.index(pin)) else 1
    if pin in _buttons:
        if not _rows:
            _look()
        return 0 if _is_pressed(len(_rows) * len(_columns) + _buttons.index(pin)) else 1
    return 1


def latch(words):
    """What the strip makes of the bits: the first byte of a word goes to the diode the strip has first."""
    if _strip is None:
        return
    out = bytearray(4 + 3 * len(words))
    struct.pack_into("<I", out, 0, time.ticks_ms() & 0xFFFFFFFF)
    for i, word in enumerate(words):
        for place, letter in enumerate(_order):
            out[4 + 3 * i + "RGB".index(letter)] = word >> (24 - 8 * place) & 255
    _strip.write(out)
