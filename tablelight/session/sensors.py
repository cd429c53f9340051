"""Everything at the table that is not the camera: switches under the board, card readers, buttons.

One thread looks at all of them twenty times a second and tells the table what they mean.
"""

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from engine.components.cards import Card
from engine.components.lights import Spot
from engine.core.errors import EngineError
from engine.core.events import Seat
from firmware_bridge.drivers.panel import Panel
from firmware_bridge.drivers.serial_board import SerialBoard
from firmware_bridge.sensors.rfid import TagEvent
from tablelight.referee.inputs import Accept, BoardObservation, EnterEvent, TakeBack
from tablelight.referee.piece_places import calm
from tablelight.referee.state import RefereeState
from tablelight.referee.tagged_cards import event_text, wanted
from tablelight.session.table import GameTable
from tablelight.setup.tags import TagBook
from tablelight.texts.sentences import say

log = logging.getLogger(__name__)

PACE_S = 0.05
"""Between two looks at the switches. Chosen by hand: a press is answered at once, as people feel it."""
QUIET_S = 1.0
"""No switch changed for so long: hands are off the board. People pause about half a second within a
move. Chosen by hand."""
LOST_S = 10.0
"""So long a piece may be in a hand before it is asked for: people think with a piece in the hand. Chosen by hand."""
FOLLOW_S = 1.5
"""So long a piece may take to follow what was played on the page before it is said, calmly, where it goes.
Chosen by hand."""

TOGETHER_S = 0.4
"""Cards of two players that come to one reader within that time lie there at once, and nobody knows which one is meant
(a hand takes longer to lay the next one). Chosen by hand."""

PRESSES = {"done": lambda: EnterEvent("done"), "undo": lambda: TakeBack(), "accept": lambda: Accept()}
"""What a button says, by its name in the settings (``done = 17``) or on the board map (``button:done``)."""


class CardTags(Protocol):
    """Whatever reads tags of cards: a reader on a cable, or a simulated one."""

    def events(self) -> list[TagEvent]: ...

    def close(self) -> None: ...


@dataclass(slots=True)
class NamedReader:
    """A card reader, what happens to cards laid on it, and those that lie there waiting for more, since when."""

    name: str
    device: CardTags
    waiting: list[Card] = field(default_factory=list)
    since: object = None
    counted: tuple[float, Seat | None] | None = None
    """When a card laid here last counted, and whose it was."""


