"""The cards that a move takes along, or why it cannot (SS-TAB-03, SS-STOCK-02)."""

from itertools import pairwise

from engine.components.cards import Card, Cards, ring_distance
from engine.components.hues import Hue
from engine.core.verdict import Verdict, no, yes
from engine.games.spectrum_solitaire.events import Put
from engine.games.spectrum_solitaire.options import Options
from engine.games.spectrum_solitaire.piles import lies_on
from engine.games.spectrum_solitaire.state import State, pile_of


def judge_on(card: Card, onto: Card, spot: str, options: Options) -> Verdict:
    """Whether a card may lie on another in a pile (SS-TAB-01, SS-TAB-02)."""
    assert card.hue is not None and onto.hue is not None
    if lies_on(card, onto, options):
        return yes()
    texts = {"card": str(card), "onto": str(onto)}
    if card.number != onto.number - 1:
        return no("NOT_ONE_LOWER", "SS-TAB-01", spot, wanted=onto.number - 1, **texts)
    if card.hue == onto.hue:
        return no("SAME_HUE", "SS-TAB-02", spot, option="strict_shades", **texts)
    if not card.hue.is_primary and ring_distance(card.hue, onto.hue) == 2:
        # They share a part, so this is a natural idea: a hint, not a scolding.
        return no("SHARES_ONLY_A_PART", "D-CC-04", spot, option="share_component", **texts)
    return no("NOT_RELATED", "SS-TAB-01", spot, **texts)


def moved_run(state: State, put: Put, options: Options) -> Cards | Verdict:
    """The cards that would move, highest first, or why they cannot."""
    if put.source == "waste":
        if not state.waste:
            return no("WASTE_EMPTY" if state.stock else "ALL_PLAYED", "SS-STOCK-02")
        return state.waste[-1:] if put.count == 1 else no("WASTE_ONE", "SS-STOCK-02")
    if put.source.startswith("home"):
        return _from_home(state, put, options)
    pile = pile_of(put.source)
    if pile is None:
        return no("NO_SUCH_PLACE_HERE", "", place=put.source)
    if not 1 <= put.count <= len(state.up[pile]):
        return no("RUN_TOO_LONG", "SS-TAB-03", f"pile:{put.source}", count=put.count, has=len(state.up[pile]))
    run = state.up[pile][-put.count :]
    if put.count > 1 and not options.move_runs:
        return no("ONE_AT_A_TIME", "SS-TAB-03", option="move_runs")
    # Face-up cards are always a built run, except in a set-up position.
    if any(not judge_on(low, high, "", options).ok for high, low in pairwise(run)):
        return no("NO_RUN", "SS-TAB-03", f"pile:{put.source}")
    return run


def _from_home(state: State, put: Put, options: Options) -> Cards | Verdict:
    if not options.foundation_return or put.to == "home":
        return no("HOME_IS_FINAL", "D-SS-07", option=None if put.to == "home" else "foundation_return")
    hue = Hue.__members__.get(put.source.removeprefix("home").strip())
    if hue is None or not state.homes[hue]:
        return no("HOME_EMPTY", "SS-FOUND-01", place=put.source)
    return (Card(hue, state.homes[hue]),)


def run_of(state: State, put: Put, options: Options) -> Cards:
    """The cards a move takes along; none when it cannot be made."""
    run = moved_run(state, put, options)
    return () if isinstance(run, Verdict) else run
