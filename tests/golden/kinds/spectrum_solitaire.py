"""The kinds of Solitaire cases: positions are set up as states, and the game judges the moves."""

from dataclasses import replace
from typing import Any

from engine.components.cards import Card, numbered
from engine.components.deck import Deck
from engine.components.hues import Hue
from engine.core.registry import create
from engine.games.spectrum_solitaire.events import Flip, Put, Recycle
from engine.games.spectrum_solitaire.game import Solitaire
from engine.games.spectrum_solitaire.scoring import conceded_score
from engine.games.spectrum_solitaire.state import State

EMPTY = State(dealt=True)


def answer(case: dict[str, Any]) -> Any:
    state, options = case["state"], dict(case.get("options") or {})
    if options.get("pass_limit") == "10":
        options["pass_limit"] = 10
    if "flip" in state:
        options.setdefault("flip", state["flip"])
    game = create("spectrum_solitaire", 1, options=options)
    assert isinstance(game, Solitaire)
    question = case["question"].lower()
    for words, kind in _KINDS:
        if all(word in question for word in words.split("&")):
            return kind(game, state)
    raise KeyError(question)


def _deal(game: Solitaire, state: dict[str, Any]) -> Any:
    dealt = game.after(game.start(), Deck(numbered()))
    if "pile" in state:
        n = int(state["pile"]) - 1
        return [len(dealt.down[n]), len(dealt.up[n])]
    down = sum(map(len, dealt.down))
    return [down + sum(map(len, dealt.up)), down, len(dealt.stock)]


def _fits(game: Solitaire, moved: str, onto: str | None) -> bool:
    up = ((Card.parse(moved),), (Card.parse(onto),) if onto else (), *((),) * 10)
    return game.judge(replace(EMPTY, up=up), Put(0, "1", "2")).ok


def _move(game: Solitaire, state: dict[str, Any]) -> bool:
    if "run" in state:
        return _run(game, state)
    return _fits(game, state.get("move") or state["card"], state.get("onto"))


def _run(game: Solitaire, state: dict[str, Any]) -> bool:
    run = tuple(map(Card.parse, state["run"]))
    onto = state.get("onto")
    up = (run, (Card.parse(onto),) if onto else (), *((),) * 10)
    return game.judge(replace(EMPTY, up=up), Put(0, "1", "2", len(run))).ok


def _targets(game: Solitaire, state: dict[str, Any]) -> Any:
    return [target for target in state["targets"] if _fits(game, state["move"], target)]


def _foundation(game: Solitaire, state: dict[str, Any]) -> bool:
    """The card goes to the home of its own hue; a home of another hue is never where it lands."""
    card, top = Card.parse(state["card"]), state.get("foundation_top")
    homes = [0] * 12
    hue = Hue.parse(state["foundation"]) if isinstance(state.get("foundation"), str) else card.hue
    if top:
        on = Card.parse(top)
        homes[on.hue] = on.number
        hue = on.hue
    position = replace(EMPTY, homes=tuple(homes), waste=(card,))
    move = Put(0, "waste", "home")
    return game.judge(position, move).ok and game.after(position, move).homes[hue] == homes[hue] + 1


def _score(game: Solitaire, state: dict[str, Any]) -> int:
    passes = state.get("passes", 1)
    if state.get("solved") or "foundation" not in state:
        return game.scores(replace(EMPTY, homes=(12,) * 12, passes=passes))[0]
    waste = state.get("stock_waste", state.get("stock", 0) + state.get("waste", 0))
    return conceded_score(state["foundation"], state["face_down"], state["face_up"], waste, passes)


def _last_pack(game: Solitaire, state: dict[str, Any]) -> int:
    position = replace(EMPTY, stock=numbered()[: state["stock"]], passes=1, fresh=False)
    size = 0
    while position.stock:
        after = game.after(position, Flip(0))
        size = len(position.stock) - len(after.stock)
        position = after
    return size


def _title(game: Solitaire, state: dict[str, Any]) -> str:
    return game.title_of(replace(EMPTY, homes=(12,) * 12, passes=state["passes"]))


def _recycle(game: Solitaire, state: dict[str, Any]) -> bool:
    cards = numbered()
    position = replace(EMPTY, stock=cards[: state.get("stock", 0)], waste=cards[100:110], passes=state.get("passes", 1))
    return game.judge(position, Recycle(0)).ok


_KINDS = (
    ("pile", _deal),
    ("targets", _targets),
    ("which", _targets),
    ("foundation", _foundation),
    ("score", _score),
    ("last pack", _last_pack),
    ("turned over", _recycle),
    ("title", _title),
    ("victory", _title),
    ("legal", _move),
    ("may", _move),
)
