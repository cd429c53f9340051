# What is soldered to this microcontroller. Edit, copy to the Pico, done. Nothing here is written at run time.

LED_PIN = 28  # data line of the strip, through the level shifter
LED_COUNT = 108  # 169 at most
COLOUR_ORDER = "GRB"  # order of the diodes on the wire; WS2812B: GRB
CAP_MA = 1500  # the strip never draws more; the host may only lower it
RISE = 64  # a channel brightens at most so much every 10 ms, so that the supply is not jolted

ROW_PINS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)  # switch matrix: driven one by one; () for no switches
COLUMN_PINS = (14, 15, 16, 17, 18, 19, 20, 21, 22)  # and read; one diode a switch, cathode to the row
ROW_ON = 0  # level that chooses a row: 0 for reed switches and Hall sensors on the row; 1 for drivers that want a high
CLOSED = 0  # level of a column under a piece: 0 for reed switches and open-drain Hall sensors, else 1
SETTLE_US = (
    30  # from choosing a row to reading it: 30 lets slow columns rise (see sensors.py), so that no piece is seen
)
# again one row on; 50 for Hall sensors that wake up first; twice as much if pieces still show one row on
BUTTON_PINS = (26,)  # buttons to ground, counted as sensors after the matrix
TRAY_PIN = None  # shake sensor under the dice tray (SW-420 or the like, low when shaken), counted last; such as 1
SAFE_PIN = 27  # to ground at power-up: leave this program alone and give the MicroPython prompt

WATCHDOG = True
