"""What a browser loads once: the empty page of each view, style sheets and the script. The rest comes by web socket."""

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import htpy as h
from htpy import Node
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from engine.texts.language import later, spoken, tr, translated
from tablelight.web.components.html import hue_sheet, markup
from tablelight.web.scheme import GROUND
from tablelight.web.sight import pattern_defs, pattern_sheet

_STYLES = (
    "hues.css",
    "tokens.css",
    "page.css",
    "start.css",
    "boards.css",
    "cards.css",
    "play.css",
    "tv.css",
    "rules.css",
    "words.css",
    "settings.css",
    "people.css",
    "house.css",
    "wall.css",
)
"""All of them are sent as one sheet, in this order: a phone asks once."""
_SCRIPTS = (
    "vendor/idiomorph.min.js",
    "page.js",
    "voice.js",
    "keys.js",
    "share.js",
    "install.js",
    "clock.js",
    "corners.js",
)

_TITLES = {
    "play": "",
    "teach": later("Teach the dice"),
    "cards": later("Teach the cards"),
    "health": later("How the parts are doing"),
    "wiring": later("Test the board"),
    "games": later("Games"),
    "light": later("Light and camera"),
    "tv": later("Big screen"),
    "evening": later("Evening of games"),
}
"""The views, and what stands before the name in the browser's tab and list of places."""


def _section(name: str, style: str = "") -> h.Element:
    """The place of one section of the page; the script fills it."""
    return h.div({"class": style, "id": f"s-{name}"} if style else {"id": f"s-{name}"})


def _play() -> Node:
    return h.div(".page")[
        _head(),
        h.div(".area-ask")[_section("ask"), _section("clock", "area-clock")],
        _section("doubt", "area-doubt"),
        _section("seats", "area-seats"),
        h.div(".left")[
            _section("dice", "area-dice"),
            _section("hands", "area-hands"),
            h.div(".views")[h.figure("#s-camera.camera"), _section("board", "boardbox")],
        ],
        _section("play", "right"),
    ]


def _tv() -> Node:
    return h.div(".tv")[
        _section("turn"),
        _section("doubt"),
        h.div(".show")[_section("board"), _section("stage"), _section("side")],
        _section("last"),
    ]


def _head() -> Node:
    """The head of the page, so that something stands there until the table has answered."""
    return h.div("#s-head.area-head")[h.a(".brand", href="/")[h.span(".wheel"), h.span(".title")["Tablelight"]]]


def _one(*sections: Node) -> Node:
    return h.div(".page.one")[_head(), sections]


def _inside(view: str) -> Node:
    match view:
        case "play":
            return _play()
        case "light":
            stage = h.div(".lightstage")[_section("lightpicture"), _section("lightmarks")]
            return _one(_section("lightsaid"), stage, _section("light"))
        case "tv":
            return _tv()
        case "cards":
            return _one(_section("teach"))
        case _:
            return _one(_section(view))


def _script_words() -> dict[str, str]:
    """The few sentences that the page's scripts say by themselves."""
    return {
        "cut": tr("The table does not answer. Taps do not count until it does; I keep trying …"),
        "long": tr("Is the table on, and is this device in its network?"),
        "full": tr("There is no room for this page yet; close one on another phone first."),
        "still": tr(
            "This page stands still: too many are open at this table. It goes on when one of them is closed, or here:"
        ),
        "back": tr("Come back here"),
        "question": tr("Question"),
        "failed": tr("That did not work; is the table still there?"),
    }


def page_of(view: str, scheme: str = "", sight: str = "") -> str:
    """The whole empty page of a view. The dialog takes the focus itself, so that no keyboard opens on a phone."""
    return document(
        f"{translated(_TITLES[view])} · " if _TITLES[view] else "",
        [
            pattern_defs(),
            h.main(data_view=view, data_words=json.dumps(_script_words()))[
                _inside(view), h.dialog("#s-overlay", tabindex="-1", autofocus=True)
            ],
            [h.script(src=f"/static/{name}") for name in _SCRIPTS],
        ],
        scheme=scheme,
        sight=sight,
    )


def document(
    title: str, body: Node, *, scheme: str, sight: str = "", styles: Sequence[str] = (), more: Node = None
) -> str:
    """A page of HTML around its body. ``title``: what stands before the name; ``scheme``: light, dark, or empty for
    what the device says; ``sight``: how hues are told apart; ``styles``: sheets of this page alone; ``more``: what its
    head has besides."""
    chosen = {"data-scheme": scheme, "data-sight": sight}
    return markup(
        h.html({name: value for name, value in chosen.items() if value}, lang=spoken())[
            h.head[
                h.meta(charset="utf-8"),
                h.title[f"{title}Tablelight"],
                h.meta(name="viewport", content="width=device-width, initial-scale=1"),
                _frame(scheme),
                h.link(rel="icon", href="/static/icon.svg"),
                h.link(rel="manifest", href="/manifest.webmanifest"),
                h.link(rel="apple-touch-icon", href="/static/icons/icon-192.png"),
                [h.link(rel="stylesheet", href=f"/static/{name}") for name in ("all.css", *styles)],
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
    head = h.div(".area-head")[h.a(".brand", href="/", title=tr("To the table"))[h.span(".wheel"), h.b["Tablelight"]]]
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


@cache
def style_sheet() -> tuple[str, str]:
    """All style sheets as one, and a word that changes with it."""
    folder = files("tablelight.web") / "static"
    rest = ((folder / name).read_text(encoding="utf-8") for name in _STYLES[1:])
    sheet = "\n".join((hue_sheet(), pattern_sheet(), *rest))
    return sheet, f'"{hashlib.sha256(sheet.encode()).hexdigest()[:16]}"'


async def _all_styles(request: Request) -> Response:
    sheet, tag = style_sheet()
    headers = {"cache-control": "no-cache", "etag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(sheet, media_type="text/css", headers=headers)


_SMALL = Middleware(GZipMiddleware, minimum_size=1000, compresslevel=6)
"""Style sheets and scripts go over the air at a fifth of their size: the styles alone are 100 kB, two seconds of a bad
Wi-Fi."""

STATIC = [
    Route("/static/hues.css", _hues),
    Route("/static/all.css", _all_styles, middleware=[_SMALL]),
    Mount("/static", _Fresh(directory=str(files("tablelight.web") / "static")), middleware=[_SMALL]),
]
