"""The kinds of Spectrump cases: deal, power, auction, following, leads, tricks, points, overbids, later proof."""

import re
from dataclasses import replace
from typing import Any

from engine.components.cards import Card, numbered
from engine.components.hues import Hue
from engine.core.events import Event
from engine.core.registry import create
from engine.games.spectrump.events import Bid, PassAuction, PlayToTrick
from engine.games.spectrump.following import hues_that_follow
from engine.games.spectrump.tricks import (
    outbids,
    plus_and_minus,
    power,
    proof_of_revoke,
    round_points,
    winning_place,
)

OPTIONS = (
    "deck", "partners", "eight_player_deal", "auction_per", "auction", "all_pass", "set_lead", "broken_reset", "follow",
    "thrown_cards_open_shades", "trump_counts_as_follow", "revoke_penalty", "hand_loading",
)  # fmt: skip


def answer(case: dict[str, Any]) -> Any:
    question = re.sub(r"\s*\(.*?\)", "", case["question"]).strip().lower()
    state, options = case.get("state") or {}, case.get("options") or {}
    options = {key: value for key, value in options.items() if key in OPTIONS}
    for words, kind in _KINDS:
        if words in question:
            return kind(state, options)
    raise ValueError(f"no such kind: {question}")


def _hue(state: dict[str, Any]) -> Hue:
    return Hue.parse(state["trump"])


def _cards(texts: list[str] | str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, texts.split() if isinstance(texts, str) else texts))


def _bid_of(text: str) -> tuple[Hue, int]:
    card = Card.parse(text)
    assert card.hue is not None
    return card.hue, card.number


def _dealt(state: dict[str, Any], options: dict[str, Any]) -> Any:
    players = int(state["players"])
    if players == 8 and state.get("cards") == 9 and "eight_player_deal" not in options:
        options = {**options, "eight_player_deal": "nine"}
    game = create("spectrump", players, options=options)
    dealt = players * game.setup.sessions * game.hand_size
    return {"dealt": dealt, "left": game.options.deck - dealt}


def _deck_points(state: dict[str, Any], options: dict[str, Any]) -> Any:
    highest = int(options.get("deck", 144)) // 12
    return list(plus_and_minus([card for card in numbered() if card.number <= highest], _hue(state)))


def _within(state: dict[str, Any], options: dict[str, Any]) -> bool:
    hue, number = _bid_of(state["bid"])
    held = [Card(Hue.parse(h), n + 1) for h, count in state["bidder_cards_in_colour"].items() for n in range(count)]
    game, position = _table(2, options)
    filler = Card(hue.step(5), 1)
    sets = (tuple(held) or (filler,), *position.hands[0][1:])
    position = replace(position, phase="auction", hands=(sets, position.hands[1]))
    return game.judge(position, Bid(0, hue, number)).ok


def _table(players: int, options: dict[str, Any]) -> tuple[Any, Any]:
    """A game and a position of it: everybody has sets of one other card each, player 1 is next."""
    game = create("spectrump", players, options=options)
    return game, replace(game.start(), hands=(((),) * game.setup.sets,) * players, bid_hue=Hue.R, bid_number=0)


def _in_trick(state: dict[str, Any], options: dict[str, Any]) -> tuple[Any, Any]:
    """The position in which the next player faces this trick, with this hand when it is told."""
    trick = _cards(state.get("trick") or state.get("trick_so_far") or [])
    players = next(n for n in (4, 6, 8) if n > len(trick))
    game, position = _table(players, options)
    hand = _cards(state.get("hand") or [])
    sets = (hand, *position.hands[0][1:])
    trump_broken, scoring_broken = (bool(state.get(f"{kind}_broken", False)) for kind in ("trump", "scoring"))
    return game, replace(
        position, phase="play", bid_hue=_hue(state), hands=(sets, *position.hands[1:]), trick=trick,
        trump_broken=trump_broken, scoring_broken=scoring_broken,
    )  # fmt: skip


def _colours(state: dict[str, Any], options: dict[str, Any]) -> list[str]:
    game, position = _in_trick(state, options)
    return [hue.name for hue in sorted(hues_that_follow(position, game.options))]


def _legal(state: dict[str, Any], options: dict[str, Any]) -> bool:
    game, position = _in_trick(state, options)
    return game.judge(position, PlayToTrick(0, Card.parse(state.get("play") or state["lead"]))).ok


def _winning_seat(state: dict[str, Any], options: dict[str, Any]) -> int:
    return winning_place(_cards(state["trick"]), _hue(state)) + 1


def _trick_points(state: dict[str, Any], options: dict[str, Any]) -> int:
    return sum(plus_and_minus(_cards(state.get("cards_taken") or state["trick"]), _hue(state)))


def _overbid(state: dict[str, Any], options: dict[str, Any]) -> dict[str, int]:
    names = list(state["positive"])
    owned = next(value for key, value in state.items() if "cards_played_by" in key or "owned" in key)
    over = owned < _bid_of(state["bid"])[1]
    out = [over and name == state["winner_of_bid"] for name in names]
    positive, negative = ([state[key][name] for name in names] for key in ("positive", "negative"))
    return dict(zip(names, round_points(positive, negative, out), strict=True))


def _auction(state: dict[str, Any], options: dict[str, Any]) -> list[str]:
    """The calls are made one by one by players whose hands nobody saw; seats that are not named have passed."""
    names = list(state.get("players") or sorted({name for name, _ in state["auction"]}))
    seats = next(n for n in (2, 4, 6, 8) if n >= len(names))
    game = create("spectrump", seats, options=options)
    position = game.result(game.start(), game.parse("deal"))
    absent = tuple(seat >= len(names) for seat in range(seats))
    dealer = names.index(state["dealer"]) if "dealer" in state else len(names) - 1
    first = names.index(state["auction"][0][0])
    position = replace(position, passed=absent, spoken=absent, dealer=dealer, to_move=first)
    for name, call in state["auction"]:
        seat = names.index(name)
        event: Event = PassAuction(seat) if call.lower() == "pass" else Bid(seat, *_bid_of(call))
        if not game.judge(position, event).ok:
            return ["illegal", name, call]
        position = game.result(position, event)
    if position.phase == "deal":
        return ["redeal"]
    if position.phase == "auction":
        return ["open"]
    return ["won", names[position.bidder], f"{position.trump.name}{position.bid_number}"]


def _flagged(state: dict[str, Any], options: dict[str, Any]) -> bool:
    """Whether a card shown later in the same set proves the first play wrong."""
    played = next(value for key, value in state.items() if key.endswith("_played") and isinstance(value, list))
    first, later = played[0], played[1:]
    before = _cards(first.get("table_before_B") or next(v for k, v in first.items() if k.startswith("table_before")))
    hue, _ = _bid_of(first["card"])
    proof = proof_of_revoke(before, hue, _hue(state))
    same_set = [e for e in later if e.get("set", state.get("set")) == first.get("set", state.get("set"))]
    return any(_bid_of(entry["card"])[0] in proof for entry in same_set)


_KINDS = (
    ("cards dealt", _dealt),
    ("negative points in the deck", _deck_points),
    ("power order", lambda state, options: [hue.name for hue in power(_hue(state))]),
    ("bid higher", lambda state, options: outbids(_bid_of(state["new_bid"]), _bid_of(state["standing"]))),
    ("allowed maximum", _within),
    ("colours the next player", _colours),
    ("winning seat", _winning_seat),
    ("points in this trick", _trick_points),
    ("legal", _legal),
    ("after overbid", _overbid),
    ("round scores", _overbid),
    ("audit", _flagged),
    ("result", _auction),
)
