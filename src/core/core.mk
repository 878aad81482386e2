# What core needs of other libraries, for everyone who builds it: the
# extension, the unit tests, the fuzzers and the benchmark.
#
# zlib and protobuf-c are required.  A compressor whose header is missing is
# left out, and naming it is then an error at run time.

CORE_CPPFLAGS =
CORE_LIBS     = -lcrypto -lz -lprotobuf-c -lm

core_has = $(shell $(CC) -E -x c -include $(1) /dev/null >/dev/null 2>&1 && echo yes)

ifeq ($(call core_has,snappy-c.h),yes)
CORE_CPPFLAGS += -DHFILE_WITH_SNAPPY
CORE_LIBS     += -lsnappy
endif
ifeq ($(call core_has,lz4.h),yes)
CORE_CPPFLAGS += -DHFILE_WITH_LZ4
CORE_LIBS     += -llz4
endif
ifeq ($(call core_has,zstd.h),yes)
CORE_CPPFLAGS += -DHFILE_WITH_ZSTD
CORE_LIBS     += -lzstd
endif

# The protobuf messages of an HFile: $(call core_protoc,PROTO,OUTPUT FOLDER)
define core_protoc
	@command -v protoc-c >/dev/null || { echo "protoc-c is missing: install protobuf-c-compiler and libprotobuf-c-dev" >&2; exit 1; }
	@mkdir -p $(2)
	@protoc-c --proto_path=$(dir $(1)) --c_out=$(2) $(1)
endef
