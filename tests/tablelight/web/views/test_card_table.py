"""Card games on the page: every legal move can be tapped, refusals give their reason, colour alone says nothing."""

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.components.cards import SPECIALS, UNKNOWN, Card, full_deck, full_name
from engine.components.hues import Hue
from engine.core.events import Move
from engine.core.match import Match
from engine.core.registry import create, find, names
from tablelight.session import dealing
from tablelight.web.components import cards as faces
from tablelight.web.components import real_cards
from tablelight.web.components.desk import Desk, Selection
from tablelight.web.games import desk_of
from tablelight.web.viewer import Shown, Viewer
from tablelight.web.views import card_table, new_game

TABLES = [
    pytest.param("spectrum_casino", 2, {}, id="casino"),
    pytest.param("spectrum_casino", 3, {"must_capture": False, "created_value_cap": 12}, id="casino-free"),
    pytest.param("spectrumo", 3, {"swap_pick": "owner_chooses"}, id="spectrumo-owner-chooses"),
    pytest.param("spectrumo", 2, {"drawn_card": "may_keep"}, id="spectrumo-keep"),
    pytest.param("spectrum_500", 3, {"min_meld": 3}, id="500"),
    pytest.param("spectrum_cribbage", 2, {}, id="cribbage"),
    pytest.param("spectrum_poker", 3, {"deals": 3}, id="poker"),
    pytest.param("spectrum_poker", 3, {"deals": 3, "form": "holdem"}, id="holdem"),
    pytest.param("spectrump", 4, {}, id="spectrump"),
    pytest.param("spectrump", 2, {"hand_loading": True}, id="spectrump-loading"),
    pytest.param("spectrum_solitaire", 1, {"foundation_return": True}, id="solitaire"),
]


def taps(shown: Shown, move: Move) -> tuple[str, ...]:
    """What a person taps for a move, cards first."""
    match move.kind, shown.game.name:
        case "take", "spectrum_500":
            return (str(shown.state.discards[-move.depth]),) if move.depth > 1 else ()
        case "spectrum", _:
            return (str(shown.state.discards[-move.depth]),)
        case "lay", _:
            return (str(move.card), f"meld:{move.meld}")
        case "bid", _:
            return (f"hue:{move.hue.name}",)
        case "pick", _:
            return (f"place:{move.place}",)
        case "put", _:
            home = move.source.startswith("home")
            first = f"to:{move.source}" if home else f"from:{move.source}:{move.count}"
            return (first, "to:home R" if move.to == "home" else f"to:{move.to}")
    return tuple(map(str, card_table.cards_in(move)))


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_every_legal_move_can_be_made_by_tapping(name, seats, options):
    random, match = Random(4), Match.new(name, ["Ana", "Ben", "Cem", "Dora"][:seats], options=options)
    kinds = set()
    for _ in range(45):
        if match.game.awaiting(match.state).actor == "nobody":
            break
        fact = dealing.next_fact(match, random)
        if fact:
            match.add(match.parse(fact))
            continue
        moves = list(match.game.moves(match.state))
        for move in random.sample(moves, min(len(moves), 4)):
            shown = Shown(match, Viewer(move.seat, True, (move.seat,)))
            picked = Selection(taps(shown, move))
            found = [shown.parse(intent.event) for intent in desk_of(name).intents(shown, move.seat, picked)]
            assert move in found, f"{move} by {picked.tokens}"
            html = card_table.panel(shown, picked.tokens, "", may_write=True)
            assert 'data-act="play"' in html
            kinds.add(move.kind)
        lasting = [move for move in moves if move.kind not in ("concede", "fold")]
        match.add(random.choice(lasting or moves))
    assert kinds


def shown_casino(*cards: str) -> Shown:
    """Ana's turn at Casino with R2 G3 B5 P7 Y9 O11 on the board and the given cards in her hand."""
    board = [Card.parse(c) for c in ("R2", "G3", "B5", "P7", "Y9", "O11")]
    mine = [Card.parse(c) for c in cards]
    rest = [c for c in full_deck() if not c.special and c not in board and c not in mine]
    filler, rest = rest[:6], rest[6:]
    match = Match.new("spectrum_casino", ["Ana", "Ben"])
    match.add(match.parse("deck " + " ".join(map(str, [*board, *filler, *mine, *rest]))))
    return Shown(match, Viewer(0, True, (0,), frozenset({1})))


