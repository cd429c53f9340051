"""What a person must not know is nowhere in what that person's browser is sent: in no section, move, log or reason."""

import re
from dataclasses import fields, is_dataclass, replace
from itertools import count
from random import Random
from typing import Any

import pytest

from engine.components.cards import UNKNOWN, Card
from engine.components.hues import Hue
from engine.core.match import Match
from engine.core.registry import find, names
from tablelight.referee.inputs import EnterEvent
from tablelight.referee.lights import lights
from tablelight.referee.state import RefereeState
from tablelight.session import dealing
from tablelight.session.record import Record
from tablelight.session.snapshot import Snapshot
from tablelight.session.table import GameTable
from tablelight.web.api import state_json
from tablelight.web.viewer import Shown, Viewer
from tablelight.web.views.looking import Looking, Surroundings
from tablelight.web.views.table import sections
from tablelight.web.views.tv import tv_sections

PEOPLE = ("Ana", "Ben", "Cem", "Dora")
EVENTS = 32
"""What is played of each game: deals, the middle of a round, where the games are short their end."""

TABLES = [
    *(pytest.param(name, 2, {}, id=name) for name in names() if find(name).seats[0] <= 2 and find(name).seats[1] != 1),
    pytest.param("spectrum_solitaire", 1, {}, id="solitaire"),
    pytest.param("spectrumo", 3, {"swap_pick": "owner_chooses", "drawn_card": "may_keep"}, id="spectrumo-options"),
    pytest.param("spectrum_casino", 4, {}, id="casino-four"),
    pytest.param("spectrum_cribbage", 4, {"muggins": True}, id="cribbage-four"),
    pytest.param("spectrum_poker", 3, {"form": "holdem", "deals": 3}, id="holdem"),
    pytest.param("spectrump", 2, {"hand_loading": True}, id="spectrump-loading"),
    pytest.param("spectrum_500", 3, {"deduct_hand": True}, id="500-three"),
    pytest.param("spectrum", 3, {"missions": True}, id="missions"),
    pytest.param("spectrum", 2, {"portals": True}, id="portals"),
]


def playing(name: str, seats: int, options: dict[str, Any], seed: int):
    """A match after every event of a random game, dealt here."""
    match, random = Match.new(name, PEOPLE[:seats], options=options), Random(seed)
    for _ in range(EVENTS):
        fact = dealing.next_fact(match, random)
        moves = [] if fact else list(match.game.moves(match.state))
        if not fact and not moves:
            return
        # Any move ends a game of solitaire; the others do not.
        lasting = [move for move in moves if move.kind not in ("concede", "fold")]
        match.add(match.parse(fact) if fact else random.choice(lasting or moves))
        yield match, random


def viewers(seats: int):
    """Everybody who may look: from outside, with the code but no seat, and from every seat."""
    yield Viewer()
    yield Viewer(None, True)
    for seat in range(seats):
        yield Viewer(seat, True, (seat,), frozenset(range(seats)) - {seat})


def page(match: Match, viewer: Viewer, *, picked=(), overlay="") -> dict[str, str]:
    looking = Looking(may_write=viewer.may_write, viewer=viewer, picked=picked, overlay=overlay)
    return sections(Snapshot(1, "m", RefereeState(match)), looking, Surroundings())


def big_screen(match: Match) -> dict[str, str]:
    return tv_sections(Snapshot(1, "m", RefereeState(match)), Surroundings(), with_code=True)


# ---- another truth that looks the same to one pair of eyes


def hidden_things(full: Any, seen: Any) -> list[Any]:
    """The cards of the full state that are face down in what somebody sees of it."""
    if isinstance(seen, (Card, str)):
        return [full] if seen in (UNKNOWN, "??") and full != seen else []
    if isinstance(seen, tuple):
        return [card for a, b in zip(full, seen, strict=True) for card in hidden_things(a, b)]
    if is_dataclass(seen):
        return [c for f in fields(seen) for c in hidden_things(getattr(full, f.name), getattr(seen, f.name))]
    return []


