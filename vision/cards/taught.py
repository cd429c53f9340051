"""What the eyes were taught about one deck of cards, and what its cards should look like in another light."""

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import numpy as np

from engine.components.cards import SPECIALS, Card
from engine.components.hues import Hue
from vision.cards.face_grid import COLUMNS, ROWS
from vision.cards.print_edges import PIXELS
from vision.errors import TaughtFileError
from vision.files import bytes_of, read_json

VERSION = 3
MOST_BYTES = 4_000_000
"""Of a deck's file; a real one has about a million."""
MOST_UNPACKED = 40_000_000
"""Bytes in a deck's file, unpacked; a real one has two to three million."""
_FLOOR = 0.02  # of white: below, a ratio says nothing
_WHITE, _DARK = 0.95, 0.03  # of ideal white
_NEAR, _LOOSE, _TOGETHER = 0.01, 0.01, 0.3  # of a mixture: near inks preferred, how exact, parts adding up to one


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """A taught card. ``face``: ROWS x COLUMNS x 3 (BGR), parts of white; ``usable``: the same shape, 0 where a channel
    clipped; ``inks``: 12 x 3 of the same picture; ``edges``: PIXELS x 3, how its print lies (``shape``)."""

    card: Card | None
    face: np.ndarray
    usable: np.ndarray
    inks: np.ndarray
    edges: np.ndarray

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
                edges=np.array([sample.edges for sample in self.samples], np.float16),
            )
            out.flush()
            os.fsync(out.fileno())
        draft.replace(path)

    @classmethod
    def load(cls, path: Path) -> "TaughtDeck":
        """Raises TaughtFileError when there is none or it is damaged; never writes."""
        try:
            content = bytes_of(Path(path), MOST_BYTES)
        except FileNotFoundError:
            raise TaughtFileError(
                "No deck of cards has been taught for this table yet. Teach it "
                "(Menu, Teach the cards), or tap the cards on the page."
            ) from None
        except OSError:
            content = b""
        return cls.parse(content, f"{path} is damaged and cannot be read; teach the deck again.")

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
                        "These cards were taught with a newer Tablelight; update it, or teach the deck again."
                    )
                if about["version"] < VERSION:
                    raise TaughtFileError(
                        "These cards were taught with an older Tablelight, which kept less; teach the deck again."
                    )
                faces, usable, inks, edges = (
                    data[name].astype(np.float32) for name in ("faces", "usable", "inks", "edges")
                )
            cards = [None if name == "back" else Card.parse(name) for name in about["cards"]]
            if (
                not faces.shape == usable.shape == (len(cards), ROWS, COLUMNS, 3)
                or edges.shape != (len(cards), *PIXELS, 3)
                or inks.shape != (len(cards), 12, 3)
                or not cards
                or not {*Hue} <= {card.hue for card in cards if card is not None}
                or not {*range(1, 13)} <= {card.number for card in cards if card is not None}
            ):
                raise ValueError("shape")
            if not all(np.isfinite(part).all() for part in (faces, inks, edges)):
                raise ValueError("numbers")
            return cls(tuple(map(Sample, cards, faces, usable, inks, edges)))
        except TaughtFileError:
            raise
        except Exception:  # whatever a damaged archive makes numpy raise
            raise TaughtFileError(damaged) from None


def is_deck(content: bytes) -> bool:
    """Whether a file's content begins as that of a deck does; dice are kept as text."""
    return content[:2] == b"PK"


class ColourTransfer:
    """Carries taught colours to another light.

    A colour is taken for a mixture of the mat's inks, white and dark: mixtures of what lamps and cameras do to light
    are linear, so the same mixture of the inks as they look now is what the colour looks like now. Inks close to the
    colour are preferred, for a far one may be another dye.
    """

    def __init__(self, colours: np.ndarray, inks: np.ndarray) -> None:
        """``colours``: N x M x 3 as taught, ``inks``: N x 12 x 3 of the pictures they were taught in."""
        self._parts, self._rest = _mixtures(np.asarray(colours, float), np.asarray(inks, float))

    def averaged(self, weight: np.ndarray) -> "ColourTransfer":
        """The carrier of averages: ``weight`` N x K x M, how much each of M colours counts in each of K."""
        out = ColourTransfer.__new__(ColourTransfer)
        out._parts = np.einsum("nkm,nmi->nki", weight, self._parts, optimize=True).astype(np.float32)
        out._rest = np.einsum("nkm,nmc->nkc", weight, self._rest, optimize=True).astype(np.float32)
        return out

    def now(self, inks: np.ndarray) -> np.ndarray:
        """The colours (N x M x 3, parts of white) where the mat's inks look like ``inks`` (12 x 3)."""
        return self._parts @ _base(inks).astype(np.float32) + self._rest


def _base(inks: np.ndarray) -> np.ndarray:
    """Inks (... x 12 x 3) with white and dark: ... x 14 x 3."""
    shape = (*inks.shape[:-2], 1, 3)
    return np.concatenate([inks, np.full(shape, _WHITE), np.full(shape, _DARK)], -2)


def _mixtures(colours: np.ndarray, inks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Parts (N x M x 14) of inks, white and dark that make colours (N x M x 3), and what they leave (N x M x 3)."""
    base = _base(inks)
    apart = np.sqrt(np.maximum(colours, 0))[:, :, None] - np.sqrt(np.maximum(base, 0))[:, None]
    free = 1 / ((apart**2).sum(-1) + _NEAR)  # N x M x 14
    rows = np.concatenate([base, np.full((*base.shape[:2], 1), _TOGETHER)], -1)
    wanted = np.concatenate([colours, np.full((*colours.shape[:2], 1), _TOGETHER)], -1)
    inner = np.einsum("nif,nmi,nig->nmfg", rows, free, rows, optimize=True) + _LOOSE * np.eye(4)
    parts = free * np.einsum("nif,nmf->nmi", rows, np.linalg.solve(inner, wanted[..., None])[..., 0], optimize=True)
    return parts.astype(np.float32), (colours - parts @ base).astype(np.float32)


def direction(colours: np.ndarray) -> np.ndarray:
    """Colours without their brightness."""
    floored = np.maximum(colours, 0) + _FLOOR
    return floored / np.linalg.norm(floored, axis=-1, keepdims=True)


def whole_deck() -> Sequence[Card]:
    """The 24 different faces that are taught: a card of every hue and number, and every special."""
    return [*(Card(hue, int(hue) + 1) for hue in Hue), *(Card(special=name) for name in SPECIALS)]
