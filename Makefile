# Every target sets up what it needs in .venv and does nothing twice.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Where only pip knows the package index: make test INSTALL='.venv/bin/pip install'
INSTALL ?= $(BIN)/uv pip install --python $(BIN)/python --quiet
# Nothing is compiled but our own package, and nothing is installed that requirements/ does not name by its hash.
LOCKED := --require-hashes --only-binary :all:
export CMAKE_BUILD_PARALLEL_LEVEL ?= $(shell nproc)
# Programs that tests start by the hundred are compiled once, also where the environment says otherwise.
unexport PYTHONDONTWRITEBYTECODE
NATIVE := $(shell find cpp -name '*.cpp' -o -name '*.hpp' -o -name CMakeLists.txt)

.PHONY: help demo test test-all test-postgresql tests-compiled kill-test coverage test-profile check style types layers stub-check validity mutation-check fuzz system bench bench-server bench-judging bench-live-view pictures docs migrations shell stub native-check package package-check audit lock clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit("Bakeoff needs Python 3.11 or newer: make PYTHON=python3.11 …" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)

# pip itself, uv and the build tools. They are in the environment, so that a change of one kernel recompiles one file.
$(VENV)/.build: requirements/build.txt | $(BIN)/python
	$(BIN)/python -m pip --disable-pip-version-check --quiet install $(LOCKED) --requirement $<
	@touch $@

$(VENV)/.server: requirements/server.txt | $(VENV)/.build
	$(INSTALL) $(LOCKED) --requirement $<
	@touch $@

$(VENV)/.core: $(VENV)/.build $(VENV)/.server pyproject.toml $(NATIVE)
	@echo 'Building Bakeoff (about a minute the first time) …'
	$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: | $(VENV)/.test # with -j two programs would install into one environment at once
$(VENV)/.test $(VENV)/.dev: $(VENV)/.%: requirements/%.txt | $(VENV)/.core
	$(INSTALL) $(LOCKED) --requirement $<
	@touch $@

# METEOR's table of paraphrases for the tests: we want the file alone, not what its package needs to run.
$(VENV)/.meteor: requirements/meteor.txt | $(VENV)/.build
	$(INSTALL) $(LOCKED) --no-deps --requirement $<
	@touch $@

demo: $(VENV)/.core ## score the example texts, then make two campaigns of them and serve them (on a terminal)
	@$(BIN)/python examples/demo.py
	@echo '$$ bakeoff demo'
	@$(BIN)/bakeoff demo

# Neighbours stay together, so that what the tests of a file share is made once; who is done first takes from the others.
PARALLEL := -n $(shell nproc) --dist worksteal

# Some tests of the long targets take more than the ten minutes after which a test counts as stuck.
UNLIMITED := -o faulthandler_timeout=0

# Few tests run on PostgreSQL: each process more would take ten seconds to find them.
ON_POSTGRESQL := BAKEOFF_TEST_DATABASE=postgresql $(BIN)/python -m pytest -n $(shell expr \( $$(nproc) + 1 \) / 2) --dist worksteal

# Both databases at once, so that the one works while the other waits. What PostgreSQL's tests say comes at the end.
test: $(VENV)/.core $(VENV)/.test $(VENV)/.meteor ## run every test that this machine offers
ifdef PYTEST
	$(BIN)/python -m pytest $(PARALLEL) $(PYTEST)
	@echo 'The site was tested on SQLite alone; on PostgreSQL: make test-postgresql'
else
	@mkdir -p build
	$(ON_POSTGRESQL) tests/site >build/test-postgresql.log 2>&1 & other=$$!; \
	trap 'kill $$other 2>/dev/null || true' EXIT; \
	status=0; \
	$(BIN)/python -m pytest $(PARALLEL) || status=$$?; \
	wait $$other || status=$$?; \
	cat build/test-postgresql.log; \
	exit $$status
endif

test-postgresql: $(VENV)/.core $(VENV)/.test ## run the site's tests that touch locks, constraints, SQL or transactions on PostgreSQL
	$(ON_POSTGRESQL) $(or $(PYTEST),tests/site)

# pytest rewrites each file of tests once; otherwise every process of the first run does it.
tests-compiled: $(VENV)/.core $(VENV)/.test
	$(BIN)/python -m pytest --collect-only -qq >/dev/null

test-all: export BAKEOFF_TEST_DEPTH := thorough
test-all: $(VENV)/.core $(VENV)/.test $(VENV)/.meteor ## run every test with all random cases, the site's on both databases, and the long reproductions (an hour or more)
	$(BIN)/python -m pytest $(PARALLEL) $(UNLIMITED)
	BAKEOFF_TEST_DATABASE=postgresql $(BIN)/python -m pytest $(PARALLEL) $(UNLIMITED) tests/site
	$(MAKE) --no-print-directory validity

