"""Draws a hand with its sleeve over the picture: rounded limbs, each darker at its rim, and one soft shadow."""

import cv2
import numpy as np

from vision.simulation.backdrop import EXPOSURE
from vision.simulation.dice import ViewSettings
from vision.simulation.lamps import encoded, linear
from vision.simulation.page import page
from vision.simulation.scene import SimulatedHand

# Constants: chosen by hand, to look like a hand.
_SKIN = linear((222, 170, 136))
_SLEEVE = linear((62, 84, 112))
_HEIGHT_MM = 38.0
Limb = tuple[np.ndarray, float, bool]
"""Joints (n, 2) in mm on the page, radius in mm, whether it is the sleeve."""


def draw_hand(image: np.ndarray, look: ViewSettings, hand: SimulatedHand) -> None:
    """Draws it on a BGR uint8 picture, in place."""
    limbs = _limbs(hand)
    away = np.array(look.lamp.direction[:2]) / look.lamp.direction[2] * _HEIGHT_MM
    _shadow(image, look, [(joints + away, radius, cloth) for joints, radius, cloth in limbs])
    width, height = image.shape[1], image.shape[0]
    outline = [_pixels(look, joints, _HEIGHT_MM) for joints, _, _ in limbs]
    scale = look.view.px_per_mm(np.array([hand.x, hand.y, -_HEIGHT_MM]))
    low = np.floor(np.min([p.min(axis=0) for p in outline], axis=0) - 45 * scale).astype(int)
    high = np.ceil(np.max([p.max(axis=0) for p in outline], axis=0) + 45 * scale).astype(int)
    left, top, right, bottom = max(0, low[0]), max(0, low[1]), min(width, high[0]), min(height, high[1])
    if left >= right or top >= bottom:
        return
    part = image[top:bottom, left:right]
    drawn, mask = part.copy(), np.zeros(part.shape[:2], np.uint8)
    strength = float(look.lamp.strength(hand.x, hand.y, page().size)) * EXPOSURE * 1.05
    for points, (_, radius, cloth) in zip(outline, limbs, strict=True):
        light = look.lamp.seen(look.balance) @ (_SLEEVE if cloth else _SKIN) * strength
        _limb(drawn, mask, points - [left, top], radius * scale, light)
    soft = cv2.GaussianBlur(mask, (0, 0), 1.0).astype(np.float32) / 255
    part[:] = cv2.blendLinear(cv2.GaussianBlur(drawn, (0, 0), 1.2), part.copy(), soft, 1 - soft)


def _limb(drawn: np.ndarray, mask: np.ndarray, points: np.ndarray, radius: float, light: np.ndarray) -> None:
    for part, shade in ((1.0, 0.52), (0.86, 0.72), (0.66, 0.9), (0.4, 1.0)):
        colour = tuple(int(c) for c in encoded(light * shade)[::-1])
        lit_side = np.array([-0.5, -0.4]) * radius * (1 - part) * 0.7
        line = np.round((points + lit_side) * 16).astype(np.int32)
        cv2.polylines(drawn, [line], False, colour, max(1, round(2 * radius * part)), cv2.LINE_AA, 4)
    cv2.polylines(mask, [np.round(points * 16).astype(np.int32)], False, 255, max(1, round(2 * radius)), cv2.LINE_AA, 4)


def _shadow(image: np.ndarray, look: ViewSettings, limbs: list[Limb]) -> None:
    small = cv2.resize(image, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_NEAREST)
    mask = np.zeros(small.shape[:2], np.uint8)
    for joints, radius, _ in limbs:
        points = _pixels(look, joints, 0.0)
        scale = look.view.px_per_mm(np.array([*joints[0], 0.0]))
        line = [np.round(points * 4).astype(np.int32)]
        cv2.polylines(mask, line, False, 255, max(1, round(radius * scale / 2)), cv2.LINE_8, 4)
    depth = 0.25 + 0.4 * (1 - look.lamp.ambient)
    keep = 255 - cv2.GaussianBlur(mask, (0, 0), 3.5) * depth
    left, top, wide, high = cv2.boundingRect((keep < 254).astype(np.uint8))
    if not wide:
        return
    rows, columns = slice(4 * top, 4 * (top + high)), slice(4 * left, 4 * (left + wide))
    part = image[rows, columns]
    full = cv2.resize(keep[top : top + high, left : left + wide].astype(np.uint8), part.shape[1::-1])
    part[:] = cv2.multiply(part, cv2.cvtColor(full, cv2.COLOR_GRAY2BGR), scale=1 / 255)


def _pixels(look: ViewSettings, joints: np.ndarray, height: float) -> np.ndarray:
    return look.view.project(np.column_stack([joints, np.full(len(joints), -height)]))


def _limbs(hand: SimulatedHand) -> list[Limb]:
    """The limbs from the sleeve to the fingertips, bottom first."""
    ahead = np.array([np.cos(hand.angle), np.sin(hand.angle)])
    aside = np.array([-ahead[1], ahead[0]])
    tip = np.array([hand.x, hand.y])

    def at(*joints: tuple[float, float]) -> np.ndarray:
        return np.array([tip + ahead * along + aside * across for along, across in joints])

    bend = 20 * hand.grip
    squeeze = 1 - 0.35 * hand.grip
    limbs: list[Limb] = [(at((-200, 0), (-110, 0)), 24, False), (at((-460, 0), (-180, 0)), 36, True)]
    limbs.append((at((-104, 0), (-88, 0)), 36, False))
    limbs.append((at((-110, 26), (-70, 46 * squeeze), (-42 - bend / 2, 44 * squeeze - bend / 2)), 9.5, False))
    for across, short in ((-31, 18), (-10, 3), (11, 0), (30, 9)):
        root = (-72, across * 0.95)
        limbs.append((at(root, (-36 - short / 2, across * 1.02), (-8 - short - bend, across * squeeze)), 9.2, False))
    return limbs
