"""Why a row of Roll & Color counts that: the dice that count, and the sum."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine import texts
from engine.components.hues import Hue
from engine.components.lights import Spot
from engine.core.events import Event
from engine.games.roll_and_color.events import RowScored
from engine.games.roll_and_color.sheet import COMBOS, ROWS, SEQUENCES, FilledSlot, best_cell, count_hues, scoring_hues
from engine.texts.language import tr, trn
from tablelight.web.components.dice import Die, dice_of
from tablelight.web.components.place_names import hue_of
from tablelight.web.components.rule_pictures import dice_row
from tablelight.web.components.why import Explains, Reckoning
from tablelight.web.viewer import Shown

NAME = "roll_and_color"


def _example(picture: Mapping[str, Any]) -> Reckoning | None:
    """What the dice of a picture count in its row."""
    if "row" not in picture:
        return None
    cubes, _, twelves = picture["dice"].partition("/")
    dice = [("d6", Hue[name]) for name in cubes.split()] + [("d12", Hue[name]) for name in twelves.split()]
    return _row_of(dice, picture["row"], wrap=True)


def _topic(shown: Shown, topic: str) -> Reckoning | None:
    """A row of the sheet: what somebody wrote there (``row.RO/<seat>/<slot>``), or what these dice would give."""
    about, _, which = topic.partition("/")
    kind, _, row = about.partition(".")
    if kind == "score" and which:
        return _total(shown, int(which))
    if kind != "row" or row not in ROWS:
        return None
    if which:
        seat, _, slot = which.partition("/")
        written = _written(shown, int(seat), row, int(slot) if slot else None)
        if written is not None:
            return written
    dice = dice_of(shown.state)
    return _row_of(dice, row, wrap=shown.game.options.wrap) if dice and not shown.state.in_hand else None


def _written(shown: Shown, seat: int, row: str, slot: int | None) -> Reckoning | None:
    """What somebody wrote into a row, with the dice that lay there then; None while it is open. Of a row that is there
    twice both are told where no ``slot`` is named."""
    if not 0 <= seat < len(shown.state.sheets):
        return None
    slots = [n for n, name in enumerate(ROWS) if name == row]
    entries = [
        index
        for index, event in shown.events
        if isinstance(event, RowScored) and (event.seat, event.row) == (seat, row)
    ]
    wanted = [index for at, index in zip(slots, entries, strict=False) if slot in (None, at)]
    told = [_row_of(dice_of(shown.at(index).state), row, wrap=shown.game.options.wrap) for index in wanted]
    if not told:
        return None
    by = tr("{player} wrote this.", player=shown.seats[seat])
    lines = (*(line for one in told for line in one.lines), by)
    return Reckoning(lines, [one.picture for one in told], told[0].title, told[0].about)


def _gain(before: Shown, event: Event, _after: Shown) -> Reckoning | None:
    if not isinstance(event, RowScored):
        return None
    return _row_of(dice_of(before.state), event.row, wrap=before.game.options.wrap)


def _row_of(dice: Sequence[Die], row: str, *, wrap: bool) -> Reckoning:
    """What dice count in a row, with those that count standing out."""
    counts = count_hues([hue for _, hue in dice])
    cell = best_cell(counts, row, wrap)
    scoring = scoring_hues(counts, row, wrap)
    room = _wanted(row, cell, scoring, counts)
    lying = []
    for kind, hue in sorted(dice, key=lambda die: _place(die[1], scoring)):
        room[hue] = room.get(hue, 0) - 1
        lying.append((kind, hue, room[hue] >= 0))
    return Reckoning(
        (_sum(row, cell, scoring),), dice_row(lying, quiet=bool(scoring)), texts.name_of(NAME, row), f"row.{row}"
    )


def _place(hue: Hue, scoring: Sequence[Hue]) -> tuple[int, int]:
    """Dice that count stand first, in the order of their run."""
    return (scoring.index(hue), hue) if hue in scoring else (len(scoring), hue)


def _wanted(row: str, cell: FilledSlot, scoring: Sequence[Hue], counts: Sequence[int]) -> dict[Hue, int]:
    """How many dice of each hue make the cell; of a run one each, and no more than the sheet has cells for."""
    if not cell.points:
        return {}
    if row in SEQUENCES:
        return dict.fromkeys(scoring[: int(cell.cell)], 1)
    if row not in COMBOS:
        return {scoring[0]: int(cell.cell)}
    low, high = (int(n) for n in str(cell.cell).split("&"))
    x, y = sorted(scoring, key=lambda hue: counts[hue])
    return {x: low, y: high}


def _sum(row: str, cell: FilledSlot, scoring: Sequence[Hue]) -> str:
    points = cell.points
    if not points:
        return tr("Nothing fits here, so the row counts 0.")
    if row in SEQUENCES:
        chain = "-".join(hue.name for hue in scoring[: int(cell.cell)])
        return tr("{chain}: {count} in a row = {points}", chain=chain, count=cell.cell, points=points)
    if row in COMBOS:
        names = texts.join([hue.called for hue in scoring])
        return tr("{colours}, {cell} = {points}", colours=names, cell=str(cell.cell).replace("&", " & "), points=points)
    count = trn("{count} die", "{count} dice", int(cell.cell))
    return tr("{count} in {colour} = {points}", count=count, colour=scoring[0].called, points=points)


def _total(shown: Shown, seat: int) -> Reckoning | None:
    """How a player's total comes about, part of the sheet by part."""
    sheet = shown.state.sheets[seat]
    parts = (
        (tr("Secondary colours"), range(6)),
        (tr("Primary colours"), range(6, 12)),
        (tr("Runs"), range(12, 18)),
        (tr("Combos"), range(18, 24)),
    )
    sums = [(name, [entry.points for n in slots if (entry := sheet[n]) is not None]) for name, slots in parts]
    lines = [f"{name}: {' + '.join(map(str, points))} = {sum(points)}" for name, points in sums if points]
    total = sum(sum(points) for _, points in sums)
    lines.append(tr("Together: {points}", points=total))
    return Reckoning(tuple(lines), None, tr("{player}'s total", player=shown.seats[seat]))


def _light(shown: Shown, spot: Spot, _lifted: tuple[str, ...]) -> tuple[str, ...]:
    """What an arm or a star says of the dice."""
    state, hue = shown.state, hue_of(spot)
    if not state.rolled or hue is None:
        return (tr("All nine dice are to be thrown."),)
    if spot == f"{hue.name}9" and state.counts[hue] < 9:
        return (tr("As many stars as dice may be thrown again now."),)
    words = {"colour": hue.called}
    return (
        trn(
            "{count} die shows {colour}, and belongs to the best row that is open.",
            "{count} dice show {colour}, and belong to the best row that is open.",
            state.counts[hue],
            **words,
        ),
    )


EXPLAINS = Explains(light=_light, topic=_topic, example=_example, gain=_gain)
