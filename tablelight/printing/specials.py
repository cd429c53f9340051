"""The faces of the twelve special cards: what each does, in a picture and in few words (SO-SPECIAL-01..13)."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from engine.components.cards import TITLES, swapped_hues
from engine.components.hues import Hue
from engine.texts import NAME
from engine.texts.language import later, tr, translated
from tablelight.printing.card_grid import BLEED, POKER
from tablelight.printing.inks import DARK, SLATE, WHITE, Colour, ink_on, printed
from tablelight.printing.marks import Outline, arc, draw_mark
from tablelight.printing.paper import Paper, Point

Picture = Callable[[Paper, Colour, Colour], None]
"""Draws around the origin, 24 mm wide and high, in an ink on a ground."""

WIDTH, HEIGHT = POKER
_BOX = (-BLEED, -BLEED, WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED)
_PLATE = 46.0  # height of the plates of a card that lies on anything
_STRIP = 13.5
_EDGE = 7.0


@dataclass(frozen=True, slots=True)
class _Wheel:
    """A card that lies on anything and lets anything follow."""

    words: str
    picture: Picture


def draw_special(paper: Paper, name: str) -> None:
    """The face of a special card; ``name`` as in engine.components.cards.SPECIALS."""
    if pair := swapped_hues(name):
        _draw_swap(paper, *pair)
    else:
        _draw_wheel(paper, translated(TITLES[name], NAME), _WHEELS[name])


def _draw_swap(paper: Paper, one: Hue, other: Hue) -> None:
    x, y, width, height = _BOX
    paper.shapes([((x, y), (x + width, y), (x, y + height))], printed(one))
    paper.shapes([((x + width, y), (x + width, y + height), (x, y + height))], printed(other))
    words = tr("Lies on {one} or {other} and makes it the other, same number.", one=one.called, other=other.called)
    _panel(paper, tr("Colour Swap"), words, tr("Play on at once."))
    for hue, at in ((one, 27.0), (other, 47.0)):
        paper.disc(WIDTH / 2, at, 8, printed(hue))
        ink = ink_on(printed(hue))
        draw_mark(paper, hue, WIDTH / 2, at - 2, 5, ink)
        paper.text(WIDTH / 2, at + 5.4, hue.name, 5, ink, bold=True, align="middle")
    for side, turn in ((-12, 180), (12, 0)):
        with paper.at(WIDTH / 2 + side, 37, turn=turn):
            paper.shapes([_arrow((0, -7), (0, 7), 2)], SLATE)
    for corner in _plates(paper, 33):
        with corner:
            for hue, at in ((one, 6.0), (other, 23.0)):
                draw_mark(paper, hue, 0, at, 4.6, WHITE)
                paper.text(0, at + 7.8, hue.name, 5, WHITE, bold=True, align="middle")
            paper.shapes([_arrow((-1.6, 19.5), (-1.6, 15.5), 1), _arrow((1.6, 15.5), (1.6, 19.5), 1)], WHITE)


def _draw_wheel(paper: Paper, title: str, card: _Wheel) -> None:
    paper.stamp("full-wheel", _BOX, _sectors)
    _panel(paper, title, translated(card.words), tr("Then play on anything."))
    with paper.at(WIDTH / 2, 34):
        card.picture(paper, SLATE, WHITE)
    for corner in _plates(paper, _PLATE):
        with corner:
            with paper.at(0, 6.2, scale=0.36):
                card.picture(paper, WHITE, SLATE)
            with paper.at(0, 12.5, turn=90):
                paper.text(0, 1.6, title, 4.6, WHITE, bold=True, most=_PLATE - 14)


def _plates(paper: Paper, height: float):
    """Dark plates in two corners, the left one upright; each as a frame whose origin is the plate's top middle."""
    for x, y, turn in ((0, 0, 0), (WIDTH, HEIGHT, 180)):
        with paper.at(x, y, turn=turn):
            paper.round_box(1.6, 3, _STRIP - 3.2, height, 2, SLATE)
        yield paper.at(*_turned((_STRIP / 2, 3), turn), turn=turn)


def _turned(point: Point, turn: int) -> Point:
    return (WIDTH - point[0], HEIGHT - point[1]) if turn else point


def _panel(paper: Paper, title: str, words: str, last: str) -> None:
    room = WIDTH - 2 * _STRIP - 2
    paper.round_box(_STRIP, _EDGE, WIDTH - 2 * _STRIP, HEIGHT - 2 * _EDGE, 4.5, WHITE)
    paper.text(WIDTH / 2, _EDGE + 8, title, 4.7, SLATE, bold=True, align="middle", most=room)
    for number, line in enumerate(paper.lines(words, 3.2, room)):
        paper.text(WIDTH / 2, HEIGHT - _EDGE - 21 + 4.1 * number, line, 3.2, DARK, align="middle")
    paper.text(WIDTH / 2, HEIGHT - _EDGE - 3.6, last, 3.1, SLATE, bold=True, align="middle", most=room)


