"""The tables of the record and their version. Rows are only ever added; the database itself refuses anything else."""

from sqlalchemy import Column, Connection, Float, ForeignKey, Integer, MetaData, String, Table, Text, text

from tablelight.session.record.seals import FORM

VERSION = FORM

metadata = MetaData()

about = Table(
    "about",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", String(200), nullable=False),
)

matches = Table(
    "matches",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("id", String(40), nullable=False, unique=True),
    Column("game", String(80), nullable=False),
    Column("created", Float, nullable=False),
    Column("header", Text, nullable=False),
    Column("seal", String(64), nullable=False),
)
"""``number``: the order in which they were written down, from 1; clocks may be wrong."""

entries = Table(
    "entries",
    metadata,
    Column("match_id", String(40), ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("entry", Text, nullable=False),
    Column("chain", String(64), nullable=False),
)

marks = Table(
    "marks",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("match_id", String(40), ForeignKey("matches.id"), nullable=False, index=True),
    Column("kind", String(20), nullable=False),
    Column("at", Float, nullable=False),
    Column("length", Integer, nullable=False),
)
"""What became of a match, and how many entries it had then: it can never have fewer."""

FINISHED, BROKEN = "finished", "broken"
"""A match is over, or was found not to go on; neither is resumed."""
DELETED, ASIDE, BACK = "deleted", "aside", "back"
"""A match was taken off the list, because somebody wanted it so or because it is damaged, or came back to it."""

CLOCK = "time:"
"""What a mark of a match's clock begins with: a pause, its end, or another limit."""

KINDS = (about, matches, entries, marks)


def create(connection: Connection) -> None:
    """Make the tables of an empty database."""
    metadata.create_all(connection)
    guard(connection)
    connection.execute(about.insert().values(name="version", value=str(VERSION)))


def guard(connection: Connection) -> None:
    """From now on rows can be added, neither changed nor taken out."""
    if connection.dialect.name == "sqlite":
        for table in KINDS:
            for what in ("UPDATE", "DELETE"):
                connection.execute(
                    text(
                        f"CREATE TRIGGER {table.name}_no_{what.lower()} BEFORE {what} ON {table.name} "
                        "BEGIN SELECT RAISE(ABORT, 'the record only grows'); END"
                    )
                )
    elif connection.dialect.name == "postgresql":
        connection.execute(
            text(
                "CREATE OR REPLACE FUNCTION record_only_grows() RETURNS trigger LANGUAGE plpgsql AS "
                "$$ BEGIN RAISE EXCEPTION 'the record only grows'; END $$"
            )
        )
        for table in KINDS:
            connection.execute(
                text(
                    f"CREATE TRIGGER {table.name}_only_grows BEFORE UPDATE OR DELETE ON {table.name} "
                    "FOR EACH ROW EXECUTE FUNCTION record_only_grows()"
                )
            )