class Inputs:
    """Looks until closed. ``board``: None where there are no switches; ``clock``: seconds, never going back."""

    def __init__(
        self,
        table: GameTable,
        board: SerialBoard | None,
        readers: Sequence[NamedReader],
        panel: Panel | None,
        tags: TagBook,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.table, self.board, self.readers, self.panel, self.tags = table, board, tuple(readers), panel, tags
        self.unknown_tag = ""
        """The tag of the card that was laid down last, while nobody has said which card it is."""
        self.paused = False
        """While lights and switches are tested nothing is told to the game."""
        self.heard: dict[str, float] = {}
        """When each thing was last heard of, by name: for the test on the page."""
        self._clock = clock
        self._match: str | None = None
        self._length = 0
        self._occupied: frozenset[Spot] | None = None
        self._quiet_at: float | None = None
        self._lost_at: float | None = None
        self._alarm: object = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="inputs", daemon=True)

    def start(self) -> None:
        """Begin to look, in a thread of its own."""
        self._thread.start()

    def close(self) -> None:
        """Look no more, and let go of readers and panel."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout=3)
        for reader in self.readers:
            reader.device.close()
        if self.panel is not None:
            self.panel.close()

    def _run(self) -> None:
        while not self._stop.wait(PACE_S):
            try:
                self.poll()
            except Exception:  # one odd event must not silence the switches
                log.exception("an input could not be told to the table")

    def poll(self) -> None:
        """Ask every switch, reader and button once, and tell the table what changed."""
        now = self._clock()
        self._switches(now)
        if not self.paused:
            self._pieces(now)
        for reader in self.readers:
            self._cards(reader, now)
        if self.panel is not None:
            for name in self.panel.presses():
                self._press(name, now)
            self._answer(self.panel)

    # ---- buttons

    def _switches(self, now: float) -> None:
        for event in self.board.events() if self.board is not None else ():
            name = event.spot or f"switch {event.sensor}"
            if event.pressed:
                self.heard[name] = now
            if event.pressed and name.startswith("button:"):
                self._press(name.removeprefix("button:"), now)

    def _press(self, name: str, now: float) -> None:
        self.heard[f"button:{name}"] = now
        if self.paused:
            return
        press = PRESSES.get(name)
        if press is None:
            log.warning("there is a button '%s', but nothing it could mean; known are %s", name, ", ".join(PRESSES))
            return
        self.table.tell(press())

    def _answer(self, panel: Panel) -> None:
        """The panel's light burns while something waits for people; a new doubt or refusal beeps."""
        referee = self.table.snapshot.referee
        alarm = None if referee is None else (referee.doubt or referee.pieces.why or referee.refused)
        panel.light(on=alarm is not None)
        if alarm is not None and alarm != self._alarm and not calm(alarm):
            panel.beep(2)
        self._alarm = alarm

    # ---- pieces

    def occupied(self) -> frozenset[Spot] | None:
        """The spaces whose switch is closed; None while no board tells."""
        board = self.board
        if board is None or not board.health.connected or not board.health.knows_sensors:
            return None
        return _spots(board, board.sensors())

    def _pieces(self, now: float) -> None:
        snapshot = self.table.snapshot
        occupied = self.occupied()
        if occupied is None or snapshot.referee is None or self.board is None:
            self._occupied, self._match = None, None
            return
        if snapshot.referee.game.board != self.board.board.name:
            return
        length = len(snapshot.referee.match.log)
        if occupied != self._occupied or snapshot.match_id != self._match:
            self._occupied, self._match = occupied, snapshot.match_id
            self._quiet_at, self._lost_at = now + QUIET_S, None
            self.table.tell(BoardObservation(occupied, quiet=False))
        elif length != self._length and self._quiet_at is None:
            self._quiet_at = now + FOLLOW_S
        self._length = length
        if self._quiet_at is not None and now >= self._quiet_at:
            self._quiet_at = None
            self._tell_quiet(occupied, long=False)
            after = self.table.snapshot.referee
            self._lost_at = now + LOST_S if after is not None and after.pieces.lifted else None
        elif self._lost_at is not None and now >= self._lost_at:
            self._lost_at = None
            self._tell_quiet(occupied, long=True)

    def _tell_quiet(self, occupied: frozenset[Spot], *, long: bool) -> None:
        self.table.tell(BoardObservation(occupied, quiet=True, long=long))
        after = self.table.snapshot.referee
        self._length = len(after.match.log) if after is not None else 0

    # ---- cards

    def _cards(self, reader: NamedReader, now: float) -> None:
        for event in reader.device.events():
            card = self.tags.card(event.tag)
            if not event.arrived:
                if event.tag == self.unknown_tag:
                    self.unknown_tag = ""
                continue
            self.heard[f"reader {reader.name}"] = now
            if card is None:
                self.unknown_tag = event.tag
                self.table.trouble("reader", say("readers", "unknown", reader=reader.name))
            elif self.table.snapshot.referee is not None and not self.paused:
                self._arrived(reader, card, self.table.snapshot.referee, now)

    def _arrived(self, reader: NamedReader, card: Card, referee: RefereeState, now: float) -> None:
        mover = referee.game.mover(referee.match.state)
        if reader.counted and now - reader.counted[0] < TOGETHER_S and mover != reader.counted[1]:
            self.table.trouble("reader", say("readers", "two", reader=reader.name))
            return
        self.table.trouble("reader", None)
        # Cards that came for a draw that was undone, or typed in meanwhile, say nothing about the next one.
        since = (self.table.snapshot.match_id, next((index for index, _ in reversed(referee.match.events)), None))
        if since != reader.since:
            reader.waiting, reader.since = [], since
        reader.waiting.append(card)
        if len(reader.waiting) < wanted(referee.match):
            return
        cards, reader.waiting = reader.waiting, []
        try:
            text = event_text(referee.match, reader.name, cards)
        except EngineError as error:
            log.warning("the game cannot tell what %s on '%s' means: %s", card, reader.name, error)
            return
        if text is not None:
            self.table.tell(EnterEvent(text))
            reader.counted = (now, mover)
        else:
            log.info("%s was laid on '%s', which means nothing in this game", card, reader.name)


def _spots(board: SerialBoard, sensors: Mapping[int, bool]) -> frozenset[Spot]:
    places = board.board.by_sensor
    return frozenset(places[index].spot for index, pressed in sensors.items() if pressed and index in places)
