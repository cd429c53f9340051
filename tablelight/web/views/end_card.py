"""What is shown when a game is over: the podium, the race, the best turn and the records that fell."""

from collections.abc import Callable, Sequence

import htpy as h
from htpy import Node

from engine import texts
from engine.core.events import Move, Seat
from engine.core.turns import FEWEST_TURNS, Turn, best_turn
from engine.texts.language import tr, trn
from tablelight.session.people import MatchResult, People
from tablelight.session.people.sharing import number
from tablelight.session.people.statistics import FallenRecord, broken
from tablelight.web.components.html import button, classes, hue_class
from tablelight.web.components.line_chart import line_chart
from tablelight.web.components.tokens import SEAT_HUES
from tablelight.web.viewer import Shown

STEPS = 3
"""Of the podium; whoever comes after stands below it."""


def end_card(shown: Shown, result: MatchResult, people: People | None, *, match_id: str, share: bool = True) -> Node:
    """The card of a game that is over. ``people``: whose history records are measured by; None: nobody's. ``share``:
    whether it can be shared from here."""
    return h.section(".endcard", aria_label=tr("How it ended"))[
        how_it_ended(shown, result, people, match_id=match_id),
        h.div(".row")[
            share and button("overlay", tr("Share"), style="quiet", name="share"),
            h.a(".btn.quiet", href=f"/games/{match_id}/replay")[tr("Watch it again")],
        ],
    ]


def how_it_ended(shown: Shown, result: MatchResult, people: People | None, *, match_id: str) -> Node:
    """All of the card that is only looked at."""
    told = shown.turns
    return [
        h.div(".endcard-how")[
            _podium(result),
            _records(result, people),
            _best(shown, result, told, _picture_of(shown, people, match_id)),
        ],
        _race(result, told),
    ]


# ---- the podium


def _podium(result: MatchResult) -> Node:
    """The first three places; partners share one, and so do those who are equal. Whoever plays alone needs none."""
    if len(result.sides) < 2:
        return None
    sides = sorted(result.sides, key=lambda side: (result.ranks[side[0]], side))
    first = min(result.ranks)
    on_it = [side for side in sides if result.ranks[side[0]] - first < STEPS][: STEPS + 1]
    below = [side for side in sides if side not in on_it]
    return [
        h.ol(".podium")[[_step(result, side, result.ranks[side[0]] - first + 1) for side in on_it]],
        below and h.ol(".podium-below")[[h.li[f"{result.ranks[side[0]]}. {_side(result, side)}"] for side in below]],
    ]


def _step(result: MatchResult, side: Sequence[Seat], place: int) -> Node:
    won = result.won(side[0])
    names = [h.b(".podium-name")[result.names[seat]] for seat in side]
    own = hue_class(SEAT_HUES[result.sides.index(side) % len(SEAT_HUES)])  # as in the chart
    return h.li({"class": classes("podium-step", f"step-{place}", own, "winner" if won else "")})[
        h.span(".podium-names")[names],
        h.span(".podium-points")[_points(result.points[side[0]])],
        h.span(".podium-place")[
            h.span(".medal", aria_hidden="true")[str(result.ranks[side[0]])], won and h.span(".unseen")[tr("won")]
        ],
    ]


def _side(result: MatchResult, side: Sequence[Seat]) -> str:
    return f"{texts.join([result.names[seat] for seat in side])}: {_points(result.points[side[0]])}"


def _points(points: float) -> str:
    if points != int(points):
        return tr("{points} points", points=number(points))
    return trn("{count} point", "{count} points", int(points))


# ---- records


def _records(result: MatchResult, people: People | None) -> Node:
    """The records of this table that fell."""
    if people is None:
        return None
    found = broken(people.results(), people.called(result))
    return found and h.ul(".records")[[h.li[record_words(one, result)] for one in found[:4]]]


