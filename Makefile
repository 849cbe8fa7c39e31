# The two commands a newcomer needs are `make site` and `make test`; each makes what it lacks.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
PYTEST_ARGS ?= -q

.PHONY: help site serve test lint types imports format check benchmarks clean

help:  ## List the commands.
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.site: pyproject.toml | $(BIN)/python
	$(PIP) --editable '.[docs]'
	@touch $@

$(VENV)/.test: pyproject.toml | $(BIN)/python
	$(PIP) --editable '.[test]'
	@touch $@

$(VENV)/.dev: pyproject.toml | $(BIN)/python
	$(PIP) --editable '.[dev,docs]'
	@touch $@

site: $(VENV)/.site  ## Build this project's own site into site/.
	$(BIN)/python -m mkdocs build --strict

serve: $(VENV)/.site  ## Serve this project's own site and rebuild it on every change.
	$(BIN)/python -m mkdocs serve

test: $(VENV)/.test  ## Run all tests.
	$(BIN)/python -m pytest $(PYTEST_ARGS)

lint: $(VENV)/.dev  ## Check style and formatting.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev  ## Check types.
	$(BIN)/mypy

imports: $(VENV)/.dev  ## Check who imports whom.
	$(BIN)/lint-imports

check: lint types imports test  ## Everything that must pass before a commit.

format: $(VENV)/.dev  ## Format the code.
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

benchmarks: $(VENV)/.dev  ## Measure speed and size and print the table.
	$(BIN)/python benchmarks/speed/run.py

clean:  ## Remove what the commands above made.
	rm -rf $(VENV) site build dist .mypy_cache .ruff_cache .import_linter_cache .hypothesis
