"""What the eyes say about cards: one card, and one reading of a picture."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from engine.components.cards import Card, swapped_hues
from engine.components.hues import Hue
from vision.cards.deck_plan import SPECTRUM, AnyCard, DeckCard, DeckPlan
from vision.readings import Point, Trouble, reading_json, rounded

if TYPE_CHECKING:
    from vision.cards.hue_classifier import UnlikeHues
    from vision.cards.ink_errors import InkError

CardStatus = Literal["ok", "ask"]
BACK = None


@dataclass(frozen=True, slots=True)
class CardInSight:
    """One card in a picture. ``card`` is what it is when ``status`` is "ok", None when asked or face down.

    ``candidates``: (card, probability), best first; a None card is the back; none where something is surely a card, and
    no more is known. ``outline_px``: its corners from the
    face's own top left, clockwise. ``table_xy_mm``: its middle, mm from the mat's top left (or the first card's).
    ``hues``: of one with a hue, how its ink looks beside each; for learning from what people say it is.
    """

    status: CardStatus
    card: AnyCard | None
    back: bool
    candidates: tuple[tuple[AnyCard | None, float], ...]
    center_px: Point
    outline_px: tuple[Point, ...]
    table_xy_mm: Point
    hues: "UnlikeHues | None" = field(default=None, compare=False, repr=False)

    def error_if(self, card: AnyCard) -> "InkError | None":
        """By how much its ink looks off, were it this card; None where it is not taken for one that it may be."""
        if self.hues is None or card.hue is None or card not in (one for one, _ in self.candidates):
            return None
        return self.hues.error_of(int(card.hue))

    def to_json(self) -> dict[str, Any]:
        said = card_json(self.card if self.status == "ok" else None, self.back)
        return {
            "status": self.status,
            **said,
            "candidates": [[card_json(card, card is None), round(p, 4)] for card, p in self.candidates],
            "center_px": rounded(self.center_px),
            "outline_px": [rounded(point) for point in self.outline_px],
            "table_xy_mm": rounded(self.table_xy_mm),
        }


@dataclass(frozen=True, slots=True)
class CardReading:
    """All cards read in one picture.

    ``registered``: the mat was found; ``mat``: its name, ``mat_code``: what it says it is the mat of, None where that
    cannot be told. ``ms``: time it took, milliseconds.
    """

    cards: tuple[CardInSight, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    registered: bool = False
    ms: float = 0.0
    stages: dict[str, float] = field(default_factory=dict)
    mat: str = ""
    mat_code: int | None = None

    @property
    def sure(self) -> bool:
        """There are cards, and every one is "ok"."""
        return bool(self.cards) and all(card.status == "ok" for card in self.cards)

    def to_json(self, image: str | None = None) -> dict[str, Any]:
        """The reading as plain values."""
        return reading_json(self, "cards", self.cards, image)


def card_json(card: AnyCard | None, back: bool) -> dict[str, Any]:
    """A card in plain words: ``colour`` and ``number``, or ``special`` (``swap:red/green``), or ``back``.

    What stands for the number in decks that are not ours is text: ``"10"``, ``"K"``.
    """
    if isinstance(card, DeckCard):
        names = (card.colour or None, card.value or None, card.special or None)
        return {"colour": names[0], "number": names[1], "special": names[2], "back": back}
    hue = card.hue.title if card is not None and card.hue is not None else None
    special = special_title(card.special) if card is not None and card.special else None
    return {"colour": hue, "number": card.number if hue else None, "special": special, "back": back}


def words(card: AnyCard | None) -> str:
    """A card as a person says it: ``red 5``, ``swap red/green``, ``face down``."""
    if card is None:
        return "face down"
    if isinstance(card, DeckCard):
        return card.name
    said = card_json(card, False)
    return f"{said['colour']} {said['number']}" if said["colour"] else str(said["special"]).replace(":", " ")


def special_title(name: str) -> str:
    """``swap:R<>G`` as ``swap:red/green``; other specials as they are."""
    pair = swapped_hues(name)
    return f"swap:{pair[0].title}/{pair[1].title}" if pair else name


def card_from_json(entry: dict[str, Any], plan: DeckPlan = SPECTRUM) -> AnyCard | None:
    """The card of such words; None for the back. Raises ValueError with a sentence (NotUnderstood is one)."""
    if entry.get("back"):
        return BACK
    special = entry.get("special")
    if not plan.ours:
        return plan.parse(f"*{special}" if special else f"{entry.get('colour')} {entry.get('number')}")
    if special:
        if str(special).startswith("swap:"):
            one, _, other = str(special)[5:].partition("/")
            special = f"swap:{Hue.parse(one).name}<>{Hue.parse(other).name}"
        return Card.parse(f"*{special}")
    return Card.parse(f"{entry.get('colour')} {entry.get('number')}")
