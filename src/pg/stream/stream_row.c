/*
 * stream_row.c
 *		The row in HBase of a row of a mapped table.
 */
#include "pg/base/compat.h"

#include "access/sysattr.h"
#include "access/xlogdefs.h"
#include "executor/executor.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

#include "core/cell/cell.h"
#include "core/widerow/widerow_open.h"
#include "pg/base/core_error.h"
#include "pg/base/subtransaction.h"
#include "pg/stream/stream_row.h"
#include "pg/table/definition.h"
#include "pg/widerow/widerow.h"

/* The largest image: two of them and a key must fit one value. */
#define MAX_IMAGE	((size_t) 400 * 1024 * 1024)

/* The longest value in the text of a row. */
#define MAX_SHOWN	100

static Datum
evaluate(ExprState *expr, ExprContext *context, bool *isnull)
{
	return ExecEvalExprSwitchContext(expr, context, isnull);
}

/* Raise an error if HBase does not accept the cells of a family. */
static void
check_family(const StreamPlan *plan, int f, const StreamRow *row,
			 const WideRow *family, size_t max_cell_size)
{
	const char *name = plan->table->names[f];
	CoreError	err;

	if (family->has_types || wide_max_timestamp(family) >= 0)
		ereport(ERROR,
				(errcode(ERRCODE_DATA_EXCEPTION),
				 errmsg("family \"%s\" has a cell with a timestamp of its own or a delete marker",
						name),
				 errhint("The stream gives all cells the stamp of their transaction. Use hbase.export_delta() for such cells.")));
	if (family->size + row->key_len + 1024 <= max_cell_size)
		return;
	for (uint32 c = 0; c < family->cells; c++)
	{
		Cell		cell = {.row = row->key, .row_len = row->key_len,
							.family = (const uint8 *) name,
							.family_len = strlen(name), .type = CELL_PUT};

		cell.qualifier = wide_qualifier(family, c, &cell.qualifier_len);
		cell.value = wide_value(family, c, &cell.value_len);
		if (!cell_check(&cell, max_cell_size, &err))
			core_error_raise(&err);
	}
}

static void
check_key(bool isnull, const StreamRow *row)
{
	if (isnull)
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("row key is NULL"),
				 errhint("Every part of a key must have a value; leave such rows out with WHERE, or give them a key.")));
	if (row->key_len == 0 || row->key_len > CELL_MAX_ROW)
		ereport(ERROR,
				(errcode(row->key_len == 0 ? ERRCODE_DATA_EXCEPTION :
											 ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("row key has %zu bytes", row->key_len),
				 errhint("HBase accepts keys of 1 to %d bytes.",
						 CELL_MAX_ROW)));
}

static void
add_families(StreamRowContext *context, StreamPlan *plan, StreamRowKind kind,
			 StreamRow *row)
{
	CoreBuf		image;

	core_buf_init(&image);
	for (int f = 0; f < plan->table->nfamilies; f++)
	{
		bool		isnull;
		Datum		value = evaluate(plan->families[f], context->expressions,
									 &isnull);
		WideRow		family;

		if (isnull)
		{
			net_image_add(&image, NULL, 0);
			continue;
		}
		widerow_from_datum(value, &family);
		if (kind == STREAM_ROW_AFTER)
			check_family(plan, f, row, &family, context->max_cell_size);
		if (image.len + family.size > MAX_IMAGE)
			ereport(ERROR,
					(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
					 errmsg("the families of a row have more than %zu bytes",
							MAX_IMAGE)));
		if (family.cells == 0)
			net_image_add(&image, NULL, 0);
		else
			net_image_add(&image, family.data, family.size);
	}
	row->image.data = image.data;
	row->image.len = image.len;
}

/* The arguments of stream_row(). */
typedef struct Call
{
	StreamRowContext *context;
	StreamPlan *plan;
	TupleTableSlot *slot;
	StreamRowKind kind;
	StreamRow  *row;
	MemoryContext memory;		/* for the result */
} Call;

