"""Teach the deck: the page says which cards to lay, takes a picture, shows what it found, and waits for a yes."""

import threading
from collections.abc import Mapping
from dataclasses import replace

import htpy as h
from htpy import Node

from engine.core.language import Deferred, words_of
from engine.texts.language import tr
from tablelight.perception.camera_worker import CameraWorker
from tablelight.perception.taught_store import Shelf
from tablelight.perception.teaching_pictures import Album
from tablelight.web.components.html import button, kept, rendered
from tablelight.web.views.card_size import typed_size
from tablelight.web.views.cards_here import CardsHere, cards_here, here_section
from tablelight.web.views.choose_deck import deck_choice, fits, how_many, names_form, plans, typed_plan
from tablelight.web.views.confirm_cards import asking_section, named_card
from tablelight.web.views.deck_lessons import ShownCards, lesson_of, look_at, or_one_before, steps
from tablelight.web.views.point_at_cards import (
    Corners,
    Pointing,
    corners_section,
    pointing_section,
)
from vision.cards.deck_plan import SPECTRUM, AnyCard, DeckPlan
from vision.cards.reader import CardReader
from vision.cards.table_plane import Size
from vision.cards.taught import TaughtDeck
from vision.cards.teaching import CardLesson, nothing_seen, teach_cards
from vision.errors import POINTED_AT, TaughtFileError, TeachingError

_LEARNED = Deferred("Learned. From now on I know your cards.")


