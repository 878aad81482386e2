/*
 * glue.c
 *		Between core and the server: hooks, errors, and building rowkeys.
 */
#include "compat.h"

#include "access/htup_details.h"
#include "access/xact.h"
#include "catalog/dependency.h"
#include "catalog/namespace.h"
#include "catalog/pg_type.h"
#include "commands/extension.h"
#include "common/shortest_dec.h"
#include "funcapi.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/memutils.h"
#include "utils/resowner.h"
#include "utils/syscache.h"

#include "core/utf8.h"
#include "glue.h"

PG_MODULE_MAGIC;

/* ---- core's hooks ---------------------------------------------------- */

/* What palloc() would call an internal error comes of values that are too large. */
static inline void
check_alloc(size_t size)
{
	if (unlikely(!AllocSizeIsValid(size)))
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("value of %zu bytes is too large", size),
				 errdetail("A value has at most %zu bytes.", (size_t) MaxAllocSize)));
}

void *
core_alloc(size_t size)
{
	check_alloc(size);
	return palloc(size);
}

void *
core_realloc(void *p, size_t size)
{
	check_alloc(size);
	return repalloc(p, size);
}

void
core_free(void *p)
{
	pfree(p);
}

void
core_check_interrupts(void)
{
	CHECK_FOR_INTERRUPTS();
}

void
core_float4_text(float f, char *dst)
{
	StaticAssertStmt(FLOAT_SHORTEST_DECIMAL_LEN <= CORE_FLOAT_TEXT,
					 "text of a float must fit");
	float_to_shortest_decimal_buf(f, dst);
}

void
core_float8_text(double f, char *dst)
{
	StaticAssertStmt(DOUBLE_SHORTEST_DECIMAL_LEN <= CORE_FLOAT_TEXT,
					 "text of a double must fit");
	double_to_shortest_decimal_buf(f, dst);
}

/*
 * An owner is a reset callback of the memory context that holds it.  Such
 * callbacks cannot be taken back before the context goes, so a disowned one
 * stays behind, empty: owners are for objects that live about as long as
 * their context.
 */
struct CoreOwner
{
	MemoryContextCallback callback;
	void	   *object;
	void		(*release) (void *object);
};

static void
owner_release(void *arg)
{
	CoreOwner  *owner = arg;

	if (owner->object != NULL)
	{
		owner->release(owner->object);
		owner->object = NULL;
	}
}

