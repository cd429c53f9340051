"""Pictures of the printed Spectrum board with pieces, drawn; the empty board is drawn once."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np

from tablelight.setup.board_plans import plan_of
from vision.boards.plan import BoardPlan
from vision.simulation.backdrop import draw_backdrop, lit_backdrop
from vision.simulation.dice import ViewSettings
from vision.simulation.glow import Glow, draw_glows
from vision.simulation.hand import draw_hand
from vision.simulation.laid_board import LaidBoard
from vision.simulation.lamps import LAMPS, linear
from vision.simulation.piece_bodies import PieceShape, StandingPiece
from vision.simulation.pieces import draw_pieces
from vision.simulation.pinhole import Pinhole
from vision.simulation.scene import SimulatedHand

PAWN = PieceShape("pawn", 7.0, 24.0)
SIZE = (960, 720)
PAINTS = ((206, 30, 40), (20, 92, 180), (248, 224, 32), (20, 142, 66))
"""Of the pieces of four owners, sRGB."""


@cache
def spectrum_plan() -> BoardPlan:
    plan = plan_of("spectrum")
    assert plan is not None
    return plan


@cache
def _ground(tilt: float):
    board = LaidBoard(spectrum_plan())
    view = Pinhole.above(spectrum_plan().sheet.size, SIZE, fill=0.58, tilt_deg=tilt, height_mm=800)
    return view, draw_backdrop(view, mat=False, board=board), board


def board_picture(
    standing, *, tilt=20.0, lamp="daylight", shape=PAWN, hand=None, off=(0.0, 0.0), apart=None, glows=(), strength=1.0
) -> np.ndarray:
    """``standing``: whose piece is on which space; ``hand``: over which space one is; ``off``: mm that every piece
    stands beside its landing's middle; ``apart``: the same of some of them alone; ``glows``: under which spaces a red
    light shines, so ``strength`` times as bright as white paper."""
    view, ground, board = _ground(tilt)
    look = ViewSettings(view, replace(LAMPS[lamp], over=board.area), 0.8)
    image = lit_backdrop(ground, look.lamp, look.balance).copy()
    places, offs = {space.name: space.at for space in spectrum_plan().spaces}, apart or {}
    draw_glows(image, look, [Glow(*places[spot], (strength, 0.0, 0.0)) for spot in glows])
    draw_pieces(
        image, look, [_piece(places[spot], owner, shape, offs.get(spot, off)) for spot, owner in standing.items()]
    )
    if hand is not None:
        draw_hand(image, look, SimulatedHand(*places[hand], 0.4, 0.3))
    grain = np.random.default_rng(len(standing)).normal(0, look.lamp.noise, image.shape)
    return np.clip(cv2.add(image.astype(np.float64), grain), 0, 255).astype(np.uint8)


def _piece(at, owner, shape, off) -> StandingPiece:
    paint = tuple(float(part) for part in linear(PAINTS[owner]))
    return StandingPiece(shape, at[0] + off[0], at[1] + off[1], paint)
