"""Roll & Color: nine dice, four odd rerolls, a sheet of 24 rows. Rules RC-ROLL to RC-END.

Order of this file: what a table can choose, events, the state, the game, texts. The sheet is in ``sheet.py``.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import ClassVar, Literal

from engine.components.hues import Hue
from engine.components.lights import Light, Meaning, Picture
from engine.core.errors import NotUnderstood
from engine.core.events import Event, Fact, Move, Seat
from engine.core.fast_constructor import maker, replace
from engine.core.game import Checked, Game, Listed, Moves, not_your_turn, option
from engine.core.parsing import need_seat
from engine.core.verdict import Awaiting, Dice, Verdict, no, yes
from engine.games.roll_and_color.sheet import (
    ROW_KINDS,
    ROWS,
    Counts,
    Entered,
    best_cell,
    cell_points,
    count_hues,
    parse_row,
    scoring_hues,
)
from engine.inference.observation import Seen

N_D6, N_D12 = 4, 5

REROLL_SIZES = ((4, 4), (3, 3), (2, 2), (5, 9))
"""Fewest and most dice of the first to fourth reroll (RC-REROLL-02..05)."""

# ---- what a table can choose


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table."""

    wrap: bool = option(True, "Sequences may run on from purple to red, as the hues form a circle (D-RC-04).")
    reroll_order: Literal["fixed", "free"] = option(
        "fixed", "fixed: four dice, then three, then two, then five or more; free: each once, in any order (D-RC-02)."
    )


# ---- events


def _hues_text(hues: Sequence[Hue]) -> str:
    return " ".join(hue.name for hue in hues)


def _sort_dice(event: "Rolled | Reroll") -> None:
    """Dice have no order on the table, so they have none in an event: the same dice are the same event."""
    d6, d12 = tuple(sorted(event.d6)), tuple(sorted(event.d12))
    if d6 != event.d6:
        object.__setattr__(event, "d6", d6)
    if d12 != event.d12:
        object.__setattr__(event, "d12", d12)


@dataclass(frozen=True, slots=True)
class Rolled(Fact):
    """The tray shows these nine dice: all of them, also those that were left lying at a reroll."""

    kind: ClassVar[str] = "roll"
    d6: tuple[Hue, ...]
    d12: tuple[Hue, ...]

    def __post_init__(self) -> None:
        _sort_dice(self)

    def words(self) -> str:
        return f"roll {_hues_text(self.d6)} / {_hues_text(self.d12)}"


@dataclass(frozen=True, slots=True)
class Reroll(Move):
    """The player takes these dice up again."""

    kind: ClassVar[str] = "reroll"
    d6: tuple[Hue, ...] = ()
    d12: tuple[Hue, ...] = ()

    def __post_init__(self) -> None:
        _sort_dice(self)

    def words(self) -> str:
        return f"reroll {_hues_text(self.d6)} / {_hues_text(self.d12)}"

    def spots(self) -> tuple[str, ...]:
        return tuple(f"{hue.name}1" for hue in sorted({*self.d6, *self.d12}))

    @property
    def size(self) -> int:
        return len(self.d6) + len(self.d12)


@dataclass(frozen=True, slots=True)
class Score(Move):
    """The player writes the roll into a row; of two alike rows the first open one."""

    kind: ClassVar[str] = "score"
    row: str

    def words(self) -> str:
        return f"score {self.row}"

    def spots(self) -> tuple[str, ...]:
        return (f"{self.row}1",) if self.row in Hue.__members__ else ()


# ---- the state

Sheet = tuple[Entered | None, ...]
EMPTY_SHEET: Sheet = (None,) * len(ROWS)


