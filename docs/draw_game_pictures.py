"""Draws each game's picture in the list of games, ``picture.svg`` in its folder.

Run: .venv/bin/python -m docs.draw_game_pictures
"""

from collections.abc import Callable, Iterator
from importlib.resources import files
from math import cos, pi, sin
from pathlib import Path

from engine.components.hues import Hue
from engine.core.registry import entry_of
from tablelight.web.components.html import PAINT, ink

WIDTH, HEIGHT = 160, 100
_GROUND, _DARK, _PAPER, _GOLD = "#16161c", "#0b0b0f", "#f4f0e6", "#f3c969"
_FONT = "system-ui,sans-serif"
WHEEL = tuple(Hue)
PRIMARY = WHEEL[::2]


def _put(inside: str, x: float, y: float, turned: float = 0, size: float = 1) -> str:
    turn = f" rotate({turned:g})" if turned else ""
    scale = f" scale({size:g})" if size != 1 else ""
    return f'<g transform="translate({x:g} {y:g}){turn}{scale}">{inside}</g>'


def _polygon(points: list[tuple[float, float]], fill: str, more: str = "") -> str:
    return f'<polygon points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}" fill="{fill}"{more}/>'


def _dot(x: float, y: float, r: float, fill: str, more: str = "") -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:g}" fill="{fill}"{more}/>'


def _words(text: str, y: float, size: float, fill: str) -> str:
    style = f'font-family="{_FONT}" font-size="{size:g}" font-weight="800" text-anchor="middle"'
    return f'<text x="0" y="{y:g}" {style} fill="{fill}">{text}</text>'


def _cube(hue: Hue) -> str:
    """A coloured die, seen a little from above."""
    body = f'<rect x="-11" y="-11" width="22" height="22" rx="5" fill="{PAINT[hue]}"/>'
    return body + '<rect x="-9" y="-9" width="18" height="6" rx="3" fill="#fff" opacity=".22"/>'


def _twelve(hue: Hue) -> str:
    """A twelve-sided die: the face on top and the edges that lead down from it."""
    rim = [(13 * sin(n * pi / 5), -13 * cos(n * pi / 5)) for n in range(10)]
    top = [(7.5 * sin(n * 2 * pi / 5), -7.5 * cos(n * 2 * pi / 5)) for n in range(5)]
    edges = "".join(
        f'<path d="M{x:.1f} {y:.1f}L{rim[2 * n][0]:.1f} {rim[2 * n][1]:.1f}" stroke="#0006"/>'
        for n, (x, y) in enumerate(top)
    )
    return _polygon(rim, PAINT[hue]) + edges + _polygon(top, "#fff", ' opacity=".28"')


def _card(hue: Hue, number: str = "") -> str:
    """A card of 26 x 38 around its middle."""
    frame = f'<rect x="-13" y="-19" width="26" height="38" rx="4" fill="{PAINT[hue]}" stroke="{_GROUND}"/>'
    return frame + _words(number, 6, 17, ink(hue))


def _back() -> str:
    return (
        f'<rect x="-13" y="-19" width="26" height="38" rx="4" fill="#33333f" stroke="{_GROUND}"/>'
        '<rect x="-9" y="-15" width="18" height="30" rx="2" fill="none" stroke="#55556a"/>'
    )


def _sector(n: int, inner: float, outer: float, fill: str, more: str = "") -> str:
    a, b = (n - 0.5) * pi / 6, (n + 0.5) * pi / 6
    points = [(r * sin(t), -r * cos(t)) for r, t in ((inner, a), (outer, a), (outer, b), (inner, b))]
    return _polygon(points, fill, more)


def _wheel(rings: int, size: float, faint: str = ".5") -> Iterator[str]:
    step = size / (rings + 1)
    for n, hue in enumerate(WHEEL):
        for ring in range(1, rings + 1):
            more = f' stroke="{_DARK}" stroke-width=".8" opacity="{1 if (n + ring) % 3 == 0 else faint}"'
            yield _sector(n, ring * step, (ring + 1) * step, PAINT[hue], more)


def _pawn(hue: Hue) -> str:
    return (
        f'<path d="M-5 7Q-5 1 -2 -1A3.6 3.6 0 1 1 2 -1Q5 1 5 7Z" fill="{PAINT[hue]}" stroke="#fff" stroke-width=".9"/>'
    )


def _star(size: float = 1) -> str:
    points = [
        ((5 if n % 2 == 0 else 2.1) * size * sin(n * pi / 5), -(5 if n % 2 == 0 else 2.1) * size * cos(n * pi / 5))
        for n in range(10)
    ]
    return _polygon(points, _GOLD)


# ---- the games


