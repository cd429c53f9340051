"""Any game by hand: what may be done now, spot by spot, and a line to type what happened on the table."""

from itertools import islice

from engine.core.verdict import Dice
from engine.inference.observation import Seen
from tablelight.web.components import undo
from tablelight.web.components.html import button, text
from tablelight.web.viewer import Shown

MOST = 60
"""Moves shown at once; choosing a spot on the board narrows them down."""


def panel(match: Shown, spot: str, *, may_write: bool) -> str:
    """Scores, the legal moves (those that start at ``spot`` when one is chosen), and a line for everything else."""
    return f"{scores(match)}{_moves(match, spot, may_write=may_write)}{line(match) if may_write else ''}"


def folded(match: Shown, *, may_write: bool) -> str:
    """The same without scores, folded away: beside a board that is played by tapping."""
    inside = f"{_moves(match, '', may_write=may_write)}{line(match) if may_write else ''}"
    return f'<details class="by-name"><summary>Every move by name</summary>{inside}</details>'


def scores(match: Shown) -> str:
    """What everybody has scored, whose turn it is marked."""
    scores, mover = match.scores, match.mover
    cells = "".join(
        f'<div class="score{" now" if seat == mover else ""}"><span>{text(name)}</span>'
        f"<b>{scores.get(seat, 0)}</b></div>"
        for seat, name in enumerate(match.seats)
    )
    return f'<div class="scores">{cells}</div>'


def _moves(match: Shown, spot: str, *, may_write: bool) -> str:
    legal = [m for m in islice(match.moves(), MOST * 4) if not spot or spot in m.spots()]
    if not legal:
        return '<p class="said">Nothing can be done from there.</p>' if spot else ""
    mine = {seat: may_write and match.may_move(seat) for seat in {move.seat for move in legal}}
    shown = "".join(
        button("play", text(move), style="move", disabled=not mine[move.seat], event=str(move)) for move in legal[:MOST]
    )
    more = (
        '<p class="said">There are more; tap a place on the board to narrow them down.</p>' if len(legal) > MOST else ""
    )
    return f'<div class="moves">{shown}</div>{more}'


def _rolls(match: Shown) -> bool:
    """Whether dice are wanted that can be typed in by tapping."""
    need = match.awaiting.need
    return isinstance(need, Dice) and match.game.fact_of(Seen((), ())) is not None


def line(match: Shown) -> str:
    """A line to type what happened."""
    kinds = ", ".join(kind.kind for kind in match.game.event_types)
    roll = button("type", "Type the roll in", style="go") if _rolls(match) else ""
    return (
        '<form class="line"><input name="event" autocomplete="off" maxlength="400"'
        f' placeholder="What happened? ({text(kinds)})">'
        f"{button('play', 'Enter', style='go')}{roll}"
        f"{undo.buttons(match)}</form>"
    )
