"""Programs that speak: Piper where it and a voice for it are installed, espeak-ng elsewhere. Each reads text from its
standard input; no shell is in between."""

import json
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

_RATE = 22_050
"""Samples a second of most of Piper's voices; the file beside a voice tells its own."""

Which = Callable[[str], str | None]


@dataclass(frozen=True, slots=True)
class Program:
    """A way to speak. ``stages``: commands, each fed with what the one before gives; the first one is fed with text."""

    name: str
    stages: tuple[tuple[str, ...], ...]

    def start(self, text: str) -> "Speech":
        """Begin to say a text. Raises OSError where a command cannot be started."""
        running: list[subprocess.Popen[bytes]] = []
        try:
            for number, command in enumerate(self.stages):
                source = running[-1].stdout if running else subprocess.PIPE
                sink = subprocess.DEVNULL if number + 1 == len(self.stages) else subprocess.PIPE
                running.append(subprocess.Popen(command, stdin=source, stdout=sink, stderr=subprocess.DEVNULL))
                if number and source is not None and not isinstance(source, int):
                    source.close()  # the program before is told when the next one ends
        except OSError:
            Speech(running).stop()
            raise
        speech = Speech(running)
        speech.feed(text)
        return speech


class Speech:
    """Something that is being said."""

    def __init__(self, running: list[subprocess.Popen[bytes]]) -> None:
        self._running = running

    def feed(self, text: str) -> None:
        """Hand over the text; a program that is gone already hears nothing."""
        stdin = self._running[0].stdin
        if stdin is None:
            return
        try:
            stdin.write(text.encode("utf-8", "replace") + b"\n")
            stdin.close()
        except OSError:
            pass  # whoever asks for the result is told

    @property
    def over(self) -> bool:
        """Whether it was said, or could not be."""
        return all(process.poll() is not None for process in self._running)

    @property
    def failed(self) -> bool:
        """Whether a program gave up by itself."""
        return any((process.poll() or 0) > 0 for process in self._running)

    def stop(self) -> None:
        """Say no more of it."""
        for process in self._running:
            if process.poll() is None:
                process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()


def find(voice: str = "", language: str = "en", which: Which = shutil.which) -> Program | None:
    """The best program that is installed here. ``voice``: a voice file of Piper's (``.onnx``); "": espeak-ng's own for
    the language. None where nothing can speak."""
    piper, player, espeak = which("piper"), which("aplay"), which("espeak-ng")
    if voice and piper and player and Path(voice).is_file():
        rate = str(_rate(Path(voice)))
        play = (player, "-q", "-t", "raw", "-f", "S16_LE", "-c", "1", "-r", rate, "-")
        return Program("piper", ((piper, "--model", voice, "--output-raw"), play))
    return Program("espeak-ng", ((espeak, "-v", language, "--stdin"),)) if espeak else None


def _rate(voice: Path) -> int:
    """Samples a second of a voice, from the file that comes with it."""
    try:
        return int(json.loads(Path(f"{voice}.json").read_text(encoding="utf-8"))["audio"]["sample_rate"])
    except (OSError, ValueError, KeyError, TypeError):
        return _RATE
