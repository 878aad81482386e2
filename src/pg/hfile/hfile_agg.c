/*
 * hfile_agg.c
 *		The aggregate hfile_agg: write cells to an HFile, returned as one
 *		bytea.
 */
#include "pg/base/compat.h"

#include "utils/timestamp.h"

#include "pg/base/server_text.h"
#include "pg/base/utf8_text.h"
#include "pg/hfile/hfile_build.h"
#include "pg/widerow/widerow.h"

PG_FUNCTION_INFO_V1(hfile_agg_transfn);
PG_FUNCTION_INFO_V1(hfile_agg_finalfn);

typedef struct AggState
{
	HFileBuild *build;
	int64		stamp;
	Jsonb	   *options;		/* of the first row, or NULL */
} AggState;

/* The arguments after the state. */
enum
{
	ARG_KEY = 1,
	ARG_FAMILY,
	ARG_QUALIFIER,
	ARG_TS,
	ARG_TYPE,
	ARG_VALUE,
	ARG_STAMP,
	ARG_OPTIONS
};

/* Raise an error if a required argument is NULL. */
static void
check_not_null(FunctionCallInfo fcinfo)
{
	static const struct
	{
		int			arg;
		const char *name;
	} needed[] = {{ARG_KEY, "key"},
				  {ARG_FAMILY, "family"},
				  {ARG_TYPE, "type"},
				  {ARG_STAMP, "stamp"}};

	for (int i = 0; i < lengthof(needed); i++)
		if (PG_ARGISNULL(needed[i].arg))
			ereport(ERROR,
					(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
					 errmsg("%s of a cell for an HFile must not be null",
							needed[i].name)));
}

static Jsonb *
get_options(FunctionCallInfo fcinfo)
{
	return PG_NARGS() <= ARG_OPTIONS || PG_ARGISNULL(ARG_OPTIONS) ? NULL :
		PG_GETARG_JSONB_P(ARG_OPTIONS);
}

/* The first cell determines the properties of the file. */
static AggState *
new_state(FunctionCallInfo fcinfo, MemoryContext context, int64 stamp)
{
	AggState   *state = MemoryContextAllocZero(context, sizeof(AggState));
	Jsonb	   *json = get_options(fcinfo);
	HFileOptions options;

	hfile_options_init(&options, stamp);
	hfile_options_read(json, HFILE_OPTIONS_FILE, &options);
	state->build = hfile_build_new(context, &options, stamp);
	state->stamp = stamp;
	if (json != NULL)
	{
		state->options = MemoryContextAlloc(context, VARSIZE(json));
		memcpy(state->options, json, VARSIZE(json));
	}
	return state;
}

/* Check that a later cell has the same stamp and the same options. */
static void
check_same(FunctionCallInfo fcinfo, const AggState *state, int64 stamp)
{
	Jsonb	   *json = get_options(fcinfo);

	if (stamp != state->stamp)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("stamp must be the same for all cells of an HFile"),
				 errdetail("There are " INT64_FORMAT " and " INT64_FORMAT ".",
						   state->stamp, stamp)));
	if ((json == NULL) != (state->options == NULL) ||
		(json != NULL && (VARSIZE(json) != VARSIZE(state->options) ||
						  memcmp(json, state->options, VARSIZE(json)) != 0)))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("options must be the same for all cells of an HFile")));
}

/* hfile_agg(key, family, qualifier, ts, type, value, stamp [, options]) */
Datum
hfile_agg_transfn(PG_FUNCTION_ARGS)
{
	MemoryContext context;
	AggState   *state = PG_ARGISNULL(0) ? NULL :
										  (AggState *) PG_GETARG_POINTER(0);
	HFileInput	input;
	char	   *family;
	int64		stamp;

	check_not_null(fcinfo);
	stamp = widerow_milliseconds_arg(fcinfo, ARG_STAMP, "stamp");
	if (!AggCheckCallContext(fcinfo, &context))
		elog(ERROR, "aggregate function called in non-aggregate context");
	if (state == NULL)
		state = new_state(fcinfo, context, stamp);
	else
		check_same(fcinfo, state, stamp);

	input.key = PG_GETARG_ROWKEY_PP(ARG_KEY);
	family = NameStr(*PG_GETARG_NAME(ARG_FAMILY));
	input.family_len = strlen(family);
	input.family = utf8_text_from_server(family, &input.family_len);
	input.qualifier = PG_ARGISNULL(ARG_QUALIFIER) ?
		NULL :
		PG_GETARG_BYTEA_PP(ARG_QUALIFIER);
	input.has_ts = !PG_ARGISNULL(ARG_TS);
	input.ts = input.has_ts ? PG_GETARG_INT64(ARG_TS) : 0;
	input.type = PG_GETARG_TEXT_PP(ARG_TYPE);
	input.value = PG_ARGISNULL(ARG_VALUE) ? NULL :
											PG_GETARG_BYTEA_PP(ARG_VALUE);
	hfile_build_add(state->build, &input);
	PG_RETURN_POINTER(state);
}

/* NULL for no cells, as most aggregates. */
Datum
hfile_agg_finalfn(PG_FUNCTION_ARGS)
{
	AggState   *state = PG_ARGISNULL(0) ? NULL :
										  (AggState *) PG_GETARG_POINTER(0);

	if (!AggCheckCallContext(fcinfo, NULL))
		elog(ERROR, "aggregate function called in non-aggregate context");
	if (state == NULL || !hfile_build_finish(state->build))
		PG_RETURN_NULL();
	PG_RETURN_BYTEA_P(hfile_build_result(state->build));
}
