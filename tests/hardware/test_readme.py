"""hardware/README.md says what the board maps, the firmware and the stencil say: its numbers cannot drift from them."""

import inspect
import math
import re
from pathlib import Path

import pytest

from firmware_bridge.board_maps import HOLE_MM, BoardMap, shipped
from firmware_bridge.protocol import FIRMWARE
from hardware.sums import (
    FUSE_BLOWS,
    GROUND_PINS,
    LIGHT_MM,
    PIN,
    STRING_LIGHTS,
    STRING_MM,
    STRIP_A_METRE,
    bridges_mm,
    firmware_settings,
    full_ma,
    fuse_a,
    lights_for,
    matrix_pins,
    pitch_mm,
    steps_mm,
    supply_a,
)
from tablelight.bench.firmware import HEAP
from tablelight.cli import printing
from tests.hardware.modelled import modelled_pico

FOLDER = Path(__file__).parents[2] / "hardware"
README = (FOLDER / "README.md").read_text(encoding="utf-8")
WORDS = " ".join(README.split())
BOARDS = {name: BoardMap.load(name) for name in shipped()}
TITLES = {"spectrum": "Spectrum", "sixchex": "SIXCHEX", "spectrangle": "Spectrangle", "ring": "Ring"} | {
    "cards": "Lights around a card mat"
}
EACH_BOARD = pytest.mark.parametrize("name", sorted(BOARDS))


def table(head: str) -> list[list[str]]:
    """The rows of the table whose first line begins so."""
    lines = README.splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith(head))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip().strip("*").strip() for cell in line.strip("|").split("|")])
    return rows


def row(head: str, first: str) -> list[str]:
    return next(cells for cells in table(head) if cells[0].startswith(first))


def numbers(words: str) -> list[float]:
    return [float(word.replace(",", "")) for word in re.findall(r"\d[\d,]*(?:\.\d+)?", words)]


@EACH_BOARD
def test_the_boards_have_the_lights_and_switches_of_their_maps(name):
    cells, board = row("| board | lights | switches |", TITLES[name]), BOARDS[name]
    assert numbers(cells[1])[0] == board.lights
    assert numbers(cells[2]) == ([len(board.by_sensor)] if board.by_sensor else [])


@EACH_BOARD
def test_the_lights_to_buy_fit_the_pitch_of_the_map(name):
    cells, board = row("| board | light to light |", TITLES[name]), BOARDS[name]
    lights = lights_for(board)
    assert cells[1] == f"{pitch_mm(board):.1f} mm"
    if lights.strings:
        assert f"{board.lights} pixels" in cells[2] and max(steps_mm(board)) < STRING_MM
        assert numbers(cells[3])[:2] == [lights.strings, STRING_LIGHTS]
        assert lights.strings * STRING_LIGHTS >= board.lights
    else:
        assert numbers(cells[2]) == [lights.pieces, lights.lights_each, round(lights.strip_m, 2)]
        assert cells[3].startswith(f"strip of {STRIP_A_METRE} a metre")
        assert numbers(cells[3])[1] >= lights.strip_m


def test_a_light_of_the_strip_never_lies_beyond_the_rim_of_its_hole():
    for board in BOARDS.values():
        lights = lights_for(board)
        astray = (lights.lights_each - 1) / 2 * abs(pitch_mm(board) - 1000 / STRIP_A_METRE)
        assert lights.strings or astray <= (HOLE_MM - LIGHT_MM) / 2


def test_sixty_lights_a_metre_would_have_missed_the_holes_of_every_board():
    assert all(abs(pitch_mm(board) - 1000 / 60) * 4 > (HOLE_MM - LIGHT_MM) / 2 for board in BOARDS.values())


def test_the_bridges_between_the_pieces_of_strip_are_those_of_the_map():
    for gap, count in bridges_mm(BOARDS["spectrum"]).items():
        assert re.search(rf"\b{count} of {gap} mm", WORDS)


def test_the_round_of_the_ring_has_the_length_of_its_strip():
    (across,) = re.findall(r"round of (\d+) mm across", WORDS)
    strip_mm = 1000 * lights_for(BOARDS["ring"]).strip_m
    assert math.pi * float(across) == pytest.approx(strip_mm, abs=1)


@EACH_BOARD
def test_the_current_is_that_of_the_lights(name):
    column = ["spectrum", "sixchex", "spectrangle", "ring", "cards"].index(name) + 1
    head, lights = "| | Spectrum |", BOARDS[name].lights
    assert numbers(row(head, "all white")[column]) == [round(full_ma(lights) / 1000, 1)]
    assert numbers(row(head, "what the firmware allows")[column]) == [firmware_settings().CAP_MA / 1000]
    assert numbers(row(head, "chips alone")[column]) == [round(lights / 1000, 2)]


