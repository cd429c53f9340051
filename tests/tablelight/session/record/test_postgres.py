"""The record in PostgreSQL: the same promises as in a file.

Uses the empty database that TABLELIGHT_TEST_POSTGRES names, else a server of its own where one is installed.
"""

import hashlib
import json
import os
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest
from sqlalchemy.exc import SQLAlchemyError

from engine.core.match import Match
from tablelight.referee.inputs import CallPlayers, EnterEvent, TakeBack
from tablelight.session.people import People
from tablelight.session.people.forgetting import Forgetting
from tablelight.session.record import Record, RecordTrouble
from tablelight.session.record.database import connect
from tablelight.session.record.schema import entries
from tablelight.session.replays import read_match
from tablelight.session.seats import Seats
from tablelight.session.table import GameTable
from tests.tablelight.session.record.test_damage import FORM_1

BIN = next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)


def missing():
    if find_spec("psycopg") is None:
        return "psycopg is not installed here: pip install 'psycopg[binary]'"
    if BIN is None or not (BIN / "initdb").exists():
        return "there is no PostgreSQL server here: sudo apt install postgresql"
    return ""


@pytest.mark.skipif(find_spec("psycopg") is not None, reason="psycopg is installed here")
def test_without_the_driver_it_says_what_to_install(tmp_path):
    with pytest.raises(RecordTrouble, match=r"psycopg.*pip install"):
        Record.open("postgresql://ann:secret@localhost/games")


