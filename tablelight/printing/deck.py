"""The deck of 168 cards: 144 numbered ones and 24 specials, a design of our own (CC-DECK-01, CC-DECK-02).

A numbered card says its hue four times over: as colour, as a mark, in letters and in words. Its number stands large on
white in the middle, where a camera reads it, and in every corner, where a hand holds it.
"""

from functools import partial

from engine.components.cards import Card, full_deck
from engine.components.hues import Hue
from engine.texts.language import tr
from tablelight.printing.card_back import draw_back
from tablelight.printing.card_grid import BLEED, POKER, card_sheets
from tablelight.printing.inks import DARK, SLATE, WHITE, Colour, ink_on, printed
from tablelight.printing.marks import draw_mark
from tablelight.printing.paper import Paper
from tablelight.printing.specials import draw_special

WIDTH, HEIGHT = POKER
MIDDLE = (WIDTH / 2, 42.5)
"""Where the large number's middle is, mm from the card's top left."""

_STRIP = 13.5  # the coloured strips at both sides, wide enough for an index
_EDGE = 7.0
_DIGITS = 0.71  # how high digits are, as a share of the letter body


def deck_sheets(size: str = "a4", *, backs: bool = False) -> bytes:
    """The whole deck, hue by hue, then the specials. ``size``: a key of PAPERS."""
    faces = [partial(_draw, card=card) for card in full_deck()]
    return card_sheets(tr("Spectrum cards"), size, faces, back=draw_back if backs else None)


def _draw(paper: Paper, card: Card) -> None:
    if card.hue is None:
        draw_special(paper, card.special)
    else:
        draw_numbered(paper, card.hue, card.number)


def draw_numbered(paper: Paper, hue: Hue, number: int) -> None:
    """The face of a numbered card, 1 to 12."""
    bleed = (-BLEED, -BLEED, WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED)
    paper.stamp(f"hue-{hue.name}", bleed, partial(_draw_hue, hue=hue))
    _number(paper, *MIDDLE, number, 44 if number < 10 else 28.5, SLATE)
    ink = ink_on(printed(hue))
    for x, y, turn in ((0, 0, 0), (WIDTH - _STRIP, 0, 0), (WIDTH, HEIGHT, 180), (_STRIP, HEIGHT, 180)):
        with paper.at(x, y, turn=turn):
            _number(paper, _STRIP / 2 + 0.2, 8.3, number, 9.4, ink)


def _draw_hue(paper: Paper, hue: Hue) -> None:
    """All that the twelve cards of a hue share."""
    colour = printed(hue)
    paper.box(-BLEED, -BLEED, WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED, colour)
    paper.round_box(_STRIP, _EDGE, WIDTH - 2 * _STRIP, HEIGHT - 2 * _EDGE, 4.5, WHITE)
    draw_mark(paper, hue, WIDTH / 2, _EDGE + 9, 10, colour, edge=DARK)
    paper.text(
        WIDTH / 2, HEIGHT - _EDGE - 6, hue.called, 4.6, SLATE, bold=True, align="middle", most=WIDTH - 2 * _STRIP - 2
    )
    ink = ink_on(colour)
    for x, y, turn in ((0, 0, 0), (WIDTH - _STRIP, 0, 0), (WIDTH, HEIGHT, 180), (_STRIP, HEIGHT, 180)):
        with paper.at(x, y, turn=turn):
            draw_mark(paper, hue, _STRIP / 2 + 0.2, 18.5, 5.6, ink)
            paper.text(_STRIP / 2 + 0.2, 28, hue.name, 6, ink, bold=True, align="middle")


def _number(paper: Paper, x: float, y: float, number: int, size: float, ink: Colour) -> None:
    """The number around a point; a bar under 6 and 9 tells them apart upside down."""
    foot = y + _DIGITS * size / 2
    paper.text(x, foot, str(number), size, ink, bold=True, align="middle")
    if number in (6, 9):
        paper.box(x - 0.26 * size, foot + 0.07 * size, 0.52 * size, 0.08 * size, ink)
