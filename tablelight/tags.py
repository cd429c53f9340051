"""Which card carries which RFID tag: taught once by laying each card on a reader, kept in the data folder."""

import json
import logging
import re
from pathlib import Path

from engine.cards import Card, full_deck
from engine.errors import NotUnderstood

log = logging.getLogger(__name__)

_TAG = re.compile(r"[0-9A-F]{10}")


class TagBook:
    """Tags (ten hex digits) and their cards. Use from any one thread at a time; every change is on the disk at once."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._cards = _read(file)

    def card(self, tag: str) -> Card | None:
        """The card of a tag; None for one that was never taught."""
        return self._cards.get(tag)

    def teach(self, tag: str, card: Card) -> None:
        """From now on this tag is that card. Raises ValueError for what is no tag or no card, OSError from the disk."""
        if not _TAG.fullmatch(tag) or not card.known:
            raise ValueError(f"'{tag}' cannot stand for {card}")
        cards = {**self._cards, tag: card}
        self._file.parent.mkdir(parents=True, exist_ok=True)
        fresh = self._file.with_suffix(".new")
        fresh.write_text(json.dumps({t: str(c) for t, c in sorted(cards.items())}, indent=0) + "\n", encoding="utf-8")
        fresh.replace(self._file)
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


def _read(file: Path) -> dict[str, Card]:
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
        return {tag: Card.parse(text) for tag, text in kept.items() if _TAG.fullmatch(tag)}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, AttributeError, TypeError, NotUnderstood, RecursionError) as error:
        log.warning("%s cannot be read as taught tags (%s); teach the cards again", file, error)
        return {}
