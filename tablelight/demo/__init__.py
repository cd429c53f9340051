"""Tables without any hardware: one that people watch as it is played at, and one that plays whole games by itself."""

from tablelight.demo.live import Lens, SimulatedPieces, begin_game, build_demo, teach_simulated_dice

__all__ = ["Lens", "SimulatedPieces", "begin_game", "build_demo", "teach_simulated_dice"]