@dataclass(frozen=True, slots=True)
class State:
    """Where a game stands.

    ``d6``, ``d12``: the dice on the table, empty before a turn's first roll. ``used``: the rerolls taken this turn,
    by size as in REROLL_SIZES. ``taken_d6``, ``taken_d12``: dice in the player's hand, being rerolled.
    """

    sheets: tuple[Sheet, ...]
    to_move: Seat = 0
    d6: tuple[Hue, ...] = ()
    d12: tuple[Hue, ...] = ()
    used: tuple[int, ...] = ()
    taken_d6: tuple[Hue, ...] = ()
    taken_d12: tuple[Hue, ...] = ()
    last: tuple[Hue, ...] = ()

    @property
    def rolled(self) -> bool:
        return bool(self.d6 or self.d12)

    @property
    def in_hand(self) -> int:
        return len(self.taken_d6) + len(self.taken_d12)

    @property
    def kept(self) -> tuple[tuple[Hue, ...], tuple[Hue, ...]]:
        """The cubes and twelve-sided dice that stay as they lie while the others are rerolled."""
        return missing_from(self.taken_d6, self.d6), missing_from(self.taken_d12, self.d12)

    @property
    def over(self) -> bool:
        return all(entered is not None for sheet in self.sheets for entered in sheet)

    @property
    def round(self) -> int:
        """The round being played, from 1 to 24."""
        filled = sum(entered is not None for entered in self.sheets[self.to_move])
        return min(filled + 1, len(ROWS))

    @property
    def counts(self) -> Counts:
        return count_hues((*self.d6, *self.d12))


def open_rows(sheet: Sheet) -> tuple[str, ...]:
    """The kinds of row that still have an open slot, in the order of the sheet."""
    return tuple(dict.fromkeys(row for row, entered in zip(ROWS, sheet, strict=True) if entered is None))


def slot_of(sheet: Sheet, row: str) -> int | None:
    """The first open slot of a row; None when it is full."""
    return next((n for n, name in enumerate(ROWS) if name == row and sheet[n] is None), None)


def missing_from(have: Sequence[Hue], want: Sequence[Hue]) -> tuple[Hue, ...]:
    """What of ``want`` is not in ``have``, counting repeats."""
    rest, missing = list(have), []
    for hue in want:
        if hue in rest:
            rest.remove(hue)
        else:
            missing.append(hue)
    return tuple(missing)


# ---- the game

EXAMPLE = "1: score RO"
"""A move as one writes it, for who left out whose it is."""


