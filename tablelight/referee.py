"""The referee: a pure reducer from what was seen or tapped to what counts.

``step(state, input)`` gives the next state and the entries it added to the match. Nothing here knows a thread, a
clock or a socket; whoever calls it writes the entries down first and shows the new state afterwards.

A reading the rules do not allow is never thrown away: it becomes a Doubt, and from every doubt there are three ways
out: put it right on the table, take what the table shows (Accept), or type it in (Play).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from engine.errors import EngineError, Refused
from engine.events import Correct, Entry, Event, Fact, Undo
from engine.hues import Hue
from engine.lights import Light, Meaning, Picture
from engine.match import Match
from engine.seen import Seen
from engine.verdict import Dice, Verdict, no
from tablelight import pieces as felt
from tablelight.pieces import Pieces
from vision.seen import SeenDie

STILL_MM = 5.0
"""A die of the same kind and hue within this distance of where one lay was not touched. Half a small die is 8 mm;
the reading's own place error stays under 2 mm."""

Motion = Literal["empty", "rolling", "settled", "hand"]


# ---- what comes in


@dataclass(frozen=True, slots=True)
class Watched:
    """The camera's watcher saw something. ``picture``: which picture it was, for the page."""

    motion: Motion
    dice: tuple[SeenDie, ...] = ()
    trouble: str = ""
    picture: int = 0


@dataclass(frozen=True, slots=True)
class Play:
    """Somebody entered an event by hand, as text."""

    text: str


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undo the last change."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Undo the undo that was just made."""


@dataclass(frozen=True, slots=True)
class NameDie:
    """Of the dice in doubt, number ``index`` shows ``hue``."""

    index: int
    hue: Hue


@dataclass(frozen=True, slots=True)
class Accept:
    """Take what the table shows."""


@dataclass(frozen=True, slots=True)
class Dismiss:
    """Forget the reading in doubt."""


@dataclass(frozen=True, slots=True)
class CorrectDie:
    """One die of the last roll was misread: a ``kind`` die that counts as ``was`` shows ``now``."""

    kind: Literal["d6", "d12"]
    was: Hue
    now: Hue


@dataclass(frozen=True, slots=True)
class CorrectEntry:
    """Entry ``index`` of the log was really the event of ``text``."""

    index: int
    text: str


Input = Watched | Play | TakeBack | Redo | NameDie | Accept | Dismiss | CorrectDie | CorrectEntry


# ---- what is kept


@dataclass(frozen=True, slots=True)
class Doubt:
    """A reading that waits: the dice as they were seen, and why they do not count yet."""

    dice: tuple[SeenDie, ...]
    why: Verdict
    picture: int = 0
    moved: int | None = None

    @property
    def acceptable(self) -> bool:
        """Whether "take what the table shows" may help: every die has a name."""
        return bool(self.dice) and all(die.status == "ok" for die in self.dice)


@dataclass(frozen=True, slots=True)
class RefereeState:
    """Everything the referee knows. ``match`` is never changed in place: each step that adds to it forks it first.

    ``lying``: the dice at the last reading that was accounted for. ``tumbled``: dice rolled since then.
    ``refused``: why the last thing entered by hand did not count.
    """

    match: Match
    lying: tuple[SeenDie, ...] = ()
    tumbled: bool = False
    motion: Motion = "empty"
    doubt: Doubt | None = None
    refused: Verdict | None = None
    picture: int = 0
    pieces: Pieces = field(default_factory=Pieces)

    @property
    def game(self) -> Any:
        return self.match.game


Step = tuple[RefereeState, tuple[Entry, ...]]


def step(state: RefereeState, said: Input | felt.Said) -> Step:
    """The state after one input, and the entries that were added to the match (none: nothing to write down)."""
    match said:
        case felt.Sensed() | felt.TakeReading() | felt.IgnoreSwitches() | felt.TrustSwitches():
            return _felt(state, said)
        case Watched():
            return _watched(state, said)
        case Play(text):
            return _by_hand(state, lambda m: m.parse(text))
        case TakeBack():
            return _by_hand(state, lambda m: Undo(m.undo_target()))
        case Redo():
            return _by_hand(state, _redo)
        case CorrectEntry(index, text):
            return _by_hand(state, lambda m: Correct(index, m.game.parse(text, m.state)))
        case CorrectDie():
            return _by_hand(state, lambda m: _corrected_die(m, said))
        case NameDie(index, hue):
            return _named(state, index, hue)
        case Accept():
            return _accepted(state)
        case Dismiss():
            lying = state.doubt.dice if state.doubt else state.lying
            return replace(state, doubt=None, refused=None, lying=lying, tumbled=False), ()


# ---- by hand


def _by_hand(state: RefereeState, entry_of: Any) -> Step:
    """Add the entry that ``entry_of`` makes for the match; a refusal is remembered and changes nothing else."""
    match = state.match.fork()
    try:
        entry = entry_of(match)
        match.add(entry)
    except Refused as refused:
        return replace(state, refused=refused.verdict), ()
    except EngineError as error:
        return replace(state, refused=no(error.code, "", message=str(error))), ()
    return replace(state, match=match, refused=None, doubt=None, tumbled=False), (entry,)


