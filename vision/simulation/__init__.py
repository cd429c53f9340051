"""A table without hardware: draws the mat and dice as camera pictures, so that everything behind the lens is real."""

from vision.simulation.camera import CameraUnplugged, SimulatedCamera
from vision.simulation.lamps import LAMPS, SimulatedLamp
from vision.simulation.motion import RestingDie, TableFull
from vision.simulation.scene import TrueDie, Truth
from vision.simulation.table import ROLL_AND_COLOR, SimulatedTable, TableBusy
from vision.simulation.teaching import TeachingPicture, teaching_pictures, teaching_sets

__all__ = [
    "LAMPS",
    "ROLL_AND_COLOR",
    "CameraUnplugged",
    "RestingDie",
    "SimulatedCamera",
    "SimulatedLamp",
    "SimulatedTable",
    "TableBusy",
    "TableFull",
    "TeachingPicture",
    "TrueDie",
    "Truth",
    "teaching_pictures",
    "teaching_sets",
]
