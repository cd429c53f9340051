"""What the rules expect to lie in the tray: it helps to ask, and names what is odd; it never makes a reading surer."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.components.hues import PRIMARIES, Hue
from engine.core.match import Match
from engine.core.verdict import Dice, Verdict, no
from tablelight.referee.dice_words import counted, maybe_dice
from tablelight.referee.dice_words import dice as so_many
from vision.dice.readings import Kind, SeenDie

KINDS: tuple[Kind, Kind] = ("d6", "d12")
_LIKELY = 3
"""Of what the eyes think likely, so many are offered first; chosen by hand: they fit beside each other on a phone."""


@dataclass(frozen=True, slots=True)
class ExpectedDice:
    """How many dice of each kind should lie there in the end, and what those show of which that is ``known``."""

    d6: int
    d12: int
    known: tuple[tuple[Kind, Hue], ...] = ()

    @property
    def total(self) -> int:
        """Dice of both kinds."""
        return self.d6 + self.d12

    def of_kind(self, kind: Kind) -> int:
        """Dice of one kind."""
        return self.d6 if kind == "d6" else self.d12

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of dice that are used here at all."""
        return tuple(kind for kind in KINDS if self.of_kind(kind))


def expected_in(match: Match) -> ExpectedDice | None:
    """What should lie there now; None where any dice may."""
    game, state = match.game, match.state
    need = game.awaiting(state).need
    if isinstance(need, Dice):
        known = _known(need.kept_d6, need.kept_d12)
        return ExpectedDice(need.d6 + len(need.kept_d6), need.d12 + len(need.kept_d12), known)
    shown = game.on_table(state)
    if shown is None:
        return None
    d6, d12 = shown.d6 or (), shown.d12 or ()
    return ExpectedDice(len(d6), len(d12), _known(d6, d12))


def _known(d6: Sequence[Hue], d12: Sequence[Hue]) -> tuple[tuple[Kind, Hue], ...]:
    return (*(("d6", hue) for hue in d6), *(("d12", hue) for hue in d12))


# ---- what has to be asked


def question(expected: ExpectedDice | None, dice: Sequence[SeenDie]) -> Verdict | None:
    """Why these dice cannot count as they are, with what is seen and what is expected; None when they may."""
    if any(die.status == "cocked" for die in dice):
        return no("COCKED", "")
    sure = [die for die in dice if die.status == "ok"]
    unsure = len(dice) - len(sure)
    count = so_many(unsure)
    if expected is None:
        return no("ASK_DICE", "", count=count) if unsure else None
    seen, wanted = _counts(dice), (expected.d6, expected.d12)
    words = {"seen": counted(*seen), "wanted": counted(*wanted, like=seen)}
    if unsure and _counts(sure) == wanted:
        return no("EXTRA_THING", "", wanted=counted(*wanted), things=maybe_dice(unsure))
    if unsure:
        return no("ASK_DICE", "", count=count) if seen == wanted else no("ASK_AND_COUNT", "", count=count, **words)
    if len(dice) > expected.total:
        return no("TOO_MANY_DICE", "", **words)
    if len(dice) < expected.total:
        return no("DICE_MISSING", "", missing=expected.total - len(dice), **words)
    return None if seen == wanted else no("OTHER_DICE", "", seen=counted(*seen), wanted=counted(*wanted))


def _counts(dice: Sequence[SeenDie]) -> tuple[int, int]:
    return sum(die.kind == "d6" for die in dice), sum(die.kind == "d12" for die in dice)


# ---- what can be answered


@dataclass(frozen=True, slots=True)
class Answers:
    """What a die in doubt may be: ``kinds``, the likelier one first; ``likely`` hues of the first kind, the expected
    ones first; whether it may well be no die at all (``none_first``)."""

    kinds: tuple[Kind, ...]
    likely: tuple[Hue, ...]
    none_first: bool = False


def answers(expected: ExpectedDice | None, dice: Sequence[SeenDie], index: int) -> Answers:
    """What to offer for die ``index`` of those in doubt. Where other kinds cannot be meant they are not offered."""
    die = dice[index]
    others = [other for n, other in enumerate(dice) if n != index and other.status == "ok"]
    have = Counter(other.kind for other in others)
    kinds = [kind for kind in KINDS if expected is None or kind in expected.kinds] or list(KINDS)
    room = {kind: expected is None or have[kind] < expected.of_kind(kind) for kind in kinds}
    kinds.sort(key=lambda kind: (not room[kind], kind != die.kind))
    candidates = [hue for hue, _ in die.candidates[:_LIKELY]] if die.status != "ok" else []
    left = Counter(expected.known if expected else ()) - Counter((other.kind, other.top) for other in others)
    may = [hue for hue in candidates if kinds[0] == "d12" or hue in PRIMARIES]
    may.sort(key=lambda hue: (kinds[0], hue) not in left)
    return Answers(tuple(kinds), tuple(may), none_first=not any(room.values()))
