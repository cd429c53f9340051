"""The mat that the camera looks at: markers, colour patches and gray patches where ``vision`` expects them."""

from engine.texts.language import later, tr, translated
from tablelight.printing import ruler
from tablelight.printing.inks import BLACK, DARK, Colour
from tablelight.printing.marker import code_cells, draw_markers
from tablelight.printing.paper import Drawable, Paper
from tablelight.referee.card_fields import CardField, CardMat
from vision.geometry.mat import Mat, mats
from vision.geometry.play_area import MARGIN_MM

_GAP, _CORNER, _LINE = 1.5, 6.0, 0.25
"""mm: from a field's edge to its corners, how long these are, and how thick. Chosen by hand."""
_UNPRINTED = 4.0
"""mm along the page's edge that printers leave bare; chosen by hand."""
_GROUND: Colour = (150, 150, 152)
"""What cards lie on: on bare paper white cards have no edge. Of 144 cards of six invented decks on as many mats, seen
while building, 119 were read on white paper, all of them on this gray and on a paler one (200); none wrongly."""
_INK: Colour = (105, 105, 108)
"""Lines and words on that ground."""
_WORDS = (
    later("Print at 100 % (“actual size”). The ruler on the left must measure 50 mm."),
    later("Lay the sheet flat, the whole page in the camera's sight; dice go on the white field."),
)


def mat_sheet(size: str = "a4", cards: CardMat | None = None) -> bytes:
    """The mat for this paper, a key of PAPERS, as a PDF of one page lying on its long side. ``cards``: the mat of
    a card game, whose fields are drawn, and a code that tells the eyes which it is."""
    mat = next(mat for mat in mats() if mat.name == size)
    paper = Paper((mat.width, mat.height), tr("Tablelight mat, {size}", size=size.upper()))
    draw_markers(paper, mat)
    for patch in mat.patches:
        paper.box(patch.x, patch.y, patch.size, patch.size, patch.srgb)
    if cards is not None:
        paper.boxes(code_cells(mat, cards.code), BLACK)
    draw_words(paper, mat, cards)
    return paper.pdf()


def draw_words(paper: Drawable, mat: Mat, cards: CardMat | None = None) -> None:
    """What is there for people and not for the eyes: the fields of a card game's mat, the ruler, the advice."""
    if cards is not None:
        paper.boxes([mat.play], _GROUND)
        for field in cards.fields:
            _field(paper, field, mat)
    _notes(paper, mat)


def _field(paper: Drawable, field: CardField, mat: Mat) -> None:
    """Corners and a name in thin grey: a whole frame as large as a card could be taken for one. Of a field beside the
    mat there is as much as the page has room for."""
    x, y, width, height = field.area(mat.play)
    for across in (x + _GAP, x + width - _GAP):
        for down in (y + _GAP, y + height - _GAP):
            to_middle = _CORNER if across < x + width / 2 else -_CORNER
            paper.line((across, down), (across + to_middle, down), _LINE, _INK)
            to_middle = _CORNER if down < y + height / 2 else -_CORNER
            paper.line((across, down), (across, down + to_middle), _LINE, _INK)
    name = translated(field.name).format(number=field.number)
    room = min(width - 4 * _GAP, mat.width - x - 2 * _GAP - _UNPRINTED)
    if field.by_place and field.lies == "closed":  # open cards may have a field there, too, and its name stands below
        paper.text(x + width / 2, y + height / 2, name, 4.0, _INK, most=room, align="middle")
    else:
        paper.text(x + 2 * _GAP, y + height - 2 * _GAP, name, 2.8, _INK, most=room)


def _notes(paper: Drawable, mat: Mat) -> None:
    """Ruler and words between play area and gray patches, below all paper that the eyes take for bare."""
    _, y, _, height = mat.play
    left = min(patch.x for patch in mat.patches)
    top = y + height + MARGIN_MM + 3.0
    ruler.draw_across(paper, left, top)
    for number, words in enumerate(_WORDS):
        x = left + ruler.LENGTH + 8
        room = mat.play[0] + mat.play[2] - x
        paper.text(x, top + 0.4 + 3.4 * number, translated(words), 2.5, DARK, most=room)
