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

# What the system must have is looked at, and installed or told, before anything is fetched.
$(VENV)/.product: pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "There is no $(PYTHON) here. Please run: sudo apt install python3"; exit 1; }
	@$(PYTHON) -I tablelight/first_start.py $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.developer: $(VENV)/.product pyproject.toml
	$(PY) -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