def record_words(one: FallenRecord, result: MatchResult) -> str:
    """A record that fell, in a sentence."""
    name, value, before = result.names[one.seat], number(one.value), number(one.before)
    said = {"player": name, "points": value, "before": before}
    match one.kind:
        case "table":
            return tr("A record at this table: {player} with {points}, before it was {before}.", **said)
        case "own":
            return tr("{player}'s own best: {points}, before it was {before}.", **said)
        case "turn":
            return tr("The best turn ever at this table: {points} at once, by {player}.", player=name, points=value)
        case _:
            return tr("{player} wins for the {wins}. time in a row, more often than ever.", player=name, wins=value)


# ---- the best turn, and how it went


def _best(shown: Shown, result: MatchResult, told: Sequence[Turn], picture: Callable[[Turn], str]) -> Node:
    """The turn that brought most, with the picture of its roll where one is kept."""
    best = best_turn(told) if result.highest_wins else None
    if best is None or best.seat is None or sum(turn.gain > 0 for turn in told) < FEWEST_TURNS:
        return None
    details = {"player": result.names[best.seat], "points": _points(best.gain), "what": _what(shown, best)}
    said = tr("Best turn: {player} with {points}, {what}.", **details) if details["what"] else ""
    source = picture(best)
    return h.p(".best-turn")[
        said or tr("Best turn: {player} with {points}.", **details),
        source and h.img(src=source, alt=tr("what lay on the table then")),
    ]


def _what(shown: Shown, turn: Turn) -> str:
    """What a turn went for, such as the row that was scored; empty where the game has no word for it."""
    entry, (game, before, after) = shown.entry(turn.last), shown.around(turn.last)
    what = game.liked(entry, before, after) if isinstance(entry, Move) else ""
    return texts.name_of(shown.game.name, what) if what else ""


def _picture_of(shown: Shown, people: People | None, match_id: str) -> Callable[[Turn], str]:
    """The address of the picture of a turn; empty where none is kept."""

    def address(turn: Turn) -> str:
        kept = shown.pictured(match_id, people) & frozenset(range(turn.first, turn.last + 1))
        return f"/games/{match_id}/picture/{max(kept)}.jpg" if kept else ""

    return address


def _race(result: MatchResult, told: Sequence[Turn]) -> Node:
    """Everybody's points after every turn; partners are one line."""
    if not told:
        return None
    names = [texts.join([result.names[seat] for seat in side]) for side in result.sides]
    rows = [[points[side[0]] for side in result.sides] for points in (told[0].before, *(turn.after for turn in told))]
    return line_chart(names, rows, _race_words(result, told, names, rows))


def _race_words(
    result: MatchResult, told: Sequence[Turn], names: Sequence[str], rows: Sequence[Sequence[float]]
) -> str:
    """The race in a sentence or two, for who cannot see it."""
    standing = ", ".join(f"{name} {value:g}" for name, value in zip(names, rows[-1], strict=True))
    end = tr("Points after {turns} turns: {standing}.", turns=len(told), standing=standing)
    best = max if result.highest_wins else min
    led = [sum(row[n] == best(row) and list(row).count(best(row)) == 1 for row in rows[1:]) for n in range(len(names))]
    most = led.index(max(led))
    if len(names) < 2 or not led[most]:
        return end
    ahead = tr("{player} was ahead longest, after {count} of them.", player=names[most], count=led[most])
    return f"{end} {ahead}"


# ---- a great turn, while the game goes on


def cheer(shown: Shown) -> Node:
    """A word and a ripple for a turn that brought more than any before it in this game; nothing for all others."""
    turn = shown.great_turn
    if turn is None or turn.seat is None:
        return None
    said = tr("{player}: {points} at once!", player=shown.seats[turn.seat], points=f"+{number(turn.gain)}")
    # The id is the turn's own: the page keeps the element, so that it ripples once.
    return h.p(".cheer", id=f"cheer-{turn.first}", role="status")[said]
