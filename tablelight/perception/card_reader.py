"""What the card watcher sees in card games, in the referee's words, with the cards drawn on the picture."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import dist
from pathlib import Path
from typing import Any

import numpy as np

from engine.components.cards import UNKNOWN
from engine.core.language import words_of
from engine.core.match import Match
from engine.core.verdict import Cards
from engine.inference.observation import SeenCard
from tablelight.perception.annotation import INK, centred_tag, outline
from tablelight.perception.card_answers import CardAnswers
from tablelight.perception.mat_in_sight import MatInSight
from tablelight.perception.taught_store import Shelf
from tablelight.referee.card_fields import BESIDE, MAT, ROWS, CardField, field_at, has_specials, mat_with
from tablelight.referee.inputs import CameraObservation
from tablelight.referee.state import ConfirmedCard
from tablelight.texts.sentences import say
from vision.camera.frames import Frame
from vision.cards.reader import CardReader
from vision.cards.readings import CardInSight, CardReading
from vision.cards.sightings import BESIDE_MM
from vision.cards.sure_inks import SureInks
from vision.cards.taught import TaughtDeck
from vision.errors import TaughtFileError
from vision.geometry.mat import mats
from vision.motion.still_watcher import StillWatcher

_MOST_NAMED = 3
"""Of what a card in doubt may be, so many are passed on, the likeliest. Chosen by hand."""

_APART_MM = 60.0
"""Middles of cards that do not overlap are further apart: a card is 63 mm wide, and is found within some 2 mm."""


def plays_cards(game: Any, state: Any) -> bool:
    """Whether the camera should look for cards now: the game says which events lay them, and no dice are its chance.

    The board game has cards only where they stand for dice, or while some are dealt for its start.
    """
    if not callable(getattr(game, "infer_events", None)):
        return False
    return getattr(game.options, "dice", "cards") == "cards" or isinstance(game.awaiting(state).need, Cards)


class CardObserver:
    """Watches for cards once a deck has been taught. ``game``: that is played, None: any."""

    def __init__(self, deck: Path) -> None:
        self._file = deck
        self.game: Any = None
        self._mat = MatInSight()
        self._watcher: StillWatcher[CardReading] | None = None
        self._reader: CardReader | None = None
        self._answers: CardAnswers | None = None
        self._sure = SureInks()
        self._stamp: float | None = None
        self._of_deck: str | None = None
        self._of_picture: str | None = None

    @property
    def trouble(self) -> str | None:
        """What stands in the way of reading, a sentence; of the deck first, for without one no picture is read."""
        return self._of_deck or self._of_picture or (self._mat.trouble(self.game) if self.game else None)

    @property
    def in_motion(self) -> bool:
        """Something is being laid or taken, or has just come to rest."""
        return self._watcher is not None and self._watcher.in_motion

    def see(self, frame: Frame) -> Iterator[tuple[CameraObservation, np.ndarray | None]]:
        """What is to be told about a frame, each with the picture of the reading, if there is one."""
        self._load()
        if self._watcher is None:
            return
        for event in self._watcher.see(frame):
            if event.reading is None:
                yield CameraObservation("hand"), None
            else:
                # Said until a picture is read that shows it no more: a dark room, a covered lens, a mat taken away.
                self._mat.see(event.reading)
                fields = self._mat.fields(self.game) if self.game else ()
                self._of_picture = troubles_of(event.reading, fields) or None
                self._look_at_inks(event.frame, event.reading.cards)
                yield observation_of(event.reading, event.frame, fields), outlined(frame.image, event.reading)

    def learn(self, confirmed: ConfirmedCard | None, match: Match) -> None:
        """Read by what people said of a card in doubt, once something else counted after it."""
        if self._answers is not None and self._answers.learn(confirmed, match):
            self._read_by_what_is_known()

    def _look_at_inks(self, picture: int, cards: Sequence[CardInSight]) -> None:
        """Keep what people may soon be asked about, and read the next picture by what is sure in this one."""
        if self._answers is not None:
            self._answers.remember(picture, cards)
            if self._sure.see(cards):
                self._read_by_what_is_known()

    def _read_by_what_is_known(self) -> None:
        """Expect inks to look as they did on cards that people told, and on those that were surely read."""
        if self._reader is not None and self._answers is not None:
            self._reader.learn([*self._answers.known, *self._sure.known])

    def _load(self) -> None:
        """Take up a deck that has been taught since; a damaged file is said once, and again when it changes."""
        stamp = self._file.stat().st_mtime if self._file.exists() else None
        if stamp == self._stamp and (stamp is not None or self._of_deck):
            return
        self._stamp, self._watcher, self._reader, self._answers = stamp, None, None, None
        self._sure = SureInks()
        if stamp is None:
            others = Shelf(self._file).others()
            fits = say("health", "other_deck", names=", ".join(plan.name for plan in others))
            self._of_deck = fits if others else say("health", "no_deck")
            return
        try:
            deck = TaughtDeck.load(self._file)
            self._of_deck = None if deck.plan.ours else say("health", "other_deck", names=deck.plan.name)
            if deck.plan.ours:
                self._reader, self._answers = CardReader(deck, spots_of), CardAnswers(self._file)
                self._read_by_what_is_known()
                self._watcher = StillWatcher(self._reader)
        except TaughtFileError as error:
            self._of_deck = words_of(error)


def spots_of(code: int) -> np.ndarray:
    """The middles of the fields for one card or one pile on the mat with this code, N x 2 mm."""
    mat, play = mat_with(code), next(each.play for each in mats() if each.name == MAT)
    areas = [field.area(play) for field in mat.fields if max(field.cells[2:]) <= 1] if mat is not None else []
    return np.array([(x + width / 2, y + height / 2) for x, y, width, height in dict.fromkeys(areas)]).reshape(-1, 2)


def observation_of(reading: CardReading, picture: int, fields: Sequence[CardField] = ()) -> CameraObservation:
    """A reading in the referee's words: every card, row by row and left to right, and why nothing could be read.
    ``fields``: where cards lie on their mat.

    What is a card and no more is not among them, as the reading's troubles tell of it. In a field of closed cards it is
    a pile that is not even; in one of open cards nothing is said of any card, as the one that is missed may be what
    counts.
    """
    reading = _of_this_game(reading, fields)
    if not reading.registered:
        trouble = reading.troubles[0].message if reading.troubles else ""
        return CameraObservation("settled", trouble=trouble, picture=picture)
    placed = _placed(reading, fields)
    if placed is None:
        return CameraObservation("settled", trouble=say("health", "card_unclear"), picture=picture)
    cards = tuple(
        SeenCard(
            _may_be(card) if _is_told(card, field) else (UNKNOWN,),
            _place(field, reading.mat, fields),
            card.table_xy_mm,
            _chances(card) if _is_told(card, field) else (),
        )
        for card, field in placed
        if card.candidates or _is_closed(field)
    )
    return CameraObservation("settled", picture=picture, cards=cards)


def _of_this_game(reading: CardReading, fields: Sequence[CardField]) -> CardReading:
    """The reading without what cards in doubt cannot be, as the game with these fields has no special cards."""
    if has_specials(tuple(fields)):
        return reading

    def known(card: CardInSight) -> CardInSight:
        there = [each for each in card.candidates if not getattr(each[0], "special", "")]
        others = 1 - sum(chance for one, chance in card.candidates if getattr(one, "special", ""))
        ours = tuple((one, min(chance / max(others, chance), 1.0)) for one, chance in there)
        return card if card.status == "ok" else replace(card, candidates=ours)

    return replace(reading, cards=tuple(map(known, reading.cards)))


def _placed(reading: CardReading, fields: Sequence[CardField]) -> list[tuple[CardInSight, CardField | None]] | None:
    """Every card in order with the field it lies in; None where one that may count cannot be made out."""
    at = [(card, field_of(card, reading.mat, fields)) for card in _in_order(reading, fields)]
    placed = [(card, _pile_of(card, at) or field) for card, field in at]
    for card, field in placed:
        if _is_closed(field) or not field:
            near = [where for other, where in placed if 0 < dist(card.table_xy_mm, other.table_xy_mm) < _APART_MM]
            if card.status != "ok" and any(_is_closed(where) and where is not field for where in near):
                return None
        elif _is_unclear(card, reading.cards):
            return None
    return placed


def _pile_of(card: CardInSight, at: Sequence[tuple[CardInSight, CardField | None]]) -> CardField | None:
    """The closed pile that says nothing by its place and of which it seems to be a part.

    Backs whose pattern runs to the edge look like cards half beside their pile, or half between it and an open card.
    """
    if card.candidates and _may_be(card) != (UNKNOWN,):
        return None
    close = [(other, field) for other, field in at if 0 < dist(card.table_xy_mm, other.table_xy_mm) < _APART_MM]
    piles = [field for other, field in close if _is_closed(field) and not field.by_place]
    between = any(other.status == "ok" and other.card for other, _ in close)
    return piles[0] if piles and (card.status != "ok" or between) else None


def _in_order(reading: CardReading, fields: Sequence[CardField]) -> list[CardInSight]:
    """The cards as people lay them: the upper row of fields first, each from left to right."""
    mat = next((each for each in mats() if each.name == reading.mat), None)
    if mat is None or not fields:
        return sorted(reading.cards, key=lambda card: card.table_xy_mm)
    _, top, _, height = mat.play
    return sorted(reading.cards, key=lambda card: ((card.table_xy_mm[1] - top) // (height / ROWS), card.table_xy_mm))


def _is_unclear(card: CardInSight, cards: Sequence[CardInSight]) -> bool:
    """Whether it is a card and no more, or only seems to be one: two cards that lie close may look like a third between
    them, a back or one that is surely seen elsewhere; and one that is in doubt where another lies may be that one, seen
    twice."""
    if not card.candidates:
        return True
    if card.status != "ok" and any(0 < dist(card.table_xy_mm, other.table_xy_mm) < BESIDE_MM for other in cards):
        return True
    likeliest = card.candidates[0][0]
    if likeliest is None:
        return any(0 < dist(card.table_xy_mm, other.table_xy_mm) < _APART_MM for other in cards)
    return card.status != "ok" and any(likeliest == other.card for other in cards)


def _may_be(card: CardInSight) -> tuple[Any, ...]:
    if card.status == "ok" or not card.candidates:
        return (card.card or UNKNOWN,)
    return tuple(one or UNKNOWN for one, _ in card.candidates[:_MOST_NAMED])


def _chances(card: CardInSight) -> tuple[tuple[Any, float], ...]:
    """Of a card in doubt, all that it may be with its chances."""
    return () if card.status == "ok" else tuple((one or UNKNOWN, chance) for one, chance in card.candidates)


def _place(field: CardField | None, mat: str, fields: Sequence[CardField]) -> str:
    if mat != MAT or not fields:
        return ""
    return BESIDE if field is None else field.spot


def field_of(card: CardInSight, mat: str, fields: Sequence[CardField]) -> CardField | None:
    """The field that a card lies in; None beside all of them, and on a mat without any. What is a card and no more lies
    in the field of open cards where there is one: it is not surely a back."""
    if mat != MAT or not fields:
        return None
    play = next(each.play for each in mats() if each.name == mat)
    return field_at(fields, play, card.table_xy_mm, back=bool(card.candidates) and _may_be(card) == (UNKNOWN,))


def _is_told(card: CardInSight, field: CardField | None) -> bool:
    """Whether what it shows counts. Edges of an uneven pile look like this card or that one."""
    return card.status == "ok" or not _is_closed(field)


def _is_closed(field: CardField | None) -> bool:
    return field is not None and field.lies == "closed"


def troubles_of(reading: CardReading, fields: Sequence[CardField] = ()) -> str:
    """What stands in the way of reading, empty: nothing. That a closed pile cannot be made out is no trouble; that an
    open card cannot is one, also where the reader itself has nothing to complain of."""
    reading = _of_this_game(reading, fields)
    asked = [card for card in reading.cards if card.status == "ask"]
    open_ones = [card for card in asked if not _is_closed(field_of(card, reading.mat, fields))]
    about = {"unread": any(not card.candidates for card in open_ones)}
    about |= dict.fromkeys(("other-deck", "shadow"), bool(open_ones))
    said = [trouble.message for trouble in reading.troubles if about.get(trouble.code, True)]
    return " ".join(said) or (
        say("health", "card_unclear") if reading.registered and _placed(reading, fields) is None else ""
    )


def outlined(image: np.ndarray, reading: CardReading) -> np.ndarray:
    """A copy of the picture (uint8 BGR) with every card's outline and name; unsure ones with a question mark."""
    out = image.copy()
    for card in reading.cards:
        ink = INK[card.status]
        outline(out, np.array(card.outline_px), ink)
        name = "back" if card.back else str(card.card) if card.card is not None else "?"
        centred_tag(out, name, card.center_px, ink, 0.8)
    return out
