"""What is being taught at this table. It outlives pages: phones fall asleep, Back is pressed, batteries run out.

The deck is taught by the whole table: there is one mat, and we say which cards to lay, so every phone shows the same
picture to take. Dice are named by taps: each phone keeps its own. Both are on the disk until they are learned.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

from tablelight.perception.camera_worker import CameraWorker
from tablelight.perception.dice_pictures import DiceAlbums
from tablelight.web.views.teach_deck import DeckTeaching
from tablelight.web.views.teach_dice import CARDS, DICE, Teaching

MOST_PHONES = 4
"""Whose half taught dice are kept; the pictures of more would fill a small computer."""
RESTS_S = 600.0
"""A teaching page that nobody has touched for so long was left open, and the game goes on."""


class Teachings:
    """All teachings of one table. ``clock``: seconds, never going back."""

    def __init__(self, eyes: CameraWorker, clock: Callable[[], float] = time.monotonic) -> None:
        self._eyes, self._clock = eyes, clock
        self._deck: DeckTeaching | None = None
        self._dice: OrderedDict[str, Teaching] = OrderedDict()
        self._albums = DiceAlbums(eyes.lessons_folder, MOST_PHONES)
        self._open: dict[object, float] = {}
        self._lock = threading.Lock()
        eyes.resting = self.going_on

    def of(self, ticket: str, *, cards: bool) -> Teaching:
        """The teaching of a browser, as it left it. One without a ticket begins anew each time."""
        with self._lock:
            self._deck = self._deck or DeckTeaching(
                self._eyes
            )  # not before: after a pulled plug it has much to look at
            teaching = self._dice.get(ticket) or Teaching(
                self._eyes, deck=self._deck, album=self._albums.of(ticket) if ticket else None
            )
            if ticket:
                self._dice[ticket] = teaching
                self._dice.move_to_end(ticket)
            while len(self._dice) > MOST_PHONES:
                self._dice.popitem(last=False)
            if cards != (teaching.kind == CARDS):
                teaching.act("teach-kind", {"kind": CARDS if cards else DICE})
            return teaching

    def touched(self, page: object) -> None:
        """A page that may teach was opened, or somebody taps there."""
        self._open = {**self._open, page: self._clock()}

    def closed(self, page: object) -> None:
        """It is gone."""
        self._open = {other: at for other, at in self._open.items() if other is not page}

    def going_on(self) -> bool:
        """Whether somebody teaches just now, so that what lies on the mat is no part of the game."""
        return any(self._clock() - at < RESTS_S for at in self._open.values())
