"""The loudspeaker at the table: says what happens, as it happens. What is out of date is not said."""

import logging
import threading
import time
from collections.abc import Callable

from engine.texts.language import speaking
from tablelight.session.snapshot import Snapshot
from tablelight.texts.catalogues import catalogue
from tablelight.texts.sentences import say
from tablelight.voice.programs import Program, Speech
from tablelight.voice.utterances import Level, utterances

log = logging.getLogger(__name__)

_SETTLE_S = 0.15
"""How long the table is given to take the steps that follow by themselves. Chosen by hand."""
_LOOK_S = 0.5
"""How often a program that speaks is looked after."""


class Speaker:
    """A thread that speaks. ``trouble``: is told a sentence when the program does not work, None when it does."""

    def __init__(
        self,
        program: Program,
        level: Level,
        trouble: Callable[[str | None], None] = lambda _: None,
        settle_s: float = _SETTLE_S,
        language: str = "en",
    ) -> None:
        self._program, self._level, self._trouble, self._settle_s = program, level, trouble, settle_s
        self._language = language
        self._news = threading.Condition()
        self._newest: Snapshot | None = None
        self._told: Snapshot | None = None
        self._ends = False
        self._speech: Speech | None = None
        self._thread = threading.Thread(target=self._run, name="voice", daemon=True)

    def start(self) -> None:
        """Speak from now on."""
        self._thread.start()

    def hear(self, snapshot: Snapshot) -> None:
        """How things stand now. Takes no time: it is called while the table waits."""
        with self._news:
            self._newest = snapshot
            self._news.notify()

    def close(self) -> None:
        """Be silent, at once and for good."""
        with self._news:
            self._ends = True
            self._news.notify()
        if self._thread.is_alive():
            self._thread.join()
        self._hush()

    def _run(self) -> None:
        with speaking(catalogue(self._language)):
            self._speak()

    def _speak(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(self._something, timeout=_LOOK_S)
                if self._ends:
                    return
                fresh = self._newest is not self._told
            self._look_after()
            if fresh:
                time.sleep(self._settle_s)
                self._tell()

    def _something(self) -> bool:
        return self._ends or self._newest is not self._told

    def _tell(self) -> None:
        with self._news:
            now = self._newest
        before, self._told = self._told, now
        if now is None:
            return
        try:
            said = [one.text for one in utterances(before, now) if one.is_said(self._level)]
        except Exception:  # the game of another package may raise anything
            log.exception("what to say could not be found out")
            return
        if not said:
            return
        self._hush()
        try:
            self._speech = self._program.start("\n".join(said))
        except OSError as error:
            log.warning("%s cannot be started: %s", self._program.name, error)
            self._does_not_work()

    def _look_after(self) -> None:
        """Let go of a program that has ended, and say when it gave up."""
        if self._speech is None or not self._speech.over:
            return
        if self._speech.failed:
            self._does_not_work()
        else:
            self._trouble(None)
        self._hush()

    def _does_not_work(self) -> None:
        self._trouble(say("voice", "gave_up", program=self._program.name))

    def _hush(self) -> None:
        if self._speech is not None:
            self._speech.stop()
            self._speech = None
