"""Teach which card carries which tag: lay a card on a reader, say which one it is."""

from collections.abc import Mapping

from engine.components.cards import SPECIALS, Card
from engine.components.hues import Hue
from engine.core.errors import NotUnderstood
from tablelight.session.sensors import Inputs
from tablelight.web.components.html import button, chip, text


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
            self.said = f"That could not be kept: {error}"
            return
        self._inputs.unknown_tag, self._hue = "", None
        self.said = f"From now on this is {card}."

    def html(self) -> str:
        readers = self._inputs.readers
        if not readers:
            return (
                '<p class="said">No card reader is named in the settings. For one, write there:</p>'
                '<pre>[readers]\nplay = "/dev/serial/by-id/..."</pre>'
            )
        lines = "".join(f"<li>{text(r.name)}: {text(r.device.sentence)}</li>" for r in readers)
        said = f'<p class="said" role="status">{text(self.said)}</p>' if self.said else ""
        damaged = self._inputs.tags.trouble
        said += f'<p class="trouble">{text(damaged)}</p>' if damaged else ""
        known = f'<p class="said">{len(self._inputs.tags)} cards are known by their tags.</p>'
        return f'<ul class="facts">{lines}</ul>{said}{known}{self._asking()}'

    def _asking(self) -> str:
        if not self._inputs.unknown_tag:
            return "<h2>Lay a card on a reader that I do not know yet.</h2>"
        if self._hue is None:
            hues = "".join(chip(hue, act="tag-hue", hue=hue.name) for hue in Hue)
            specials = "".join(button("tag-card", text(name), style="quiet", card=f"*{name}") for name in SPECIALS)
            return f'<h2>Which card is it?</h2><div class="hues">{hues}</div><div class="row">{specials}</div>'
        numbers = "".join(
            chip(self._hue, act="tag-card", mark=str(n), card=f"{self._hue.name}{n}") for n in range(1, 13)
        )
        back = button("tag-back", "Another colour", style="quiet")
        return f'<h2>Which number?</h2><div class="hues">{numbers}</div><div class="row">{back}</div>'
