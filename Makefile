# make demo   the workbench on a copy of the sample store
# make test   lint, types, import contracts, every test
# make check  lint, types, import contracts, the fast tests
# make golden write the pictures of the screens anew; read the diff before you commit it
# make man    write the manual page, docs/workbench.1, anew from the parser of the commands
# make pictures draw the pictures of docs/pictures/ anew from the sample store
# make reliability run the named cases and write their results into docs/reliability.md (CASES="BI WS-04": some)
# make benchmarks measure speed and write the figures into docs/performance.md (PARTS="scale": some)
# make lock   resolve the requirements again (UPGRADE=--upgrade takes newer versions)
# make clean  remove what these targets made

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules --no-print-directory

VENV := .venv
RUN_VENV := .venv-run
BIN := $(VENV)/bin
PIP_FLAGS := --quiet --quiet --disable-pip-version-check --no-input
WORKERS ?= 2
UPGRADE ?=
CASES ?=

# $(call make-venv,FOLDER): a virtual environment with Python 3.11 or newer, or a word about what is missing.
define make-venv
	@[ -x $(1)/bin/python ] || { \
	  for candidate in python3.11 python3; do \
	    "$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	    "$$candidate" -m venv $(1) && exit 0; \
	    echo "$$candidate could not make a virtual environment; on Debian and Ubuntu the package is python3-venv." >&2; \
	    exit 1; \
	  done; \
	  echo "Memory Workbench needs Python 3.11 or newer, and neither python3.11 nor python3 here is one." >&2; \
	  exit 1; }
endef

.PHONY: help demo test check lint types contracts golden man pictures reliability benchmarks lock clean

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile

$(VENV)/.locked: requirements/dev.txt
	$(call make-venv,$(VENV))
	@echo "Installing the locked development versions into $(VENV)"
	@$(BIN)/python -m pip install $(PIP_FLAGS) --require-hashes -r requirements/dev.txt
	@touch $@

$(VENV)/.installed: $(VENV)/.locked pyproject.toml
	@$(BIN)/python -m pip install $(PIP_FLAGS) --no-deps --no-build-isolation --editable .
	@touch $@

$(RUN_VENV)/.locked: requirements/run.txt
	$(call make-venv,$(RUN_VENV))
	@echo "Installing the locked versions into $(RUN_VENV)"
	@$(RUN_VENV)/bin/python -m pip install $(PIP_FLAGS) --require-hashes -r requirements/run.txt
	@touch $@

$(RUN_VENV)/.installed: $(RUN_VENV)/.locked pyproject.toml
	@$(RUN_VENV)/bin/python -m pip install $(PIP_FLAGS) --no-deps --no-build-isolation --editable .
	@touch $@

demo: $(RUN_VENV)/.installed
	@$(RUN_VENV)/bin/workbench demo

lint: $(VENV)/.installed
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: $(VENV)/.installed
	@$(BIN)/mypy

contracts: $(VENV)/.installed
	@$(BIN)/lint-imports

test: lint types contracts
	@$(BIN)/pytest -n $(WORKERS) --dist loadgroup

check: lint types contracts
	@$(BIN)/pytest -n $(WORKERS) --dist loadgroup -m "not slow and not kill"

golden: $(VENV)/.installed
	@$(BIN)/pytest --snapshot-update tests/screens
	@git --no-pager diff --stat -- tests/screens

man: $(VENV)/.installed
	@$(BIN)/workbench man > docs/workbench.1

pictures: $(VENV)/.installed
	@$(BIN)/python -m tests.screens.pictures docs/pictures

reliability: $(VENV)/.installed
	@WORKERS=$(WORKERS) $(BIN)/python -m tests.proof.table $(CASES)

benchmarks: $(VENV)/.installed
	@$(BIN)/python -m tests.benchmarks --write $(PARTS)

lock: $(VENV)/.installed
	@$(BIN)/pip-compile $(UPGRADE) --output-file requirements/run.txt pyproject.toml requirements/build.in
	@$(BIN)/pip-compile $(UPGRADE) --extra dev --constraint requirements/run.txt \
	  --output-file requirements/dev.txt pyproject.toml requirements/build.in

clean:
	@rm -rf $(VENV) $(RUN_VENV) build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@rm -f snapshot_report.html
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
