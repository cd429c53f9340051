"""The kinds of Spectrum cases: a position and a roll are set up in the engine, and the engine is asked."""

from itertools import pairwise
from typing import Any

from engine.components.hues import Hue
from engine.core.registry import create
from engine.games.spectrum import board, outcome, rolls, secret_cards, setup
from engine.games.spectrum.events import (
    Activate,
    Choose,
    Declare,
    DiceRolled,
    EndTurn,
    HandDrawn,
    PawnMove,
    PlaceCaptive,
    Send,
    SetupDealt,
    ShotRolled,
    Surrender,
    Swap,
)
from engine.games.spectrum.move_checks import landings
from engine.games.spectrum.movegen import free_entries
from engine.games.spectrum.state import (
    Extras,
    State,
    pawns_from_names,
    pawns_to_json,
)
from engine.games.spectrum.whole_moves import whole_moves
from tests.golden.kinds.board_table import Table, card_code, hues, verdict


def answer(case: dict[str, Any]) -> Any:
    return _KINDS[case["question"]["ask"]](Table(case), case["question"])


# ---- sequences of actions


def go_of(table: Table, state: State, action: dict[str, Any], later: list[dict[str, Any]]) -> list[PawnMove]:
    """The action as moves: one, or the single steps of a normal roll that were written as one."""
    seat, origin = state.to_move, action["from"]
    if action["kind"] == "step":
        return [PawnMove(seat, origin, (action["to"],))]
    if action["kind"] == "jump":
        return [PawnMove(seat, origin, (action["over"], action["to"]), (action["over"],))]
    path, over = list(action["path"]), action.get("jumped")
    others = state.occupied & ~state.pawns[seat]
    held = [spot for spot in path[:-1] if board.INDEX.get(spot, -1) >= 0 and others & board.BIT[board.INDEX[spot]]]
    if over is None:
        ends = board.INDEX.get(path[-1], -1)
        captures = action.get("captures")
        if captures is None:
            due = sum(1 for _ in _leading_places(later)) - bool(ends >= 0 and others & board.BIT[ends])
            captures = held[: max(due, 0)]
        over = [] if _too_close(path, held) else [spot for spot in held if spot not in captures]
    normal = all(table.game.choice(plan.key).budget for plan in state.plans) and state.plans
    if normal and not over and len(path) > 1:
        return [PawnMove(seat, a, (b,)) for a, b in zip([origin, *path], path, strict=False)]
    return [PawnMove(seat, origin, tuple(path), tuple(over))]


def _too_close(path: list[str], held: list[str]) -> bool:
    return any(a in held and b in held for a, b in pairwise(path))


def _leading_places(actions: list[dict[str, Any]]) -> Any:
    for action in actions:
        if action["kind"] != "place":
            return
        yield action


def play(table: Table, state: State) -> tuple[State, str]:
    """The state after the sequence and OK, or the reason of the first action that is refused."""
    sequence = list(table.question.get("sequence") or [])
    mover = state.to_move
    for n, action in enumerate(sequence):
        if action["kind"] == "place":
            to = "OFF" if str(action["to"]).upper() in ("STOCK", "OFF") else action["to"]
            events: list[Any] = [PlaceCaptive(state.captives[0].placer if state.captives else mover, to)]
        elif action["kind"] == "pass":
            events = [EndTurn(mover)]
        else:
            events = [
                PawnMove(mover, go.origin, go.path, go.jumped) for go in go_of(table, state, action, sequence[n + 1 :])
            ]
        for event in events:
            why = table.game.judge(state, event)
            if not why.ok:
                return state, why.reason
            state = table.game.result(state, event)
    return state, "OK"


def prefix(table: Table, question: dict[str, Any]) -> Any:
    _, reason = play(table, table.chosen_state())
    return verdict(reason == "OK", reason)


def turn(table: Table, question: dict[str, Any]) -> Any:
    before = table.chosen_state()
    state, reason = play(table, before)
    if reason != "OK":
        return verdict(False, reason)
    if state.captives:
        return verdict(False, "PLACEMENT_MISSING")
    if state.phase == "move" and state.turns == before.turns:
        done = table.game.judge(state, EndTurn(state.to_move))
        if not done.ok:
            return verdict(False, done.reason)
        state = table.game.result(state, EndTurn(state.to_move))
    return verdict(True, result=table.plain(state))


