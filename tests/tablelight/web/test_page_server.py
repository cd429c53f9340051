"""Nothing writes without the table's code, nothing changes by GET, and whatever is sent is survived."""

import json
import re
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from engine.components.cards import UNKNOWN, numbered
from engine.core.match import Match
from engine.core.serialization import to_json
from tablelight.referee.inputs import EnterEvent, Redo, TakeBack
from tablelight.session import dealing
from tablelight.session.record import Record
from tablelight.web.components.html import PAINT, ink
from tablelight.web.dependencies import MOST_BROWSERS, PageContext
from tablelight.web.guesses import A_MINUTE, Guesses
from tablelight.web.session import MOST_BYTES, Browser, css_colour
from tablelight.web.views.looking import Surroundings
from tests.firmware_bridge.conftest import eventually
from tests.tablelight.visitors import CODE, ROLL, act, bearer, connect, until, visitor


@pytest.fixture
def context(context):
    context.table.new_match(Match.new("roll_and_color", ["<b>Ann</b>", "Ben"]))
    return context


def test_reading_needs_no_code(client):
    for path in ("/", "/teach", "/health", "/static/page.js", "/static/all.css", "/api/state"):
        assert client.get(path).status_code == 200, path


def test_styles_and_scripts_are_small_on_their_way(client):
    for path in ("/static/all.css", "/static/page.js"):
        answer = client.get(path, headers={"accept-encoding": "gzip"})
        assert int(answer.headers["content-length"]) < len(answer.content) / 2, path


def test_no_get_changes_anything(client, context):
    before = context.table.snapshot
    for path in ("/unlock", "/api/event", "/api/event?event=" + ROLL, "/?act=undo"):
        client.get(path)
    assert context.table.snapshot is before


def test_an_event_needs_the_code(client, context):
    assert client.post("/api/event", json={"event": ROLL}).status_code == 403
    assert client.post("/api/event", json={"event": ROLL}, headers=bearer("WRONG234")).status_code == 403
    assert not context.table.snapshot.referee.match.log
    answer = client.post("/api/event", json={"event": ROLL}, headers=bearer())
    assert answer.status_code == 200 and answer.json()["awaiting"]["ask"] == "REROLL_OR_SCORE"


def test_a_refused_event_says_why(client):
    answer = client.post("/api/event", json={"event": "2: score RO"}, headers=bearer())
    assert (answer.status_code, answer.json()["refused"]["code"]) == (409, "NOT_YOUR_TURN")


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"event": 5}', b'{"event": "' + b"x" * MOST_BYTES + b'"}'])
def test_what_cannot_be_read_is_refused(client, body):
    assert client.post("/api/event", content=body, headers=bearer()).status_code == 400


def test_the_right_code_is_let_in_however_many_wrong_ones_came_before(client):
    """Else whoever guesses, from one address or from thirty, would shut the table's own phones out."""
    for n in range(600):
        guesser = TestClient(client.app, base_url="http://testserver", client=(f"10.0.0.{n % 30}", 1))
        assert guesser.post("/unlock", json={"code": "WRONG234"}).status_code in (403, 429)
    for n in range(30):
        phone = TestClient(client.app, base_url="http://testserver", client=(f"10.0.0.{n}", 1))
        assert phone.post("/unlock", json={"code": "abcd-2345"}).status_code == 200
        assert phone.post("/api/event", json={"event": ROLL}, headers=bearer()).status_code in (200, 409)


def test_whoever_guesses_is_answered_later_and_later(context, monkeypatch):
    waited = []

    async def wait(seconds):
        waited.append(seconds)

    monkeypatch.setattr("tablelight.web.answers.asyncio.sleep", wait)
    guesser = visitor(context)
    told = [guesser.post("/unlock", json={"code": "WRONG234"}).status_code for _ in range(A_MINUTE + 1)]
    assert told == [403] * (A_MINUTE - 1) + [429] * 2
    assert waited[0] < waited[-1]
    assert guesser.post("/unlock", json={"code": CODE}).status_code == 200 and len(waited) == A_MINUTE + 1
    elsewhere = visitor(context, client=("10.0.0.9", 1))
    assert elsewhere.post("/unlock", json={"code": "WRONG234"}).status_code == 403, "others are not told so"


