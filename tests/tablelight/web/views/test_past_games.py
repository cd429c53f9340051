"""Games of before: listed, saved as a file and brought in again; nothing unsound ever gets in."""

import json
from random import Random
from threading import Thread

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.core.log_format import entry_to_json
from engine.core.match import RECHECKED_FREELY, Match
from tablelight.referee.inputs import CorrectDie, EnterEvent, TakeBack
from tablelight.session import dealing
from tablelight.session.record import Record, RecordTrouble, exchange
from tablelight.session.replays import read_match
from tablelight.session.table import GameTable
from tests.tablelight.visitors import CODE, act, connect, until

ROLL = EnterEvent("roll R R O G / R RO RO BP P")


@pytest.fixture
def table(table):
    """A table where Ann and Ben played a little, and where Cem plays now."""
    table.new_match(Match.new("roll_and_color", ["Ann", "<b>Ben</b>"]))
    for said in (ROLL, EnterEvent("score RO"), TakeBack(), EnterEvent("score R"), ROLL):
        table.tell(said)
    table.new_match(Match.new("roll_and_color", ["Cem"]))
    table.tell(ROLL)
    return table


@pytest.fixture
def other(tmp_path):
    """Another table, where nobody has played yet."""
    return GameTable(lambda: Record.open(tmp_path / "other.db"))


def first_of(table):
    return table.archive.matches()[1].match_id


def test_games_are_listed_with_who_played_and_how_it_went(client, table):
    with connect(client, "games") as socket:
        html = json.loads(socket.receive_text())["sections"]["games"]
    assert "Ann 3" in html and "&lt;b&gt;Ben" in html and "<b>Ben" not in html
    assert "Being played" in html and "Bring a saved game in" not in html


@pytest.mark.parametrize("name", ["past-go-on", "past-delete", "past-said", "past-more"])
def test_odd_acts_on_the_games_page_are_survived(client, name):
    with connect(client, "games") as socket:
        for args in ({}, {"match": "nothing"}, {"at": "x"}):
            act(socket, name, **args)
        act(socket, "past-said", said="still here")
        until(socket, "games", "still here")


def test_a_saved_game_comes_back_the_same(client, table):
    first = first_of(table)
    saved = client.get(f"/games/{first}.jsonl")
    assert saved.status_code == 200 and "roll-and-color" in saved.headers["content-disposition"]
    assert client.post("/games", content=saved.content).status_code == 403
    client.post("/unlock", json={"code": CODE})
    table.archive.delete(first)
    answer = client.post("/games", content=saved.content)
    assert answer.status_code == 200 and answer.json()["match"] != first
    came, was = table.archive.match(answer.json()["match"]), table.archive.match(first)
    assert (came.state, came.log, came.seats) == (was.state, was.log, was.seats)


def test_one_game_is_saved_without_reading_through_all_of_them(client, table, monkeypatch):
    wanted = first_of(table)
    monkeypatch.setattr(Record, "matches", lambda *_: pytest.fail("all games were read"))
    assert client.get(f"/games/{wanted}.jsonl").status_code == 200


def test_what_is_brought_in_is_not_the_game_that_goes_on(table, tmp_path):
    playing = table.snapshot.match_id
    table.archive.bring_in(table.archive.saved(first_of(table)).encode())
    again = GameTable(lambda: Record.open(tmp_path / "record.db"))
    assert again.resume() and again.snapshot.match_id == playing


def test_a_correction_is_saved_and_brought_in_as_well(table, other):
    table.tell(ROLL)
    table.tell(CorrectDie("d12", table.snapshot.referee.match.state.d12[3], table.snapshot.referee.match.state.d12[0]))
    again = other.archive.match(other.archive.bring_in(table.archive.saved(table.snapshot.match_id).encode()).match_id)
    assert again.state == table.snapshot.referee.match.state


def test_a_saved_game_that_went_through_an_editor_is_brought_in(table, other):
    saved = table.archive.saved(table.snapshot.match_id)
    for content in (b"\xef\xbb\xbf" + saved.encode(), saved.replace("\n", "\r\n").encode()):
        brought = other.archive.bring_in(content)
        assert other.archive.match(brought.match_id).log == table.snapshot.referee.match.log
    assert brought.was_here, "it is the same game all the same"


def test_a_name_with_odd_signs_in_it_is_saved_and_brought_in(table, other):
    table.new_match(Match.new("roll_and_color", ["Ann\u2028Bell", "Cem\x85"]))
    table.tell(ROLL)
    again = other.archive.match(other.archive.bring_in(table.archive.saved(table.snapshot.match_id).encode()).match_id)
    assert again.seats == ("Ann\u2028Bell", "Cem\x85")


HEAD = {"tablelight": "match", "header": Match.new("roll_and_color", ["Ann"]).header()}


