"""Reads a picture of a board: light, evidence, the pieces that explain it, whose they are, and what cannot be told."""

import time
from collections.abc import Iterable, Mapping
from dataclasses import replace

import cv2
import numpy as np

from engine.components.lights import Spot
from engine.core.language import Deferred
from engine.inference.observation import SOMEBODY
from vision.boards.evidence import evidence
from vision.boards.fit import Fit, FittedPiece
from vision.boards.flat_board import PX_PER_MM, BoardPixels, FlatBoard, flatten
from vision.boards.pieces import PieceSet, colour_of
from vision.boards.plan import BoardPlan
from vision.boards.readings import BoardReading, SpaceReading
from vision.boards.silhouettes import FEW_SHIFTS, SIZES, USUAL, PieceSize, Silhouettes, silhouettes
from vision.geometry.registration import Registrar, Registration
from vision.readings import Point, Trouble, points_of

# Constants: chosen on drawn boards of the families that choose.
_TRIED = 0.15  # strength (mean evidence): less is no piece at all
_EVEN, _SLOPE = 0.45, 0.07  # at this strength it is as likely a piece as not; and how quickly that changes
_SURE = 0.98  # that it is a piece, or that it is none
_SURE_OWNER = 0.97
_COVERED = 0.3  # of a landing that looks like something else, and no piece explains it
_HIDDEN = 0.65
"""Of a piece that would stand there, by others: none of 6,448 free spaces is asked about for it, and both of 1,306
pieces are that had been passed over."""
_HAND_MM2 = 1200.0  # more than a piece, and no piece explains it
_A_PIXEL = 0.2  # of evidence, that each pixel of a silhouette must bring: else the larger one would always fit
_FEW = 10  # pixels, by which no colour can be told
_MEASURED = 6  # pieces, by which the size of all is measured
_OF_A_PIECE = 0.5  # evidence of a pixel by which a colour is learned and told