def test_after_a_minute_a_wrong_code_is_a_slip_again_and_no_guesser_fills_the_memory():
    now = [0.0]
    guesses = Guesses(lambda: now[0])
    for n in range(5000):
        guesses.wrong("10.0.0.7")
        guesses.wrong(f"address {n}")
    assert guesses.too_often("10.0.0.7") and not guesses.too_often("address 4999")
    assert len(guesses._wrong) <= 500 and len(guesses._wrong["10.0.0.7"]) == A_MINUTE
    now[0] = 60.0
    assert not guesses.too_often("10.0.0.7")


def test_the_cookie_is_not_the_code_and_scripts_cannot_read_it(client):
    cookie = client.post("/unlock", json={"code": CODE}).headers["set-cookie"]
    assert CODE not in cookie and "HttpOnly" in cookie and "SameSite=strict" in cookie


def test_a_phone_that_joins_a_second_table_at_the_same_address_stays_at_the_first(client, context):
    other = visitor(PageContext(context.table, "WXYZ6789", context.lights, Surroundings()))
    client.post("/unlock", json={"code": CODE})
    other.cookies = client.cookies  # as browsers do: a port makes no difference to them
    other.post("/unlock", json={"code": "WXYZ6789"})
    assert [each.post("/games", content=b"").status_code for each in (client, other)] == [400, 400]


def test_a_phone_that_came_in_before_an_update_stays_in(client, context):
    client.cookies.set("tablelight", context.cookie)
    assert client.post("/games", content=b"").status_code == 400


def test_a_cookie_that_nobody_here_gave_opens_nothing_and_is_survived(client):
    headers = {"cookie": "tablelight=\xe9".encode("latin-1")}
    assert client.post("/games", content=b"", headers=headers).status_code == 403
    with client.websocket_connect("/ws", headers=headers | {"origin": "http://testserver"}) as socket:
        assert until(socket, "head", "Enter code")


def test_files_stay_in_their_folder(client):
    for path in ("/static/server.py", "/static/..%2Fserver.py", "/static/../../pyproject.toml", "/picture/../x.jpg"):
        assert client.get(path).status_code == 404, path


@pytest.mark.parametrize("number", ["9" * 5000, "9" * 16, "-1", "1.5", "²", "x"])
def test_a_picture_s_number_that_is_none_is_not_there(client, number):
    answer = client.get(f"/picture/{number}.jpg")
    assert answer.status_code == 404 and answer.text.endswith(".")


def test_other_sites_may_not_frame_or_script_the_page(client):
    headers = client.get("/").headers
    assert headers["x-frame-options"] == "DENY" and "default-src 'self'" in headers["content-security-policy"]


# ---- where a request comes from

OURS = ["192.168.1.5:8080", "[fe80::1]:8080", "[::1]", "localhost", "raspberrypi", "RASPBERRYPI.local.", "pi.fritz.box"]
FOREIGN = ["evil.example", "192.168.1.5.evil.example", "table.local.evil.example", "x@localhost", "a b", ""]
POSTS = ["/unlock", "/games", "/taught", "/api/event"]


@pytest.mark.parametrize("host", OURS)
def test_the_table_is_found_by_its_number_and_its_names_at_home(client, host):
    assert client.get("/api/state", headers={"host": host}).status_code == 200
    origin = {"host": host, "origin": f"http://{host}"}
    assert client.post("/unlock", json={"code": CODE}, headers=origin).status_code == 200
    with client.websocket_connect("/ws", headers=origin) as socket:
        assert socket.receive_text()


@pytest.mark.parametrize("host", FOREIGN)
@pytest.mark.parametrize("path", ["/", *POSTS])
def test_a_site_whose_name_was_made_to_point_here_is_not_the_table(client, host, path):
    headers = {"host": host, "origin": f"http://{host}", **bearer()}
    answer = (
        client.get(path, headers=headers) if path == "/" else client.post(path, json={"code": CODE}, headers=headers)
    )
    assert answer.status_code == 421 and "http://table/" in answer.text and "set-cookie" not in answer.headers
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/ws", headers=headers) as socket:
        socket.receive_text()