def test_a_capture_is_found_by_its_board_cards_and_bright_once_it_is_plain():
    shown = shown_casino("G5", "B10", "R1", "O1", "P1", "YG1")
    html = card_table.panel(shown, ("G5", "R2", "G3"), "", may_write=True)
    assert 'class="btn go" data-act="play" data-event="1: take G5 with R2 G3"' in html
    assert "leave" not in html


def test_a_capture_that_no_list_is_long_enough_for_can_be_tapped_all_the_same():
    """On a full board only some captures are listed."""
    game = create("spectrum_casino", 2, options={})
    board = tuple(Card(hue, n) for hue in tuple(Hue)[:4] for n in range(1, 6))
    hands = ((Card.parse("P10"), Card.parse("B12")), ())
    state = replace(game.start(), board=board, hands=hands, deal=1, chosen=Hue.R)
    shown = Shown(Match(game, ["Ana", "Ben"], state), Viewer(0, True, (0,), frozenset({1})))
    assert not game.lists_all(state)
    gone = "R2 R5 R4 R3 RO5 RO4 RO3 OY5 OY4 OY3 O5 O4 O3"
    html = card_table.panel(shown, ("P10", *gone.split()), "", may_write=True)
    assert 'class="btn go" data-act="play" data-event="1: take P10' in html


def test_a_card_that_does_not_fit_says_why_and_drawing_stays_possible():
    match = Match.new("spectrumo", ["Ana", "Ben"])
    mine = [Card(Hue.R, n) for n in range(1, 13)]
    rest = [c for c in full_deck() if c not in mine and c != Card(Hue.G, 7)]
    theirs, rest = rest[:12], rest[12:]
    match.add(match.parse("deck " + " ".join(map(str, [*mine, *theirs, Card(Hue.G, 7), *rest]))))
    html = card_table.panel(Shown(match, Viewer(0, True, (0,))), ("R3",), "", may_write=True)
    assert "Red 3 does not fit on green 7" in html
    html = card_table.panel(Shown(match, Viewer(0, True, (0,))), ("R7",), "", may_write=True)
    assert 'data-event="1: play R7"' in html and "does not fit" not in html


def test_a_tapped_card_is_let_go_by_a_second_tap_and_replaced_by_another_of_the_hand():
    shown = shown_casino("G5", "B10", "R1", "O1", "P1", "YG1")
    assert card_table.tap(shown, ("G5",), "G5") == ()
    assert card_table.tap(shown, ("G5", "R2"), "B10") == ("R2", "B10")
    assert card_table.tap(shown, ("G5",), "R2") == ("G5", "R2")


def test_who_watches_is_offered_nothing_to_play():
    shown = shown_casino("G5", "B10", "R1", "O1", "P1", "YG1")
    watching = Shown(shown._match)
    html = card_table.panel(watching, (), "", may_write=False)
    assert 'data-act="play"' not in html and "hand" not in html.replace("In the hands", "").lower().split("checks")[0]


def test_real_cards_are_said_by_hue_and_number():
    match = Match.new("spectrum_casino", ["Ana", "Ben"])
    match.add(match.parse("deck hidden 144"))
    table = Shown(match, Viewer(None, True))
    assert real_cards.wanted(table) == 6
    cards = ("R2", "G3", "B5", "P7", "Y9", "O11")
    assert 'data-act="pad" data-hue="GB"' in card_table.panel(table, (), "", may_write=True)
    html = card_table.panel(table, cards, "R", may_write=True)
    assert f'data-event="turn {" ".join(cards)}"' in html and 'data-card="R12"' in html
    match.add(match.parse("turn " + " ".join(cards)))
    html = card_table.panel(Shown(match, Viewer(None, True)), ("G5", "R2", "G3"), "", may_write=True)
    assert 'data-event="1: take G5 with R2 G3"' in html


def test_remarks_are_said_once_the_cards_are_public():
    match, random = Match.new("spectrum_casino", ["Ana", "Ben"]), Random(1)
    match.add(match.parse("deck hidden 144"))
    match.add(match.parse("turn R2 G3 B5 P7 Y9 O11"))
    deck = [Card(hue, n) for hue in (Hue.RO, Hue.OY, Hue.GB) for n in (5, 3, 2, 7)]
    random.shuffle(deck)
    for n, card in enumerate(deck):
        match.add(match.parse(f"{n % 2 + 1}: leave {card}"))
    html = card_table.panel(Shown(match), (), "", may_write=False)
    assert "The referee remarks" in html and "could have taken" in html
    assert "once the cards lie open" in html, "what is checked, and when"


