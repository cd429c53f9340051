"""The few SVG elements that boards are made of; ``style`` is a class of boards.css."""

from collections.abc import Sequence

from tablelight.web.components.html import text

Point = tuple[float, float]


def words(style: str, at: Point, said: object, *, size: float = 0.0, fill: str = "") -> str:
    """A short text in the middle of ``at``; size in units of the picture, 0: as its style says."""
    more = f' font-size="{size:.2f}"' if size else ""
    more += f' fill="{fill}"' if fill else ""
    return f'<text class="{style}" x="{at[0]:.2f}" y="{at[1]:.2f}"{more}>{text(said)}</text>'


def polygon(style: str, points: Sequence[Point], more: str = "") -> str:
    return f'<polygon class="{style}" points="{" ".join(f"{x:.2f},{y:.2f}" for x, y in points)}"{more}/>'


def disc(style: str, at: Point, radius: float, more: str = "") -> str:
    return f'<circle class="{style}" cx="{at[0]:.2f}" cy="{at[1]:.2f}" r="{radius:.2f}"{more}/>'


def target(at: Point, radius: float) -> str:
    """Crosshairs: a piece that would be captured."""
    out, ticks = radius * 1.3, radius * 0.56
    strokes = f"M0-{out:.1f}v{ticks:.1f}M0 {out:.1f}v-{ticks:.1f}M-{out:.1f} 0h{ticks:.1f}M{out:.1f} 0h-{ticks:.1f}"
    return (
        f'<g class="mark go capture" data-go="capture" transform="translate({at[0]:.2f} {at[1]:.2f})">'
        f'<circle r="{radius:.1f}"/><path d="{strokes}"/></g>'
    )


def picture(name: str, box: tuple[float, float, float, float], inside: str, label: str) -> str:
    """A whole board; ``box``: left, top, width, height."""
    view = " ".join(f"{value:g}" for value in box)
    return (
        f'<svg class="board table-top" viewBox="{view}" role="img" data-board="{name}" aria-label="{text(label)}">'
        f"{inside}</svg>"
    )


def item_face(box: str, drawn: str, item: str, act: str, name: str) -> str:
    """A piece, tile or card as a small picture (``box``: its viewBox), tappable with ``act`` if there is one.

    ``name``: what people call it.
    """
    picture = f'<svg viewBox="{box}">{drawn}</svg>'
    if not act:
        return f'<span class="tileface">{picture}</span>'
    return f'<button class="tileface" data-act="{act}" data-item="{item}" aria-label="{text(name)}">{picture}</button>'
