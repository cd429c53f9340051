"""What a place shows: which card of the deck, how surely, or none at all.

A place is weighed by its colours first (``likelihood``). Which number and which special card it shows, its print says
(``print_edges``), both ways up; which hue, the ink beside the number (``hue_classifier``) and the other signs
(``signs``). All are logarithms of chances, and add up.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from engine.components.cards import Card
from engine.core.price import ENOUGH
from vision.cards.deck_plan import AnyCard
from vision.cards.deck_statistics import DeckStatistics, LitDeck
from vision.cards.face_grid import Face
from vision.cards.face_network import FACE
from vision.cards.hue_classifier import UnlikeHues, hue_costs
from vision.cards.hypothesis import ODD_HIDDEN, ODD_IN_PART, SIDES, WHOLE, CardHypothesis
from vision.cards.likelihood import CoarseFace, FaceFit, coarse_mask, fit_coarse
from vision.cards.print_edges import CellComparison, CloseComparison, SeenPrint, in_cells, visible_cells
from vision.cards.readings import CardInSight
from vision.cards.sightings import sighting
from vision.cards.table_plane import Plane

# Constants: chosen on invented decks (vision/training/cards): by how many cards were asked about and how many were
# silently wrong. Bounds of chances say how sure a card must be; costs a cell are as in ``likelihood``.
SMUDGED = 0.026
"""A print so unlike the taught one may lie a little aside; a special or a back is asked about."""
_WORDS, _UNLIKE = 0.4, 0.01
"""Of what its print says, beside the whole of its face, counts for which special card it is; and so unlike all that was
taught it is that half as much does. Chosen on 144 special cards of the learned and chosen families: by their prints
alone three were taken for another (two of them surely), by their faces none."""
_CLEAR_SIDES = 0.85  # of the two best sides: to be read without asking
_SURE_ODD = 0.999  # the same where its colours are as foretold nowhere, which makes chances too high
_UNEVEN = 0.45
"""Logarithm: without a shadow, light differs by no more than 0.44 over a card (208 places on invented tables)."""
WELL_PRINTED = 0.015  # so little unlike the taught ones is a number's print
_BY_FACE = 1.0
"""By so much (logarithm) the whole face must make a number likelier than any other where every card has a picture of
its own, which may be taken for the number: else it is asked about. Of 1323 sure cards of the learned and the chosen
families 5 right ones have less, and 5 of 10 wrong ones, all of such decks. Of other decks 16 right ones had less among
some 1,400, most on cards of 40 x 60 mm, and no wrong one."""
_SURELY_BY_FACE = 3.0
"""The same of a card of which only opposite sides are seen, and little or an odd print: of 69 right ones on decks of
the learned and the chosen families 57 have more, the only wrong one has 2. Where every card has a picture of its own no
print is as it was taught, and no ground has the colours that are foretold: there a number that the face makes so likely
stands for both. Of cards asked about for those alone 91 right ones have more, and two wrong ones, which are less sure
than 0.999. On other decks it stands for both of a card partly hidden: of those asked about for that 24 right ones have
more, and a wrong one, less sure likewise."""
_ANOTHER = 3.0
"""By so much (logarithm) the whole face must make no other special card likelier. Of 288 right ones on 40 learned and
chosen decks none has more than 1.4; a wrong one, surely so by its colours, had 12.5."""
_AMONG_PICTURES = 0.5
"""Of what hues say, but for thin lines, where every card has a picture of its own, as its paint may lie on the hue that
is printed there. Of 1,022 cards of chosen and learned decks so made that were sure, 12 were so of a wrong hue, with
this 2 of 966."""
_AS_PRINTED = 0.04
"""So little unlike the taught ones is the print of a card that lies where that says, to be read without asking: of 126
right ones on learned and chosen decks that this let through 113 are less than 0.023 unlike; a wrong one was 0.053."""
_ENOUGH_PRINT = 40.0
"""Cells with clear edges that are in sight of such a card, others lying on it. A blue 7 that was seen where nothing
lay, on blue, had 13.5 (its whole face told no number, either); of ten decks three right ones have 60, 89 and 118."""
_ODD = 0.7  # cost of its colours a cell: a highlight lies on it, or on the mat; or it is no card
_AGREED, _MOST_MISFIT = 0.76, 1.6  # of the visible cells; cost a cell
_FREEDOM, _OFF = 12.0, 25.0  # how chances fall with the cost of a card's colours; set on invented decks
_BY_HUE = 0.3  # of what hues say, counts for a way up: their colours as a whole have said some of it before
_LEFT = 9.0  # less likely than the best (logarithm), by its colours: not worth a closer look
_UNHEARD_OF = 16.0  # less likely than the likeliest (logarithm): not worth a word
_SHOWN = 0.3
"""Of a card without a number, or of which only opposite sides are seen, must be visible: a strip of its ground may be
anything's."""
_NO_NUMBER = 10.0  # by so much likelier (logarithm), a place without a number is no card

