# Every target prints its commands, which can also be run by hand.

SWIFT ?= swift
BUILD_FLAGS ?=
# Optimized for size, which makes builds and downloads about 10 % faster and does not slow keys down; the figures are in
# Benchmarks/README.md. The debug information that "swift build" adds by default is omitted.
RELEASE := -c release -Xswiftc -Osize -debug-info-format none
# A statically linked Swift runtime starts faster and runs without an installed toolchain. Unlike the system's linker, the
# toolchain's linker does not warn about a function that the runtime uses.
ifeq ($(shell uname -s),Linux)
RELEASE += --static-swift-stdlib -Xswiftc -use-ld=lld
endif
RELEASE_FLAGS := $(RELEASE) --product flint
# A build without optimization and debug information takes half the time.
QUICK := -debug-info-format none $(if $(filter Linux,$(shell uname -s)),-Xswiftc -use-ld=lld)

# The optional modules and their dependencies are built for the tests but not for the program. The tests omit RemoteFlags,
# whose network stack takes as long to build as the program; "make test TRAITS=--enable-all-traits" includes it.
TRAITS := --traits $(shell sed -n '/^    traits: \[/,/^    \],/s/.*name: "\([A-Za-z]*\)".*/\1/p' Package.swift | grep -v RemoteFlags | paste -sd, -)

NCURSES_HEADERS := $(wildcard /usr/include/curses.h /usr/include/ncurses.h /usr/include/ncursesw/curses.h \
	/usr/local/include/ncursesw/curses.h /opt/homebrew/opt/ncurses/include/ncursesw/curses.h \
	/usr/local/opt/ncurses/include/ncursesw/curses.h \
	/Applications/Xcode.app/Contents/Developer/Platforms/MacOSX.platform/Developer/SDKs/MacOSX.sdk/usr/include/curses.h \
	/Library/Developer/CommandLineTools/SDKs/MacOSX.sdk/usr/include/curses.h)
AS_ROOT := $(shell test "$$(id -u)" = 0 || echo sudo)

.PHONY: help run run-server build install dist deb try-deb try-fresh release-check resources test check test-build test-debug test-modules test-program without-curses stress fuzz counts bench bench-build console-bench valgrind soak kills fuzz-seeds mutate lint surface format docs docs-check screens deps trait-deps test-deps clean

help: ## List the targets.
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "%-12s %s\n", $$1, $$2 }'

run: deps ## Build the program without optimization, which is quicker, and open the console on the podcast demo.
	@test -e .build/run/debug/flint || echo "The first build takes one to three minutes, later ones take seconds."
	$(SWIFT) build --scratch-path .build/run --product flint $(QUICK) --disable-index-store $(BUILD_FLAGS)
	@.build/run/debug/flint console

run-server: ## Run the HTTP service example; attach to it with "flint console weather".
	$(SWIFT) run --traits ServerExample $(BUILD_FLAGS) FlintWeatherService

build: deps ## Build the release.
	$(SWIFT) build $(RELEASE_FLAGS) $(BUILD_FLAGS)

PREFIX ?= /usr/local
# The name of the installed command; other tools are also called flint. The environment does not set it, because some
# systems have a variable with that name.
NAME = flint

install: build ## Install the program as NAME (flint), its schemas, manual page, and completions under PREFIX (/usr/local).
	sh Resources/packaging/stage.sh "$$($(SWIFT) build $(RELEASE_FLAGS) $(BUILD_FLAGS) --show-bin-path)/flint" "$(DESTDIR)$(PREFIX)" $(NAME)

# The version number. Version.swift is its only definition.
VERSION = $(shell sed -n 's/^let version = "\(.*\)"$$/\1/p' Sources/FlintProgram/Version.swift)
DIST_FOLDER := .build/dist-packages
# The program contains the C library too, so that it runs on every Linux system, whatever its C library.
DIST_FLAGS := $(RELEASE_FLAGS) --scratch-path .build/dist -Xswiftc -static-executable \
	-Xswiftc -Xfrontend -Xswiftc -function-sections -Xlinker --icf=all