def filled(full: Any, seen: Any, cards: list[Any]) -> Any:
    """The full state with these cards where somebody sees cards face down."""
    if isinstance(seen, (Card, str)):
        return cards.pop() if seen in (UNKNOWN, "??") and full != seen else full
    if isinstance(seen, tuple):
        parts = [filled(a, b, cards) for a, b in zip(full, seen, strict=True)]
        return type(seen)(*parts) if hasattr(seen, "_fields") else tuple(parts)
    if is_dataclass(seen) and not isinstance(seen, type):
        values = {f.name: filled(getattr(full, f.name), getattr(seen, f.name), cards) for f in fields(seen)}
        return replace(full, **values)
    return full


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_cards_that_somebody_cannot_see_change_nothing_on_that_page(name, seats, options):
    """Shuffle what is face down for these eyes: every section stays as it is, letter for letter."""
    changed = 0
    for step, (match, random) in zip(count(), playing(name, seats, options, seed=5), strict=False):
        if step % 4 and step > 4:
            continue
        for viewer in viewers(seats):
            seen = match.game.view(match.state, viewer.seat)
            cards = hidden_things(match.state, seen)
            random.shuffle(cards)
            other = Match(match.game, match.seats, start=filled(match.state, seen, cards))
            here = Match(match.game, match.seats, start=match.state)
            changed += other.state != here.state
            own = sorted(map(str, _own_cards(seen, viewer.seat)))
            for picked in ((), tuple(own[: 1 + step % 3])):
                assert page(here, viewer, picked=picked) == page(other, viewer, picked=picked)
            if viewer.seat is None:
                assert big_screen(here) == big_screen(other)
            one, two = (Shown(m, viewer) for m in (here, other))
            assert (one.ask(), list(one.moves()), one.scores) == (two.ask(), list(two.moves()), two.scores)
            assert lights(RefereeState(here)) == lights(RefereeState(other))
            states = [state_json(Snapshot(1, "m", RefereeState(m))) for m in (here, other)]
            assert states[0] == states[1]
    hides = name not in ("roll_and_color", "sixchex_spectrum", "spectra_icehouse", "spectrum_escape", "spectrangle")
    assert bool(changed) == (hides and not (name == "spectrum" and not options)), "the test has to shuffle something"


def _own_cards(state: Any, seat: int | None) -> list[Card]:
    hands = getattr(state, "hands", ())
    mine = hands[seat] if seat is not None and seat < len(hands) else ()
    flat = [card for part in mine for card in (part if isinstance(part, tuple) else (part,))]
    return [card for card in flat if isinstance(card, Card) and card.known]


# ---- the log, which remembers


CODES = re.compile(rf"\b(?:{'|'.join(h.name for h in Hue)})(?:1[0-2]|[1-9])\b|\*[a-z-]+(?::\w+&lt;&gt;\w+)?")


def known_in(part: Any) -> set[str]:
    """Every card that lies open in a part of a state or event."""
    if isinstance(part, Card):
        return {str(part)} if part.known else set()
    if isinstance(part, str):
        return {part}
    if isinstance(part, tuple):
        return set().union(*map(known_in, part))
    return set().union(*(known_in(getattr(part, f.name)) for f in fields(part))) if is_dataclass(part) else set()


CARD_TABLES = [
    table for table in TABLES if table.values[0] not in ("roll_and_color", "sixchex_spectrum", "spectrum_escape")
    and not (table.values[0] == "spectrum" and not table.values[2])
]  # fmt: skip


