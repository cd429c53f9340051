"""What lies here: the cards of a taught deck that the camera sees now, each cut out with its name."""

import base64
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import htpy as h
import numpy as np
from htpy import Node

from engine.texts.language import tr
from tablelight.web.components.html import rendered
from vision.cards.lessons import card_to_show
from vision.cards.readings import CardInSight, CardReading
from vision.cards.table_plane import CARD_MM

_PX_MM = 2.5


@dataclass(frozen=True, slots=True)
class CardsHere:
    """A reading for people: every card's cut-out, as base64 of a JPEG, and what stood in the way."""

    cards: Sequence[tuple[CardInSight, str]]
    troubles: Sequence[str]


def cards_here(image: np.ndarray, reading: CardReading) -> CardsHere:
    """What was read in a picture (uint8 BGR), from left to right."""
    in_order = sorted(reading.cards, key=lambda card: card.table_xy_mm)
    cards = [(card, cut_out(image, np.array(card.outline_px))) for card in in_order]
    return CardsHere(cards, [trouble.message for trouble in reading.troubles])


@rendered
def here_section(seen: CardsHere) -> Node:
    """The cards, each with its name, or what it may be."""
    none = not seen.cards and not seen.troubles
    return [
        [h.p(".refused", role="status")[str(said)] for said in seen.troubles],
        none and h.p(".said", role="status")[tr("I see no card here.")],
        h.div(".cutouts")[[figure(jpeg, _said(card)) for card, jpeg in seen.cards]],
    ]


def figure(jpeg: str, caption: Node) -> Node:
    """A card cut out, with a caption."""
    return h.figure[h.img(src=f"data:image/jpeg;base64,{jpeg}", alt=""), h.figcaption[caption]]


def _said(card: CardInSight) -> str:
    if card.status == "ok":
        return str(card_to_show(card.card))
    if not card.candidates:
        return tr("some card?")
    names = [str(card_to_show(one)) for one, _ in card.candidates[:2]]
    return tr("{card}?", card=names[0]) if len(names) < 2 else tr("{one} or {other}?", one=names[0], other=names[1])


def cut_out(image: np.ndarray, corners: np.ndarray) -> str:
    """A card as it lies there, straightened: on a phone its number is not to be seen in the whole picture."""
    top, right, bottom, left = np.linalg.norm(np.roll(corners, -1, 0) - corners, axis=1)
    width = round(_PX_MM * CARD_MM[0])
    height = round(width * min(max((left + right) / max(top + bottom, 1.0), 0.5), 3.0))
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    straight = cv2.getPerspectiveTransform(corners.astype(np.float32), flat)
    cut = cv2.warpPerspective(image, straight, (width, height), flags=cv2.INTER_AREA)
    return base64.b64encode(cv2.imencode(".jpg", cut, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()).decode()
