"""Read dice in a picture."""

import time
from dataclasses import replace
from itertools import chain

import numpy as np

from engine.components.hues import Hue
from engine.core.language import Deferred
from vision.dice.classifier import FacesOfKind, classify_all
from vision.dice.confidence import NEVER, TAUGHT, UNTAUGHT, Bounds, Candidate, status
from vision.dice.contours import DieShape
from vision.dice.detector import DieDetection
from vision.dice.edge_fit import FittedDie, fitted
from vision.dice.faces import Faces, look_at
from vision.dice.obstruction import covered_mm2, ground_colour, is_large, places_taken
from vision.dice.pose import DiePose
from vision.dice.posed_detector import PosedDetector
from vision.dice.readings import Reading, SeenDie, Status, TopAppearance
from vision.dice.solids import placed, solid
from vision.dice.taught import TaughtDice
from vision.geometry.camera_model import View
from vision.geometry.play_area import FlatTable, FlatTableMap
from vision.geometry.registration import Registrar, Registration
from vision.photometry.camera_response import straightened
from vision.photometry.drift import note_of
from vision.photometry.illumination import Illumination
from vision.readings import Trouble, points_of, shortlist

# Constants: chosen by hand: no game here has more dice, and chances of one half decide.
_MOST = 9
_PERHAPS_NONE = 2  # of the dice in doubt; chosen by hand
_RAISED = 0.5
_INSETS = (1.0, 0.8)  # tried where no dice were taught
_COVERED = Trouble(
    "hand", Deferred("Something large is in the play area, a hand perhaps; take it away and it will be read.")
)
_NAMES = {"d6": "cube", "d12": "dodecahedron"}


class DiceReader:
    """Reads dice with what was taught, or, with None, by the nominal hues of the mat and a stricter "ask".

    Not to be shared between threads.
    """

    def __init__(self, taught: TaughtDice | None = None) -> None:
        self.taught = taught
        self._registrar = Registrar(taught.lens if taught else None)
        self._detector = PosedDetector()
        self.stages: dict[str, float] = {}
        self._last_map: tuple[Registration, FlatTableMap] | None = None

    def read(self, image: np.ndarray) -> Reading:
        """Read a picture (uint8 BGR).

        ``stages`` tells afterwards how many milliseconds of this thread's own time each step took.
        """
        start = time.perf_counter()
        self._clock = time.thread_time()
        self.stages = {}
        registration, troubles = self._registrar.find(image)
        self._stage("mat")
        if registration is None:
            return Reading((), troubles, False, (time.perf_counter() - start) * 1000)
        image, light = straightened(image, registration)
        self._stage("light")
        table = FlatTable(image, self._map(registration))
        self._stage("flatten")
        spots = self._detector.detect(table, self.taught.kinds if self.taught else {})
        self._stage("find")
        of_kind = self._candidates(image, registration, light, table, spots)
        candidates = list(chain(*of_kind))
        self._stage("colours")
        troubles += light.troubles
        taken = places_taken(table, [c.found for c in candidates])
        if is_large(covered_mm2(table, light, ground_colour(table, light, taken), taken)):
            return Reading((), (*troubles, _COVERED), True, (time.perf_counter() - start) * 1000)
        dice = tuple(chain(*(self._seen(registration, light, ours) for ours in of_kind)))
        dice, others = checked(dice, candidates)
        troubles += others
        self._stage("judge")
        note = None if light.colourless else note_of(light)
        return Reading(dice, troubles, True, (time.perf_counter() - start) * 1000, note)

    def _map(self, registration: Registration) -> FlatTableMap:
        """The map of the flat picture; the last one while the camera stands still."""
        if self._last_map is None or self._last_map[0] is not registration:
            self._last_map = (registration, FlatTableMap.of(registration))
        return self._last_map[1]

    def _stage(self, name: str) -> None:
        now = time.thread_time()
        self.stages[name] = (now - self._clock) * 1000
        self._clock = now

    def _candidates(
        self,
        image: np.ndarray,
        registration: Registration,
        light: Illumination,
        table: FlatTable,
        posed: list[tuple[DieDetection, DiePose]],
    ) -> list[list[Candidate]]:
        """Every die found, fitted and classified: one list a kind that is there. ``posed``: detections with poses."""
        poses, founds, seen = [], [], []
        for kind in _NAMES:
            ours = [(spot, pose) for spot, pose in posed if spot.kind == kind]
            if not ours:
                continue
            taught = self.taught.kinds.get(kind) if self.taught else None
            places = taught.places if taught else None
            spots = [spot for spot, _ in ours]
            founds.append(fitted(table, spots, taught.shape) if taught else _best_fitted(table, spots))
            poses.append([pose.beside(taught.doubt) if taught else pose for _, pose in ours])
            seen.append(FacesOfKind(kind, look_at(image, registration.view, founds[-1], light, places), taught))
        posteriors = classify_all(seen, light)
        appearances = [_appearances(one.faces, light) for one in seen]
        return [
            [Candidate(*one) for one in zip(*parts, strict=True)]
            for parts in zip(founds, poses, posteriors, appearances, strict=True)
        ]

    def _seen(self, registration: Registration, light: Illumination, candidates: list[Candidate]) -> list[SeenDie]:
        known = self.taught.kinds if self.taught is not None else {}
        ours = bool(candidates) and candidates[0].found.shape.kind in known
        bounds = NEVER if registration.loose or light.colourless else TAUGHT if ours else UNTAUGHT
        return seen_dice(registration.view, candidates, bounds)


