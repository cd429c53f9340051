"""What a reading of cards is worth: right, asked, missed or silently wrong, card by card; invented decks to read."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from tablelight.bench.pairs import within

if TYPE_CHECKING:
    import numpy as np

    from vision.cards.deck_plan import AnyCard, DeckPlan
    from vision.cards.ink_errors import InkError
    from vision.cards.lessons import CardLesson
    from vision.cards.readings import CardInSight
    from vision.training.cards.tables import CardPicture, InventedTable

_MATCH_PX = 90.0
_TILE = 220


def invented_deck(
    name: str, table: "InventedTable", draws: int, hand: "np.random.Generator | None" = None
) -> "tuple[list[CardLesson], Iterator[tuple[dict, np.ndarray]]]":
    """The lessons of an invented table, named as people do by tapping, or by showing corners with a ``hand``; and so
    many labelled draws."""
    from vision.cards.lessons import CardLesson
    from vision.training.cards.naming import by_corners, tapped

    lessons = []
    for k, shown in enumerate(table.lessons()):
        named = (tapped(one) if hand is None else by_corners(one, hand) for one in shown.cards)
        lessons.append(CardLesson(shown.image, tuple(named), f"{name}, picture {k + 1}"))
    return lessons, labelled(name, table, (table.draw() for _ in range(draws)))


def labelled(
    name: str, table: "InventedTable", pictures: "Iterable[CardPicture]"
) -> "Iterator[tuple[dict[str, Any], np.ndarray]]":
    """Pictures of an invented table, each with what lies where in it; ``told``: whether a person could tell a card."""
    from vision.cards.readings import card_json
    from vision.training.cards.in_sight import can_be_told, uncovered

    for number, picture in enumerate(pictures):
        corners = [one.corners for one in picture.cards]
        lying = [
            {
                **card_json(one.card, one.card is None),
                "corners_px": one.corners.tolist(),
                "told": can_be_told(table.look, table.plan, one.card, uncovered(corners, k)),
            }
            for k, one in enumerate(picture.cards)
        ]
        entry = {"image": f"{name}-{number}", "lamp": picture.lamp, "fan": picture.fan, "cards": lying}
        yield entry, picture.image


def judged(
    entry: dict[str, Any], seen: "tuple[CardInSight, ...]", plan: "DeckPlan | None" = None
) -> list[tuple[str, str, Any, str]]:
    """(kind, verdict, place in px, words) for every labelled card and every "ok" card that is none.

    Nearest pairs first, 90 px at most. ``plan``: of the deck, where it is not ours. A card of a fan is ``covered``
    where no person could tell it: to be read by chance, or asked about.
    """
    from vision.cards.readings import words

    truth = [(_middle(card["corners_px"]), card) for card in entry["cards"]]
    partner = within(_MATCH_PX, [at for at, _ in truth], [read.center_px for read in seen])
    out = []
    for i, (at, card) in enumerate(truth):
        read = seen[partner[i]] if i in partner else None
        kind = _kind(card, bool(entry.get("fan")))
        named = _named(card, plan)
        out.append((kind, _verdict(named, read), at, f"{words(named)} / {_words_of(read)}"))
    for j, read in enumerate(seen):
        if j not in partner.values() and read.status == "ok":
            out.append(("card", "silent", read.center_px, f"nothing / {_words_of(read)}"))
    return out


def answered(
    entry: dict[str, Any], seen: "tuple[CardInSight, ...]", plan: "DeckPlan | None" = None
) -> "list[InkError]":
    """By how much inks are off on the cards that are asked about, as whoever says what they are tells."""
    truth = [_middle(card["corners_px"]) for card in entry["cards"]]
    partner = within(_MATCH_PX, truth, [read.center_px for read in seen])
    named = ((_named(entry["cards"][i], plan), seen[j]) for i, j in partner.items())
    told = (card.error_if(name) for name, card in named if card.status != "ok" and name is not None)
    return [error for error in told if error is not None]


def _kind(card: dict[str, Any], fan: bool) -> str:
    if fan:
        return "fan" if card.get("told", True) else "covered"
    return "back" if card["back"] else "special" if card["special"] else "card"


def _middle(corners: Any) -> tuple[float, float]:
    return sum(p[0] for p in corners) / 4, sum(p[1] for p in corners) / 4


def _named(card: dict[str, Any], plan: "DeckPlan | None") -> "AnyCard | None":
    from vision.cards.deck_plan import SPECTRUM
    from vision.cards.readings import card_from_json

    return card_from_json(card, plan or SPECTRUM)


def _verdict(card: "AnyCard | None", read: "CardInSight | None") -> str:
    if read is None:
        return "missed"
    if read.status != "ok":
        return "asked"
    return "right" if read.card == card else "silent"


def _words_of(read: "CardInSight | None") -> str:
    from vision.cards.readings import words

    if read is None:
        return "-"
    if not read.candidates:
        return f"{read.status}, some card"
    card, chance = read.candidates[0]
    return f"{read.status} {words(card)} {chance:.2f}"


def tile(image: "np.ndarray", at: Any, words: str, name: str) -> "np.ndarray":
    import cv2

    height, width = image.shape[:2]
    x, y = (int(min(max(at[k], _TILE // 2), side - _TILE // 2)) for k, side in ((0, width), (1, height)))
    half = _TILE // 2
    tile = image[y - half : y + half, x - half : x + half].copy()
    for line, text in enumerate((name, words)):
        for ink, thick in (((0, 0, 0), 3), ((255, 255, 255), 1)):
            cv2.putText(tile, text, (3, 12 + 13 * line), cv2.FONT_HERSHEY_SIMPLEX, 0.36, ink, thick, cv2.LINE_AA)
    return tile
