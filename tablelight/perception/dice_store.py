"""What a table's dice look like: taught by people, refined by what they answer, kept on the disk."""

import logging
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from engine.core.language import Deferred, words_of
from tablelight.referee.dice_labels import LabelledDie
from tablelight.texts.sentences import say
from vision.dice.markerless.taught import MarkerlessDice, load_taught
from vision.dice.markerless.teaching import teach_markerless
from vision.dice.readings import Kind
from vision.dice.teaching import Lesson, TaughtDice, teach
from vision.errors import TaughtFileError, TeachingError

log = logging.getLogger(__name__)

Taught = TaughtDice | MarkerlessDice
"""Dice taught on a mat, or without one."""


class DiceStore:
    """The taught dice of one table. Safe to use from any thread.

    ``file``: where they are kept; may not exist yet. ``changed``: told whenever there is something else to read by.
    """

    def __init__(self, file: Path, changed: Callable[[Taught], None]) -> None:
        self._file, self._changed = file, changed
        self._lock = threading.RLock()
        self._learned_from: tuple[LabelledDie, ...] = ()
        self.missing: str | None = None
        """Why there is nothing to read by, as a sentence; None where there is."""
        self.taught: Taught | None = self._load()

    @property
    def lessons_folder(self) -> Path:
        """Where dice that are being taught are kept until all of them were shown."""
        return self._file.with_suffix(".dice-lessons")

    def kinds(self) -> frozenset[Kind]:
        """The kinds of dice that were taught."""
        return frozenset(self.taught.kinds) if self.taught else frozenset()

    def learn(self, lessons: Sequence[Lesson], *, mat: bool) -> Taught:
        """Teach from pictures with named dice and keep it. ``mat``: they lie on one; without it more is asked later.
        Raises TeachingError."""
        taught: Taught = teach(lessons) if mat else teach_markerless(lessons)
        with self._lock:  # cubes from one phone and twelve-sided dice from another, at the same moment
            before = self.taught
            if isinstance(before, MarkerlessDice) and isinstance(taught, MarkerlessDice):
                taught = before.joined(taught)
            if isinstance(before, TaughtDice) and isinstance(taught, TaughtDice) and before.mat == taught.mat:
                taught = before.joined(taught)
            return self.use(taught)

    def use(self, taught: Taught) -> Taught:
        """Keep what was taught, here or elsewhere, and read by it from now on. Raises TeachingError."""
        with self._lock:
            try:
                taught.save(self._file)
            except OSError as error:
                raise TeachingError(
                    "disk",
                    Deferred("What was taught cannot be kept: {why}. Free some space, then try again.", why=error),
                ) from error
            self.taught, self.missing = taught, None
            self._changed(taught)
        return taught

    def refine(self, confirmed: tuple[LabelledDie, ...], refined_to: Callable[[TaughtDice], None]) -> None:
        """Refine what was taught by what people said of dice in doubt, once they counted. ``refined_to``: told what to
        read by from now on, where that says anything new."""
        if confirmed == self._learned_from:
            return
        labels = ((seen, die) for seen, die in confirmed if die is not None and die.kind == seen.kind)
        tops = [(seen, die.top) for seen, die in labels if die.top is not None]
        self._learned_from = confirmed
        with self._lock:  # what a phone teaches just now is not put back to what was known before
            if not isinstance(self.taught, TaughtDice) or (refined := self.taught.refined(tops)) is self.taught:
                return
            self.taught = refined
            refined_to(refined)
            try:
                refined.save(self._file)
            except OSError as error:
                log.warning("what was learned from an answer lasts until the end of this evening only: %s", error)

    def _load(self) -> Taught | None:
        try:
            if self._file.exists():
                return load_taught(self._file)
            self.missing = say("health", "untaught")
        except TaughtFileError as error:
            self.missing = words_of(error)
        return None