KILLED := $(addprefix tests/site/commands/test_,killed.py killed_judging.py killed_server.py killed_worker.py stopped.py)

kill-test: $(VENV)/.core $(VENV)/.test ## kill the server at 50 random moments of its start, at 50 while teams submit and at 50 while people judge, the worker at 50 while it scores, and stop the server 50 times on a busy machine, on both databases (long)
	BAKEOFF_KILLS=50 $(BIN)/python -m pytest $(KILLED) $(UNLIMITED) $(PYTEST)
	BAKEOFF_KILLS=50 BAKEOFF_TEST_DATABASE=postgresql $(BIN)/python -m pytest $(KILLED) $(UNLIMITED) $(PYTEST)

# Processor time, unlike time on the clock, says the same on a busy machine and where tests wait for each other.
test-profile: export BAKEOFF_TEST_PROFILE := build/test-profile
test-profile: $(VENV)/.core $(VENV)/.test $(VENV)/.meteor ## run the tests and print which files and which tests take most processor time (PYTEST=… for some of them)
	rm -rf $(BAKEOFF_TEST_PROFILE)
	status=0; $(MAKE) --no-print-directory test || status=$$?; \
	$(BIN)/python .ci/test_profile.py; \
	exit $$status

# The report is written also when a test failed; then the target fails at its end.
coverage: $(VENV)/.core $(VENV)/.test $(VENV)/.meteor ## run the tests on SQLite and report line and branch coverage of each package, each line in build/coverage/html
	rm -rf build/coverage && mkdir -p build/coverage
	status=0; $(BIN)/coverage run -m pytest $(PARALLEL) $(PYTEST) || status=$$?; \
	$(BIN)/coverage combine --quiet; \
	$(BIN)/coverage html --quiet; \
	$(BIN)/python .ci/coverage_report.py; \
	exit $$status

check: style types layers stub-check native-check docs ## style, types, layers, the native stub, the kernels under sanitizers, the documentation (faster with -j2)

style: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/.dev
	BAKEOFF_SECRET_KEY=unused $(BIN)/mypy

layers: $(VENV)/.dev
	$(BIN)/lint-imports

stub-check: $(VENV)/.core
	@mkdir -p build
	$(BIN)/python -m nanobind.stubgen -q -m bakeoff.native._kernels -o build/_kernels.pyi
	diff -u src/bakeoff/native/_kernels.pyi build/_kernels.pyi || { echo 'The stub is out of date: make stub'; exit 1; }

validity: $(VENV)/.core $(VENV)/.test ## simulate whether tests and intervals keep what they promise, and reproduce published tables that take minutes (half an hour or more)
	BAKEOFF_TEST_DEPTH=thorough $(BIN)/python -m pytest validity tests/reproductions $(PARALLEL) $(UNLIMITED) $(PYTEST)

FAULTS ?= 30
SEED ?= 1

mutation-check: export BAKEOFF_DATA ?= $(abspath ../shared/data)
mutation-check: $(VENV)/.core $(VENV)/.test $(VENV)/.meteor ## put FAULTS (30) small faults into a copy of the sources, one at a time, and say which the tests find (an hour or more)
	rm -rf build/mutations && git clone --quiet . build/mutations
	$(MAKE) --no-print-directory -C build/mutations .venv/.core .venv/.test .venv/.meteor
	cd build/mutations && $(BIN)/python .ci/mutations.py --faults $(FAULTS) --seed $(SEED)

MINUTES ?= 2

fuzz: $(VENV)/.core ## throw broken archives, rulebooks and HTTP requests at the code that meets them first, MINUTES (2) each
	for target in checker rulebooks gateway; do $(BIN)/python fuzz/$$target.py --minutes $(MINUTES) || exit 1; done

stub: $(VENV)/.core ## write the stub of the native module again
	$(BIN)/python -m nanobind.stubgen -q -m bakeoff.native._kernels -o src/bakeoff/native/_kernels.pyi

native-check: $(VENV)/.build ## the kernels' own tests under the sanitizers
	$(BIN)/cmake -S cpp -B build/native-check -G 'Unix Makefiles' \
		-DBAKEOFF_PYTHON=OFF -DBAKEOFF_TESTS=ON -DBAKEOFF_SANITIZE=ON >/dev/null
	$(BIN)/cmake --build build/native-check --parallel
	build/native-check/kernel_tests

bench: $(VENV)/.core $(VENV)/.test ## compare our speed with named peers
	$(BIN)/python bench/start.py
	$(BIN)/python bench/score.py
	$(BIN)/python bench/compare.py
	$(BIN)/python -m bench.board
	$(BIN)/python bench/matching.py
	$(BIN)/python bench/speech.py
	$(BIN)/python bench/metrics_task.py
	$(BIN)/python bench/report_tables.py