class BoardReader:
    """Reads boards of one plan. ``pieces``: what is known of what stands on it; ``seats``: so many people play, None:
    not known. Not to be shared between threads."""

    def __init__(self, plan: BoardPlan, pieces: PieceSet | None = None) -> None:
        self.plan, self.pieces = plan, pieces or PieceSet()
        self.seats: int | None = None
        self.registrar = Registrar(sheets=(plan.sheet,))
        self._pixels = BoardPixels.of(plan)

    def read(self, image: np.ndarray) -> BoardReading:
        """All spaces in a picture (uint8 BGR)."""
        began = time.perf_counter()
        registration, troubles = self.registrar.find(image)
        said = tuple(map(of_the_board, troubles))
        if registration is None:
            return BoardReading((), said, False, 1000 * (time.perf_counter() - began))
        board = flatten(image, registration, self.plan)
        pieces = self.pieces.under(board.inks)
        seen = evidence(board, pieces.colours.values())
        inside = _inside(seen)
        fit = Fit(seen, silhouettes(self.plan, registration, self.pieces.usual_size), self._pixels)
        found = {piece.space: piece for piece in fit.pieces(_TRIED)}
        covered = fit.unexplained() > _COVERED
        covered |= [not covered[n] and fit.hidden(n) > _HIDDEN for n in range(len(covered))]
        whose = {n: pieces.owners(_colours(each.pixels, board, inside), self.seats) for n, each in found.items()}
        spaces = tuple(
            self._piece(found[n], whose[n], registration, covered[n])
            if n in found
            else self._no_piece(n, registration, covered[n])
            for n in range(len(self.plan.spaces))
        )
        said += (HAND,) if something_large(fit.left, board) else ()
        return BoardReading(spaces, said, True, 1000 * (time.perf_counter() - began))

    def _piece(
        self, piece: FittedPiece, owners: tuple[tuple[int, float], ...], registration: Registration, covered: bool
    ) -> SpaceReading:
        """What something is that looks like a piece, more or less."""
        chance = float(1 / (1 + np.exp(-(piece.strength - _EVEN) / _SLOPE)))
        status = "piece" if chance > _SURE else "empty" if chance < 1 - _SURE and not covered else "unclear"
        owner = owners[0][0] if owners[0][1] >= _SURE_OWNER and status != "empty" else SOMEBODY
        outline = self._outline(piece.pixels, registration)
        return SpaceReading(self.plan.spaces[piece.space].name, status, chance, owner, owners, outline)

    def _no_piece(self, number: int, registration: Registration, covered: bool) -> SpaceReading:
        spot = self.plan.spaces[number].name
        if not covered:
            return SpaceReading(spot, "empty", 0.0)
        outline = self._outline(self._pixels.landings[number], registration)
        return SpaceReading(spot, "unclear", 0.5, outline_px=outline)

    def _outline(self, pixels: np.ndarray, registration: Registration) -> tuple[Point, ...]:
        wide = round(self.plan.sheet.width * PX_PER_MM)
        hull = cv2.convexHull(np.column_stack([pixels % wide, pixels // wide]).astype(np.int32))[:, 0]
        return points_of(registration.view.project_flat((hull + 0.5) / PX_PER_MM))

    # ---- learning

    def forget(self) -> None:
        """Other people play: whose pieces have which colour has to be seen anew."""
        self.pieces = PieceSet(self.pieces.size)

    def learn(self, image: np.ndarray, standing: Mapping[Spot, int]) -> PieceSet:
        """What pieces look like, from a picture of a known position (``standing``: whose piece is on which space).

        The reader knows it from now on. Their size is measured once, colours are followed.
        """
        registration, _ = self.registrar.find(image)
        whose = {n: standing[space.name] for n, space in enumerate(self.plan.spaces) if space.name in standing}
        if registration is None or not whose:
            return self.pieces
        board = flatten(image, registration, self.plan)
        seen = evidence(board, ())
        inside = _inside(seen)
        size = self.pieces.size or self._measured(seen, registration, list(whose)[:_MEASURED])
        fit = Fit(seen, silhouettes(self.plan, registration, size), self._pixels)
        colours, parts = dict(self.pieces.under(board.inks).colours), dict[int, list[np.ndarray]]()
        for piece in fit.pieces(_TRIED, whose):
            parts.setdefault(whose[piece.space], []).append(_colours(piece.pixels, board, inside))
        for owner, of_owner in parts.items():
            colours[owner] = colour_of(np.concatenate(of_owner), colours.get(owner))
        self.pieces = PieceSet(size, colours, board.inks)
        return self.pieces

    def _measured(self, seen: np.ndarray, registration: Registration, spaces: Iterable[int]) -> PieceSize:
        """The size with which pieces on these spaces explain most: their height first, then how wide they are."""

        def explained(size: PieceSize) -> float:
            fit = Fit(seen, Silhouettes(self.plan, registration, size, FEW_SHIFTS), self._pixels)
            return sum(piece.gain - _A_PIXEL * len(piece.pixels) for piece in fit.pieces(_TRIED, spaces))

        best = USUAL
        for part, choices in (*SIZES.items(), *SIZES.items()):
            best = max((replace(best, **{part: choice}) for choice in choices), key=explained)
        return best


_SPECK, _SEAM = np.ones((3, 3), np.uint8), np.ones((7, 7), np.uint8)
HAND = Trouble("hand", Deferred("Something lies over the board; I look again when it is gone."))


def _colours(pixels: np.ndarray, board: FlatBoard, inside: np.ndarray) -> np.ndarray:
    """Colours of those of a piece's pixels that lie well inside of what is no board, N x 3: others are mixtures."""
    sure = pixels[inside.reshape(-1)[pixels] > 0]
    return board.colours.reshape(-1, 3)[sure if len(sure) >= _FEW else pixels]


def _inside(seen: np.ndarray) -> np.ndarray:
    """Where all pixels around look like no board (H x W)."""
    return cv2.erode((seen > _OF_A_PIECE).astype(np.uint8), _SPECK)


def something_large(left: np.ndarray, board: FlatBoard) -> bool:
    """Whether more is left that no piece explains (evidence, H x W or end to end) than a piece would be."""
    mask = (left.reshape(board.sure.shape) > 1.0).astype(np.uint8)
    mask = cv2.morphologyEx(cv2.morphologyEx(mask, cv2.MORPH_OPEN, _SPECK), cv2.MORPH_CLOSE, _SEAM)
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    return bool((stats[1:, cv2.CC_STAT_AREA] > _HAND_MM2 * PX_PER_MM**2).any())


_OF_BOARDS = {
    "no-mat": Deferred("No board in sight; lay it flat where the camera sees all four corners."),
    "half-mat": Deferred("The board cannot be told from what is in sight; show at least three of its corners."),
    "two-markers": Deferred("Only two corners of the board are in sight; places are less exact. Uncover the others."),
    "three-markers": Deferred("One corner of the board is covered; it still works."),
    "mat-bent": Deferred("The board does not lie flat, so places are less exact; smooth it out."),
}
"""What is said of boards instead of mats, by the trouble's code."""


def of_the_board(trouble: Trouble) -> Trouble:
    """The same of a board: its corners have the markers."""
    return replace(trouble, message=_OF_BOARDS.get(trouble.code, trouble.message))
