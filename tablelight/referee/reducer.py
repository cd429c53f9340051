"""The referee: a pure reducer from what was seen or tapped to what counts.

``step(state, input)`` gives the next state and the entries it added to the match. Nothing here knows a thread, a
clock or a socket; whoever calls it writes the entries down first and shows the new state afterwards.

A reading the rules do not allow is never thrown away: it becomes a Doubt, and from every doubt there are three ways
out: put it right on the table, take what the table shows (Accept), or type it in (Play).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine.components.cards import full_name
from engine.components.hues import Hue
from engine.components.lights import Light, Meaning, Picture
from engine.core.errors import EngineError, Refused
from engine.core.events import Correct, Entry, Fact, Leave, Rename, Undo
from engine.core.match import Match
from engine.core.verdict import Dice, Verdict, no
from engine.inference.observation import MOST_NAMED, Seen, SeenCard
from tablelight.referee import pieces as felt
from tablelight.referee.cards import as_counted, explanations, unlike
from tablelight.referee.dice import (
    Told,
    as_before,
    count_moved,
    kept_places,
    known_again,
    seen_of,
    told_by,
    tops,
    tops_of,
)
from tablelight.referee.doubts import Doubt, doubt_of
from tablelight.referee.expectations import expected_in, question
from tablelight.referee.hypotheses import Way, after, corrected_roll, last_dice, text_of, ways
from tablelight.referee.inputs import (
    Accept,
    AnotherDie,
    CallPlayers,
    CorrectDie,
    CorrectEntry,
    CorrectPips,
    Dismiss,
    GoHome,
    Input,
    Motion,
    NameDie,
    NoDie,
    Play,
    Redo,
    TakeBack,
    Watched,
)
from tablelight.referee.pieces import Pieces
from tablelight.referee.pips import moved_dice
from tablelight.referee.pips import question as pip_question
from vision.dice.readings import SeenDie
from vision.pips.readings import SeenPips

# ---- what is kept


@dataclass(frozen=True, slots=True)
class RefereeState:
    """Everything the referee knows. ``match`` is never changed in place: each step that adds to it forks it first.

    ``lying``: the dice at the last reading that was accounted for, as the camera saw them. ``told``: what people said
    of some of them. ``confirmed``: what they said of dice in doubt that counted then. ``tumbled``: dice rolled since
    the last reading; ``aside``: what was in doubt when they began to. ``refused``: why the last thing entered by hand
    did not count. ``in_view``: the cards at the last reading that was accounted for; None before the first. ``pips``:
    the dice with dots then, and ``pips_now`` those at the last reading.
    """

    match: Match
    lying: tuple[SeenDie, ...] = ()
    told: tuple[Told, ...] = ()
    confirmed: tuple[Told, ...] = ()
    tumbled: bool = False
    motion: Motion = "empty"
    doubt: Doubt | None = None
    aside: Doubt | None = None
    refused: Verdict | None = None
    picture: int = 0
    pieces: Pieces = field(default_factory=Pieces)
    in_view: tuple[SeenCard, ...] | None = None
    pips: tuple[SeenPips, ...] = ()
    pips_now: tuple[SeenPips, ...] = ()

    @property
    def game(self) -> Any:
        return self.match.game


Step = tuple[RefereeState, tuple[Entry, ...]]


def step(state: RefereeState, said: Input | felt.Said) -> Step:
    """The state after one input, and the entries that were added to the match (none: nothing to write down)."""
    match said:
        case felt.Sensed() | felt.TakeReading() | felt.IgnoreSwitches() | felt.LeaveBoard() | felt.TrustSwitches():
            return _felt(state, said)
        case Watched():
            return _watched(state, said)
        case Play(text):
            return _by_hand(state, lambda m: m.parse(text))
        case TakeBack():
            return _by_hand(state, lambda m: Undo(m.undo_target()))
        case Redo():
            return _by_hand(state, _redo)
        case CallPlayers(names):
            return _about_people(state, Rename(names))
        case GoHome(seat):
            return _about_people(state, Leave(seat))
        case CorrectEntry(index, text):
            return _by_hand(state, lambda m: Correct(index, m.game.parse(text, m.state)))
        case CorrectDie():
            return _by_hand(state, lambda m: _corrected_die(m, said))
        case CorrectPips(number):
            return _by_hand(state, lambda m: corrected_roll(m, number))
        case NameDie() | NoDie() | AnotherDie():
            return _edited(state, said)
        case Accept(way):
            return _accepted(state, way)
        case Dismiss():
            accounted = _cards_accounted(state, replace(state, refused=None, pips=state.pips_now))
            return _lying_there(accounted), ()


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
    after_it = _pips_early(state, _lying_there(_cards_accounted(state, replace(state, match=match, refused=None))))
    return replace(after_it, told=_told_since(state, entry, after_it)), (entry,)


def _about_people(state: RefereeState, entry: Rename | Leave) -> Step:
    """Names, or somebody who goes: neither says anything of what lies on the table."""
    match = state.match.fork()
    try:
        match.add(entry)
    except Refused as refused:
        return replace(state, refused=refused.verdict), ()
    settled = replace(state, match=match, refused=None)
    return settled if match.left is None else replace(settled, doubt=None, aside=None), (entry,)


def _told_since(before: RefereeState, entry: Entry, now: RefereeState) -> tuple[Told, ...]:
    """What is known of misread dice once people have entered something. Whether it is about the dice that lie there
    is certain only when those were in doubt, or were as expected before one was corrected."""
    if not isinstance(entry, (Fact, Correct)):
        return () if isinstance(entry, Undo) else before.told
    expected = now.game.on_table(now.match.state)
    about_these = before.doubt is not None or (isinstance(entry, Correct) and _as_expected(before))
    return told_by(expected, now.lying) if expected is not None and about_these else ()


def _as_expected(state: RefereeState) -> bool:
    expected = state.game.on_table(state.match.state)
    lying = [die for _, die in known_again(state.told, state.lying) if die is not None]
    return expected is not None and not state.tumbled and tops(lying) == tops_of(expected)


def _lying_there(state: RefereeState) -> RefereeState:
    """Nothing is in doubt any more; the dice that were are accounted for as they lie."""
    lying = state.doubt.in_view if state.doubt else state.lying
    return replace(state, doubt=None, aside=None, lying=lying, tumbled=False)


def _cards_accounted(before: RefereeState, now: RefereeState) -> RefereeState:
    """The cards in doubt lie there rightly: somebody said what happened, or that it does not matter."""
    seen = before.doubt.cards if before.doubt else None
    if seen is None or before.in_view is None:
        return now
    return replace(now, in_view=as_counted(before.match, now.match, seen, before.in_view))


def _redo(match: Match) -> Entry:
    target = match.redo_target()
    if target is None:
        raise Refused(no("NOTHING_TO_REDO", ""))
    return Undo(target)


def _corrected_die(match: Match, said: CorrectDie) -> Entry:
    index, fact = last_dice(match)
    if fact is None:
        raise Refused(no("NOTHING_TO_CORRECT", ""))
    dice = list(getattr(fact, said.kind))
    if said.was not in dice:
        raise Refused(no("NO_SUCH_DIE", "", hue=said.was))
    dice[dice.index(said.was)] = said.now
    return Correct(index, replace(fact, **{said.kind: tuple(dice)}, source="hand"))


# ---- from the switches under the board


def _felt(state: RefereeState, said: felt.Said) -> Step:
    pieces, entries = felt.step(state.pieces, state.match, said)
    if not entries:
        return replace(state, pieces=pieces), ()
    match = state.match.fork()
    for entry in entries:
        match.add(entry)
    return _pips_early(state, replace(state, match=match, pieces=pieces, refused=None)), tuple(entries)


# ---- from the camera


def _watched(state: RefereeState, said: Watched) -> Step:
    state = replace(state, motion=said.motion, picture=said.picture or state.picture)
    if said.motion == "rolling":
        # What was in doubt is being put right; a new reading is on its way.
        return replace(state, tumbled=True, doubt=None, aside=state.doubt or state.aside), ()
    aside, state = state.aside, replace(state, aside=None if said.motion == "settled" else state.aside)
    if said.motion == "settled" and said.cards is not None:
        return _cards_settled(state, said.cards, said.picture)
    if said.motion == "settled" and said.pips is not None:
        return _pips_settled(replace(state, pips_now=said.pips), said)
    if said.motion != "settled" or not _looks(state):
        return state, ()
    if not said.dice:
        why = no("NO_READING", "") if said.trouble else None
        return replace(state, doubt=doubt_of((), why, said.picture, None, said.trouble) if why else None), ()
    return _settled(state, said, aside)


def _cards_settled(state: RefereeState, cards: tuple[SeenCard, ...], picture: int) -> Step:
    """Count what laid or took the cards that differ from before, if the rules can explain it in one way."""
    if state.in_view is None:
        return replace(state, in_view=cards), ()
    laid, gone = unlike(cards, state.in_view), unlike(state.in_view, cards)
    if not laid and not gone:
        return replace(state, doubt=None), ()
    found = explanations(state.match, cards, state.in_view)
    # Rules may help to choose between names, but a card is not taken for a less likely one because that would fit.
    likely = explanations(state.match, cards, state.in_view, likeliest=True) if len(found) == 1 else ()
    if len(likely) == 1:
        (entries,) = likely
        match = after(state.match, entries)
        in_view = as_counted(state.match, match, cards, state.in_view)
        now = replace(state, match=match, in_view=in_view, doubt=None, refused=None)
        return now, tuple(entries)
    named = ", ".join(" or ".join(map(full_name, card.may_be[:3])) for card in (*laid, *gone))
    reason = "CARDS_SEVERAL" if len(found) > 1 else "CARDS_UNLIKELY" if found else "CARDS_NOT_EXPLAINED"
    why = no(reason, "", cards=named)
    return replace(state, doubt=Doubt((), why, picture, cards=cards)), ()


def _pips_settled(state: RefereeState, said: Watched) -> Step:
    """Count the one die that was rolled, if one is awaited and its number is beyond doubt."""
    dice = said.pips or ()
    moved = moved_dice(state.pips, dice, tumbled=state.tumbled)
    if not moved or not _awaits_pips(state):
        return (state if state.doubt and moved else replace(state, doubt=None)), ()
    why = pip_question(moved, said.trouble, lay_there=not state.pips and not state.tumbled)
    if why is None and moved[0].top is not None:
        found = state.game.readings(state.match.state, Seen(pips=(moved[0].top,)))
        if len(found) == 1:
            counted = replace(state, match=after(state.match, found[0]), pips=dice, tumbled=False)
            return replace(counted, doubt=None, refused=None), tuple(found[0])
    return replace(state, doubt=_pip_doubt(moved, why or no("NO_READING", ""), said.picture, said.trouble)), ()


def _pip_doubt(dice: Sequence[SeenPips], why: Verdict, picture: int, trouble: str = "") -> Doubt:
    return Doubt((), why, picture, trouble=trouble, pips=tuple(dice))


def _awaits_pips(state: RefereeState) -> bool:
    return bool(state.game.rolls_pips and state.game.readings(state.match.state, Seen(pips=(1,))))


def _pips_early(before: RefereeState, now: RefereeState) -> RefereeState:
    """After an entry: it may have been the roll that lies there; or a die that was rolled too early is awaited now."""
    if not now.game.rolls_pips:
        return now
    if _awaits_pips(before) or not _awaits_pips(now):
        return replace(now, pips=now.pips_now) if _awaits_pips(before) else now
    moved = moved_dice(now.pips, now.pips_now, tumbled=before.tumbled)
    if not moved:
        return now
    return replace(now, doubt=_pip_doubt(moved, no("PIPS_EARLY", ""), now.picture))


def _looks(state: RefereeState) -> bool:
    """Whether the dice that lie there matter just now."""
    need = state.game.awaiting(state.match.state).need
    return isinstance(need, Dice) or state.game.on_table(state.match.state) is not None


def _settled(state: RefereeState, said: Watched, aside: Doubt | None) -> Step:
    moved = count_moved(state.lying, said.dice)
    if moved == 0 and len(said.dice) == len(state.lying) and not state.tumbled:
        # They lie as they lay: whatever was in doubt since has been put right.
        return (state if _same_as_doubt(state, said) else replace(state, doubt=None)), ()
    shifted = as_before(state.lying, said.dice)
    if shifted is not None:
        # The camera was knocked, or the mat was moved: nobody rolled, and what was asked before is asked still.
        told = tuple((_now_at(die, state.lying, shifted), meant) for die, meant in state.told)
        asked = state.doubt or aside
        still = asked if asked and as_before(asked.in_view, said.dice) else None
        return replace(state, lying=said.dice, told=told, tumbled=False, doubt=still), ()
    state, moved = _from_here(state, said.dice, moved)
    doubt = doubt_of(_as_told(state, said.dice), no("NO_READING", ""), said.picture, moved, said.trouble)
    why = question(expected_in(state.match), doubt.dice)
    if _kept_alone(state, doubt) and not said.trouble:
        return replace(state, doubt=None), ()
    if why is not None or said.trouble:
        return replace(state, doubt=replace(doubt, why=why or doubt.why)), ()
    expected = state.game.on_table(state.match.state)
    if expected is not None and tops(doubt.dice) == tops_of(expected):
        return replace(state, doubt=None, lying=said.dice, told=doubt.told, tumbled=False), ()
    if not state.lying and not state.tumbled:
        return replace(state, lying=said.dice, doubt=replace(doubt, why=no("LAY_THERE", ""), moved=None)), ()
    if expected is not None and not state.tumbled:
        # Nobody saw them roll, so this is no reroll before somebody says so.
        return replace(state, doubt=replace(doubt, why=_mismatch(state, doubt))), ()
    return _explained(state, doubt)


def _from_here(state: RefereeState, dice: Sequence[SeenDie], moved: int | None) -> tuple[RefereeState, int | None]:
    """What is known of the dice before, as a camera sees it that was knocked while some of them were rolled; and how
    many moved but for that."""
    kept = kept_places(state.lying, dice)
    if kept == state.lying:
        return state, moved
    told = tuple((_now_at(die, state.lying, kept), meant) for die, meant in state.told)
    return replace(state, lying=kept, told=told), count_moved(kept, dice)


def _now_at(die: SeenDie, before: Sequence[SeenDie], now: Sequence[SeenDie]) -> SeenDie:
    """Where a die lies now that was one of those before."""
    return next((there for was, there in zip(before, now, strict=True) if not count_moved([was], [die])), die)


def _as_told(state: RefereeState, seen: Sequence[SeenDie]) -> tuple[tuple[SeenDie, SeenDie | None], ...]:
    """What was seen with what people said of it before; a roll of all dice is read afresh."""
    need = state.game.awaiting(state.match.state).need
    afresh = isinstance(need, Dice) and not (need.kept_d6 or need.kept_d12)
    return known_again(() if afresh else state.told, seen)


def _kept_alone(state: RefereeState, doubt: Doubt) -> bool:
    """Just the dice lie there that were to stay; the others are still in somebody's hand."""
    need = state.game.awaiting(state.match.state).need
    if not isinstance(need, Dice) or not (need.kept_d6 or need.kept_d12):
        return False
    return doubt.named and tops(doubt.dice) == tops_of(Seen(need.kept_d6, need.kept_d12))


