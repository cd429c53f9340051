"""Teach the deck: the page says which cards to lay, takes a picture, shows what it found, and waits for a yes."""

import base64

import cv2

from engine.cards import Card
from tablelight.card_eyes import marked
from tablelight.eyes import Eyes
from tablelight.page.html import button, chip, kept, text
from vision.cards.deck import whole_deck
from vision.cards.seen import words
from vision.cards.teach import CardLesson, NamedCard, find_whole_cards, teach_cards
from vision.errors import TeachingError

AT_ONCE = 4
"""Cards that fit side by side on the smaller mat."""


def steps() -> tuple[tuple[Card | None, ...], ...]:
    """Which cards lie there in each picture, left to right: every hue and number, the specials, and last the back."""
    faces = whole_deck()
    return (*(tuple(faces[k : k + AT_ONCE]) for k in range(0, len(faces), AT_ONCE)), (None,))


class DeckTeaching:
    """One browser's teaching of a deck: lessons so far, and the picture that waits for a yes."""

    def __init__(self, eyes: Eyes) -> None:
        self._eyes = eyes
        self.lessons: list[CardLesson] = []
        self._waiting: CardLesson | None = None
        self._picture = ""
        self.said = ""

    @property
    def wanted(self) -> tuple[Card | None, ...]:
        """The cards to lay next; empty when all were shown."""
        every = steps()
        return every[len(self.lessons)] if len(self.lessons) < len(every) else ()

    def act(self, name: str) -> None:
        """Do one of the acts of this page."""
        self.said = ""
        match name:
            case "deck-picture":
                self._take_picture()
            case "deck-yes" if self._waiting is not None:
                self.lessons.append(self._waiting)
                self._waiting = None
                if not self.wanted:
                    self._learn()
            case "deck-again":
                self._waiting = None
            case "deck-over":
                self._waiting, self.lessons = None, []

    def _take_picture(self) -> None:
        frame = self._eyes.still()
        if frame is None:
            self.said = "There is no picture yet. Is the camera plugged in?"
            return
        if not self.wanted:
            return
        named = tuple(NamedCard(card) for card in self.wanted)
        lesson = CardLesson(frame.image, named, "The picture")
        try:
            outlines = find_whole_cards(lesson)
        except TeachingError as error:
            self.said = str(error)
            return
        names = [words(one.card) for one in named]
        jpeg = cv2.imencode(".jpg", marked(frame.image, outlines, names), [cv2.IMWRITE_JPEG_QUALITY, 85])[1]
        self._waiting, self._picture = lesson, base64.b64encode(jpeg.tobytes()).decode()

    def _learn(self) -> None:
        try:
            self._eyes.learn_deck(teach_cards(self.lessons))
        except TeachingError as error:
            self.said = f"{error} Let us show the cards once more."
        else:
            self.said = "Learned. From now on I know your cards."
        self.lessons = []

    def section(self) -> str:
        """What to lay, the camera's picture or the one that waits, and the buttons."""
        said = f'<p class="refused" role="status">{text(self.said)}</p>' if self.said else ""
        count = f"Picture {len(self.lessons) + 1} of {len(steps())}"
        if self._waiting is not None:
            picture = f'<img src="data:image/jpeg;base64,{self._picture}" alt="the cards as they were found">'
            doing = button("deck-yes", "Yes, so they lie", style="go") + button("deck-again", "Again", style="quiet")
            return f'{said}<p class="said">{count}. Is every card named rightly?</p>{_figure(picture)}{_row(doing)}'
        lay = "".join(_card(card) for card in self.wanted)
        how = "Lay these on the mat, left to right, upright, apart from each other:"
        live = '<img src="/live.jpg" data-live="/live.jpg" alt="the table">'
        doing = button("deck-picture", "Take the picture", style="go")
        if self.lessons:
            doing += button("deck-over", "From the beginning", style="quiet")
        return (
            f'{said}<p class="said">{count}. {how}</p><div class="row hues">{lay}</div>{_figure(live)}{_row(doing)}'
            f"{kept('/taught-cards.npz' if self._eyes.deck_taught() else '', 'cards', '.npz')}"
        )


def _card(card: Card | None) -> str:
    hue = chip(card.hue) if card is not None and card.hue is not None else ""
    return f"<span>{hue} {text(words(card))}</span>"


def _figure(inner: str) -> str:
    return f'<figure class="camera">{inner}</figure>'


def _row(inner: str) -> str:
    return f'<div class="row">{inner}</div>'
