# hbase_schema: HBase row keys, layouts, wide rows and HFiles inside PostgreSQL
#
#   make, make install, make installcheck   as with any PGXS extension
#   make test                               all tests, on a private server
#   make test SUITES="regress tap"          some of them (tools/run-tests has the list)
#   make test REGRESS=rowkey SUITES=regress one of them
#   make test-matrix                        pg_regress and isolation tests on PostgreSQL 14 to 18
#   make test-asan, make test-valgrind      pg_regress in a server that watches memory
#   make coverage                           what the tests reach
#   make demo                               the tour on real data
#   make images                             draw doc/images anew
#   make demo-hbase                         and on into a real HBase (needs Java and Maven)
# PG_CONFIG=... chooses the PostgreSQL; a separate build directory works:
#   mkdir build && cd build && make -f ../Makefile

EXTENSION  = hbase_schema
MODULE_big = hbase_schema
EXTVERSION = $(shell sed -n "s/^default_version *= *'\(.*\)'/\1/p" $(SRCDIR)/hbase_schema.control)
DATA       = sql/hbase_schema--$(EXTVERSION).sql
HEADERS    = src/hbase_schema.h

SRCDIR := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))

# Every entry of a list ends in a backslash, so that lines can be added anywhere;
# a blank line ends the list.

# Core: no fmgr, no catalogue; also built into the unit tests and fuzzers.
CORE_OBJS = \
	src/core/core.o \
	src/core/bytes.o \
	src/core/cell.o \
	src/core/check_cells.o \
	src/core/check_keys.o \
	src/core/check_layout.o \
	src/core/family.o \
	src/core/layout_apart.o \
	src/core/cell_row.o \
	src/core/cell_tags.o \
	src/core/notation.o \
	src/core/utf8.o \
	src/core/suggest.o \
	src/core/hash.o \
	src/core/digest.o \
	src/core/keyhash.o \
	src/core/salt.o \
	src/core/reverse.o \
	src/core/key_stats.o \
	src/core/shell_text.o \
	src/core/splits.o \
	src/core/splits_text.o \
	src/core/split_plan.o \
	src/core/heat.o \
	src/core/heat_svg.o \
	src/core/tsv_text.o \
	src/core/crc32c.o \
	src/core/hfile_format.o \
	src/core/hfile_proto.o \
	src/core/hfile.pb-c.o \
	src/core/hfile_codec.o \
	src/core/hfile_bloom.o \
	src/core/hfile_out.o \
	src/core/hfile_index.o \
	src/core/hfile_bloom_writer.o \
	src/core/hfile_writer.o \
	src/core/hfile_in.o \
	src/core/hfile_cells.o \
	src/core/hfile_search.o \
	src/core/hfile_reader.o \
	src/core/hfile_describe.o \
	src/core/hfile_merge.o \
	src/core/widerow_build.o \
	src/core/widerow_read.o \
	src/core/widerow_merge.o \
	src/core/widerow_visible.o \
	src/core/widerow_change.o \
	src/core/widerow_text.o \
	src/core/delta.o \
	src/core/filter_parse.o \
	src/core/filter_eval.o \
	src/core/filter_range.o \
	src/core/filter_scan.o \
	src/core/opentsdb.o \
	src/core/avro_schema.o \
	src/core/avro_encode.o \
	src/core/avro_decode.o \
	src/core/value.o \
	src/core/numeric.o \
	src/core/datetime.o \
	src/core/bigdecimal.o \
	src/core/encoding.o \
	src/core/encoding_bytes.o \
	src/core/encoding_string.o \
	src/core/centimal.o \
	src/core/encoding_ordered.o \
	src/core/encoding_phoenix.o \
	src/core/layout_parse.o \
	src/core/layout_print.o \
	src/core/layout_check.o \
	src/core/layout_time.o \
	src/core/layout_compose.o \
	src/core/layout_decompose.o \
	src/core/layout_condition.o \
	src/core/layout_scan.o \
	src/core/layout_ddl.o \
	src/core/layout_ddl_tables.o \
	src/core/layout_ddl_java.o \
	src/core/layout_ddl_java_table.o \

# What core needs of other libraries: CORE_CPPFLAGS, CORE_LIBS.
include $(SRCDIR)/src/core/core.mk

