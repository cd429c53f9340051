"""Our own HTML as a tree, and what our own style sheets say of its parts: as much of both as pictures need."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from importlib.resources import files

from tablelight.web.components.html import hue_sheet

_EMPTY = frozenset({"input", "img", "br", "hr", "meta", "link"})
_SHEETS = ("boards.css", "cards.css")

Style = Mapping[str, str]


@dataclass(slots=True)
class HtmlElement:
    """An element: its tag, attributes, classes, and what is in it, in order."""

    tag: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    inside: list["HtmlElement | str"] = field(default_factory=list)

    @property
    def classes(self) -> tuple[str, ...]:
        return tuple(self.attributes.get("class", "").split())

    @property
    def text(self) -> str:
        """All words in it, without titles."""
        return "".join(one if isinstance(one, str) else one.text for one in self.inside if _tells(one))

    def every(self, tag: str) -> Iterator["HtmlElement"]:
        """The elements of that tag in it, at any depth."""
        for one in self.inside:
            if isinstance(one, HtmlElement):
                if one.tag == tag:
                    yield one
                yield from one.every(tag)


def _tells(one: "HtmlElement | str") -> bool:
    return isinstance(one, str) or one.tag != "title"


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [HtmlElement("")]

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        part = HtmlElement(tag, {name: value or "" for name, value in attrs})
        self.open[-1].inside.append(part)
        if tag not in _EMPTY:
            self.open.append(part)

    def handle_endtag(self, tag: str) -> None:
        if len(self.open) > 1 and self.open[-1].tag == tag:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)


def tree_of(html: str) -> HtmlElement:
    """The tree of HTML that the page's components made."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.open[0]


# ---- style

Path = tuple[tuple[str, tuple[str, ...]], ...]
"""Tag and classes of an element, and of those it lies in, the outermost first."""

_BLOCK = re.compile(r"@[^{]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_COMPOUND = re.compile(r"([a-z]*)((?:\.[\w-]+)*)")


@cache
def _rules() -> tuple[tuple[tuple[tuple[str, frozenset[str]], ...], dict[str, str]], ...]:
    """The rules that ask for nothing but tags and classes; states such as a mouse above are not for pictures."""
    folder = files("tablelight.web") / "static"
    text = "".join((folder / name).read_text("utf-8") for name in _SHEETS) + hue_sheet()
    text = _BLOCK.sub("", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
    out = []
    for selectors, body in _RULE.findall(text):
        pairs = (line.partition(":") for line in body.split(";") if ":" in line)
        says = {name.strip(): value.replace("!important", "").strip() for name, _, value in pairs}
        for selector in selectors.split(","):
            compounds = [_COMPOUND.fullmatch(word) for word in selector.split()]
            if compounds and all(compounds):
                out.append((tuple((c[1], frozenset(filter(None, c[2].split(".")))) for c in compounds if c), says))
    return tuple(out)


@cache
def style_of(path: Path) -> Style:
    """What the style sheets say of an element; later rules win, as they mostly do there."""
    found: dict[str, str] = {}
    for compounds, says in _rules():
        if _is(compounds[-1], path[-1]) and _lies_in(compounds[:-1], path[:-1]):
            found |= says
    return found


def _is(compound: tuple[str, frozenset[str]], element: tuple[str, tuple[str, ...]]) -> bool:
    return compound[0] in ("", element[0]) and compound[1] <= set(element[1])


def _lies_in(compounds: Sequence[tuple[str, frozenset[str]]], around: Path) -> bool:
    rest = list(around)
    for compound in reversed(compounds):
        while rest and not _is(compound, rest[-1]):
            rest.pop()
        if not rest:
            return False
        rest.pop()
    return True
