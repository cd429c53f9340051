"""The kinds of Spectrum Cribbage cases: pegging, counting, Go, deal, cut, winner."""

import re
from dataclasses import asdict, replace
from typing import Any

from engine.components.cards import Card, numbered
from engine.core.registry import create
from engine.games.spectrum_cribbage.count import pairs, peg_points, runs
from engine.games.spectrum_cribbage.events import Cut, PegCard, SayGo
from engine.games.spectrum_cribbage.scoring import false_goes
from engine.games.spectrum_cribbage.state import GoCall
from engine.games.spectrum_cribbage.transitions import peg

OPTIONS = ("target", "nobs", "nobs_relation", "shade_centres", "flush4p", "muggins")


def answer(case: dict[str, Any]) -> Any:
    question = re.sub(r"\s*\(.*?\)", "", case["question"]).strip().lower()
    state, options = case.get("state") or {}, case.get("options") or {}
    players = int(options.get("players", state.get("players", 2)))
    game = create("spectrum_cribbage", players, options={k: v for k, v in options.items() if k in OPTIONS})
    for words, kind in _KINDS:
        if all(word in question for word in words):
            return kind(game, state)
    raise ValueError(f"no such kind: {question}")


def _numbers(cards: list[Any]) -> list[int]:
    return [card if isinstance(card, int) else Card.parse(card).number for card in cards]


def _cards(numbers: list[Any]) -> tuple[Card, ...]:
    """A card for every number, each in a hue of its own."""
    left = list(numbered())[::-1]
    out = []
    for number in numbers:
        card = Card.parse(number) if isinstance(number, str) else next(c for c in left if c.number == number)
        left.remove(card)
        out.append(card)
    return tuple(out)


def _playing(game: Any, hands: list[Any], total: int = 0, leader: int = 1) -> Any:
    """A position in play: these hands, this running total, nothing said yet; player 1 deals."""
    series = []
    while total:
        series.append(min(total, 12))
        total -= series[-1]
    held = _cards([*series, *(card for hand in hands for card in hand)])
    at = len(series)
    dealt = []
    for hand in hands:
        dealt.append(held[at : at + len(hand)])
        at += len(hand)
    return replace(game.start(), phase="play", hands=tuple(dealt), to_move=leader, series=held[: len(series)],
                   last_player=1 - leader)  # fmt: skip


def _each(game: Any, numbers: list[int]) -> list[int]:
    return [peg_points(numbers[: n + 1]) for n in range(len(numbers))]


def _points_per_card(game: Any, state: dict[str, Any]) -> Any:
    """With the players named, the running total is asked for as well."""
    if "order" not in state:
        return _each(game, _numbers(state["ranks_played"]))
    numbers = _numbers([card for _, card in state["order"]])
    return [_each(game, numbers), sum(numbers)]


def _totals(game: Any, state: dict[str, Any]) -> list[int]:
    numbers = _numbers([card for _, card in state["order"]])
    return [sum(numbers[: n + 1]) for n in range(len(numbers))]


def _must_go(game: Any, state: dict[str, Any]) -> bool:
    position = _playing(game, [[1], state["hand"]], state.get("total", state.get("count", 0)))
    return game.judge(position, SayGo(1)).ok


def _heels(game: Any, state: dict[str, Any]) -> int:
    number = state["starter_rank"] if "starter_rank" in state else Card.parse(state["starter"]).number
    start = replace(game.start(), phase="starter")
    after = game.after(start, game.parse(f"starter R{number}"))
    return after.points[start.dealer]


def _count(game: Any, state: dict[str, Any]) -> Any:
    cards = tuple(map(Card.parse, state.get("hand") or state.get("cards") or state["crib"]))
    crib = bool(state.get("is_crib", "crib" in state))
    found = game.counting.count(cards, Card.parse(state["starter"]), crib=crib)
    return {**asdict(found), "total": found.total}


def _pairs_and_runs(game: Any, state: dict[str, Any]) -> int:
    numbers = _numbers(state["ranks"])
    return pairs(numbers) + runs(numbers)


def _deal(game: Any, state: dict[str, Any]) -> Any:
    n = game.rules.seats
    hand = game.dealt - game.to_crib
    return {"dealt": game.dealt, "crib": n * game.to_crib, "hand": hand, "counted": hand + 1}


