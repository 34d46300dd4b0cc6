# Everything here can be done by hand too; each target shows the commands it runs.

SWIFT ?= swift
BUILD_FLAGS ?=
RELEASE_FLAGS := -c release --product flint
# A statically linked Swift runtime starts faster and runs where no toolchain is installed. The toolchain's own linker,
# unlike the system's, does not warn of a function the runtime uses.
ifeq ($(shell uname -s),Linux)
RELEASE_FLAGS += --static-swift-stdlib -Xswiftc -use-ld=lld
endif

# The optional modules and what they need are built for the tests, and not for the program.
TRAITS := --enable-all-traits

NCURSES_HEADERS := $(wildcard /usr/include/curses.h /usr/include/ncurses.h /usr/include/ncursesw/curses.h \
	/usr/local/include/ncursesw/curses.h /opt/homebrew/opt/ncurses/include/ncursesw/curses.h \
	/usr/local/opt/ncurses/include/ncursesw/curses.h \
	/Applications/Xcode.app/Contents/Developer/Platforms/MacOSX.platform/Developer/SDKs/MacOSX.sdk/usr/include/curses.h \
	/Library/Developer/CommandLineTools/SDKs/MacOSX.sdk/usr/include/curses.h)
AS_ROOT := $(shell test "$$(id -u)" = 0 || echo sudo)

.PHONY: help run run-server build install test test-debug stress fuzz counts bench lint surface format screens deps test-deps clean

help: ## List the targets.
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "%-12s %s\n", $$1, $$2 }'

run: build ## Build the release and open the console on the podcast demo.
	@"$$($(SWIFT) build $(RELEASE_FLAGS) --show-bin-path)/flint" console

run-server: ## Run the example of a service over HTTP; attach to it with "flint attach weather".
	$(SWIFT) run --traits ServerExample $(BUILD_FLAGS) WeatherService

build: deps ## Build the release.
	$(SWIFT) build $(RELEASE_FLAGS) $(BUILD_FLAGS)

PREFIX ?= /usr/local

install: build ## Install the program, its resources, the manual page and the completions below PREFIX (/usr/local).
	@bin="$$($(SWIFT) build $(RELEASE_FLAGS) --show-bin-path)" && set -x && \
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/flint" "$(DESTDIR)$(PREFIX)/share/man/man1" \
		"$(DESTDIR)$(PREFIX)/share/bash-completion/completions" "$(DESTDIR)$(PREFIX)/share/zsh/site-functions" \
		"$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d" && \
	install -m 755 "$$bin/flint" "$(DESTDIR)$(PREFIX)/bin/flint" && \
	cp -R Resources/Feeds Resources/Store Resources/clients Resources/personas Resources/schema "$(DESTDIR)$(PREFIX)/share/flint/" && \
	install -m 644 Resources/man/flint.1 "$(DESTDIR)$(PREFIX)/share/man/man1/flint.1" && \
	"$$bin/flint" completions bash > "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/flint" && \
	"$$bin/flint" completions zsh > "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_flint" && \
	"$$bin/flint" completions fish > "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/flint.fish"

test: test-deps lint ## Everything CI checks: formatting, a build without warnings, every test, no data races, the counts.
	$(MAKE) --jobs=2 test-debug counts

test-debug: test-deps
	$(SWIFT) build --build-tests $(TRAITS) --explicit-target-dependency-import-check error $(BUILD_FLAGS) -Xswiftc -warnings-as-errors
	$(MAKE) --no-print-directory surface
	$(SWIFT) test --skip-build --parallel $(TRAITS) $(BUILD_FLAGS) -Xswiftc -warnings-as-errors
	$(MAKE) stress

stress: deps ## Use one runtime from eight threads at once, under the thread sanitizer.
	$(SWIFT) run --sanitize thread --scratch-path .build/sanitized $(BUILD_FLAGS) -Xswiftc -DFLINT_THREAD_SANITIZER ThreadStress

