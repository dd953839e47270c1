# Splitline, from an empty machine to a running site. `make` alone prints this list.
# Needed beforehand: rustup's cargo, Node 20 or newer with npm, a C compiler, make. The rest is installed here, once.

SHELL        := /bin/bash
.SHELLFLAGS  := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS    += --no-builtin-rules

# Tools are stored outside target/, in a folder whose name changes with their versions, so that several clones build them once.
CACHE  ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/splitline
TOOLS  := $(CACHE)/tools-$(shell cat rust-toolchain.toml core-wasm/pack/Cargo.toml core-wasm/pack/src/bin/*.rs | cksum | cut -d' ' -f1)
STAMPS := target/stamps
LISTEN ?= 127.0.0.1:8080
DATA   ?= data

CORE_SOURCES   := $(shell find core-wasm/src core-wasm/Cargo.toml Cargo.toml Cargo.lock .cargo -type f 2>/dev/null)
WEB_SOURCES    := $(shell find web/src web/public web/index.html web/*.ts web/*.mjs web/*.json -type f -not -path '*/pkg/*' -not -name '*.test.ts*' 2>/dev/null)
SERVER_SOURCES := $(shell find server/src server/pictures server/Cargo.toml server/build.rs migrations -type f 2>/dev/null) $(CORE_SOURCES)
PKG    := web/src/core/pkg
WASM   := $(patsubst %,$(PKG)/%_bg.wasm,page board packets venue desk picture strength)
SITE   := web/dist/index.html
BINARY := target/release/splitline
NPM_CI := npm ci --ignore-scripts --no-audit --no-fund --loglevel=error

say = printf '\033[1;34m▸ %s\033[0m\n' "$(1)"

.PHONY: help run build test test-core test-wasm test-server test-postgres test-upgrade test-web test-browser check check-rust check-web check-crates format api bench demo-reset clean tools prepare

help: ## print this list
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(BINARY) ## build what changed and serve the site with demo data at http://127.0.0.1:8080
	@$(call say,Serving (stop with Ctrl-C))
	@exec $(BINARY) serve --demo --listen $(LISTEN) --data $(DATA)

build: $(BINARY) ## build target/release/splitline, with the site inside
	@$(call say,Built $(BINARY))

# ---------------------------------------------------------------- tools, each once

# A tool is built once and runs for seconds: what matters is how long its build takes.
quick_tool := CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=64

$(STAMPS)/rust: rust-toolchain.toml
	@mkdir -p $(@D)
	@$(call say,Rust toolchain and wasm target)
	@if command -v rustup >/dev/null; then rustup toolchain install --no-self-update; fi
	@touch $@

$(TOOLS)/bin/wasm-pack: | $(STAMPS)/rust
	@$(call say,wasm-pack and wasm-bindgen$(comma) built from crates.io (about three minutes$(comma) once))
	@mkdir -p $(CACHE)
	@CARGO_TARGET_DIR=$(TOOLS).build $(quick_tool) CARGO_PROFILE_RELEASE_OPT_LEVEL=1 \
	  cargo install --quiet --path core-wasm/pack --locked --root $(TOOLS)
	@rm -rf $(TOOLS).build
comma := ,

# Unoptimized: it is built in a minute, and reads the lock file in seconds.
DENY_VERSION := 0.20.2
DENY := $(CACHE)/cargo-deny-$(DENY_VERSION)
$(DENY)/bin/cargo-deny: | $(STAMPS)/rust
	@$(call say,cargo-deny$(comma) built from crates.io (about two minutes$(comma) once))
	@mkdir -p $(CACHE)
	@CARGO_TARGET_DIR=$(DENY).build $(quick_tool) CARGO_PROFILE_RELEASE_OPT_LEVEL=0 \
	  cargo install --quiet cargo-deny --version $(DENY_VERSION) --locked --no-default-features --root $(DENY)
	@rm -rf $(DENY).build

tools: $(TOOLS)/bin/wasm-pack $(DENY)/bin/cargo-deny ## install wasm-pack, wasm-bindgen and cargo-deny into the cache

# What the suites need, so that `make -j2 prepare` can make two things at a time: a module of the rules is compiled on one core.
prepare: tools $(WASM) $(STAMPS)/npm $(STAMPS)/smtp $(STAMPS)/imap $(STAMPS)/browser $(STAMPS)/postgres $(STAMPS)/nginx

$(STAMPS)/npm: web/package-lock.json web/package.json
	@mkdir -p $(@D)
	@$(call say,npm packages of web/)
	@cd web && $(NPM_CI)
	@touch $@

# The SMTP server that the server's tests send to.
$(STAMPS)/smtp: server/tests/smtp/package-lock.json
	@mkdir -p $(@D)
	@$(call say,SMTP server for the tests)
	@cd server/tests/smtp && $(NPM_CI)
	@touch $@

# Installs packages of Debian, and switches the services off that come with them. Only one apt can run at a time, so each of these targets
# comes after another one.
apt = sudo=$$( [ $$(id -u) = 0 ] || echo sudo ); $$sudo apt-get update -qq && \
  $$sudo apt-get install -y -qq -o DPkg::Lock::Timeout=300 --no-install-recommends $(1) >/dev/null && \
  { [ -z "$(2)" ] || $$sudo systemctl disable --now $(2) >/dev/null 2>&1 || true; }

# The IMAP server of the server's tests. Where it can't be had, its test says so and is left out; so it is with the next two.
DOVECOT := /usr/sbin/dovecot
$(STAMPS)/imap:
	@mkdir -p $(@D)
	@if ! [ -x $(DOVECOT) ]; then \
	  $(call say,IMAP server for the tests); \
	  { $(call apt,dovecot-imapd openssl,dovecot.socket dovecot.service); } || echo "  dovecot-imapd: could not be installed"; \
	fi
	@touch $@

# PostgreSQL, on which the server's stories run a second time: its own cluster is not made, .ci/with-postgres has one. SPLITLINE_TEST_POSTGRES
# names another server.
$(STAMPS)/postgres: | $(STAMPS)/imap $(STAMPS)/browser
	@mkdir -p $(@D)
	@if [ -z "$${SPLITLINE_TEST_POSTGRES:-}" ] && ! ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1; then \
	  $(call say,PostgreSQL for the tests); \
	  sudo=$$( [ $$(id -u) = 0 ] || echo sudo ); $$sudo mkdir -p /etc/postgresql-common; \
	  echo 'create_main_cluster = false' | $$sudo tee -a /etc/postgresql-common/createcluster.conf >/dev/null; \
	  { $(call apt,postgresql); } || echo "  postgresql: could not be installed"; \
	fi
	@touch $@

# nginx, behind which two copies run in a test.
$(STAMPS)/nginx: | $(STAMPS)/postgres
	@mkdir -p $(@D)
	@if ! [ -x /usr/sbin/nginx ]; then \
	  $(call say,nginx for the tests); \
	  { $(call apt,nginx-light,nginx.service); } || echo "  nginx: could not be installed"; \
	fi
	@touch $@

# Caddy for the benchmarks, beside nginx.
$(STAMPS)/proxies: | $(STAMPS)/nginx
	@mkdir -p $(@D)
	@if ! [ -x /usr/bin/caddy ]; then $(call say,Caddy for the benchmarks); $(call apt,caddy,caddy.service); fi
	@touch $@

# A browser for the tests: CHROMIUM, or an installed one, or Debian's package; and its smaller build without windows, with which most of them
# take three quarters of the time (web/playwright.config.ts).
CHROMIUM ?= $(shell command -v chromium || command -v chromium-browser || command -v google-chrome || echo /usr/bin/chromium)
export CHROMIUM
$(STAMPS)/browser: | $(STAMPS)/imap
	@mkdir -p $(@D)
	@if ! [ -x "$(CHROMIUM)" ]; then $(call say,Chromium from Debian's packages); $(call apt,chromium); fi
	@if [ "$(CHROMIUM)" = /usr/bin/chromium ] && ! [ -x /usr/bin/chromium-headless-shell ]; then \
	  { $(call apt,chromium-headless-shell); } || echo "  chromium-headless-shell: could not be installed"; \
	fi
	@touch $@

# ---------------------------------------------------------------- core → web → server

# One crate, seven modules: a visitor downloads only `page` (core-wasm/Cargo.toml). `board` is built for speed with as little inlining as
# code for size has (docs/decisions/0087), the others for size.
# In a target folder of their own, so that these builds and the server's do not wait for cargo's lock. For the same reason the modules of one
# profile, all but `board`, are built one after the other: make's second job does something else meanwhile.
$(PKG)/packets_bg.wasm: | $(PKG)/page_bg.wasm
$(PKG)/venue_bg.wasm: | $(PKG)/packets_bg.wasm
$(PKG)/desk_bg.wasm: | $(PKG)/venue_bg.wasm
$(PKG)/picture_bg.wasm: | $(PKG)/desk_bg.wasm
$(PKG)/strength_bg.wasm: | $(PKG)/picture_bg.wasm
$(WASM): $(PKG)/%_bg.wasm: $(CORE_SOURCES) $(TOOLS)/bin/wasm-pack | $(STAMPS)/rust
	@$(call say,Rules to WebAssembly: $*)
	@PATH="$(TOOLS)/bin:$$PATH" CARGO_TARGET_DIR="$(CURDIR)/target/wasm" RUSTFLAGS="-C target-feature=+simd128$(if $(filter board,$*), -C llvm-args=-inline-threshold=40)" \
	  wasm-pack --quiet build core-wasm --mode no-install --target bundler --no-pack --no-opt --profile $(if $(filter board,$*),wasm-fast,wasm) \
	  --out-dir ../$(PKG) --out-name $* -- --locked --no-default-features --features $*
	@touch $@

$(SITE): $(WASM) $(WEB_SOURCES) $(STAMPS)/npm
	@$(call say,Site)
	@cd web && npm run --silent build
	@touch $@

$(BINARY): $(SITE) $(SERVER_SOURCES) | $(STAMPS)/rust
	@$(call say,Server$(comma) the site inside it (a first build takes some minutes))
	@cargo build --release --locked -p server
	@touch $@

# ---------------------------------------------------------------- tests

# nextest if it is installed, otherwise cargo test. All crates are built for the tests of each, and for the browser's, so that everything
# is compiled once: with other crates or features selected, cargo would build core-wasm and half of the dependencies again.
NEXTEST := $(shell command -v cargo-nextest)
TESTED  := --locked -p core-wasm -p server -p pictures --features server/site-inside
# A story also waits, for a clock, a lock or a network: where there are few processors, half as many stories again run at a time.
NEXTEST_TEST_THREADS ?= $(shell n=$$(nproc 2>/dev/null || echo 2); echo $$((n > 8 ? n : n + (n + 1) / 2)))
export NEXTEST_TEST_THREADS
nextest = cargo nextest run $(TESTED)
cargo_test = $(if $(NEXTEST),$(nextest) --no-fail-fast -E '$(1)',cargo test $(TESTED) --no-fail-fast)

# The files that each suite reads: it is not run again while none of them has changed.
SUITES            := check-rust check-web check-crates test-core test-wasm test-server test-postgres test-upgrade test-web test-browser
OF_CORE           := core-wasm Cargo.toml Cargo.lock .cargo rust-toolchain.toml Makefile
OF_WEB            := $(OF_CORE) web
READS_check-rust  := $(OF_WEB) server migrations deploy rustfmt.toml
READS_check-web   := .
READS_check-crates := .
READS_test-core   := $(OF_CORE)
READS_test-wasm   := $(OF_WEB)
READS_test-server := $(OF_WEB) server migrations deploy
READS_test-postgres := $(READS_test-server) .ci/with-postgres deploy
READS_test-upgrade := $(READS_test-postgres) .ci/before
READS_test-web    := $(OF_WEB)
READS_test-browser := $(READS_test-server)

test: $(SUITES:%=once-%) ## check, then every test: core, wasm, server on SQLite and on PostgreSQL, beside the release before, screens, a browser; a suite that passed on the same files is not run again
	@$(call say,Everything passed)

# Another make of its own, which does not know what `prepare` is making beside it (.ci/run).
once-check-rust: | $(STAMPS)/npm $(STAMPS)/rust
once-%:
	@.ci/once $* $(READS_$*) -- $(MAKE) --no-print-directory $*

test-core: $(SITE) | $(STAMPS)/rust
	@$(call say,Rules$(comma) natively)
	@$(call cargo_test,package(core-wasm))
	@cargo test $(TESTED) --quiet --doc

test-wasm: $(WASM) $(STAMPS)/npm
	@$(call say,The same cases through the .wasm)
	@cd web && npx vitest --run src/core

test-server: $(SITE) $(STAMPS)/smtp $(STAMPS)/imap | $(STAMPS)/rust
	@$(call say,Server against SQLite$(comma) an SMTP and an IMAP server)
	@$(call cargo_test,package(server) | package(pictures))

# The stories of the whole application once more, with a database of its own for each on a server (server/tests/app/home.rs).
test-postgres: $(SITE) $(STAMPS)/smtp $(STAMPS)/imap $(STAMPS)/postgres $(STAMPS)/nginx | $(STAMPS)/rust
	@$(call say,Server against PostgreSQL)
	@.ci/with-postgres $(if $(NEXTEST),$(nextest) --no-fail-fast -E 'package(server) & binary(app)',cargo test $(TESTED) --no-fail-fast --test app)

# The program before the last migration and this one on one database, under load. The old one is built from the history (.ci/before).
test-upgrade: $(SITE) $(STAMPS)/postgres $(STAMPS)/nginx | $(STAMPS)/rust ## the release before the last migration and this one, side by side under load
	@$(call say,The release before beside this one)
	@SPLITLINE_BEFORE=$$(.ci/before); export SPLITLINE_BEFORE; [ -z "$$SPLITLINE_BEFORE" ] || .ci/with-postgres \
	  $(if $(NEXTEST),$(nextest) -E 'package(server) & binary(app) & test(/^upgrade::/)',cargo test $(TESTED) --test app upgrade::)

test-web: $(WASM) $(STAMPS)/npm
	@$(call say,Screens)
	@cd web && npx vitest --run --exclude 'src/core/**'

test-browser: $(SITE) $(STAMPS)/browser $(STAMPS)/smtp | $(STAMPS)/rust
	@$(call say,A browser walking the main job)
	@cargo test $(TESTED) --no-run --quiet
	@cd web && npx playwright test

check: check-rust check-web check-crates ## formatting, clippy, biome, types, licences and origins of crates

check-rust: $(STAMPS)/npm | $(STAMPS)/rust
	@$(call say,Rust: formatting$(comma) clippy)
	@cargo fmt --all --check
	@cargo clippy --locked --quiet --workspace --exclude splitline-pack --all-targets -- -D warnings

check-web: $(WASM) $(STAMPS)/npm
	@$(call say,Site: biome$(comma) types)
	@cd web && npm run --silent check

check-crates: $(DENY)/bin/cargo-deny | $(STAMPS)/rust
	@$(call say,Crates: licences$(comma) bans$(comma) sources$(comma) advisories)
	@$(DENY)/bin/cargo-deny --locked check bans licenses sources
	@if $(DENY)/bin/cargo-deny fetch db >/dev/null 2>&1; then $(DENY)/bin/cargo-deny --locked check --disable-fetch advisories; \
	  else echo "  advisories: not checked, their database could not be reached"; fi

format: $(STAMPS)/npm ## format everything
	@cargo fmt --all
	@cd web && npm run --silent format

api: $(STAMPS)/npm | $(STAMPS)/rust ## write the document of the calls into web/src/api, and the TypeScript types that come from it
	@UPDATE=1 cargo test --quiet --locked -p server --test app the_committed_document
	@cd web && npm run --silent api

bench: $(BINARY) $(STAMPS)/bench $(STAMPS)/browser $(STAMPS)/proxies ## measure the rules, a keystroke, Edit Pages, uploads, the leaderboard, the audit log, many requests at once, the bytes of the live page, its keystrokes on a slow phone, a poll beside nginx, the load of a race day on SQLite and on PostgreSQL with one copy and with two, the live board beside search libraries and tuned JavaScript, and the release build by Lighthouse
	@cargo bench --locked -p core-wasm
	@$(call say,A keystroke of the create form)
	@node core-wasm/benches/keystroke.mjs
	@$(call say,Edit Pages with twenty races)
	@cd web && node bench/desk.mjs ../$(BINARY)
	@$(call say,Eight uploads of 49 MB at once)
	@cd web && node bench/uploads.mjs ../$(BINARY)
	@$(call say,The leaderboard with 100$(comma)000 results of 60 races)
	@cd web && node bench/leaderboard.mjs ../$(BINARY)
	@$(call say,The audit log with a million rows)
	@cargo build --quiet --release --locked -p server --example audit_rows
	@cd web && node bench/audit-log.mjs ../$(BINARY) ../target/release/examples/audit_rows
	@$(call say,Whether answers reveal who has an account)
	@cd web && node bench/enumeration.mjs ../$(BINARY)
	@$(call say,Floods$(comma) and 2$(comma)300 spectators)
	@cd web && node bench/floods.mjs ../$(BINARY)
	@$(call say,The bytes of a spectator-hour)
	@cd web && node bench/live-feed.mjs ../$(BINARY)
	@$(call say,The live page on a slow phone)
	@cd web && node bench/live-page.mjs ../$(BINARY)
	@$(call say,The processor time of a poll$(comma) and that of nginx)
	@cd web && node bench/polls.mjs ../$(BINARY)
	@$(call say,A race day on SQLite$(comma) on PostgreSQL$(comma) and through two copies)
	@cd web && node bench/copies.mjs ../$(BINARY)
	@$(call say,The live board on fields of 1$(comma)000 to 100$(comma)000)
	@cargo build --quiet --release --locked -p core-wasm --example race_days
	@target/release/examples/race_days target/bench-days 1000 10000 32000 100000
	@cd web && node --expose-gc bench/board.mjs ../target/bench-days
	@cd web && node bench/board-chromium.mjs ../target/bench-days
	@$(call say,Lighthouse)
	@cd web && node bench/lighthouse.mjs ../$(BINARY)

$(STAMPS)/bench: web/bench/package-lock.json
	@mkdir -p $(@D)
	@cd web/bench && $(NPM_CI)
	@touch $@

demo-reset: ## delete the demo's data, so that `make run` fills an empty database
	@rm -rf $(DATA)

clean: ## remove everything that was built (tools stay in the cache)
	@rm -rf target web/dist web/src/core/pkg web/node_modules
