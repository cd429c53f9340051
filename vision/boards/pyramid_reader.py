"""Reads pyramids on their printed sheet: what stands on each place, by size and colour, and how sure that is.

Size is told by outline: of all silhouettes that a pyramid on a place can have, that which covers most of what does not
look like the sheet, and least of what does. Colour is told by its brighter faces, among those of the set.
"""

import time
from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np

from engine.components.lights import Spot
from engine.core.language import Deferred
from vision.boards.evidence import evidence
from vision.boards.flat_board import PX_PER_MM, FlatBoard, flatten, ink_colour
from vision.boards.plan import PAPER, BoardPlan, Srgb
from vision.boards.pyramid_colours import PyramidColours, shown
from vision.boards.pyramid_edges import PyramidEdges
from vision.boards.pyramid_fit import FittedPyramid, PyramidFit
from vision.boards.pyramid_silhouettes import SIZES, PyramidSilhouettes
from vision.boards.reader import HAND, of_the_board, something_large
from vision.boards.readings import BoardReading, SpaceReading
from vision.geometry.registration import Registrar, Registration
from vision.photometry.channels import largest_channel
from vision.readings import Trouble, points_of

# Constants: chosen by hand on drawn pyramids of families that are learned from.
_TRIED = 0.15  # strength (mean evidence): less is no pyramid at all
_EVEN, _SLOPE = 0.5, 0.08  # at this strength it is as likely a pyramid as not; and how quickly that changes
# How much of it a standing one explains: none of 662 less than 0.68, of 25 false ones (others had fallen) 18 do.
_HALF, _STEEP = 0.6, 0.02  # at this it is as likely to stand there as not; and how quickly that changes
_SURE = 0.98  # that there is one, or that there is none
_A_PIXEL = 0.1  # of evidence that counts: neighbours are not independent
_UNLIKE, _COVERED = 0.5, 0.25  # evidence of a pixel, and the part of a place that has so much
_WORTH_A_LOOK = 0.05  # the same part, below which nothing is tried
_INSIDE, _FEW = 3.0, 0.25  # px from its border where a colour is told; or the innermost pixels, as a part of all
_IN_SIGHT = 0.2  # of a pyramid, by which its colour is told
_BRIGHT = 0.4  # of a pyramid's pixels: those on the faces that the lamp meets best
_KEPT = 1e-4  # what is less likely than so much is left out
# Beside its places 52 pictures without an arm had no more than 29, 51 of 52 with one at least 78.
_ARM_MM2, _CLEARLY = 50.0, 1.0  # and evidence of a pixel for that
_CUT_MM = 4.0  # a sheet is not cut more exactly
_SPECK = np.ones((3, 3), np.uint8)
_GROWN, _USUALLY_GROWN = (-2.0, -1.2, -0.4, 0.4, 1.2), -0.8  # mm by which pyramids are wider than they are made
_MEASURED = 16  # pyramids by which that is measured
_ON_PAPER = -0.2  # evidence of a pixel against a pyramid, at least: a white one looks like the round it covers

_DIM, _BRIGHTEST, _COARSE = 60.0, 98, 8  # of 255, for the brightest part in percent, of every so many pixels

_DARK = Trouble("dark", Deferred("It is too dark to tell colours; more light, please."))
_NAMES = "".join(SIZES)