_NOTHING = Card(number=-1)
"""Stands for "a place in the colours of a card, but without a number": the table itself."""


@dataclass(frozen=True, slots=True, eq=False)
class Orientation:
    """A face one way up (``turn`` 0 or 1): its colours, in fine and in coarse cells (``wide``), and the taught faces
    they fit, its print and the numbers by its ``cells``, and which of its fine cells are in sight."""

    turn: int
    face: Face
    wide: CoarseFace
    fit: FaceFit
    shown: SeenPrint
    cells: CellComparison
    visible: np.ndarray

    @property
    def colours(self) -> np.ndarray:
        """How unlikely the fitted faces (k) are by their colours, logarithms of chances: k."""
        return _unlikely(self.fit.cost)


class Cost(NamedTuple):
    """How unlikely a card is (logarithm of a chance), and how unlike the print is the likest taught one's. ``level``:
    of the numbers beside which it was weighed (``CloseComparison``), if there were any. ``base``: what the print of a
    special or a back was given beside that of a number; None of a number itself. ``signs``, ``hues``: how unlikely its
    way up is by the signs of numbers there, and how unlike each hue. ``by_face``: by how much the whole face makes a
    number likelier than any other; without limit where it was not looked at."""

    unlikely: float
    card: AnyCard | None
    unlike: float
    turn: int
    level: float = np.inf
    base: float | None = None
    signs: float = 0.0
    hues: UnlikeHues | None = None
    by_face: float = np.inf