def test_a_name_that_the_settings_add_is_the_table_s(client, context):
    context.names = ("table.example.org",)
    assert client.get("/", headers={"host": "Table.example.org:8080"}).status_code == 200


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("origin", ["http://evil.example", "http://testserver:81", "null", "", "http://"])
def test_what_another_site_s_page_posts_is_refused_in_words(client, path, origin):
    client.post("/unlock", json={"code": CODE})
    answer = client.post(path, json={"code": CODE}, headers={"origin": origin, **bearer()})
    assert answer.status_code == 403 and "another site's page" in answer.text


# ---- the web socket


@pytest.mark.parametrize(
    ("view", "origin"), [("play", "http://evil.example"), ("play", ""), ("secret", "http://testserver")]
)
def test_a_socket_of_another_site_is_turned_away(client, view, origin):
    with pytest.raises(WebSocketDisconnect), connect(client, view, origin) as socket:
        socket.receive_text()


def test_watching_shows_everything_and_changes_nothing(client, context):
    with connect(client) as socket:
        first = json.loads(socket.receive_text())
        assert "roll all nine dice" in first["sections"]["ask"] and first["lights"]["RO1"].startswith("#")
        for name in ("play", "undo", "score", "typed-done", "new-game", "accept", "hand-roll"):
            act(socket, name, event=ROLL, row="RO", game="roll_and_color")
        assert "code" in until(socket, "overlay", "The table")
    assert not context.table.snapshot.referee.match.log


def test_names_that_people_type_cannot_become_code(client):
    with connect(client) as socket:
        sections = json.loads(socket.receive_text())["sections"]
    assert "&lt;b&gt;Ann&lt;/b&gt;" in sections["play"] and "<b>Ann" not in "".join(sections.values())


def test_with_the_code_a_turn_is_played_and_every_browser_sees_it(client):
    client.post("/unlock", json={"code": CODE})
    with connect(client) as one, connect(client) as other:
        act(one, "play", event=ROLL)
        until(other, "ask", "choose a row")
        act(one, "die", index="0")
        until(one, "overlay", "What is it really?")
        act(one, "correct", kind="d6", was="R", hue="B", now="B")
        until(other, "dice", 'title="blue"')
        act(other, "score", row="RO")
        until(one, "play", 'data-total="0">6<')
        act(one, "undo")
        until(other, "play", 'data-total="0">0<')


@pytest.mark.parametrize(
    "said",
    [
        "",
        "{",
        "[]",
        "5",
        '{"name": 5}',
        '{"name": "score"}',
        '{"name": "die", "args": {"index": "x"}}',
        '{"name": "correct", "args": {"kind": "d20", "was": "R", "hue": "XX"}}',
        '{"name": "at", "args": {}}',
        "x" * 20_000,
    ],
)
def test_whatever_is_sent_over_the_socket_is_survived(client, context, said):
    client.post("/unlock", json={"code": CODE})
    with connect(client) as socket:
        socket.send_text(said)
        act(socket, "play", event=ROLL)
        until(socket, "ask", "choose a row")
    assert len(context.table.snapshot.referee.match.log) == 1


def test_one_page_too_many_is_told_why_it_stays_empty(client, context):
    for n in range(MOST_BROWSERS):
        context.room.enter("testclient", f"phone {n}")
    with connect(client, "games") as socket:
        assert "then this one opens by itself" in until(socket, "head", f"{MOST_BROWSERS} pages look at this table")
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()
    assert closed.value.code == 1013 and len(context.room) == MOST_BROWSERS


def test_a_browser_that_goes_is_forgotten(client, context):
    with connect(client) as socket:
        socket.receive_text()
        assert len(context.room) == 1
    assert len(context.room) == 0


