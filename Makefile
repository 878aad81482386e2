# hbase_schema: HBase row keys, layouts, wide rows and HFiles inside PostgreSQL
#
#   make, make install, make installcheck   as with any PGXS extension
#   make test                               all tests, on a private server
#   make test SUITES="regress tap"          some suites (tools/run-tests has the list)
#   make test REGRESS=rowkey SUITES=regress one test
#   make test-matrix                        regression and isolation tests on PostgreSQL 14 to 18
#   make test-asan, make test-valgrind      the suites in a server with memory checks
#   make test-assert                        the suites on a PostgreSQL with assertions
#   make coverage                           test coverage
#   make demo                               the tour on real data
#   make demo-hbase                         the tour, then bulk load into a real HBase (needs Java and Maven)
#   make images                             draw the heat maps and screenshots of doc/images
#   make reference-index                    write the index of doc/reference
#   make dist                               the archive for PGXN, from the last commit
# PG_CONFIG=... chooses the PostgreSQL installation; a separate build directory works:
#   mkdir build && cd build && make -f ../Makefile

EXTENSION  = hbase_schema
MODULE_big = hbase_schema
EXTVERSION = $(shell sed -n "s/^default_version *= *'\(.*\)'/\1/p" $(SRCDIR)/hbase_schema.control)
HEADERS    = src/hbase_schema.h

SRCDIR := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))

# The install scripts of releases and the scripts between them are never built.
# That of this version is, until tools/release copies it to the released ones.
DATA       = $(patsubst $(SRCDIR)/%,%,$(wildcard $(SRCDIR)/sql/released/*.sql $(SRCDIR)/sql/update/*.sql))
DATA_built = $(if $(findstring /hbase_schema--$(EXTVERSION).sql,$(DATA)),,sql/hbase_schema--$(EXTVERSION).sql)

# The C files of a folder of src, as objects: $(call objects,src/pg).
objects = $(sort $(patsubst $(SRCDIR)/%.c,%.o,$(filter-out %.pb-c.c,$(wildcard $(SRCDIR)/$(1)/*/*.c))))

# Core: no fmgr, no catalogue; also built into the unit tests and fuzzers.
# host.c is for programs without a server.
CORE_OBJS = $(filter-out %/host.o,$(call objects,src/core)) src/core/hfile/hfile.pb-c.o

# What core needs of other libraries: CORE_CPPFLAGS, CORE_LIBS.
include $(SRCDIR)/src/core/core.mk

# The SQL functions.
PG_OBJS = $(call objects,src/pg)

OBJS = $(CORE_OBJS) $(PG_OBJS)