class CardClassifier:
    """Tells cards of one taught deck."""

    def __init__(self, statistics: DeckStatistics) -> None:
        self.statistics = statistics

    def classify(self, one: CardHypothesis, plane: Plane, now: LitDeck) -> CardInSight | None:
        """What a place shows; None when it is no card after all. A numbered card that would be asked about, is not
        printed as it was taught, or has a picture of its own is looked at as a whole before: that takes longer than its
        signs."""
        if not _is_card(one) and not one.lies_clear:
            return None
        ways = self._ways(one)
        seen = self._weighed(one, ways, plane, now, whole_face=False)
        if seen is None or not is_numbered(seen.candidates[0][0]):
            return seen
        floating = one.place.by_print and one.visible.mean() <= WHOLE
        if seen.status == "ok" and one.unlike < WELL_PRINTED and not (self.statistics.own_pictures or floating):
            return seen
        return self._weighed(one, ways, plane, now, whole_face=True)

    def _weighed(
        self, one: CardHypothesis, ways: list[Orientation], plane: Plane, now: LitDeck, *, whole_face: bool
    ) -> CardInSight | None:
        """The likeliest card of a place that may lie these ways up. ``whole_face``: numbers are weighed by it, too."""
        costs: list[Cost] = []
        for way in ways:
            likest = min(costs, key=lambda cost: cost.unlikely, default=None)
            costs += self.costs(way, now, likest, whole_face)
        costs = _alike_both_ways(_by_ways_up(costs))
        best = min(costs, key=lambda cost: cost.unlikely)
        if best.card is _NOTHING:
            return None
        ranked = _ranked(costs)
        card, chance = ranked[0]
        one.unlike = best.unlike
        turn = min((cost for cost in costs if cost.card == card), key=lambda cost: cost.unlikely).turn
        place = replace(one.place, turn=one.place.turn + np.pi) if turn else one.place
        own = self.statistics.own_pictures
        told_by_face = _SURELY_BY_FACE <= best.by_face < np.inf  # without limit where the face was not looked at
        printed = is_numbered(card) and (best.unlike < WELL_PRINTED or (own and told_by_face))
        clear = _is_card(one) and chance >= least_chance(one, printed, told_by_face)
        if not is_numbered(card):
            clear = clear and best.unlike < SMUDGED and one.visible.mean() > _SHOWN
        if one.place.by_print:
            clear = clear and best.unlike < _AS_PRINTED
            if one.visible.mean() <= WHOLE:
                # never of a back or a special: the whole face weighs numbers alone
                clear = clear and told_by_face and _print_in_sight(one) > _ENOUGH_PRINT
        clear = clear and card not in self.statistics.asked
        clear = clear and not self._is_another_by_face(card, next(way for way in ways if way.turn == turn))
        if own:
            clear = clear and best.by_face >= _BY_FACE
        return sighting(place, plane, ranked, clear, best.hues)

    def _ways(self, one: CardHypothesis) -> list[Orientation]:
        """The ways up that the colours leave, the likelier first: it may leave no other."""
        shown, numbers = SeenPrint.of(one.edges, visible_cells(one.visible)), self.statistics.numbers
        best = [_unlikely(fit.cost)[0] for fit in one.fits]
        up = one.face, shown, one.visible
        over = one.face.turned(), shown.turned(), one.visible[::-1, ::-1]
        ways = [
            Orientation(turn, face, one.wide[turn], one.fits[turn], seen, numbers.by_cells(seen), visible)
            for turn, (face, seen, visible) in enumerate((up, over))
            if best[turn] < best[1 - turn] + _LEFT
        ]
        if len(ways) < 2:
            return ways
        first, other = sorted(ways, key=lambda way: _unlikely_by_cells(way, ways))
        return [first, replace(other, cells=other.cells.beside(first.cells))]

    def costs(self, way: Orientation, now: LitDeck, beside: Cost | None = None, whole_face: bool = False) -> list[Cost]:
        """Of the likeliest cards for a face this way up, how unlikely each is. ``beside``: the likeliest the other way
        up, beside which numbers may be unheard of; and the rest as well, where it is a number as it should look."""
        colours = way.colours
        near = [k for k in range(len(colours)) if colours[k] < colours[0] + _LEFT]
        numbered = [k for k in near if self.statistics.hues[way.fit.samples[k]] is not None]
        others = {int(way.fit.samples[k]): float(colours[k]) for k in near if k not in numbered}
        if not numbered:
            return self._others(way, others, now)
        colour, most = float(colours[numbered[0]]), np.inf if beside is None else beside.unlikely + _UNHEARD_OF
        against = self.statistics.signs.most_unlike
        level, enough = np.inf if beside is None else beside.level, most - colour + max(against - _NO_NUMBER, 0)
        numbers = self.statistics.numbers.closer(way.shown, way.cells, enough, level)
        heard_of = colour + min(numbers.cost[:-1].min(), numbers.cost[-1] + _NO_NUMBER - against) < most
        if not heard_of and is_numbered(beside.card) and beside.unlike < SMUDGED:
            return []
        out = self._numbered(way, numbers, colour, now, whole_face) if heard_of else []
        return out + self._others(way, others, now, numbers.cost) if others else out

    def _numbered(
        self, way: Orientation, numbers: CloseComparison, colour: float, now: LitDeck, whole_face: bool
    ) -> list[Cost]:
        """The costs of numbered cards, where the likest hue's colours cost ``colour``."""
        statistics, shape, plan = self.statistics, numbers.cost, self.statistics.deck.plan
        close_up = way.face.close_up()
        signs = statistics.number_signs.costs(close_up, way.visible, shape[:-1], way.cells.unlike)
        leads = np.full(len(signs), np.inf)
        if whole_face:
            faces = statistics.number_faces.costs(close_up, way.visible)
            signs, leads = signs + FACE * faces, _leads(faces)
        unlike = statistics.classifier.unlike(way.face, way.visible, int(signs.argmin()), now.hues)
        hues = unlike.costs
        if statistics.own_pictures:
            hues = _AMONG_PICTURES * hues + (1 - _AMONG_PICTURES) * unlike.by_lines
        costs = (hues - hues.min())[:, None] + shape[:-1].min() + signs - signs.min()
        nothing = float(shape[-1]) + _NO_NUMBER
        told, none = statistics.signs.costs(way.shown)
        costs, nothing = costs + told, nothing + none
        base = colour + float(shape[:-1].min() - costs.min())
        heard_of = np.argwhere(costs < costs.min() + _UNHEARD_OF)
        cards = [(float(costs[h, n]) + base, plan.card(int(h), int(n) + 1), leads[n]) for h, n in heard_of]
        found = (*cards, (nothing + base, _NOTHING, np.inf))
        level, likest = numbers.level, float(signs.min())
        return [
            Cost(cost, card, way.cells.unlike, way.turn, level, signs=likest, hues=unlike, by_face=lead)
            for cost, card, lead in found
        ]

    def _others(
        self, way: Orientation, costs: dict[int, float], now: LitDeck, numbers: np.ndarray | None = None
    ) -> list[Cost]:
        """The costs of specials and the back (by their places among the samples, so unlikely by their colours) beside
        those of the likest of the ``numbers`` (their costs by the print)."""
        statistics, likest = self.statistics, None if numbers is None else int(numbers[:-1].argmin())
        if any(statistics.cards[k] is not None for k in costs):
            costs = costs | self._specials(way, now)
        beside = [] if likest is None else [statistics.of_number[likest]]
        prints, unlike = statistics.prints.costs(way.shown, [*costs, *beside, -1])
        base = 0.0 if likest is None else float(numbers[likest] - prints[-2])
        special = [at for at, k in enumerate(costs) if k in statistics.specials]
        if len(special) > 1 and (likest is None or prints[special].min() < prints[-2] + _UNHEARD_OF):
            prints[special] = self._by_face(way, prints[special], [list(costs)[at] for at in special], unlike)
        # Swaps differ in two hues alone: what else their prints differ in is edges between colours, stronger or weaker
        # by the lamp.
        swaps = [at for at, k in enumerate(costs) if k in statistics.swaps]
        prints[swaps] = prints[swaps].min(initial=np.inf)
        costs = self._by_hues(way, costs, now)
        by_print = zip(costs.items(), prints[: len(costs)], strict=True)
        cards = [(cost + float(unlikely) + base, statistics.cards[k]) for (k, cost), unlikely in by_print]
        # where nothing is printed nothing is missing
        plain = [float(prints[at]) for at, k in enumerate(costs) if k in now.plain]
        nothing = min(costs.values()) + max([float(prints[-1]), *plain]) + base + _NO_NUMBER
        return [Cost(*one, unlike, way.turn, base=base) for one in ((nothing, _NOTHING), *cards)]

    def _by_face(self, way: Orientation, prints: np.ndarray, samples: list[int], unlike: float) -> np.ndarray:
        """The costs of special cards by their ``prints`` as the whole of their faces tells them apart, too: the more
        unlike the taught ones a print is, the less it says."""
        faces = self._special_faces(way)[[self.statistics.specials.index(k) for k in samples]]
        least, believed = prints.min(), _WORDS / (1 + (unlike / _UNLIKE) ** 2)
        return least + believed * (prints - least) + faces - faces.min()

    def _is_another_by_face(self, card: AnyCard | None, way: Orientation) -> bool:
        """Whether the whole face makes another special card far likelier than this one: cut out a little aside, it may
        have the colours and edges of one that was so when it was taught, whatever its words. Never in a deck without
        numbers, where every card is a special: that was not tried."""
        statistics = self.statistics
        if is_numbered(card) or card is None or not statistics.of_number:
            return False
        costs = self._special_faces(way)
        return bool(costs[statistics.specials.index(statistics.cards.index(card))] > costs.min() + _ANOTHER)

    def _special_faces(self, way: Orientation) -> np.ndarray:
        """How unlikely each special card is by the whole of its face (logarithms of chances)."""
        return self.statistics.special_faces.costs(way.face.close_up(), way.visible)

    def _by_hues(self, way: Orientation, costs: dict[int, float], now: LitDeck) -> dict[int, float]:
        """The costs of cards by their colours, in which swaps are told by the fine cells that show their hues."""
        swaps = [k for k in self.statistics.swaps if k in costs]
        if self.statistics.swap_hues is None or now.swaps is None or len(swaps) < 2:
            return costs
        unlike = self.statistics.swap_hues.unlike(way.face, way.visible, 0, now.swaps).costs
        told = {k: float(unlike[self.statistics.swaps.index(k)]) for k in swaps}
        least = min(costs[k] for k in swaps) - min(told.values())
        return costs | {k: least + cost for k, cost in told.items()}

    def _specials(self, way: Orientation, now: LitDeck) -> dict[int, float]:
        """The costs of all special cards by their colours: many differ in their words alone, so none is left out."""
        fit = fit_coarse([way.wide], coarse_mask(way.visible)[None], self.statistics, now, self.statistics.specials)[0]
        costs = zip(fit.samples, _unlikely(fit.cost), strict=True)
        return {int(k): float(cost) for k, cost in costs if cost < way.colours[0] + _LEFT}