def _redo(match: Match) -> Entry:
    target = match.redo_target()
    if target is None:
        raise Refused(no("NOTHING_TO_REDO", ""))
    return Undo(target)


def _corrected_die(match: Match, said: CorrectDie) -> Entry:
    index, fact = _last_dice(match)
    if fact is None:
        raise Refused(no("NOTHING_TO_CORRECT", ""))
    dice = list(getattr(fact, said.kind))
    if said.was not in dice:
        raise Refused(no("NO_SUCH_DIE", "", hue=said.was))
    dice[dice.index(said.was)] = said.now
    return Correct(index, replace(fact, **{said.kind: tuple(dice)}, source="hand"))


def _last_dice(match: Match) -> tuple[int, Any]:
    """The last fact that counts and shows dice, with its place in the log; (-1, None) when there is none."""
    for index, event in reversed(match.events):
        if isinstance(event, Fact) and hasattr(event, "d6"):
            return index, event
    return -1, None


# ---- from the switches under the board


def _felt(state: RefereeState, said: felt.Said) -> Step:
    pieces, entries = felt.step(state.pieces, state.match, said)
    if not entries:
        return replace(state, pieces=pieces), ()
    match = state.match.fork()
    for entry in entries:
        match.add(entry)
    return replace(state, match=match, pieces=pieces, refused=None), tuple(entries)


# ---- from the camera


def _watched(state: RefereeState, said: Watched) -> Step:
    state = replace(state, motion=said.motion, picture=said.picture or state.picture)
    if said.motion == "rolling":
        # What was in doubt is being put right; a new reading is on its way.
        return replace(state, tumbled=True, doubt=None), ()
    if said.motion != "settled":
        return state, ()
    if said.trouble and not said.dice:
        return _doubted(state, said, no("NO_READING", "", trouble=said.trouble), None), ()
    return _settled(state, said)


def _settled(state: RefereeState, said: Watched) -> Step:
    need = state.game.awaiting(state.match.state).need
    expected = state.game.on_table(state.match.state)
    if expected is None and not isinstance(need, Dice):
        return state, ()
    if not said.dice:
        return replace(state, doubt=None), ()
    moved = count_moved(state.lying, said.dice)
    if moved == 0 and len(said.dice) == len(state.lying) and not state.tumbled:
        # They lie as they lay: whatever was in doubt since has been put right.
        return (state if _same_as_doubt(state, said) else replace(state, doubt=None)), ()
    for why in (_unreadable(said.dice), _miscounted(state, said.dice)):
        if why is not None:
            return _doubted(state, said, why, moved), ()
    if expected is not None and _tops(said.dice) == _tops_of(expected):
        return replace(state, doubt=None, lying=said.dice, tumbled=False), ()
    if not state.lying and not state.tumbled:
        return _doubted(replace(state, lying=said.dice), said, no("LAY_THERE", ""), None), ()
    return _explained(state, said.dice, moved, said.picture)


def _same_as_doubt(state: RefereeState, said: Watched) -> bool:
    return state.doubt is not None and count_moved(state.doubt.dice, said.dice) == 0


def _unreadable(dice: Sequence[SeenDie]) -> Verdict | None:
    if any(die.status == "cocked" for die in dice):
        return no("COCKED", "")
    unsure = sum(die.status == "ask" for die in dice)
    return no("ASK_DICE", "", count="one die" if unsure == 1 else f"{unsure} dice") if unsure else None


def _miscounted(state: RefereeState, dice: Sequence[SeenDie]) -> Verdict | None:
    wanted = _wanted(state)
    if wanted is None or len(dice) == wanted:
        return None
    if len(dice) > wanted:
        return no("TOO_MANY_DICE", "", seen=len(dice), wanted=wanted)
    return no("DICE_MISSING", "", seen=len(dice), wanted=wanted, missing=wanted - len(dice))


def _wanted(state: RefereeState) -> int | None:
    """How many dice should lie there in the end."""
    need = state.game.awaiting(state.match.state).need
    if isinstance(need, Dice):
        return need.total
    expected = state.game.on_table(state.match.state)
    return None if expected is None else len(expected.d6 or ()) + len(expected.d12 or ())


def _doubted(state: RefereeState, said: Watched, why: Verdict, moved: int | None) -> RefereeState:
    return replace(state, doubt=Doubt(said.dice, why, said.picture, moved))


def _explained(state: RefereeState, dice: tuple[SeenDie, ...], moved: int | None, picture: int) -> Step:
    """Count what the rules can explain in one way; doubt everything else."""
    seen = seen_of(dice, moved)
    ways = {_after(state.match, events).state: events for events in state.game.readings(state.match.state, seen)}
    if len(ways) == 1:
        return _counted(state, next(iter(ways.values())), dice)
    changed = sum((_tops(dice) - _tops(state.lying)).values())
    why = no("SEVERAL", "") if ways else _mismatch(state, seen, changed, moved)
    return replace(state, doubt=Doubt(dice, why, picture, moved)), ()


