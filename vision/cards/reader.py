"""Read the cards in a picture."""

import time
from dataclasses import dataclass
from itertools import compress

import numpy as np

from vision.cards.border import without_border
from vision.cards.deck import TaughtDeck
from vision.cards.face import COLUMNS, ROWS, look
from vision.cards.find import Flat, Place, flat_map, propose, refine, soften
from vision.cards.further import further
from vision.cards.glance import CardGlancer
from vision.cards.judge import SIDES, VISIBLE, CardJudge, Tried
from vision.cards.looks import Looks, Now
from vision.cards.match import Wide, wide_mask
from vision.cards.plane import MatPlane, Plane
from vision.cards.said import each_once, unknown
from vision.cards.seen import CardInSight, CardReading
from vision.cards.stack import hidden_cells, inside, lie_above, two_sides_in_sight
from vision.cards.unread import unread
from vision.light import Light, measure_light
from vision.mat import Mat
from vision.register import Registrar, Registration
from vision.seen import Trouble

_TRIED = 12  # places looked at closely
_AGAIN, _MOSTLY = 3, 0.5  # looks at what is left, and how much of it a place must hold
_STILL_PX = 0.35
_WORTH = 0.06  # of a card must be explained to be looked at
_MOST = 12
_ALL_SIDES = 0.85  # of an outline: nothing, or little, lies on it
_BELOW = 0.5  # of the worth of what lies below something not yet read

_UNREAD = Trouble(
    "unread",
    "Something lies here that looks like a card but cannot be made out. Spread the cards, so that a corner and a whole "
    "side of each is seen.",
)


@dataclass(frozen=True, slots=True, eq=False)
class _Picture:
    """A picture as it is read: softened, as a flat table, with its light, and what the deck looks like in it."""

    soft: np.ndarray
    flat: Flat
    plane: MatPlane
    mat: Mat
    light: Light
    now: Now

    def unread(self, seen: np.ndarray, cards: list[Place]) -> list[np.ndarray]:
        """What these cards leave of the cells that show some (``unread``)."""
        return unread(seen, self.plane.area[:2], cards)


class CardReader:
    """Reads cards of one taught deck. Keep it: while the camera stands still, much is used again."""

    def __init__(self, deck: TaughtDeck) -> None:
        self.looks = Looks(deck)
        self.judge = CardJudge(self.looks)
        self._registrar = Registrar()
        self._glancer = CardGlancer()
        self._last: tuple[Registration, Plane, tuple[np.ndarray, np.ndarray]] | None = None

    def read(self, image: np.ndarray) -> CardReading:
        """Read a picture (uint8 BGR)."""
        clock = _Clock()
        registration, troubles = self._registrar.find(image)
        clock.stage("mat")
        if registration is None:
            return CardReading((), troubles, False, clock.ms, clock.stages)
        plane, maps = self._plane(registration)
        light = measure_light(image, registration)
        clock.stage("light")
        soft = soften(image)
        flat = Flat(soft, plane, maps, self._glancer)
        clock.stage("flat")
        found = refine(flat, propose(flat, corners=True))
        clock.stage("find")
        now = self.looks.now(light.inks, light.blown)
        clock.stage("carry")
        cards, left = self._cards(_Picture(soft, flat, plane, registration.mat, light, now), found)
        others = [unknown(part, plane) for part in left]
        clock.stage("read")
        troubles += light.troubles + ((_UNREAD,) if others else ())
        return CardReading((*each_once(cards), *others), troubles, True, clock.ms, clock.stages)

    def _plane(self, registration: Registration) -> tuple[Plane, tuple[np.ndarray, np.ndarray]]:
        known = self._last
        if known is not None and _still(known[0], registration):
            return known[1], known[2]
        plane = MatPlane.of(registration)
        self._last = (registration, plane, flat_map(plane))
        return plane, self._last[2]

    def _cards(self, picture: _Picture, found: list[Place]) -> tuple[list[CardInSight], list[np.ndarray]]:
        """The cards, and what is left that is surely one: first those at places of which two whole sides are seen, then
        those below and between them."""
        found = without_border(found, picture.mat)
        outlined = [place for place in found if place.two_sides > SIDES][:_TRIED]
        cards, there = self._made_out(picture, outlined, [])
        for _ in range(_AGAIN):
            left = picture.unread(picture.flat.glimpse.likely, there)
            places = [place for place in _holding(found, left) if place not in outlined]
            places += without_border(further(picture.flat, left, there or outlined), picture.mat)
            more, there = self._made_out(picture, places, there)
            if not more:
                break
            cards += more
        return cards, picture.unread(picture.flat.glimpse.surely, there)

    def _made_out(
        self, picture: _Picture, places: list[Place], covers: list[Place]
    ) -> tuple[list[CardInSight], list[Place]]:
        """Cards one by one, and where these and the known ones (``covers``) lie. The best explained first: it lies on
        top, and hides what others show.

        Places of which all sides are seen come first, with what lies on them. What they leave in sight of the others
        is looked at then.
        """
        above = lie_above(places)
        clear = np.array([place.score >= _ALL_SIDES for place in places], bool)
        clear |= above[:, clear].any(1)
        order = {place: k for k, place in enumerate(places)}
        out: list[CardInSight] = []
        covers = list(covers)
        for turn in (clear, ~clear):
            tried = self._looked_at(picture, [places[k] for k in np.flatnonzero(turn)], covers)
            self.judge.weigh(tried, picture.now)
            while len(covers) < _MOST and (worth := [one for one in tried if one.worth >= _WORTH]):
                there = [order[one.place] for one in worth]
                best = max(worth, key=lambda one: one.worth * _BELOW ** above[there, order[one.place]].sum())
                tried.remove(best)
                card = self.judge.says(best, picture.plane, picture.now)
                if card is None:
                    continue
                out.append(card)
                covers.append(best.place)
                tried = [one for one in tried if not _same_place(one.place, best.place)]
                changed = [one for one in tried if _cover(one, best.place)]
                tried = [one for one in tried if wide_mask(one.visible).mean() > VISIBLE]  # no more will be seen
                changed = [one for one in changed if one in tried]
                for one, share in zip(changed, two_sides_in_sight([one.place for one in changed], covers), strict=True):
                    one.two_sides = share
                self.judge.weigh(changed, picture.now)
        return out, covers

    def _looked_at(self, picture: _Picture, places: list[Place], covers: list[Place]) -> list[Tried]:
        """Places with their faces, as far as something to read is left of them."""
        tried = _left(places, covers)
        faces = look(picture.soft, picture.plane, picture.light, [one.place for one in tried])
        for one, face in zip(tried, faces, strict=True):
            one.wide = Wide.of(face, self.looks, picture.now)
            one.patch = face.patch
        return tried


