"""Teach which card carries which tag: lay a card on a reader, say which one it is."""

from collections.abc import Mapping

import htpy as h
from htpy import Node

from engine.components.cards import SPECIALS, Card
from engine.components.hues import Hue
from engine.core.errors import NotUnderstood
from engine.texts.language import tr
from tablelight.session.sensors import Inputs
from tablelight.web.components.html import button, chip, rendered


class CardTeaching:
    """One browser's teaching."""

    def __init__(self, inputs: Inputs) -> None:
        self._inputs = inputs
        self._hue: Hue | None = None
        self.said = ""

    def act(self, name: str, args: Mapping[str, str]) -> None:
        self.said = ""
        match name:
            case "tag-hue":
                self._hue = Hue[args["hue"]]
            case "tag-back":
                self._hue = None
            case "tag-card":
                self._teach(args["card"])

    def _teach(self, text_of_card: str) -> None:
        tag = self._inputs.unknown_tag
        if not tag:
            return
        try:
            card = Card.parse(text_of_card)
            self._inputs.tags.teach(tag, card)
        except (NotUnderstood, ValueError, OSError) as error:
            self.said = tr("That could not be kept: {error}", error=error)
            return
        self._inputs.unknown_tag, self._hue = "", None
        self.said = tr("From now on this is {card}.", card=card)

    @rendered
    def html(self) -> Node:
        """The readers, what was kept, and the question about a card that lies there."""
        readers, tags = self._inputs.readers, self._inputs.tags
        if not readers:
            return [
                h.p(".said")[tr("No card reader is named in the settings. For one, write there:")],
                h.pre['[readers]\nplay = "/dev/serial/by-id/..."'],
            ]
        return [
            h.ul(".facts")[[h.li[f"{reader.name}: {reader.device.sentence}"] for reader in readers]],
            self.said and h.p(".said", role="status")[self.said],
            tags.trouble and h.p(".trouble")[tags.trouble],
            h.p(".said")[tr("{count} cards are known by their tags.", count=len(tags))],
            self._asking(),
        ]

    def _asking(self) -> Node:
        if not self._inputs.unknown_tag:
            return h.h2[tr("Lay a card on a reader that I do not know yet.")]
        hue = self._hue
        if hue is None:
            return [
                h.h2[tr("Which card is it?")],
                h.div(".hues")[[chip(each, act="tag-hue", hue=each.name) for each in Hue]],
                h.div(".row")[[button("tag-card", name, style="quiet", card=f"*{name}") for name in SPECIALS]],
            ]
        return [
            h.h2[tr("Which number?")],
            h.div(".hues")[[chip(hue, act="tag-card", mark=str(n), card=f"{hue.name}{n}") for n in range(1, 13)]],
            h.div(".row")[button("tag-back", tr("Another colour"), style="quiet")],
        ]