CoreOwner *
core_own(void *object, void (*release) (void *object))
{
	CoreOwner  *owner;

	/* Only this can fail, and then nobody else would give the object back. */
	owner = MemoryContextAllocExtended(CurrentMemoryContext, sizeof(CoreOwner),
									   MCXT_ALLOC_NO_OOM);
	if (owner == NULL)
	{
		release(object);
		ereport(ERROR,
				(errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory")));
	}
	owner->object = object;
	owner->release = release;
	owner->callback.func = owner_release;
	owner->callback.arg = owner;
	MemoryContextRegisterResetCallback(CurrentMemoryContext, &owner->callback);
	return owner;
}

void
core_disown(CoreOwner *owner)
{
	owner_release(owner);
}

/* ---- errors ---------------------------------------------------------- */

int
glue_sqlstate(CoreErrorCode code)
{
	switch (code)
	{
		case CORE_ERR_SYNTAX:
			return ERRCODE_INVALID_TEXT_REPRESENTATION;
		case CORE_ERR_BINARY:
			return ERRCODE_INVALID_BINARY_REPRESENTATION;
		case CORE_ERR_RANGE:
			return ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE;
		case CORE_ERR_PARAMETER:
			return ERRCODE_INVALID_PARAMETER_VALUE;
		case CORE_ERR_LIMIT:
			return ERRCODE_PROGRAM_LIMIT_EXCEEDED;
		case CORE_ERR_WIDTH:
			return ERRCODE_STRING_DATA_RIGHT_TRUNCATION;
		case CORE_ERR_CHARACTER:
			return ERRCODE_CHARACTER_NOT_IN_REPERTOIRE;
		case CORE_ERR_NULL:
			return ERRCODE_NULL_VALUE_NOT_ALLOWED;
		case CORE_ERR_TYPE:
			return ERRCODE_DATATYPE_MISMATCH;
		case CORE_ERR_UNSUPPORTED:
			return ERRCODE_FEATURE_NOT_SUPPORTED;
		case CORE_ERR_DUPLICATE:
			return ERRCODE_CARDINALITY_VIOLATION;
		case CORE_ERR_CORRUPT:
			return ERRCODE_DATA_CORRUPTED;
		case CORE_ERR_IO:
			return ERRCODE_IO_ERROR;
		case CORE_ERR_LIBRARY:
			return ERRCODE_EXTERNAL_ROUTINE_INVOCATION_EXCEPTION;
		case CORE_OK:
			break;
	}
	return ERRCODE_INTERNAL_ERROR;
}

const char *
glue_message(const char *text)
{
	int			len = strlen(text);

	if (GetDatabaseEncoding() == PG_UTF8 || pg_encoding_verifymbstr(PG_UTF8, text, len) != len)
		return text;
	return glue_from_utf8(text, &len);
}

/* A core error in the server's encoding. */
typedef struct Report
{
	int			sqlstate;
	const char *message;
	const char *detail;
	const char *hint;
} Report;

/* To be made before ereport begins: it may fail itself. */
static Report
make_report(const CoreError *err)
{
	return (Report)
	{
		glue_sqlstate(err->code), glue_message(err->message),
			glue_message(err->detail), glue_message(err->hint)
	};
}

/* What ereport is given. */
static int
fill_report(const Report *report)
{
	errcode(report->sqlstate);
	errmsg("%s", report->message);
	if (report->detail[0] != '\0')
		errdetail("%s", report->detail);
	if (report->hint[0] != '\0')
		errhint("%s", report->hint);
	return 0;
}

void
glue_raise(const CoreError *err)
{
	Report		report = make_report(err);

	ereport(ERROR, fill_report(&report));
	pg_unreachable();
}

Datum
glue_reject(FunctionCallInfo fcinfo, const CoreError *err)
{
	GlueReject *reject = (GlueReject *) fcinfo->context;

	if (reject == NULL || reject->type != T_Invalid)
	{
		Report		report = make_report(err);

		ereport(ERROR, fill_report(&report));
	}
	reject->rejected = true;
	reject->err = *err;
	PG_RETURN_NULL();
}

bool
glue_is_reject(const ErrorData *error)
{
	return error->funcname != NULL && strcmp(error->funcname, "glue_reject") == 0;
}

void
glue_save_error(const CoreError *err, Node *escontext)
{
	Report		report = make_report(err);

	ereturn(escontext,, fill_report(&report));
}

/* ---- types ----------------------------------------------------------- */

bool
glue_is_own_type(Oid type, const char *name)
{
	HeapTuple	tuple = SearchSysCache1(TYPEOID, ObjectIdGetDatum(type));
	bool		named;

	if (!HeapTupleIsValid(tuple))
		return false;
	named = strcmp(NameStr(((Form_pg_type) GETSTRUCT(tuple))->typname), name) == 0;
	ReleaseSysCache(tuple);
	return named &&
		getExtensionOfObject(TypeRelationId, type) == get_extension_oid("hbase_schema", true);
}

/* ---- rowkeys --------------------------------------------------------- */

bool
rowkey_fits(size_t size, CoreError *err)
{
	if (likely(size <= ROWKEY_MAX_SIZE))
		return true;
	core_error(err, CORE_ERR_LIMIT, "row key of %zu bytes is too long", size);
	return core_error_detail(err, "HBase takes at most %d bytes.", ROWKEY_MAX_SIZE);
}

void
rowkey_too_long(size_t size)
{
	CoreError	err;

	rowkey_fits(size, &err);
	glue_raise(&err);
}

RowKey *
rowkey_from_bytes(const void *data, size_t size)
{
	RowKey	   *key = rowkey_new(size);

	core_copy(VARDATA(key), data, size);
	return key;
}

void
glue_buf_init(CoreBuf *buf, size_t capacity)
{
	buf->cap = VARHDRSZ + capacity;
	buf->data = core_alloc(buf->cap);
	buf->len = VARHDRSZ;
}

struct varlena *
glue_buf_varlena(CoreBuf *buf)
{
	SET_VARSIZE(buf->data, buf->len);
	return (struct varlena *) buf->data;
}

RowKey *
glue_buf_rowkey(CoreBuf *buf)
{
	rowkey_check_size(buf->len - VARHDRSZ);
	return (RowKey *) glue_buf_varlena(buf);
}

/* ---- sets ------------------------------------------------------------ */

ReturnSetInfo *
glue_materialize(FunctionCallInfo fcinfo)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	TypeFuncClass kind;
	MemoryContext old;
	TupleDesc	tupdesc;
	Oid			type;

	if (rsinfo == NULL || !IsA(rsinfo, ReturnSetInfo) ||
		(rsinfo->allowedModes & SFRM_Materialize) == 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("set-valued function called in context that cannot accept a set")));
	/* Looking at the catalogue leaves more behind than the descriptor. */
	kind = get_call_result_type(fcinfo, &type, &tupdesc);
	old = MemoryContextSwitchTo(rsinfo->econtext->ecxt_per_query_memory);
	switch (kind)
	{
		case TYPEFUNC_COMPOSITE:
			tupdesc = CreateTupleDescCopy(tupdesc);
			break;
		case TYPEFUNC_SCALAR:
			tupdesc = CreateTemplateTupleDesc(1);
			TupleDescInitEntry(tupdesc, 1, "value", type, -1, 0);
			break;
		default:
			elog(ERROR, "return type must be known");
	}
	rsinfo->returnMode = SFRM_Materialize;
	rsinfo->setDesc = BlessTupleDesc(tupdesc);
	rsinfo->setResult = tuplestore_begin_heap((rsinfo->allowedModes & SFRM_Materialize_Random) != 0,
											  false, work_mem);
	MemoryContextSwitchTo(old);
	return rsinfo;
}

