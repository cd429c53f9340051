"""Which card mat lies there, by the code that is printed on it, and whether it is the one of the game."""

from typing import Any

from engine.texts import title_of, value_words
from tablelight.referee.card_fields import CardField, CardMat, mat_of, mat_with
from tablelight.texts.sentences import say
from vision.cards.readings import CardReading


class MatInSight:
    """Follows the readings of one camera. Nothing has to be set: the mat says what it is."""

    def __init__(self) -> None:
        self._code: int | None = None
        self._looked = False

    def see(self, reading: CardReading) -> None:
        """Take what this reading says of the mat. Where something lies on the code it is still the mat it was."""
        self._looked |= reading.registered
        if reading.mat_code is not None:
            self._code = reading.mat_code

    def fields(self, game: Any) -> tuple[CardField, ...]:
        """Those of the mat that lies there, if it is the one of this game; none where cards lie anywhere."""
        mat = self._mat
        return mat.fields if mat is not None and mat == mat_of(game) else ()

    def trouble(self, game: Any) -> str | None:
        """A sentence where fields are printed there of which nothing can be told; None: nothing is amiss."""
        if self._code is None:
            return say("health", "unknown_mat") if self._looked and mat_of(game) is not None else None
        mat = self._mat
        if mat is None or mat == mat_of(game):
            return None
        return say("health", "other_mat", mat=_name_of(mat), game=title_of(game.name))

    @property
    def _mat(self) -> CardMat | None:
        return mat_with(self._code) if self._code is not None else None


def _name_of(mat: CardMat) -> str:
    """What people call it; with the way to play where the game has a mat for each."""
    form = mat.name.removeprefix(mat.game).strip()
    return f"{title_of(mat.game)} ({value_words(mat.game, 'form', form)})" if form else title_of(mat.game)