def _mismatch(state: RefereeState, seen: Seen, changed: int, moved: int | None) -> Verdict:
    """Why the dice do not count: the rules' own words where they have some, else what differs."""
    fact = state.game.fact_of(seen)
    verdict: Verdict | None = state.game.judge(state.match.state, fact) if fact is not None else None
    if verdict is not None and not verdict.ok and verdict.reason not in ("NOT_TAKEN_UP", "NOT_NOW"):
        return verdict
    return no("NOT_EXPLAINED", "", changed=changed, moved="some" if moved is None else moved)


def _counted(state: RefereeState, events: Sequence[Event], dice: tuple[SeenDie, ...]) -> Step:
    match = _after(state.match, events)
    return replace(state, match=match, lying=dice, tumbled=False, doubt=None, refused=None), tuple(events)


def _after(match: Match, entries: Sequence[Entry]) -> Match:
    match = match.fork()
    for entry in entries:
        match.add(entry)
    return match


# ---- ways out of a doubt


def _named(state: RefereeState, index: int, hue: Hue) -> Step:
    doubt = state.doubt
    if doubt is None or not 0 <= index < len(doubt.dice):
        return replace(state, refused=no("NO_SUCH_DIE", "", hue=hue)), ()
    if doubt.dice[index].kind == "d6" and not hue.is_primary:
        return replace(state, refused=no("NOT_ON_A_CUBE", "SB-BRD-08", hues=(hue,))), ()
    dice = list(doubt.dice)
    dice[index] = replace(dice[index], status="ok", top=hue, candidates=((hue, 1.0),))
    state = replace(state, doubt=replace(doubt, dice=tuple(dice)), refused=None)
    left = _unreadable(dice) or _miscounted(state, dice)
    if left is not None:
        return replace(state, doubt=replace(doubt, dice=tuple(dice), why=left)), ()
    return _explained(state, tuple(dice), doubt.moved, doubt.picture)


def _accepted(state: RefereeState) -> Step:
    doubt = state.doubt
    if doubt is None or not doubt.acceptable:
        return replace(state, refused=no("NOTHING_TO_ACCEPT", "")), ()
    seen = seen_of(doubt.dice, None)
    for events in state.game.readings(state.match.state, seen):
        return _counted(state, events, doubt.dice)
    # Nothing that happened since explains it: then the last reading was wrong, and this one is right.
    index, fact = _last_dice(state.match)
    truth = state.game.fact_of(seen)
    if fact is None or truth is None:
        return replace(state, refused=doubt.why), ()
    after, entries = _by_hand(state, lambda _: Correct(index, replace(truth, source="hand")))
    return (replace(after, lying=doubt.dice), entries) if entries else (after, entries)


# ---- dice, counted and compared


def _tops(dice: Sequence[SeenDie]) -> Counter[tuple[str, Hue | None]]:
    return Counter((die.kind, die.top) for die in dice)


def _tops_of(seen: Seen) -> Counter[tuple[str, Hue | None]]:
    return Counter([("d6", hue) for hue in seen.d6 or ()] + [("d12", hue) for hue in seen.d12 or ()])


def seen_of(dice: Sequence[SeenDie], moved: int | None) -> Seen:
    """The dice in the engine's words."""
    d6 = tuple(die.top for die in dice if die.kind == "d6" and die.top is not None)
    d12 = tuple(die.top for die in dice if die.kind == "d12" and die.top is not None)
    return Seen(d6, d12, moved=moved)


def count_moved(before: Sequence[SeenDie], now: Sequence[SeenDie]) -> int | None:
    """How many of the dice now do not lie where one like it lay before; None when nothing is known of before.

    A die without a name is compared by kind and place alone.
    """
    if not before:
        return None
    rest = list(before)
    moved = 0
    for die in now:
        twin = next((b for b in rest if _untouched(b, die)), None)
        if twin is None:
            moved += 1
        else:
            rest.remove(twin)
    return moved


def _untouched(before: SeenDie, now: SeenDie) -> bool:
    (x0, y0), (x1, y1) = before.mat_xy_mm, now.mat_xy_mm
    near = (x0 - x1) ** 2 + (y0 - y1) ** 2 <= STILL_MM**2
    unnamed = before.top is None or now.top is None
    return near and before.kind == now.kind and (unnamed or before.top == now.top)


# ---- lights


def lights(state: RefereeState) -> Picture:
    """The game's lights, with what is in doubt on top: wrong spots red, the candidates of an unsure die breathing."""
    # The board is seen by everybody, so it shows what everybody may know.
    picture = dict(state.game.lights(state.game.view(state.match.state, None)))
    if state.doubt is not None:
        for die in state.doubt.dice:
            if die.status == "ask":
                picture |= {f"{hue.name}1": Light(Meaning.WAITING, hue) for hue, _ in die.candidates[:2]}
        picture |= {spot: Light(Meaning.WRONG) for spot in state.doubt.why.spots}
    if state.refused is not None:
        picture |= {spot: Light(Meaning.WRONG) for spot in state.refused.spots}
    return picture