# How long each fuzzer runs, and which there are.
FUZZ_SECONDS ?= 60
FUZZERS ?= $(notdir $(wildcard Tests/Fuzz/Sources/*))
FUZZ_FOLDER := .build/fuzz
# Of two sanitizers named apart, as the package manager names them, the compiler keeps the last one only.
FUZZ_FLAGS := -Xswiftc -sanitize=fuzzer,address
# The system's linker loses the counters by which a fuzzer finds its way.
ifeq ($(shell uname -s),Linux)
FUZZ_FLAGS += -Xswiftc -use-ld=lld
endif

fuzz: deps ## Run every fuzzer for FUZZ_SECONDS (60), under the address sanitizer.
	$(SWIFT) build -c release --package-path Tests/Fuzz --scratch-path $(FUZZ_FOLDER) --sanitize fuzzer --sanitize address -Xswiftc -enable-testing -Xswiftc -package-name -Xswiftc flint $(FUZZ_FLAGS) $(BUILD_FLAGS)
	@for fuzzer in $(FUZZERS); do \
		mkdir -p $(FUZZ_FOLDER)/corpus/$$fuzzer; \
		(set -x; $(FUZZ_FOLDER)/release/$$fuzzer -max_total_time=$(FUZZ_SECONDS) -print_final_stats=1 \
			-artifact_prefix=$(FUZZ_FOLDER)/ $(FUZZ_FOLDER)/corpus/$$fuzzer Tests/Fuzz/Seeds/$$fuzzer) || exit 1; \
	done

# A folder of its own lets the counts be built beside the tests.
BENCH_RUN := run -c release --scratch-path .build/benchmarks $(BUILD_FLAGS)

# The tests run at the same time and go first.
counts: deps ## Hold the allocations, evaluations and bytes of the engine to their limits, in a release build.
	nice $(SWIFT) $(BENCH_RUN) --quiet EngineCounts --limits Benchmarks/Thresholds.json

bench: deps ## Measure speed, scale and memory in a release build, and hold them to their limits.
	$(SWIFT) $(BENCH_RUN) Bench --limits Benchmarks/Thresholds.json $(BENCH_FLAGS)

lint: ## Check the formatting, and that no phrase of .lint-phrases is used; note results older than the sources.
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests Benchmarks/Sources
	@if test -e .build/debug/Modules/FlintCore.swiftmodule; then $(MAKE) --no-print-directory surface; fi
	@! grep -rnE -f .lint-phrases --include='*.swift' --include='*.md' Package.swift Sources Tests Benchmarks/Sources Benchmarks/README.md README.md CONTRIBUTING.md Makefile
	@measured=$$(sed -n 's/^Measured at commit `\([0-9a-f]*\)`.*/\1/p' Benchmarks/RESULTS.md); \
	changed=$$(git log -1 --format=%h -- 'Sources/*.swift' 2>/dev/null); \
	if test -n "$$changed" && ! git merge-base --is-ancestor "$$changed" "$$measured" 2>/dev/null; then \
		echo "Note: Benchmarks/RESULTS.md has figures of $$measured; Sources last changed in $$changed. make bench BENCH_FLAGS=--update renews them."; \
	fi

# What the modules may make public, in names.
SURFACE_LIMIT := 1217

surface: ## Count what the modules make public, from the last debug build.
	@$(SWIFT) Tests/PublicSurface/main.swift .build/debug $(SURFACE_LIMIT)

format: ## Fix the formatting.
	$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Tests Benchmarks/Sources

screens: ## Write the expected screens, the README's and the generated reference anew; read the difference before you commit it.
	FLINT_UPDATE_SCREENS=1 $(SWIFT) test $(TRAITS) --filter 'FlintConsoleTests|ReferenceTests|AnswerSchemaTests|JourneyTests|ManualTests|ToolSchemaTests|ScenarioExportTests|[Rr]eadme|README'

deps: ## Install the ncurses header where it is missing.
ifeq ($(NCURSES_HEADERS),)
	@if command -v apt-get >/dev/null; then \
		set -x; $(AS_ROOT) apt-get update && $(AS_ROOT) apt-get install -y libncurses-dev; \
	elif command -v brew >/dev/null; then \
		set -x; brew install ncurses; \
	else \
		echo "The ncurses header is missing. Install your system's ncurses development package." >&2; exit 1; \
	fi
endif

# Where the tests find the official client of the Model Context Protocol.
MCP_CLIENT := .build/mcp-client

test-deps: deps ## Install what the end-to-end tests drive, where it is missing: tmux, and a client of flint mcp.
	@if ! command -v tmux >/dev/null; then \
		if command -v apt-get >/dev/null; then \
			set -x; $(AS_ROOT) apt-get update && $(AS_ROOT) apt-get install -y tmux; \
		elif command -v brew >/dev/null; then \
			set -x; brew install tmux; \
		else \
			echo "tmux is missing. Install it; the end-to-end tests drive the console in it." >&2; exit 1; \
		fi; \
	fi
	@if ! test -x $(MCP_CLIENT)/bin/python; then \
		(set -x; python3 -m venv $(MCP_CLIENT) && $(MCP_CLIENT)/bin/python -m pip install --quiet 'mcp>=1.9,<3') || { \
			rm -rf $(MCP_CLIENT); \
			echo "The Python package mcp cannot be installed; the test with the official client of flint mcp is skipped." >&2; \
		}; \
	fi

clean: ## Remove the build products.
	$(SWIFT) package clean
