"""The 72 cards that SIXCHEX Spectrum is played on: four of each of 18 colours (D-SIX-01), a design of our own.

They are squares that fit the places of the SIXCHEX board. The middle is white: coins lie there,
and a camera sees them best on paper.
"""

from functools import partial

from engine import texts
from engine.games.sixchex_spectrum.board import DARK, DECK, HUES, RAINBOW
from engine.texts.language import later, tr, translated
from firmware_bridge.board_maps import BoardMap
from tablelight.printing.card_grid import BLEED, card_sheets
from tablelight.printing.inks import BLACK, WHITE, Colour, ink_on, mixed, printed
from tablelight.printing.marker import corners_of_markers, draw_markers
from tablelight.printing.marks import star
from tablelight.printing.paper import Paper
from tablelight.printing.poster import Drawing, poster
from tablelight.setup.board_plans import CARD_AIR_MM, plan_of
from vision.boards.plan import LANDING_MM

INK_OF_NAMES: Colour = (120, 120, 124)
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
    return min(right - x, below - y) - CARD_AIR_MM


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
    paper.disc(side / 2, side / 2, LANDING_MM, WHITE)
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


# ---- what the cards are laid on

_ADVICE = (
    later("Lay the 72 cards on their places; a camera that sees all four markers then follows the coins."),
    later("Coloured chips are seen best, a colour for each player; bare metal looks too much like a shadow."),
)


def sixchex_board_sheets(size: str = "a4") -> bytes:
    """The places for the cards over as many sheets as it needs. ``size``: a key of PAPERS."""
    return poster(sixchex_board(), size)


def sixchex_board() -> Drawing:
    """A place for each card with its name, and a marker in each corner."""
    plan = plan_of("sixchex")
    assert plan is not None
    width, height = plan.sheet.size

    def draw(paper: Paper) -> None:
        draw_markers(paper, plan.sheet)
        for space in plan.spaces:
            paper.shapes([space.outline], space.srgb)
            paper.text(space.at[0], space.at[1] + 2, space.name, 6, INK_OF_NAMES, align="middle")

    free = corners_of_markers(plan.sheet)
    return Drawing(tr("SIXCHEX board"), width, height, draw, tuple(map(translated, _ADVICE)), free)