class RollAndColor(Game[State, Options]):
    name = "roll_and_color"
    title = "Roll & Color"
    seats = (1, None)
    options_type = Options
    state_type = State
    event_types = (Rolled, Reroll, Score)
    checks: ClassVar[Mapping[str, Checked]] = {"rerolls": "NOW", "points": "NOW"}

    def start(self) -> State:
        return State(sheets=(EMPTY_SHEET,) * self.rules.seats)

    def awaiting(self, state: State) -> Awaiting:
        if state.over:
            return Awaiting("nobody", (), "GAME_OVER")
        mover = (state.to_move,)
        if not state.rolled:
            return Awaiting("table", mover, "ROLL_ALL", {"round": state.round}, Dice(N_D6, N_D12))
        if state.in_hand:
            need = Dice(len(state.taken_d6), len(state.taken_d12), *state.kept)
            return Awaiting("table", mover, "ROLL_AGAIN", {"count": state.in_hand}, need)
        sizes = self.reroll_sizes(state)
        if not sizes:
            return Awaiting("player", mover, "SCORE_NOW")
        return Awaiting("player", mover, "REROLL_OR_SCORE", {"sizes": _sizes_text(sizes)})

    # ---- judging

    def judge(self, state: State, event: Event) -> Verdict:
        if state.over:
            return no("GAME_OVER", "RC-END-01")
        if isinstance(event, Rolled):
            return self._judge_roll(state, event)
        if isinstance(event, Move) and event.seat != state.to_move:
            return not_your_turn(event, state.to_move)
        if isinstance(event, Reroll):
            return self._judge_reroll(state, event)
        if isinstance(event, Score):
            return self._judge_score(state, event)
        return self.not_now(state, event)

    def _judge_roll(self, state: State, roll: Rolled) -> Verdict:
        # A cube has only the six primaries.
        odd = tuple(hue for hue in roll.d6 if not hue.is_primary)
        if odd:
            return no("NOT_ON_A_CUBE", "SB-BRD-08", hues=odd)
        # Every roll shows all nine dice.
        if (len(roll.d6), len(roll.d12)) != (N_D6, N_D12):
            return no("WRONG_DICE", "RC-ROLL-01", d6=len(roll.d6), d12=len(roll.d12))
        if not state.rolled:
            return yes()
        # Dice come down again only after the player said which he takes up.
        if not state.in_hand:
            return no("NOT_TAKEN_UP", "RC-REROLL-01")
        # The dice left lying must still be there.
        kept_d6, kept_d12 = state.kept
        gone = missing_from(roll.d6, kept_d6) + missing_from(roll.d12, kept_d12)
        if gone:
            return no("KEPT_DIE_CHANGED", "RC-REROLL-06", *(f"{hue.name}1" for hue in gone), hues=gone)
        return yes()

    def _judge_reroll(self, state: State, move: Reroll) -> Verdict:
        if not state.rolled:
            return no("ROLL_FIRST", "RC-ROLL-01")
        if state.in_hand:
            return no("ALREADY_TAKEN_UP", "RC-REROLL-01", count=state.in_hand)
        sizes = self.reroll_sizes(state)
        if not sizes:
            return no("NO_REROLL_LEFT", "RC-REROLL-01")
        # A player can only take up what lies there.
        absent = missing_from(state.d6, move.d6) + missing_from(state.d12, move.d12)
        if absent:
            return no("NOT_ON_THE_TABLE", "RC-REROLL-06", hues=absent)
        # Each reroll takes its own number of dice.
        if self._reroll_index(state, move.size) is None:
            left = (size for n, size in enumerate(REROLL_SIZES) if n not in state.used)
            option = "reroll_order" if any(low <= move.size <= high for low, high in left) else None
            return no("REROLL_SIZE", "RC-REROLL-02..05", wanted=_sizes_text(sizes), count=move.size, option=option)
        return yes()

    def _judge_score(self, state: State, move: Score) -> Verdict:
        if not state.rolled:
            return no("ROLL_FIRST", "RC-ROLL-01")
        if state.in_hand:
            return no("ALREADY_TAKEN_UP", "RC-REROLL-01", count=state.in_hand)
        if move.row not in ROW_KINDS:
            return no("NO_SUCH_ROW", "RC-SLOT-01", row=move.row)
        # Each row is filled once; sequences and combos have two.
        if slot_of(state.sheets[move.seat], move.row) is None:
            return no("ROW_FULL", "RC-SLOT-01", row=move.row)
        # Whether the circle closes for a run is a question of the table.
        if best_cell(state.counts, move.row, True) != best_cell(state.counts, move.row, False):
            return Verdict(True, details={"note": "ACROSS_RED", "option": "wrap"}, complete="done")
        return yes(complete="done")

    def reroll_sizes(self, state: State) -> tuple[tuple[int, int], ...]:
        """Fewest and most dice that may be taken up next, one pair for each reroll that is open now."""
        if not state.rolled or state.in_hand:
            return ()
        left = [size for n, size in enumerate(REROLL_SIZES) if n not in state.used]
        return tuple(left) if self.options.reroll_order == "free" else tuple(left[:1])

    def _reroll_index(self, state: State, count: int) -> int | None:
        for low, high in self.reroll_sizes(state):
            if low <= count <= high:
                return REROLL_SIZES.index((low, high))
        return None

    # ---- doing

    def result(self, state: State, event: Event) -> State:
        if isinstance(event, Rolled):
            return replace(state, d6=event.d6, d12=event.d12, taken_d6=(), taken_d12=(), last=())
        if isinstance(event, Reroll):
            index = self._reroll_index(state, event.size)
            assert index is not None
            return replace(state, used=(*state.used, index), taken_d6=event.d6, taken_d12=event.d12)
        assert isinstance(event, Score)
        return self._scored(state, event)

    def _scored(self, state: State, move: Score) -> State:
        sheet = list(state.sheets[move.seat])
        slot = slot_of(state.sheets[move.seat], move.row)
        assert slot is not None
        sheet[slot] = best_cell(state.counts, move.row, self.options.wrap)
        sheets = (*state.sheets[: move.seat], tuple(sheet), *state.sheets[move.seat + 1 :])
        hues = scoring_hues(state.counts, move.row, self.options.wrap)
        return State(sheets=sheets, to_move=(move.seat + 1) % self.rules.seats, last=hues)

    def candidates(self, state: State) -> Iterator[Move]:
        if state.over or not state.rolled or state.in_hand:
            return
        for row in open_rows(state.sheets[state.to_move]):
            yield Score(state.to_move, row)
        for low, high in self.reroll_sizes(state):
            yield from _picks(state, low, high)

    def moves(self, state: State) -> Moves[State]:
        return Listed(self, state)

    # ---- reading the score

    def best_rows(self, state: State) -> dict[str, Entered]:
        """What the dice on the table would give in every open row of the player whose turn it is."""
        if not state.rolled or state.over:
            return {}
        return {row: best_cell(state.counts, row, self.options.wrap) for row in open_rows(state.sheets[state.to_move])}

    def scores(self, state: State) -> Mapping[Seat, int]:
        return {seat: sum(e.points for e in sheet if e) for seat, sheet in enumerate(state.sheets)}

    def winners(self, state: State) -> tuple[Seat, ...]:
        if not state.over:
            return ()
        scores = self.scores(state)
        # Equal totals share the win (D-RC-12).
        return tuple(seat for seat, points in scores.items() if points == max(scores.values()))

    # ---- lights

    def lights(self, state: State) -> Picture:
        """Each arm lights as many spaces as dice show its hue; what makes the best open row breathes.

        Stars tell how many dice are wanted next. After scoring, the arms that scored ripple.
        """
        if state.over:
            return {f"{hue.name}{ring}": Light(Meaning.SCORED, hue) for hue in Hue for ring in range(1, 10)}
        if not state.rolled:
            waiting = {f"{hue.name}1": Light(Meaning.WAITING, hue) for hue in Hue}
            ripple = {f"{hue.name}{ring}": Light(Meaning.SCORED, hue) for hue in state.last for ring in range(1, 10)}
            return {**waiting, **ripple}
        return {**self._arms(state), **self._stars(state)}

    def _arms(self, state: State) -> dict[str, Light]:
        best = max(self.best_rows(state).items(), key=lambda item: item[1].points, default=("", None))
        best_hues = scoring_hues(state.counts, best[0], self.options.wrap) if best[1] and best[1].points else ()
        taken = count_hues((*state.taken_d6, *state.taken_d12))
        lights = {}
        for hue in Hue:
            kept = state.counts[hue] - taken[hue]
            for ring in range(1, state.counts[hue] + 1):
                meaning = Meaning.WAITING if hue in best_hues and not state.in_hand else Meaning.PIECE
                lights[f"{hue.name}{ring}"] = Light(Meaning.CHOSEN if ring > kept else meaning, hue)
        return lights

    def _stars(self, state: State) -> dict[str, Light]:
        """As many stars as dice may be taken up next; while dice are in the hand, as many as are to be thrown."""
        sizes = self.reroll_sizes(state)
        count = state.in_hand or (sizes[0][0] if sizes else 0)
        return {f"{hue.name}9": Light(Meaning.LEGAL) for hue in tuple(Hue)[:count]}

    # ---- from what is seen to what happened

    def readings(self, state: State, seen: Seen) -> list[tuple[Event, ...]]:
        """A first roll, a reroll that was announced, or one that was not: then the dice that moved say its size."""
        roll = self.fact_of(seen)
        if roll is None or seen.moved == 0 or state.over:
            return []
        if not state.rolled or state.in_hand:
            return [(roll,)] if self.judge(state, roll).ok else []
        return [(move, roll) for move in self._unannounced(state, roll, seen.moved)]

    def on_table(self, state: State) -> Seen | None:
        return Seen(state.d6, state.d12) if state.rolled and not state.in_hand else None

    def fact_of(self, seen: Seen) -> Rolled | None:
        if seen.d6 is None or seen.d12 is None:
            return None
        return Rolled(seen.d6, seen.d12, source=seen.source)

    def _unannounced(self, state: State, roll: Rolled, moved: int | None) -> Iterator[Reroll]:
        changed = len(missing_from(roll.d6, state.d6)) + len(missing_from(roll.d12, state.d12))
        # The same dice as before, pushed or not, are no roll.
        if not changed or not self._judge_roll(State(sheets=state.sheets), roll).ok:
            return
        for low, high in self.reroll_sizes(state):
            # Dice that lie as before were not thrown; more may have moved than were thrown, when they were pushed.
            if changed > high or (moved is not None and moved < low):
                continue
            size = min(max(changed, low, moved or 0), high)
            yield _fill_up(state, Reroll(state.to_move, _gone(state.d6, roll.d6), _gone(state.d12, roll.d12)), size)

    def problems(self, state: State) -> list[Verdict]:
        faults = []
        if len(state.sheets) != self.rules.seats:
            faults.append(no("WRONG_SHEETS", "RC-SLOT-01", sheets=len(state.sheets), players=self.rules.seats))
        faults += [no("BAD_SHEET", "RC-SLOT-01", player=n) for n, s in enumerate(state.sheets) if len(s) != len(ROWS)]
        for seat, sheet in enumerate(state.sheets):
            for row, entered in zip(ROWS, sheet, strict=False):
                if entered and cell_points(row).get(entered.cell, 0) != entered.points:
                    faults.append(no("NO_SUCH_CELL", "RC-NA-01", player=seat, row=row, cell=str(entered.cell)))
        if not 0 <= state.to_move < self.rules.seats:
            faults.append(no("NO_SUCH_PLAYER", "", number=state.to_move + 1))
        if state.rolled:
            verdict = self._judge_roll(State(sheets=state.sheets), Rolled(state.d6, state.d12))
            faults += [] if verdict.ok else [verdict]
        return faults

    # ---- texts

    def parse_words(self, words: str, seat: Seat | None, source: str, state: State | None) -> Event:
        verb, _, rest = words.strip().partition(" ")
        match verb.lower():
            case "roll" | "rolled":
                return Rolled(*_parse_dice(rest), source=source)
            case "reroll":
                return Reroll(need_seat(seat, EXAMPLE), *_parse_dice(rest))
            case "score":
                return Score(need_seat(seat, EXAMPLE), parse_row(rest))
        raise NotUnderstood(f"'{verb}' is nothing that happens here; use roll, reroll or score")


