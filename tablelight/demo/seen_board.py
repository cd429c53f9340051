"""The printed board that the running simulated table's camera sees, as games with and without one come and go."""

from collections.abc import Mapping

from engine.components.lights import Spot
from engine.inference.held import Held
from tablelight.demo.seated_pieces import SeatedPieces, laid_beside_the_mat, picture_size
from tablelight.referee.piece_places import held_on, owners
from tablelight.session.snapshot import Snapshot
from vision.simulation import SimulatedCamera, SimulatedTable


class SeenBoard:
    """Lies beside the mat while a game is played on one that a camera reads. ``table``: on which the pieces stand."""

    def __init__(self, table: SimulatedTable, lens: SimulatedCamera, seed: int) -> None:
        self._table, self._lens, self._seed = table, lens, seed
        self._pieces: SeatedPieces | None = None
        self._board, self._match = "", None
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
        board: Mapping[Spot, Held] | None = owners(match)
        name = match.game.board if board is not None else ""
        if name != self._board:
            self._lay(name)
        if self._pieces is None or board is None:
            return
        board = held_on(match)
        if now.match_id != self._match:
            self.stand(board)
        elif board != self._agreed:
            self._table.pieces = self._pieces.follow(self._agreed, board)
        self._match, self._agreed = now.match_id, board

    def stand(self, board: Mapping[Spot, Held]) -> None:
        """Let exactly these pieces stand there: whose on which space."""
        if self._pieces is not None:
            self._table.pieces = self._pieces.standing(board)

    def _lay(self, board: str) -> None:
        self._board, laid = board, laid_beside_the_mat(board)
        self._pieces, self._match = None if laid is None else SeatedPieces(laid, self._seed), None
        self._table.pieces = ()
        self._lens.lay(laid, picture_size(laid))