def test_lights_are_shown_as_bright_as_the_eye_sees_them():
    assert css_colour((0, 0, 0)) == ""
    assert css_colour((255, 0, 0)) == "#ff0000"
    assert css_colour((56, 0, 0)) == "#800000"
    assert css_colour((56, 0, 0), brightness=0.5) == "#ff0000"


# ---- seats


def sit(client, *names):
    """A browser of its own with the code, sitting as these players."""
    client.get("/")
    client.post("/unlock", json={"code": CODE})
    with connect(client) as socket:
        for seat in names:
            act(socket, "take-seat", seat=str(seat))
            until(socket, "seats", "This phone plays")
    return client


@pytest.fixture
def casino(context):
    context.table.new_match(Match.new("spectrum_casino", ["Ana", "Ben"]))
    deck = [str(card) for card in numbered()]
    context.table.tell(EnterEvent(f"deck {' '.join(deck)}"))
    return context


def cards_named(socket):
    """Every card that a first message names, the board's own spaces aside."""
    sections = json.loads(socket.receive_text())["sections"]
    words = " ".join(html for name, html in sections.items() if name != "board")
    return set(re.findall(r"\b(?:R|RO|O|OY|Y|YG|G|GB|B|BP|P|PR)\d+\b", words))


def test_a_phone_sits_down_and_only_its_own_hand_is_in_what_it_is_sent(casino, client):
    ana, ben = (sit(TestClient(client.app), seat) for seat in (0, 1))
    state = casino.table.snapshot.referee.match.state
    hands = [{str(card) for card in hand} for hand in state.hands]
    open_cards = {str(card) for card in state.board}
    with connect(ana) as socket:
        named = cards_named(socket)
        assert named & hands[0] and named <= hands[0] | open_cards
    for browser, own in ((ben, hands[1]), (TestClient(client.app), set())):
        with connect(browser) as socket:
            assert cards_named(socket) <= own | open_cards


def test_a_seat_of_another_phone_is_taken_over_only_after_a_second_tap(casino, client):
    sit(TestClient(client.app), 0)
    other = TestClient(client.app)
    other.get("/")
    other.post("/unlock", json={"code": CODE})
    with connect(other) as socket:
        act(socket, "take-seat", seat="0")
        until(socket, "overlay", "Take it over")
        assert len(set(casino.seats.held().values())) == 1 and "This phone plays" not in casino.seats.held().values()
        act(socket, "take-over", seat="0")
        until(socket, "seats", "This phone plays")


def test_who_has_no_seat_or_another_cannot_play_a_hidden_hand(casino, client):
    card = str(casino.table.snapshot.referee.match.state.hands[0][0])
    ben = sit(TestClient(client.app), 1)
    with connect(ben) as socket:
        act(socket, "play", event=f"1: leave {card}")
        until(socket, "ask", "Take Ana")
    sit(TestClient(client.app), 0)
    with connect(ben) as socket:
        act(socket, "play", event=f"1: leave {card}")
        until(socket, "ask", "another phone")
    assert len(casino.table.snapshot.referee.match.log) == 1


def test_why_a_hidden_card_cannot_be_played_is_said_to_its_player_alone(casino, client):
    ana = sit(TestClient(client.app), 0)
    with connect(ana) as socket, connect(TestClient(client.app)) as watcher:
        watcher.receive_text()
        act(socket, "play", event=f"1: leave {casino.table.snapshot.referee.match.state.hands[1][0]}")
        until(socket, "ask", "is not in this hand")
    assert casino.table.snapshot.referee.refused is None


def test_a_phone_of_two_people_covers_itself_until_the_other_has_it(casino, client):
    both = sit(TestClient(client.app), 0, 1)
    with connect(both) as socket:
        message = socket.receive_text()
        assert "Hand the phone to Ana" in message, "Ben sat down last, and it is Ana's turn"
        act(socket, "look", seat="0")
        until(socket, "overlay", "")
    assert casino.seats.viewpoint(both.cookies["tablelight-seat"]) == 0