# The client and its manual page. PGXS has no PROGRAM beside MODULE_big, but it
# installs, removes and cleans "scripts" the same way.
CLIENT_OBJS = $(patsubst $(SRCDIR)/%.c,%.o,$(sort $(wildcard $(SRCDIR)/src/client/*.c)))
CLIENT_CORE = $(addprefix src/core/base/,buffer.o crc32c.o host.o)
CLIENT_LIBS = -lpq
SCRIPTS_built = pg2hbase

# Every entry of the lists below ends in a backslash, so that lines can be added
# anywhere; a blank line ends the list.

# pg_regress tests, one a concept, in the order of the layers.
REGRESS = \
	install \
	api \
	rowkey \
	rowkey_text \
	rowkey_ops \
	rowkey_range \
	rowkey_index \
	transform \
	transform_hash \
	splits \
	text_forms \
	encoding \
	encoding_vectors \
	encoding_order \
	layout \
	layout_compose \
	layout_reject_reason \
	layout_decompose \
	layout_order \
	layout_scan \
	layout_random \
	layout_ddl \
	layout_patterns \
	merge_scan \
	widerow \
	widerow_read \
	widerow_change \
	widerow_agg \
	widerow_vectors \
	opentsdb \
	avro \
	patterns \
	define \
	ddl \
	client \
	uid \
	check \
	estimate \
	collect \
	outcome \
	plan \
	compare \
	workload \
	propose_keys \
	mapping \
	mapping_schemas \
	mapping_file \
	schema_advice \
	read_view \
	progress \
	filter \
	hfile \
	export_text \
	plan_splits \
	delta \
	heat \
	resalt \
	report \
	stream \

ISOLATION = \
	increment \
	check_and_put \
	put_order \
	define_race \
	uid_race \
	old_snapshot \

# The compressors that a build may lack, where all are there.
ifeq ($(words $(filter -DHFILE_WITH_%,$(CORE_CPPFLAGS))),3)
REGRESS += hfile_codec
endif

# The database of the tests is UTF-8 in a server of the locale C, too.
REGRESS_OPTS   = --load-extension=$(EXTENSION) --encoding=UTF8
ISOLATION_OPTS = --load-extension=$(EXTENSION)
TEXTS          = src/pg/export/load.sh.inc src/pg/advice/report.css.inc src/pg/advice/report.js.inc src/client/applier.rb.inc
EXTRA_CLEAN    = pg2hbase.1 $(CLIENT_OBJS) $(CLIENT_CORE) test-output test/unit/bin test/fuzz/bin test/bench/core/bin coverage out src/core/hfile/hfile.pb-c.c src/core/hfile/hfile.pb-c.h $(TEXTS)

# A PostgreSQL that gcc built hands down flags and attributes clang has not.
NOT_FOR_CLANG = -Wno-unknown-warning-option -Wno-ignored-optimization-argument -Wno-ignored-attributes

# Files of src are included by their path below it, "core/cell/cell.h"; generated
# ones are in the build directory.
PG_CPPFLAGS = -I$(SRCDIR)/src -Isrc $(CORE_CPPFLAGS)
PG_CFLAGS   = -std=gnu11 -Wall -Wextra -Wno-unused-parameter -Wno-sign-compare $(if $(WERROR),-Werror) \
	$(if $(findstring clang,$(CC)),$(NOT_FOR_CLANG))
SHLIB_LINK  = $(CORE_LIBS) -Wl,-Bsymbolic

# Ways to build for tools/test-asan and tools/coverage.
ifdef SANITIZE
PG_CFLAGS  += -fsanitize=$(SANITIZE) -fno-omit-frame-pointer -fno-wrapv
SHLIB_LINK += -fsanitize=$(SANITIZE)
CLIENT_LIBS += -fsanitize=$(SANITIZE)
endif
ifdef COVERAGE
PG_CFLAGS  += -Og --coverage
SHLIB_LINK += --coverage
CLIENT_LIBS += --coverage
endif

PG_CONFIG ?= pg_config
PGXS := $(shell $(PG_CONFIG) --pgxs)
# No bitcode: nothing here is worth inlining into a JIT plan, and no clang is needed.
override with_llvm = no
include $(PGXS)
override with_llvm = no

# In a separate build directory only sources are looked for in the source tree,
# never what somebody built there.
VPATH =
vpath %.c $(SRCDIR)
vpath %.control $(SRCDIR)

# A separate build directory has no folders yet.
$(shell mkdir -p $(sort $(dir $(OBJS) $(CLIENT_OBJS)) sql))

# The install script: the fragments of sql/install in the order of their numbers.
FRAGMENTS := $(sort $(wildcard $(SRCDIR)/sql/install/*.sql))
$(DATA_built): $(FRAGMENTS) $(SRCDIR)/sql/install
	cat $(FRAGMENTS) >$@

# Every object depends on every header: small, and never wrong.
$(OBJS): $(filter-out %.pb-c.h,$(wildcard $(SRCDIR)/src/*.h $(SRCDIR)/src/*/*/*.h))

# The client: a program over libpq.
$(CLIENT_OBJS): $(wildcard $(SRCDIR)/src/client/*.h)
$(CLIENT_OBJS): override CPPFLAGS += -I$(libpq_srcdir) -DCLIENT_VERSION='"$(EXTVERSION)"'
pg2hbase: $(CLIENT_OBJS) $(CLIENT_CORE)
	$(CC) $(CFLAGS) $^ $(LDFLAGS) $(LDFLAGS_EX) -L$(libdir) $(CLIENT_LIBS) -o $@

all: pg2hbase.1
pg2hbase.1: pg2hbase
	$(if $(filter-out /usr/lib%,$(libdir)),LD_LIBRARY_PATH=$(libdir)) ./pg2hbase --manual >$@.new
	mv $@.new $@

install: install-manual
install-manual: pg2hbase.1
	$(MKDIR_P) '$(DESTDIR)$(mandir)/man1'
	$(INSTALL_DATA) pg2hbase.1 '$(DESTDIR)$(mandir)/man1/pg2hbase.1'
uninstall: uninstall-manual
uninstall-manual:
	rm -f '$(DESTDIR)$(mandir)/man1/pg2hbase.1'
.PHONY: install-manual uninstall-manual

# The protobuf messages of HFiles.
src/core/hfile/hfile.pb-c.c: $(SRCDIR)/src/core/hfile/hfile.proto
	$(call core_protoc,$<,src/core/hfile)
src/core/hfile/hfile_proto.o: src/core/hfile/hfile.pb-c.c
src/core/hfile/hfile.pb-c.o: override CFLAGS += -w

# load.sh of exports, the program of change streams, and the style sheet and script of reports, as strings of C.
$(TEXTS): %.inc: $(SRCDIR)/%
	sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/.*/"&\\n"/' $< >$@
src/pg/export/export_script.o: src/pg/export/load.sh.inc
src/client/applier.o: src/client/applier.rb.inc
src/pg/advice/report.o: src/pg/advice/report.css.inc src/pg/advice/report.js.inc

# ---- tests and demo ---------------------------------------------------------

# Where the tests are, for those that read files beside them.
export PG_ABS_SRCDIR := $(abspath $(SRCDIR))

# Everything a script of tools needs to know of this build.
ENVIRONMENT = PG_CONFIG='$(PG_CONFIG)' BUILD_DIR='$(CURDIR)' REGRESS='$(REGRESS)' ISOLATION='$(ISOLATION)' TAP='$(TAP)'

SUITES =
test: all
	@$(ENVIRONMENT) $(SRCDIR)/tools/private-server $(SRCDIR)/tools/run-tests $(SUITES) </dev/null

demo demo-hbase: all
	@$(ENVIRONMENT) OUT='$(CURDIR)/out' $(SRCDIR)/tools/private-server $(SRCDIR)/tools/run-$@ </dev/null

images: all
	@$(ENVIRONMENT) $(SRCDIR)/tools/private-server $(SRCDIR)/tools/draw-images </dev/null

reference-index: all
	@$(ENVIRONMENT) $(SRCDIR)/tools/private-server $(SRCDIR)/tools/reference-index.pl </dev/null

# The archive for PGXN: the files of the last commit, in DIST_DIR.
DIST_NAME = $(EXTENSION)-$(shell sed -n 's/^    "version": "\(.*\)",/\1/p' $(SRCDIR)/META.json)
DIST_DIR  = $(CURDIR)
dist:
	@git -C $(SRCDIR) diff --quiet HEAD || echo "dist: changes without a commit are not in the archive" >&2
	mkdir -p $(DIST_DIR)
	TZ=UTC git -C $(SRCDIR) archive --format=zip --prefix=$(DIST_NAME)/ -o $(abspath $(DIST_DIR))/$(DIST_NAME).zip HEAD

# These need no server.
test-unit test-fuzz: test-%:
	$(MAKE) -C $(SRCDIR)/test/$* BIN='$(CURDIR)/test/$*/bin' run

# Each builds a copy of the source its own way.
test-matrix test-asan test-assert test-valgrind coverage:
	@$(ENVIRONMENT) $(SRCDIR)/tools/$@ </dev/null

.PHONY: test demo demo-hbase images reference-index dist test-unit test-fuzz test-matrix test-asan test-assert test-valgrind coverage
