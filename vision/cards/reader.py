"""Read the cards in a picture."""

import time
from dataclasses import dataclass, replace

import numpy as np

from engine.cards import Card
from engine.hues import Hue
from vision.cards.border import without_border
from vision.cards.deck import TaughtDeck
from vision.cards.face import COLUMNS, ROWS, look
from vision.cards.find import Flat, Place, flat_map, propose, refine, soften
from vision.cards.further import further
from vision.cards.glance import CardGlancer
from vision.cards.looks import Looks, Now
from vision.cards.match import Fit, Wide, fit_wide, wide_mask
from vision.cards.plane import MatPlane, Plane
from vision.cards.said import each_once, in_sight, unknown
from vision.cards.seen import CardInSight, CardReading
from vision.cards.shape import Seen, printed, visible_cells
from vision.cards.signs import MOST_UNLIKE
from vision.cards.stack import hidden_cells, inside, lie_above, two_sides_in_sight
from vision.cards.unread import unread
from vision.light import Light, measure_light
from vision.mat import Mat
from vision.register import Registrar, Registration
from vision.seen import Trouble

_TRIED = 12  # places looked at closely
_AGAIN, _MOSTLY = 3, 0.5  # looks at what is left, and how much of it a place must hold
_STILL_PX = 0.35
_EXPLAINED = 0.62  # of what is visible must agree with some card
_WHOLE = 0.9
_VISIBLE = 0.15  # of a card must be visible to be read
_WORTH = 0.06  # of a card must be explained to be looked at
_MOST = 12
_SURE, _SURE_HIDDEN = 0.97, 0.99  # of a card in full sight; of one partly hidden, whose place is less sure
_SURE_ODD = 0.999  # of one whose colours are as foretold nowhere
_ODD, _ODD_HIDDEN = (
    0.7,
    0.5,
)  # cost of its colours a cell: a lamp's highlight lies on it, or on the mat; or it is no card
_ALL_SIDES = 0.85  # of an outline: nothing, or little, lies on it
_BELOW = 0.5  # of the worth of what lies below something not yet read
_SIDES, _CLEAR_SIDES = 0.76, 0.85  # of the two best sides: to be a card, to be read without asking
_OUTLINED = 0.9  # of a card's four sides: something of its size, though its colours are none of the deck's
_AGREED, _MOST_MISFIT = 0.76, 1.6  # of the visible cells; cost a cell
_FREEDOM, _OFF = 12.0, 25.0  # how chances fall with the cost of a card's colours; set on invented decks
_LEFT = 9.0  # less likely than the best (logarithm), by its colours: not worth a closer look
_UNHEARD_OF = 16.0  # less likely than the likeliest (logarithm): not worth a word
_BRIGHTEST_INK = 1.2  # of ideal white: yellow in green and red, with what measuring adds
_SHOWN = 0.3  # of a card without a number must be visible: a strip of its ground may be anything's
_SMUDGED = 0.036  # a print so unlike the taught one is asked about; set on invented decks
_NO_NUMBER = 10.0  # by so much likelier (logarithm), a place without a number is no card

_UNREAD = Trouble(
    "unread",
    "Something lies here that looks like a card but cannot be made out. Spread the cards, so that a corner and a whole "
    "side of each is seen.",
)

_NOTHING = Card(number=-1)
"""Stands for "a place in the colours of a card, but without a number": the table itself."""


@dataclass(frozen=True, slots=True, eq=False)
class _Picture:
    """A picture as it is read: softened, as a flat table, with its light, and what the deck looks like in it."""

    soft: np.ndarray
    flat: Flat
    plane: MatPlane
    mat: Mat
    light: Light
    now: Now

    def without_border(self, places: list[Place]) -> list[Place]:
        return [without_border(place, self.mat) for place in places]

    def unread(self, seen: np.ndarray, cards: list[Place]) -> list[np.ndarray]:
        """What these cards leave of the cells that show some (``unread``)."""
        return unread(seen, self.plane.area[:2], cards)


