"""The tables of the record and their version. Rows are only ever added; the database itself refuses anything else."""

from sqlalchemy import Column, Connection, Float, ForeignKey, Integer, MetaData, String, Table, Text, text

VERSION = 1

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
    Column("id", String(40), primary_key=True),
    Column("game", String(80), nullable=False),
    Column("created", Float, nullable=False),
    Column("header", Text, nullable=False),
)

entries = Table(
    "entries",
    metadata,
    Column("match_id", String(40), ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("entry", Text, nullable=False),
    Column("chain", String(64), nullable=False),
)

finished = Table(
    "finished",
    metadata,
    Column("match_id", String(40), ForeignKey("matches.id"), primary_key=True),
    Column("at", Float, nullable=False),
)

KINDS = (about, matches, entries, finished)


def create(connection: Connection) -> None:
    """Make the tables of an empty database."""
    metadata.create_all(connection)
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
    connection.execute(about.insert().values(name="version", value=str(VERSION)))