class DeckTeaching:
    """The teaching of a table's decks, one after the other, on all its phones: which one, what was shown of it so far,
    and the picture waiting for a yes."""

    def __init__(self, eyes: CameraWorker) -> None:
        self._eyes = eyes
        self._taken = 0
        self._learning = False
        self._one_by_one = threading.Lock()
        self.said = ""
        self.version = 0
        self._choose(SPECTRUM)

    def _choose(self, plan: DeckPlan) -> None:
        """Teach this deck from now on, or go on with it."""
        self._plan = plan
        self._shelf: Shelf | None = self._eyes.shelf.of(plan) if self._eyes.shelf is not None else None
        self._album: Album | None = self._shelf.album if self._shelf is not None else None
        self._waiting: ShownCards | None = None
        self._pointing: Pointing | None = None
        self._corners: Corners | None = None
        self._begun = False
        self._typed: Mapping[str, str] | None = None  # while the names of a deck are typed
        self._here: CardsHere | None = None
        self._reader: CardReader | None = None
        self._size_mm: Size | None = None  # as a person said
        self._shown: list[ShownCards] = self._from_before()

    @property
    def lessons(self) -> list[CardLesson]:
        """The pictures that were said yes to."""
        return [one.lesson for one in self._shown]

    @property
    def wanted(self) -> tuple[AnyCard | None, ...]:
        """The cards to lay next; empty when all were shown."""
        every = steps(self._plan)
        return every[len(self._shown)] if len(self._shown) < len(every) else ()

    def act(self, name: str, args: Mapping[str, str]) -> None:
        """Do one of the acts of this page; those of several phones one after the other."""
        with self._one_by_one:
            self.said, self._here = "", None
            match name:
                case "deck-plan" if not self._shown:
                    self._choose(plans(self._others()).get(args.get("deck", ""), SPECTRUM))
                case "deck-typing" if not self._shown:
                    self._typed = {}
                case "deck-untyped":
                    self._typed = None
                case "deck-typed" if self._typed is not None:
                    self._choose_typed(args)
                case "deck-look" if self._taught():
                    self._look()
                case "deck-picture" if self.wanted and self._waiting is None and self._pointing is None:
                    self._take_picture()
                case "tap" if self._pointing is not None:
                    if self._pointing.tap(float(args["x"]), float(args["y"])):
                        self._look_where_pointed(self._pointing.lesson)
                case "deck-untap" if self._pointing is not None:
                    self._pointing.untap()
                case "deck-corners" if self._waiting is not None:
                    self._show_corners(self._waiting, int(args["card"]))
                case "tap" if self._corners is not None:
                    self._corners.tap(float(args["x"]), float(args["y"]))
                case "deck-corner" if self._corners is not None and "x" in args:  # dragged, not just touched
                    self._corners.drag(int(args["corner"]), float(args["x"]), float(args["y"]))
                case "deck-uncorner":
                    self._corners = None
                case "deck-outlined" if self._corners is not None and self._waiting is not None:
                    self._look_where_pointed(self._corners.corrected(self._waiting.lesson, self._waiting.outlines))
                case "deck-yes" if (
                    self._waiting is not None and self._corners is None and args.get("picture") == str(self._taken)
                ):
                    # Only to the picture that this phone showed: a second tap, or one on another phone, says nothing.
                    self._say_yes(self._waiting)
                case "deck-size" if self._waiting is not None and not self._shown:
                    self._say_size(self._waiting.lesson, args)
                case "deck-learn":
                    self._learn()
                case "deck-again":
                    self._waiting = self._pointing = self._corners = None
                case "deck-back":
                    self._keep_only(len(self._shown) - 1)
                case "deck-begin":
                    self._begun = True
                case "deck-first":
                    self._keep_only(0)
                    self._begun = True
                case "deck-over":
                    self._keep_only(0)
                    self._begun = False
                case "deck-before":
                    self._change_back()
            self.version += 1

    def _others(self) -> list[DeckPlan]:
        return self._eyes.shelf.others() if self._eyes.shelf is not None else []

    def _taught(self) -> bool:
        return self._shelf is not None and self._shelf.taught()

    def _choose_typed(self, args: Mapping[str, str]) -> None:
        try:
            self._choose(typed_plan(args))
        except TeachingError as error:
            self._typed, self.said = args, words_of(error)

    def _look(self) -> None:
        """Read what lies on the mat now by this deck."""
        try:
            if self._reader is None and self._shelf is not None:
                self._reader = CardReader(TaughtDeck.load(self._shelf.file))
            image = self._eyes.still().image
        except (TeachingError, TaughtFileError) as error:
            self.said = words_of(error)
            return
        if self._reader is not None:
            self._here = cards_here(image, self._reader.read(image))

    def say(self, sentence: str) -> None:
        """Say this on the page, until the next tap."""
        self.said = sentence
        self.version += 1

    def _from_before(self) -> list[ShownCards]:
        """What was shown before this program was ended in the middle."""
        out: list[ShownCards] = []
        every = steps(self._plan)
        kept = self._album.pictures(len(every)) if self._album else ()
        for (image, points, size_mm), cards in zip(kept, every, strict=False):
            try:
                out.append(look_at(lesson_of(image, cards, points, size_mm), out))
            except TeachingError:  # somebody changed the file
                break
            self._size_mm = size_mm
        return out

    def _say_yes(self, shown: ShownCards) -> None:
        if self._album is not None:
            self._album.keep(len(self._shown), shown.lesson)
        self._shown, self._waiting = [*self._shown, shown], None
        self._learn()

    def _keep_only(self, count: int) -> None:
        """So many pictures, and none that waits."""
        self._shown = self._shown[: max(count, 0)]
        self._waiting = self._pointing = self._corners = None
        self._size_mm = self._size_mm if self._shown else None
        if self._album is not None:
            self._album.cut(len(self._shown))

    def _take_picture(self) -> None:
        try:
            image = self._eyes.still().image
        except TeachingError as error:
            self.said = words_of(error)
            return
        self._look_for(lesson_of(image, self.wanted))

    def _look_for(self, lesson: CardLesson) -> None:
        try:
            self._wait_for_a_yes(lesson)
        except TeachingError as error:
            if error.code in POINTED_AT:  # who taps says that something is there
                self._pointing = Pointing(lesson.image, self.wanted, words_of(error))
            else:
                self._refuse(error)

    def _say_size(self, lesson: CardLesson, args: Mapping[str, str]) -> None:
        """Look at the picture again with cards of this size."""
        try:
            self._size_mm = typed_size(args)
        except TeachingError as error:
            self.said = words_of(error)
            return
        self._waiting = self._corners = None
        self._look_for(lesson)

    def _look_where_pointed(self, lesson: CardLesson) -> None:
        self._pointing = self._waiting = self._corners = None
        try:
            self._wait_for_a_yes(lesson)
        except TeachingError as error:
            self._refuse(error)

    def _show_corners(self, shown: ShownCards, number: int) -> None:
        if 0 <= number < len(shown.outlines):
            self._corners = Corners.of(shown.lesson, number, shown.outlines[number])

    def _wait_for_a_yes(self, lesson: CardLesson) -> None:
        """Raises TeachingError."""
        lesson = replace(lesson, size_mm=self._size_mm)
        self._waiting = shown = look_at(lesson, self._shown)
        self._taken += 1
        if shown.absent:
            number = lesson.cards.index(shown.absent[0])
            why = nothing_seen(lesson.name, shown.absent)
            self._corners = Corners.of(lesson, number, shown.outlines[number], why)

    def _refuse(self, error: TeachingError) -> None:
        self.said = or_one_before(words_of(error)) if error.code == "alike" else words_of(error)

    def _learn(self) -> None:
        """Once all were shown. What was shown is kept until it is learned: a full disk costs nobody seven pictures."""
        if self.wanted:
            return
        self._learning = True
        self.version += 1
        try:
            self._eyes.learn_deck(self._taught_deck())
        except TeachingError as error:
            self.said = words_of(error)
        else:
            self.said, self._begun, self._reader = _LEARNED, False, None
            self._keep_only(0)
        finally:
            self._learning = False

    def _taught_deck(self) -> TaughtDeck:
        """Raises TeachingError, but for no card that people saw outlined and said yes to."""
        try:
            return teach_cards(self.lessons, self._plan)
        except TeachingError as error:
            if error.code not in POINTED_AT:
                raise
            return teach_cards([one.as_outlined for one in self._shown], self._plan)

    def _change_back(self) -> None:
        try:
            self._reader = None
            if self._shelf is not None:
                self._shelf.change_back()
        except TeachingError as error:
            self.said = words_of(error)
        else:
            self.said = Deferred("I go by the deck that was taught before this one. The other one is kept.")

    # ---- the page

    @rendered
    def section(self) -> Node:
        """What to lay, the camera's picture or the one that waits, and the buttons."""
        if self._learning:
            return h.p(".said", role="status")[tr("Learning your cards; it takes a moment …")]
        style = "said" if self.said in ("", _LEARNED) else "refused"
        return [self.said and h.p({"class": style}, role="status")[str(self.said)], self._doing()]

    def _doing(self) -> Node:
        if self._typed is not None:
            return names_form(self._typed)
        if self._pointing is not None:
            return pointing_section(self._pointing)
        if self._corners is not None:
            return corners_section(self._corners)
        if self._waiting is not None:
            return asking_section(self._waiting, self._count(), self._taken, first=not self._shown)
        if not self.wanted:
            return h.div(".row")[button("deck-learn", tr("Keep them now"), style="go"), self._way_back()]
        if self._taught() and not self._shown and not self._begun:
            return self._known()
        return self._laying()

    def _laying(self) -> Node:
        how = tr("Lay these on the mat, left to right, upright, apart from each other:")
        return [
            not self._shown and self._choice(),
            h.p(".said")[f"{self._count()}. {how}"],
            h.div(".row.hues")[[h.span[named_card(card)] for card in self.wanted]],
            live_picture(),
            h.div(".row")[button("deck-picture", tr("Take the picture"), style="go"), self._way_back()],
            not self._shown and self._files(),
        ]

    def _choice(self) -> Node:
        return [deck_choice(self._plan, self._others()), h.p[how_many(self._plan, len(steps(self._plan)))]]

    def _known(self) -> Node:
        """A deck is known already: nobody teaches over it by a slip."""
        before = self._shelf is not None and self._shelf.has_before()
        first, second = ("go", "quiet") if self._plan.ours else ("quiet", "go")
        return [
            deck_choice(self._plan, self._others()),
            h.p(".said")[tr("The cards of this table are known.")],
            h.p[fits(self._plan)],
            self._here and here_section(self._here),
            h.div(".row")[
                button("go", tr("Back to the table"), style=first, to="/"),
                button("deck-look", tr("What lies here?"), style=second),
                button("deck-begin", tr("Teach the cards anew"), style="quiet"),
                before and button("deck-before", tr("Use the deck of before"), style="quiet"),
            ],
            self._files(),
        ]

    def _way_back(self) -> Node:
        if not self._shown:
            return self._begun and button("deck-over", tr("Leave it"), style="quiet")
        return [
            button("deck-back", tr("The picture before, again"), style="quiet"),
            button("deck-first", tr("From the beginning"), style="quiet"),
        ]

    def _count(self) -> str:
        return tr("Picture {number} of {count}", number=len(self._shown) + 1, count=len(steps(self._plan)))

    def _files(self) -> Node:
        save = "/taught-cards.npz" if self._plan.ours and self._taught() else ""
        return kept(save, tr("Bring taught cards in"), ".npz")


def live_picture() -> Node:
    """What the camera sees now; the page's script asks for it again and again."""
    return h.figure(".camera")[h.img(data_live="/live.jpg", alt=tr("the table"))]
