"""What every layer of Spectrum's rules knows of a table: its rules, and the tables that follow from them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, Protocol

from engine.components.hues import Hue
from engine.core.game import Rules
from engine.games.spectrum.board import hues_in
from engine.games.spectrum.choices import ChoiceTable
from engine.games.spectrum.masks import PositionMasks
from engine.games.spectrum.movement import MovementRules
from engine.games.spectrum.options import Options
from engine.games.spectrum.outcome import GOAL
from engine.games.spectrum.pawn_paths import PawnMoveCache
from engine.games.spectrum.rolls import Choice
from engine.games.spectrum.state import Plan, State
from engine.games.spectrum.turn import TurnRules

MOST_MASKS = 16
"""Positions of which what was worked out is kept; chosen by hand: rolls, lists, verdicts and steps of a turn come in
rows, and what is older is not asked for again."""


class MasksOf(Protocol):
    """``PositionMasks`` for the fields of a state that they depend on; those of the last positions are kept."""

    def __call__(self, *fields: Any) -> PositionMasks: ...
    def cache_clear(self) -> None: ...


@dataclass(frozen=True, slots=True)
class SpectrumContext:
    """One table's rules in the form that the layers use. Frozen; what it remembers are answers, never positions.

    ``goal``: stars needed; ``solo``: one plays alone. ``lenient``: one move of a turn will do (D-38, ``at_least_one``);
    ``maximal``: a turn must use as many spaces as it can. ``choice``: the choice of dice of a key (``ChoiceTable``).
    ``pawn_moves``: for each seat its moves by path. ``most_spaces``: the most that positions can still use.
    ``variants``: the same table with one option changed, by option and value (``house_rules.py``).
    """

    rules: Rules[Options]
    options: Options
    goal: int
    solo: bool
    lenient: bool
    maximal: bool
    movement: MovementRules
    choices: ChoiceTable
    choice: Callable[[str], Choice]
    turn: TurnRules
    masks_of: MasksOf
    pawn_moves: tuple[PawnMoveCache, ...]
    most_spaces: dict[State, int] = field(default_factory=dict)
    variants: dict[tuple[str, Any], "SpectrumContext | None"] = field(default_factory=dict)

    @classmethod
    def of(cls, rules: Rules[Options]) -> "SpectrumContext":
        """The context of a table that plays by these rules."""
        options, solo = rules.options, rules.seats == 1
        movement = MovementRules.of(options, rules.edition, solo)
        lenient = options.must_move == "at_least_one" or (options.must_move == "auto" and rules.edition == "B")
        choices = ChoiceTable(options, rules.edition)
        return cls(
            rules=rules,
            options=options,
            goal=GOAL[rules.seats],
            solo=solo,
            lenient=lenient,
            maximal=options.must_move == "maximal",
            movement=movement,
            choices=choices,
            choice=choices.choice,
            turn=TurnRules(options, movement, lenient=lenient),
            masks_of=lru_cache(MOST_MASKS)(partial(PositionMasks, movement)),
            pawn_moves=tuple(map(PawnMoveCache, range(rules.seats))),
        )

    def masks(self, state: State) -> PositionMasks:
        """The masks of a position, for the player to move; those of the last ones are kept."""
        return self.masks_of(state.pawns, state.stars, state.stock, state.to_move, state.moved, state.half)

    def has_move(self, state: State, plan: Plan) -> bool:
        """Whether a plan lets some pawn move."""
        return self.turn.has_path(self.masks(state), self.choice(plan.key), plan)

    def open_hues(self, state: State) -> tuple[Hue, ...]:
        """The colours that some choice still open lets a pawn move in."""
        mask = 0
        for plan in state.plans:
            mask |= self.choice(plan.key).open
        return hues_in(mask)