/* ---- character sets -------------------------------------------------- */

/* From an encoding that is neither UTF-8 nor SQL_ASCII. */
static bool
convert_text(const char **text, int *len, CoreError *err)
{
	unsigned char *src = (unsigned char *) *text;
	int			encoding = GetDatabaseEncoding();
	Oid			conversion = FindDefaultConversionProc(encoding, PG_UTF8);
	unsigned char *dst;
	int			size;
	int			good;

	if (!OidIsValid(conversion) || *len >= MaxAllocSize / MAX_CONVERSION_GROWTH)
	{
		dst = pg_do_encoding_conversion(src, *len, encoding, PG_UTF8);
		good = *len;
	}
	else
	{
		size = *len * MAX_CONVERSION_GROWTH + 1;
		dst = palloc(size);
		good = pg_do_encoding_conversion_buf(conversion, encoding, PG_UTF8,
											 src, *len, dst, size, true);
	}
	if (good < *len)
	{
		core_error(err, CORE_ERR_CHARACTER, "text has a character that UTF-8 does not have");
		return core_error_detail(err, "It begins with byte 0x%02x at offset %d of %d, in encoding %s.",
								 src[good], good, *len, GetDatabaseEncodingName());
	}
	*text = (char *) dst;
	*len = strlen(*text);
	return true;
}

bool
glue_text_utf8(const char **text, int *len, CoreError *err)
{
	const uint8_t *bytes = (const uint8_t *) *text;

	if (GetDatabaseEncoding() == PG_UTF8 || utf8_is_ascii(bytes, *len))
		return true;
	if (GetDatabaseEncoding() != PG_SQL_ASCII)
		return convert_text(text, len, err);
	return utf8_check(bytes, *len, err) ||
		core_error_hint(err, "In a database in SQL_ASCII text must be UTF-8: bring it there, as by "
						"convert_from(convert(convert_to(x, 'SQL_ASCII'), 'LATIN1', 'UTF8'), 'SQL_ASCII').");
}

const char *
glue_to_utf8(const char *src, int *len)
{
	CoreError	err;

	if (unlikely(!glue_text_utf8(&src, len, &err)))
		glue_raise(&err);
	return src;
}

const char *
glue_from_utf8(const char *src, int *len)
{
	char	   *dst = pg_any_to_server(src, *len, PG_UTF8);

	if (dst != src)
		*len = strlen(dst);
	return dst;
}

/* ---- subtransactions --------------------------------------------------- */

ErrorData *
glue_try(void (*function) (void *context), void *context)
{
	MemoryContext memory = CurrentMemoryContext;
	ResourceOwner owner = CurrentResourceOwner;
	ErrorData  *volatile error = NULL;

	BeginInternalSubTransaction(NULL);
	MemoryContextSwitchTo(memory);
	PG_TRY();
	{
		function(context);
		ReleaseCurrentSubTransaction();
	}
	PG_CATCH();
	{
		MemoryContextSwitchTo(memory);
		error = CopyErrorData();
		FlushErrorState();
		RollbackAndReleaseCurrentSubTransaction();
	}
	PG_END_TRY();
	MemoryContextSwitchTo(memory);
	CurrentResourceOwner = owner;
	return error;
}
