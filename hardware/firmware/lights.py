# The strip: what the host wants -> brightness and current cap -> gentle rise -> PIO. Colour order and cap live here only.
import array
import time

import micropython
import rp2
from machine import Pin

STEP_MS = 10  # pace of the rise
REST_MS = 2  # between two outputs: the last lights leave the PIO's queue (0.15 ms) and the strip latches (0.28 ms)
LIGHT_US = 30  # 24 bits of 1.25 us
TX_FIFO = 0x50200010  # of PIO 0, state machine 0, on RP2040 and RP2350; its DMA request is number 0 on both


@rp2.asm_pio(sideset_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_LEFT, autopull=True, pull_thresh=24)
def ws2812():
    # 8 MHz, ten cycles a bit (1.25 us): high for 2 cycles means 0, for 7 means 1 (WS2812B data sheet).
    wrap_target()
    label("bit")
    out(x, 1).side(0)[2]
    jmp(not_x, "zero").side(1)[1]
    jmp("bit").side(1)[4]
    label("zero")
    nop().side(0)[4]
    wrap()


@micropython.viper
def total(src: ptr8, size: int) -> int:
    n = 0
    i = 0
    while i < size:
        n += int(src[i])
        i += 1
    return n


@micropython.viper
def approach(want: ptr8, shown: ptr8, size: int, scale: int, rise: int) -> int:
    """One step of shown towards want * scale / 65536: down at once, up by at most rise. 1 while not there."""
    more = 0
    i = 0
    while i < size:
        goal = (int(want[i]) * scale) >> 16
        now = int(shown[i])
        if goal > now + rise:
            goal = now + rise
            more = 1
        shown[i] = goal
        i += 1
    return more


@micropython.viper
def pack(shown: ptr8, words: ptr32, count: int, order: int):
    """Words for the PIO: order holds the shift of red, green and blue, a byte each."""
    red = order & 255
    green = (order >> 8) & 255
    blue = (order >> 16) & 255
    i = 0
    k = 0
    while i < count:
        words[i] = (int(shown[k]) << red) | (int(shown[k + 1]) << green) | (int(shown[k + 2]) << blue)
        i += 1
        k += 3


class Pipe:
    """The way to the strip, by DMA: the processor is free at once.

    There is no other way. The processor itself may be called away (USB, the timer) for longer than the PIO's queue
    lasts (0.15 ms), and where the line stands still the strip latches half a picture.
    """

    def __init__(self, pin, words):
        if not hasattr(rp2, "DMA"):
            raise RuntimeError("this MicroPython is too old to feed the lights: install 1.22 or newer")
        self._words = words
        self._machine = rp2.StateMachine(0, ws2812, freq=8_000_000, sideset_base=Pin(pin))
        self._machine.active(1)
        self._dma = rp2.DMA()
        self._control = self._dma.pack_ctrl(inc_write=False, treq_sel=0)
        # The words may not change while they are on their way.
        self.rest_ms = REST_MS + len(words) * LIGHT_US // 1000 + 1

    def send(self):
        if self._dma.active():
            self.rest()
        self._dma.config(read=self._words, write=TX_FIFO, count=len(self._words), ctrl=self._control, trigger=True)

    def rest(self):
        """Waits until the strip shows what was sent; no longer than that can take, should the DMA have died."""
        left = self.rest_ms
        while left and self._dma.active():
            time.sleep_ms(1)
            left -= 1
        time.sleep_ms(REST_MS)


class Lights:
    """Three bytes a light. ``want`` is the host's picture, ``shown`` what the strip really got."""

    def __init__(self, pin, count, order, cap_ma, rise):
        self.count, self.cap_ma, self.rise = count, cap_ma, rise
        self.want = bytearray(3 * count)
        self.shown = bytearray(3 * count)
        self.brightness = 255
        self.limited = False
        self.current_ma = 0
        self._words = array.array("I", bytes(4 * count))
        self._pipe = Pipe(pin, self._words)
        self.rest_ms = self._pipe.rest_ms
        self.order(order)
        self.rising = False
        self.changed = True  # boot dark: the first step tells the strip so
        self._source = self.want
        self._scale = 65536

    def order(self, letters):
        """Order of the diodes on the wire, such as "GRB"; the first goes out first."""
        self._order = 0
        for place, letter in enumerate(letters):
            self._order |= (16 - 8 * place + 8) << (8 * "RGB".index(letter))
        self.changed = True

    @micropython.native
    def change(self, source):
        """Show this buffer from the next step on (the host's picture or a pattern)."""
        self._source = source
        self._limit()
        self.changed = True

    def lower_cap(self, cap_ma):
        self.cap_ma = min(self.cap_ma, cap_ma)
        self.change(self._source)

    def dim(self, brightness):
        self.brightness = brightness
        self.change(self._source)

    @micropython.native
    def _limit(self):
        # 20 mA a channel at full, 1 mA a light for its chip (measured on WS2812B; 108 at full white: 6 to 6.5 A).
        # How bright the host wants its pictures does not count for patterns of our own.
        level = self.brightness if self._source is self.want else 255
        scale = level * 65536 // 255
        # In steps of 10 uA: every number stays below 2^30 and needs no memory of its own.
        diodes = (total(self._source, 3 * self.count) * 20 * level // 255) * 100 // 255
        room = max(0, self.cap_ma - self.count) * 100
        self.limited = diodes > room
        if self.limited:
            scale = scale * (room // 10) // (diodes // 10 + 1)
        self._scale = scale

    @micropython.native
    def step(self):
        """One step of light; returns quickly when nothing changes."""
        if not (self.changed or self.rising):
            return
        self.changed = False
        self.rising = bool(approach(self._source, self.shown, 3 * self.count, self._scale, self.rise))
        self.current_ma = (total(self.shown, 3 * self.count) * 20 + 254) // 255 + self.count
        pack(self.shown, self._words, self.count, self._order)
        self._pipe.send()

    def show_last(self, picture):
        """Shows this and waits until the strip has it: a reset cuts off whatever is still on its way."""
        self._pipe.rest()  # words sent without a pause would go past the end of the strip
        self.change(picture)
        self.step()
        self._pipe.rest()


def no_host_pattern(count):
    """One light in six, dim blue: powered, healthy, waiting for the host."""
    pattern = bytearray(3 * count)
    for i in range(0, count, 6):
        pattern[3 * i + 2] = 10
    return pattern
