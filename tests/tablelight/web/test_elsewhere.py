"""A phone or screen that does not hold the seat that is next says who acts and where, and offers nothing in vain."""

import re
from html import unescape
from random import Random

import pytest

from engine.core.errors import EngineError
from engine.core.match import Match
from engine.core.registry import find, names
from tablelight.referee.state import RefereeState
from tablelight.session import dealing
from tablelight.session.snapshot import Snapshot
from tablelight.web.components import drawn_boards
from tablelight.web.viewer import Shown, Viewer
from tablelight.web.views.looking import Looking, Surroundings
from tablelight.web.views.table import sections
from tests.tablelight.visitors import CODE, ROLL, act, connect, until, visitor

PEOPLE = ("Ann", "Ben", "Cem")
BUTTON = re.compile(r"<[a-z]+ [^>]*data-act=\"([a-z-]+)\"[^>]*>")
NO_MOVES = {"score", "take", "reroll", "touch", "claim"}
"""Acts that move for whoever is next."""


def played(name, length=24, seed=6):
    """A match after every event of a random game, dealt here."""
    seats = 1 if find(name).seats[1] == 1 else max(2, find(name).seats[0])
    match, random = Match.new(name, PEOPLE[:seats]), Random(seed)
    for _ in range(length):
        fact = dealing.next_fact(match, random)
        moves = [] if fact else [move for move in match.game.moves(match.state) if move.kind not in ("concede", "fold")]
        if not fact and not moves:
            return
        match.add(match.parse(fact) if fact else random.choice(moves))
        yield match


def page(match, viewer, **looking):
    """Everything that this browser shows, as one text."""
    now, looking = Snapshot(1, "m", RefereeState(match)), Looking(may_write=viewer.may_write, viewer=viewer, **looking)
    board = drawn_boards.picture(now, viewer, looking.hand, None)
    return "".join([*sections(now, looking, Surroundings()).values(), board])


def offers(html):
    """Every element that can be tapped: its act, and the event that it would play."""
    for found in BUTTON.finditer(html):
        if " disabled" not in found[0]:
            event = re.search(r'data-event="([^"]*)"', found[0])
            yield found[1], unescape(event[1]) if event else ""


def refused(shown, event):
    try:
        said = shown.parse(event)
    except EngineError as error:
        return str(error)
    return shown.why_not(event) or not shown.verdict(said).ok


@pytest.mark.parametrize("name", names())
def test_where_another_phone_acts_nothing_is_offered_that_would_be_refused(name):
    turns = 0
    for match in played(name):
        due = match.game.awaiting(match.state)
        if due.actor != "player" or (len(match.log) % 3 and turns > 2):
            continue
        turns += 1
        everybody = frozenset(range(len(match.seats)))
        screens = [Viewer(None, True, (), frozenset(due.seats)), Viewer(None, True, (), everybody)]
        screens += [Viewer(s, True, (s,), everybody - {s}) for s in everybody - set(due.seats)]
        for viewer in screens:
            html = page(match, viewer)
            for name_of_act, event in offers(html):
                assert name_of_act not in NO_MOVES
                if event and name_of_act == "play":
                    assert not refused(Shown(match, viewer), event), event
            for seat in due.seats:
                assert match.seats[seat] in html
            assert "another phone" in html or "other phones" in html
            # Who watches takes over by one tap; who sits here has that where seats are changed, not under the thumb.
            takes = 'data-act="take-over"' in html or 'data-act="take-seat"' in html
            assert 'data-name="seats"' in html if viewer.mine else takes
    assert turns


@pytest.mark.parametrize("name", names())
def test_where_somebody_acts_who_plays_here_nothing_is_said_of_other_phones(name):
    for match in played(name, length=8):
        due = match.game.awaiting(match.state).seats
        for viewer in (Viewer(None, True), *(Viewer(seat, True, (seat,)) for seat in due)):
            assert "another phone" not in page(match, viewer)


def test_somebody_who_only_watches_is_told_where_and_is_offered_nothing():
    match = Match.new("roll_and_color", PEOPLE)
    html = page(match, Viewer(None, False, (), frozenset({0})))
    assert "Ann plays on another phone" in html and "take-over" not in html


def test_hidden_cards_of_a_free_seat_are_offered_as_a_seat_and_those_of_a_taken_one_only_after_a_second_tap():
    match = next(m for m in played("spectrum_casino") if m.game.awaiting(m.state).actor == "player")
    (due,) = match.game.awaiting(match.state).seats
    other = Viewer(1 - due, True, (1 - due,))
    assert f"Nobody sits here for {PEOPLE[due]} yet" in page(match, other)
    assert ("take-seat", "") in set(offers(page(match, other)))
    taken = page(match, Viewer(1 - due, True, (1 - due,), frozenset({due})))
    assert "plays on another phone" in taken and "take-over" not in taken


def test_the_page_rolls_for_nobody_who_plays_on_another_phone_but_dice_on_the_table_can_be_named():
    for name, lot in (("roll_and_color", "deal-here"), ("spectrum", "by-lot")):
        match = Match.new(name, PEOPLE)
        here, elsewhere = (
            {name_of_act for name_of_act, _ in offers(page(match, Viewer(None, True, (), held)))}
            for held in (frozenset(), frozenset({0}))
        )
        assert lot in here and lot not in elsewhere
        assert elsewhere & {"type", "lies"}


# ---- phones at one table


@pytest.fixture
def phones(context):
    """A screen that begins the game, and a phone."""
    context.table.new_match(Match.new("roll_and_color", PEOPLE[:2]))
    found = [visitor(context), visitor(context)]
    for one in found:
        one.get("/")
        one.post("/unlock", json={"code": CODE})
    return found


def test_the_screen_that_began_the_game_watches_when_its_seat_is_taken_and_takes_over_again_by_a_tap(phones, context):
    screen, phone = phones
    with connect(screen) as here, connect(phone) as there:
        act(here, "play", event=ROLL)
        until(here, "play", 'data-act="score"')
        act(there, "take-seat", seat="0")
        said = until(here, "ask", "Ann plays on another phone")
        assert "Take over here" in said
        # What is sent all the same, by a page that was not quick enough, is refused and says why.
        act(here, "take", index="0")
        act(here, "reroll")
        act(here, "score", row="RO")
        until(here, "ask", "refused")
        assert len(context.table.snapshot.referee.match.log) == 1
        act(here, "take-over", seat="0")
        until(here, "play", 'data-act="score"')
        until(there, "ask", "Ann plays on another phone")
        act(here, "score", row="RO")
        until(there, "ask", "Ben: roll all nine dice")


def test_a_screen_plays_on_for_everybody_whose_seat_nobody_took(phones, context):
    screen, phone = phones
    with connect(screen) as here, connect(phone) as there:
        act(there, "take-seat", seat="0")
        until(here, "ask", "Ann plays on another phone")
        act(there, "play", event=ROLL)
        until(there, "play", 'data-act="score"')
        act(there, "score", row="RO")
        until(here, "ask", "Ben: roll all nine dice")
        act(here, "play", event=ROLL)
        until(here, "play", 'data-act="score"')
