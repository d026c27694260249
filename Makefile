# `make demo` and `make test` need nothing but Python 3.11 or newer and PyPI.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
STAMP := .venv/.complete
# A real forum, which tests start: an environment of its own, as it is no part of pbem.
SPIRIT := .venv/spirit
ARGS ?=
# Some tests wait for servers and browsers: a third worker uses the two cores meanwhile.
WORKERS ?= 3
# Debian's packages that some tests start: real servers, a real browser (see missing.sh).
PACKAGES := dovecot-imapd dovecot-lmtpd postgresql chromium-headless-shell systemd
export UV_PYTHON_DOWNLOADS = never
# Compiled modules are kept, whatever the environment says: the tests start many processes.
export PYTHONDONTWRITEBYTECODE =

.PHONY: demo test test-postgresql soak bench check lint format types imports venv pictures lock system-packages wheel clean

demo: venv
	$(BIN)/pbem demo $(ARGS)
	@sh tools/missing.sh

test: venv $(SPIRIT)/.complete
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(ARGS)
	@sh tools/missing.sh

# The tests in which a moderator works, each with a database of PostgreSQL (tests/databases.py).
BY_MAIL := tests/mailbox tests/pbem/features tests/pbem/inbox tests/pbem/campaign tests/pbem/cli \
	tests/pbem/daemon tests/pbem/site
test-postgresql: venv
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --database postgresql $(or $(ARGS),$(BY_MAIL))

soak: venv $(SPIRIT)/.complete
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "soak or hypothesis" --hypothesis-profile soak $(ARGS)

bench: venv
	$(BIN)/python -m tests.bench $(ARGS)

check: lint types imports

lint: venv
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: venv
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: venv
	$(BIN)/mypy

imports: venv
	$(BIN)/lint-imports

venv: $(STAMP)

$(STAMP): requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "pbem needs Python 3.11 or newer: none was found"; exit 1; }
	@if command -v uv >/dev/null; then set -ex; \
		uv venv --quiet --allow-existing --python "$(PYTHON)" .venv; \
		uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements.lock; \
		uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation -e .; \
	else set -ex; \
		$(PYTHON) -m venv .venv || { echo "on Debian: apt-get install python3-venv"; exit 1; }; \
		$(BIN)/pip install --quiet --require-hashes -r requirements.lock; \
		$(BIN)/pip install --quiet --no-deps --no-build-isolation -e .; \
	fi
	@touch $(STAMP)

$(SPIRIT)/.complete: tests/spirit/requirements.lock | $(STAMP)
	@set -ex; if command -v uv >/dev/null; then \
		uv venv --quiet --allow-existing --python "$(PYTHON)" $(SPIRIT); \
		uv pip install --quiet --python $(SPIRIT)/bin/python --require-hashes -r $<; \
	else \
		$(PYTHON) -m venv $(SPIRIT); \
		$(SPIRIT)/bin/pip install --quiet --require-hashes -r $<; \
	fi
	@touch $@

pictures: venv
	$(BIN)/python -m tools.pictures

# The newest versions that pyproject.toml allows; the file holds hashes and no addresses.
lock:
	uv lock --upgrade
	uv export --quiet --all-extras --no-emit-project --no-annotate --no-header > requirements.lock

SUDO := $(shell test "$$(id -u)" = 0 || echo sudo)
system-packages:
	$(SUDO) apt-get update -q
	$(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $(PACKAGES)

wheel: venv
	$(BIN)/python -m hatchling build -t wheel

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
