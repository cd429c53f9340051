"""The printed board that the running simulated table's camera sees, as games with and without one come and go."""

from collections.abc import Mapping
from typing import Any

from engine.components.lights import Spot
from engine.core.match import Match
from engine.inference.held import Held
from tablelight.demo.seated_pieces import SeatedPieces, arrangement, board_for, picture_size
from tablelight.referee.piece_places import held_on, owners
from tablelight.referee.pyramids import stand_on_sheet
from tablelight.session.snapshot import Snapshot
from vision.simulation import SimulatedCamera, SimulatedTable
from vision.simulation.laid_board import LaidBoard

_REACHES = 8
"""Pictures in which a hand is over the board that moves pieces. Chosen by hand: a quarter of a second."""


class SeenBoard:
    """Lies beside the mat while a game is played on one that a camera reads. ``table``: on which the pieces stand."""

    def __init__(self, table: SimulatedTable, lens: SimulatedCamera, seed: int) -> None:
        self._table, self._lens, self._seed = table, lens, seed
        self._pieces: SeatedPieces | None = None
        self._board: str = ""
        self._match: str | None = None
        self._position: Any = None
        self._agreed: Mapping[Spot, Held] = {}

    @property
    def lies_there(self) -> bool:
        """Whether the camera sees pieces."""
        return self._pieces is not None

    def follow(self, now: Snapshot) -> None:
        """Lay the board of the game that is played, and move its pieces as the game does."""
        match = now.referee.match if now.referee is not None else None
        if match is None:
            return
        on_sheet = stand_on_sheet(match.game)
        name = match.game.board if on_sheet or owners(match) is not None else ""
        if name != self._board:
            self._lay(name, board_for(match))
        if self._pieces is None:
            return
        if on_sheet:
            self._follow_on_sheet(now.match_id, match)
            return
        board = held_on(match)
        if now.match_id != self._match:
            self.stand(board)
        elif board != self._agreed:
            self._reach_for(board)
            self._table.pieces = self._pieces.follow(self._agreed, board)
        self._match, self._agreed = now.match_id, board

    def _follow_on_sheet(self, match_id: str | None, match: Match) -> None:
        """Pyramids move only where the position has changed: meanwhile they may be in a hand."""
        if match_id != self._match or match.state != self._position:
            self.stand(self.arrangement(match))
        self._match, self._position = match_id, match.state

    def arrangement(self, match: Match) -> Mapping[Spot, Held]:
        """What stands where once the game's pieces are where they belong in this position."""
        return arrangement(self._pieces, match)

    @property
    def standing(self) -> Mapping[Spot, Held]:
        """What stands where now."""
        return {} if self._pieces is None else self._pieces.there

    def stand(self, board: Mapping[Spot, Held]) -> None:
        """Let exactly these pieces stand there: whose on which space."""
        if self._pieces is not None:
            self._reach_for(board)
            self._table.pieces = self._pieces.standing(board)

    def _reach_for(self, board: Mapping[Spot, Held]) -> None:
        reached = None if self._pieces is None else self._pieces.reached_for(board)
        if reached is not None:
            self._lens.reach(*reached, pictures=_REACHES)

    def _lay(self, board: str, laid: LaidBoard | None) -> None:
        self._board = board
        self._pieces, self._match = None if laid is None else SeatedPieces(laid, self._seed), None
        self._table.pieces = ()
        self._lens.lay(laid, picture_size(laid))