dist: deps ## Make a tarball of a program that needs no libraries (Linux), with its bill of materials, and checksums signed by DIST_KEY.
	$(SWIFT) build $(DIST_FLAGS) $(BUILD_FLAGS)
	sh Resources/packaging/dist.sh .build/dist/release/flint $(VERSION) .build/dist/checkouts $(DIST_FOLDER)
	cd $(DIST_FOLDER) && sha256sum flint-$(VERSION)-*.tar.gz flint-$(VERSION)-*.cdx.json >SHA256SUMS
	$(if $(DIST_KEY),gpg --batch --yes --armor --local-user "$(DIST_KEY)" --detach-sign $(DIST_FOLDER)/SHA256SUMS)

deb: dist ## Make a Debian package from the tarball.
	sh Resources/packaging/deb.sh $(DIST_FOLDER)/flint-$(VERSION)-linux-$$(uname -m) $(VERSION) $(DIST_FOLDER)

try-deb: deb ## Install, run, and remove the package on a minimal Debian system; needs root and debootstrap.
	sh Resources/packaging/try-deb.sh $(DIST_FOLDER)/flint-console_$(VERSION)_$$(dpkg --print-architecture).deb .build/debian

# The targets that try-fresh runs: those of the README and those that need only the sources. The variables are
# shorter than the defaults of fuzz, kills, soak, and mutate.
TARGETS ?= help deps trait-deps lint without-curses build install run readme swift-run run-server counts stress \
	docs dist deb test-deps fuzz kills soak mutate test

try-fresh: ## Run each of TARGETS in a fresh minimal Debian system with only the toolchain, make, and git; needs root and debootstrap.
	sh Resources/packaging/try-fresh.sh .build/fresh-root $(TARGETS)

# The tests that compare a generated file or page with the program, or rewrite it.
GENERATED := FlintScreenTests|TutorialTests|ReferenceTests|AnswerSchemaTests|SchemaFileTests|ToolSchemaTests|ModelContextTests|JourneyTests|ManualTests|ScenarioExportTests|MomentExportTests|LaunchPersonaTests|CheckCommandTests|CoverageCommandTests|LintCommandTests|ManifestCommandTests|GatingReportTests|FeatureKeySourceTests|ArticleTests|ScriptTests|[Rr]eadme|README

release-check: TRAITS := --enable-all-traits
release-check: test-build lint ## List what blocks a release: a stale picture, page, schema, benchmark, or changelog.
	$(TEST_RUN) --parallel --filter '$(GENERATED)'
	sh Resources/packaging/outside-check.sh .build/outside
	sh Resources/packaging/release-check.sh $(VERSION)

test: test-deps ## Check the formatting and the public names, build without warnings, and run the tests.
	$(MAKE) --jobs=2 lint test-debug
	$(MAKE) --no-print-directory surface

check: TRAITS := --enable-all-traits
check: test-deps ## Run every check: the tests, also of RemoteFlags, the counts, the build of the benchmarks, data races, kills, and the documentation.
	$(MAKE) test counts bench-build stress kills docs-check TRAITS="$(TRAITS)"

TEST_FLAGS = $(TRAITS) $(QUICK) $(BUILD_FLAGS) -Xswiftc -warnings-as-errors
TEST_RUN = $(SWIFT) test --skip-build $(TEST_FLAGS)

# The package manager passes traits to the compiler in the order of their hash values. If these differed between runs, each
# build would start anew.
test-build: test-deps
	SWIFT_DETERMINISTIC_HASHING=1 $(SWIFT) build --build-tests --explicit-target-dependency-import-check error $(TEST_FLAGS)

# Many tests need the main queue, so two processes use two processors better than one. The second half drives the program.
# On Linux, the tests are a program. Two runs of `swift test` would compete for the database of the build.
ifeq ($(shell uname -s),Linux)
HALVES := 2
HALF_RUN := .build/debug/flintPackageTests.xctest --testing-library swift-testing --parallel
else
HALVES := 1
HALF_RUN = $(TEST_RUN) --parallel
endif

