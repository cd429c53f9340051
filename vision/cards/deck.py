"""What the eyes were taught about one deck of cards, and what its cards should look like in another light."""

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.cards import SPECIALS, Card
from engine.hues import Hue
from vision.cards.face import COLUMNS, ROWS
from vision.errors import TaughtFileError

VERSION = 1
_FLOOR = 0.02  # of white: below, a ratio says nothing
_ALIKE = 0.07  # how near a colour must be to an ink to share its fate


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """A taught card. ``face``: ROWS x COLUMNS x 3 (BGR), parts of white; ``usable``: the same shape, 0 where a channel
    clipped; ``inks``: 12 x 3 of the same picture."""

    card: Card | None
    face: np.ndarray
    usable: np.ndarray
    inks: np.ndarray

    @property
    def name(self) -> str:
        return "back" if self.card is None else str(self.card)


@dataclass(frozen=True, slots=True, eq=False)
class TaughtDeck:
    """One deck. ``samples``: a card of every number and hue, the specials, and the back (``card`` None)."""

    samples: tuple[Sample, ...]

    def save(self, path: Path) -> None:
        """Write the file whole or not at all."""
        path = Path(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        names = [sample.name for sample in self.samples]
        about = json.dumps({"what": "tablelight cards", "version": VERSION, "cards": names})
        draft = path.with_suffix(".draft")
        with draft.open("wb") as out:
            np.savez_compressed(
                out,
                about=np.array(about),
                faces=np.array([sample.face for sample in self.samples], np.float16),
                usable=np.array([sample.usable for sample in self.samples], np.uint8),
                inks=np.array([sample.inks for sample in self.samples], np.float32),
            )
            out.flush()
            os.fsync(out.fileno())
        draft.replace(path)

    @classmethod
    def load(cls, path: Path) -> "TaughtDeck":
        """Raises TaughtFileError when there is none or it is damaged; never writes."""
        try:
            with np.load(path, allow_pickle=False) as data:
                about = json.loads(str(data["about"]))
                if about["what"] != "tablelight cards":
                    raise KeyError("what")
                if about["version"] > VERSION:
                    raise TaughtFileError(
                        "These cards were taught with a newer Tablelight; update it, or teach the deck again."
                    )
                faces, usable, inks = (data[name].astype(np.float32) for name in ("faces", "usable", "inks"))
            cards = [None if name == "back" else Card.parse(name) for name in about["cards"]]
            if (
                not faces.shape == usable.shape == (len(cards), ROWS, COLUMNS, 3)
                or inks.shape != (len(cards), 12, 3)
                or not cards
            ):
                raise ValueError("shape")
            if not (np.isfinite(faces).all() and np.isfinite(inks).all()):
                raise ValueError("numbers")
            return cls(tuple(map(Sample, cards, faces, usable, inks)))
        except FileNotFoundError:
            raise TaughtFileError(
                "No deck of cards has been taught for this table yet. Teach it "
                "(Menu, Teach the dice, the deck of cards), or tap the cards on the page."
            ) from None
        except TaughtFileError:
            raise
        except Exception:  # whatever a damaged archive makes numpy raise
            raise TaughtFileError(f"{path} is damaged and cannot be read; teach the deck again.") from None


class Carrier:
    """Carries taught colours to another light: what happened to the inks most like a colour happens to it."""

    def __init__(self, colours: np.ndarray, inks: np.ndarray) -> None:
        """``colours``: N x M x 3 as taught, ``inks``: N x 12 x 3 of the pictures they were taught in."""
        self._colours = np.maximum(colours, 0).astype(np.float32)
        white = np.ones((len(inks), 1, 3))
        self._logs = np.log(inks + _FLOOR)
        pure = direction(np.concatenate([inks, white], 1))
        apart = ((direction(self._colours)[:, :, None] - pure[:, None]) ** 2).sum(-1)
        weight = np.exp(-(apart - apart.min(-1, keepdims=True)) / (2 * _ALIKE**2))
        self._weight = (weight / weight.sum(-1, keepdims=True)).astype(np.float32)[..., :12]

    def now(self, inks: np.ndarray) -> np.ndarray:
        """The colours (N x M x 3, parts of white) where the mat's inks look like ``inks`` (12 x 3)."""
        ratio = (np.log(inks + _FLOOR) - self._logs).astype(np.float32)
        return (self._colours + _FLOOR) * np.exp(self._weight @ ratio) - _FLOOR


def direction(colours: np.ndarray) -> np.ndarray:
    """Colours without their brightness."""
    floored = np.maximum(colours, 0) + _FLOOR
    return floored / np.linalg.norm(floored, axis=-1, keepdims=True)


def whole_deck() -> Sequence[Card]:
    """The 24 different faces that are taught: a card of every hue and number, and every special."""
    return [*(Card(hue, int(hue) + 1) for hue in Hue), *(Card(special=name) for name in SPECIALS)]