def _roll_and_color() -> Iterator[str]:
    places = [(34, 28, -12), (66, 22, 9), (97, 30, -6), (40, 58, 8), (72, 55, -14), (58, 84, 5)]
    for (x, y, turned), hue in zip(places, PRIMARY, strict=True):
        yield _put(_cube(hue), x, y, turned)
    for (x, y, turned), hue in zip([(106, 62, 10), (131, 34, -8), (94, 86, 20)], (Hue.YG, Hue.BP, Hue.RO), strict=True):
        yield _put(_twelve(hue), x, y, turned)


def _spectrum() -> Iterator[str]:
    yield _put("".join(_wheel(5, 47, ".38")), 80, 50)
    yield _put(_star(1.4), 80, 50)
    for x, y, hue in ((62, 24, Hue.Y), (103, 38, Hue.R), (68, 70, Hue.B), (98, 72, Hue.G)):
        yield _put(_pawn(hue), x, y, size=1.25)


def _spectrum_escape() -> Iterator[str]:
    yield _put("".join(_wheel(4, 36, ".3")), 66, 50)
    for n in range(0, 12, 2):
        yield _put(_star(0.9), 66 + 9 * sin(n * pi / 6), 50 - 9 * cos(n * pi / 6))
    for x, y, hue in ((92, 40, Hue.OY), (118, 28, Hue.R), (142, 16, Hue.B)):
        yield f'<path d="M{x - 17} {y + 9}L{x - 8} {y + 4}" stroke="#fff9" stroke-width="1.6" stroke-dasharray="3 2"/>'
        yield _put(_pawn(hue), x, y, size=1.3)


def _sixchex_spectrum() -> Iterator[str]:
    for row in range(5):
        for column in range(9 - row % 2):
            hue = WHEEL[(column * 2 + row * 3) % 12]
            x, y = 14 + column * 16.5 + (8.25 if row % 2 else 0), 12 + row * 18
            yield f'<rect x="{x - 7:g}" y="{y - 8:g}" width="14" height="16" rx="2" fill="{PAINT[hue]}" opacity=".62"/>'
    for x, y, fill in ((38.75, 30, "#e9e6df"), (71.75, 48, "#c07a3c"), (105, 30, "#e9e6df"), (88.5, 66, "#c07a3c")):
        yield _dot(x, y, 8, fill, ' stroke="#0009" stroke-width="1.5"') + _dot(x, y, 5, "none", ' stroke="#0005"')
    yield '<path d="M46 34L64 44" stroke="#fff" stroke-width="2" stroke-dasharray="4 3"/>'


def _spectrum_casino() -> Iterator[str]:
    for n, (hue, number) in enumerate(((Hue.O, "4"), (Hue.G, "5"), (Hue.B, "9"), (Hue.P, "2"))):
        yield _put(_card(hue, number), 35 + n * 30, 34)
    yield _put(_card(Hue.R, "9"), 66, 72, -8, 1.1)
    yield _put(f'<path d="M0 0L10 -16M0 0L-20 -14" stroke="{_GOLD}" stroke-width="2" fill="none"/>', 74, 56)


def _spectrumo() -> Iterator[str]:
    for n, (hue, number) in enumerate(((Hue.Y, "3"), (Hue.YG, "7"), (Hue.G, "7"), (Hue.GB, "11"), (Hue.B, "1"))):
        turned = (n - 2) * 15
        yield _put(_card(hue, number), 80 + 62 * sin(turned * pi / 180), 104 - 62 * cos(turned * pi / 180), turned)
    yield _put(_card(Hue.YG, "7"), 80, 80, 4, 0.95)


def _spectrump() -> Iterator[str]:
    cards = (
        (Hue.R, "8", 80, 30, 0),
        (Hue.RO, "12", 106, 50, 90),
        (Hue.PR, "3", 80, 70, 180),
        (Hue.O, "5", 54, 50, 270),
    )
    for hue, number, x, y, turned in cards:
        yield _put(_card(hue, number), x, y, turned)
    yield _put(_star(1.6), 80, 50) + _put(_back(), 138, 78, 10, 0.7) + _put(_back(), 22, 22, -14, 0.7)


def _spectrum_500() -> Iterator[str]:
    for n in range(5):
        yield _put(_card(Hue.B, str(n + 4)), 30 + n * 15, 32)
    for n, hue in enumerate((Hue.O, Hue.OY, Hue.Y, Hue.YG)):
        yield _put(_card(hue, "9"), 84 + n * 15, 70)


def _spectrum_cribbage() -> Iterator[str]:
    for n, (hue, number) in enumerate(((Hue.R, "5"), (Hue.Y, "6"), (Hue.B, "7"))):
        yield _put(_card(hue, number), 40 + n * 30, 32, (n - 1) * 6)
    yield _put(_back(), 134, 32, 8)
    yield '<rect x="14" y="64" width="132" height="26" rx="6" fill="#6b4a2e"/>'
    for n in range(15):
        for row, hue in ((72, Hue.R), (82, Hue.B)):
            peg = (row == 72 and n == 9) or (row == 82 and n == 6)
            yield _dot(22 + n * 8.3, row, 3 if peg else 1.7, PAINT[hue] if peg else "#2c1d10")


