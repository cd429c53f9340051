"""From the dice in the tray to what happened in Roll & Color: a roll, or a reroll that nobody announced."""

from collections.abc import Iterator, Sequence

from engine.components.hues import Hue
from engine.games.roll_and_color.events import Reroll, TrayRolled
from engine.games.roll_and_color.judge import judge_roll
from engine.games.roll_and_color.movegen import reroll_sizes
from engine.games.roll_and_color.options import Options
from engine.games.roll_and_color.state import State, missing_from
from engine.inference.observation import Observation


def observed_roll(observation: Observation) -> TrayRolled | None:
    """The dice in the tray as a roll, legal or not; None when none were looked for."""
    if observation.d6 is None or observation.d12 is None:
        return None
    return TrayRolled(observation.d6, observation.d12, source=observation.source)


def unannounced_rerolls(options: Options, state: State, roll: TrayRolled, moved: int | None) -> Iterator[Reroll]:
    """The rerolls that may have led from the dice that lay there to these. ``moved``: how many were seen to move."""
    changed = len(missing_from(roll.d6, state.d6)) + len(missing_from(roll.d12, state.d12))
    # The same dice as before, pushed or not, are no roll.
    if not changed or not judge_roll(State(sheets=state.sheets), roll).ok:
        return
    for low, high in reroll_sizes(options, state):
        # Dice that lie as before were not thrown; more may have moved than were thrown, when they were pushed.
        if changed > high or (moved is not None and moved < low):
            continue
        size = min(max(changed, low, moved or 0), high)
        yield _fill_up(state, Reroll(state.to_move, _gone(state.d6, roll.d6), _gone(state.d12, roll.d12)), size)


def _gone(before: Sequence[Hue], now: Sequence[Hue]) -> tuple[Hue, ...]:
    """The dice that lay there before and do not any more."""
    return missing_from(now, before)


def _fill_up(state: State, move: Reroll, size: int) -> Reroll:
    """The reroll with further dice added up to ``size``: dice that came down as they were."""
    d6, d12 = list(move.d6), list(move.d12)
    spare = [(d12, hue) for hue in missing_from(move.d12, state.d12)]
    spare += [(d6, hue) for hue in missing_from(move.d6, state.d6)]
    for dice, hue in spare[: max(size - move.size, 0)]:
        dice.append(hue)
    return Reroll(move.seat, tuple(d6), tuple(d12))
