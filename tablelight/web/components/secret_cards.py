"""Missions and portals of the Spectrum board: secret cards, shown to the eyes of their seat alone."""

import htpy as h
from htpy import Node

from engine.components.cards import Card
from engine.core.errors import NotUnderstood
from engine.texts.language import tr
from tablelight.web.components.cards import face
from tablelight.web.components.html import rendered
from tablelight.web.viewer import Shown


@rendered
def zones(shown: Shown) -> Node:
    """The secret cards of the viewer's seat, and how many everybody else holds; empty in games without any."""
    extras = getattr(shown.state, "extras", None)
    if extras is None or not (extras.missions or extras.portals):
        return None
    own = shown.viewer.seat
    parts: list[Node] = []
    if extras.drawn and own == extras.user:
        parts.append(_own(tr("You drew: send the pawn to one, keep the other"), extras.drawn))
    for title, hands in (("mission", extras.missions), ("portals", extras.portals)):
        if not hands:
            continue
        if own is not None:
            parts.append(_own(tr("Your {title}, {player}", title=title, player=shown.seats[own]), hands[own]))
        others = [f"{name}: {len(hands[seat])}" for seat, name in enumerate(shown.seats) if seat != own]
        if others:
            parts.append(h.section(".zone")[h.h2[tr("Secret {title} cards", title=title)], h.p[" · ".join(others)]])
    return h.div(".zones.secrets")[parts]


def _own(title: str, cards: tuple[str, ...]) -> Node:
    return h.section(".zone.wide")[h.h2[title], h.div(".cardrow")[[face(_card(card)) for card in cards]]]


def _card(name: str) -> Card:
    try:
        return Card.parse(name)
    except NotUnderstood:
        return Card()