class PyramidReader:
    """Reads sheets of one plan. ``inks``: about what colour each name is. Not to be shared between threads."""

    def __init__(self, plan: BoardPlan, inks: Mapping[str, Srgb]) -> None:
        self.plan = plan
        self._usual = PyramidColours.usual({name: shown(ink_colour(srgb)) for name, srgb in inks.items()})
        self.registrar = Registrar(sheets=(plan.sheet,))
        self._cells, self._rim = _cells(plan), _rim(plan)
        self._shapes: tuple[Registration, float, PyramidSilhouettes] | None = None
        self.forget()

    def forget(self) -> None:
        """Another set of pyramids may stand there."""
        self.colours = self._usual
        self._gains, self._measured = np.zeros(len(_GROWN)), 0

    def read(self, image: np.ndarray) -> BoardReading:
        """All places in a picture (uint8 BGR)."""
        began = time.perf_counter()
        registration, troubles = self.registrar.find(image)
        dark = float(np.percentile(largest_channel(image[::_COARSE, ::_COARSE]), _BRIGHTEST)) < _DIM
        said = (_DARK,) if dark else tuple(map(of_the_board, troubles))
        if registration is None or dark:
            return BoardReading((), said, False, 1000 * (time.perf_counter() - began))
        board = flatten(image, registration, self.plan)
        seen = _evidence(board)
        fit = PyramidFit(seen, _tells(board), self._silhouettes(registration))
        found = _in_sight(_refined(list(fit.pyramids(self._worth_a_look(seen), _TRIED)), board, fit.shapes))
        chances = {one.place: of for one, of in zip(found, self._named(found, board), strict=True)}
        standing = {one.place: one for one in found}
        covered = self._unlike(fit.left) > _COVERED
        spaces = tuple(
            self._pyramid(standing[n], chances[n], registration, covered=bool(covered[n]))
            if n in standing
            else self._no_pyramid(n, registration, covered=bool(covered[n]))
            for n in range(len(self.plan.spaces))
        )
        said += (HAND,) if something_large(fit.left, board) or self._reaches_in(fit.left) else ()
        return BoardReading(spaces, said, True, 1000 * (time.perf_counter() - began))

    def learn(self, image: np.ndarray, standing: Mapping[Spot, str]) -> None:
        """The set's colours, from a picture of a known position: which pyramid stands on which place."""
        registration, _ = self.registrar.find(image)
        places = [n for n, space in enumerate(self.plan.spaces) if space.name in standing]
        if registration is None or not places:
            return
        board = flatten(image, registration, self.plan)
        seen = _evidence(board)
        known = {n: standing[self.plan.spaces[n].name] for n in places}
        self._measure(seen, board, registration, known)
        fit = PyramidFit(seen, _tells(board), self._silhouettes(registration))
        found = _in_sight(_refined(list(fit.pyramids(places, _TRIED)), board, fit.shapes))
        if found:
            names = [known[one.place][2:] for one in found]
            self.colours = self.colours.with_seen(names, np.stack([_colour(one.pixels, board) for one in found]))

    def _measure(
        self, seen: np.ndarray, board: FlatBoard, registration: Registration, known: Mapping[int, str]
    ) -> None:
        """How much wider than usual the set's pyramids seem: so that these known ones, by place, explain most."""
        places = list(known)[: _MEASURED - self._measured]
        if not places:
            return
        for n, grown in enumerate(_GROWN):
            fit = PyramidFit(seen, _tells(board), PyramidSilhouettes(self.plan, registration, grown))
            found = _refined(list(fit.pyramids(places, _TRIED)), board, fit.shapes)
            self._gains[n] += sum(one.gains[_NAMES.index(known[one.place][0])] for one in found)
        self._measured += len(places)

    def _silhouettes(self, registration: Registration) -> PyramidSilhouettes:
        grown = _GROWN[int(self._gains.argmax())] if self._measured else _USUALLY_GROWN
        if self._shapes is None or self._shapes[0] is not registration or self._shapes[1] != grown:
            self._shapes = registration, grown, PyramidSilhouettes(self.plan, registration, grown)
        return self._shapes[2]

    def _reaches_in(self, left: np.ndarray) -> bool:
        """Whether there is more beside all places than pyramids leave there: an arm comes in over the sheet's rim."""
        mask = ((left > _CLEARLY) & self._rim).astype(np.uint8)
        _, _, stats, _ = cv2.connectedComponentsWithStats(cv2.morphologyEx(mask, cv2.MORPH_OPEN, _SPECK))
        return bool((stats[1:, cv2.CC_STAT_AREA] > _ARM_MM2 * PX_PER_MM**2).any())

    def _unlike(self, evidence: np.ndarray) -> np.ndarray:
        """How much of each place does not look like the sheet, N, 0 to 1."""
        return (evidence.reshape(-1)[self._cells] > _UNLIKE).mean(1)

    def _worth_a_look(self, seen: np.ndarray) -> list[int]:
        return [int(n) for n in np.flatnonzero(self._unlike(seen) > _WORTH_A_LOOK)]

    def _named(self, found: list[FittedPyramid], board: FlatBoard) -> np.ndarray:
        """How likely each of these has each colour, N x C."""
        colours = np.array([_colour(one.pixels, board) for one in found]).reshape(-1, 3)
        weights = np.array([_chance(one) for one in found])
        return self.colours.as_these_show(colours, weights).chances(colours)

    def _pyramid(
        self, one: FittedPyramid, colours: np.ndarray, registration: Registration, *, covered: bool
    ) -> SpaceReading:
        """What something is that looks like a pyramid, more or less. ``colours``: how likely it has each, C."""
        chance = _chance(one)
        nothing = _seen(one) < 1 - _SURE and not covered
        status = "piece" if chance > _SURE else "empty" if nothing else "unclear"
        sizes = np.exp(_A_PIXEL * (one.gains - one.gains.max()))
        both = sizes[:, None] / sizes.sum() * colours
        names = [f"{size} {colour}" for size in SIZES for colour in self.colours.names]
        likely = sorted(zip(names, (chance * both).ravel().tolist(), strict=True), key=lambda way: -way[1])
        ways = tuple(way for way in likely if way[1] > _KEPT)
        outline = self._outline(one.pixels, registration)
        return SpaceReading(self.plan.spaces[one.place].name, status, chance, outline_px=outline, ways=ways)

    def _no_pyramid(self, number: int, registration: Registration, *, covered: bool) -> SpaceReading:
        space = self.plan.spaces[number]
        if not covered:
            return SpaceReading(space.name, "empty", 0.0)
        outline = points_of(registration.view.project_flat(np.array(space.outline)))
        return SpaceReading(space.name, "unclear", 0.5, outline_px=outline)

    def _outline(self, pixels: np.ndarray, registration: Registration) -> tuple:
        wide = round(self.plan.sheet.width * PX_PER_MM)
        hull = cv2.convexHull(np.column_stack([pixels % wide, pixels // wide]).astype(np.int32))[:, 0]
        return points_of(registration.view.project_flat((hull + 0.5) / PX_PER_MM))


def _evidence(board: FlatBoard) -> np.ndarray:
    """For a pyramid, of each pixel (H x W): as of any piece, but that white ones look like paper."""
    seen = evidence(board, ())
    return np.where(board.labels == PAPER, np.maximum(seen, _ON_PAPER), seen)


def _seen(one: FittedPyramid) -> float:
    """How likely something is there at all."""
    return float(1 / (1 + np.exp((_EVEN - one.strength) / _SLOPE)))


def _chance(one: FittedPyramid) -> float:
    """That it is a pyramid, and stands."""
    return _seen(one) / (1 + float(np.exp((_HALF - one.explained) / _STEEP)))


def _refined(found: list[FittedPyramid], board: FlatBoard, shapes: PyramidSilhouettes) -> list[FittedPyramid]:
    """The same, where each ends told by its own colour."""
    edges = PyramidEdges(board, found, shapes)
    return [edges.refined(one, alone.pixels) for one, alone in zip(found, _in_sight(found), strict=True)]


def _in_sight(found: list[FittedPyramid]) -> list[FittedPyramid]:
    """The same, each with those of its pixels that no other hides; all of them, where little else would be left."""
    hidden, often = np.unique(np.concatenate([one.pixels for one in found] or [np.empty(0, int)]), return_counts=True)
    shared = hidden[often > 1]
    alone = [one.pixels[~np.isin(one.pixels, shared)] for one in found]
    return [
        replace(one, pixels=own) if len(own) > _IN_SIGHT * len(one.pixels) else one
        for one, own in zip(found, alone, strict=True)
    ]


def _tells(board: FlatBoard) -> np.ndarray:
    """Which pixels can tell a pyramid of any colour from the sheet (H x W)."""
    return board.sure & (board.labels != PAPER)


def _colour(pixels: np.ndarray, board: FlatBoard) -> np.ndarray:
    """What a pyramid's brighter faces look like (3, as ``shown``); pixels at its border are mixtures."""
    wide = board.labels.shape[1]
    y, x = pixels // wide, pixels % wide
    own = np.zeros((np.ptp(y) + 3, np.ptp(x) + 3), np.uint8)
    own[y - y.min() + 1, x - x.min() + 1] = 1
    depth = cv2.distanceTransform(own, cv2.DIST_L2, 3)[y - y.min() + 1, x - x.min() + 1]
    inside = pixels[depth >= min(_INSIDE, float(np.quantile(depth, 1 - _FEW)))]
    colours = board.colours.reshape(-1, 3)[inside]
    return shown(np.median(colours[colours[:, 0] >= np.quantile(colours[:, 0], 1 - _BRIGHT)], axis=0))


def _cells(plan: BoardPlan) -> np.ndarray:
    """Pixels of each place, laid end to end, N x P: all places are squares of one size."""
    wide = round(plan.sheet.width * PX_PER_MM)
    outlines = np.array([space.outline for space in plan.spaces]) * PX_PER_MM
    side = int((outlines[0].max(0) - outlines[0].min(0)).min()) - 2
    y, x = np.mgrid[:side, :side]
    low = np.rint(outlines.min(1)).astype(int) + 1
    return (low[:, 1, None] + y.ravel()) * wide + low[:, 0, None] + x.ravel()


def _rim(plan: BoardPlan) -> np.ndarray:
    """Which pixels lie beside all places, and are surely on the sheet (H x W)."""
    wide, high = (round(side * PX_PER_MM) for side in plan.sheet.size)
    outlines = np.concatenate([space.outline for space in plan.spaces]) * PX_PER_MM
    (left, top), (right, bottom) = np.floor(outlines.min(0)).astype(int), np.ceil(outlines.max(0)).astype(int)
    edge = round(_CUT_MM * PX_PER_MM)
    rim = np.zeros((high, wide), bool)
    rim[edge:-edge, edge:-edge] = True
    rim[top:bottom, left:right] = False
    return rim
