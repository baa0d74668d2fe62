# Two commands matter: `make demo` shows what genui does, `make test` runs every check.
# Both set up what they need from a bare clone.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.ONESHELL:
.DEFAULT_GOAL := help
# whoever runs make here trusts this folder
export GENUI_TRUST := 1
# The tests start hundreds of Python processes, and without bytecode each would compile all that it imports.
unexport PYTHONDONTWRITEBYTECODE

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DEMO := build/demo
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: help demo test lint types check unit unit-plain unit-browser hosts inspector runtime wheel docs gallery site bench fuzz format browser clean

help: ## List the commands
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 10

$(VENV)/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "error: genui needs Python 3.11 or newer; name one: make PYTHON=python3.12 ..." >&2; exit 2; }
	$(PYTHON) -m venv $(VENV) || { .ci/install python3-venv; $(PYTHON) -m venv --clear $(VENV); }
	$(BIN)/python -m pip --disable-pip-version-check --quiet install --upgrade 'pip>=25.1'
	touch $@

$(VENV)/.installed: $(VENV)/.created pyproject.toml
	$(PIP) install --editable .
	$(BIN)/python -m compileall -q src # where bytecode is not written by itself, every start would compile
	touch $@

$(VENV)/.developing: $(VENV)/.installed
	$(PIP) install --group dev
	touch $@

demo: $(VENV)/.installed ## Build the example server's views and show where to look
	@echo '$$ genui build --force'
	$(BIN)/genui build --force
	echo; echo '$$ genui check'
	$(BIN)/genui check
	echo; echo '$$ genui list --from-snapshot'
	$(BIN)/genui list --from-snapshot
	echo; echo '$$ genui export --out $(DEMO)'
	$(BIN)/genui export --out $(DEMO)
	echo
	echo 'The views are in generated/: open one in a browser, or all of them:'
	echo "    file://$$PWD/$(DEMO)/index.html"
	echo 'In front of a host they are served by: $(BIN)/genui serve'

test: $(VENV)/.developing tests/host/node_modules/.installed ## Run every check and test
	@echo 'Every check tells what it found when it ends: the tests take some minutes.'
	# Side by side, as each waits for processes and servers while another computes; those that take longest first.
	$(MAKE) --no-print-directory --jobs=3 --output-sync=target unit-browser unit-plain lint types check wheel

lint: $(VENV)/.developing
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.developing
	$(BIN)/mypy

check: $(VENV)/.installed
	$(BIN)/genui check
	$(BIN)/genui check --config examples/orders/genui.toml

browser:
	@command -v chromium || command -v chromium-browser || command -v google-chrome || .ci/install chromium
	command -v npm || .ci/install nodejs npm

tests/host/node_modules/.installed: tests/host/package-lock.json | browser
	cd tests/host && npm ci --no-audit --no-fund --loglevel=error && touch node_modules/.installed

# Two processes: where Playwright's loop runs, asyncio.run() is forbidden.
unit: unit-plain unit-browser

unit-plain: $(VENV)/.developing tests/host/node_modules/.installed
	$(BIN)/pytest -m "not browser" -n 2 --dist worksteal

unit-browser: $(VENV)/.developing tests/host/node_modules/.installed
	$(BIN)/pytest -m browser -n 2 --dist worksteal

hosts: $(VENV)/.installed browser ## Show the demo views, and one tool in five of the corpus, in every known host
	$(PIP) install "playwright>=1.50"
	$(BIN)/python benchmarks/hosts.py

tests/inspector/node_modules/.installed: tests/inspector/package-lock.json | browser
	cd tests/inspector && npm ci --no-audit --no-fund --loglevel=error && touch node_modules/.installed

inspector: $(VENV)/.developing tests/host/node_modules/.installed tests/inspector/node_modules/.installed ## Show the demo views in MCP Inspector, which needs Node 22
	$(BIN)/pytest tests/test_hosts_inspector.py

runtime: $(VENV)/.developing tests/host/node_modules/.installed ## Build templates/dist from templates/runtime and style.css
	node templates/build.mjs
	$(BIN)/python -m genui.shell

wheel: $(VENV)/.developing ## Build the wheel and use it from an empty directory
	.ci/wheel $(BIN)/python

gallery: $(VENV)/.developing tests/host/node_modules/.installed ## Draw the pictures of docs/gallery again
	PYTHONPATH=tests $(BIN)/python tests/gallery.py $(NAMES)

site: $(VENV)/.developing tests/host/node_modules/.installed ## Make the static pages of build/site, gallery of live views and all
	PYTHONPATH=tests NO_MKDOCS_2_WARNING=1 $(BIN)/python tests/sitepages.py
	echo "file://$$PWD/build/site/index.html"

docs: $(VENV)/.developing ## Write the generated documents again
	$(BIN)/python -m genui.docs

fuzz: $(VENV)/.developing browser ## Fuzz what is parsed, compiled and shown, for ten minutes and 300 views
	$(BIN)/python benchmarks/fuzz.py --seconds 600 --views 300

bench: $(VENV)/.developing ## Measure building, serving and reviewing
	$(BIN)/python benchmarks/build.py
	$(BIN)/python benchmarks/serve.py
	$(BIN)/python benchmarks/review.py

format: $(VENV)/.developing ## Format the Python sources
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean: ## Remove what make has made
	rm -rf $(VENV) build dist tests/host/node_modules tests/inspector/node_modules .pytest_cache .mypy_cache .ruff_cache
