"""Small pieces of HTML that every panel uses, and the conventions all of the page is written by.

HTML is built with htpy, which escapes every text and every attribute by itself; nothing is escaped by hand. Parts of
the page are rendered where they are handed on (``Markup``): strings are cheap to keep and to compare, and htpy neither
escapes nor walks through them again. HTML that comes as a plain ``str`` must be wrapped in ``Markup`` to stand in htpy.

Under the page's Content-Security-Policy no ``style="..."`` attribute has any effect. Instead:

- A hue paints by class: ``hue_class(hue)`` sets ``--paint`` and ``--ink`` (``.hue-R``, from ``hue_sheet``), and style
  sheets use these variables. A second hue of the same element is ``other_class(hue)``, which sets ``--other``.
- Shapes of an SVG take presentation attributes (``fill="#e5242e"``, ``stroke-width="2"``), which rules of a style sheet
  overrule: there, a class says it.
- What is worked out and no class can say, such as the place of a mark on a picture, goes into ``data-css`` by
  ``styled(left="12%", top="3%")``; the page's script applies it.
"""

import base64
import re
import sys
from abc import ABC
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, wraps
from typing import Any, ParamSpec

import htpy as h
import htpy._render_sync
from htpy import Node
from markupsafe import Markup, escape

from engine.components.hues import Hue
from engine.texts.language import tr
from tablelight.texts.kept import kept_in_each_language

_Args = ParamSpec("_Args")

_KEPT = 4096
"""Buttons and chips that are kept as they were written: a page is drawn anew for every change, and mostly has the same
ones. htpy takes about 30 µs for one on a busy desktop; a few hundred bytes each, chosen by hand."""

PAINT = {
    Hue.R: "#e5242e",
    Hue.RO: "#f05a28",
    Hue.O: "#f7901e",
    Hue.OY: "#fdb913",
    Hue.Y: "#fbe61d",
    Hue.YG: "#93c83e",
    Hue.G: "#1ba34a",
    Hue.GB: "#12a5a0",
    Hue.B: "#1c6fc9",
    Hue.BP: "#5a48b8",
    Hue.P: "#93319b",
    Hue.PR: "#c4216a",
}
"""How each hue is painted on a screen; chosen by hand to look like the printed parts and to differ from neighbours."""

_DARK_INK = {Hue.RO, Hue.O, Hue.OY, Hue.Y, Hue.YG, Hue.G, Hue.GB}

path, circle, polygon, rect, g, text_ = map(h.Element, ("path", "circle", "polygon", "rect", "g", "text"))
"""Elements of SVG that htpy does not list; ``text_`` is SVG's ``<text>``."""


class _HasHtml(ABC):  # noqa: B024 - it is asked, never built
    """What has HTML of its own, as htpy's protocol of that name says it, but remembered for each class.

    htpy asks this of every list, and before Python 3.12 a protocol takes 20 µs for the answer: half of all drawing.
    """

    @classmethod
    def __subclasshook__(cls, kind: type) -> bool:
        return hasattr(kind, "__html__")


if sys.version_info < (3, 12):
    setattr(htpy._render_sync, "HasHtml", _HasHtml)  # noqa: B010 - there is no public place for it


def rendered(build: Callable[_Args, Node]) -> Callable[_Args, Markup]:
    """The function's HTML as a string that counts as HTML."""

    @wraps(build)
    def render(*args: _Args.args, **kwargs: _Args.kwargs) -> Markup:
        return markup(build(*args, **kwargs))

    return render


def markup(*nodes: Node) -> Markup:
    """Nodes of htpy, one after the other, as a string that counts as HTML."""
    return Markup(h.fragment[nodes])


def inner(node: Node) -> Markup:
    """A node as it stands inside an element, ready to be the key of a cache: text and HTML of the same words differ."""
    return escape(node) if isinstance(node, str) else markup(node)


def ink(hue: Hue) -> str:
    """The colour of letters that can be read on a hue."""
    return "#1b1b1f" if hue in _DARK_INK else "#fff"


def hue_class(hue: Hue) -> str:
    """The class that paints an element in a hue, by ``--paint`` and ``--ink``."""
    return f"hue-{hue.name}"


def other_class(hue: Hue) -> str:
    """The class of the second hue of an element, by ``--other``."""
    return f"other-{hue.name}"


def hue_sheet() -> str:
    """The style sheet of ``hue_class`` and ``other_class``."""
    hues = (f".{hue_class(hue)}{{--paint:{PAINT[hue]};--ink:{ink(hue)}}}" for hue in Hue)
    others = (f".{other_class(hue)}{{--other:{PAINT[hue]}}}" for hue in Hue)
    return "\n".join((*hues, *others)) + "\n"


