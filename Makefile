# Everything runs in environments that these targets make; nothing needs to be activated.

PYTHON ?= python3
WORKERS ?= 2
OTHER_PYTHONS ?= 3.12 3.13

BIN := .venv/bin
PIP_FLAGS := -qq --disable-pip-version-check --no-input
RUN_LOCK := requirements/run.txt
TEST_LOCK := requirements/test.txt
DEV_LOCK := requirements/dev.txt
TEST := -n $(WORKERS)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test coverage test-all test-slow check format-check lint types verify-types imports stubs \
	changelog docs bench format lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

# --- environments ------------------------------------------------------------

.venv/.run: $(RUN_LOCK) pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or newer is needed: make PYTHON=python3.11 ..."; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install $(PIP_FLAGS) --require-hashes -r $(RUN_LOCK)
	@$(BIN)/python -m pip install $(PIP_FLAGS) --no-index --no-deps --no-build-isolation -e .
	@$(BIN)/python -m compileall -q src
	@touch $@

.venv/.dev: .venv/.run $(DEV_LOCK)
	@$(BIN)/python -m pip install $(PIP_FLAGS) --require-hashes -r $(DEV_LOCK)
	@touch $@

.venv-wheel/.run: $(RUN_LOCK)
	@$(PYTHON) -m venv --clear .venv-wheel
	@.venv-wheel/bin/python -m pip install $(PIP_FLAGS) --require-hashes -r $(RUN_LOCK)
	@touch $@

# --- use ---------------------------------------------------------------------

demo: .venv/.run ## see the library at work
	@$(BIN)/tesserix-rag demo

test: .venv/.dev ## run the tests in random order
	@$(BIN)/python -m pytest $(TEST)

coverage: .venv/.dev ## run the tests, and show what no test runs
	@$(BIN)/python -m pytest $(TEST) --cov --cov-report=term-missing:skip-covered

# With pyenv, PYENV_VERSION picks the interpreter; elsewhere it means nothing. What depends on no Python is not
# asked again: what a browser shows, what a type checker says; and chance is tried less often.
test-all: ## run the tests on the other Pythons that are installed
	@set -e; for v in $(OTHER_PYTHONS); do \
		export PYENV_VERSION=$$v; \
		if ! python$$v -c '' 2>/dev/null; then \
			echo "== Python $$v is not installed: skipped"; continue; \
		fi; \
		echo "== Python $$v"; \
		python="python$$v"; env=".venv-$$v"; stamp="$$env/.test"; \
		if ! [ $$stamp -nt $(TEST_LOCK) -a $$stamp -nt pyproject.toml ]; then \
			test -x $$env/bin/python || $$python -m venv $$env; \
			$$env/bin/python -m pip install $(PIP_FLAGS) --require-hashes -r $(TEST_LOCK); \
			$$env/bin/python -m pip install $(PIP_FLAGS) --no-index --no-deps \
				--no-build-isolation -e .; \
			touch $$stamp; \
		fi; \
		TESSERIX_RAG_EXAMPLES=few TESSERIX_RAG_KILLS=5 $$env/bin/python -m pytest $(TEST); \
	done

test-slow: .venv/.dev ## kill processes 200 times while they write
	@TESSERIX_RAG_KILLS=200 $(BIN)/python -m pytest $(TEST) tests/corpus/test_sqlite_together.py tests/cli/test_killed.py

bench: .venv/.dev ## measure, and compare with the aims
	@$(BIN)/python bench/run.py

# --- checks ------------------------------------------------------------------

check: format-check lint types verify-types imports stubs docs changelog ## all checks but the tests

format-check: .venv/.dev
	$(BIN)/ruff format --check .

lint: .venv/.dev
	$(BIN)/ruff check .

types: .venv/.dev
	$(BIN)/mypy
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/pyright

# Asks about the wheel as a user gets it: built, installed, and away from the sources.
verify-types: .venv/.dev .venv-wheel/.run
	@rm -rf build/wheel build/away && mkdir -p build/wheel build/away
	@$(BIN)/python -m pip wheel $(PIP_FLAGS) --no-index --no-deps --no-build-isolation \
		--wheel-dir build/wheel .
	@.venv-wheel/bin/python -m pip install $(PIP_FLAGS) --no-index --no-deps --force-reinstall \
		build/wheel/*.whl
	@cd build/away && echo '{}' > pyrightconfig.json \
		&& ../../.venv-wheel/bin/python -I -c 'import tesserix_rag'
	cd build/away && PATH="$(CURDIR)/.venv-wheel/bin:$$PATH" \
		../../$(BIN)/pyright --verifytypes tesserix_rag --ignoreexternal

imports: .venv/.dev
	$(BIN)/lint-imports

stubs: .venv/.dev
	MYPYPATH=typings $(BIN)/python -m mypy.stubtest edlib sentencex --ignore-missing-stub

docs: .venv/.dev ## build the documentation, warnings are errors
	$(BIN)/sphinx-build -n -W --keep-going -q -d build/doctrees docs build/docs

changelog: .venv/.dev
	$(BIN)/towncrier build --draft --version next

# --- upkeep ------------------------------------------------------------------

format: .venv/.dev ## format, and mend what can be mended
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Keeps the pins that still fit; `make lock UPGRADE=--upgrade` takes the newest.
UPGRADE ?=
COMPILE = ../.venv-lock/bin/uv pip compile --quiet --universal --python-version 3.11 \
	--generate-hashes --no-header --no-emit-index-url --no-emit-find-links $(UPGRADE)

lock: ## pin and hash the requirements again
	@test -x .venv-lock/bin/uv || { $(PYTHON) -m venv .venv-lock \
		&& .venv-lock/bin/python -m pip install $(PIP_FLAGS) uv; }
	cd requirements && $(COMPILE) run.in -o run.txt
	cd requirements && $(COMPILE) -c run.txt test.in -o test.txt
	cd requirements && $(COMPILE) -c test.txt dev.in -o dev.txt

clean: ## remove environments and everything built
	rm -rf .venv .venv-* build dist .coverage .coverage.* .mypy_cache .pytest_cache .ruff_cache \
		.import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
