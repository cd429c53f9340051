"""The score sheet of Roll & Color on paper: 24 rows, what each result is worth, a column for every player."""

from dataclasses import dataclass
from itertools import groupby, zip_longest

from engine.components.hues import PRIMARIES, SECONDARIES, Hue
from engine.games.roll_and_color.sheet import COMBOS, ROWS, SEQUENCES, Cell, cell_points
from engine.texts import name_of
from engine.texts.language import later, tr, translated
from tablelight.printing.inks import DARK, FAINT, PALE, ink_on, printed
from tablelight.printing.paper import PAPERS, Paper, Point

MOST_PLAYERS = 8
"""Narrower columns cannot be written in."""

_MARGIN = 10.0
_NAMES = 42.0  # width of the rows' names
_WORTH = 8.5  # width of one column of points
_HEAD = 10.0
_PART = 6.0
_TITLE = 20.0
_FOOT = 5.0
_PARTS = {
    "secondary": later("Secondary colours: dice"),
    "primary": later("Primary colours: dice"),
    "run": later("Runs: neighbours"),
    "combo": later("Combos: dice and dice"),
}
_KINDS = {"SEC": SECONDARIES, "PRI": PRIMARIES, "SPE": tuple(Hue)}


@dataclass(frozen=True, slots=True)
class _Columns:
    """Where the columns begin, mm: the points and the players."""

    points: tuple[float, ...]
    players: tuple[float, ...]
    right: float


def score_sheet(players: int = 4, size: str = "a4") -> bytes:
    """A page for one game of 1 to MOST_PLAYERS. ``size``: a key of PAPERS. Raises ValueError with a sentence."""
    if not 1 <= players <= MOST_PLAYERS:
        raise ValueError(
            f"A score sheet has room for 1 to {MOST_PLAYERS} players, not {players}; print one more sheet."
        )
    paper = Paper(PAPERS[size], tr("Roll & Color score sheet"))
    # Large paper has the same sheet with larger writing.
    page = PAPERS["a4"] if size == "a3" else PAPERS[size]
    with paper.at(0, 0, scale=PAPERS[size][0] / page[0]):
        _draw(paper, page, players)
    return paper.pdf()


def _draw(paper: Paper, page: Point, players: int) -> None:
    parts = [(part, list(rows)) for part, rows in groupby(ROWS, _part_of)]
    columns = _columns(page[0], players, max(len(_cells(rows)) for _, rows in parts))
    spare = page[1] - 2 * _MARGIN - _TITLE - 2 * _HEAD - len(parts) * _PART - _FOOT
    row_height = min(spare / len(ROWS), 8.5)
    advice = tr(
        "Roll all nine dice; reroll exactly 4, then 3, then 2, then 5 or more of them, and stop whenever you like."
    )
    paper.text(_MARGIN, _MARGIN + 6, "Roll & Color", 7, bold=True)
    paper.text(_MARGIN, _MARGIN + 13, advice, 3.2, DARK, most=page[0] - 2 * _MARGIN)
    y = _MARGIN + _TITLE
    _frame(paper, columns, y, _HEAD, tr("Player"))
    y += _HEAD
    for part, rows in parts:
        _part_head(paper, columns, y, translated(_PARTS[part]), rows)
        y += _PART
        for row in rows:
            _row(paper, columns, y, row_height, row)
            y += row_height
    _frame(paper, columns, y, _HEAD, tr("Total"))
    paper.text(
        _MARGIN,
        y + _HEAD + _FOOT,
        tr("A row in which nothing fits scores 0. Every row is filled once."),
        2.8,
        DARK,
        most=page[0] - 2 * _MARGIN,
    )


def _part_of(row: str) -> str:
    if row in SEQUENCES:
        return "run"
    if row in COMBOS:
        return "combo"
    return "primary" if Hue[row].is_primary else "secondary"


def _cells(rows: list[str]) -> list[Cell]:
    """Every cell that some row of this part has, in order."""
    return list(
        dict.fromkeys(cell for row in sorted(rows, key=lambda r: -len(cell_points(r))) for cell in cell_points(row))
    )


def _columns(page_width: float, players: int, worths: int) -> _Columns:
    right = page_width - _MARGIN
    first = _MARGIN + _NAMES + worths * _WORTH
    width = (right - first) / players
    return _Columns(
        tuple(_MARGIN + _NAMES + n * _WORTH for n in range(worths)),
        tuple(first + n * width for n in range(players)),
        right,
    )


def _frame(paper: Paper, columns: _Columns, y: float, height: float, words: str) -> None:
    """A strong row for names or totals."""
    paper.text(columns.players[0] - 3, y + height / 2 + 1.5, words, 4, bold=True, align="right")
    for edge in (y, y + height):
        paper.line((columns.players[0], edge), (columns.right, edge), 0.4)
    for x in (*columns.players, columns.right):
        paper.line((x, y), (x, y + height), 0.4)


def _part_head(paper: Paper, columns: _Columns, y: float, words: str, rows: list[str]) -> None:
    paper.box(_MARGIN, y, columns.right - _MARGIN, _PART, PALE)
    paper.text(_MARGIN + 1, y + 4.2, words, 3.3, bold=True, most=_NAMES - 2)
    for x, cell in zip(columns.points, _cells(rows), strict=False):
        paper.text(x + _WORTH / 2, y + 4.2, str(cell), 3.3, bold=True, align="middle")


def _row(paper: Paper, columns: _Columns, y: float, height: float, row: str) -> None:
    stands = y + height / 2 + 1.2
    _badge(paper, y, height, row)
    paper.text(_MARGIN + 11, stands, name_of("roll_and_color", row), 3.3, most=_NAMES - 12)
    points = cell_points(row)
    cells = _cells([other for other in ROWS if _part_of(other) == _part_of(row)])
    for x, cell in zip_longest(columns.points, cells):
        paper.text(x + _WORTH / 2, stands, str(points.get(cell, "–")), 3.3, DARK, align="middle")
    paper.line((_MARGIN, y + height), (columns.right, y + height), 0.2, FAINT)
    for x in (*columns.players, columns.right):
        paper.line((x, y), (x, y + height), 0.4)


def _badge(paper: Paper, y: float, height: float, row: str) -> None:
    """The row's colour with its letters, so that nobody has to tell hues apart; stripes for rows of many colours."""
    x, top, width, side = _MARGIN + 1, y + 0.8, 8.5, height - 1.6
    if row in SEQUENCES or row in COMBOS:
        hues = _KINDS[row[-3:]]
        for n, hue in enumerate(hues):
            paper.box(x + n * width / len(hues), top, width / len(hues), side, printed(hue))
        return
    colour = printed(Hue[row])
    paper.box(x, top, width, side, colour)
    paper.text(x + width / 2, y + height / 2 + 1.2, row, 3.3, ink_on(colour), bold=True, align="middle")