def styled(**properties: str) -> dict[str, str]:
    """The attribute with which the page's script styles an element: ``styled(max_width="3em")``, for htpy elements."""
    return {"data-css": ";".join(f"{name.replace('_', '-')}:{value}" for name, value in properties.items())}


def data(**args: object) -> dict[str, str]:
    """The attributes ``data-...`` that an act takes along as its arguments."""
    return {f"data-{name}": str(value) for name, value in args.items()}


def classes(*names: str) -> str:
    """A ``class`` attribute of those names that are not empty."""
    return " ".join(filter(None, names))


def button(act: str, label: Node, /, *, style: str = "", disabled: bool = False, **args: object) -> Markup:
    """A button that sends an act with its arguments back to the table. ``label``: text, which is escaped, or nodes."""
    return _button(act, inner(label), style, disabled, tuple(data(**args).items()))


@lru_cache(_KEPT)
@rendered
def _button(act: str, label: Markup, style: str, disabled: bool, args: tuple[tuple[str, str], ...]) -> Node:
    return h.button({"class": classes("btn", style), "data-act": act, **dict(args)}, disabled=disabled)[label]


def card_on_top(title: Node, *inside: Node, style: str = "", form: bool = False) -> Node:
    """A card that lies over the page until it is answered or closed. ``style``: of what it lies on; ``form``: it has
    fields that are sent together."""
    element = h.form if form else h.div
    return h.div(class_=classes("sheet-over", style))[element(".card")[h.h2[title], *inside]]


@rendered
def close_up(jpeg: bytes | None) -> Node:
    """The picture of the die that is asked about; nothing where there is none."""
    if not jpeg:
        return None
    picture = f"data:image/jpeg;base64,{base64.b64encode(jpeg).decode()}"
    return h.img(".closeup", src=picture, alt=tr("this die, as the camera saw it"))


def whole_in_sight(width: int, height: int, percent: int = 78) -> dict[str, str]:
    """The attributes of a picture of that size (pixels): as wide as its place, but never so high that buttons below are
    out of sight, where the camera is a phone that stands upright. ``percent``: of the screen's height, at most."""
    return styled(max_width=f"calc({percent}vh*{width / height:.3f})")


def chip(
    hue: Hue,
    /,
    *,
    act: str = "",
    shape: str = "square",
    mark: Node = None,
    style: str = "",
    pressed: bool | None = None,
    **args: object,
) -> Markup:
    """A coloured face with its letters: hue is never told by colour alone. With ``act`` it can be tapped; ``pressed``:
    whether it is chosen, where a tap chooses it. ``mark``: what stands behind the letters."""
    return _chip(hue, act, shape, inner(mark), style, pressed, tuple(data(**args).items()))


@kept_in_each_language(4 * _KEPT)
@rendered
def _chip(
    hue: Hue, act: str, shape: str, mark: Markup, style: str, pressed: bool | None, args: tuple[tuple[str, str], ...]
) -> Node:
    look = {"class": classes("chip", shape, style, hue_class(hue)), "title": hue.called, "aria-label": hue.called}
    inside = [h.b[hue.name], mark]
    if not act:
        return h.span(look)[inside]
    tap = {"data-act": act, **dict(args)}
    return h.button(look, tap, aria_pressed=None if pressed is None else str(pressed).lower())[inside]


@rendered
def kept(save: str, bring: str, files: str) -> Node:
    """What was taught as a file to keep (at the address ``save``; empty: nothing yet) or to bring in (these files).
    ``bring``: what the button for that says."""
    return h.div(".row")[
        save and h.a(".btn.quiet", href=save, download=True)[tr("Save what was taught")],
        h.label(".btn.quiet.upload")[bring, h.input(type="file", data_upload="/taught", accept=files)],
    ]


def joined(parts: Iterable[Node], between: str = " ") -> Node:
    """Nodes with a text between each two of them."""
    out: list[Node] = []
    for part in parts:
        out += [between, part] if out else [part]
    return out


_FIELD = re.compile(r"\{(\w+)\}")


def with_parts(sentence: str, **parts: Any) -> tuple[Any, ...]:
    """A translated sentence with nodes, cards or rows of them where its fields stand: ``with_parts(tr("Leave {card} on
    the board"), card=card)``."""
    out: list[Any] = []
    for n, piece in enumerate(_FIELD.split(sentence)):
        if n % 2:
            part = parts[piece]
            out += part if isinstance(part, tuple | list) else [part]
        elif piece:
            out.append(piece)
    return tuple(out)


def listed(parts: Sequence[Node]) -> Node:
    """Nodes as a sentence names them: ``a, b and c``."""
    return (
        parts
        if len(parts) < 2
        else list(with_parts(tr("{some} and {end}"), some=[joined(parts[:-1], ", ")], end=parts[-1]))
    )