@dataclass(slots=True, eq=False)
class _Tried:
    """A place with its face both ways up, and what of it is not covered by cards found before."""

    place: Place
    two_sides: float
    visible: np.ndarray
    patch: np.ndarray | None = None
    wide: tuple[Wide, ...] = ()
    fits: tuple[Fit, ...] = ()
    worth: float = 0.0
    agreed: float = 0.0
    misfit: float = 0.0


class CardReader:
    """Reads cards of one taught deck. Keep it: while the camera stands still, much is used again."""

    def __init__(self, deck: TaughtDeck) -> None:
        self.looks = Looks(deck)
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
        light = _believable(measure_light(image, registration))
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
        outlined = [place for place in found if place.two_sides > _SIDES]
        outlined = [place for place in picture.without_border(outlined) if place.two_sides > _SIDES][:_TRIED]
        cards, there = self._made_out(picture, outlined, [])
        for _ in range(_AGAIN):
            left = picture.unread(picture.flat.glimpse.likely, there)
            places = [place for place in found if place not in outlined and _holds(place, left)]
            places += further(picture.flat, left, there or outlined)
            more, there = self._made_out(picture, picture.without_border(places), there)
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
            self._weigh(tried, picture.now)
            while len(covers) < _MOST and (worth := [one for one in tried if one.worth >= _WORTH]):
                there = [order[one.place] for one in worth]
                best = max(worth, key=lambda one: one.worth * _BELOW ** above[there, order[one.place]].sum())
                tried.remove(best)
                card = self._judge(best, picture.plane, picture.now)
                if card is None:
                    continue
                out.append(card)
                covers.append(best.place)
                tried = [one for one in tried if not _same_place(one.place, best.place)]
                changed = [one for one in tried if _cover(one, best.place)]
                tried = [one for one in tried if wide_mask(one.visible).mean() > _VISIBLE]  # no more will be seen
                changed = [one for one in changed if one in tried]
                for one in changed:
                    one.two_sides = two_sides_in_sight(one.place, covers)
                self._weigh(changed, picture.now)
        return out, covers

    def _looked_at(self, picture: _Picture, places: list[Place], covers: list[Place]) -> list[_Tried]:
        """Places with their faces, as far as something to read is left of them."""
        tried = [one for place in places if (one := _left(place, covers)) is not None]
        faces = look(picture.soft, picture.plane, picture.light, [one.place for one in tried])
        for one, face in zip(tried, faces, strict=True):
            one.wide = tuple(Wide.of(part, self.looks, picture.now) for part in (face, face.turned()))
            one.patch = face.patch
        return tried

    def _weigh(self, tried: list[_Tried], now: Now) -> None:
        """How well every place is explained by some card, and how much of the card is seen there."""
        if not tried:
            return
        masks = np.array([m for one in tried for m in (wide_mask(one.visible), wide_mask(one.visible[::-1, ::-1]))])
        fits = fit_wide([wide for one in tried for wide in one.wide], masks, self.looks, now)
        for k, one in enumerate(tried):
            one.fits = (fits[2 * k], fits[2 * k + 1])
            visible = float(masks[2 * k].mean())
            explained = max(float((fit.inlier[0] * masks[2 * k + i]).mean()) for i, fit in enumerate(one.fits))
            agreed = explained / max(visible, 1e-6)
            edge = 0.5 + 0.5 * one.two_sides
            seen = visible > _VISIBLE and agreed > _EXPLAINED
            one.agreed, one.misfit = (
                agreed,
                min(float(fit.cost[0]) for fit in one.fits) / max(visible * masks.shape[1], 1),
            )
            one.worth = agreed**3 * np.sqrt(explained) * edge if seen else 0.0

    def _judge(self, one: _Tried, plane: Plane, now: Now) -> CardInSight | None:
        """What a place shows; None when it is no card after all."""
        known = _is_card(one)
        if not known and not _lies_clear(one):
            return None
        shown = Seen.of(printed(one.patch), visible_cells(one.visible))
        colours = [_unlikely(fit.cost) for fit in one.fits]
        ways = []
        for turn, seen in enumerate((shown, shown.turned())):
            if colours[turn][0] < colours[1 - turn][0] + _LEFT:
                numbers = self.looks.numbers.costs(seen)
                ways.append((colours[turn][0] + numbers[0].min(), turn, seen, numbers))
        costs: list[tuple[float, Card | None, float, int]] = []
        for _, turn, seen, numbers in sorted(ways, key=lambda way: way[:2]):  # the likelier way up may leave no other
            way = slice(None, None, -1 if turn else 1)
            least = min((entry[0] for entry in costs), default=np.inf)
            found = self._costs(one.wide[turn], seen, one.visible[way, way], one.fits[turn], now, numbers, least)
            costs += [(*entry, turn) for entry in found]
        costs.sort(key=lambda entry: entry[0])
        if costs[0][1] is _NOTHING:
            return None
        costs = [entry for entry in costs if entry[1] is not _NOTHING]
        chances: dict[Card | None, float] = {}
        turns: dict[Card | None, int] = {}
        total = 0.0
        for cost, card, _, turn in costs:
            chance = float(np.exp(costs[0][0] - cost))
            chances[card] = chances.get(card, 0.0) + chance
            turns.setdefault(card, turn)
            total += chance
        ranked = sorted(((card, chance / total) for card, chance in chances.items()), key=lambda e: -e[1])
        place = one.place if turns[ranked[0][0]] == 0 else replace(one.place, turn=one.place.turn + np.pi)
        clear = known and one.two_sides >= _CLEAR_SIDES and costs[0][2] < _SMUDGED and ranked[0][1] >= _enough(one)
        clear = clear and (_is_numbered(ranked[0][0]) or one.visible.mean() > _SHOWN)
        return in_sight(place, plane, ranked, clear)

    def _costs(
        self,
        face: Wide,
        shown: Seen,
        visible: np.ndarray,
        fit: Fit,
        now: Now,
        numbers: tuple[np.ndarray, float] | None = None,
        least: float = np.inf,
    ) -> list[tuple[float, Card | None, float]]:
        """Of the likeliest cards for a face this way up, how unlikely each is (logarithms), and how unlike its print
        is the likest one's. ``numbers``: their costs, where known; ``least``: of the other way up, beside which numbers
        may be unheard of."""
        looks = self.looks
        colours = _unlikely(fit.cost)
        near = [k for k in range(len(colours)) if colours[k] < colours[0] + _LEFT]
        out: list[tuple[float, Card | None, float]] = []
        rows = [k for k in near if looks.hues[fit.samples[k]] is not None]
        others = [k for k in near if looks.hues[fit.samples[k]] is None]
        likest = None
        if rows:
            shape, unlike = looks.numbers.costs(shown) if numbers is None else numbers
            likest = int(shape[:12].argmin())
            none = shape[12] + _NO_NUMBER - MOST_UNLIKE * len(looks.signs)  # signs may speak against every number
            rows = rows if colours[rows[0]] + min(shape[likest], none) < least + _UNHEARD_OF else []
        if rows:
            hues = looks.judge.costs(face, wide_mask(visible), likest, now.hues)
            costs = (hues - hues.min())[:, None] + shape[:12]
            nothing = float(shape[12]) + _NO_NUMBER
            for sign in looks.signs:
                told, none = sign.costs(shown)
                costs, nothing = costs + told, nothing + none
            base = float(colours[rows[0]] + shape[:12].min() - costs.min())
            for hue, number in np.argwhere(costs < costs.min() + _UNHEARD_OF):
                out.append((float(costs[hue, number]) + base, Card(Hue(int(hue)), int(number) + 1), unlike))
            out.append((nothing + base, _NOTHING, unlike))
        if others:
            costs = {int(fit.samples[k]): float(colours[k]) for k in others}
            if any(looks.cards[k] is not None for k in costs):
                costs |= self._specials(face, visible, now, float(colours[0]))
            chosen = list(costs)
            if likest is None:
                print_costs, unlike = looks.prints.costs(shown, [*chosen, -1])
                base = 0.0
            else:
                print_costs, unlike = looks.prints.costs(shown, [*chosen, looks.of_number[likest], -1])
                base = float(shape[likest] - print_costs[-2])
            out.append((min(costs.values()) + float(print_costs[-1]) + base + _NO_NUMBER, _NOTHING, unlike))
            out += [
                (costs[k] + float(unlikely) + base, looks.cards[k], unlike)
                for k, unlikely in zip(chosen, print_costs, strict=False)
            ]
        return out

    def _specials(self, face: Wide, visible: np.ndarray, now: Now, least: float) -> dict[int, float]:
        """The costs of all special cards by their colours: many differ in their words alone, so none is left out."""
        fit = fit_wide([face], wide_mask(visible)[None], self.looks, now, self.looks.specials)[0]
        costs = zip(fit.samples, _unlikely(fit.cost), strict=True)
        return {int(k): float(cost) for k, cost in costs if cost < least + _LEFT}


