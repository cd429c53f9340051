"""The film of a game: one picture a turn, with the board or the table of cards, the points and what happened."""

import io
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from engine.core.turns import turns
from tablelight.web.components.html import PAINT
from tablelight.web.components.log_lines import entry_html
from tablelight.web.components.tokens import SEAT_HUES
from tablelight.web.film.flow import INK, PANEL, SOFT, Flow
from tablelight.web.film.markup_tree import HtmlElement, tree_of
from tablelight.web.film.shapes import draw_svg, font
from tablelight.web.replayed import WatchedMatch
from tablelight.web.views.past_results import title_of
from tablelight.web.views.replay_chart import standings
from tablelight.web.views.table import as_it_stood

WIDE, HIGH = 800, 600
"""Of the picture (px)."""
MOST_PICTURES = 120
"""Of a film; of a longer game every second or third turn is left out. Chosen by hand: a minute, and some MB."""
_MS, _LAST_MS = 600, 4000
"""How long each picture stands, and the last one. Chosen by hand, watching."""
_FINER = 2
"""Pictures are drawn so many times larger and made smaller, so that edges are smooth."""
_COLOURS = 128
_GROUND = "#14141a"
_WORDS, _TITLE, _SIDE = 56, 40, 220
"""Heights of the strips below and above, and the width of the points' column (px)."""


def film(found: WatchedMatch) -> bytes:
    """The whole game as a GIF, through an onlooker's eyes."""
    points = standings(found.match)
    letters = _Letters()
    pictures = [_picture(found, at, points, letters) for at in moments_shown(found)]
    palette = pictures[len(pictures) // 2].quantize(_COLOURS, Image.Quantize.MEDIANCUT)
    frames = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    out = io.BytesIO()
    durations = [_MS] * (len(frames) - 1) + [_LAST_MS]
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=durations, loop=0, optimize=False)
    return out.getvalue()


def moments_shown(found: WatchedMatch) -> list[int]:
    """The log lengths that are shown: the beginning, the ends of turns, and the end; never more than a film has."""
    ends = sorted({0, *(turn.last + 1 for turn in turns(found.match)), found.length})
    every = -(-len(ends) // (MOST_PICTURES - 1))
    return sorted({*ends[::every], found.length})


@dataclass(slots=True)
class _Letters:
    """How large sheets and cards are set: a place in ``_SIZES``, which only grows, so that nothing jumps to and fro."""

    size: int = 0


def _picture(found: WatchedMatch, at: int, points: Sequence[tuple[float, ...]], letters: _Letters) -> Image.Image:
    """One picture of it (RGB)."""
    image = Image.new("RGB", (WIDE * _FINER, HIGH * _FINER), _GROUND)
    draw = ImageDraw.Draw(image, "RGBA")
    draw.text((16 * _FINER, 9 * _FINER), title_of(found.match.agreed.name), fill=SOFT, font=font(18 * _FINER))
    parts = {name: tree_of(html) for name, html in as_it_stood(found.match.at(at)).items()}
    _points(draw, found, points[at], max(1.0, *(abs(value) for row in points for value in row)))
    box = tuple(_FINER * value for value in (12, _TITLE, WIDE - _SIDE - 24, HIGH - _TITLE - _WORDS - 8))
    board = next(parts["board"].every("svg"), None)
    if board is not None:
        draw_svg(draw, board, box)
    else:
        _table(draw, box, [parts["dice"], parts["play"]], letters)
    below = [_FINER * value for value in (16, HIGH - _WORDS + 6, WIDE - 32, _WORDS)]
    Flow(draw, below, 19 * _FINER).add(
        tree_of(entry_html(found.shown(), at - 1)) if at else HtmlElement("", {}, [", ".join(found.match.seats)])
    )
    return image.resize((WIDE, HIGH), Image.Resampling.BOX)


def _table(draw: ImageDraw.ImageDraw, box: Sequence[int], parts: Sequence[HtmlElement], letters: _Letters) -> None:
    """Sheets and cards, with letters as large as fit: they are set once to see how far down they come."""
    while letters.size < len(_SIZES) - 1:
        size, columns = _SIZES[letters.size]
        if _set(Flow(None, box, size * _FINER, columns), parts).fits:
            break
        letters.size += 1
    size, columns = _SIZES[letters.size]
    _set(Flow(draw, box, size * _FINER, columns), parts)


_SIZES = [(size, columns) for size in (24, 21, 18, 16, 14, 12, 10, 8, 6) for columns in (1, 2, 3)]
"""Heights of letters (px) with numbers of columns, the best first."""


def _set(flow: Flow, parts: Sequence[HtmlElement]) -> Flow:
    for part in parts:
        flow.add(part)
    return flow


def _points(draw: ImageDraw.ImageDraw, found: WatchedMatch, points: Sequence[float], most: float) -> None:
    """Everybody's points as bars, which grow as the game goes on."""
    seats = found.match.seats
    high = min(64.0, (HIGH - _TITLE - _WORDS) / len(seats))
    for seat, name in enumerate(seats):
        x, y = (WIDE - _SIDE) * _FINER, (_TITLE + seat * high) * _FINER
        wide, size = (_SIDE - 16) * _FINER, round(min(19.0, 0.36 * high) * _FINER)
        draw.rounded_rectangle((x, y, x + wide, y + (high - 6) * _FINER), 8 * _FINER, fill=PANEL)
        letters, value = font(size), f"{points[seat]:g}"
        while letters.getlength(name) > wide - letters.getlength(value) - 30 * _FINER:
            name = name[:-1]
        middle = y + 0.36 * high * _FINER
        draw.text((x + 8 * _FINER, middle), name, fill=INK, font=letters, anchor="lm")
        draw.text((x + wide - 8 * _FINER, middle), value, fill=INK, font=letters, anchor="rm")
        bar = max(0.0, points[seat]) / most * (wide - 16 * _FINER)
        below = y + 0.66 * high * _FINER
        paint = PAINT[SEAT_HUES[seat % len(SEAT_HUES)]]
        draw.rectangle((x + 8 * _FINER, below, x + 8 * _FINER + bar, below + 0.1 * high * _FINER), fill=paint)
