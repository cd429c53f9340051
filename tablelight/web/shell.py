"""What a browser loads once: the empty page of each view, style sheets and the script. The rest comes by web socket."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import htpy as h
from htpy import Node
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from tablelight.web.components.html import hue_sheet, markup
from tablelight.web.scheme import GROUND

_STYLES = (
    "hues.css",
    "tokens.css",
    "page.css",
    "start.css",
    "boards.css",
    "cards.css",
    "rules.css",
    "words.css",
)
_SCRIPTS = (
    "vendor/idiomorph.min.js",
    "page.js",
)

_TITLES = {
    "play": "",
    "teach": "Teach the dice · ",
    "cards": "Teach the cards · ",
    "health": "Parts · ",
    "wiring": "Test the board · ",
    "games": "Games · ",
    "light": "Light and camera · ",
}
"""The views, and what stands before the name in the browser's tab and list of places."""


def _section(name: str, style: str = "") -> h.Element:
    """The place of one section of the page; the script fills it."""
    return h.div({"class": style, "id": f"s-{name}"} if style else {"id": f"s-{name}"})


def _play() -> Node:
    return h.div(".page")[
        _section("head", "area-head"),
        _section("ask", "area-ask"),
        _section("doubt", "area-doubt"),
        _section("seats", "area-seats"),
        h.div(".left")[
            _section("dice", "area-dice"),
            _section("hands", "area-hands"),
            h.div(".views")[h.figure("#s-camera.camera"), _section("board", "boardbox")],
        ],
        _section("play", "right"),
    ]


def _one(*sections: Node) -> Node:
    return h.div(".page.one")[_section("head", "area-head"), sections]


def _inside(view: str) -> Node:
    match view:
        case "play":
            return _play()
        case "light":
            return _one(h.div(".lightstage")[_section("lightpicture"), _section("lightmarks")], _section("light"))
        case "cards":
            return _one(_section("teach"))
        case _:
            return _one(_section(view))


def page_of(view: str, scheme: str = "") -> str:
    """The whole empty page of a view. The dialog takes the focus itself, so that no keyboard opens on a phone."""
    return document(
        _TITLES[view],
        [
            h.main(data_view=view)[_inside(view), h.dialog("#s-overlay", tabindex="-1", autofocus=True)],
            [h.script(src=f"/static/{name}") for name in _SCRIPTS],
        ],
        scheme=scheme,
    )


def document(title: str, body: Node, *, scheme: str, styles: Sequence[str] = _STYLES, more: Node = None) -> str:
    """A page of HTML around its body. ``title``: what stands before the name; ``scheme``: light, dark, or empty for
    what the device says; ``more``: what its head has besides."""
    return markup(
        h.html({"data-scheme": scheme} if scheme else {}, lang="en")[
            h.head[
                h.meta(charset="utf-8"),
                h.title[f"{title}Tablelight"],
                h.meta(name="viewport", content="width=device-width, initial-scale=1"),
                _frame(scheme),
                h.link(rel="icon", href="/static/icon.svg"),
                [h.link(rel="stylesheet", href=f"/static/{name}") for name in styles],
                more,
            ],
            h.body[body],
        ]
    )


def _frame(scheme: str) -> Node:
    """The colour of the browser's own frame: of the scheme that was chosen, or of each that the device may say."""
    return [
        h.meta(
            name="theme-color",
            content=GROUND[scheme or device],
            media=f"(prefers-color-scheme: {device})",
        )
        for device in GROUND
    ]


def plain_page(title: str, inside: Node, scheme: str = "") -> str:
    """A page that is whole as it comes, without a web socket, such as the rules."""
    head = h.div(".area-head")[h.a(".brand", href="/")[h.span(".wheel"), h.b["Tablelight"]]]
    return document(f"{title} · ", h.main(".page.one")[head, inside], scheme=scheme)


class _Fresh(StaticFiles):
    """Files that browsers keep, but ask for before each use whether they are still the newest (``ETag``, 304)."""

    def file_response(self, *args, **kwargs) -> Response:  # type: ignore[no-untyped-def]
        answer = super().file_response(*args, **kwargs)
        answer.headers["cache-control"] = "no-cache"
        return answer


@cache
def default_picture() -> str:
    """Of a game that brings no picture of its own."""
    return (files("tablelight.web") / "static" / "game.svg").read_text(encoding="utf-8")


async def _hues(_: Request) -> Response:
    return Response(hue_sheet(), media_type="text/css", headers={"cache-control": "no-cache"})


STATIC = [
    Route("/static/hues.css", _hues),
    Mount("/static", _Fresh(directory=str(files("tablelight.web") / "static"))),
]