@pytest.mark.parametrize(("name", "seats", "options"), CARD_TABLES)
def test_the_history_names_no_card_that_its_reader_never_saw(name, seats, options):
    seen: dict[int | None, set[str]] = {viewer.seat: set() for viewer in viewers(seats)}
    for match, _ in playing(name, seats, options, seed=8):
        for seat, cards in seen.items():
            cards |= known_in(match.game.view(match.state, seat))
            # A move is made in the open: what is said with it is heard by all, unless its kind lays cards face down.
            cards |= known_in(match.events[-1][1].visible_to(seat)) if name == "spectrum" else set()
    for viewer in viewers(seats):
        html = page(match, viewer, overlay="history")["overlay"]
        # A bid names a hue and a number too, and everybody hears it.
        html = re.sub(r"bid \w+", "", html)
        named = {code.replace("&lt;", "<").replace("&gt;", ">") for code in CODES.findall(re.sub("<[^>]+>", " ", html))}
        assert named <= seen[viewer.seat], f"{viewer.seat} reads {sorted(named - seen[viewer.seat])[:5]}"
    assert len(match.log) > 2


@pytest.mark.parametrize(("name", "seats", "options"), CARD_TABLES)
def test_looking_back_shows_an_earlier_table_through_the_same_eyes(name, seats, options):
    matches = list(playing(name, seats, options, seed=3))
    match = matches[-1][0]
    for viewer in viewers(seats):
        looking = Looking(may_write=viewer.may_write, viewer=viewer, at=len(match.log) // 2)
        then = sections(Snapshot(1, "m", RefereeState(match)), looking, Surroundings())
        shown = Shown(match, viewer).at(len(match.log) // 2)
        assert shown.state == match.game.view(match.state_at(len(match.log) // 2), viewer.seat)
        enabled = re.sub("<button[^>]* disabled>", "", then["play"])
        assert 'data-act="play" data-event' not in enabled, "what is past cannot be played"


# ---- what is said of each event


def test_a_deal_is_told_without_the_cards_of_others():
    match = Match.new("spectrum_cribbage", ["Ana", "Ben"])
    random = Random(1)
    while match.game.awaiting(match.state).ask != "CRIB":
        match.add(match.parse(dealing.next_fact(match, random)))
    deal = match.events[-1][1]
    mine, theirs = match.state.hands
    assert str(deal.visible_to(0)) == f"deal {' '.join(map(str, mine))} / 9x??"
    assert str(deal.visible_to(None)) == "deal 9x?? / 9x??"
    crib = match.parse(f"2: crib {' '.join(map(str, theirs[:3]))}")
    assert crib.visible_to(1) == crib and str(crib.visible_to(0)) == "2: crib 3x??"


def test_a_hand_dealt_at_a_real_table_has_nothing_to_hide():
    match = Match.new("spectrum_casino", ["Ana", "Ben"])
    match.add(match.parse("deck hidden 144"))
    assert not Shown(match).hides and Shown(match, Viewer(None, True)).may_move(0)


def test_why_a_card_cannot_be_played_is_no_way_to_find_out_who_has_it():
    match, random = Match.new("spectrum_cribbage", ["Ana", "Ben"], options={"first_dealer": 2}), Random(2)
    match.add(match.parse(dealing.next_fact(match, random)))
    for seat in (0, 1):
        match.add(match.parse(f"{seat + 1}: crib {' '.join(map(str, match.state.hands[seat][:3]))}"))
    match.add(match.parse(dealing.next_fact(match, random)))
    ana = Shown(match, Viewer(0, True, (0,)))
    seen = known_in(ana.state)
    nowhere = next(Card(hue, n) for hue in Hue for n in range(1, 13) if str(Card(hue, n)) not in known_in(match.state))
    held = next(card for card in match.state.hands[1] if str(card) not in seen)
    for card in (nowhere, held):
        assert ana.verdict(match.parse(f"1: play {card}")).reason == "NOT_IN_HAND"


def test_the_service_s_own_log_names_no_hidden_card(tmp_path, caplog):
    table = GameTable(lambda: Record.open(tmp_path / "record.db"))
    table.new_match(Match.new("spectrum_casino", ["Ana", "Ben"]))
    with caplog.at_level("INFO"):
        table.tell(EnterEvent(dealing.next_fact(table.snapshot.referee.match, Random(1))))
    assert "deck hidden 144" in caplog.text and not CODES.search(caplog.text)
