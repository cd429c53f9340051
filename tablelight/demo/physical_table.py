"""What hands can touch at a simulated table: dice in a tray, pieces on switches, buttons, cards with tags."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from engine.components.cards import Card, full_deck
from engine.components.lights import Spot
from engine.core.match import Match
from engine.inference.held import Held
from firmware_bridge.board_maps import BoardMap
from firmware_bridge.drivers.serial_board import SerialBoard
from firmware_bridge.simulated.board import SimulatedDevice
from firmware_bridge.simulated.tags import SimulatedTagReader
from tablelight.demo.dotted_die import DottedDie
from tablelight.referee.piece_places import held_on
from tablelight.referee.state import RefereeState
from tablelight.session.sensors import PACE_S
from tablelight.session.table import GameTable
from tablelight.setup.tags import TagBook
from vision.files import write_json
from vision.simulation import SimulatedCamera, SimulatedLamp, SimulatedTable

ALL_DICE = ("d6",) * 9 + ("d12",) * 9
"""As many of each kind as any game throws at once."""
READERS = ("play", "turn", "draw", "discard")
"""The card readers of the table, by what happens to a card laid on one."""
TAGS = {card: f"{number:010X}" for number, card in enumerate(dict.fromkeys(full_deck()), 1)}
"""The tag of every card of the simulated deck."""
DARK = 0.02
"""Of the light is left so much when the lamp goes out; chosen by hand."""
_DARK = SimulatedLamp("out", level=DARK, ambient=1.0)
WIRE_S = 5.0
"""So long (of the wall's clock) the board may take to tell of a switch before that is a fault."""


class NoAnswer(RuntimeError):
    """A simulated device does not tell what was done to it."""


class PhysicalTable(ABC):
    """A table with things on it.

    ``dice``, the ``dotted`` die and ``lens``: None without a camera; ``device`` and ``board``: the two ends of the
    cable to the switches, None without.
    """

    table: GameTable
    dice: SimulatedTable | None = None
    dotted: DottedDie | None = None
    lens: SimulatedCamera | None = None
    device: SimulatedDevice | None = None
    board: SerialBoard | None = None
    tag_readers: Mapping[str, SimulatedTagReader]
    has_cables = False
    """Whether the service here notices by itself that the camera's cable is out."""

    @property
    @abstractmethod
    def now(self) -> float:
        """The time at the table, in seconds."""

    @abstractmethod
    def wait(self, seconds: float) -> None:
        """Let time pass."""

    @abstractmethod
    def settle(self) -> None:
        """Let time pass until everything lies still and everything that was seen or felt has been told."""

    @abstractmethod
    def look_again(self) -> None:
        """Give the eyes the time to notice that the light, or their own place, has changed."""

    @abstractmethod
    def wait_until(self, done: Callable[[], bool]) -> None:
        """Give the table the time it takes until this is so, and no longer than people would wait."""

    @abstractmethod
    def cut_power(self, meanwhile: Callable[[], None]) -> None:
        """The power is gone and comes back; what lies on the table lies there, but for what is done ``meanwhile``."""

    def complaints(self) -> tuple[str, ...]:
        """What does not work, in the service's own sentences."""
        return tuple(self.table.snapshot.troubles.values())

    @property
    def referee(self) -> RefereeState:
        """What the referee knows now."""
        referee = self.table.snapshot.referee
        assert referee is not None
        return referee

    @property
    def plan(self) -> BoardMap:
        """The map of the board that lies there."""
        assert self.board is not None
        return self.board.board

    @property
    def readers(self) -> tuple[str, ...]:
        """The card readers there are."""
        return tuple(self.tag_readers)

    # ---- what hands do

    def press(self, spots: Sequence[str], *, down: bool) -> None:
        """Put something on these spaces, or take it off, and wait until the board has told so. Raises NoAnswer."""
        if self.device is None or self.board is None or not spots:
            return
        sensors = [place.sensor for spot in spots if (place := self.plan.by_spot.get(spot)) is not None]
        self._switch([number for number in sensors if number is not None], down=down)
        self.wait(PACE_S)

    @property
    def has_lamp(self) -> bool:
        """Whether there is a lamp over the table, and eyes that need it."""
        return self.lens is not None

    def lamp_out(self) -> Callable[[], None]:
        """Let the lamp go out, and give the eyes the time to notice; what lights it again."""
        assert self.lens is not None
        lens, before = self.lens, self.lens.lamp

        def light() -> None:
            lens.lamp = before
            self.look_again()

        lens.lamp = _DARK
        self.look_again()
        return light

    @property
    def shows_pieces(self) -> bool:
        """Whether pieces stand where the camera sees them."""
        return False

    def arrangement(self, match: Match) -> Mapping[Spot, Held]:
        """What stands where once the game's pieces are moved to where they belong in this position."""
        return held_on(match)

    @property
    def standing(self) -> Mapping[Spot, Held]:
        """What stands where the camera sees it."""
        return {}

    lays_cards = False
    """Whether cards are laid on the fields of a mat."""

    nudged = 0
    """How often cards had to be moved because one of them could not be made out."""

    lying: Mapping[str, tuple[Card, ...]] = MappingProxyType({})
    """Which cards lie in each field of it, the lowest first."""

    def lay_cards(self, lying: Mapping[str, tuple[Card, ...]]) -> None:  # noqa: B027
        """Let exactly these cards lie in each field, the lowest first, and wait until they have been looked at."""

    def lay_astray(self, lying: Mapping[str, tuple[Card, ...]], field: str) -> None:  # noqa: B027
        """The same, but the last card of one field lies half out of it."""

    def stand(self, board: Mapping[Spot, Held]) -> None:  # noqa: B027 (where no camera sees pieces there is nothing)
        """Let exactly these pieces stand on the board that the camera sees: whose on which space."""

    def button(self, name: str) -> bool:
        """Press and let go of a button of the board; False where there is none of that name. Raises NoAnswer."""
        if self.device is None or self.board is None:
            return False
        number = next((n for n, what in self.plan.switches.items() if what == f"button:{name}"), None)
        if number is None:
            return False
        for down in (True, False):
            self._switch([number], down=down)
            self.wait(PACE_S)
        return True

    def lay_tagged(self, reader: str, cards: Sequence[Card]) -> None:
        """Lay cards with tags on a reader, one after the other."""
        for card in cards:
            self.lay_tag(reader, TAGS[card])

    def lay_tag(self, reader: str, tag: str) -> None:
        """Lay a card with this tag on a reader, whatever it is."""
        self.tag_readers[reader].lay(tag)
        self.wait(PACE_S)

    def unplug_board(self) -> None:
        """Pull the board's cable, and wait until the service has noticed. Raises NoAnswer."""
        assert self.device is not None and self.board is not None
        self.device.kill()
        board = self.board
        _until(lambda: not board.health.connected)

    def plug_board(self) -> None:
        """Plug the board in, and wait until its switches are known again. Raises NoAnswer."""
        assert self.device is not None
        self.device.plug()
        self.wait_for_board()

    def wait_for_board(self) -> None:
        """Wait until the board has told every switch that is down. Raises NoAnswer.

        A board that has just started tells its first switches before they are debounced: the others follow at once, but
        where time is passed in "at once" may be after the moment in which nothing moved."""
        board, device = self.board, self.device
        assert board is not None and device is not None
        _until(lambda: board.health.connected and board.health.knows_sensors)
        down = device.pressed()
        _until(lambda: down == {number for number, is_down in board.sensors().items() if is_down})

    def shift(self, off: str, on: str) -> None:
        """Move a piece while nobody feels it."""
        if self.device is None:
            return
        for spot, hand in ((off, self.device.release), (on, self.device.press)):
            sensor = self.plan.by_spot[spot].sensor
            if sensor is not None:
                hand(sensor)

    def _switch(self, numbers: Sequence[int], *, down: bool) -> None:
        assert self.device is not None and self.board is not None
        for number in numbers:
            (self.device.press if down else self.device.release)(number)
        board = self.board
        _until(lambda: all(board.sensors().get(number, False) == down for number in numbers))


def _until(done: Callable[[], bool]) -> None:
    until = time.monotonic() + WIRE_S
    while not done():
        if time.monotonic() > until:
            raise NoAnswer("The simulated board does not tell of its switches.")
        time.sleep(0.001)


def tag_book(folder: Path) -> TagBook:
    """The book of tags of this folder, in which every card of the simulated deck stands."""
    file = folder / "cards.json"
    if not file.exists():
        write_json(file, {tag: str(card) for card, tag in TAGS.items()})
    return TagBook(file)
