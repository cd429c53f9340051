"""What a solitaire counts, solved or given up (SS-SCORE, SS-TITLE)."""

from collections.abc import Mapping

from engine.core.events import Seat
from engine.games.spectrum_solitaire.options import Options
from engine.games.spectrum_solitaire.state import DECK_SIZE, State

FOUNDATION, FACE_DOWN, FACE_UP, STOCK, PASS = 5, -5, 1, -1, -10
"""What a card is worth where it lies, and what each pass takes from a game that was given up (SS-SCORE-01, -04)."""


def conceded_score(home: int, face_down: int, face_up: int, stock_and_waste: int, passes: int) -> int:
    """A game given up: every card by where it lies, less 10 a pass (SS-SCORE-01, SS-SCORE-04)."""
    cards = FOUNDATION * home + FACE_DOWN * face_down + FACE_UP * face_up + STOCK * stock_and_waste
    return cards + PASS * max(passes, 1)


def solved_score(passes: int) -> int:
    """A solved game: 720 less a tenth for each pass after the first, never below 0 (SS-SCORE-02, SS-PASS-01)."""
    return max(DECK_SIZE * FOUNDATION * (110 - 10 * max(passes, 1)) // 100, 0)


def if_conceded(state: State) -> int:
    """What the game would count if it were given up now."""
    face_down, face_up = sum(map(len, state.down)), sum(map(len, state.up))
    return conceded_score(state.home_cards, face_down, face_up, len(state.stock) + len(state.waste), state.passes)


def if_solved(state: State, options: Options) -> int:
    """What the game would count if it were solved in this pass."""
    score = solved_score(state.passes)
    if options.solved_never_below_concede:
        return max(score, conceded_score(DECK_SIZE, 0, 0, 0, state.passes))
    return score


def title_of(state: State) -> str:
    """The honour a solved game earns: ``perfect``, ``masterful`` or ``solved``; empty while unsolved (SS-TITLE)."""
    if not state.solved:
        return ""
    return "perfect" if state.passes <= 1 else "masterful" if state.passes <= 4 else "solved"


def scores(state: State, options: Options) -> Mapping[Seat, int]:
    """What each seat has scored so far."""
    if not state.dealt:
        return {0: 0}
    return {0: if_solved(state, options) if state.solved else if_conceded(state)}
