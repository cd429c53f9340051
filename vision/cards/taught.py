"""What the eyes were taught about one deck of cards: a sample of every face, kept in one file."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import cv2
import numpy as np

from engine.core.language import Deferred
from vision.cards.deck_plan import SPECTRUM, AnyCard, DeckPlan
from vision.cards.face_grid import CLOSE_UP, COLUMNS, ROWS
from vision.cards.print_edges import PIXELS
from vision.cards.table_plane import CARD_MM, Size
from vision.errors import TaughtFileError
from vision.files import bytes_of, read_json, write_whole
from vision.photometry.srgb import encoded

VERSION, _FIRST = 5, 3
"""What is written, and the first that is still read: version 3 knew one size alone, 4 the Spectrum deck alone; neither
kept close-ups."""
MOST_BYTES = 16_000_000
"""Of a deck's file; one of 25 cards has about three million, one of 54 six."""
MOST_UNPACKED = 80_000_000
"""Bytes in a deck's file, unpacked; one of 25 cards has about six million."""


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """A taught card. ``face``: ROWS x COLUMNS x 3 (BGR), parts of white; ``usable``: the same shape, 0 where a channel
    clipped; ``inks``: 12 x 3 of the same picture; ``edges``: PIXELS x 3, how its print lies (``print_edges``);
    ``close_up``: CLOSE_UP x 3, uint8 (``Face.close_up``)."""

    card: AnyCard | None
    face: np.ndarray
    usable: np.ndarray
    inks: np.ndarray
    edges: np.ndarray
    close_up: np.ndarray

    @property
    def name(self) -> str:
        return "back" if self.card is None else str(self.card)


@dataclass(frozen=True, slots=True, eq=False)
class TaughtDeck:
    """One deck. ``samples``: the cards that the ``plan`` has to be shown, and the back (``card`` None); ``size_mm``: of
    its cards."""

    samples: tuple[Sample, ...]
    size_mm: Size = CARD_MM
    plan: DeckPlan = SPECTRUM

    def save(self, path: Path) -> None:
        """Write the file whole or not at all."""
        names = [sample.name for sample in self.samples]
        known = {"cards": names, "size_mm": self.size_mm, "plan": self.plan.to_json()}
        about = json.dumps({"what": "tablelight cards", "version": VERSION, **known})
        parts = {
            "about": np.array(about),
            "faces": np.array([sample.face for sample in self.samples], np.float16),
            "usable": np.array([sample.usable for sample in self.samples], np.uint8),
            "inks": np.array([sample.inks for sample in self.samples], np.float32),
            "edges": np.array([sample.edges for sample in self.samples], np.float16),
            "close_ups": np.array([sample.close_up for sample in self.samples], np.uint8),
        }
        out = BytesIO()
        np.savez_compressed(out, **parts)
        write_whole(Path(path), out.getvalue())

    @classmethod
    def load(cls, path: Path) -> "TaughtDeck":
        """Raises TaughtFileError when there is none or it is damaged; never writes."""
        try:
            content = bytes_of(Path(path), MOST_BYTES)
        except FileNotFoundError:
            raise TaughtFileError(
                Deferred(
                    "No deck of cards has been taught for this table yet. Teach it (Menu, Teach the cards), or tap "
                    "the cards on the page."
                )
            ) from None
        except OSError:
            content = b""
        return cls.parse(content, Deferred("{file} is damaged and cannot be read; teach the deck again.", file=path))

    @classmethod
    def parse(cls, content: bytes, damaged: str) -> "TaughtDeck":
        """The deck of a file's content. Raises TaughtFileError, with the sentence ``damaged`` where it is no deck."""
        try:
            with ZipFile(BytesIO(content)) as archive:
                if sum(part.file_size for part in archive.infolist()) > MOST_UNPACKED:
                    raise ValueError("too much in it")
            with np.load(BytesIO(content), allow_pickle=False) as data:
                about = read_json(str(data["about"]))
                if about["what"] != "tablelight cards":
                    raise KeyError("what")
                if about["version"] > VERSION:
                    raise TaughtFileError(
                        Deferred("These cards were taught with a newer Tablelight; update it, or teach the deck again.")
                    )
                if about["version"] < _FIRST:
                    raise TaughtFileError(
                        Deferred(
                            "These cards were taught with an older Tablelight, which kept less; teach the deck again."
                        )
                    )
                faces, usable, inks, edges = (
                    data[name].astype(np.float32) for name in ("faces", "usable", "inks", "edges")
                )
                close_ups = data["close_ups"] if "close_ups" in data else _close_ups(faces)
            plan = DeckPlan.of_json(about["plan"]) if "plan" in about else SPECTRUM
            cards = [None if name == "back" else plan.parse(name) for name in about["cards"]]
            if (
                not faces.shape == usable.shape == (len(cards), ROWS, COLUMNS, 3)
                or edges.shape != (len(cards), *PIXELS, 3)
                or close_ups.shape != (len(cards), *CLOSE_UP, 3)
                or close_ups.dtype != np.uint8
                or inks.shape != (len(cards), 12, 3)
                or not cards
                or not _tell_all(cards, plan)
            ):
                raise ValueError("shape")
            if not all(np.isfinite(part).all() for part in (faces, inks, edges)):
                raise ValueError("numbers")
            return cls(tuple(map(Sample, cards, faces, usable, inks, edges, close_ups)), _size(about), plan)
        except TaughtFileError:
            raise
        except Exception:  # whatever a damaged archive makes numpy raise
            raise TaughtFileError(damaged) from None


def _close_ups(faces: np.ndarray) -> np.ndarray:
    """Close-ups of an older file's faces, which are a quarter as fine: what is printed small cannot be told by them."""
    shown = np.rint(255 * encoded(np.clip(faces, 0, 1))).astype(np.uint8)
    return np.array([cv2.resize(face, CLOSE_UP[::-1], interpolation=cv2.INTER_CUBIC) for face in shown])


def _tell_all(cards: Sequence[AnyCard | None], plan: DeckPlan) -> bool:
    """Whether these cards tell what every colour and value looks like, or every card."""
    if not plan.factored:
        return {*plan.to_show()} <= {*cards}
    shown = [(card.hue, card.number) for card in cards if card is not None and card.hue is not None]
    return {hue for hue, _ in shown} == {*range(len(plan.colours))} and {number for _, number in shown} == {
        *range(1, len(plan.values) + 1)
    }


def _size(about: dict[str, Any]) -> Size:
    """The size of a deck's cards. Raises ValueError where no card is so large, or so small."""
    width, height = (float(side) for side in about.get("size_mm", CARD_MM))
    if not (20 < width < 200 and 20 < height < 200):
        raise ValueError("size")
    return width, height


def plan_in(path: Path) -> DeckPlan | None:
    """The plan of a deck's file, looked into no further; None where it is no such file."""
    try:
        with np.load(path, allow_pickle=False) as data:
            about = read_json(str(data["about"]))
        return DeckPlan.of_json(about["plan"]) if "plan" in about else SPECTRUM
    except Exception:  # whatever a damaged archive makes numpy raise
        return None


def is_deck(content: bytes) -> bool:
    """Whether a file's content begins as that of a deck does; dice are kept as text."""
    return content[:2] == b"PK"


def whole_deck() -> Sequence[AnyCard]:
    """The 24 different faces of our deck that are taught: a card of every hue and number, and every special."""
    return SPECTRUM.to_show()