# ---- rolls


def open_colours(table: Table, question: dict[str, Any]) -> Any:
    choice = table.choice()
    return {"type": choice.kind, "open": rolls.open_names(choice)}


def open_table(table: Table, question: dict[str, Any]) -> Any:
    primaries = [hue for hue in Hue if hue.is_primary] if table.game.options.dice == "d6" else list(Hue)
    out = {}
    for n, a in enumerate(primaries):
        for b in primaries[n:]:
            choice = rolls.choice_of((a, b), table.game.rules.edition, table.game.options)
            out[f"{a.name}+{b.name}"] = {"type": choice.kind, "open": rolls.open_names(choice)}
    return out


def allotments(table: Table, question: dict[str, Any]) -> Any:
    choice = table.choice()
    if choice.budget:
        one = {"spaces": 1, "whole": False, "colours": rolls.open_names(choice)}
        return {"total": choice.total, "allotments": [dict(one) for _ in range(choice.budget)]}
    parts = [
        {
            "spaces": part.count,
            "whole": not part.stepped,
            "alternatives": [
                {"colours": [hue.name for hue in board.hues_in(area.hues)], "must_touch_intermediate": area.touch}
                for area in part.areas
            ],
        }
        for part in choice.parts
    ]
    return {"total": choice.total, "order": choice.order, "allotments": parts}


def dice_options(table: Table, question: dict[str, Any]) -> Any:
    found = table.game.choices(" ".join(hue.name for hue in hues(table.roll["dice"])))
    return [{"chosen": choice.key.split(), "type": choice.kind} for choice in found]


def dice_count(table: Table, question: dict[str, Any]) -> Any:
    need = table.game.awaiting(table.state).details["count"]
    return {"count": need}


def list_steps(table: Table, question: dict[str, Any]) -> Any:
    state = table.chosen_state()
    goes = [move for move in table.game.moves(state) if isinstance(move, PawnMove)]
    texts = {True: set(), False: set()}
    for go in goes:
        texts[bool(go.jumped)].add(">".join([go.origin, *go.path]))
    return {"steps": sorted(texts[False]), "jumps": sorted(texts[True])}


def list_whole(table: Table, question: dict[str, Any]) -> Any:
    choice = table.choice()
    part = choice.parts[int(question.get("allotment") or 0)]
    paths = whole_moves(table.game.context.masks(table.state), choice, part)
    names = {">".join([board.name_of(path[0]), *map(board.name_of, path[1])]) for path in paths}
    return {"moves": sorted(names)}


def may_pass(table: Table, question: dict[str, Any]) -> Any:
    state = table.chosen_state()
    return {"may_pass": state.phase == "over" or table.game.judge(state, EndTurn(state.to_move)).ok}


def may_pass_any(table: Table, question: dict[str, Any]) -> Any:
    state = table.rolled()
    return {"may_pass": state.phase == "over" or table.game.judge(state, EndTurn(state.to_move)).ok}


def choice_allowed(table: Table, question: dict[str, Any]) -> Any:
    state = table.rolled()
    why = table.game.judge(state, Choose(state.to_move, table.choice().key))
    return {"allowed": why.ok, "reason": why.reason}


# ---- the board


def adjacency(table: Table, question: dict[str, Any]) -> Any:
    return {"relation": board.relation(board.parse_space(question["a"]), board.parse_space(question["b"]))}


def neighbours(table: Table, question: dict[str, Any]) -> Any:
    n = board.parse_space(question["a"])
    return {"side": [board.NAME[k] for k in board.SIDES[n]], "point": [board.NAME[k] for k in board.POINTS[n]]}