def _leads(costs: np.ndarray) -> np.ndarray:
    """By how much each is likelier than the likeliest other one (N logarithms of chances); of one alone without
    limit."""
    first, second = np.append(np.sort(costs), np.inf)[:2]
    return np.where(costs == first, second, first) - costs


def _unlikely_by_cells(way: Orientation, ways: list[Orientation]) -> float:
    """How unlikely one of two ways up is at a first look, where both are believed alike."""
    one, other = (each.cells for each in ways)
    return float(way.colours[0] + way.cells.beside(one).beside(other).cost.min())


def _by_ways_up(costs: list[Cost]) -> list[Cost]:
    """Numbers weighed one way up and the other also by how like taught ones their signs are, and their colours one
    hue's: upside down they are not, or of another number, or of a hue that has the same colours elsewhere."""
    numbered = [cost for cost in costs if cost.base is None]
    if not numbered:
        return costs
    signs, hues = min(cost.signs for cost in numbered), min(cost.hues.likest for cost in numbered)
    least = hue_costs(hues, hues)
    return [
        cost
        if cost.base is not None
        else cost._replace(
            unlikely=cost.unlikely + cost.signs - signs + _BY_HUE * float(hue_costs(cost.hues.likest, hues) - least)
        )
        for cost in costs
    ]


