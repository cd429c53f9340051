"""Read the cards in a picture."""

import time
from dataclasses import dataclass, replace

import cv2
import numpy as np

from engine.cards import Card
from engine.hues import Hue
from vision.cards.deck import TaughtDeck
from vision.cards.face import COLUMNS, ROWS, Face, cells, look
from vision.cards.find import Flat, Place, flat_map, propose, refine
from vision.cards.looks import Looks, Now
from vision.cards.match import Wide, face_costs, fit_wide, number_costs, tinted_costs, wide_mask
from vision.cards.plane import MatPlane, Plane
from vision.cards.seen import CardInSight, CardReading
from vision.light import Light, measure_light
from vision.register import Registrar, Registration
from vision.seen import Trouble

_TRIED = 14  # places looked at closely
_STILL_PX = 0.35
_EXPLAINED = 0.62  # of what is visible must agree with some card
_VISIBLE = 0.16  # of a card must be visible to be read
_WORTH = 0.1  # of a card must be explained to be looked at
_MOST = 12
_SURE = 0.97
_HEAT = 4.5  # costs are not quite what noise would make them
_LEFT = 120.0  # more cost than the best: not worth a closer look
_NO_NUMBER = 20.0  # by so much less cost, a place without a number is no card

_NOTHING = Card(number=-1)
"""Stands for "a place in the colours of a card, but without a number": the table itself."""

_FINE = cells(ROWS, COLUMNS)


@dataclass(slots=True, eq=False)
class _Tried:
    """A place with its face both ways up, and what of it is not covered by cards found before."""

    place: Place
    faces: tuple[Face, Face]
    visible: np.ndarray
    worth: float = 0.0


class CardReader:
    """Reads cards of one taught deck. Keep it: while the camera stands still, much is used again."""

    def __init__(self, deck: TaughtDeck) -> None:
        self.looks = Looks(deck)
        self._registrar = Registrar()
        self._last: tuple[Registration, Plane, np.ndarray] | None = None

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
        flat = Flat(image, plane, maps)
        places = refine(flat, propose(flat))[:_TRIED]
        clock.stage("find")
        now = self.looks.now(light.inks)
        clock.stage("carry")
        cards = self._cards(image, plane, light, places, now)
        clock.stage("read")
        cards = _each_once(cards)
        return CardReading(tuple(cards), troubles + light.troubles, True, clock.ms, clock.stages)

    def _plane(self, registration: Registration) -> tuple[Plane, np.ndarray]:
        known = self._last
        if known is not None and known[0].markers == registration.markers:
            if np.abs(known[0].corners_px - registration.corners_px).max() < _STILL_PX:
                return known[1], known[2]
        plane = MatPlane.of(registration)
        self._last = (registration, plane, flat_map(plane))
        return plane, self._last[2]

    def _cards(
        self, image: np.ndarray, plane: Plane, light: Light | None, places: list[Place], now: Now
    ) -> list[CardInSight]:
        """Cards one by one, the best explained first: it lies on top, and hides what others show there."""
        soft = cv2.blur(image, (3, 3))
        tried = []
        for place in places:
            face = look(soft, plane, light, place)
            tried.append(_Tried(place, (face, face.turned()), np.ones((ROWS, COLUMNS), np.float32)))
        self._weigh(tried, now)
        out = []
        while tried and len(out) < _MOST:
            best = max(tried, key=lambda one: one.worth)
            if best.worth < _WORTH:
                break
            tried.remove(best)
            card = self._judge(best, plane, now)
            if card is None:
                continue
            out.append(card)
            changed = [one for one in tried if _cover(one, best.place)]
            self._weigh(changed, now)
            tried = [one for one in tried if not _same_place(one.place, best.place)]
        return out

    def _weigh(self, tried: list[_Tried], now: Now) -> None:
        """How much of every card's area some card explains."""
        if not tried:
            return
        wide = [Wide.of(face) for one in tried for face in one.faces]
        masks = np.array([m for one in tried for m in (wide_mask(one.visible), wide_mask(one.visible[::-1, ::-1]))])
        fit = fit_wide(wide, masks, self.looks, now)
        share = (fit.inlier * masks[:, None]).mean(-1)
        best = np.take_along_axis(share, fit.cost.argmin(1)[:, None], 1)[:, 0].reshape(-1, 2).max(1)
        shown = masks[::2].mean(-1)
        for one, explained, visible in zip(tried, best, shown, strict=True):
            agreed = explained / max(visible, 1e-6)
            edge = 0.5 + 0.5 * float(np.sort(one.place.sides)[-2:].mean())
            one.worth = explained * edge if visible > _VISIBLE and agreed > _EXPLAINED else 0.0

    def _judge(self, one: _Tried, plane: Plane, now: Now) -> CardInSight | None:
        """What a place shows; None when it is no card after all."""
        costs: list[tuple[float, Card | None, int]] = []
        for turn, face in enumerate(one.faces):
            visible = one.visible if turn == 0 else one.visible[::-1, ::-1]
            costs += [(cost, card, turn) for cost, card in self._costs(face, visible, now)]
        costs.sort(key=lambda entry: entry[0])
        if costs[0][1] is _NOTHING:
            return None
        costs = [entry for entry in costs if entry[1] is not _NOTHING]
        chances: dict[Card | None, float] = {}
        turns: dict[Card | None, int] = {}
        total = 0.0
        for cost, card, turn in costs:
            chance = float(np.exp(-(cost - costs[0][0]) / (2 * _HEAT)))
            chances[card] = chances.get(card, 0.0) + chance
            turns.setdefault(card, turn)
            total += chance
        ranked = sorted(((card, chance / total) for card, chance in chances.items()), key=lambda e: -e[1])
        place = one.place if turns[ranked[0][0]] == 0 else replace(one.place, turn=one.place.turn + np.pi)
        return _in_sight(place, plane, ranked)

    def _costs(self, face: Face, visible: np.ndarray, now: Now) -> list[tuple[float, Card | None]]:
        """Costs of every card for a face this way up."""
        looks = self.looks
        fit = fit_wide([Wide.of(face)], wide_mask(visible)[None], looks, now)
        cost, gain = fit.cost[0], fit.gain[0]
        low = cost.min()
        hues = [h for h in range(12) if cost[looks.of_hue[h]] < low + _LEFT]
        out: list[tuple[float, Card | None]] = []
        empty = float(_blank(looks, visible))
        if hues:
            rows = [looks.of_hue[h] for h in hues]
            shape = number_costs(face, visible, looks)
            tint = (
                tinted_costs(face, visible, looks, now, gain[rows], hues) if looks.hue_in_number else np.zeros((12, 12))
            )
            out += [
                (float(cost[rows[k]] + shape[n] + tint[k, n]), Card(Hue(h), n + 1))
                for k, h in enumerate(hues)
                for n in range(12)
            ]
            out += [(float(cost[row] + shape[12] + _NO_NUMBER), _NOTHING) for row in rows]
        others = [k for k in looks.others if cost[k] < low + _LEFT]
        if others:
            fine = face_costs(face, visible, now, gain[others], others)
            out += [(float(cost[k] + fine[i] * empty), looks.cards[k]) for i, k in enumerate(others)]
        return out