def test_a_forged_or_missing_ticket_sits_nowhere(casino, client):
    ana = sit(TestClient(client.app), 0)
    ticket = ana.cookies["tablelight-seat"]
    for forged in ("", "0", "seat=0", ticket[:-1], ticket[::-1], ticket + "x"):
        with client.websocket_connect(
            "/ws?view=play",
            headers={
                "origin": "http://testserver",
                "host": "testserver",
                "cookie": f"tablelight={casino.cookie}; tablelight-seat={forged}",
            },
        ) as socket:
            assert "This phone plays" not in socket.receive_text(), forged


def test_a_seat_without_the_table_s_code_sees_nothing(casino, client):
    ticket = sit(TestClient(client.app), 0).cookies["tablelight-seat"]
    headers = {"origin": "http://testserver", "host": "testserver", "cookie": f"tablelight-seat={ticket}"}
    with client.websocket_connect("/ws?view=play", headers=headers) as socket:
        assert "This phone plays" not in socket.receive_text()


def test_no_get_takes_a_seat(casino, client):
    before = casino.seats.version
    for path in ("/?take-seat=0", "/take-seat?seat=0", "/?seat=0", "/api/state?seat=0"):
        client.get(path)
    assert casino.seats.version == before


def test_programs_are_told_what_everybody_may_know(casino, client):
    state = client.get("/api/state").json()
    assert state["log"] == [{"event": "deck hidden 144"}]
    assert {json.dumps(card) for hand in state["state"]["hands"] for card in hand} == {json.dumps(to_json(UNKNOWN))}


def test_a_program_hears_no_more_than_an_onlooker_and_moves_no_hidden_hand(casino, client):
    hand = casino.table.snapshot.referee.match.state.hands[0]
    for event in (f"1: leave {hand[0]}", "turn R1", "deck hidden 144"):
        answer = client.post("/api/event", json={"event": event}, headers=bearer())
        assert answer.status_code == 409 and answer.json()["error"]["code"] == "SEAT"
    assert len(casino.table.snapshot.referee.match.log) == 1


def test_the_service_deals_and_the_deal_is_written_down_before_it_is_shown(context, client):
    context.table.new_match(Match.new("spectrum_cribbage", ["Ana", "Ben"], options={"first_dealer": 1}))
    ana = sit(TestClient(client.app), 0)
    written = []
    append = Record.append

    def noting(record, match_id, index, entry, at):
        append(record, match_id, index, entry, at)
        written.append((entry["event"], len(context.table.snapshot.referee.match.log)))

    with pytest.MonkeyPatch.context() as patch, connect(ana) as socket:
        patch.setattr(Record, "append", noting)
        act(socket, "deal-here")
        until(socket, "play", "Ana&#39;s hand")
    ((event, shown),) = written
    assert event.startswith("deal ") and shown == 0, "nobody had seen it when it was written"


def test_what_everybody_may_hear_of_a_refusal_has_no_reason_where_hands_are_hidden(casino, client):
    casino.table.tell(EnterEvent("1: leave P12"))
    assert casino.table.snapshot.referee.refused is not None
    with connect(client) as socket:
        said = json.loads(socket.receive_text())["sections"]["ask"]
    assert "That did not count. " in said and "P12" not in said and "purple 12" not in said


@pytest.mark.parametrize("line", ["hello P12", "<script>", "1: juggle P12"])
def test_who_mistypes_where_hands_are_hidden_is_told_what_can_be_typed_and_nobody_else_is(casino, client, line):
    with connect(sit(client, 0)) as phone, connect(TestClient(client.app)) as other:
        act(phone, "play", event=line)
        told = until(phone, "ask", "nothing that happens here")
        assert "take, leave, for example" in told
        assert "P12" not in json.loads(other.receive_text())["sections"]["ask"]
    assert casino.table.snapshot.referee.refused is None


