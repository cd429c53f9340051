"""Draws how a board is wired, from its map and the firmware's settings: ``python -m hardware.draw_wiring``.

Writes into ``hardware/drawings``: ``wiring-<board>.svg`` (supply, controller, strip, switches), ``strip-<board>.svg``
(the strip's way past the places, seen from above) and ``switch.svg``. The same map always gives the same drawing.
"""

import math
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from xml.sax.saxutils import escape

from firmware_bridge.board_maps import HOLE_MM, BoardMap, shipped
from hardware.sums import (
    PIN,
    STRIP_A_METRE,
    firmware_settings,
    full_ma,
    fuse_a,
    lights_for,
    matrix_pins,
    supply_a,
)

HERE = Path(__file__).parent
DRAWINGS = HERE / "drawings"

INK, SOFT, RED, BLUE, GREEN, PAPER = "#1b1b1f", "#6a6a75", "#c0392b", "#1c6fc9", "#1b8a44", "#ffffff"


# ---- pieces of a drawing


def _svg(width: float, height: float, body: list[str], title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" font-family="sans-serif">\n'
        f'<title>{escape(title)}</title>\n<rect width="{width:g}" height="{height:g}" fill="{PAPER}"/>\n'
        + "\n".join(body)
        + "\n</svg>\n"
    )


def _text(x: float, y: float, words: str, *, size: float = 13, fill: str = INK, anchor: str = "start") -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}" text-anchor="{anchor}">{escape(words)}</text>'


