# Two commands: "make run" shows the whole thing working, "make test" proves it.
VENV   := .venv
PY     := $(VENV)/bin/python
PYTHON ?= python3

.PHONY: run test clean

run: $(VENV)/.product
	$(PY) -m tablelight demo

test: $(VENV)/.developer
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports
	$(PY) -m pytest

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' || \
	  { echo "Tablelight needs Python 3.11, 3.12 or 3.13, and $(PYTHON) is something else. On Debian and Raspberry Pi OS: sudo apt install python3. Or name yours: make run PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
	  { echo "Python cannot make a virtual environment here. Please run: sudo apt install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.product: $(VENV)/bin/python pyproject.toml
	$(PY) -m pip install --quiet --disable-pip-version-check -e .
	@$(PY) -c 'import cv2' || \
	  { echo "OpenCV cannot start; a system library is missing. Please run: sudo apt install libgl1 libglib2.0-0"; exit 1; }
	@touch $@

$(VENV)/.developer: $(VENV)/.product pyproject.toml
	$(PY) -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