def test_points_are_claimed_by_their_number(context, client):
    match, random = Match.new("spectrum_cribbage", ["Ana", "Ben"], options={"muggins": True}), Random(3)
    while match.game.awaiting(match.state).ask != "COUNT_HAND":
        fact = dealing.next_fact(match, random)
        match.add(match.parse(fact) if fact else random.choice(list(match.game.moves(match.state))))
    context.table.new_match(Match.new("spectrum_cribbage", ["Ana", "Ben"], options={"muggins": True}))
    for entry in match.log:
        context.table.tell(EnterEvent(str(entry)))
    seat = match.game.mover(match.state)
    phone = sit(TestClient(client.app), seat)
    with connect(phone) as socket:
        act(socket, "claim", seat=str(seat), claim="0")
        until(socket, "play", "Counted")
    assert str(context.table.snapshot.referee.match.log[-1]) == f"{seat + 1}: show = 0"


# ---- anything at all

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from([ROLL, "\ud800", "R", "d6", "0"])
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
NAMES = ("play", "score", "undo", "redo", "accept", "dismiss", "die", "take", "reroll", "correct", "doubt-die", "name")
MORE = ("no-die", "another", "type", "typed", "typed-done", "hand-roll", "overlay", "at", "spot", "choose-game")
KEYS = ("event", "row", "index", "hue", "was", "kind", "at", "name", "way", "game")
ACTS = st.fixed_dictionaries(
    {"name": st.sampled_from(NAMES + MORE) | JSON, "args": st.dictionaries(st.sampled_from(KEYS), JSON) | JSON}
)
few = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@few
@given(st.lists(ACTS.map(json.dumps) | st.text(max_size=40), max_size=6))
def test_no_tap_without_the_code_changes_anything(client, context, acts):
    before = context.table.snapshot
    client.cookies.clear()
    with connect(client) as socket:
        for said in acts:
            socket.send_text(said)
        socket.send_text('{"name": "overlay", "args": {"name": "menu"}}')
        until(socket, "overlay", "<h2>Menu")
    assert context.table.snapshot is before


@few
@given(st.lists(ACTS.map(json.dumps), max_size=6))
def test_whatever_is_tapped_with_the_code_the_record_replays(client, context, acts):
    client.post("/unlock", json={"code": CODE})
    with connect(client) as socket:
        for said in acts:
            socket.send_text(said)
        socket.send_text('{"name": "overlay", "args": {"name": "menu"}}')
        until(socket, "overlay", "<h2>Menu")
    match = context.table.snapshot.referee.match
    assert context.table.archive.match(context.table.snapshot.match_id).state == match.state


@few
@given(st.sampled_from(["/api/event", "/unlock", "/games"]), JSON.map(json.dumps).map(str.encode) | st.binary())
def test_whatever_is_posted_gets_an_answer_and_changes_nothing(client, context, path, body):
    before, context.guesses = context.table.snapshot.referee.match.log, Guesses()
    client.cookies.clear()
    assert client.post(path, content=body).status_code in (400, 403)
    if path == "/api/event":
        assert client.post(path, content=body, headers=bearer()).status_code in (400, 409)
    assert context.table.snapshot.referee.match.log == before


def test_a_wrong_code_is_said_where_it_was_typed(client):
    with connect(client) as socket:
        act(socket, "wrong-code")
        card = until(socket, "overlay", "not this table")
        assert 'name="code"' in card
        act(socket, "wrong-code", wait="yes")
        assert "The right one always opens" in until(socket, "overlay", "many wrong ones")


def test_the_code_can_be_read_and_typed_as_well_as_scanned(context, client):
    context.surroundings = Surroundings(join_url="http://10.0.0.7:8080/#code=ABCD2345", join_qr="<svg></svg>")
    client.post("/unlock", json={"code": CODE})
    with connect(client) as socket:
        socket.send_text(json.dumps({"name": "overlay", "args": {"name": "join"}}))
        card = until(socket, "overlay", "Join with a phone")
    assert "http://10.0.0.7:8080<" in card and "ABCD 2345" in card