def _still(before: Registration, now: Registration) -> bool:
    """Whether the camera stands where it stood."""
    same = before.markers == now.markers
    return same and float(np.abs(before.corners_px - now.corners_px).max()) < _STILL_PX


def _left(places: list[Place], covers: list[Place]) -> list[Tried]:
    """Places as cards above leave them; not where too little is in sight, nor where one of them is the same card."""
    others = [place for place in places if not any(_same_place(place, cover) for cover in covers)]
    shares = two_sides_in_sight(others, covers)
    whole = np.ones((ROWS, COLUMNS), np.float32)
    tried = [Tried(place, share, whole) for place, share in zip(others, shares, strict=True) if share >= SIDES]
    for one in tried:
        for cover in covers:
            _cover(one, cover)
    return [one for one in tried if one.visible.mean() >= VISIBLE]


def _cover(one: Tried, above: Place) -> bool:
    """Take away what another card hides of this one; whether anything changed."""
    if (one.place.x - above.x) ** 2 + (one.place.y - above.y) ** 2 > 108.0**2:
        return False
    hidden = hidden_cells(one.place, above)
    if not (hidden & (one.visible > 0)).any():
        return False
    one.visible = np.where(hidden, 0.0, one.visible).astype(np.float32)
    return True


def _holding(places: list[Place], left: list[np.ndarray]) -> list[Place]:
    """The places within which a part of what is left, or most of it, is seen."""
    if not left:
        return []
    holds = np.any([inside(part, places, 0).mean(1) > _MOSTLY for part in left], 0)
    return list(compress(places, holds))


def _same_place(a: Place, b: Place) -> bool:
    apart = abs((a.turn - b.turn + np.pi / 2) % np.pi - np.pi / 2)
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < 7.0**2 and apart < np.radians(10)


class _Clock:
    def __init__(self) -> None:
        self.stages: dict[str, float] = {}
        self._start = self._last = time.perf_counter()

    def stage(self, name: str) -> None:
        now = time.perf_counter()
        self.stages[name] = (now - self._last) * 1000
        self._last = now

    @property
    def ms(self) -> float:
        return (time.perf_counter() - self._start) * 1000