def test_the_fuse_carries_the_cap_and_the_supply_blows_the_fuse():
    cap = firmware_settings().CAP_MA
    fuse = fuse_a(cap)
    supply = supply_a(fuse)
    assert fuse * 1000 > cap and supply > fuse * 2
    assert f"**Fuse: {fuse:g} A, time-lag (T)" in WORDS and f"{cap / 1000:g} A / 0.8 = {cap / 800:.1f} A" in WORDS
    assert f"**Supply: 5 V, {supply} A, short-circuit proof" in WORDS
    assert f"{FUSE_BLOWS} x {fuse:g} A = {FUSE_BLOWS * fuse:.1f} A" in WORDS
    bought = " ".join(cells[0] for cells in table("| what | about |"))
    assert f"supply 5 V, {supply} A, short-circuit proof" in bought and f"fuses T {fuse:g} A" in bought


@pytest.mark.parametrize("head", ["| what | about |", "| tool | about |"])
def test_the_prices_add_up(head):
    *parts, last = table(head)
    assert last[0] == "together"
    assert float(last[1]) == sum(float(cells[1]) for cells in parts)


def test_the_price_with_tools_is_the_sum_of_both_tables():
    both = sum(float(table(head)[-1][1]) for head in ("| what | about |", "| tool | about |"))
    assert f"about {both:g} euros" in WORDS


def test_what_a_beginner_lacks_is_on_the_lists():
    lists = " ".join(cells[0] for head in ("| what | about |", "| tool | about |") for cells in table(head))
    for thing in ("header", "breadboard", "soldering iron", "multimeter", "10 kilo-ohm", "74AHCT125"):
        assert thing in lists


def test_the_hole_is_the_same_in_text_stencil_command_and_drawing():
    assert set(re.findall(r"drill (\d+) mm", WORDS)) == {f"{HOLE_MM:g}"}
    assert inspect.signature(printing.stencil).parameters["hole"].default == HOLE_MM
    assert f"hole of {HOLE_MM:g} mm" in (FOLDER / "drawings" / "switch.svg").read_text(encoding="utf-8")


def test_every_gp_number_has_its_own_pin_beside_it():
    named = re.findall(r"GP(\d+) \(pin (\d+)\)", WORDS)
    assert len(named) >= 4
    for gp, pin in named:
        assert PIN[int(gp)] == int(pin), f"GP{gp}"
    assert not re.findall(r"GP\d+\b(?! \(pin \d+\))", WORDS)


def test_the_pin_table_is_that_of_the_settings():
    head, pins = "| wire | GP | pin |", firmware_settings()
    for first, gps in (
        ("data", (pins.LED_PIN,)),
        ("rows", pins.ROW_PINS),
        ("columns", pins.COLUMN_PINS),
        ("button", pins.BUTTON_PINS),
        ("repairs", (pins.SAFE_PIN,)),
    ):
        cells = row(head, first)
        assert numbers(cells[1]) == list(gps) and numbers(cells[2]) == [PIN[gp] for gp in gps]
    assert numbers(row(head, "ground")[2]) == list(GROUND_PINS)
    assert len(set(PIN.values()) | set(GROUND_PINS)) == len(PIN) + len(GROUND_PINS)


@EACH_BOARD
def test_the_settings_of_each_board_are_those_its_map_wants(name):
    cells = row("| board | `LED_COUNT` |", TITLES[name])
    rows, columns = matrix_pins(BOARDS[name])
    assert numbers(cells[1]) == [BOARDS[name].lights]
    assert (numbers(cells[2]), numbers(cells[3])) == (list(rows), list(columns))
    assert all(cell.startswith("`(") and cell.endswith(")`") for cell in cells[2:4])


def test_the_times_are_those_of_the_firmware():
    with modelled_pico() as parts:
        main, sensors, settle = parts.main, parts.sensors, parts.settings.SETTLE_US
        scans = 1000 // sensors.SCAN_MS
        assert settle == sensors.SETTLE_US == 30
        assert f"`SETTLE_US` is {settle}" in WORDS
        assert f"every row {scans} times a second" in WORDS
        assert f"for {main.NO_HOST_MS / 1000:g} s the board shows" in WORDS
        assert f"after {main.DARK_MS // 1000} s it goes dark" in WORDS
        share = 12 * settle * scans / 1e6
        assert f"12 x {settle} us x {scans} = {share:.1%}".replace("%", " %") in WORDS
        assert main.VERSION[:2] == FIRMWARE
        assert f"firmware {'.'.join(map(str, FIRMWARE))}" in WORDS


def test_the_memory_is_that_of_the_emulated_chip():
    assert f"37 kB used of {HEAP / 1000:.0f}" in WORDS and "emulated" in WORDS


def test_every_link_to_a_file_leads_somewhere():
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (FOLDER / target).exists(), target
