"""What a tap on dice does: choosing and rolling them again, saying what they really show, typing a whole roll in."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, Protocol

from engine.components.hues import Hue
from engine.core.events import Event
from engine.core.match import Match
from engine.core.verdict import Dice
from engine.inference.observation import Observation
from tablelight.referee.inputs import AnotherDie, CorrectDie, CorrectEntry, CorrectPips, EnterEvent, NameDie, NoDie
from tablelight.referee.reducer import Input
from tablelight.web.components.dice import dice_of
from tablelight.web.table_hands import TableHands, hand_acts
from tablelight.web.viewer import Shown
from tablelight.web.views.looking import Looking
from tablelight.web.views.overlays import wanted_kinds

Args = Mapping[str, str]


class Player(Protocol):
    """What the acts of dice need of a browser: what it looks at, the game, and ways to say something about it."""

    @property
    def looking(self) -> Looking: ...

    def shown(self) -> Shown: ...

    def match(self) -> Match: ...

    def dice_game(self) -> Match: ...

    def tell(self, said: Input) -> None: ...

    def play(self, text: str) -> None: ...


class DiceActs:
    """The acts of dice. ``hands``: of a simulated table; None at a real one."""

    def __init__(self, player: Player, hands: TableHands | None) -> None:
        self._player, self._hands = player, hands
        tell = player.tell
        self.acts: dict[str, Callable[[Args], None]] = {
            "die": self._die,
            "take": self._take,
            "reroll": self._reroll,
            "correct": lambda a: tell(CorrectDie(a["kind"], Hue[a["was"]], Hue[a["hue"]])),
            "correct-pips": lambda a: tell(CorrectPips(int(a["number"]))),
            "doubt-die": self._doubt_die,
            "name": lambda a: tell(NameDie(int(a["index"]), Hue[a["hue"]], _kind(a))),
            "no-die": lambda a: tell(NoDie(int(a["index"]))),
            "another": lambda a: tell(AnotherDie(_kind(a) or "d6", Hue[a["hue"]])),
            "type": self._type,
            "typed": self._typed,
            "typed-back": self._typed_back,
            "typed-done": self._typed_done,
            "hand-roll": self._hand_roll,
            **hand_acts(hands),
        }

    @property
    def _looking(self) -> Looking:
        return self._player.looking

    def _die(self, args: Args) -> None:
        self._looking.overlay, self._looking.index = "palette", int(args["index"])

    def _doubt_die(self, args: Args) -> None:
        self._looking.overlay, self._looking.index = "doubt-die", int(args["index"])

    def _take(self, args: Args) -> None:
        self._looking.taken ^= {int(args["index"])}

    def _reroll(self, args: Args) -> None:
        dice = dice_of(self._player.dice_game().state)
        taken = [dice[n] for n in sorted(self._looking.taken) if n < len(dice)]
        sides = [" ".join(hue.name for kind, hue in taken if kind == wanted) for wanted in ("d6", "d12")]
        before = len(self._player.match().log)
        self._player.play(f"reroll {sides[0]} / {sides[1]}")
        if self._hands is not None and len(self._player.match().log) > before:
            self._hands.roll(taken)

    def _type(self, args: Args) -> None:
        self._looking.overlay, self._looking.typed = "typed", []

    def _typed(self, args: Args) -> None:
        if len(self._looking.typed) < len(wanted_kinds(self._player.shown())):
            self._looking.typed.append(Hue[args["hue"]])

    def _typed_back(self, args: Args) -> None:
        self._looking.typed = self._looking.typed[:-1]

    def _typed_done(self, args: Args) -> None:
        """The typed roll counts as the next one; where none is awaited, the last roll was really this."""
        match, wanted = self._player.match(), wanted_kinds(self._player.shown())
        typed = list(zip(wanted, self._looking.typed, strict=True))
        need = match.game.awaiting(match.state).need
        kept = (need.kept_d6, need.kept_d12) if isinstance(need, Dice) else ((), ())
        d6 = (*kept[0], *(hue for kind, hue in typed if kind == "d6"))
        d12 = (*kept[1], *(hue for kind, hue in typed if kind == "d12"))
        fact = match.game.fact_of(Observation(d6, d12, source="hand"))
        self._looking.typed = []
        if fact is not None:
            self._player.tell(EnterEvent(str(fact)) if isinstance(need, Dice) else _correction(match, fact))

    def _hand_roll(self, args: Args) -> None:
        match = self._player.dice_game()
        need = match.game.awaiting(match.state).need
        if self._hands is not None and isinstance(need, Dice):
            state: Any = match.state
            taken = [("d6", hue) for hue in state.taken_d6] + [("d12", hue) for hue in state.taken_d12]
            self._hands.roll(taken or None)


def _kind(args: Args) -> Literal["d6", "d12"] | None:
    """The kind of die that was named; None where none was."""
    kinds: dict[str, Literal["d6", "d12"]] = {"d6": "d6", "d12": "d12"}
    return kinds[args["kind"]] if "kind" in args else None


def _correction(match: Match, fact: Event) -> Input:
    index = max(index for index, event in match.events if isinstance(event, type(fact)))
    return CorrectEntry(index, str(fact))
