"""Which card carries which RFID tag: taught once by laying each card on a reader, kept in the data folder."""

import logging
import re
from itertools import count
from pathlib import Path

from engine.components.cards import Card, full_deck
from engine.core.errors import NotUnderstood
from engine.core.language import Deferred
from vision.files import bytes_of, read_json, write_json

log = logging.getLogger(__name__)

_WHAT_TO_DO = Deferred(
    "Put a copy back and start again, or teach them anew (Menu, How the parts are doing, Test lights, switches and "
    "cards); this file is then kept aside."
)
_MOST_BYTES = 1_000_000
_TAG = re.compile(r"[0-9A-F]{10}")


class TagBook:
    """Tags (ten hex digits) and their cards. Use from any one thread at a time; every change is on the disk at once.

    ``trouble``: a sentence while the file is damaged; the next taught tag keeps it aside.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._cards, self.trouble = _read(file)

    def card(self, tag: str) -> Card | None:
        """The card of a tag; None for one that was never taught."""
        return self._cards.get(tag)

    def teach(self, tag: str, card: Card) -> None:
        """From now on this tag is that card. Raises ValueError for what is no tag or no card, OSError from the disk."""
        if not _TAG.fullmatch(tag) or not card.known:
            raise ValueError(f"'{tag}' cannot stand for {card}")
        cards = {**self._cards, tag: card}
        if self.trouble:
            self._file.replace(_free_name(self._file))
        write_json(self._file, {t: str(c) for t, c in sorted(cards.items())})
        self.trouble = ""
        self._cards = cards

    def untaught(self) -> list[Card]:
        """The cards of the full deck that no tag stands for yet, in the deck's order."""
        left = list(full_deck())
        for card in self._cards.values():
            if card in left:
                left.remove(card)
        return left

    def __len__(self) -> int:
        return len(self._cards)


def _read(file: Path) -> tuple[dict[str, Card], str]:
    """What can be read, and what is wrong with the rest."""
    try:
        kept = read_json(bytes_of(file, _MOST_BYTES))
        cards = {tag: card for tag, text in kept.items() if (card := _card(tag, text)) is not None}
    except FileNotFoundError:
        return {}, ""
    except (OSError, ValueError, AttributeError, TypeError) as error:
        log.warning("%s cannot be read as taught tags: %s", file, error)
        return {}, Deferred("The cards' tags in {file} cannot be read. {advice}", file=file, advice=_WHAT_TO_DO)
    if len(cards) == len(kept):
        return cards, ""
    log.warning("%s has tags or cards that are none", file)
    return cards, Deferred(
        "The cards' tags in {file} have slips: {wrong} of its {count} cards. {advice}",
        file=file,
        wrong=len(kept) - len(cards),
        count=len(kept),
        advice=_WHAT_TO_DO,
    )


def _card(tag: str, text: object) -> Card | None:
    """The card of a line of the file; None where either is none."""
    try:
        return Card.parse(text) if isinstance(text, str) and _TAG.fullmatch(tag) else None
    except NotUnderstood:
        return None


def _free_name(file: Path) -> Path:
    """Where a damaged file is kept, beside those from before."""
    names = (file.with_suffix(f".damaged{n if n > 1 else ''}{file.suffix}") for n in count(1))
    return next(name for name in names if not name.exists())