def _is_numbered(card: Card | None) -> bool:
    """Whether it is one of the 144, no special card nor the back."""
    return card is not None and card.hue is not None


def _unlikely(cost: np.ndarray) -> np.ndarray:
    """The costs of a card's colours as logarithms of chances."""
    return _FREEDOM * np.log(cost + _OFF)


def _believable(light: Light) -> Light:
    """The light, more where an ink would else send back more than paper: there the paper was too bright to measure."""
    more = np.maximum(light.inks.max(0) / _BRIGHTEST_INK, 1.0)
    return replace(light, levels=light.levels + np.log(more), inks=light.inks / more)


def _still(before: Registration, now: Registration) -> bool:
    """Whether the camera stands where it stood."""
    same = before.markers == now.markers
    return same and float(np.abs(before.corners_px - now.corners_px).max()) < _STILL_PX


def _is_card(one: _Tried) -> bool:
    """Whether there is a card of this deck at all: its outline, and most of what is visible, must say so."""
    return one.two_sides > _SIDES and one.agreed > _AGREED and one.misfit < _MOST_MISFIT


def _enough(one: _Tried) -> float:
    """How likely the likeliest card must be not to be asked about; more than certain where it may be no card at all."""
    if one.visible.mean() > _WHOLE:
        return _SURE if one.misfit < _ODD else _SURE_ODD
    return _SURE_HIDDEN if one.misfit < _ODD_HIDDEN else np.inf


