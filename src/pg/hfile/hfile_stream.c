/*
 * hfile_stream.c
 *		hfile_stream(): write the cells that a query returns to an HFile of any
 *		size, in pieces.
 *
 * The query runs as a cursor between the calls. So a client receives the first
 * piece before the last one is made, and memory holds no more than a piece and
 * the writer's blocks.
 */
#include "pg/base/compat.h"

#include "access/htup_details.h"
#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "funcapi.h"
#include "utils/builtins.h"
#include "utils/portal.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"

#include "pg/base/server_text.h"
#include "pg/base/utf8_text.h"
#include "pg/hfile/hfile_build.h"
#include "pg/widerow/widerow.h"

PG_FUNCTION_INFO_V1(hfile_stream);

/* Size of a piece, and the maximum number of cells in one fetch. */
#define PIECE_SIZE		(1024 * 1024)
#define MAX_FETCH		64

#define N_COLUMNS		6

typedef struct StreamState
{
	HFileBuild *build;
	char	   *portal;			/* name of the cursor; NULL: query ended */
	MemoryContext per_cell;
	int			fetch;			/* number of cells to fetch next */
	Oid			types[N_COLUMNS];
} StreamState;

/* ---- the query ---------------------------------------------------------- */

/* The type rowkey in the schema of this function. */
static Oid
rowkey_type(FunctionCallInfo fcinfo)
{
	Oid			schema = get_func_namespace(fcinfo->flinfo->fn_oid);

	return GetSysCacheOid2(TYPENAMENSP, Anum_pg_type_oid,
						   CStringGetDatum("rowkey"),
						   ObjectIdGetDatum(schema));
}

/* Check that the query returns cells. */
static void
check_columns(TupleDesc desc, Oid rowkey, StreamState *state)
{
	const struct
	{
		const char *name;
		Oid			type;
		Oid			other;
	}			wanted[N_COLUMNS] = {
		{"key", rowkey, BYTEAOID},
		{"family", NAMEOID, TEXTOID},
		{"qualifier", BYTEAOID, BYTEAOID},
		{"ts", INT8OID, INT8OID},
		{"type", TEXTOID, TEXTOID},
		{"value", BYTEAOID, BYTEAOID},
	};

	if (desc->natts != N_COLUMNS)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("the query for an HFile returns %d columns instead of %d",
						desc->natts, N_COLUMNS),
				 errhint("The columns are key rowkey, family name, qualifier bytea, ts bigint, type text, value bytea.")));
	for (int i = 0; i < N_COLUMNS; i++)
	{
		Oid			type = TupleDescAttr(desc, i)->atttypid;

		if (type != wanted[i].type && type != wanted[i].other)
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("column %d of the query for an HFile, %s, is of type %s instead of %s",
							i + 1, wanted[i].name, format_type_be(type),
							format_type_be(wanted[i].type))));
		state->types[i] = type;
	}
}

/* Open the query as a cursor that stays open between the calls. */
static void
open_query(FunctionCallInfo fcinfo, StreamState *state, MemoryContext context,
		   const char *query)
{
	Oid			rowkey = rowkey_type(fcinfo);
	SPIPlanPtr	plan;
	Portal		portal;

	SPI_connect();
	plan = SPI_prepare(query, 0, NULL);
	if (plan == NULL)
		elog(ERROR, "SPI_prepare failed: %s",
			 SPI_result_code_string(SPI_result));
	if (!SPI_is_cursor_plan(plan))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the query for an HFile does not return rows")));
	portal = SPI_cursor_open(NULL, plan, NULL, NULL, true);
	check_columns(portal->tupDesc, rowkey, state);
	state->portal = MemoryContextStrdup(context, portal->name);
	SPI_finish();
}

/* Callback: the caller reads no more pieces. */
static void
close_query(Datum arg)
{
	StreamState *state = (StreamState *) DatumGetPointer(arg);
	Portal		portal = state->portal == NULL ?
		NULL :
		GetPortalByName(state->portal);

	if (PortalIsValid(portal))
		SPI_cursor_close(portal);
	state->portal = NULL;
}

/* ---- cells -------------------------------------------------------------- */