bench-server: $(VENV)/.core $(VENV)/.test ## how fast the server answers 50 people and scores 100 submissions, on PostgreSQL
	$(BIN)/python -m bench.server

bench-judging: $(VENV)/.core $(VENV)/.test ## how fast the server answers 300 people who judge, at the start of a task and after 200,000 judgments, on PostgreSQL
	$(BIN)/python -m bench.judging

bench-live-view: $(VENV)/.core $(VENV)/.test ## how fast organisers follow 200,000 judgments, on SQLite and PostgreSQL; fails where a page takes longer than a second
	$(BIN)/python -m bench.live_view

pictures: $(VENV)/.core $(VENV)/.test ## make the pictures of the documentation again from the pages of the demo
	$(BIN)/python .ci/pictures.py

docs: $(VENV)/.dev ## build the documentation into site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

# Django compares the models with the migrations and writes what is missing; no server's data or settings take part.
migrations: $(VENV)/.core ## write migrations for changed models of the site; NAME=… names them
	mkdir -p build/migrations
	BAKEOFF_CONFIG=/dev/null BAKEOFF_DATA_FOLDER=build/migrations BAKEOFF_DATABASE_URL= BAKEOFF_SECRET_KEY=unused \
		$(BIN)/python -m django makemigrations --settings bakeoff_site.config.settings $(if $(NAME),--name $(NAME))

shell: $(VENV)/.core ## a Python shell with the models of the site, on the data of bakeoff serve in this folder
	umask 077; for call in 'migrate --verbosity 0' shell; do \
		$(BIN)/python -m django $$call --settings bakeoff_site.config.settings || exit; done

# Wheel and source package. The wheel is built from the source package, not from the source tree: what the source package
# lacks is found when the wheel is built or tried, so nothing is built a second time to try the source package.
package: $(VENV)/.build ## build the wheel and the source package into dist/
	rm -rf dist
	$(BIN)/uv build --quiet --python $(BIN)/python --build-constraint requirements/build.txt --out-dir dist

package-check: package ## install the wheel into a clean environment outside the source tree, look for the documentation, then score and make the demo there
	.ci/try-wheel $(BIN)/uv dist/*.whl requirements/server.txt

AUDITED := $(wildcard requirements/*.txt)

audit: $(VENV)/.build ## look up known security problems of the locked dependencies (asks PyPI)
	$(BIN)/uv tool run --quiet --python $(BIN)/python pip-audit@2.10.1 --strict --disable-pip --require-hashes $(addprefix -r ,$(AUDITED))

# One resolution for every supported Python and platform; the smaller files take their versions from the largest.
COMPILE := $(BIN)/uv pip compile --quiet --universal --generate-hashes --only-binary :all: --no-annotate \
	--custom-compile-command 'make lock'
ALL_EXTRAS := $(addprefix --extra ,align cluster pos postgres server zh)
SAME := --constraint requirements/dev.txt

UPGRADE ?= --upgrade

lock: | $(VENV)/.build ## write the newest versions of all dependencies that pyproject.toml admits into requirements/ (UPGRADE= keeps the versions of today)
	$(COMPILE) $(UPGRADE) pyproject.toml $(ALL_EXTRAS) $(addprefix --group ,build check docs test) --output-file requirements/dev.txt
	$(COMPILE) $(SAME) pyproject.toml $(ALL_EXTRAS) --group test --output-file requirements/test.txt
	$(COMPILE) $(SAME) pyproject.toml --extra postgres --extra server --output-file requirements/server.txt
	$(COMPILE) $(SAME) --group build --output-file requirements/build.txt
	$(COMPILE) --no-deps --group meteor --output-file requirements/meteor.txt

# What the build and the tests use of the system, by Debian's names; later kinds of test add theirs here.
SYSTEM_PACKAGES := g++ make python3-dev python3-venv sctk wordnet-base default-jre-headless zip postgresql chromium-headless-shell \
	texlive-latex-base texlive-latex-recommended

system: ## install the Debian packages that build and tests use
	@missing=$$(for package in $(SYSTEM_PACKAGES); do dpkg -s $$package >/dev/null 2>&1 || echo $$package; done); \
	if [ -n "$$missing" ]; then apt-get update -qq && apt-get install -qq -y --no-install-recommends $$missing || \
		{ [ "$$missing" = chromium-headless-shell ] && command -v chromium >/dev/null && \
		echo 'Browser journeys run in chromium, which takes twice the time.'; }; fi

clean: ## remove everything that was built
	rm -rf $(VENV) build dist site
