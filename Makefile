# Two commands: "make run" shows the whole thing working, "make test" proves it. While working on it, "make check" tries
# what is quick, and "make test-slow" what takes long, such as a hundred thousand bad lines.
VENV   := .venv
PY     := $(VENV)/bin/python
PYTHON ?= python3

# Many tests wait for devices and browsers: two more than there are cores keep these busy. One core a test is enough.
BESIDE := -n $(shell expr $$(nproc) + 2)
# Pictures come and go: memory that is kept for the next spares a tenth of the time (glibc gives it back each time).
KEEP   := MALLOC_TRIM_THRESHOLD_=536870912 MALLOC_MMAP_THRESHOLD_=536870912
PYTEST := PYTHONDONTWRITEBYTECODE= $(KEEP) OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(PY) -m pytest $(BESIDE)

.PHONY: run check test test-slow style metrics docs clean

run: $(VENV)/.product
	$(PY) -m tablelight demo

check: style
	$(PYTEST) --hypothesis-profile=quick -m "not slow and not long" $(addprefix tests/,docs engine golden hardware firmware_bridge tablelight)

test: style
	$(PYTEST)

test-slow: $(VENV)/.developer
	$(PYTEST) -m slow --timeout=600

style: $(VENV)/.developer
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports

# Numbers of the house: names used twice, import cycles, lengths; `python -m docs.metrics TREE TREE` compares checkouts.
metrics: $(VENV)/.developer
	$(PY) -m docs.metrics

# Pages of the code's own descriptions, to open at build/docs/index.html.
docs: $(VENV)/.developer
	$(PY) -m docs.api_pages build/docs

# What the system must have is looked at, and installed or told, before anything is fetched.
$(VENV)/.product: pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "There is no $(PYTHON) here. Please run: sudo apt install python3"; exit 1; }
	@$(PYTHON) -I tablelight/setup/first_start.py $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.developer: $(VENV)/.product pyproject.toml
	$(PY) -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