# The SQL glue, one file a concept.
PG_OBJS = \
	src/pg/glue.o \
	src/pg/rowkey.o \
	src/pg/rowkey_text.o \
	src/pg/rowkey_ops.o \
	src/pg/rowkey_range.o \
	src/pg/rowkey_bound.o \
	src/pg/rowkey_support.o \
	src/pg/rowkey_selfuncs.o \
	src/pg/rowkey_analyze.o \
	src/pg/splits.o \
	src/pg/relation_rows.o \
	src/pg/survey.o \
	src/pg/key_store.o \
	src/pg/plan_splits.o \
	src/pg/heat.o \
	src/pg/resalt.o \
	src/pg/text_forms.o \
	src/pg/transform.o \
	src/pg/transform_hash.o \
	src/pg/value.o \
	src/pg/encode.o \
	src/pg/own.o \
	src/pg/sql_names.o \
	src/pg/plan.o \
	src/pg/rejects.o \
	src/pg/definition.o \
	src/pg/define.o \
	src/pg/check.o \
	src/pg/check_cell_rules.o \
	src/pg/check_rows.o \
	src/pg/estimate.o \
	src/pg/check_rules.o \
	src/pg/check_view.o \
	src/pg/collect.o \
	src/pg/columns.o \
	src/pg/column_value.o \
	src/pg/ddl.o \
	src/pg/shaped.o \
	src/pg/land.o \
	src/pg/client.o \
	src/pg/client_read.o \
	src/pg/uid.o \
	src/pg/hfile_options.o \
	src/pg/hfile_build.o \
	src/pg/hfile_agg.o \
	src/pg/hfile_stream.o \
	src/pg/hfile_file.o \
	src/pg/hfile_folder.o \
	src/pg/hfile_read.o \
	src/pg/hfile_tags.o \
	src/pg/widerow.o \
	src/pg/widerow_read.o \
	src/pg/widerow_change.o \
	src/pg/widerow_build.o \
	src/pg/widerow_agg.o \
	src/pg/widerow_gin.o \
	src/pg/filter.o \
	src/pg/settings.o \
	src/pg/layout_site.o \
	src/pg/layout_literal.o \
	src/pg/layout_question.o \
	src/pg/rowkey_layout.o \
	src/pg/rowkey_compose.o \
	src/pg/rowkey_decompose.o \
	src/pg/rowkey_scan.o \
	src/pg/opentsdb.o \
	src/pg/avro.o \
	src/pg/export_dir.o \
	src/pg/export_path.o \
	src/pg/dir_at.o \
	src/pg/export_rows.o \
	src/pg/export_rejects.o \
	src/pg/export_phoenix.o \
	src/pg/export_hfiles.o \
	src/pg/export_options.o \
	src/pg/export_regions.o \
	src/pg/export_write.o \
	src/pg/export_manifest.o \
	src/pg/export_script.o \
	src/pg/export_progress.o \
	src/pg/manifest.o \
	src/pg/export_verify.o \
	src/pg/import_hfiles.o \
	src/pg/merge_scan.o \
	src/pg/rowkey_layout_ddl.o \
	src/pg/export_tsv.o \
	src/pg/export_shell.o \
	src/pg/delta.o \
	src/pg/export_delta.o \
	src/pg/run.o \
	src/pg/finish.o \
	src/pg/export_all.o \

OBJS = $(CORE_OBJS) $(PG_OBJS)

# pg_regress tests, one a concept, in the order of the layers.
REGRESS = \
	install \
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
	layout_problem \
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
	plan \
	compare \
	mapping \
	filter \
	hfile \
	export_text \
	plan_splits \
	delta \
	heat \
	resalt \
	report \

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
EXTRA_CLEAN    = test-output test/unit/bin test/fuzz/bin test/bench/core/bin coverage out src/core/hfile.pb-c.c src/core/hfile.pb-c.h

# A PostgreSQL that gcc built hands down flags and attributes clang has not.
NOT_FOR_CLANG = -Wno-unknown-warning-option -Wno-ignored-optimization-argument -Wno-ignored-attributes

PG_CPPFLAGS = -I$(SRCDIR)/src -Isrc/core $(CORE_CPPFLAGS)
PG_CFLAGS   = -std=gnu11 -Wall -Wextra -Wno-unused-parameter -Wno-sign-compare $(if $(WERROR),-Werror) \
	$(if $(findstring clang,$(CC)),$(NOT_FOR_CLANG))
SHLIB_LINK  = $(CORE_LIBS) -Wl,-Bsymbolic

# Ways to build for tools/test-asan and tools/coverage.
ifdef SANITIZE
PG_CFLAGS  += -fsanitize=$(SANITIZE) -fno-omit-frame-pointer
SHLIB_LINK += -fsanitize=$(SANITIZE)
endif
ifdef COVERAGE
PG_CFLAGS  += -Og --coverage
SHLIB_LINK += --coverage
endif

PG_CONFIG ?= pg_config
PGXS := $(shell $(PG_CONFIG) --pgxs)
# No bitcode: nothing here is worth inlining into a JIT plan, and no clang is needed.
override with_llvm = no
include $(PGXS)
override with_llvm = no

# In a separate build directory only sources are looked for in the source tree,
# never objects that somebody built there.
VPATH =
vpath %.c $(SRCDIR)
vpath %.sql $(SRCDIR)
vpath %.control $(SRCDIR)

# A separate build directory has no folders yet.
$(shell mkdir -p $(sort $(dir $(OBJS))))

# Every object depends on every header: small, and never wrong.
$(OBJS): $(filter-out %.pb-c.h,$(wildcard $(SRCDIR)/src/*.h $(SRCDIR)/src/core/*.h $(SRCDIR)/src/pg/*.h))

# The protobuf messages of HFiles.
src/core/hfile.pb-c.c: $(SRCDIR)/src/core/hfile.proto
	$(call core_protoc,$<,src/core)
src/core/hfile_proto.o: src/core/hfile.pb-c.c
src/core/hfile.pb-c.o: override CFLAGS += -w

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

# These need no server.
test-unit test-fuzz: test-%:
	$(MAKE) -C $(SRCDIR)/test/$* BIN='$(CURDIR)/test/$*/bin' run

# Each builds a copy of the source its own way.
test-matrix test-asan test-valgrind coverage:
	@$(ENVIRONMENT) $(SRCDIR)/tools/$@ </dev/null

.PHONY: test demo demo-hbase images test-unit test-fuzz test-matrix test-asan test-valgrind coverage