test-debug: test-build
	$(MAKE) --jobs=$(HALVES) test-modules test-program

SECOND_HALF := '^(EndToEndTests|FlintCommandTests)\.'

test-modules:
	$(HALF_RUN) --skip $(SECOND_HALF)

test-program:
	$(HALF_RUN) --filter $(SECOND_HALF)

without-curses: ## Build the command line's library as for a system without ncurses; the program then finds no terminal.
	$(SWIFT) build --target FlintCLI --scratch-path .build/without-curses -Xcc -DFLINT_NO_CURSES $(BUILD_FLAGS)

stress: deps ## Use one runtime from eight threads and attached clients at once, under the thread sanitizer.
	FLINT_MEASUREMENTS=1 $(SWIFT) run --sanitize thread --scratch-path .build/sanitized $(BUILD_FLAGS) -Xswiftc -DFLINT_THREAD_SANITIZER FlintThreadStress

# The seconds that each fuzzer runs, and the fuzzers.
FUZZ_SECONDS ?= 60
FUZZERS ?= $(notdir $(wildcard Tests/Fuzz/Sources/*))
FUZZ_FOLDER := .build/fuzz
# The package manager passes each sanitizer in a separate option, of which the compiler uses only the last.
FUZZ_FLAGS := -Xswiftc -sanitize=fuzzer,address
# The system's linker drops the coverage counters that guide a fuzzer.
ifeq ($(shell uname -s),Linux)
FUZZ_FLAGS += -Xswiftc -use-ld=lld
endif

# Leak detection is off: the runtime encodes the address of a weakly referenced object in a form that the detection does
# not recognize.
fuzz: trait-deps ## Run every fuzzer for FUZZ_SECONDS (60), under the address sanitizer.
	$(SWIFT) build -c release --package-path Tests/Fuzz --scratch-path $(FUZZ_FOLDER) --sanitize fuzzer --sanitize address -Xswiftc -enable-testing $(FUZZ_FLAGS) $(BUILD_FLAGS)
	@for fuzzer in $(FUZZERS); do \
		mkdir -p $(FUZZ_FOLDER)/corpus/$$fuzzer; \
		(set -x; ASAN_OPTIONS=detect_leaks=0 $(FUZZ_FOLDER)/release/$$fuzzer -max_total_time=$(FUZZ_SECONDS) -print_final_stats=1 \
			-artifact_prefix=$(FUZZ_FOLDER)/ $(FUZZ_FOLDER)/corpus/$$fuzzer Tests/Fuzz/Seeds/$$fuzzer) || exit 1; \
	done

fuzz-seeds: ## Add a few small inputs that the fuzzers found to the seeds, which the tests also run.
	@for fuzzer in $(FUZZERS); do \
		python3 Tests/Fuzz/choose.py $(FUZZ_FOLDER)/release/$$fuzzer $(FUZZ_FOLDER)/corpus/$$fuzzer Tests/Fuzz/Seeds/$$fuzzer || exit 1; \
	done

# A separate build folder, because the build of the program has other options. Without debug information, which earlier
# versions of Valgrind cannot read.
BENCH_BUILD := FLINT_MEASUREMENTS=1 $(SWIFT) build -c release -debug-info-format none --scratch-path .build/benchmarks $(BUILD_FLAGS) --product
BENCHMARKS := .build/benchmarks/release
# Counts instructions. On systems without Valgrind, the variable is empty, and the programs say that they don't count them.
CALLGRIND_OUTPUT := .build/benchmarks/callgrind.out
CALLGRIND = $(if $(shell command -v valgrind),env SWIFT_DETERMINISTIC_HASHING=1 FLINT_CALLGRIND_OUTPUT=$(CALLGRIND_OUTPUT) \
	valgrind --quiet --tool=callgrind --instr-atstart=no --callgrind-out-file=$(CALLGRIND_OUTPUT))
# The console is measured as users run it. The engine is measured as apps build it, which is the default.
CONSOLE_BENCH := .build/benchmarks-console/release/FlintBench
MEASURES_CONSOLE := $(filter --console,$(BENCH_FLAGS))
COUNTS_ONLY := $(filter --counts,$(BENCH_FLAGS))

counts: deps valgrind ## Check the engine's instructions (with Valgrind), allocations, evaluations, and bytes against their limits, in a release build.
	$(BENCH_BUILD) FlintEngineCounts --quiet
	$(CALLGRIND) $(BENCHMARKS)/FlintEngineCounts --limits Benchmarks/Thresholds.json

bench: deps $(if $(MEASURES_CONSOLE),build console-bench,valgrind bench-build) ## Measure speed, scale, and memory in a release build, and check them against their limits.
	$(if $(MEASURES_CONSOLE),$(CONSOLE_BENCH) --demo .build/release/flint,$(if $(COUNTS_ONLY),$(CALLGRIND)) $(BENCHMARKS)/FlintBench) \
		--limits Benchmarks/Thresholds.json $(BENCH_FLAGS)

bench-build:
	$(BENCH_BUILD) FlintBench

console-bench:
	FLINT_MEASUREMENTS=1 $(SWIFT) build $(RELEASE) --product FlintBench --scratch-path .build/benchmarks-console $(BUILD_FLAGS)

# The duration of the soak test, in seconds.
SOAK_SECONDS ?= 3600

# The number of kills per program. The programs are commands that write files, a program with a journal, an app
# with attached clients, and the clients.
KILLS ?= 70

kills: test-build ## Kill programs that write files, an app with clients, and the clients, KILLS (70) times each.
	FLINT_KILLS=$(KILLS) $(TEST_RUN) --filter 'WriterKillTests|KilledJournalTests|AttachKillTests|StateFileTests'

# The number of mutants, the seed that chooses them, and the modules or their folders. A mutant for which MUTANT_SECONDS
# of tests pass has survived. MUTANTS_FROM names a file with lines of an earlier report, whose mutants are tested again
# instead of chosen ones.
MUTANTS ?= 300
MUTANT_SEED ?= 1
MUTANT_SECONDS ?= 120
MUTATED ?= FeatureGating FlintWorld/World FlintAttach FlintRecording FlintCLI
MUTATION_FOLDER := .build/mutants/tool

# Runs with the lowest priority, because it takes about an hour.
mutate: test-deps ## List which of MUTANTS (300) small changes to the modules in MUTATED no test notices (Linux).
	$(SWIFT) build --package-path Tests/Mutation --scratch-path $(MUTATION_FOLDER)
	SWIFT="$(SWIFT)" nice -n 19 $(MUTATION_FOLDER)/debug/Mutation $(MUTANTS) $(MUTANT_SEED) $(MUTANT_SECONDS) 2 $(MUTATED)

soak: deps console-bench ## Run the demo at 50 times its speed with clients and faults for SOAK_SECONDS (3600); fail if an update is lost, a console falls behind, or memory grows.
	$(CONSOLE_BENCH) --soak $(SOAK_SECONDS) --limits Benchmarks/Soak.json

# The pages about the project.
PAGES := README.md CONTRIBUTING.md ARCHITECTURE.md RECIPES.md PRINCIPLES.md AGENTS.md CODE_OF_CONDUCT.md SECURITY.md \
	STABILITY.md THIRD-PARTY-NOTICES.md Resources/skills/flint/SKILL.md

# The demo's data as Swift source, so that the program needs no other file.
EMBEDDED := Sources/FlintPodcasts/PodcastFiles.swift
REFUSALS := Sources/FlintModel/StandardRefusalStrings.swift

resources: ## Write the demo's data and the texts of refusals in Resources to Swift source, which makes them part of the program.
	sh Resources/packaging/embed.sh >$(EMBEDDED)
	sh Resources/packaging/embed-refusals.sh >$(REFUSALS)

# The only file that imports Synchronization.
LOCKS := Sources/FlintLocks/Lock.swift

lint: ## Check the formatting, the phrases in .lint-phrases, the shape of comments, the licenses, and the embedded data; note benchmark results that are older than the sources.
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests Benchmarks/Sources Resources/packaging
	@! grep -rnE -f .lint-phrases --include='*.swift' --include='*.md' Package.swift Sources Tests Benchmarks/Sources Benchmarks/README.md $(PAGES) Makefile
	@for package in $$(sed -n 's|.*url: "[^"]*/\([^"/]*\)".*|\1|p' Package.swift); do \
		grep -q "^| \[$$package\]" THIRD-PARTY-NOTICES.md || { echo "THIRD-PARTY-NOTICES.md does not list $$package." >&2; exit 1; }; \
	done
	@for module in $(DOCUMENTED); do \
		grep -q " $$module\$$" .spi.yml || { echo ".spi.yml does not list $$module." >&2; exit 1; }; \
	done
	@find Sources Tests Benchmarks \( -name '*.swift' -o -name '*.[ch]' \) | xargs awk -f .lint-comments.awk
	@! find Sources Benchmarks/Sources Resources -path '*.docc' -prune -o \( -name '*.swift' -o -name '*.[ch]' -o -name '*.py' -o -name '*.sh' \) -print \
		| xargs grep -L 'SPDX-License-Identifier: MIT' | sed 's/$$/ has no line SPDX-License-Identifier: MIT./' | grep .
	@! grep -rlE 'import (FoundationEssentials|Glibc|Musl)' Sources | grep -vE '^Sources/(FlintFoundation|FlintLibc|FlintDesktopPortal)/' \
		| sed 's/$$/: Import FlintFoundation or FlintLibc instead of a library that only some systems have./' | grep .
	@! grep -rlE '^ *(@[_a-zA-Z]+ )?([a-z]+ )?import ([a-z]+ )?Synchronization' --include='*.swift' --include='*.md' Package.swift Sources Tests Benchmarks $(PAGES) | grep -vxF $(LOCKS) \
		| sed 's|$$|: Import FlintLocks instead of Synchronization, which requires iOS 18. Code that apps write uses NSLock.|' | grep .
	@sh Resources/packaging/embed.sh | cmp -s - $(EMBEDDED) || { \
		echo '$(EMBEDDED) differs from Resources. Run "make resources".' >&2; exit 1; \
	}
	@sh Resources/packaging/embed-refusals.sh | cmp -s - $(REFUSALS) || { \
		echo '$(REFUSALS) differs from Resources. Run "make resources".' >&2; exit 1; \
	}
	@measured=$$(sed -n 's/^Measured at commit `\([0-9a-f]*\)`.*/\1/p' Benchmarks/RESULTS.md); \
	changed=$$(git log -1 --format=%h -- 'Sources/*.swift' 2>/dev/null); \
	if test -n "$$changed" && ! git merge-base --is-ancestor "$$changed" "$$measured" 2>/dev/null; then \
		echo "Note: Benchmarks/RESULTS.md has results of $$measured; Sources last changed in $$changed. make bench BENCH_FLAGS=--update updates them."; \
	fi

SURFACE_BUILD ?= .build/debug

surface: ## Count the public names of the last debug build (SURFACE_FLAGS=--list prints them); check the contract's names.
	@$(SWIFT) Tests/PublicSurface/main.swift $(SURFACE_BUILD) Tests/Clients/contract.txt $(SURFACE_FLAGS)

format: ## Fix the formatting.
	$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Tests Benchmarks/Sources Resources/packaging

# The modules with public names, and the output folder of the site.
DOCUMENTED := FeatureGating FlintModel FlintCore FlintUserDefaults FlintObservation FlintSwiftUI FlintTesting FlintSimulation \
	FlintInspector FlintAttachServer FlintConsole FlintUI FlintCLI FlintRemoteFlags FlintConfigurationFlags FlintMetrics FlintServiceLifecycle \
	FlintSystemPermissions FlintDesktopPortal
DOCS_SITE := .build/docs-site
# The site's landing page, which links to the modules. The plugin does not support landing pages.
DOCS_LANDING := Resources/documentation/Flint.docc
DOCS_MODULES := .build/docs/plugins/Swift-DocC/outputs/intermediates
DOCS_LANDING_FLAGS := --fallback-display-name Flint --fallback-bundle-identifier Flint --warnings-as-errors \
	--enable-experimental-external-link-support
DOCC = $$(command -v docc || xcrun --find docc)
# The path under which the site will be served, such as /flint.
DOCS_BASE_PATH ?= /

# FLINT_DOCS adds the plugin to the manifest. Package.resolved is restored afterward, so it does not list the plugin.
docs: trait-deps ## Build the documentation site in .build/docs-site; warnings are errors.
	@rm -rf $(DOCS_SITE); mkdir -p .build/docs; saved=.build/docs/Package.resolved; rm -f $$saved; \
	restore() { rm -f Package.resolved; if test -e $$saved; then mv $$saved Package.resolved; fi; }; \
	if test -e Package.resolved; then cp -p Package.resolved $$saved; fi; trap restore EXIT; trap 'exit 130' INT TERM; \
	(set -x; FLINT_DOCS=1 $(SWIFT) package --scratch-path .build/docs --enable-all-traits --allow-writing-to-directory $(DOCS_SITE) \
		generate-documentation $(DOCUMENTED:%=--target %) --warnings-as-errors \
		--enable-experimental-combined-documentation --hosting-base-path $(DOCS_BASE_PATH) --output-path $(DOCS_SITE) && \
	rm -rf $(DOCS_SITE) .build/docs/Flint.doccarchive && \
	"$(DOCC)" convert $(DOCS_LANDING) $(DOCUMENTED:%=--dependency $(DOCS_MODULES)/%.doccarchive) $(DOCS_LANDING_FLAGS) \
		--transform-for-static-hosting --hosting-base-path $(DOCS_BASE_PATH) --output-path .build/docs/Flint.doccarchive && \
	"$(DOCC)" merge .build/docs/Flint.doccarchive $(DOCUMENTED:%=$(DOCS_MODULES)/%.doccarchive) \
		--synthesized-landing-page-name Flint --output-path $(DOCS_SITE)) && \
	echo '<!doctype html><meta http-equiv="refresh" content="0; url=documentation/flint/">' > $(DOCS_SITE)/index.html && \
	echo "To read it: python3 -m http.server --directory $(DOCS_SITE), and open http://localhost:8000/"

# Converts the symbols of the last debug build in the same way as the plugin.
docs-check: ## Check that "make docs" will accept the documentation of the last debug build; without network or build.
	@rm -rf .build/docs-check; mkdir -p .build/docs-check; archives=; \
	docc="$$(command -v docc || xcrun --find docc)" || exit 1; \
	target="$$($(SWIFT) -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p' | head -1)"; \
	maps="$$(find Sources .build/checkouts -name module.modulemap -not -path '*Tests/*' | sed 's/^/-Xcc -fmodule-map-file=/')"; \
	for module in $(DOCUMENTED); do \
		symbols=.build/docs-check/$$module; mkdir -p $$symbols; \
		$(SWIFT) symbolgraph-extract -module-name $$module -target $$target -I .build/debug/Modules -I .build/debug $$maps \
			-minimum-access-level public -output-dir $$symbols 2>$$symbols.log || { cat $$symbols.log >&2; exit 1; }; \
		"$$docc" convert Sources/$$module/$$module.docc --additional-symbol-graph-dir $$symbols $$archives \
			--fallback-display-name $$module --fallback-bundle-identifier $$module --warnings-as-errors \
			--enable-experimental-external-link-support --output-path $$symbols.doccarchive || exit 1; \
		archives="$$archives --dependency $$symbols.doccarchive"; \
	done; \
	"$$docc" convert $(DOCS_LANDING) $$archives $(DOCS_LANDING_FLAGS) --output-path .build/docs-check/Flint.doccarchive

screens: test-build ## Rewrite the expected screens, the README's screens, and the generated reference; review the diff before committing.
	FLINT_UPDATE_SCREENS=1 $(TEST_RUN) --filter '$(GENERATED)'
	$(MAKE) --no-print-directory resources

# Installs packages with apt-get (1) or brew (2), or fails with a message (3).
define install
if command -v apt-get >/dev/null && test -n "$(1)"; then \
	set -x; $(AS_ROOT) apt-get update && $(AS_ROOT) apt-get install -y --no-install-recommends $(1); \
elif command -v brew >/dev/null && test -n "$(2)"; then \
	set -x; brew install $(2); \
else \
	echo "$(3)" >&2; exit 1; \
fi
endef

deps: ## Install the ncurses header if it is missing.
ifeq ($(NCURSES_HEADERS),)
	@$(call install,libncurses-dev,ncurses,The ncurses header is missing. Install your system's ncurses development package.)
endif

valgrind:
	@if test "$$(uname -s)" = Linux && ! command -v valgrind >/dev/null; then \
		$(call install,valgrind,,Valgrind is missing. Install it to count instructions.); \
	fi

trait-deps: deps ## Install the headers of libsystemd and zlib for the optional modules if they are missing (Linux).
	@if test "$$(uname -s)" = Linux && ! test -e /usr/include/systemd/sd-bus.h; then \
		$(call install,libsystemd-dev,,The headers of libsystemd are missing; the trait DesktopPortal is built with them. Install them.); \
	fi
	@if test "$$(uname -s)" = Linux && ! test -e /usr/include/zlib.h; then \
		$(call install,zlib1g-dev,,The headers of zlib are missing; the trait RemoteFlags is linked with it. Install them.); \
	fi

# The virtual environment with the tests' Python packages: the official client of the Model Context Protocol, and the
# published definitions of the OpenTelemetry protocol.
PYTHON_PEERS := .build/mcp-client

test-deps: trait-deps ## Install missing test dependencies: tmux, descriptions of terminals, a desktop's message bus, and two Python packages.
	@if test "$$(uname -s)" = Linux && ! { command -v dbus-daemon && test -x /usr/libexec/xdg-permission-store && \
		/usr/bin/python3 -c 'import dbus.mainloop.glib, gi'; } >/dev/null 2>&1; then \
		$(call install,dbus xdg-desktop-portal python3-dbus python3-gi,,The tests of the trait DesktopPortal need dbus-daemon and xdg-desktop-portal and the Python packages dbus and gi. Install them.); \
	fi
	@if ! command -v tmux >/dev/null; then \
		$(call install,tmux,tmux,tmux is missing. Install it; the end-to-end tests drive the console in it.); \
	fi
	@if command -v apt-get >/dev/null && ! infocmp putty >/dev/null 2>&1; then \
		$(call install,ncurses-term,,); \
	fi
	@if ! $(PYTHON_PEERS)/bin/python -c 'import mcp, opentelemetry.proto' 2>/dev/null; then \
		python3 -c 'import ensurepip' 2>/dev/null || \
			($(call install,python3 python3-venv,python,Python 3 with its module venv is missing.)); \
		(set -x; python3 -m venv $(PYTHON_PEERS) && $(PYTHON_PEERS)/bin/python -m pip install --quiet 'mcp>=1.9,<3' 'opentelemetry-proto>=1.20,<2') || { \
			rm -rf $(PYTHON_PEERS); \
			echo "The Python packages mcp and opentelemetry-proto cannot be installed; the tests that compare with them are skipped." >&2; \
		}; \
	fi

clean: ## Remove the build products.
	$(SWIFT) package clean