def _winner(game: Any, state: dict[str, Any]) -> str | None:
    """Points are added in counting order until somebody reaches the target; the dealer is player 1 here."""
    sides = {"dealer": 0, "non-dealer": 1}
    position = replace(
        game.start(), phase="count", points=tuple(state["score"].get(side, 0) for side in sides), to_move=1
    )
    counts = state["hand_counts"]
    crib = state.get("crib_count", counts.get("crib", 0))
    order = [("non-dealer", counts.get("non-dealer", 0)), ("dealer", counts.get("dealer", 0)), ("dealer", crib)]
    for side, points in order:
        position = peg(position, sides[side], points, "hand", game.options)
    winners = game.winners(position)
    return next((side for side, seat in sides.items() if seat in winners), None)


def _cut(game: Any, state: dict[str, Any]) -> str:
    position = create("spectrum_cribbage", len(state["cut"])).start()
    hues = ["R", "O", "Y", "G"]
    for seat, (hue, cut) in enumerate(zip(hues, state["cut"].values(), strict=False)):
        card = Card.parse(cut) if isinstance(cut, str) else Card.parse(f"{hue}{cut}")
        position = game.result(position, Cut(seat, card))
    return "cut again" if position.phase == "cut" else list(state["cut"])[position.dealer]


def _go_and_37(game: Any, state: dict[str, Any]) -> int:
    """The opponent said Go, then this card is played and nothing more fits."""
    total = state.get("count", state.get("total", 0))
    position = _playing(game, [[12], [state["player_plays"], 12]], total)
    position = replace(position, out=(bool(state.get("opponent_said_go", True)), False))
    position = game.after(position, PegCard(1, position.hands[1][0]))
    if position.series:
        position = game.after(position, SayGo(1))
    return position.points[1]


def _series(game: Any, state: dict[str, Any]) -> Any:
    """The series is played move by move; who cannot go on says so."""
    sides = {"dealer": 0, "non-dealer": 1}
    hands: dict[str, list[Any]] = {side: [] for side in sides}
    for side, card in state["order"]:
        if str(card).lower() != "go":
            hands[side].append(card)
    for side in sides:
        # A hand that is not told has a card that does not fit.
        rest = state.get(side.replace("-", "_") + "_hand")
        hands[side] += [12] if rest is None else rest
    position = _playing(game, [hands["dealer"], hands["non-dealer"]], leader=sides[state["order"][0][0]])
    for side, card in state["order"]:
        seat = sides[side]
        if str(card).lower() == "go":
            position = game.after(position, SayGo(seat))
        else:
            number = card if isinstance(card, int) else Card.parse(card).number
            position = game.after(position, PegCard(seat, next(c for c in position.hands[seat] if c.number == number)))
    if position.series:
        position = game.after(position, SayGo(position.to_move))
    lead = next(side for side, seat in sides.items() if seat == position.to_move)
    return {**{side: position.points[seat] for side, seat in sides.items()}, "next_lead": lead}


def _last_card(game: Any, state: dict[str, Any]) -> int:
    """The last card of all brings the count to this; only 37 and last card are asked for."""
    count = int(state["count"])
    before = _playing(game, [[], [1]], count - 1)
    after = game.after(before, PegCard(1, before.hands[1][0]))
    own = peg_points([*(card.number for card in before.series), 1])
    other = own - (2 if count == 37 else 0)
    return after.points[1] - other


def _flags_go(game: Any, state: dict[str, Any]) -> bool:
    later = _cards(state["hand_shown_later"])
    position = _playing(game, [[], []])
    position = replace(position, played=((), later), goes=(GoCall(1, state["called_go_at"], 0),))
    return bool(list(false_goes(position)))


_KINDS = (
    (("points per card",), _points_per_card),
    (("running total",), _totals),
    (("say go",), _must_go),
    (("points for the dealer at once",), _heels),
    (("breakdown",), _count),
    (("pairs + runs",), _pairs_and_runs),
    (("cards dealt",), _deal),
    (("winner",), _winner),
    (("first dealer",), _cut),
    (("action",), _cut),
    (("go and 37",), _go_and_37),
    (("next leader",), _series),
    (("last card",), _last_card),
    (("audit",), _flags_go),
)  # fmt: skip
