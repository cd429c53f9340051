"""Tables to lay pip dice on: wood, cloth, stone, boards, and things that are no dice."""

import cv2
import numpy as np

from vision.simulation.drawing import FRACTION_BITS, sixteenths
from vision.training.pips.clutter import clutter
from vision.training.pips.makes import colour as any_colour

_LETTERS, _DOTS = list("0123456789ABCEHKOTZ"), list("o.:%*'-")
"""What signs are made of. A dot alone on a patch would be what a one looks like from above."""


def ground(rng: np.random.Generator, side: int, steep: float) -> np.ndarray:
    """A table, ``side`` fine px each way (float32 BGR), seen from ``steep`` radians above."""
    own = any_colour(rng)
    stuff = rng.random()
    if stuff < 0.35:  # wood and paper
        own = np.array([rng.uniform(0.5, 1), rng.uniform(0.75, 1), 1]) * rng.uniform(60, 240)
    elif stuff < 0.6:  # white and gray tables
        own = rng.uniform(0.93, 1, 3) * rng.uniform(90, 235)
    image = np.empty((side, side, 3), np.float32)
    image[:] = own
    if rng.random() < 0.75:
        grain = rng.standard_normal((side // 2, side // 2), np.float32)
        spread = np.exp(rng.uniform(np.log(0.4), np.log(6), 2))
        grain = cv2.GaussianBlur(grain, (0, 0), float(spread[0]), sigmaY=float(spread[1]))
        grain *= np.float32(rng.uniform(0, 0.16) / (grain.std() + 1e-6))
        image *= np.exp(cv2.resize(grain, (side, side)))[..., None]
    kind = rng.random()
    if kind < 0.12:
        image = _speckled(rng, image)
    elif kind < 0.42:
        _board(rng, image, steep)
    if rng.random() < 0.6:
        for _ in range(rng.integers(1, 16)):
            _thing(rng, image, side)
    if rng.random() < 0.3:
        for _ in range(rng.integers(1, 4)):
            clutter(rng, image)
    if rng.random() < 0.08:
        _hand(rng, image)
    across = np.linspace(-1, 1, side, dtype=np.float32)
    rise = rng.normal(0, 0.15, 2)
    image *= np.clip(1 + rise[0] * across[None] + rise[1] * across[:, None], 0.4, 1.6)[..., None]
    return image


def _noise(rng: np.random.Generator, shape: tuple[int, ...], finest: int, coarsest: int) -> np.ndarray:
    """Clouds of all sizes between two (fine px), of deviation one: H x W."""
    out = np.zeros(shape[:2], np.float32)
    cell = finest
    while cell <= coarsest:
        few = rng.standard_normal((shape[0] // cell + 2, shape[1] // cell + 2), np.float32)
        out += cv2.resize(few, shape[1::-1], interpolation=cv2.INTER_LINEAR) * rng.uniform(0.3, 1)
        cell *= 2
    return out / (out.std() + np.float32(1e-6))


def _speckled(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    """Stone, terrazzo, patterned cloth: two or three colours in clouds."""
    for _ in range(rng.integers(1, 4)):
        much = _noise(rng, image.shape, int(rng.choice([2, 4, 8])), int(rng.choice([8, 16, 64])))
        much = (much * rng.uniform(1, 5) - rng.uniform(-0.5, 3)).clip(0, 1)[..., None]
        image = image + (_beside(rng, image[0, 0]) - image) * much
    return np.asarray(image, np.float32)


def _beside(rng: np.random.Generator, near: np.ndarray) -> np.ndarray:
    other = any_colour(rng) if rng.random() < 0.4 else np.full(3, rng.uniform(20, 240))
    return np.asarray(near + (other - near) * rng.uniform(0.2, 1), np.float32)


def _board(rng: np.random.Generator, image: np.ndarray, steep: float) -> None:
    """A printed board: painted cells of three to six corners with numbered discs, dots and pictures on them."""
    side, corners = image.shape[0], int(rng.choice([3, 4, 6, 6]))
    cell, turn, flat = rng.uniform(0.2, 0.7) * side, rng.uniform(0, np.pi), np.sin(steep)
    angles = np.arange(corners) * 2 * np.pi / corners + turn
    line, width = any_colour(rng), int(rng.integers(0, 7))
    paints = [any_colour(rng) for _ in range(rng.integers(2, 7))]
    disc, reach = rng.random() < 0.6, cell * rng.uniform(0.15, 0.3)
    paper = np.array([rng.uniform(0.6, 1), rng.uniform(0.85, 1), 1.0]) * rng.uniform(150, 250)
    texture = _noise(rng, image.shape, 2, 32) * np.float32(rng.uniform(0.02, 0.35))
    ring = np.column_stack([np.cos(angles), np.sin(angles) * flat]) * cell * 0.58
    step = np.array([1.0, 0.87 * flat]) * cell
    for i in range(-1, int(side / step[0]) + 2):
        for j in range(-1, int(side / step[1]) + 2):
            if rng.random() < 0.15:
                continue
            middle = np.array([(i + j % 2 / 2) * step[0], j * step[1]])
            paint = paints[rng.integers(len(paints))]
            cv2.fillPoly(image, [sixteenths(middle + ring)], paint.tolist(), cv2.LINE_AA, FRACTION_BITS)
            if width:
                cv2.polylines(
                    image, [sixteenths(middle + ring)], True, line.tolist(), width, cv2.LINE_AA, FRACTION_BITS
                )
    image *= np.exp(texture)[..., None]
    for i in range(-1, int(side / step[0]) + 2):
        for j in range(-1, int(side / step[1]) + 2):
            middle = np.array([(i + j % 2 / 2) * step[0], j * step[1]]) + rng.normal(0, 0.05, 2) * cell
            if disc and rng.random() < 0.8:
                _token(rng, image, middle, reach, flat, paper)
            elif rng.random() < 0.2:
                _dots(rng, image, middle, cell * 0.3, flat, any_colour(rng))


def _token(
    rng: np.random.Generator, image: np.ndarray, at: np.ndarray, reach: float, flat: float, paper: np.ndarray
) -> None:
    """A disc with a number, and perhaps a row of dots beside it, turned by chance."""
    x, y = int(at[0]), int(at[1])
    cv2.ellipse(image, (x, y), (int(reach) + 1, int(reach * flat) + 1), 0, 0, 360, paper.tolist(), -1, cv2.LINE_AA)
    ink = np.array([30.0, 30, 190]) if rng.random() < 0.3 else np.full(3, 25.0)
    if rng.random() < 0.9:
        _sign(rng, image, (x, y), ink, reach * flat * rng.uniform(0.5, 0.9), int(rng.integers(1, 3)))
    if rng.random() < 0.8:
        count, turn = int(rng.integers(1, 6)), rng.uniform(0, 2 * np.pi)
        apart, out, wide = reach * rng.uniform([0.18, 0.3, 0.06], [0.3, 0.7, 0.12])
        c, s = np.cos(turn), np.sin(turn)
        for k in range(count):
            along = (k - (count - 1) / 2) * apart
            spot = sixteenths(np.array([x + c * along - s * out, y + (s * along + c * out) * flat]))
            radius = int(max(wide, 0.8) * (1 << FRACTION_BITS))
            cv2.circle(image, (int(spot[0]), int(spot[1])), radius, ink.tolist(), -1, cv2.LINE_AA, FRACTION_BITS)


def _dots(
    rng: np.random.Generator, image: np.ndarray, at: np.ndarray, reach: float, flat: float, ink: np.ndarray
) -> None:
    """Dots strewn about a place."""
    wide = max(int(reach * rng.uniform(0.06, 0.25)), 1)
    for off in rng.uniform(-1, 1, (rng.integers(1, 8), 2)) * reach * np.array([1, flat]):
        spot = (int(at[0] + off[0]), int(at[1] + off[1]))
        cv2.ellipse(image, spot, (wide, max(int(wide * flat), 1)), 0, 0, 360, ink.tolist(), -1, cv2.LINE_AA)


def _hand(rng: np.random.Generator, image: np.ndarray) -> None:
    """Fingers from the border."""
    side = image.shape[0]
    skin = np.array([rng.uniform(0.5, 0.75), rng.uniform(0.65, 0.85), 1]) * rng.uniform(70, 240)
    start, heading = rng.uniform(0, side, 2), rng.uniform(0, 2 * np.pi)
    start[rng.integers(2)] = rng.choice([0, side])
    width = int(rng.uniform(0.08, 0.25) * side)
    for k in range(rng.integers(1, 5)):
        angle = heading + rng.normal(0, 0.25)
        end = start + rng.uniform(0.3, 0.9) * side * np.array([np.cos(angle), np.sin(angle)])
        first = start + np.array([-np.sin(heading), np.cos(heading)]) * k * width
        tone = (skin * rng.uniform(0.85, 1.1)).tolist()
        cv2.line(image, _whole(first), _whole(end), tone, width, cv2.LINE_AA)


def _whole(point: np.ndarray) -> tuple[int, int]:
    return int(point[0]), int(point[1])


def _thing(rng: np.random.Generator, image: np.ndarray, side: int) -> None:
    """Something that is no die: a patch, a cable, a coin, printed dots, signs."""
    colour = any_colour(rng).tolist()
    x, y = (int(v) for v in rng.integers(0, side, 2))
    reach = rng.uniform(4, 120)
    kind = rng.integers(11)
    if kind == 0:
        around = np.sort(rng.uniform(0, 2 * np.pi, rng.integers(3, 8)))
        points = np.column_stack([x + reach * np.cos(around), y + reach * np.sin(around)])
        cv2.fillPoly(image, [sixteenths(points)], colour, cv2.LINE_AA, FRACTION_BITS)
    elif kind == 1:
        end = rng.integers(0, side, 2)
        cv2.line(image, (x, y), (int(end[0]), int(end[1])), colour, int(rng.integers(1, 14)), cv2.LINE_AA)
    elif kind == 2:
        axes = (int(reach / 2), int(reach / 2 * rng.uniform(0.4, 1)))
        cv2.ellipse(image, (x, y), axes, float(rng.uniform(0, 180)), 0, 360, colour, -1, cv2.LINE_AA)
        ring = (np.array(colour) * rng.uniform(0.4, 1.5)).tolist()
        cv2.ellipse(image, (x, y), axes, 0, 0, 360, ring, int(rng.integers(1, 5)), cv2.LINE_AA)
    elif kind == 3:
        for dx, dy in rng.normal(0, reach / 3, (rng.integers(1, 9), 2)):
            cv2.circle(image, (int(x + dx), int(y + dy)), int(rng.integers(1, 7)), colour, -1, cv2.LINE_AA)
    elif kind == 4:
        _sign(rng, image, (x, y), np.array(colour), rng.uniform(8, 50), int(rng.integers(1, 6)))
    elif kind == 9:  # a label with bars, as on goods
        turn, flat = float(rng.uniform(0, 180)), rng.uniform(0.4, 1)
        reach = rng.uniform(14, 80)
        box = ((float(x), float(y)), (reach, reach * flat), turn)
        cv2.fillPoly(
            image, [sixteenths(cv2.boxPoints(box))], rng.uniform(180, 250, 3).tolist(), cv2.LINE_AA, FRACTION_BITS
        )
        c, s = np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))
        for along in np.arange(-0.4, 0.4, rng.uniform(0.04, 0.15)):
            ends = [(along * reach, side * reach * flat * rng.uniform(0.1, 0.35)) for side in (-1, 1)]
            ends = [(x + c * a - s * b, y + s * a + c * b) for a, b in ends]
            cv2.line(
                image, *(_whole(np.array(end)) for end in ends), (25, 25, 25), int(rng.integers(1, 4)), cv2.LINE_AA
            )
    elif kind == 10:
        paper = rng.uniform(0.7, 1, 3) * 240 if rng.random() < 0.7 else np.array(colour)
        _token(rng, image, np.array([x, y]), rng.uniform(8, 60), rng.uniform(0.5, 1), paper)
    elif kind >= 6:  # a token, a key, a label: a patch with a sign on it
        reach = rng.uniform(14, 80)
        turn, flat = float(rng.uniform(0, 180)), rng.uniform(0.5, 1)
        paint = np.array(colour) if rng.random() < 0.5 else rng.uniform(0.8, 1, 3) * rng.choice([30, 225])
        if kind == 6:
            axes = (int(reach / 2), int(reach / 2 * flat))
            cv2.ellipse(image, (x, y), axes, turn, 0, 360, paint.tolist(), -1, cv2.LINE_AA)
        else:
            box = cv2.boxPoints(((float(x), float(y)), (reach, reach * flat), turn))
            cv2.fillPoly(image, [sixteenths(box)], paint.tolist(), cv2.LINE_AA, FRACTION_BITS)
        ink = np.full(3, 20.0) if paint.mean() > 120 else np.full(3, 230.0)
        ink = any_colour(rng) if rng.random() < 0.3 else ink
        high = reach * flat * rng.uniform(0.25, 0.6)
        _sign(rng, image, (x, y), ink, high, int(rng.integers(1, 4)))
        if rng.random() < 0.4:  # a second line
            _sign(rng, image, (x, int(y + high)), ink, high * rng.uniform(0.2, 0.7), int(rng.integers(1, 5)))
    else:
        edge = int(reach)
        cells = np.kron(rng.integers(0, 2, (4, 4)), np.ones((edge // 4 + 1, edge // 4 + 1)))
        cells = np.pad(cells, edge // 6 + 1)
        part = image[y : y + len(cells), x : x + len(cells)]
        part[:] = (cells[: part.shape[0], : part.shape[1], None] * 200 + 25) * rng.uniform(0.6, 1.1)


def _sign(
    rng: np.random.Generator, image: np.ndarray, at: tuple[int, int], colour: np.ndarray, high: float, letters: int
) -> None:
    """Letters ``high`` fine pixels high about a place, turned by chance."""
    words = "".join(rng.choice(_LETTERS if letters == 1 else _LETTERS + _DOTS, letters))
    face, thick = int(rng.integers(0, 5)), int(rng.integers(2, 6))
    ((wide, tall), _), room = cv2.getTextSize(words, face, 1.0, thick), 6
    ink = np.zeros((tall * 2 + 2 * room, wide + 2 * room), np.uint8)
    cv2.putText(ink, words, (room, int(tall * 1.5) + room), face, 1.0, 255, thick, cv2.LINE_AA)
    scale = max(high / max(tall, 1), 1 / min(ink.shape))  # a flat sign (-) on a small thing keeps a pixel
    ink = cv2.resize(ink, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    side = int(np.hypot(*ink.shape)) + 2
    turn = cv2.getRotationMatrix2D(((ink.shape[1] - 1) / 2, (ink.shape[0] - 1) / 2), float(rng.uniform(-180, 180)), 1)
    turn[:, 2] += side / 2 - (np.array(ink.shape[1::-1]) - 1) / 2
    spread = cv2.warpAffine(ink, turn, (side, side))
    low = np.array(at) - side // 2
    first, last = np.clip(low, 0, image.shape[1::-1]), np.clip(low + side, 0, image.shape[1::-1])
    if (last <= first).any():
        return
    part = image[first[1] : last[1], first[0] : last[0]]
    spread = spread[first[1] - low[1] : last[1] - low[1], first[0] - low[0] : last[0] - low[0]]
    part += (colour.astype(np.float32) - part) * (spread[..., None] / np.float32(255))