def test_every_card_can_be_told_apart_without_its_colour():
    marks = {hue: faces.mark(hue) for hue in Hue}
    assert len(set(marks.values())) == 12
    names = [full_name(card) for card in dict.fromkeys(full_deck())]
    assert len(set(names)) == len(names) == 144 + len(SPECIALS)
    assert full_name(UNKNOWN) == "a card face down" and "data-card" not in faces.face(UNKNOWN, act="pick")


def test_cards_are_buttons_that_say_whether_they_are_picked():
    html = faces.face(Card(Hue.GB, 7), act="pick", picked=True)
    assert html.startswith("<button") and 'aria-pressed="true"' in html and 'aria-label="green-blue 7"' in html


@pytest.mark.parametrize("name", names())
def test_every_game_is_offered_with_its_players_and_a_doc_for_each_option(name):
    html = new_game.form(name)
    match: dict[str, Any] = find(name).option_docs()
    assert html.count('class="option"') == len(match) - ("speed_rule" in match) and all(
        doc["doc"] for doc in match.values()
    )
    fewest, most = find(name).seats
    assert html.count('class="nobody"') >= fewest and str(most or fewest) in html


def test_who_sets_up_a_game_reads_no_rule_ids():
    html = new_game.form("spectrum_casino")
    assert "a missed capture is remarked on later." in html and "D-CA-" not in html


def test_all_games_of_the_engine_are_offered_and_names_survive_the_choice_of_another():
    assert re.findall(r'data-game="(\w+)"', new_game.tiles(0)) == list(names())
    html = new_game.form("spectrumo", "Spectrumo is for 2 to 8 players, not 1", ("<Ana>", "Ben"))
    assert 'value="&lt;Ana&gt;"' in html and "not 1" in html


def test_a_card_laid_at_a_real_table_that_does_not_fit_can_be_sent_back():
    match = Match.new("spectrumo", ["Ana", "Ben"])
    for fact in ("deck hidden 168", "turn G7"):
        match.add(match.parse(fact))
    html = card_table.panel(Shown(match, Viewer(None, True)), ("R3",), "", may_write=True)
    assert "Red 3 does not fit on green 7" in html and 'data-event="wrong 1 R3"' in html
    assert "wrong" not in card_table.panel(Shown(match, Viewer(None, True)), ("GB3",), "", may_write=True)


def test_a_word_is_said_about_what_stricter_tables_would_not_allow():
    match, random = Match.new("spectrangle", ["Ana", "Ben"]), Random(1)
    for _ in range(200):
        fact = dealing.next_fact(match, random)
        moves = [] if fact else list(match.game.moves(match.state))
        notes = {Shown(match, Viewer(None, True)).note(str(move)) for move in moves[:40]} - {""}
        if notes:
            break
        match.add(match.parse(fact) if fact else random.choice(moves))
    assert notes and all("stricter tables" in note for note in notes)


@pytest.mark.parametrize("penalty", [0, 10])
def test_a_wrong_call_is_tapped_where_the_table_made_it_cost_something(penalty):
    match = Match.new("spectrum_500", ["Ana", "Ben", "Cem"], options={"false_call_penalty": penalty})
    random = Random(4)
    while match.game.awaiting(match.state).actor == "table" or match.state.discarder is None:
        fact = dealing.next_fact(match, random)
        match.add(match.parse(fact) if fact else next(iter(match.game.moves(match.state))))
    caller = match.state.to_move
    shown = Shown(match, Viewer(caller, True, (caller,)))
    html = card_table.panel(shown, (), "", may_write=True)
    assert (f'data-event="false-call {caller + 1}"' in html) == bool(penalty)


# ---- what the table is told besides


def zone_text(match: Match, title: str) -> str:
    """The zone whose title begins so, as everybody sees it."""
    shown = Shown(match, Viewer(None, True))
    zones = desk_of(match.game.name).zones(shown, Selection(()))
    return next(f"{zone.title} {zone.body} {zone.note}" for zone in zones if zone.title.startswith(title))


def played(name: str, seats: int, *, until: Any, **options: Any) -> Match:
    """A game by chance up to the first position that is wanted."""
    random = Random(3)
    match = Match.new(name, [f"P{n}" for n in range(seats)], options=options)
    while not until(match.state):
        fact = dealing.next_fact(match, random)
        match.add(match.parse(fact) if fact else random.choice(list(match.game.moves(match.state))))
    return match