def lines(*objects):
    return "".join(json.dumps(o) + "\n" for o in objects).encode()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "no saved game"),
        (b"hello", "no saved game"),
        (b"\xff\xfe\x00", "no saved game"),
        (b"[" * 100_000, "no saved game"),
        (lines({"tablelight": "match"}), "no saved game"),
        (lines(HEAD) + b"{", "Line 2 of that file is damaged"),
        (lines(HEAD) + b'{"undo": 0\xff}\n', "Line 2 of that file is damaged"),
        (lines(HEAD, {"event": "1: score R"}), "Roll all nine dice first. Nothing was added"),
        (lines(HEAD, {"event": "1: score R"}), "does not hold by the rules: entry 0"),
        (lines(HEAD, {"event": 5}), "does not hold"),
        (lines(HEAD, {"undo": -1}), "does not hold"),
        (lines({**HEAD, "header": {**HEAD["header"], "game": "chess"}}), "no game called"),
        (lines({**HEAD, "header": {**HEAD["header"], "format": 99}}), "please update"),
        (lines({**HEAD, "header": {**HEAD["header"], "seats": []}}), "1 to 99 players"),
        (lines({**HEAD, "header": {**HEAD["header"], "seats": ["x" * 5000]}}), "80 letters"),
        (lines({**HEAD, "header": {**HEAD["header"], "start": {"sheets": []}}}), "cannot be"),
        (b"x" * (exchange.MOST_BYTES + 1), "too large"),
        (lines(HEAD, *[{"undo": 0}] * (exchange.MOST_ENTRIES + 1)), "at most 20,000"),
    ],
)
def test_what_is_no_sound_game_is_refused_and_nothing_is_added(client, table, content, says):
    client.post("/unlock", json={"code": CODE})
    before = table.archive.matches()
    answer = client.post("/games", content=content)
    assert answer.status_code == 400 and says in answer.json()["error"]["message"]
    assert table.archive.matches() == before


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
entry = st.one_of(
    plain,
    st.fixed_dictionaries({"event": st.sampled_from([ROLL.text, "1: score R", "1: reroll R R / RO RO", ""]) | plain}),
    st.fixed_dictionaries({"undo": st.integers(-2, 9)}),
    st.fixed_dictionaries({"correct": st.integers(-2, 9), "event": st.just(ROLL.text) | plain}),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
@given(st.lists(entry, max_size=6), st.one_of(st.none(), plain))
def test_no_file_ever_leaves_a_game_that_cannot_be_replayed(table, entries, header):
    head = HEAD if header is None else {**HEAD, "header": header}
    before = len(table.archive.matches(1000))
    try:
        brought = table.archive.bring_in(lines(head, *entries))
    except RecordTrouble:
        assert len(table.archive.matches(1000)) == before
    else:
        assert len(table.archive.match(brought.match_id).log) == len(entries)
        assert len(table.archive.matches(1000)) == before + (not brought.was_here)


def test_a_running_game_with_hidden_cards_is_not_told(client, table):
    table.new_match(Match.new("spectrumo", ["Ann", "Ben"]))
    now = table.snapshot.match_id
    table.tell(EnterEvent(dealing.next_fact(table.snapshot.referee.match, Random(1))))
    assert client.get(f"/games/{now}.jsonl").status_code == 409
    assert client.get(f"/games/{now}/replay").status_code == 409


def test_a_file_that_is_not_there_says_so(client):
    assert client.get("/games/nothing.jsonl").status_code == 404


def test_a_game_that_was_left_goes_on_where_it_stood(client, table):
    """A new game begun by mistake costs nothing: three taps bring the one before back."""
    client.post("/unlock", json={"code": CODE})
    left, other = first_of(table), table.snapshot.match_id
    with connect(client, "games") as socket:
        act(socket, "past-go-on", match=left)
        until(socket, "games", "goes on where it stood")
    now = table.snapshot
    assert now.referee.match.log == table.archive.match(left).log and now.referee.match.seats[0] == "Ann"
    assert now.match_id not in (left, other) and len(table.archive.match(other).log) == 1, "both are kept as they were"
    assert table.tell(EnterEvent("score RO"))
    table.close()
    assert table.resume() and len(table.snapshot.referee.match.log) == len(table.archive.match(left).log) + 1


def test_without_the_code_no_game_goes_on(client, table):
    before = table.snapshot.match_id
    with connect(client, "games") as socket:
        act(socket, "past-go-on", match=first_of(table))
        act(socket, "past-said", said="still here")
        assert "Go on with it" not in until(socket, "games", "still here")
    assert table.snapshot.match_id == before


def test_a_game_that_went_on_is_listed_once_as_it_is_now(client, table):
    before, first = table.archive.matches(), first_of(table)
    playing = table.snapshot.match_id
    table.go_on(first)
    again = table.snapshot.match_id
    listed = [card.match_id for card in table.archive.matches()]
    assert len(listed) == len(before) and first not in listed
    table.go_on(playing)
    table.go_on(again)
    listed = [card.match_id for card in table.archive.matches()]
    assert len(listed) == len(before) and listed[0] == table.snapshot.match_id
    assert table.archive.match(first).log == table.archive.match(again).log, "what was written stays, and can be read"
    assert table.archive.matches(1)[0].match_id == listed[0]


def test_a_saved_game_does_not_tell_which_one_it_goes_on_with(client, table):
    """Else bringing it in would take another game off the list."""
    table.go_on(first_of(table))
    count = len(table.archive.matches())
    saved = table.archive.saved(table.snapshot.match_id)
    assert "goes_on" not in saved
    table.tell(EnterEvent("score RO"))
    table.archive.bring_in(saved.encode())
    assert len(table.archive.matches()) == count + 1


def test_hidden_cards_of_a_game_that_can_go_on_are_not_told(client, table):
    """Else one could begin another game, look at everybody's cards, and go on."""
    client.post("/unlock", json={"code": CODE})
    table.new_match(Match.new("spectrumo", ["Ann", "Ben"]))
    left = table.snapshot.match_id
    table.tell(EnterEvent(dealing.next_fact(table.snapshot.referee.match, Random(1))))
    table.new_match(Match.new("roll_and_color", ["Cem"]))
    assert client.get(f"/games/{left}.jsonl").status_code == 409
    assert client.get(f"/games/{left}/replay").status_code == 409
    with connect(client, "games") as socket:
        html = until(socket, "games", "Games of this table")
    assert f"/games/{left}/replay" not in html and f'data-act="past-go-on" data-match="{left}"' in html


# ---- games that would cost much


def while_replaying(table, monkeypatch):
    """Let somebody roll at the table in the middle of every replay of another game; how often that happened."""
    rolled = []

    def beside(record, match_id):
        roll = Thread(target=lambda: rolled.append(table.tell(ROLL if not rolled else TakeBack())), daemon=True)
        roll.start()
        roll.join(20)
        assert not roll.is_alive(), "the table had to wait"
        return read_match(record, match_id)

    monkeypatch.setattr("tablelight.session.replays.read_match", beside)
    return rolled


def test_the_table_does_not_wait_while_an_old_game_is_replayed(client, table, monkeypatch):
    first, rolled = first_of(table), while_replaying(table, monkeypatch)
    assert client.get(f"/games/{first}.jsonl").status_code == 200
    assert rolled == [True] and table.snapshot.referee.match.state.rolled


def test_the_table_does_not_wait_while_a_game_is_fetched_that_goes_on(table, monkeypatch):
    first, rolled = first_of(table), while_replaying(table, monkeypatch)
    table.go_on(first)
    assert rolled == [True] and table.snapshot.referee.match.seats[0] == "Ann"


def test_a_game_is_replayed_once_however_often_it_is_asked_for(client, table, monkeypatch):
    first, replays = first_of(table), []

    def counted(record, match_id):
        replays.append(match_id)
        return read_match(record, match_id)

    monkeypatch.setattr("tablelight.session.replays.read_match", counted)
    for _ in range(3):
        assert client.get(f"/games/{first}.jsonl").status_code == 200
    for _ in range(3):
        with connect(client, "games") as socket:
            until(socket, "games", "Being played")
    assert sorted(replays) == sorted({first, table.snapshot.match_id})


def test_a_file_with_thousands_of_corrections_is_refused_after_bounded_work(table, monkeypatch):
    match, steps = Match.new("roll_and_color", ["Ann"]), []
    rules = type(match.agreed)
    judge = rules.judge
    while match.game.awaiting(match.state).actor != "nobody":
        moves = iter(match.game.moves(match.state))
        match.add(match.parse(ROLL.text) if match.game.awaiting(match.state).actor == "table" else next(moves))
    played = [entry_to_json(entry) for entry in match.log]
    monkeypatch.setattr(rules, "judge", lambda *args: steps.append(1) or judge(*args))
    head = {"tablelight": "match", "header": match.header()}
    with pytest.raises(RecordTrouble, match=r"steps followed.*Nothing was added"):
        table.archive.bring_in(lines(head, *played, *[{"correct": 0, **played[0]}] * 10_000))
    assert len(steps) < 4 * RECHECKED_FREELY
    steps.clear()
    last = len(played) - 1
    table.archive.bring_in(lines(head, *played, *[{"correct": last, **played[last]}] * 2000))
    assert len(steps) < 10 * (len(played) + 2000), "what is corrected where it happened costs no more than it should"
