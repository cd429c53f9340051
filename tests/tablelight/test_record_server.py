"""The same record on a PostgreSQL server: name one in TABLELIGHT_TEST_DATABASE (postgresql+psycopg://...) to run it."""

import os
import threading

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import DBAPIError

from tablelight.record import Record, RecordTrouble, WrongIndex, export_lines, import_lines

URL = os.environ.get("TABLELIGHT_TEST_DATABASE")
pytestmark = pytest.mark.skipif(not URL, reason="TABLELIGHT_TEST_DATABASE names no PostgreSQL server to test with")


@pytest.fixture
def server():
    engine = create_engine(URL)
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE IF EXISTS entries, finishes, matches, about"))
    yield engine
    engine.dispose()


@pytest.fixture
def record(server):
    record = Record.open(URL)
    yield record
    record.close()


def test_a_server_keeps_a_match_and_gives_it_back(record, tmp_path):
    match = record.begin({"game": "roll-and-color"}, 1.5)
    for i in range(5):
        record.append(match, i, {"n": i, "name": "Bö\0"}, 0.1 + i)
    with pytest.raises(WrongIndex):
        record.append(match, 3, {}, 2.0)
    assert record.latest_open().id == match
    record.finish(match, 9.25)
    record.reopen()
    assert record.latest_open() is None
    assert record.verify(match).entries == 5
    assert record.verify(match).ok
    local = Record.open(tmp_path / "games.db")
    import_lines(local, export_lines(record, match))
    assert local.entries(match) == record.entries(match)
    assert local.match(match) == record.match(match)
    local.close()


@pytest.mark.parametrize("deed", ["DELETE FROM entries", "UPDATE entries SET entry = ''", "DELETE FROM matches"])
def test_a_server_refuses_to_change_rows(record, server, deed):
    record.append(record.begin({"game": "x"}, 1.0), 0, {}, 1.0)
    with pytest.raises(DBAPIError, match="only ever added to"), server.begin() as connection:
        connection.execute(text(deed))


def test_two_writers_on_a_server_never_both_get_an_index(record):
    match, won, lost = record.begin({"game": "x"}, 1.0), [], []

    def write():
        for i in range(15):
            try:
                record.append(match, i, {}, 1.0)
                won.append(i)
            except WrongIndex:
                lost.append(i)

    threads = [threading.Thread(target=write) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(won) == list(range(len(won)))
    assert len(won) + len(lost) == 30
    assert record.verify(match).ok


def test_a_newer_record_on_a_server_is_refused(record, server):
    with server.begin() as connection:
        connection.execute(text("UPDATE about SET value = '99'"))
    with pytest.raises(RecordTrouble, match="newer Tablelight"):
        Record.open(URL)
