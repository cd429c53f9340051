"""The hands of the simulated table that the page shows: they throw when asked, play by themselves, and bungle."""

import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from random import Random

from engine.components.hues import Hue
from engine.core.match import Match
from engine.core.turns import turns
from engine.core.verdict import Dice
from tablelight.demo.hands import numbers_of
from tablelight.demo.live_table import Closed, LiveTable
from tablelight.demo.mishaps import MISHAPS
from tablelight.demo.person import CannotGoOn, SimulatedPerson
from tablelight.demo.scene import Mishap, Scene
from tablelight.referee.piece_places import calm
from tablelight.referee.state import RefereeState
from tablelight.session.sensors import TOGETHER_S
from tablelight.texts.sentences import say
from tablelight.web.table_hands import HandsState, Playing, Speed
from vision.simulation import LAMPS, TableBusy

log = logging.getLogger(__name__)

PAUSE_S = {"slow": 2.5, "normal": 0.8, "fast": TOGETHER_S + 0.1}
"""Between two things that hands do, by speed. Chosen by hand: slow can be followed by somebody who explains; were
fast any faster, two people's cards would come to a reader at once."""
MOST_IN_A_TURN = 60
"""Events after which a turn that nobody ends counts as one. Chosen by hand."""


class DemoHands:
    """Hands at a live table; at most one thing at a time, in a thread of its own. ``seed``: of what they choose."""

    def __init__(self, table: LiveTable, seed: int, speed: Speed = "normal") -> None:
        self._table, self._random = table, Random(seed)
        self._lock = threading.Lock()
        lamp = table.lens.lamp.name if table.lens else ""
        self._state = HandsState(speed=speed, lamp=lamp, lamps=tuple(LAMPS))
        self._rights: dict[str, Callable[[], None]] = {}
        self._thread: threading.Thread | None = None
        self._later: threading.Thread | None = None
        self._known: tuple[tuple[RefereeState, tuple[str, ...], bool], tuple[str, ...]] | None = None

    @property
    def state(self) -> HandsState:
        """What they are at, and what could go wrong now."""
        referee = self._table.table.snapshot.referee
        if referee is None or referee.match.over or self._state.playing:
            return self._state
        # Asked ten times a second for every open page, and worked out anew only when something has changed.
        device = self._table.device
        now = (referee, tuple(self._rights), device is not None and device.running)
        if self._known is None or self._known[0] != now:
            fit = tuple(n for n, each in MISHAPS.items() if n not in self._rights and self._fits(each, referee))
            self._known = (now, fit)
        return replace(self._state, mishaps=self._known[1], wrong=tuple(self._rights))

    def _fits(self, mishap: Mishap, referee: RefereeState) -> bool:
        return mishap.fits(Scene(self._table, referee.match, self._random))

    def close(self) -> None:
        """The service ends."""
        self._table.close()
        if self._thread is not None:
            self._thread.join(timeout=3)

    # ---- one thing at a time

    def roll(self, dice: list[tuple[str, Hue]] | None = None) -> None:
        """Throw the dice of a whole roll, or those that show these hues. While dice move nothing happens; while a
        hand clears the mat, as when another game begins, the whole roll follows it."""
        tray, now = self._table.dice, self._table.now
        assert tray is not None
        with self._lock:
            if self._state.playing:
                return
            numbers = self._wanted() if dice is None else self._numbers(dice, now)
            others = set(tray.truth(now).dice) - set(numbers) if dice is None else set()
            try:
                if others:
                    tray.take_away(now, others)
                    self._throw_later(numbers)
                else:
                    tray.reroll(now, numbers)
            except TableBusy:
                if dice is not None or not tray.clearing(now):
                    return
                self._throw_later(numbers)
            self._rights = {name: right for name, right in self._rights.items() if name not in ("cocked", "off_mat")}

    def _wanted(self) -> list[int]:
        """The dice of a whole roll of the game that is played."""
        referee = self._table.table.snapshot.referee
        need = referee.game.awaiting(referee.match.state).need if referee is not None else None
        counts = {"d6": need.d6, "d12": need.d12} if isinstance(need, Dice) else {"d6": 0, "d12": 0}
        return [number for kind, count in counts.items() for number in numbers_of(kind, count)]

    def _throw_later(self, numbers: list[int]) -> None:
        """Throw when the mat is clear, once for however many taps."""
        if self._later is None or not self._later.is_alive():
            self._later = threading.Thread(target=self._throw_once_still, args=(numbers,), daemon=True)
            self._later.start()

    def _throw_once_still(self, numbers: list[int]) -> None:
        """Throw when the dice of another game are off the table."""
        with suppress(Closed, TableBusy):
            self._table.settle()
            assert self._table.dice is not None
            self._table.dice.reroll(self._table.now, numbers)

    def still_at(self) -> float:
        """When everything that is moving will lie still, on the clock of the hands."""
        assert self._table.dice is not None
        return self._table.dice.busy_until()

    def _numbers(self, dice: list[tuple[str, Hue]], now: float) -> list[int]:
        """Which dice on the table show these hues; a leaning die goes along with whatever is thrown."""
        assert self._table.dice is not None
        lying = dict(self._table.dice.truth(now).dice)
        numbers = [n for n, die in lying.items() if die.cocked]
        for kind, hue in dice:
            number = next((n for n, d in lying.items() if (d.kind, d.top) == (kind, hue) and n not in numbers), None)
            if number is not None:
                numbers.append(number)
        return numbers or list(lying)

    def lamp(self, name: str) -> None:
        """Switch to another lamp over the table."""
        assert self._table.lens is not None
        self._table.lens.lamp = name
        self._rights.pop("lamp_out", None)
        self._state = replace(self._state, lamp=name)

    def hurry(self, speed: Speed) -> None:
        """Play at this speed from the next thing on."""
        self._state = replace(self._state, speed=speed)

    # ---- playing

    def play(self, what: Playing) -> None:
        """Begin to play a turn, or the rest of the game."""
        with self._lock:
            if not self._state.playing:
                self._begin(replace(self._state, playing=what, stopping=False, said=""), self._play)

    def stop(self) -> None:
        """End what was begun with the piece or the dice that are in the hand now."""
        with self._lock:
            if self._state.playing:
                self._state = replace(self._state, stopping=True)

    def bungle(self, mishap: str) -> None:
        """Let something go wrong."""
        with self._lock:
            referee = self._table.table.snapshot.referee
            each = MISHAPS[mishap]
            if referee is not None and not self._state.playing and self._fits(each, referee):
                self._begin(self._state, lambda: self._let_happen(mishap, each))

    def put_right(self) -> None:
        """Put right whatever went wrong, as hands do at the table."""
        with self._lock:
            if not self._state.playing:
                self._begin(self._state, self._put_right)

    def _begin(self, state: HandsState, act: Callable[[], None]) -> None:
        if self._thread is not None and self._thread.is_alive():
            return
        self._state = state
        self._thread = threading.Thread(target=self._at, args=(act,), name="hands", daemon=True)
        self._thread.start()

    def _at(self, act: Callable[[], None]) -> None:
        said = ""
        try:
            self._table.come_to_rest()  # a hand may still clear the mat of the game before
            act()
        except Closed:
            return
        except CannotGoOn as why:
            log.warning("the hands stop: %s", why)
            said = say("hands", "lost")
        except Exception:  # hands that stumble must not look as if they played on
            log.exception("the hands at the simulated table stumbled")
            said = say("hands", "lost")
        self._state = replace(self._state, playing="", stopping=False, said=said or self._state.said)

    def _play(self) -> None:
        self._put_right()
        self._table.wait_until(lambda: not _asks(self._table.referee))
        if _asks(self._table.referee):
            self._state = replace(self._state, said=say("hands", "asked"))
            return
        person = SimulatedPerson(self._table, self._table.referee.match, self._random)
        begun, mover = len(turns(person.truth)), person.truth.game.mover(person.truth.state)
        for _ in range(MOST_IN_A_TURN if self._state.playing == "turn" else 1_000_000):
            if not self._goes_on(person):
                return
            person.play_event()
            self._table.wait(PAUSE_S[self._state.speed])
            if self._state.playing == "turn" and _turn_is_over(person.truth, begun, mover):
                return

    def _goes_on(self, person: SimulatedPerson) -> bool:
        """Whether nobody wants them to stop, and nobody else has played meanwhile."""
        if person.truth.over or self._state.stopping:
            return False
        in_step = person.in_step()
        if not in_step:
            self._state = replace(self._state, said=say("hands", "others"))
        return in_step

    # ---- what goes wrong

    def _let_happen(self, name: str, mishap: Mishap) -> None:
        outcome = mishap.happen(Scene(self._table, self._table.referee.match, self._random))
        if outcome is not None and outcome.right is not None:
            self._rights[name] = outcome.right

    def _put_right(self) -> None:
        while self._rights:
            _, right = self._rights.popitem()
            right()
        if self._table.lens is not None:
            self._state = replace(self._state, lamp=self._table.lens.lamp.name)


def _asks(referee: RefereeState) -> bool:
    """Whether the table waits for an answer, or for a piece to be put right."""
    return referee.doubt is not None or (referee.pieces.why is not None and not calm(referee.pieces.why))


def _turn_is_over(match: Match, begun: int, mover: int | None) -> bool:
    now = match.game.mover(match.state)
    return (now is not None and now != mover) or len(turns(match)) > begun + 1
