"""A table at which the cards on the fields of their mat are drawn, and read from the pictures by the real reader."""

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np

from engine.components.cards import Card
from engine.core.match import Match
from tablelight.demo.card_table import Place, ToldCardTable, in_sight, places
from tablelight.demo.painted_paper import PaintedPaper
from tablelight.demo.physical_table import DARK
from tablelight.perception.card_answers import CardAnswers
from tablelight.perception.card_reader import observation_of, outlined, spots_of, troubles_of
from tablelight.perception.mat_in_sight import MatInSight
from tablelight.printing.mat import draw_words
from tablelight.referee.card_fields import MAT, CardField, CardMat, mat_of, named
from tablelight.referee.inputs import CameraObservation
from vision.cards.deck_plan import AnyCard
from vision.cards.lessons import CardLesson
from vision.cards.reader import CardReader
from vision.cards.teaching import FoundCards, find_cards, teach_cards
from vision.geometry.mat import mats
from vision.geometry.mat_code import PLAIN
from vision.photometry.srgb import LINEAR, encoded
from vision.training.cards.naming import by_corners, tapped
from vision.training.cards.tables import FINE, LAMPS, CardPicture, InventedTable, Lying

_ASIDE_MM, _TURN = 2.0, 0.03
"""How far beside its place, and how much turned (radians), a hand lays a card; chosen by hand."""
_FREELY_MM = 10.0
"""The same for a closed pile that tells by its place: no other lies beside it at once. Chosen by hand."""
_CUT_OFF = 0.04
"""Of a card's height, by which a corner is off for people to see that the card is cut off; chosen by hand."""
_SAME_LIGHT = 40
"""Pictures of a game in the same light; chosen by hand."""
_SEEN_OF_PILE = 3
"""Of a closed pile, which is never quite even, so many cards are drawn at most; chosen by hand."""

SPECTRA = {
    "daylight": "daylight",
    "window": "daylight",
    "warm": "warm-led",
    "cool": "led",
    "tube": "tube",
    "party": "rgb-led",
    "dim": "tungsten",
}
"""The lamps by the names they have at tables of dice and pieces, and the spectra under which cards are drawn."""
_MOST_NUDGES = 4
"""So often somebody moves the cards that cannot be made out before he types what they are; chosen by hand."""


_Laid = tuple[Card | None, np.ndarray]


