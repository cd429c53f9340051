"""The 72 cards that SIXCHEX Spectrum is played on: four of each of 18 colours (D-SIX-01), a design of our own.

They are squares that fit the places of the SIXCHEX board. The middle is bare: coins lie there.
"""

from functools import partial

from engine import texts
from engine.games.sixchex_spectrum.board import DARK, DECK, HUES, RAINBOW
from engine.texts.language import tr
from firmware_bridge.board_maps import BoardMap
from tablelight.printing.card_grid import BLEED, card_sheets
from tablelight.printing.inks import BLACK, WHITE, Colour, ink_on, mixed, printed
from tablelight.printing.marks import star
from tablelight.printing.paper import Paper

AIR = 2.0
"""mm between cards that lie on neighbouring places of the board."""

_HOMES: dict[str, Colour] = {
    "black": (30, 30, 32),
    "tan": (200, 164, 118),
    "gray": (150, 152, 156),
    "pink": (240, 110, 172),
}


def sixchex_sheets(size: str = "a4") -> bytes:
    """All 72 cards, the dark pile first. ``size``: a key of PAPERS."""
    side = card_side(BoardMap.load("sixchex"))
    cards = [partial(draw_card, card=card, side=side) for card in DECK]
    return card_sheets(tr("SIXCHEX cards"), size, cards, card=(side, side))


def card_side(board: BoardMap) -> float:
    """One side of a card, mm: what the board's places leave it."""
    (x, y), (right, _), (_, below) = (board.by_spot[spot].at_mm for spot in ("a1", "a2", "b1"))
    return min(right - x, below - y) - AIR


def colour_of(card: str) -> Colour:
    """The printed colour of ``dR`` to ``dV``, ``lR`` to ``lV`` or a home colour."""
    if card in _HOMES:
        return _HOMES[card]
    hue = printed(HUES[card[1:]])
    return mixed(hue, BLACK, 0.3) if card in DARK else mixed(hue, WHITE, 0.35)


def draw_card(paper: Paper, card: str, side: float) -> None:
    """A card's face: its letter and its place in the rainbow, by which captures are counted (SIX-CAP-01)."""
    colour = colour_of(card)
    ink = ink_on(colour)
    home = card in _HOMES
    paper.box(-BLEED, -BLEED, side + 2 * BLEED, side + 2 * BLEED, colour)
    name = texts.name_of("sixchex_spectrum", card)
    words = tr("{colour} home", colour=name) if home else name
    for x, turn in ((0.0, 0.0), (side, 180.0)):
        with paper.at(x, x, turn=turn):
            paper.text(side / 2 - 2, side - 3.4, words, 3.4, ink, bold=True, align="middle", most=side - 8)
            if home:
                with paper.at(7.5, 7.5, scale=4.2):
                    paper.shapes([star(6)], ink)
            else:
                paper.text(3, 11, card[1:], 11, ink, bold=True)
                paper.text(side - 3, 11, str(RAINBOW.index(card[1:]) + 1), 11, ink, bold=True, align="right")