def _same_as_doubt(state: RefereeState, said: Watched) -> bool:
    return state.doubt is not None and bool(said.dice) and count_moved(state.doubt.in_view, said.dice) == 0


def _explained(state: RefereeState, doubt: Doubt) -> Step:
    """Count what the rules can explain in one way; doubt everything else."""
    seen = seen_of(doubt.dice, doubt.moved)
    found = {after(state.match, e).state: e for e in state.game.readings(state.match.state, seen)}
    if len(found) == 1:
        return _counted(state, next(iter(found.values())), doubt)
    why = no("SEVERAL", "") if found else _mismatch(state, doubt)
    return replace(state, doubt=replace(doubt, why=why)), ()


def _mismatch(state: RefereeState, doubt: Doubt) -> Verdict:
    """Why the dice do not count: the rules' own words where they have some, else what differs."""
    fact = state.game.fact_of(seen_of(doubt.dice, doubt.moved))
    verdict: Verdict | None = state.game.judge(state.match.state, fact) if fact is not None else None
    if verdict is not None and not verdict.ok and verdict.reason not in ("NOT_TAKEN_UP", "NOT_NOW"):
        return verdict
    changed = sum((tops(doubt.dice) - tops(state.lying)).values())
    return no("NOT_EXPLAINED", "", changed=changed, moved="some" if doubt.moved is None else doubt.moved)