def _parse_dice(text: str) -> tuple[tuple[Hue, ...], tuple[Hue, ...]]:
    """``R R O G / R RO BP``: cubes before the stroke, twelve-sided dice after it."""
    if "/" not in text:
        raise NotUnderstood(f"'{text}' needs a stroke between cubes and twelve-sided dice: 'R R O G / R RO RO BP P'")
    sides = text.split("/")
    if len(sides) != 2:
        raise NotUnderstood(f"'{text}' has more than one stroke; write cubes / twelve-sided dice")
    try:
        d6, d12 = (tuple(Hue.parse(w) for w in side.replace(",", " ").split()) for side in sides)
    except ValueError as error:
        raise NotUnderstood(str(error)) from None
    return d6, d12


def _sizes_text(sizes: Sequence[tuple[int, int]]) -> str:
    """``exactly 4``, ``5 or more``, ``3 or 2``: how many dice the next reroll takes, for people."""
    if len(sizes) == 1:
        low, high = sizes[0]
        return f"exactly {low}" if low == high else f"{low} or more"
    return " or ".join(str(low) if low == high else f"{low} and more" for low, high in sizes)


def _gone(before: Sequence[Hue], now: Sequence[Hue]) -> tuple[Hue, ...]:
    """The dice that lay there before and do not any more."""
    return missing_from(now, before)


