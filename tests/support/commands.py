"""Tablelight's command line, as a person at a terminal has it."""

from typer.testing import CliRunner

from tablelight.cli.main import app

RUNNER = CliRunner()


def run(*words, data):
    return RUNNER.invoke(app, list(words), env={"TABLELIGHT_DATA": str(data)})
