"""Missions and portals of the Spectrum board: secret cards, shown to the eyes of their seat alone."""

from collections.abc import Sequence

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
    if extras.missions:
        mine = tr("Your mission, {player}", player=shown.seats[own]) if own is not None else ""
        parts += _held(shown, extras.missions, mine, tr("Secret mission cards"))
    if extras.portals:
        mine = tr("Your portals, {player}", player=shown.seats[own]) if own is not None else ""
        parts += _held(shown, extras.portals, mine, tr("Secret portal cards"))
    return h.div(".zones.secrets")[parts]


def _held(shown: Shown, hands: Sequence[tuple[str, ...]], mine: str, title: str) -> list[Node]:
    """What the viewer's seat holds of a kind, and how many the others do. ``mine``: empty for an onlooker."""
    own = shown.viewer.seat
    parts: list[Node] = [_own(mine, hands[own])] if own is not None else []
    others = [f"{name}: {len(hands[seat])}" for seat, name in enumerate(shown.seats) if seat != own]
    return [*parts, h.section(".zone")[h.h2[title], h.p[" · ".join(others)]]] if others else parts


def _own(title: str, cards: tuple[str, ...]) -> Node:
    return h.section(".zone.wide")[h.h2[title], h.div(".cardrow")[[face(_card(card)) for card in cards]]]


def _card(name: str) -> Card:
    try:
        return Card.parse(name)
    except NotUnderstood:
        return Card()
