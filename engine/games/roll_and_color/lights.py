"""Roll & Color on the twelve-path board: the dice as arms, the best row, and how many dice are wanted next."""

from engine.components.hues import Hue
from engine.components.lights import Light, Meaning, Picture
from engine.games.roll_and_color.movegen import reroll_sizes
from engine.games.roll_and_color.options import Options
from engine.games.roll_and_color.sheet import count_hues, scoring_hues
from engine.games.roll_and_color.state import State, best_rows


def picture(options: Options, state: State) -> Picture:
    """Each arm lights as many spaces as dice show its hue; what makes the best open row breathes.

    Stars tell how many dice are wanted next. After scoring, the arms that scored ripple.
    """
    if state.over:
        return {f"{hue.name}{ring}": Light(Meaning.SCORED, hue) for hue in Hue for ring in range(1, 10)}
    if not state.rolled:
        waiting = {f"{hue.name}1": Light(Meaning.WAITING, hue) for hue in Hue}
        ripple = {f"{hue.name}{ring}": Light(Meaning.SCORED, hue) for hue in state.last for ring in range(1, 10)}
        return {**waiting, **ripple}
    return {**_arms(options, state), **_stars(options, state)}


def _arms(options: Options, state: State) -> dict[str, Light]:
    best = max(best_rows(state, options.wrap).items(), key=lambda item: item[1].points, default=("", None))
    best_hues = scoring_hues(state.counts, best[0], options.wrap) if best[1] and best[1].points else ()
    taken = count_hues((*state.taken_d6, *state.taken_d12))
    lights = {}
    for hue in Hue:
        kept = state.counts[hue] - taken[hue]
        for ring in range(1, state.counts[hue] + 1):
            meaning = Meaning.WAITING if hue in best_hues and not state.in_hand else Meaning.PIECE
            lights[f"{hue.name}{ring}"] = Light(Meaning.CHOSEN if ring > kept else meaning, hue)
    return lights


def _stars(options: Options, state: State) -> dict[str, Light]:
    """As many stars as dice may be taken up next; while dice are in the hand, as many as are to be thrown."""
    sizes = reroll_sizes(options, state)
    count = state.in_hand or (sizes[0][0] if sizes else 0)
    return {f"{hue.name}9": Light(Meaning.LEGAL) for hue in tuple(Hue)[:count]}
