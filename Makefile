# Two commands: "make run" shows the whole thing working, "make test" proves it.
VENV   := .venv
PY     := $(VENV)/bin/python
PYTHON ?= python3

# Some tests wait for devices and browsers: one more than there are cores keeps these busy. One core a test is enough.
BESIDE := -n $(shell expr $$(nproc) + 1)
PYTEST := OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(PY) -m pytest $(BESIDE)

.PHONY: run check test test-slow style clean

run: $(VENV)/.product
	$(PY) -m tablelight demo

check: style
	$(PYTEST) tests/engine tests/golden tests/hardware tests/firmware_bridge tests/tablelight -m "not slow and not pictures"

test: style
	$(PYTEST)

test-slow: $(VENV)/.developer
	$(PYTEST) -m slow --timeout=600

style: $(VENV)/.developer
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports

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