@pytest.mark.parametrize("url", ["postgresql://ann:secret@localhost:1/games", "postgresql+psycopg://ann:secret@[bad"])
def test_a_password_is_never_said(url):
    with pytest.raises(RecordTrouble) as trouble:
        Record.open(url)
    assert "secret" not in str(trouble.value)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server in a folder of its own that nobody else can reach; it refuses to run as root."""
    if find_spec("psycopg") and os.environ.get("TABLELIGHT_TEST_POSTGRES"):
        yield os.environ["TABLELIGHT_TEST_POSTGRES"]
        return
    if missing():
        pytest.skip(missing())
    folder = tmp_path_factory.mktemp("postgres")
    as_user = []
    if os.geteuid() == 0:
        folder = Path("/tmp") / folder.name  # where another user may go
        folder.mkdir()
        shutil.chown(folder, "postgres")
        as_user = ["runuser", "-u", "postgres", "--"]

    def run(*command):
        subprocess.run(
            [*as_user, *map(str, command)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/"
        )

    data = folder / "data"
    run(BIN / "initdb", "-D", data, "-U", "ann", "-A", "trust", "--no-sync")
    options = f"-k {folder} -c listen_addresses='' -c fsync=off"
    run(BIN / "pg_ctl", "-D", data, "-w", "-o", options, "-l", folder / "log", "start")
    yield f"postgresql://ann@/postgres?host={folder}"
    run(BIN / "pg_ctl", "-D", data, "-m", "immediate", "stop")
    shutil.rmtree(folder, ignore_errors=True)


def test_a_game_is_written_resumed_and_saved(server):
    table = GameTable(lambda: Record.open(server))
    table.new_match(Match.new("roll_and_color", ["Ann", "Ben"]))
    for said in (EnterEvent("roll R R O G / R RO RO BP P"), EnterEvent("score RO"), TakeBack(), EnterEvent("score R")):
        assert table.tell(said)
    again = GameTable(lambda: Record.open(server))
    assert again.resume()
    assert again.snapshot.referee.match.log == table.snapshot.referee.match.log
    saved = again.archive.saved(again.snapshot.match_id).encode()
    assert again.archive.bring_in(saved).was_here
    again.new_match(Match.new("roll_and_color", ["Cem"]))
    again.archive.delete(table.snapshot.match_id)
    came = again.archive.bring_in(saved).match_id
    assert again.archive.match(came).state == table.snapshot.referee.match.state
    assert {card.match_id: card.finished for card in again.archive.matches()}[came]


def test_rows_can_be_neither_changed_nor_deleted(server):
    record = Record.open(server)
    match_id = record.begin(Match.new("roll_and_color", ["Ann"]).header(), 1.0)
    record.append(match_id, 0, {"event": "x"}, 2.0)
    for attempt in (entries.update().values(entry="{}"), entries.delete()):
        with pytest.raises(SQLAlchemyError, match="only grows"), record._engine.begin() as connection:
            connection.execute(attempt)
    record.try_writing()
    assert [card.match_id for card in record.matches() if not card.game] == []
    with pytest.raises(RecordTrouble, match="does not follow"):
        record.append(match_id, 5, {"event": "x"}, 2.0)


def test_who_is_forgotten_is_in_no_row_and_no_table_of_the_server_any_more(server, tmp_path):
    name = "Zoe Quillfeather"
    table = GameTable(lambda: Record.open(server))
    people = People(table, tmp_path)
    table.new_match(Match.new("roll_and_color", [name, "Ben"]))
    for said in (EnterEvent("roll R R O G / R RO RO BP P"), EnterEvent("score RO"), CallPlayers((f"{name} X", "Ben"))):
        assert table.tell(said)
    record = Record.open(server)
    assert name in everything_of(record)
    forgetting = Forgetting(table, people, Seats(tmp_path / "seats.json"), tmp_path)
    forgetting.forget(name)
    forgetting.forget(f"{name} X")
    assert "Quillfeather" not in everything_of(record)
    match = table.archive.match(table.snapshot.match_id)
    assert [len(match.log), match.seats[1]] == [3, "Ben"] and {card.fault for card in table.archive.matches()} == {""}
    with pytest.raises(SQLAlchemyError, match="only grows"), record._engine.begin() as connection:
        connection.execute(entries.delete())
    assert table.tell(EnterEvent("roll R R O G / R RO RO BP P"))


def everything_of(record):
    """All rows of the record, what the planner knows of them, and the bytes of their files."""
    with record._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("ANALYZE")
        connection.exec_driver_sql("CHECKPOINT")
        ask = (
            "SELECT header FROM matches",
            "SELECT entry FROM entries",
            "SELECT most_common_vals::text, histogram_bounds::text FROM pg_stats WHERE schemaname = 'public'",
            *(f"SELECT pg_read_binary_file(pg_relation_filepath('{name}'))" for name in ("matches", "entries")),
        )
        return "".join(
            bytes(value).decode("latin-1") if isinstance(value, bytes | memoryview) else str(value)
            for query in ask
            for row in connection.exec_driver_sql(query)
            for value in row
        )


def test_a_database_that_is_not_there_is_said(server):
    with pytest.raises(RecordTrouble, match="no such database"):
        Record.open(server.replace("/postgres?", "/nowhere?"))
    if find_spec("psycopg"):
        with pytest.raises(RecordTrouble, match="does not answer"):
            Record.open("postgresql://ann@127.0.0.1:1/games")


def test_a_connection_that_was_cut_is_made_anew(server):
    record = Record.open(server)
    match_id = record.begin(Match.new("roll_and_color", ["Ann"]).header(), 1.0)
    other = Record.open(server)
    for number in range(3):
        with other._engine.connect() as connection:
            connection.exec_driver_sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
                "AND datname = current_database()"
            )
        record.append(match_id, number, {"event": "x"}, 2.0)
        assert len(record.entries(match_id)) == number + 1
    assert record._engine.pool.checkedin() == 1, "one connection is kept"


def test_a_record_of_the_form_before_is_carried_over(server):
    record = Record.open(server)
    with record._engine.begin() as connection:
        connection.exec_driver_sql("CREATE SCHEMA older")
        connection.exec_driver_sql("ALTER ROLE CURRENT_USER SET search_path = older")
    record.close()
    try:
        raw = Record(*connect(server))
        with raw._engine.begin() as connection:
            for statement in FORM_1.split(";\n"):
                if statement.strip() and "TRIGGER" not in statement:
                    connection.exec_driver_sql(statement)
            header = json.dumps(Match.new("roll_and_color", ["Ann", "Ben"]).header())
            for match_id, created in (("zz", 9e9), ("aa", 7.0)):
                connection.exec_driver_sql(
                    "INSERT INTO matches VALUES (%s, 'roll_and_color', %s, %s)", (match_id, created, header)
                )
            entry = json.dumps({"event": "roll R R O G / R RO RO BP P"})
            chain = hashlib.sha256(f"\n{entry}".encode()).hexdigest()
            connection.exec_driver_sql("INSERT INTO entries VALUES ('aa', 0, 5, %s, %s)", (entry, chain))
            connection.exec_driver_sql("INSERT INTO finished VALUES ('zz', 6)")
        raw.close()
        again = Record.open(server)
        assert [(card.match_id, card.length, card.finished, card.fault) for card in again.matches()] == [
            ("aa", 1, False, ""),
            ("zz", 0, True, ""),
        ]
        again.append("aa", 1, {"event": "1: score RO"}, 9.0)
        assert len(read_match(again, "aa").log) == 2
        with pytest.raises(SQLAlchemyError, match="only grows"), again._engine.begin() as connection:
            connection.execute(entries.delete())
        again.close()
    finally:
        raw = Record(*connect(server))
        with raw._engine.begin() as connection:
            connection.exec_driver_sql("ALTER ROLE CURRENT_USER RESET search_path")
        raw.close()