/* Add a cell; returns its size. */
static size_t
add_tuple(StreamState *state, HeapTuple tuple, TupleDesc desc)
{
	static const char *const names[] = {"key", "family", NULL, NULL, "type",
										NULL};
	Datum		values[N_COLUMNS];
	bool		nulls[N_COLUMNS];
	HFileInput	input;
	char	   *family;

	heap_deform_tuple(tuple, desc, values, nulls);
	for (int i = 0; i < N_COLUMNS; i++)
		if (nulls[i] && names[i] != NULL)
			ereport(ERROR,
					(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
					 errmsg("%s of a cell for an HFile must not be null",
							names[i])));
	input.key = DatumGetRowKeyPP(values[0]);
	if (state->types[1] == NAMEOID)
	{
		family = NameStr(*DatumGetName(values[1]));
		input.family_len = strlen(family);
	}
	else
	{
		text	   *t = DatumGetTextPP(values[1]);

		family = VARDATA_ANY(t);
		input.family_len = VARSIZE_ANY_EXHDR(t);
	}
	input.family = utf8_text_from_server(family, &input.family_len);
	input.qualifier = nulls[2] ? NULL : DatumGetByteaPP(values[2]);
	input.has_ts = !nulls[3];
	input.ts = nulls[3] ? 0 : DatumGetInt64(values[3]);
	input.type = DatumGetTextPP(values[4]);
	input.value = nulls[5] ? NULL : DatumGetByteaPP(values[5]);
	hfile_build_add(state->build, &input);
	return VARSIZE_ANY(input.key) +
		(nulls[2] ? 0 : VARSIZE_ANY(input.qualifier)) +
		(nulls[5] ? 0 : VARSIZE_ANY(input.value));
}

/*
 * Add the fetched cells, and set the number to fetch next: large cells are
 * fetched one at a time.
 */
static void
add_fetched(StreamState *state)
{
	MemoryContext old = MemoryContextSwitchTo(state->per_cell);
	size_t		size = 0;

	for (uint64 i = 0; i < SPI_processed; i++)
	{
		size += add_tuple(state, SPI_tuptable->vals[i], SPI_tuptable->tupdesc);
		MemoryContextReset(state->per_cell);
	}
	MemoryContextSwitchTo(old);
	state->fetch = (int) Max(Min(PIECE_SIZE * SPI_processed / Max(size, 1),
								 MAX_FETCH),
							 1);
}

/* Fetch cells until a piece is ready or the file is complete. */
static void
fetch(StreamState *state)
{
	SPI_connect();
	while (state->portal != NULL &&
		   hfile_build_ready(state->build) < PIECE_SIZE)
	{
		Portal		portal = SPI_cursor_find(state->portal);

		if (portal == NULL)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_CURSOR_STATE),
					 errmsg("the query for an HFile was closed before its last piece")));
		SPI_cursor_fetch(portal, true, state->fetch);
		add_fetched(state);
		if (SPI_processed == 0)
		{
			SPI_cursor_close(portal);
			state->portal = NULL;
			hfile_build_finish(state->build);
		}
		SPI_freetuptable(SPI_tuptable);
	}
	SPI_finish();
}

/* ---- the function ------------------------------------------------------- */

/* Arguments: query, stamp, options. */
static void
start(FunctionCallInfo fcinfo, int64 stamp)
{
	FuncCallContext *calls = SRF_FIRSTCALL_INIT();
	MemoryContext context = calls->multi_call_memory_ctx;
	MemoryContext old = MemoryContextSwitchTo(context);
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	StreamState *state = palloc0(sizeof(StreamState));
	HFileOptions options;

	hfile_options_init(&options, stamp);
	hfile_options_read(PG_GETARG_JSONB_P(2), HFILE_OPTIONS_FILE, &options);
	state->build = hfile_build_new(context, &options, stamp);
	state->per_cell = AllocSetContextCreate(context, "HFile cell",
											ALLOCSET_DEFAULT_SIZES);
	state->fetch = 1;
	calls->user_fctx = state;
	MemoryContextSwitchTo(old);
	open_query(fcinfo, state, context, text_to_cstring(PG_GETARG_TEXT_PP(0)));
	RegisterExprContextCallback(rsinfo->econtext, close_query,
								PointerGetDatum(state));
}

/* The next piece: a full one, or the rest at the end. */
static Datum
next_piece(FunctionCallInfo fcinfo)
{
	FuncCallContext *calls = SRF_PERCALL_SETUP();
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	StreamState *state = calls->user_fctx;
	size_t		ready;

	fetch(state);
	ready = hfile_build_ready(state->build);
	if (ready == 0)
	{
		UnregisterExprContextCallback(rsinfo->econtext, close_query,
									  PointerGetDatum(state));
		SRF_RETURN_DONE(calls);
	}
	SRF_RETURN_NEXT(calls,
					PointerGetDatum(hfile_build_take(state->build,
													 Min(ready, PIECE_SIZE))));
}

/* hfile_stream(query, stamp, options) */
Datum
hfile_stream(PG_FUNCTION_ARGS)
{
	if (SRF_IS_FIRSTCALL())
		start(fcinfo, widerow_milliseconds_arg(fcinfo, 1, "stamp"));
	return next_piece(fcinfo);
}
