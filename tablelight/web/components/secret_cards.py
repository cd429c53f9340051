"""Missions and portals of the Spectrum board: secret cards, shown to the eyes of their seat alone."""

from engine.components.cards import Card
from engine.core.errors import NotUnderstood
from tablelight.web.components.cards import face
from tablelight.web.components.html import text
from tablelight.web.viewer import Shown


def zones(shown: Shown) -> str:
    """The secret cards of the viewer's seat, and how many everybody else holds; empty in games without any."""
    extras = getattr(shown.state, "extras", None)
    if extras is None or not (extras.missions or extras.portals):
        return ""
    own = shown.viewer.seat
    parts = []
    if extras.drawn and own == extras.user:
        parts.append(_own("You drew: send the pawn to one, keep the other", extras.drawn))
    for title, hands in (("mission", extras.missions), ("portals", extras.portals)):
        if not hands:
            continue
        if own is not None:
            parts.append(_own(f"Your {title}, {shown.seats[own]}", hands[own]))
        others = [f"{name}: {len(hands[seat])}" for seat, name in enumerate(shown.seats) if seat != own]
        if others:
            words = text(" · ".join(others))
            parts.append(f'<section class="zone"><h2>Secret {title} cards</h2><p>{words}</p></section>')
    return f'<div class="zones secrets">{"".join(parts)}</div>'


def _own(title: str, cards: tuple[str, ...]) -> str:
    faces = "".join(face(_card(card)) for card in cards)
    return f'<section class="zone wide"><h2>{text(title)}</h2><div class="cardrow">{faces}</div></section>'


def _card(name: str) -> Card:
    try:
        return Card.parse(name)
    except NotUnderstood:
        return Card()
