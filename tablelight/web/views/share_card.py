"""What can be given away of a finished game: words, a picture, a table, and a link that BG Stats reads.

Nothing is sent from here; whatever leaves the house does so by a tap of whoever holds the phone.
"""

import io
from functools import lru_cache

import htpy as h
import qrcode
import qrcode.image.svg
from htpy import Node
from markupsafe import Markup

from engine.texts.language import tr
from tablelight.session.people import MatchResult
from tablelight.session.people.sharing import bg_stats_link, in_words, number
from tablelight.web.components.html import PAINT, button, card_on_top, markup, rect, text_
from tablelight.web.components.tokens import SEAT_HUES

MOST_IN_QR = 2900
"""Letters of a link that a QR code holds (2,953 bytes at most, at its lowest correction)."""
WIDE, LINE, HEAD = 1080, 110, 250
"""The picture of a result: its width, one player's height and that of its head, px."""


def share_card(result: MatchResult, title: str) -> Node:
    """The card on top of a game that is over."""
    return card_on_top(
        tr("Share the result"),
        share_ways(result, title),
        h.div(".row")[button("close", tr("Close"), style="quiet")],
    )


def share_ways(result: MatchResult, title: str) -> Node:
    """Every way in which a result can be given away. Needs the script ``share.js``."""
    here = f"/games/{result.match_id}/result"
    link, app = bg_stats_link(result, title), bg_stats_link(result, title, app=True)
    return h.div(".share")[
        h.textarea(id="share-words", readonly=True, aria_label=tr("The result in words"))[in_words(result, title)],
        h.div(".row")[
            h.button(".btn.go", type="button", data_copy="share-words")[tr("Copy the words")],
            h.a(".btn.quiet", href=f"{here}.svg", data_picture="", download=f"{title}.svg")[tr("Save a picture")],
            h.a(".btn.quiet", href=f"{here}.csv", download=True)[tr("Save as a table (CSV)")],
        ],
        link and _bg_stats(link, app),
    ]


def _bg_stats(link: str, app: str) -> Node:
    outside = {"target": "_blank", "rel": "noopener noreferrer"}
    return [
        h.h3["BG Stats"],
        h.p(".said")[tr("Hands game, names and points to that app; nothing goes there before you tap.")],
        h.div(".row")[
            h.a(".btn.quiet", outside, href=app)[tr("Open the app")],
            h.a(".btn.quiet", outside, href=link)[tr("By its web page")],
        ],
        len(link) <= MOST_IN_QR
        and h.details[h.summary[tr("For another phone: a code to scan")], h.div(".qr")[Markup(qr_of(link))]],
    ]


@lru_cache(8)  # the card is drawn anew with every change, and a large code takes a moment
def qr_of(link: str) -> str:
    """A link as a QR code in SVG, drawn here."""
    code = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_L, border=4, box_size=10)
    code.add_data(link)
    code.make()
    out = io.BytesIO()
    code.make_image(image_factory=qrcode.image.svg.SvgPathImage).save(out)
    return out.getvalue().decode().partition("?>")[2].strip()


# ---- the picture


def picture(result: MatchResult, title: str) -> str:
    """A result as a picture to send (SVG): the game, and everybody by place."""
    order = sorted(range(len(result.names)), key=lambda seat: (result.ranks[seat], seat))
    high = HEAD + LINE * len(order) + 60
    return markup(
        h.svg(xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {WIDE} {high}", width=str(WIDE), height=str(high))[
            rect(width=str(WIDE), height=str(high), fill="#14141a"),
            [rect(x=str(n * 90), y="0", width="91", height="16", fill=hue) for n, hue in enumerate(PAINT.values())],
            _text(60, 120, 64, title, weight="700"),
            _text(60, 190, 36, in_words(result, title).partition("\n")[0].rpartition(", ")[2], fill="#a9a8b3"),
            [_row(result, seat, HEAD + LINE * place) for place, seat in enumerate(order)],
        ]
    )


def _row(result: MatchResult, seat: int, y: int) -> Node:
    won = result.won(seat)
    name = result.names[seat]
    shown = name if len(name) <= 24 else f"{name[:23]}…"
    return [
        rect(
            x="40", y=str(y), width=str(WIDE - 80), height=str(LINE - 16), rx="18", fill="#2a2a34" if won else "#1f1f28"
        ),
        rect(x="40", y=str(y), width="14", height=str(LINE - 16), rx="7", fill=PAINT[SEAT_HUES[seat % len(SEAT_HUES)]]),
        _text(84, y + 63, 44, f"{result.ranks[seat]}.", fill="#f5c542" if won else "#a9a8b3"),
        _text(160, y + 63, 44, f"★ {shown}" if won else shown, weight="700" if won else "400"),
        _text(WIDE - 70, y + 63, 48, number(result.points[seat]), anchor="end", weight="700"),
    ]


def _text(
    x: int, y: int, size: int, words: str, fill: str = "#f2f1ee", weight: str = "400", anchor: str = "start"
) -> Node:
    look = {
        "font-family": "system-ui, sans-serif",
        "font-size": str(size),
        "font-weight": weight,
        "text-anchor": anchor,
    }
    return text_(look, x=str(x), y=str(y), fill=fill)[words]