def test_solitaire_says_what_giving_up_and_solving_would_count() -> None:
    """D-SS-06: from the second pass on the printed rules pay those who give up one card before the end."""
    first = played("spectrum_solitaire", 1, until=lambda state: state.dealt)
    assert "720 if solved" in zone_text(first, "Points") and "one card left" not in zone_text(first, "Points")
    second = Match(first.game, ["Ann"], start=replace(first.state, passes=2))
    assert "648 if solved" in zone_text(second, "Points") and "it would be 696" in zone_text(second, "Points")


def test_a_won_poker_deal_names_its_rank_with_its_chance_and_whose_order_counts() -> None:
    match = played("spectrum_poker", 3, until=lambda state: state.last is not None and state.last.category, deals=9)
    assert "one hand in" in zone_text(match, "P") and "printed order" in zone_text(match, "P")


def test_the_count_of_a_series_says_what_is_missing() -> None:
    match = played("spectrum_cribbage", 2, until=lambda state: state.series and state.total < 18)
    assert f"{18 - match.state.total} to 18, {37 - match.state.total} to 37" in zone_text(match, "The count")


def test_who_holds_one_card_is_named() -> None:
    match = played("spectrumo", 2, until=lambda state: any(len(hand) == 1 for hand in state.hands))
    assert "Last card: P" in zone_text(match, "On the table")


def test_what_may_not_be_led_yet_is_said() -> None:
    match = played("spectrump", 4, until=lambda state: state.phase == "play")
    assert "Trump and its neighbours may not be led yet" in zone_text(match, "Trump")


@pytest.mark.parametrize(("name", "asked"), [("spectrangle", "edge_rule"), ("spectrum_500", "deduct_hand")])
def test_what_tables_differ_on_most_is_asked_before_the_house_rules(name: str, asked: str) -> None:
    """The edge rule and the cards left in hand (corrections 6 and 10)."""
    html = new_game.form(name)
    assert 0 < html.index("Agree on this first") < html.index(f"option-{asked}") < html.index("House rules")


def test_the_form_keeps_what_was_chosen_when_the_rules_refuse_it() -> None:
    given = {"game": "spectrum", "edition": "B", "option-dice": "d12", "option-stalemate_rounds": "0"}
    html = new_game.form("spectrum", "that cannot be", ("Ann",), given)
    assert 'value="B" checked' in html and 'value="d12" checked' in html and 'value="0"' in html
    assert 'name="option-star_by_point">' in html, "a box that was not ticked stays so"
    assert html.index("that cannot be") > html.index("House rules"), "it stands beside the button that was tapped"
    assert 'value="d12"' not in new_game.form("roll_and_color", given=given), "that was about another game"


def test_what_cannot_stand_in_a_field_is_said() -> None:
    assert "Two players are called Zoe" in new_game.wrong_fields("spectrum_casino", ("Zoe", "", "Zoe"), {})
    said = new_game.wrong_fields("spectrum_casino", ("Ann", "Ben"), {"option-target": "abc"})
    assert "The total that ends the game after a round" in said and "abc" in said
    assert new_game.wrong_fields("spectrum_casino", ("Ann", "Ben"), {"option-target": " 80 "}) == ""


def test_nobody_reads_the_names_that_programs_give_to_options() -> None:
    for name in names():
        html = new_game.form(name)
        assert ">True<" not in html and "speed_rule" not in html and "ruling 1" not in html
    why = "Spectrum Cribbage: 'first_dealer' should be from 0 (cut) to 2"
    assert "first_dealer" not in new_game.in_words("spectrum_cribbage", why)


def test_every_player_of_a_crowd_has_a_place_and_nobody_more() -> None:
    crowd = [f"Ann {n}" for n in range(13)]
    html = new_game.form("spectrum_poker", names=crowd)
    assert html.count('name="name') == 12 and new_game.NEW_NAME not in html
    assert new_game.NEW_NAME in new_game.form("spectrum_poker", names=crowd[:11])


def test_a_game_with_nothing_to_agree_on_asks_nothing() -> None:
    assert "Agree on this first" not in new_game.form("spectrum_casino")


def test_who_tapped_one_card_too_many_is_understood() -> None:
    shown = Shown(Match.new("spectrum_cribbage", ["Ann", "Ben"]), Viewer(None, True))
    (cut,) = real_cards.intents(shown, Desk(), Selection(("OY12", "RO6")))
    assert cut.event == "cut 1 RO6"