def _counted(state: RefereeState, entries: Way, doubt: Doubt) -> Step:
    match = after(state.match, entries)
    counted = replace(state, match=match, lying=doubt.in_view, told=doubt.told, confirmed=doubt.told)
    return replace(counted, tumbled=False, doubt=None, refused=None), tuple(entries)


# ---- ways out of a doubt


def _edited(state: RefereeState, said: NameDie | NoDie | AnotherDie) -> Step:
    """What people say of the dice in doubt; when nothing is left to ask they count."""
    doubt = state.doubt
    if doubt is None or (not isinstance(said, AnotherDie) and not 0 <= said.index < len(doubt.dice)):
        return replace(state, refused=no("NO_SUCH_DIE", "", hue="such")), ()
    match said:
        case NoDie(index):
            doubt = doubt.without(index)
        case NameDie(index, hue, kind):
            kind = kind or doubt.dice[index].kind
            if kind == "d6" and not hue.is_primary:
                return _not_on_a_cube(state, hue)
            doubt = doubt.with_name(index, kind, hue)
        case AnotherDie(kind, hue):
            if kind == "d6" and not hue.is_primary:
                return _not_on_a_cube(state, hue)
            doubt = doubt.with_another(kind, hue)
    state = replace(state, refused=None)
    left = question(expected_in(state.match), doubt.dice)
    if left is not None or not doubt.dice:
        return replace(state, doubt=replace(doubt, why=left or no("NO_READING", ""))), ()
    return _explained(state, doubt)


def _not_on_a_cube(state: RefereeState, hue: Hue) -> Step:
    return replace(state, refused=no("NOT_ON_A_CUBE", "SB-BRD-08", hues=(hue,))), ()


def _accepted(state: RefereeState, way: str) -> Step:
    doubt = state.doubt
    chosen = next((entries for entries in open_ways(state) if way in ("", text_of(entries))), None)
    if doubt is None or chosen is None:
        return replace(state, refused=doubt.why if doubt and doubt.named else no("NOTHING_TO_ACCEPT", "")), ()
    if doubt.cards is not None:
        counted = replace(state, match=after(state.match, chosen), refused=None)
        return _lying_there(_cards_accounted(state, counted)), tuple(chosen)
    return _counted(state, chosen, doubt)


def open_ways(state: RefereeState) -> tuple[Way, ...]:
    """What people can choose from in a doubt, the likeliest first: how dice or cards may have come to lie there."""
    doubt = state.doubt
    if doubt is None:
        return ()
    if doubt.cards is not None:
        return explanations(state.match, doubt.cards, state.in_view or ())[:MOST_NAMED]
    return ways(state.match, doubt, tumbled=state.tumbled)


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
