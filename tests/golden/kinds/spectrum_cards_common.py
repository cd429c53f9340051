"""The kinds of cases about the deck itself."""

from collections import Counter
from typing import Any

from engine.components.cards import full_deck, numbered, related
from engine.components.hues import Hue


def answer(case: dict[str, Any]) -> Any:
    question, state = case["question"].lower(), case["state"]
    if "name" in question:
        return ["-".join(part.capitalize() for part in Hue.parse(text).title.split("-")) for text in state.values()]
    if "related" in question:
        one, other, *_ = (Hue.parse(text) for text in state.values())
        return related(one, other)
    if "special" in question:
        kinds = Counter(card.special for card in full_deck() if card.special)
        return {"special": kinds.total(), "copies_each": min(kinds.values())}
    if "numbered" in question:
        return len(numbered())
    if "how many cards" in question:
        return len(full_deck())
    raise KeyError(question)
