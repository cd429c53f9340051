"""The page as an app of its own: its manifest, its icons, and what a phone shows while the table is off.

The service worker keeps one page and the style it needs, nothing of any game, under a version made of their content.
Browsers allow it on https and on this computer itself; elsewhere the page just is no app.
"""

import hashlib
import json
from importlib.resources import files

import htpy as h
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from engine.texts.language import tr
from tablelight.texts.kept import kept_in_each_language
from tablelight.web.components.html import markup
from tablelight.web.scheme import GROUND
from tablelight.web.shell import document, style_sheet

STATIC_FILES = files("tablelight.web") / "static"
OFFLINE = "/looking-for-the-table"
_KEPT = ("looking.js", "icon.svg")
ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("maskable-512.png", "512x512", "maskable"),
)
"""Drawn from ``icon.svg`` by docs/draw_icons.py."""


def manifest(_: Request) -> Response:
    """``GET /manifest.webmanifest``: how the page is called and looks among a phone's apps."""
    icons = [
        {"src": f"/static/icons/{name}", "sizes": size, "type": "image/png", "purpose": purpose}
        for name, size, purpose in ICONS
    ]
    said = {
        "name": "Tablelight",
        "short_name": "Tablelight",
        "description": tr("The referee at your table, for games with real dice and cards."),
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": GROUND["dark"],
        "theme_color": GROUND["dark"],
        "icons": icons,
    }
    return Response(json.dumps(said), media_type="application/manifest+json", headers={"cache-control": "no-cache"})


def looking_for_the_table(_: Request) -> Response:
    """``GET /looking-for-the-table``: what is shown while the table does not answer."""
    return Response(_page(), media_type="text/html", headers={"cache-control": "no-cache"})


def service_worker(_: Request) -> Response:
    """``GET /sw.js``: keeps the page above, and shows it when the table does not answer."""
    script = (STATIC_FILES / "worker.js").read_text("utf-8").replace("VERSION", version())
    script = script.replace('["KEPT"]', json.dumps(kept()))
    return Response(script, media_type="text/javascript", headers={"cache-control": "no-cache"})


def kept() -> list[str]:
    """The addresses that a phone keeps: one page and its style."""
    return [OFFLINE, "/static/all.css", *(f"/static/{name}" for name in _KEPT)]


@kept_in_each_language(4)
def version() -> str:
    """A name for what is kept, made of its content: a new one after every update that changes it."""
    content = [(STATIC_FILES / name).read_bytes() for name in (*_KEPT, "worker.js")]
    whole = b"\0".join([_page().encode(), style_sheet()[0].encode(), *content])
    return hashlib.sha256(whole).hexdigest()[:16]


def _page() -> str:
    inside = h.main(".page.one.looking")[
        h.span(".wheel", aria_hidden="true"),
        h.h1[tr("Looking for the table…")],
        h.p[tr("The table is off, or this phone is in another network. As soon as it answers, the page comes back.")],
        h.p(".said")[tr("No game is lost: everything is kept at the table.")],
        h.a(".btn.go", href="/")[tr("Try now")],
        h.script(src="/static/looking.js"),
    ]
    return document(f"{tr('Looking for the table…')} · ", markup(inside), scheme="")


ROUTES = [
    Route("/manifest.webmanifest", manifest),
    Route("/sw.js", service_worker),
    Route(OFFLINE, looking_for_the_table),
]