def _appearances(faces: Faces, light: Illumination) -> list[TopAppearance] | list[None]:
    """What teaches when somebody names the dice: nothing in a picture that would be refused as a lesson."""
    if light.troubles:
        return [None] * len(faces.xy)
    there = light.at(faces.xy[:, 0])
    return [
        TopAppearance(colour, at, light.inks, light.blown) for colour, at in zip(faces.colour[:, 0], there, strict=True)
    ]


def seen_dice(view: View, candidates: list[Candidate], bounds: Bounds) -> list[SeenDie]:
    """The dice of one kind, each with its candidates and how sure it is."""
    if not candidates:
        return []
    found = [one.found for one in candidates]
    shape = found[0].shape
    x, y, angle = (np.array([getattr(die, name) for die in found])[:, None] for name in ("x", "y", "angle"))
    outlines = view.project(placed(solid(shape.kind).faces[0], x, y, angle, shape.size))
    return [_seen_die(one, status(one, bounds), outline) for one, outline in zip(candidates, outlines, strict=True)]


def _seen_die(one: Candidate, how_sure: Status, outline: np.ndarray) -> SeenDie:
    """``outline``: corners of the top's face in the picture, N x 2 px."""
    ranked = one.posterior.ranked()
    best: Hue | None = ranked[0][0] if how_sure == "ok" else None
    right, down = outline.mean(0).tolist()
    where = one.found.x, one.found.y
    kind, corners = one.found.shape.kind, points_of(outline)
    return SeenDie(kind, how_sure, best, shortlist(ranked[:4]), (right, down), corners, where, one.appearance)


def _best_fitted(table: FlatTable, spots: list[DieDetection]) -> list[FittedDie]:
    """Where no dice were taught: of their usual size, with the frame that fits best."""
    shape = DieShape(spots[0].kind, float(np.median([spot.size for spot in spots])))
    options = [fitted(table, spots, replace(shape, inset=inset)) for inset in _INSETS]
    return max(options, key=lambda found: sum(die.score for die in found))


def checked(dice: tuple[SeenDie, ...], candidates: list[Candidate]) -> tuple[tuple[SeenDie, ...], tuple[Trouble, ...]]:
    """The dice, none where there are too many of them, and what is wrong with how they lie."""
    too_many = count_troubles(dice)
    return () if too_many else dice, stacked([one for one in candidates if one.pose.raised > _RAISED]) + too_many


def stacked(upper: list[Candidate]) -> tuple[Trouble, ...]:
    """What to tell the players, where these dice stand on others."""
    if not upper:
        return ()
    details = {"mat_xy_mm": [[round(one.found.x, 1), round(one.found.y, 1)] for one in upper]}
    if len(upper) == 1:
        words = Deferred("A die stands on another; take it down and lay it beside the other, or roll both again.")
    else:
        words = Deferred(
            "{count} dice stand on others; take the upper ones down and lay them beside, or roll them again.",
            count=len(upper),
        )
    return (Trouble("stacked", words, details),)


def count_troubles(dice: tuple[SeenDie, ...]) -> tuple[Trouble, ...]:
    """The trouble "too-many" where more dice lie there than any game uses; else nothing. One or two in doubt may be
    none, as a hard shadow beside nine dice: people say so in two taps."""
    in_doubt = sum(die.status == "ask" for die in dice)
    if len(dice) - min(in_doubt, _PERHAPS_NONE) <= _MOST:
        return ()
    return (
        Trouble(
            "too-many",
            Deferred(
                "There are {count} dice on the table; no game here uses more than {most}.", count=len(dice), most=_MOST
            ),
        ),
    )
