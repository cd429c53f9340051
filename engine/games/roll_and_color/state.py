"""Where a game of Roll & Color stands."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.components.hues import Hue
from engine.core.events import Seat
from engine.games.roll_and_color.sheet import ROWS, Counts, FilledSlot, best_cell, count_hues

N_D6, N_D12 = 4, 5
"""Cubes and twelve-sided dice of a roll (RC-ROLL-01)."""

Sheet = tuple[FilledSlot | None, ...]
EMPTY_SHEET: Sheet = (None,) * len(ROWS)


@dataclass(frozen=True, slots=True)
class State:
    """Where a game stands.

    ``d6``, ``d12``: the dice on the table, empty before a turn's first roll. ``used``: the rerolls taken this turn,
    by index into REROLL_SIZES. ``taken_d6``, ``taken_d12``: dice in the player's hand, being rerolled. ``last``: the
    hues that made the cell just entered, to light them until the next roll. ``gone``: who dropped out.
    """

    sheets: tuple[Sheet, ...]
    to_move: Seat = 0
    d6: tuple[Hue, ...] = ()
    d12: tuple[Hue, ...] = ()
    used: tuple[int, ...] = ()
    taken_d6: tuple[Hue, ...] = ()
    taken_d12: tuple[Hue, ...] = ()
    last: tuple[Hue, ...] = ()
    gone: tuple[Seat, ...] = ()

    @property
    def still_in(self) -> tuple[Seat, ...]:
        """Who still plays."""
        return tuple(seat for seat in range(len(self.sheets)) if seat not in self.gone)

    @property
    def rolled(self) -> bool:
        """Whether dice lie in the tray: the turn's first roll has been made."""
        return bool(self.d6 or self.d12)

    @property
    def in_hand(self) -> int:
        """How many dice are in the player's hand, to be rolled again."""
        return len(self.taken_d6) + len(self.taken_d12)

    @property
    def kept(self) -> tuple[tuple[Hue, ...], tuple[Hue, ...]]:
        """The cubes and twelve-sided dice that stay as they lie while the others are rerolled."""
        return missing_from(self.taken_d6, self.d6), missing_from(self.taken_d12, self.d12)

    @property
    def over(self) -> bool:
        """Whether every cell of every sheet is filled (RC-END-01), but for those of who dropped out."""
        return all(None not in sheet for seat, sheet in enumerate(self.sheets) if seat not in self.gone)

    @property
    def round(self) -> int:
        """The round being played, from 1 to 24."""
        filled = sum(entered is not None for entered in self.sheets[self.to_move])
        return min(filled + 1, len(ROWS))

    @property
    def counts(self) -> Counts:
        """How many dice show each hue."""
        return count_hues((*self.d6, *self.d12))


def next_mover(sheets: Sequence[Sheet], gone: Sequence[Seat], seat: Seat) -> Seat:
    """Whose turn follows that of ``seat``: the next one who has an open row. Who joined late has some for longer."""
    order = [(seat + step) % len(sheets) for step in range(1, len(sheets) + 1)]
    return next((other for other in order if other not in gone and None in sheets[other]), order[0])


def open_rows(sheet: Sheet) -> tuple[str, ...]:
    """The kinds of row that still have an open slot, in the order of the sheet."""
    return tuple(dict.fromkeys(row for row, entered in zip(ROWS, sheet, strict=True) if entered is None))


def slot_of(sheet: Sheet, row: str) -> int | None:
    """The first open slot of a row; None when it is full."""
    return next((n for n, name in enumerate(ROWS) if name == row and sheet[n] is None), None)


def best_rows(state: State, wrap: bool) -> dict[str, FilledSlot]:
    """What the dice on the table would give in every open row of the player whose turn it is."""
    if not state.rolled or state.over:
        return {}
    return {row: best_cell(state.counts, row, wrap) for row in open_rows(state.sheets[state.to_move])}


def missing_from(have: Sequence[Hue], want: Sequence[Hue]) -> tuple[Hue, ...]:
    """What of ``want`` is not in ``have``, counting repeats."""
    rest, missing = list(have), []
    for hue in want:
        if hue in rest:
            rest.remove(hue)
        else:
            missing.append(hue)
    return tuple(missing)
