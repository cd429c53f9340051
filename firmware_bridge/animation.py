"""The light language as colours over time: pure, so the page, the board and any strip say the same.

Gamma is applied here and nowhere else. Brightness scales before gamma, so that dim colours keep their hue.
In the colour-blind mode no meaning rests on hue: each has its own rhythm, and red is never the only sign of WRONG.
"""

import math

from engine.components.hues import Hue
from engine.components.lights import Light, Meaning, Picture
from firmware_bridge.board_maps import BoardMap

GAMMA = 2.2
"""WS2812B are linear in duty; the eye is not (sRGB's effective exponent)."""
WHITE = (255, 236, 214)
"""White that looks white beside the hues: diodes driven alike lean to blue. Chosen by hand."""
RED = (255, 0, 0)

HUE_RGB: dict[Hue, tuple[int, int, int]] = {
    Hue.R: (255, 0, 0),
    Hue.RO: (255, 88, 0),
    Hue.O: (255, 132, 0),
    Hue.OY: (255, 178, 0),
    Hue.Y: (255, 224, 0),
    Hue.YG: (170, 255, 0),
    Hue.G: (0, 255, 0),
    Hue.GB: (0, 230, 190),
    Hue.B: (0, 60, 255),
    Hue.BP: (90, 0, 255),
    Hue.P: (160, 0, 240),
    Hue.PR: (255, 0, 120),
}
"""Colours of the hues as light, before gamma; spread for the eye, not copied from print."""

# One breath, one flash, one ripple over the board: chosen by hand, looking at a strip.
BREATH_S = 2.4
FLASH_S = 0.25
RIPPLE_S = 1.2
_GAMMA_TABLE = bytes(round(255 * (level / 255) ** GAMMA) for level in range(256))
_MOVING = frozenset({Meaning.WAITING, Meaning.WRONG, Meaning.SCORED})
_MOVING_FOR_ALL = _MOVING | {Meaning.CHOSEN}


def render(
    picture: Picture, board: BoardMap, time_s: float, brightness: float = 1.0, *, colour_blind: bool = False
) -> bytes:
    """Red, green, blue of every light of the board at that moment: 3 bytes a light, in strip order.

    ``time_s`` counts from when the picture appeared (a ripple runs once from 0). ``brightness`` is 0 to 1 as seen.
    Spots the board does not have are left out.
    """
    pixels = bytearray(3 * board.lights)
    bright = min(1.0, max(0.0, brightness))
    for spot, light in picture.items():
        place = board.by_spot.get(spot)
        if place is None:
            continue
        level = bright * _level(light.meaning, time_s, place.at_mm, colour_blind)
        rgb = bytes(_GAMMA_TABLE[round(channel * level)] for channel in colour(light))
        for index in place.lights:
            pixels[3 * index : 3 * index + 3] = rgb
    return bytes(pixels)


def colour(light: Light) -> tuple[int, int, int]:
    """The full colour of a light, before rhythm, brightness and gamma."""
    if light.meaning is Meaning.WRONG:
        return RED
    if light.meaning is Meaning.CHOSEN or light.hue is None:
        return WHITE
    return HUE_RGB[light.hue]


def moves(picture: Picture, time_s: float, *, colour_blind: bool = False) -> bool:
    """Whether the picture still changes by itself at that moment, so that it must be drawn again and again."""
    moving = _MOVING_FOR_ALL if colour_blind else _MOVING
    meanings = {light.meaning for light in picture.values()} & moving
    if meanings == {Meaning.SCORED} and not colour_blind:
        return time_s < 2 * RIPPLE_S
    return bool(meanings)


def _level(meaning: Meaning, time_s: float, at_mm: tuple[float, float], colour_blind: bool) -> float:
    match meaning:
        case Meaning.IDLE:
            return 0.25
        case Meaning.PIECE:
            return 0.7
        case Meaning.LEGAL:
            return 1.0
        case Meaning.WAITING:
            return _breath(time_s)
        case Meaning.CHOSEN:
            return _double_blink(time_s) if colour_blind else 1.0
        case Meaning.WRONG:
            return 1.0 if time_s % FLASH_S < FLASH_S / 2 else (0.0 if colour_blind else 0.15)
        case Meaning.SCORED:
            return _ripple(time_s, at_mm, again=colour_blind)


def _breath(time_s: float) -> float:
    return 0.2 + 0.8 * (0.5 - 0.5 * math.cos(2 * math.pi * time_s / BREATH_S))


def _double_blink(time_s: float) -> float:
    """Two short winks every two seconds: telling without colour which one is picked."""
    beat = time_s % 2.0
    return 0.1 if beat < 0.12 or 0.3 < beat < 0.42 else 1.0


def _ripple(time_s: float, at_mm: tuple[float, float], *, again: bool) -> float:
    """A wave from the middle outwards, 250 mm in RIPPLE_S; then the spot rests. It runs once, or again and again."""
    if again:
        time_s %= 2 * RIPPLE_S
    behind = time_s / RIPPLE_S - math.hypot(*at_mm) / 250
    wave = max(0.0, 1 - abs(behind) * 4)
    return 0.35 + 0.65 * wave