static void
evaluate_row(void *argument)
{
	Call	   *call = argument;
	StreamPlan *plan = call->plan;
	StreamRow  *row = call->row;
	ExprContext *expressions = call->context->expressions;
	MemoryContext before;
	bool		with_condition = plan->condition != NULL &&
		(call->kind != STREAM_ROW_KEY || plan->condition_in_key);
	struct varlena *key;
	uint8	   *copy;
	bool		isnull;
	Datum		value;

	memset(row, 0, sizeof(StreamRow));
	ResetExprContext(expressions);
	expressions->ecxt_scantuple = call->slot;
	if (with_condition)
	{
		value = evaluate(plan->condition, expressions, &isnull);
		if (isnull || !DatumGetBool(value))
			return;
	}
	value = evaluate(plan->key, expressions, &isnull);
	before = MemoryContextSwitchTo(call->memory);
	if (!isnull)
	{
		key = PG_DETOAST_DATUM_PACKED(value);
		row->key_len = VARSIZE_ANY_EXHDR(key);
		copy = palloc(row->key_len + 1);
		memcpy(copy, VARDATA_ANY(key), row->key_len);
		row->key = copy;
	}
	check_key(isnull, row);
	if (call->kind != STREAM_ROW_KEY)
		add_families(call->context, plan, call->kind, row);
	row->visible = true;
	MemoryContextSwitchTo(before);
}

/* True for errors about the data of a row. */
static bool
is_about_data(const ErrorData *error)
{
	switch (ERRCODE_TO_CATEGORY(error->sqlerrcode))
	{
		case ERRCODE_DATA_EXCEPTION:
		case ERRCODE_CARDINALITY_VIOLATION:
		case ERRCODE_PROGRAM_LIMIT_EXCEEDED:
			return true;
		default:
			return false;
	}
}

char *
stream_row_text(const StreamPlan *plan, TupleTableSlot *slot)
{
	StringInfoData names;
	StringInfoData values;
	int			i = -1;

	initStringInfo(&names);
	initStringInfo(&values);
	while ((i = bms_next_member(plan->view->key_columns, i)) >= 0)
	{
		int			n = i + FirstLowInvalidHeapAttributeNumber;
		Form_pg_attribute attribute =
			TupleDescAttr(slot->tts_tupleDescriptor, n - 1);
		Datum		value = slot->tts_values[n - 1];
		Oid			output;
		bool		is_varlena;
		char	   *text;

		if (names.len > 0)
		{
			appendStringInfoString(&names, ", ");
			appendStringInfoString(&values, ", ");
		}
		appendStringInfoString(&names,
							   quote_identifier(NameStr(attribute->attname)));
		if (slot->tts_isnull[n - 1])
		{
			appendStringInfoString(&values, "NULL");
			continue;
		}
		getTypeOutputInfo(attribute->atttypid, &output, &is_varlena);
		text = OidOutputFunctionCall(output, value);
		appendBinaryStringInfo(&values, text,
							   core_shown(text, strlen(text), MAX_SHOWN));
		if (strlen(text) > MAX_SHOWN)
			appendStringInfoString(&values, "...");
	}
	return psprintf("(%s)=(%s)", names.data, values.data);
}

/* Raise the error again, with the row and its place in the log. */
static void
raise_with_row(ErrorData *error, const StreamPlan *plan, TupleTableSlot *slot,
			   XLogRecPtr lsn)
{
	char	   *text =
		psprintf("row %s of %s at %X/%X of the log, mapped by %s",
				 stream_row_text(plan, slot),
				 definition_relation_name(plan->view->base),
				 LSN_FORMAT_ARGS(lsn), plan->table->relation);

	error->context = error->context == NULL ? text :
		psprintf("%s\n%s", error->context, text);
	if (error->hint == NULL && is_about_data(error))
		error->hint = pstrdup(
			"With the option rejects = skip, the stream lists such rows and goes on.");
	ReThrowError(error);
}

ErrorData *
stream_row(StreamRowContext *context, StreamPlan *plan, TupleTableSlot *slot,
		   StreamRowKind kind, XLogRecPtr lsn, StreamRow *row)
{
	MemoryContext memory = CurrentMemoryContext;
	Call		call = {context, plan, slot, kind, row, memory};
	ErrorData  *error = NULL;

	if (context->skip_rejects)
	{
		error = subtransaction_try(evaluate_row, &call);
		if (error != NULL && !is_about_data(error))
			raise_with_row(error, plan, slot, lsn);
		return error;
	}
	PG_TRY();
	{
		evaluate_row(&call);
	}
	PG_CATCH();
	{
		MemoryContextSwitchTo(memory);
		error = CopyErrorData();
		FlushErrorState();
		raise_with_row(error, plan, slot, lsn);
	}
	PG_END_TRY();
	return NULL;
}
