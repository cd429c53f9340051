"""What people answered about cards in doubt, beside the deck's file: the card reader learns from it.

A few hundred bytes are written for each answer. They belong to the deck that is read by: of one that is taught anew
nothing was answered.
"""

import hashlib
import logging
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict
from math import pi
from pathlib import Path
from typing import Any

from engine.core.match import Match
from tablelight.referee.state import ConfirmedCard
from vision.cards.ink_errors import MOST, InkError
from vision.cards.readings import CardInSight
from vision.cards.taught import MOST_BYTES
from vision.files import bytes_of, read_json, within, write_json

log = logging.getLogger(__name__)

_MOST_BYTES = 100_000
"""Of a file of answers; one has some three thousand."""
_ANOTHER_EVENING = -1  # what is read from the file was answered before any picture of this one
_PICTURES = 8
"""Of so many readings cards in doubt are remembered, the newest: people answer soon. Chosen by hand."""


class CardAnswers:
    """The answers about one deck. ``deck``: its file."""

    def __init__(self, deck: Path) -> None:
        self._file, content = deck.with_suffix(".answers.json"), b""
        with suppress(OSError):
            content = bytes_of(deck, MOST_BYTES)
        self._deck = hashlib.sha256(content).hexdigest()[:16]
        self.known: list[InkError] = self._load()
        """By how much inks looked off on cards of which people said what they are, the newest last."""
        self._in_doubt: dict[int, tuple[CardInSight, ...]] = {}

    def remember(self, picture: int, cards: Iterable[CardInSight]) -> None:
        """The cards in doubt of the picture of this number, of which people may soon say what they are."""
        self._in_doubt.pop(picture, None)  # a camera that was unplugged counts from the beginning again
        self._in_doubt[picture] = tuple(card for card in cards if card.status != "ok" and card.hues is not None)
        for oldest in [*self._in_doubt][:-_PICTURES]:
            del self._in_doubt[oldest]

    def learn(self, confirmed: ConfirmedCard | None, match: Match) -> bool:
        """Whether an answer says anything new. It is believed once something else counts after it: who errs takes it
        back before that."""
        cards = () if confirmed is None else self._in_doubt.get(confirmed.picture, ())
        seen = next((card for card in cards if card.table_xy_mm == confirmed.at), None)
        if seen is None or not _stands(confirmed, match):
            return False
        self._in_doubt[confirmed.picture] = tuple(card for card in cards if card is not seen)  # learned once
        error = seen.error_if(confirmed.card)
        if error is None:
            return False
        self.known = [*self.known, error][-MOST:]
        self._save()
        return True

    def _load(self) -> list[InkError]:
        """None of them where there is no sound file, or one of another deck."""
        try:
            data = read_json(bytes_of(self._file, _MOST_BYTES))
            return [] if data["deck"] != self._deck else [_error_of(one) for one in data["answers"]][-MOST:]
        except FileNotFoundError:
            return []
        except (OSError, ValueError, KeyError, TypeError) as error:
            log.warning("what people answered about cards cannot be read, and is learned again: %s", error)
            return []

    def _save(self) -> None:
        answers = [asdict(one) for one in self.known]
        try:
            write_json(self._file, {"deck": self._deck, "answers": answers})
        except OSError as error:
            log.warning("what was learned from an answer lasts until the end of this evening only: %s", error)


def _stands(confirmed: ConfirmedCard, match: Match) -> bool:
    """Whether what was entered with the answer counts still, and something after it."""
    if len(match.log) <= confirmed.counted:
        return False
    counts = [index for index, _ in match.events]
    return confirmed.counted - 1 in counts and counts[-1] >= confirmed.counted


def _error_of(data: dict[str, Any]) -> InkError:
    """Raises ValueError, KeyError or TypeError for what is none."""
    hue, usual = int(within(data["hue"], 0, 11)), within(data["usual"], 1e-3, 1)
    blue, green, red = (within(part, -1, 1) for part in data["off"])
    of_blue, of_green, of_red = (within(part, 0, 1) for part in data["within"])
    turned, turned_within = within(data.get("turned", 0), -pi, pi), within(data.get("turned_within", pi), 0, pi)
    inks = (blue, green, red), (of_blue, of_green, of_red)
    return InkError(hue, *inks, usual, _ANOTHER_EVENING, turned, turned_within)