def _blank(looks: Looks, visible: np.ndarray) -> float:
    """Number cells as part of all cells: the fine cells of specials count as much as those of numbers do."""
    return float((looks.carries_number * visible).sum() / max((visible).sum(), 1.0))


def _cover(one: _Tried, above: Place) -> bool:
    """Take away what another card hides of this one; whether anything changed."""
    if (one.place.x - above.x) ** 2 + (one.place.y - above.y) ** 2 > 108.0**2:
        return False
    points = one.place.to_table(_FINE) - [above.x, above.y]
    c, s = np.cos(above.turn), np.sin(above.turn)
    own = np.abs(points @ np.array([[c, -s], [s, c]]))
    hidden = (own[..., 0] < 31.5 + 1.2) & (own[..., 1] < 44.0 + 1.2)
    if not (hidden & (one.visible > 0)).any():
        return False
    one.visible = np.where(hidden, 0.0, one.visible).astype(np.float32)
    return True


def _same_place(a: Place, b: Place) -> bool:
    apart = abs((a.turn - b.turn + np.pi / 2) % np.pi - np.pi / 2)
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < 7.0**2 and apart < np.radians(10)


def _in_sight(place: Place, plane: Plane, ranked: list[tuple[Card | None, float]]) -> CardInSight:
    outline = plane.project(place.corners)
    center = outline.mean(0)
    sure = ranked[0][1] >= _SURE
    return CardInSight(
        "ok" if sure else "ask",
        ranked[0][0] if sure else None,
        sure and ranked[0][0] is None,
        tuple((card, p) for k, (card, p) in enumerate(ranked[:4]) if k < 2 or p > 0.02),
        (float(center[0]), float(center[1])),
        tuple((float(x), float(y)) for x, y in outline),
        (place.x, place.y),
    )


def _each_once(cards: list[CardInSight]) -> list[CardInSight]:
    """No numbered card lies on the table twice: of two that read the same, the less likely one is asked about."""
    best: dict[Card, CardInSight] = {}
    for card in cards:
        if card.status == "ok" and card.card is not None and not card.card.special:
            if card.card not in best or card.candidates[0][1] > best[card.card].candidates[0][1]:
                best[card.card] = card
    return [
        replace(card, status="ask", card=None) if card.card in best and best[card.card] is not card else card
        for card in cards
    ]


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


__all__ = ["CardReader", "Trouble"]