def _box(x: float, y: float, wide: float, high: float, name: str, *lines: str) -> str:
    out = [f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" rx="8" fill="#f4f4f7" stroke="{INK}"/>']
    out.append(_text(x + 10, y + 22, name, size=15))
    out += [_text(x + 10, y + 42 + 17 * n, line, size=12, fill=SOFT) for n, line in enumerate(lines)]
    return "\n".join(out)


def _wire(points: list[tuple[float, float]], colour: str, *, wide: float = 3) -> str:
    way = " ".join(f"{x:g},{y:g}" for x, y in points)
    return f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="{wide:g}" stroke-linejoin="round"/>'


# ---- the whole wiring


def wiring(board: BoardMap) -> str:
    """Supply, fuse, controller, level shifter, strip and switches of a board as one drawing."""
    pins = firmware_settings()
    rows, columns = matrix_pins(board)
    amps, cap = full_ma(board.lights) / 1000, pins.CAP_MA / 1000
    fuse = fuse_a(pins.CAP_MA)
    body = [
        _text(20, 30, f"{board.title}: wiring", size=20),
        _text(20, 50, "red +5 V, black ground, blue data, green switches. Grounds meet in one point.", fill=SOFT),
        _box(
            20,
            90,
            190,
            100,
            f"Supply 5 V, {supply_a(fuse)} A",
            "short-circuit proof,",
            "its own, beside the Pi's,",
            "never into a USB socket",
        ),
        _box(270, 90, 110, 60, f"Fuse T {fuse:g} A", "in the red wire"),
        _box(440, 90, 130, 60, "1000 uF, 10 V", "stripe to ground"),
        _box(
            640,
            80,
            320,
            120,
            _bought(board),
            f"all white {amps:.1f} A; capped at {cap:.1f} A",
            "+5 V and ground at both ends and",
            "in the middle, data at DIN alone",
        ),
        _box(
            560,
            260,
            240,
            130,
            "74AHCT125",
            "2 in, 3 out, 14 +5 V, 7 ground",
            "1 (low is on), 2: 10 k to ground",
            "4, 5, 9, 10, 12, 13 to ground",
            "6, 8, 11 stay open",
            "100 nF from 14 to 7",
        ),
        _box(850, 270, 90, 50, "330 ohm"),
        _box(235, 270, 225, 190, "Raspberry Pi Pico", f"{_pin(pins.LED_PIN)}: data", *_pin_lines(pins, rows, columns)),
        _box(20, 300, 190, 80, "Raspberry Pi", "USB cable: data, and", "the Pico's own power"),
        _wire([(210, 120), (270, 120)], RED),
        _wire([(380, 120), (640, 120)], RED),
        _wire([(600, 120), (600, 60), (980, 60), (980, 110), (960, 110)], RED),
        _wire([(590, 120), (590, 260)], RED),
        _wire([(115, 190), (115, 230), (980, 230), (980, 160), (960, 160)], INK),
        _wire([(505, 150), (505, 230)], INK),
        _wire([(660, 200), (660, 260)], INK),
        _wire([(355, 230), (355, 270)], INK),
        _wire([(210, 340), (235, 340)], SOFT, wide=6),
        _wire([(460, 295), (560, 295)], BLUE),
        _wire([(800, 295), (850, 295)], BLUE),
        _wire([(900, 270), (900, 200)], BLUE),
    ]
    if rows:
        words = f"{len(rows)} rows x {len(columns)} columns"
        body += [
            _box(
                500,
                410,
                350,
                90,
                f"Switches: {words}",
                "a reed switch and a 1N4148 at each place,",
                "stripe of the diode to the row",
            ),
            _wire([(460, 440), (500, 440)], GREEN, wide=5),
        ]
    body.append(
        _text(20, 520, "The wire from the shifter to the first light: 15 cm or less, ground beside it.", fill=SOFT)
    )
    return _svg(1000, 540, body, f"{board.title}: wiring")


def _bought(board: BoardMap) -> str:
    lights = lights_for(board)
    if lights.strings:
        return f"On wires: {board.lights} WS2812B"
    return f"Strip, {STRIP_A_METRE} a metre: {board.lights} WS2812B"


def _pin_lines(pins: ModuleType, rows: tuple[int, ...], columns: tuple[int, ...]) -> list[str]:
    lines = []
    if rows:
        lines.append(f"rows: {_run(rows)}")
        lines.append(f"columns: {_run(columns)}")
    lines += [f"button: {_pin(button)} to ground" for button in pins.BUTTON_PINS]
    lines.append(f"repairs: {_pin(pins.SAFE_PIN)} to ground")
    lines.append(f"tray sensor: {_pin(1)}, if any")
    lines.append("GND: any ground pin, such as 38")
    return lines


def _pin(gp: int) -> str:
    return f"GP{gp} (pin {PIN[gp]})"


def _run(pins: tuple[int, ...]) -> str:
    return f"GP{pins[0]} ({PIN[pins[0]]}) to GP{pins[-1]} ({PIN[pins[-1]]})"


# ---- the strip's way


def strip(board: BoardMap) -> str:
    """The places from above with the number of their lights, and the strip's way past them with arrows."""
    xs, ys = [place.at_mm[0] for place in board.places], [place.at_mm[1] for place in board.places]
    margin, top = 40.0, 60.0
    left, high = min(xs) - margin, min(ys) - margin - top

    def at(place_mm: tuple[float, float]) -> tuple[float, float]:
        return round(place_mm[0] - left, 2), round(place_mm[1] - high, 2)

    order = sorted((light, place) for place in board.places for light in place.lights)
    points = [at(place.at_mm) for _, place in order]
    body = [
        _text(20, 28, f"{board.title}: the strip's way, seen from above", size=16),
        _text(20, 48, "Numbers count the lights from the controller. Stars are double circles.", size=11, fill=SOFT),
        _wire(points, BLUE, wide=2),
        *(_arrow(a, b) for a, b in pairwise(points)),
    ]
    for light, place in order:
        x, y = at(place.at_mm)
        body.append(f'<circle cx="{x:g}" cy="{y:g}" r="8" fill="{PAPER}" stroke="{INK}"/>')
        if place.star:
            body.append(f'<circle cx="{x:g}" cy="{y:g}" r="10" fill="none" stroke="{INK}"/>')
        body.append(_text(x, y - 0.5, place.spot, size=5.5, anchor="middle"))
        body.append(_text(x, y + 5.5, str(light), size=5.5, fill=BLUE, anchor="middle"))
    first, last = points[0], points[-1]
    body.append(_text(first[0], first[1] - 13, "DIN", size=9, fill=BLUE, anchor="middle"))
    middle = points[len(points) // 2]
    for x, y in (first, middle, last):
        body.append(_text(x + 10, y + 14, "+5 V", size=8, fill=RED))
    return _svg(max(xs) + margin - left, max(ys) + margin - high, body, f"{board.title}: the strip's way")


def _arrow(a: tuple[float, float], b: tuple[float, float]) -> str:
    """A small head half-way from one light to the next."""
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    turn = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
    return (
        f'<path d="M-3,-2.5 L3,0 L-3,2.5 Z" fill="{BLUE}" transform="translate({x:.2f},{y:.2f}) rotate({turn:.1f})"/>'
    )


# ---- one place in detail


def switch() -> str:
    """One place of the matrix: row, diode, reed switch, column; and what lies over it."""
    row, column = (pins[0] for pins in matrix_pins(BoardMap.load("spectrum")))
    body = [
        _text(20, 28, "One place: light above, switch below", size=16),
        '<rect x="60" y="60" width="300" height="14" fill="#d8c8a8" stroke="#8a7a5a"/>',
        '<rect x="190" y="60" width="40" height="14" fill="#fff" stroke="#8a7a5a"/>',
        _text(370, 66, f"top board, 3 mm, hole of {HOLE_MM:g} mm under paper", size=11, fill=SOFT),
        '<rect x="190" y="34" width="40" height="22" rx="4" fill="#e5242e"/>',
        '<rect x="200" y="50" width="20" height="5" fill="#555"/>',
        '<rect x="60" y="57" width="300" height="2" fill="#bbb"/>',
        _text(240, 48, "pawn, magnet 6 x 2 mm in its foot", size=11),
        '<rect x="197" y="66" width="26" height="8" fill="#fff" stroke="#333"/>',
        '<rect x="60" y="74" width="300" height="6" fill="#333"/>',
        _text(370, 84, "strip, glued on from below, a light in the middle of each hole", size=11, fill=SOFT),
        f'<line x1="200" y1="200" x2="480" y2="200" stroke="{GREEN}" stroke-width="3"/>',
        _text(486, 204, f"row ({_pin(row)} ...): low while looked at", size=11),
        f'<line x1="150" y1="130" x2="150" y2="290" stroke="{BLUE}" stroke-width="3"/>',
        _text(110, 306, f"column ({_pin(column)} ...): reads 1, or 0 when closed", size=11),
        _wire([(150, 160), (230, 160)], INK, wide=2),
        '<rect x="230" y="152" width="70" height="16" rx="8" fill="none" stroke="#1b1b1f"/>',
        _text(265, 147, "reed switch", size=11, anchor="middle"),
        _wire([(300, 160), (340, 160)], INK, wide=2),
        '<path d="M340,152 L356,160 L340,168 Z" fill="#1b1b1f"/><line x1="357" y1="152" x2="357" y2="168"'
        ' stroke="#1b1b1f" stroke-width="3"/>',
        _text(352, 147, "1N4148, stripe to the row", size=11),
        _wire([(358, 160), (400, 160), (400, 200)], INK, wide=2),
    ]
    return _svg(760, 320, body, "One place of the matrix")


def drawings() -> dict[str, str]:
    """Every drawing by its file name."""
    out = {"switch.svg": switch()}
    for name in shipped():
        board = BoardMap.load(name)
        out[f"wiring-{name}.svg"] = wiring(board)
        out[f"strip-{name}.svg"] = strip(board)
    return out


def main() -> None:
    DRAWINGS.mkdir(exist_ok=True)
    for name, svg in drawings().items():
        (DRAWINGS / name).write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