def _sectors(paper: Paper) -> None:
    x, y, width, height = _BOX
    corners = (x, y), (x + width, y), (x + width, y + height), (x, y + height)
    with paper.inside(*corners), paper.at(WIDTH / 2, HEIGHT / 2):
        for hue in Hue:
            # A little under the next one: no hairline of paper between two hues.
            paper.shapes([((0, 0), *arc(60, hue * 30 - 15, hue * 30 + 16))], printed(hue))


# ---- pictures


def _arrow(start: Point, end: Point, width: float) -> Outline:
    """A straight arrow; its head is three times as wide as its shaft."""
    length = math.dist(start, end)
    along = (end[0] - start[0]) / length, (end[1] - start[1]) / length

    def at(far: float, aside: float) -> Point:
        return start[0] + along[0] * far - along[1] * aside, start[1] + along[1] * far + along[0] * aside

    neck, half, head = length - 2 * width, width / 2, 1.5 * width
    return (
        at(0, -half), at(neck, -half), at(neck, -head), at(length, 0), at(neck, head), at(neck, half), at(0, half),
    )  # fmt: skip


def _leaf(paper: Paper, x: float, y: float, ink: Colour, ground: Colour, *, turn: float = 0) -> None:
    """A small card around a point, drawn as an outline."""
    with paper.at(x, y, turn=turn):
        paper.round_box(-4.2, -5.8, 8.4, 11.6, 1.2, ink)
        paper.round_box(-3.2, -4.8, 6.4, 9.6, 0.6, ground)


def _swap_cards(paper: Paper, ink: Colour, ground: Colour) -> None:
    for x in (-7, 7):
        _leaf(paper, x, 0, ink, ground)
    paper.shapes([_arrow((-8, -9), (8, -9), 1.8), _arrow((8, 9), (-8, 9), 1.8)], ink)


def _half(paper: Paper, x: float, y: float, size: float, ink: Colour) -> None:
    paper.text(x, y + 0.36 * size, "½", size, ink, bold=True, align="middle")


def _draw_cards(paper: Paper, ink: Colour, ground: Colour) -> None:
    for step in (2, 0):
        _leaf(paper, -5 + step, -3 - step, ink, ground)
    paper.shapes([_arrow((-5, 4.5), (-5, 12), 2)], ink)
    _half(paper, 7, 0, 13, ink)


def _reverse_draw(paper: Paper, ink: Colour, _: Colour) -> None:
    ring = arc(11.5, 60, -200) + arc(9, -200, 60)
    head = arc(14.4, 60, 61)[0], arc(10.25, 84, 85)[0], arc(6.1, 60, 61)[0]
    paper.shapes([ring], ink)
    paper.shapes([head], ink)
    _half(paper, 0, 0, 13, ink)


def _deck_swap(paper: Paper, ink: Colour, ground: Colour) -> None:
    for step in (2, 1, 0):
        _leaf(paper, -7 + 0.9 * step, 1 + 0.9 * step, ink, ink if step == 0 else ground)
        _leaf(paper, 7 + 0.9 * step, 1 + 0.9 * step, ink, ground)
    paper.shapes([_arrow((-8, -9), (8, -9), 1.8), _arrow((8, 11), (-8, 11), 1.8)], ink)


def _pass(paper: Paper, ink: Colour, ground: Colour, way: int) -> None:
    for turn in (-24, 0, 24):
        with paper.at(-3 * way, 9, turn=turn):
            _leaf(paper, 0, -9, ink, ground)
    paper.shapes([_arrow((-9 * way, 10.5), (11 * way, 10.5), 2.2)], ink)


_WHEELS = {
    "swap-cards": _Wheel(later("Exchange one or more cards with one player."), _swap_cards),
    "draw": _Wheel(later("The next player draws half the last number (7 makes 3)."), _draw_cards),
    "reverse-draw": _Wheel(later("Play turns round; the new next player draws half the last number."), _reverse_draw),
    "deck-swap": _Wheel(later("Draw pile and discards change places, turned over."), _deck_swap),
    "pass-right": _Wheel(
        later("All hand their cards to the right and draw up to as many as before."), partial(_pass, way=1)
    ),
    "pass-left": _Wheel(
        later("All hand their cards to the left and draw up to as many as before."), partial(_pass, way=-1)
    ),
}