def _alike_both_ways(costs: list[Cost]) -> list[Cost]:
    """Specials and backs weighed beside a number one way up, or beside none, as if both ways were beside the same."""
    base = next((cost.base for cost in costs if cost.base), 0.0)
    return [cost if cost.base is None else cost._replace(unlikely=cost.unlikely + base - cost.base) for cost in costs]


def _ranked(costs: list[Cost]) -> list[tuple[AnyCard | None, float]]:
    """The cards and their chances, likeliest first; one may be there both ways up."""
    best = min(cost.unlikely for cost in costs)
    chances: dict[AnyCard | None, float] = {}
    for cost in costs:
        if cost.card is not _NOTHING:
            chances[cost.card] = chances.get(cost.card, 0.0) + float(np.exp(best - cost.unlikely))
    total = sum(chances.values())
    return sorted(((card, chance / total) for card, chance in chances.items()), key=lambda entry: -entry[1])


def is_numbered(card: AnyCard | None) -> bool:
    """Whether it is a card of a hue and a number, no special card nor the back."""
    return card is not None and card.hue is not None


def _unlikely(cost: np.ndarray) -> np.ndarray:
    """The costs of a card's colours as logarithms of chances."""
    return _FREEDOM * np.log(cost + _OFF)


def _is_card(one: CardHypothesis) -> bool:
    """Whether there is a card of this deck at all: its outline, and most of what is visible, must say so."""
    return one.sides.two > SIDES and max(one.agreed, one.beside) > _AGREED and one.misfit < _MOST_MISFIT


def _print_in_sight(one: CardHypothesis) -> float:
    """How many cells of a place show clear edges that no card hides."""
    return float((in_cells(one.edges)[..., :2] ** 2).sum(-1)[visible_cells(one.visible) > 0].sum())


def least_chance(one: CardHypothesis, printed: bool, told_by_face: bool = False) -> float:
    """How likely the likeliest card must be not to be asked about; more than certain where it may be no card at all.
    Also where of a card partly hidden neither colours nor print are as they should be, and it is not ``printed`` as a
    number should be: others hide more of it. And where only two opposite sides are seen, and the print is not as it
    should be or little of it is in sight: it may lie further along them, where its 2 is no part of a 12. Neither where
    its whole face surely tells a number (``told_by_face``). Less than all of its outline is made good by colours as
    they should be, and odd colours on all of a card by its outline; either by a number that is ``printed`` as it was
    taught. Where a shadow ends on a card, its colours are odd though they may not look so."""
    sides, whole = one.sides.two >= _CLEAR_SIDES, one.visible.mean() > WHOLE
    odd = one.misfit >= (_ODD if whole else ODD_HIDDEN)
    if not (printed or told_by_face) and one.unlike >= SMUDGED and not whole and one.misfit > ODD_IN_PART:
        return np.inf
    along = one.place.across < SIDES and (one.unlike >= SMUDGED or one.visible.mean() <= _SHOWN)
    if along and not told_by_face:
        return np.inf
    if sides and not odd:
        return ENOUGH if one.unevenly_lit < _UNEVEN and not along else _SURE_ODD
    return _SURE_ODD if printed or not odd or (sides and whole) else np.inf