def test_the_letters_on_every_colour_can_be_read():
    """WCAG 2.2, 1.4.3: 4.5 to 1."""

    def bright(colour):
        colour = colour if len(colour) == 7 else "#" + "".join(2 * c for c in colour[1:])
        parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
        r, g, b = (p / 12.92 if p <= 0.04 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05

    for hue, paint in PAINT.items():
        dark, light = sorted((bright(paint), bright(ink(hue))))
        assert light / dark >= 4.5, hue


def test_lights_that_have_not_changed_cost_nothing_and_those_of_the_past_are_dark(context, monkeypatch):
    still = eventually(lambda: (lit := context.lights.shown("spectrum")) and any(map(any, lit[0].values())) and lit)
    monkeypatch.setattr(context.lights, "shown", lambda board: still)  # while nothing is played they breathe
    browser = Browser(context, "play", may_write=True)
    first = browser.changes()["lights"]
    assert any(first.values()) and "lights" not in browser.changes()
    browser.looking.at, browser._acted = 0, True
    dark = browser.changes()["lights"]
    assert not any(dark.values())
    browser.looking.at, browser._acted = None, True
    assert any(browser.changes()["lights"].values())


def test_a_file_that_a_browser_has_is_not_sent_again(client):
    for name in ("page.js", "page.css", "vendor/idiomorph.min.js"):
        first = client.get(f"/static/{name}")
        assert first.headers["cache-control"] == "no-cache"
        again = client.get(f"/static/{name}", headers={"if-none-match": first.headers["etag"]})
        assert again.status_code == 304 and not again.content
    assert ".hue-R{--paint:" in client.get("/static/hues.css").text


def test_the_policy_of_the_page_allows_no_style_and_no_script_in_html(client):
    policy = dict(part.strip().split(" ", 1) for part in client.get("/").headers["content-security-policy"].split(";"))
    assert not any("unsafe" in allowed for allowed in policy.values())
    assert policy["default-src"] == "'self'"
    assert {policy[name] for name in ("base-uri", "frame-ancestors", "object-src")} == {"'none'"}
    assert policy["form-action"] == "'self'"  # the settings are a form


def test_an_address_that_is_none_says_where_the_table_is(client):
    for path in ("/tabel", "/static/../../etc/passwd", "/games/..%2f..%2frecord.db.jsonl"):
        answer = client.get(path)
        assert answer.status_code == 404 and "Open the table's address" in answer.text, path


def test_the_menu_brings_back_only_what_was_undone(client, context):
    client.post("/unlock", json={"code": CODE})

    def menu():
        with connect(client) as socket:
            socket.send_text('{"name": "overlay", "args": {"name": "menu"}}')
            return until(socket, "overlay", "<h2>Menu")

    context.table.tell(EnterEvent(ROLL))
    assert "Bring back" not in menu()
    context.table.tell(TakeBack())
    assert "Bring back" in menu()
    context.table.tell(Redo())
    assert "Bring back" not in menu()


def test_undo_says_what_it_took_back_and_redo_stands_beside_it(client, context):
    """Whoever slipped must know what is gone, and get it back where it went."""
    client.post("/unlock", json={"code": CODE})
    for said in (EnterEvent(ROLL), EnterEvent("1: score RO")):
        context.table.tell(said)
    with connect(client) as socket:
        assert 'data-act="redo"' not in until(socket, "dice", 'data-act="undo"')
        act(socket, "undo")
        assert "Ann&lt;/b&gt; scores 6 in Red-Orange" in until(socket, "ask", "Taken back")
        act(socket, "undo")
        assert "Taken back: <b>" not in until(socket, "ask", " rolls ")
        act(socket, "redo")
        until(socket, "ask", "Brought back: ")
        act(socket, "redo")
        assert "Ann&lt;/b&gt; scores 6 in Red-Orange" in until(socket, "ask", " scores ")


def test_redo_stands_beside_undo_only_while_there_is_something_to_bring_back(client, context):
    client.post("/unlock", json={"code": CODE})
    context.table.tell(EnterEvent(ROLL))
    context.table.tell(TakeBack())
    with connect(client) as socket:
        html = until(socket, "dice", 'data-act="redo"')
        assert html.index('data-act="undo"') < html.index('data-act="redo"')
        act(socket, "play", event=ROLL)
        assert 'data-act="redo"' not in until(socket, "dice", "to roll them again")
