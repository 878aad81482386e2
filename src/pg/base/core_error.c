/*
 * core_error.c
 *		Errors of core as PostgreSQL's: raised, rejected or saved.
 */
#include "pg/base/compat.h"

#include "mb/pg_wchar.h"

#include "pg/base/core_error.h"
#include "pg/base/server_text.h"

/*
 * The source location of rejects: the mark that core_error_is_reject() finds.
 * Of an error in a parallel worker, the leader gets only the fields that are
 * sent to a client; of these, the location is the one that users do not see.
 * It is given here as text, so that a renamed function or file keeps the mark.
 */
#define REJECT_FILE		"core_error.c"
#define REJECT_FUNCTION "core_error_reject"

int
core_error_sqlstate(CoreErrorCode code)
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
core_error_message(const char *text)
{
	int			len = strlen(text);

	if (GetDatabaseEncoding() == PG_UTF8 ||
		pg_encoding_verifymbstr(PG_UTF8, text, len) != len)
		return text;
	return server_text_from_utf8(text, &len);
}

/* A core error, converted to the server's encoding. */
typedef struct Report
{
	int			sqlstate;
	const char *message;
	const char *detail;
	const char *hint;
} Report;

/* Convert before ereport() starts: the conversion may raise an error. */
static Report
make_report(const CoreError *err)
{
	return (Report)
	{
		core_error_sqlstate(err->code), core_error_message(err->message),
			core_error_message(err->detail), core_error_message(err->hint)
	};
}

/* Set the fields of the current ereport(). */
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
core_error_raise(const CoreError *err)
{
	Report		report = make_report(err);

	ereport(ERROR, fill_report(&report));
	pg_unreachable();
}

Datum
core_error_reject(FunctionCallInfo fcinfo, const CoreError *err)
{
	RejectContext *reject = (RejectContext *) fcinfo->context;

	if (reject == NULL || reject->type != T_Invalid)
	{
		Report		report = make_report(err);

		/* ereport() with the mark as the location */
		errstart(ERROR, TEXTDOMAIN);
		fill_report(&report);
		errfinish(REJECT_FILE, __LINE__, REJECT_FUNCTION);
		pg_unreachable();
	}
	reject->rejected = true;
	reject->err = *err;
	PG_RETURN_NULL();
}

bool
core_error_is_reject(const ErrorData *error)
{
	return error->filename != NULL && error->funcname != NULL &&
		strcmp(error->filename, REJECT_FILE) == 0 &&
		strcmp(error->funcname, REJECT_FUNCTION) == 0;
}

void
core_error_save(const CoreError *err, Node *escontext)
{
	Report		report = make_report(err);

	ereturn(escontext,, fill_report(&report));
}