class DrawnCards(InventedTable):
    """One invented deck on the mat with fields. ``seed``: which deck, mat and camera; ``cards``: the mat; None: one
    without fields. From picture to picture of a game light and camera stay as they are, but for grain, until somebody
    walks by or a cloud comes; and what is not touched stays where it lies."""

    def __init__(self, seed: int, cards: CardMat | None) -> None:
        super().__init__(
            np.random.default_rng(seed), paper=MAT, code=cards.code if cards else PLAIN, beside=_beside(cards)
        )
        self._felt = None  # its ground is printed
        printed = PaintedPaper(self.mat.size, FINE)
        draw_words(printed, self.mat, cards)
        self._print = printed.reflected()[..., None]
        self._pile = np.zeros(2)
        self._lamps: dict[tuple[str, str], list[np.ndarray]] = {}
        self._empty: dict[bytes, np.ndarray] = {}
        self._back: dict[bytes, np.ndarray] = {}
        self._poses: dict[tuple[str, int, Place, Card], np.ndarray] = {}
        self._seed, self._taken = seed, 0

    def lying(self, fields: tuple[CardField, ...], lying: Mapping[str, tuple[Card, ...]], lamp: str) -> CardPicture:
        """A picture of the cards that lie in each field and are not covered."""
        self._taken += 1
        return self._picture(self._lying(fields, lying), lamp, False, calm=True)

    def astray(
        self, fields: tuple[CardField, ...], lying: Mapping[str, tuple[Card, ...]], spot: str, lamp: str
    ) -> CardPicture:
        """The same, but the last card of one field lies half out of it, on the one below where it is a pile."""
        *inside, last = lying[spot]
        laid = self._lying(fields, {**lying, spot: tuple(inside)})
        field = named(fields, spot)
        assert field is not None
        _, _, wide, high = field.area(self.mat.play)
        out = [(wide, 0), (-wide, 0), (0, high), (0, -high)][self.rng.integers(4)]
        pose = self._laid(field, len(inside), len(inside) + 1) + np.array([*out, 0]) / 2
        return self._picture([*laid, (last if last.known else None, pose)], lamp, False, calm=True)

    def _lying(self, fields: tuple[CardField, ...], lying: Mapping[str, tuple[Card, ...]]) -> list[_Laid]:
        """The cards that are not covered, from the lowest, each with where it lies; None shows its back."""
        laid: list[_Laid] = []
        seen, poses = in_sight(fields, lying), self._poses
        self._poses = {}
        for spot in dict.fromkeys(spot for spot, _ in seen):
            field = named(fields, spot)
            assert field is not None
            cards = [card for place, card in seen if place == spot]
            if field.lies == "closed":
                cards = cards * min(len(lying[spot]), _SEEN_OF_PILE)
            for n, card in enumerate(cards):
                key = (spot, n, _place(field, n, len(cards)), card)  # what lay there is not laid again
                self._poses[key] = poses[key] if key in poses else self._laid(field, n, len(cards))
                laid.append((card if card.known else None, self._poses[key]))
        return laid

    def _conditions(self) -> np.random.Generator:
        if not self._taken:  # a picture of the teaching
            return super()._conditions()
        return np.random.default_rng([self._seed, self._taken // _SAME_LIGHT])

    def _powers(self, kind: str, second: str) -> list[np.ndarray]:
        """One table has one lamp of a kind: what is seen under it without cards is drawn once."""
        if (kind, second) not in self._lamps:
            self._lamps[kind, second] = super()._powers(kind, second)
        return self._lamps[kind, second]

    def _bare(self, power: np.ndarray) -> np.ndarray:
        key = power.tobytes()
        if key not in self._empty:
            self._empty[key] = super()._bare(power)
        return self._empty[key].copy()

    def _face(self, card: AnyCard | None, power: np.ndarray) -> np.ndarray:
        if card is not None:
            return super()._face(card, power)
        key = power.tobytes()
        if key not in self._back:
            self._back[key] = super()._face(None, power)
        return self._back[key]

    def _page_image(self, power: np.ndarray) -> np.ndarray:
        return super()._page_image(power) * self._print

    def lay_anew(self) -> None:
        """Let hands move every card a little before the next picture."""
        self._poses = {}

    def _laid(self, field: CardField, n: int, count: int) -> np.ndarray:
        """Where a hand lays one of so many cards: x, y (mm of the mat), turn (radians)."""
        x, y = _place(field, n, count)
        if field.by_place and field.lies == "closed" and n == 0:
            self._pile = self.rng.uniform(-_FREELY_MM, _FREELY_MM, 2)
        aside = self.rng.uniform(-_ASIDE_MM, _ASIDE_MM, 2)
        if field.by_place and field.lies == "closed":
            aside = aside + self._pile
        return np.array([x + aside[0], y + aside[1], self.rng.uniform(-_TURN, _TURN)])


def _place(field: CardField, n: int, count: int) -> Place:
    """Where in a field one of so many cards belongs: its middle, mm of the mat."""
    return places(field, count)[n] if field.lies == "spread" else places(field, 1)[0]


def _beside(cards: CardMat | None) -> float:
    """How many mm of the table to the right of the mat must be in sight for its fields."""
    mat = next(mat for mat in mats() if mat.name == MAT)
    areas = [field.area(mat.play) for field in cards.fields] if cards else []
    return max(0.0, *(x + width - mat.width for x, _, width, _ in areas)) if areas else 0.0


class SeenCardTable(ToldCardTable):
    """Each time hands are off the mat a picture of it is drawn, read, and told. Raises ValueError for an unknown
    lamp."""

    def __init__(self, match: Match, folder: Path, *, lamp: str, seed: int) -> None:
        spectrum = SPECTRA.get(lamp, lamp)
        if spectrum not in LAMPS:
            known = ", ".join(dict.fromkeys((*SPECTRA, *LAMPS)))
            raise ValueError(f"there is no lamp '{lamp}' for drawn cards: choose from {known}")
        self._drawn, self._lamp, self._number = DrawnCards(seed, mat_of(match.game)), spectrum, 0
        self._mat, self._trouble = MatInSight(), ""
        self._reader, self._answers = taught_reader(self._drawn), CardAnswers(folder / "drawn.npz")
        super().__init__(match, folder, seed=seed)

    def lay_cards(self, lying: Mapping[str, tuple[Card, ...]]) -> None:
        self.lying = lying
        for _ in range(_MOST_NUDGES):
            seen = self._look()
            self.table.tell(seen)
            if not seen.trouble:
                return
            self.nudged += 1
            self._drawn.lay_anew()

    def lay_astray(self, lying: Mapping[str, tuple[Card, ...]], field: str) -> None:
        self.lying = lying
        self.table.tell(self._read(self._drawn.astray(self._fields, lying, field, self._lamp).image))

    @property
    def has_lamp(self) -> bool:
        return True

    def lamp_out(self) -> Callable[[], None]:
        dark = encoded(LINEAR[self._picture()] * DARK) * 255
        self.table.tell(self._read(dark.round().astype(np.uint8)))

        def light() -> None:
            self.table.tell(self._look())

        return light

    def complaints(self) -> tuple[str, ...]:
        return tuple(filter(None, (*super().complaints(), self._trouble)))

    def _look(self) -> CameraObservation:
        """What the camera tells of what lies there now."""
        return self._read(self._picture())

    def _picture(self) -> np.ndarray:
        """What the camera sees of what lies there now, uint8 BGR."""
        return self._drawn.lying(self._fields, self.lying, self._lamp).image

    def _read(self, image: np.ndarray) -> CameraObservation:
        """What the camera tells of a picture, uint8 BGR."""
        self._now += 1.0
        self._number += 1
        if self._answers.learn(self.referee.cards.confirmed, self.referee.match):
            self._reader.learn(self._answers.known)
        reading = self._reader.read(image)
        self._answers.remember(self._number, reading.cards)
        self._mat.see(reading)
        fields = self._mat.fields(self.referee.match.game)
        self._seen = outlined(image, reading)
        self._trouble = troubles_of(reading, fields)
        return observation_of(reading, self._number, fields)

    def seen(self) -> np.ndarray:
        return self._seen


def taught_reader(table: InventedTable) -> CardReader:
    """A reader that was taught the deck of this table by somebody who looks at what the page cuts out."""
    size_mm, lessons, hand = None, [], np.random.default_rng(0)
    for shown in table.lessons():
        found = find_cards(_named(shown), size_mm)
        size_mm = found.size_mm
        lessons.append(_set_right(shown, found, hand))
    return CardReader(teach_cards(lessons), spots_of)


def _named(shown: CardPicture) -> CardLesson:
    """A lesson in which every card was named."""
    return CardLesson(shown.image, tuple(map(tapped, shown.cards)))


def _set_right(shown: CardPicture, found: FoundCards, hand: np.random.Generator) -> CardLesson:
    """The same where people showed the corners of every card that is cut off, as the page asks them to."""
    each = zip(shown.cards, found.outlines, strict=True)
    named = (by_corners(one, hand) if _is_cut_off(cut, one) else tapped(one) for one, cut in each)
    return CardLesson(shown.image, tuple(named))


def _is_cut_off(cut: np.ndarray, one: Lying) -> bool:
    """Whether an outline (4 x 2 px) is not that of the card, as anybody sees in what it cuts out."""
    return bool(np.linalg.norm(cut - one.corners, axis=1).max() > _CUT_OFF * one.height_px)