def board_counts(table: Table, question: dict[str, Any]) -> Any:
    sides = sum(len(s) for s in board.SIDES) // 2
    return {"spaces": board.SPACES, "side_pairs": sides, "point_pairs": sum(map(len, board.POINTS)) // 2}


def jump_landings(table: Table, question: dict[str, Any]) -> Any:
    state, at, over = table.chosen_state(), board.parse_space(question["from"]), board.parse_space(question["over"])
    found = landings(table.game.context.masks(state), table.choice().spaces, at, over)
    mover = state.to_move
    # The question is geometric: a landing counts when the judge would let the pawn come down there.
    ok = [n for n in found if _jump_ok(table, state, mover, at, over, n)]
    return {"landings": [board.NAME[n] for n in ok]}


def _jump_ok(table: Table, state: State, seat: int, at: int, over: int, to: int) -> bool:
    a, b, c = map(board.name_of, (at, over, to))
    choice = table.choice()
    if not choice.budget:
        return True
    return table.game.judge(state, PawnMove(seat, a, (b, c), (b,))).ok


def landings_any_colour(table: Table, question: dict[str, Any]) -> Any:
    at, over = board.parse_space(question["from"]), board.parse_space(question["over"])
    found = landings(table.game.context.masks(table.state), (1 << board.SPACES) - 1, at, over)
    return {"landings": [board.NAME[n] for n in found]}


def placement(table: Table, question: dict[str, Any]) -> Any:
    state, capture = table.chosen_state(), question["capture"]
    goes = [m for m in table.game.moves(state) if isinstance(m, PawnMove)]
    go = next(m for m in goes if m.origin == capture["from"] and m.path[-1] == capture["to"])
    after = table.game.result(state, go)
    return {"options": list(free_entries(after)) or ["STOCK"]}


# ---- the end of a game


def outcome_of(table: Table, question: dict[str, Any]) -> Any:
    found = table.game.outcome(table.state)
    out = {"over": found.over, "winners": [table.names[seat] for seat in found.winners], "by": found.by}
    if found.points is not None:
        out["tiebreak_points"] = {table.names[seat]: points for seat, points in found.points.items()}
    return out


def surrender(table: Table, question: dict[str, Any]) -> Any:
    state = table.state
    if question.get("rolled"):
        state = table.game.result(state, DiceRolled((Hue.R, Hue.O)))
    event = Surrender(state.to_move, question["pawn"])
    why = table.game.judge(state, event)
    return verdict(True, result=table.plain(table.game.result(state, event))) if why.ok else verdict(False, why.reason)


def weighted(table: Table, question: dict[str, Any]) -> Any:
    values = tuple(int(question["weights"].get(hue.name, 0)) for hue in Hue)
    state = State(table.state.pawns, table.state.stars, table.state.stock, extras=Extras(values=values))
    scores = {table.names[s]: p for s, p in table.game.scores(state).items() if s < len(table.names)}
    leader = outcome.settle(state, table.game.rules).winners
    decided = table.game.outcome(state).over
    return {"scores": scores, "decided": decided, "leader": [table.names[seat] for seat in leader]}


# ---- cards as dice


def card_play(table: Table, question: dict[str, Any]) -> Any:
    play = rolls.play_of(table.cards("played"), table.game.options)
    return {"type": None} if play is None else _play_plain(play, cards=False)


def _play_plain(play: rolls.Choice, *, cards: bool) -> dict[str, Any]:
    one = len(play.parts) == 1 or play.one_pawn
    out = {"type": play.kind, "open": rolls.open_names(play), "moves": [part.count for part in play.parts]}
    out["pawns"] = "one" if one else "any"
    return {"cards": list(play.cards), **out} if cards else out


def card_combos(table: Table, question: dict[str, Any]) -> Any:
    return {"plays": [_play_plain(play, cards=True) for play in rolls.plays(table.cards("hand"), table.game.options)]}


def swap(table: Table, question: dict[str, Any]) -> Any:
    card = card_code(question["card"])
    state = table.game.result(table.state, HandDrawn((card,)))
    a, b = question["pawns"]
    if state.phase == "move" and not state.plans:
        # Nothing can be swapped or moved; the card is still the one that was asked about.
        choice = rolls.play_of([card], table.game.options)
        state = state._replace(plans=(table.game.context.choices.fresh_plan(choice),))
    event = Swap(state.to_move, a, b)
    why = table.game.judge(state, event)
    return verdict(True, result=table.plain(table.game.result(state, event))) if why.ok else verdict(False, why.reason)


# ---- shotgun


def shotgun_cards(table: Table, question: dict[str, Any]) -> Any:
    deals = {name: tuple(cards) for name, cards in question["deal"].items()}
    game = create("spectrum", max(2, len(deals)), "A", {"start": "shotgun_cards"})
    state, valid = game.start(), True
    for seat, cards in enumerate(deals.values()):
        event = SetupDealt(seat, cards)
        valid = valid and game.judge(state, event).ok
        if valid:
            state = game.result(state, event)
    on_board = sum(len(set(cards)) for cards in deals.values())
    return {"valid": valid, "pawns_on_board": on_board, "reserve_each": state.stock[0] if valid else None}


def shotgun_d12(table: Table, question: dict[str, Any]) -> Any:
    game = create("spectrum", 2, "A", {"start": "shotgun_d12"})
    occupied = pawns_from_names(question["occupied"])
    extras = Extras(shot=(int(question["ring"]) - 1) * 2)
    state = State((0, occupied), (0, 0), (10, 4), 0, "setup", extras=extras)
    dice = tuple(hues(table.roll["dice"]))
    after = game.result(state, ShotRolled(dice))
    if after.extras.pick:
        return {"result": "CHOOSE_TWO", "choices": [h.name for h in setup.free_hues(after, int(question["ring"]))]}
    if after.extras.again:
        return {"result": "REROLL", "dice": [h.name for h in dice if int(h) not in after.extras.shot_hues]}
    return {"result": "PLACE", "spaces": pawns_to_json(after.pawns[0])}


# ---- missions and portals


def mission(table: Table, question: dict[str, Any]) -> Any:
    cards = tuple(question["cards"])
    state = table.state
    on = secret_cards.standing_on(state, state.to_move, cards)
    return {"on": on, "wins": table.game.judge(state, Declare(state.to_move, cards)).ok}


def portal(table: Table, question: dict[str, Any]) -> Any:
    state, seat = table.state, table.state.to_move
    event = Activate(seat, question["portal"])
    why = table.game.judge(state, event)
    if not why.ok:
        return verdict(False, why.reason)
    state = table.game.result(state, event)
    send = Send(seat, question["destination"])
    why = table.game.judge(state, send)
    if not why.ok:
        return verdict(False, why.reason)
    after = table.game.result(state, send)
    captive = after.captives[0] if after.captives else None
    out = verdict(
        True, moved=after.pawns != state.pawns, captured=None if captive is None else table.names[captive.owner]
    )
    out["cards_spent"] = {question["portal"], question["destination"]} <= set(after.extras.shown)
    if captive is not None:
        out["placement"] = list(free_entries(after))
    return out


def portal_budget(table: Table, question: dict[str, Any]) -> Any:
    players = int(question["players"])
    deck = secret_cards.portal_deck(players)
    return {"deck": deck, "activations_no_colour": deck // 2, "activations_all_gained_4th": (deck - players) // 2}


def portal_over(table: Table, question: dict[str, Any]) -> Any:
    extras = Extras(portals=((), ()), deck=int(question["deck"]))
    return {"over": secret_cards.exhausted(State((0, 0), (0, 0), (10, 10), extras=extras))}


def given(table: Table, question: dict[str, Any]) -> Any:
    from tests.golden.kinds import board_given

    return board_given.answer(table)


_KINDS = {
    "open_colours": open_colours,
    "open_colours_table": open_table,
    "allotments": allotments,
    "dice_options": dice_options,
    "dice_count": dice_count,
    "adjacency": adjacency,
    "neighbours": neighbours,
    "board_counts": board_counts,
    "prefix": prefix,
    "turn": turn,
    "list_steps": list_steps,
    "list_whole_moves": list_whole,
    "jump_landings": jump_landings,
    "jump_landings_ignore_colours": landings_any_colour,
    "placement": placement,
    "may_pass": may_pass,
    "may_pass_any_choice": may_pass_any,
    "choice_allowed": choice_allowed,
    "outcome": outcome_of,
    "surrender": surrender,
    "card_play": card_play,
    "card_combos": card_combos,
    "swap": swap,
    "portal": portal,
    "portal_budget": portal_budget,
    "portal_over": portal_over,
    "mission": mission,
    "weighted": weighted,
    "shotgun_cards": shotgun_cards,
    "shotgun_d12": shotgun_d12,
    "given": given,
}