def _fill_up(state: State, move: Reroll, size: int) -> Reroll:
    """The reroll with further dice added up to ``size``: dice that came down as they were."""
    d6, d12 = list(move.d6), list(move.d12)
    spare = [(d12, hue) for hue in missing_from(move.d12, state.d12)]
    spare += [(d6, hue) for hue in missing_from(move.d6, state.d6)]
    for dice, hue in spare[: max(size - move.size, 0)]:
        dice.append(hue)
    return Reroll(move.seat, tuple(d6), tuple(d12))


@lru_cache(maxsize=4500)
def _choices(dice: tuple[Hue, ...]) -> tuple[tuple[tuple[Hue, ...], ...], ...]:
    """Every different choice of these dice, by how many are chosen. There are 4,368 throws of five twelve-sided dice.

    Dice lie sorted, so equal choices of them are equal tuples.
    """
    return tuple(tuple(dict.fromkeys(combinations(dice, size))) for size in range(len(dice) + 1))


_reroll = maker(Reroll)


def _picks(state: State, low: int, high: int) -> Iterator[Reroll]:
    """Every different choice of ``low`` to ``high`` dice on the table."""
    seat, cubes, twelves = state.to_move, _choices(state.d6), _choices(state.d12)
    for size in range(low, high + 1):
        for some in range(max(size - len(state.d12), 0), min(size, len(state.d6)) + 1):
            rest = twelves[size - some]
            for d6 in cubes[some]:
                for d12 in rest:
                    yield _reroll(seat, d6, d12)
