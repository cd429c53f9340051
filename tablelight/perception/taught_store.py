"""A table's taught deck on the disk, and the one before it: what is taught over it by mistake comes back with a tap."""

import threading
from pathlib import Path

from engine.core.language import Deferred
from tablelight.perception.teaching_pictures import Album
from vision.cards.deck_plan import DeckPlan
from vision.cards.taught import MOST_BYTES, TaughtDeck, plan_in
from vision.errors import TaughtFileError, TeachingError
from vision.files import bytes_of, write_whole


class Shelf:
    """The files of one of a table's decks, now and before. Safe to use from any thread."""

    def __init__(self, file: Path) -> None:
        self.album = Album(file.with_suffix(".lessons"))
        """The pictures shown so far, while a deck is being taught."""
        self.file, self._before = file, file.with_suffix(".before.npz")
        self._one_by_one = threading.Lock()  # two phones may keep what they taught at the same moment
        self._looked: tuple[float | None, bool] = None, False

    def of(self, plan: DeckPlan) -> "Shelf":
        """The shelf of another deck of this table, which lies beside the one that games are played with."""
        return self if plan.ours else Shelf(self.file.with_suffix(f".deck-{plan.digest}.npz"))

    def others(self) -> list[DeckPlan]:
        """The other decks that were taught for this table, the one taught last first."""
        files = self.file.parent.glob(f"{self.file.stem}.deck-????????.npz")
        newest_first = sorted(files, key=lambda file: -file.stat().st_mtime)
        return [plan for file in newest_first if (plan := plan_in(file)) is not None]

    def taught(self) -> bool:
        """Whether there is a deck that can be used; its file is looked into once, and again when it changes."""
        stamp = self.file.stat().st_mtime if self.file.exists() else None
        if stamp != self._looked[0]:
            self._looked = stamp, _is_sound(self.content() or b"")
        return self._looked[1]

    def has_before(self) -> bool:
        """Whether there is a deck that was taught before this one."""
        return self._before.exists()

    def content(self) -> bytes | None:
        """The deck as a file's content; None while none was taught."""
        try:
            return bytes_of(self.file, MOST_BYTES)
        except OSError:
            return None

    def keep(self, deck: TaughtDeck) -> None:
        """From now on this is the deck; the one so far becomes the one before. Raises TeachingError."""
        with self._one_by_one, _DiskSaid():
            kept = self.content()
            if kept is not None and _is_sound(kept):
                self._write_before(kept)
            deck.save(self.file)

    def change_back(self) -> None:
        """The deck before is the deck again, and this one the one before. Raises TeachingError."""
        with self._one_by_one, _DiskSaid():
            kept = self.content()
            if not self.has_before():
                return
            self._before.replace(self.file)
            if kept is not None:
                self._write_before(kept)

    def _write_before(self, content: bytes) -> None:
        write_whole(self._before, content)


class _DiskSaid:
    """What the disk refuses, as a sentence."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, where: object) -> None:
        if isinstance(error, OSError):
            why = error.strerror or error
            raise TeachingError(
                "disk", Deferred("What was taught cannot be kept: {why}. Free some space, then try again.", why=why)
            ) from error


def _is_sound(content: bytes) -> bool:
    try:
        TaughtDeck.parse(content, "")
    except TaughtFileError:
        return False
    return True