def _spectrum_poker() -> Iterator[str]:
    for n, hue in enumerate((Hue.R, Hue.RO, Hue.O, Hue.OY, Hue.Y)):
        turned = (n - 2) * 13
        yield _put(
            _card(hue, str(n + 6)), 68 + 58 * sin(turned * pi / 180), 96 - 58 * cos(turned * pi / 180), turned, 1.1
        )
    for x, many, hue in ((122, 4, Hue.B), (142, 2, Hue.P)):
        for n in range(many):
            at = f'cx="{x}" cy="{84 - 6 * n}" rx="10" ry="5" stroke="#fff" stroke-width="1.2" stroke-dasharray="5 4"'
            yield f'<ellipse {at} fill="{PAINT[hue]}"/>'


def _spectrum_solitaire() -> Iterator[str]:
    for n in range(7):
        for depth in range(n % 4 + 2):
            top = depth == n % 4 + 1
            card = _card(WHEEL[(n * 5 + depth) % 12], str((n * 7 + 3) % 12 + 1)) if top else _back()
            yield _put(card, 20 + n * 20, 22 + depth * 10, size=0.72)


def _spectrangle() -> Iterator[str]:
    side, high = 30.0, 30 * 3**0.5 / 2
    for row, columns in ((0, range(1, 4)), (1, range(5)), (2, range(-1, 6))):
        for column in columns:
            up = (row + column) % 2 == 1
            x, y = 35 + column * side / 2, 11 + row * high
            a, b, c = (
                ((x, y + high), (x + side, y + high), (x + side / 2, y))
                if up
                else ((x, y), (x + side, y), (x + side / 2, y + high))
            )
            middle = ((a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3)
            for n, (one, two) in enumerate(((a, b), (b, c), (c, a))):
                hue = PRIMARY[(row * 2 + column + n * 2 + row * column) % 6]
                yield _polygon([one, two, middle], PAINT[hue], f' stroke="{_GROUND}"')
            yield _dot(*middle, 4, _PAPER)


def _spectra_icehouse() -> Iterator[str]:
    pieces = (
        (34, 84, 1.5, Hue.R),
        (62, 84, 1.0, Hue.O),
        (92, 84, 1.9, Hue.G),
        (128, 84, 1.5, Hue.B),
        (128, 58, 1.0, Hue.P),
        (128, 40, 0.6, Hue.Y),
    )
    for x, y, size, hue in pieces:
        left = _polygon([(0, -30), (-13, 0), (3, 4)], PAINT[hue], ' stroke="#0007" stroke-width=".6"')
        right = _polygon([(0, -30), (3, 4), (13, -2)], PAINT[hue], ' stroke="#0007" stroke-width=".6"')
        pips = "".join(
            _dot(-4.5 + n * 2.6, -3 + n * 0.6, 0.9, "#fff") for n in range({0.6: 1, 1.0: 1, 1.5: 2, 1.9: 3}[size])
        )
        yield _put(
            left + right + _polygon([(0, -30), (3, 4), (13, -2)], "#000", ' opacity=".35"') + pips, x, y, size=size
        )


PICTURES: dict[str, Callable[[], Iterator[str]]] = {
    "roll_and_color": _roll_and_color,
    "spectrum": _spectrum,
    "spectrum_escape": _spectrum_escape,
    "sixchex_spectrum": _sixchex_spectrum,
    "spectrum_casino": _spectrum_casino,
    "spectrumo": _spectrumo,
    "spectrump": _spectrump,
    "spectrum_500": _spectrum_500,
    "spectrum_cribbage": _spectrum_cribbage,
    "spectrum_poker": _spectrum_poker,
    "spectrum_solitaire": _spectrum_solitaire,
    "spectrangle": _spectrangle,
    "spectra_icehouse": _spectra_icehouse,
}


def _default() -> Iterator[str]:
    """Of a game that brings no picture: a wheel, a pawn, a die and a card."""
    yield _put("".join(_wheel(2, 36, ".8")), 80, 50)
    yield _put(_card(Hue.R, "7"), 44, 62, -12) + _put(_cube(Hue.B), 118, 66, 12) + _put(_pawn(Hue.Y), 80, 50, size=1.8)


def drawn(draw: Callable[[], Iterator[str]]) -> str:
    """A whole picture."""
    ground = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{_GROUND}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{ground}{"".join(draw())}</svg>\n'


def main() -> None:
    for game, draw in PICTURES.items():
        Path(str(files(entry_of(game).package) / "picture.svg")).write_text(drawn(draw))
    Path(str(files("tablelight.web") / "static" / "game.svg")).write_text(drawn(_default))


if __name__ == "__main__":
    main()