def _lies_clear(one: _Tried) -> bool:
    """Whether all sides of a card are seen, whatever it shows: it is asked about, and hides what is below it."""
    return one.place.score >= _OUTLINED and one.visible.mean() > _WHOLE


def _left(place: Place, covers: list[Place]) -> _Tried | None:
    """A place as cards above leave it; None where too little is in sight, or one of them is the same card."""
    if any(_same_place(place, cover) for cover in covers):
        return None
    one = _Tried(place, two_sides_in_sight(place, covers), np.ones((ROWS, COLUMNS), np.float32))
    if one.two_sides < _SIDES:
        return None
    for cover in covers:
        _cover(one, cover)
    return one if one.visible.mean() >= _VISIBLE else None


def _cover(one: _Tried, above: Place) -> bool:
    """Take away what another card hides of this one; whether anything changed."""
    if (one.place.x - above.x) ** 2 + (one.place.y - above.y) ** 2 > 108.0**2:
        return False
    hidden = hidden_cells(one.place, above)
    if not (hidden & (one.visible > 0)).any():
        return False
    one.visible = np.where(hidden, 0.0, one.visible).astype(np.float32)
    return True


def _holds(place: Place, left: list[np.ndarray]) -> bool:
    """Whether a part of what is left, or most of it, is seen within a place."""
    return any(inside(part, [place], 0).mean() > _MOSTLY for part in left)


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
