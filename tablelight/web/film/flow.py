"""Draws what is no board: score sheets, dice and rows of cards, set line by line as the page's own HTML has them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import ImageDraw

from tablelight.web.film.markup_tree import HtmlElement, style_of
from tablelight.web.film.shapes import draw_svg, font

Draw = ImageDraw.ImageDraw

INK, SOFT, PANEL, CARD = "#f2f0ea", "#b9b5ab", "#24242d", "#30303b"
_LEFT_OUT = frozenset({"details", "script", "form", "input", "select", "title", "nav", "colgroup"})
_BLOCKS = frozenset(
    {"div", "p", "h1", "h2", "h3", "section", "article", "figure", "ul", "ol", "li", "figcaption", "header"}
)
_HEADINGS = frozenset({"h1", "h2", "h3"})


@dataclass(frozen=True, slots=True)
class _Item:
    """Something that stands in a line: its size, and how it is drawn at its upper left corner (px)."""

    wide: float
    high: float
    draw: Callable[[float, float], None]


class Flow:
    """Sets parts of a page into columns of a picture. ``box``: left, top, width, height (px); ``unit``: the height of
    its letters (px). Without ``draw`` nothing is drawn, to see whether it fits."""

    def __init__(self, draw: Draw | None, box: Sequence[float], unit: float, columns: int = 1) -> None:
        self._draw_on, self._unit = draw, unit
        self._left, self._top, wide, high = box
        self._bottom, self._more = self._top + high, columns - 1
        self._wide = (wide - self._more * unit) / columns
        self.y = self._top
        self._line: list[_Item] = []

    @property
    def fits(self) -> bool:
        """Whether all that was added lies within the box."""
        return self.y <= self._bottom

    @property
    def _draw(self) -> Draw:
        assert self._draw_on is not None
        return self._draw_on

    def add(self, part: HtmlElement) -> None:
        """Set one part, and begin a new line after it."""
        self._inside(part, size=self._unit, colour=INK)
        self._end_line()

    # ---- one after the other

    def _inside(self, part: HtmlElement, size: float, colour: str) -> None:
        for one in part.inside:
            if isinstance(one, str):
                for word in one.split():
                    self._put(self._word(word, size, colour))
            elif one.tag not in _LEFT_OUT and "scores" not in one.classes:
                self._one(one, size, colour)

    def _one(self, part: HtmlElement, size: float, colour: str) -> None:
        if part.tag == "table":
            self._end_line()
            self._table(part)
        elif part.tag == "svg":
            self._put(self._picture(part, 1.5 * size))
        elif "pcard" in part.classes:
            self._put(self._card(part, back="back" in part.classes))
        elif _paint(part):
            self._put(self._chip(part, size))
        elif part.tag in _BLOCKS:
            self._end_line()
            heading = part.tag in _HEADINGS
            self._inside(part, size, SOFT if heading else colour)
            self._end_line()
        else:
            self._inside(part, size, colour)

    def _put(self, item: _Item) -> None:
        used = sum(one.wide for one in self._line)
        if self._line and used + item.wide > self._wide:
            self._end_line()
        self._line.append(item)

    def _end_line(self) -> None:
        if not self._line:
            return
        high = max(item.high for item in self._line)
        self._room_for(high)
        x = self._left
        for item in self._line:
            if self._draw_on is not None:
                item.draw(x, self.y + (high - item.high) / 2)
            x += item.wide
        self.y += high + 0.3 * self._unit
        self._line = []

    def _room_for(self, high: float) -> None:
        """The next column, where this one has no room for so much more."""
        if self._more and self.y + high > self._bottom:
            self._more -= 1
            self._left += self._wide + self._unit
            self.y = self._top

    # ---- what stands in a line

    def _word(self, word: str, size: float, colour: str) -> _Item:
        letters = font(round(size))
        wide = _length(f"{word} ", round(size))
        return _Item(wide, 1.3 * size, lambda x, y: self._draw.text((x, y), word, fill=colour, font=letters))

    def _chip(self, part: HtmlElement, size: float) -> _Item:
        """A hue with its letters; a die of twelve faces has five corners."""
        paint, dark = _paint(part), _ink(part)
        words, side = part.text.strip(), (2.2 if "die" in part.classes else 1.7) * size

        def draw(x: float, y: float) -> None:
            box = (x, y, x + side, y + side)
            self._draw.rounded_rectangle(box, side / 5, fill=paint)
            middle = (x + side / 2, y + side / 2)
            self._draw.text(middle, words, fill=dark, font=font(round(0.42 * side)), anchor="mm")

        return _Item(side + 0.35 * size, side, draw)

    def _card(self, part: HtmlElement, *, back: bool) -> _Item:
        unit = self._unit
        wide, high = 2.1 * unit, 2.9 * unit
        number = next((one.text for one in part.every("b")), "")
        marks, code = list(part.every("svg")), next((s.text for s in part.every("span") if "code" in s.classes), "")

        def draw(x: float, y: float) -> None:
            box = (x, y, x + wide, y + high)
            self._draw.rounded_rectangle(box, unit / 4, fill=_paint(part) or CARD, outline="#0008", width=2)
            dark = SOFT if back else _ink(part)
            self._draw.text((x + wide / 2, y + high / 2), number, fill=dark, font=font(round(unit)), anchor="mm")
            self._draw.text((x + unit / 5, y + unit / 8), code, fill=dark, font=font(round(unit / 2)))
            for mark in marks:
                path = (("svg", ("film-ink-dark" if dark != "#fff" else "film-ink-light",)),)
                draw_svg(self._draw, mark, (x, y + 0.72 * high, wide, 0.2 * high), path)

        return _Item(wide + 0.3 * unit, high + 0.15 * unit, draw)

    def _picture(self, part: HtmlElement, side: float) -> _Item:
        return _Item(1.2 * side, side, lambda x, y: draw_svg(self._draw, part, (x, y, side, side)))

    # ---- tables

    def _table(self, table: HtmlElement) -> None:
        """A table as high as the rows need, the first column twice as wide as the others."""
        rows = [[cell for cell in row.inside if isinstance(cell, HtmlElement)] for row in table.every("tr")]
        columns = max((len(row) for row in rows), default=0)
        if columns < 1:
            return
        size, high = 0.72 * self._unit, 1.0 * self._unit
        first = self._wide * (2 / (columns + 1) if columns > 1 else 1)
        other = (self._wide - first) / max(1, columns - 1)
        for row in rows:
            if self._draw_on is None:
                self.y += high
                continue
            for n, cell in enumerate(row):
                x = self._left if n == 0 else self._left + first + (n - 1) * other
                self._cell(cell, x, first if n == 0 else other, size, high)
            self._draw.line((self._left, self.y + high, self._left + self._wide, self.y + high), fill="#ffffff22")
            self.y += high

    def _cell(self, cell: HtmlElement, x: float, wide: float, size: float, high: float) -> None:
        if "now" in cell.classes:
            self._draw.rectangle((x, self.y, x + wide, self.y + high), fill="#2fae6f33")
        dot = next((one for one in cell.every("span") if _paint(one)), None)
        if dot is not None:
            self._draw.rounded_rectangle((x, self.y + 2, x + 1.6 * size, self.y + high - 2), 4, fill=_paint(dot))
        words = " ".join(one.text for one in _leaves(cell, dot)).strip()
        at = x + (2 * size if dot is not None else 0) if cell.tag == "th" else x + wide / 2
        letters = font(round(size))
        while words and letters.getlength(words) > wide - (2 * size if dot is not None else 4):
            words = words[:-1]
        anchor = "lm" if cell.tag == "th" and cell.attributes.get("scope") != "col" else "mm"
        at = x + wide / 2 if anchor == "mm" else at
        self._draw.text((at, self.y + high / 2), words, fill=INK, font=letters, anchor=anchor)


@lru_cache(20_000)
def _length(words: str, size: int) -> float:
    """How long words are in letters of that size (px)."""
    return font(size).getlength(words)


def _leaves(cell: HtmlElement, dot: HtmlElement | None) -> list[HtmlElement]:
    """The parts of a cell with words in them, without its coloured mark."""
    return [
        one if isinstance(one, HtmlElement) else HtmlElement("", {}, [one]) for one in cell.inside if one is not dot
    ]


def _paint(part: HtmlElement) -> str:
    """The colour of an element that is painted in a hue; empty for others."""
    if not any(name.startswith("hue-") for name in part.classes):
        return ""
    return style_of(((part.tag, part.classes),)).get("--paint", "")


def _ink(part: HtmlElement) -> str:
    return style_of(((part.tag, part.classes),)).get("--ink", "#fff")
