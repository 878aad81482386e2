/*
 * survey.c
 *		The rows of an HBase-shaped relation in any order, for advice.
 */
#include "compat.h"

#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "executor/executor.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "tcop/dest.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

#include "core/cell.h"
#include "export_rows.h"
#include "own.h"
#include "survey.h"
#include "widerow.h"

typedef struct Surveyor
{
	DestReceiver pub;
	const Definition *def;
	bool		timed;			/* the column behind the families is the time */
	SurveyFunction function;
	void	   *context;
	MemoryContext work;			/* of the function */
	MemoryContext per_row;
	SurveyRow	row;
	uint64		keyless;
	uint64		empty;
} Surveyor;

/* ---- the query ----------------------------------------------------------- */

/* The column of the row's time, as timestamptz whatever the session says. */
static char *
time_expression(const Definition *def, const char *at)
{
	const char *column = quote_identifier(at);

	switch (getBaseType(get_atttype(def->relid, get_attnum(def->relid, at))))
	{
		case TIMESTAMPTZOID:
			return psprintf("%s::pg_catalog.timestamptz", column);
		case TIMESTAMPOID:
		case DATEOID:
			return psprintf("pg_catalog.timezone('UTC', %s::pg_catalog.timestamp)", column);
	}
	ereport(ERROR,
			(errcode(ERRCODE_DATATYPE_MISMATCH),
			 errmsg("column \"%s\" is no time", at),
			 errhint("It is of type timestamptz, timestamp or date; the last two count as UTC.")));
	return NULL;
}

/* Key, families and time; of tables, a sample reads no more than its blocks. */
static char *
make_query(const Definition *def, const SurveyOptions *options)
{
	StringInfoData sql;
	const char *key = quote_identifier(get_attname(def->relid, def->key, false));
	bool		stored = def->relkind == RELKIND_RELATION || def->relkind == RELKIND_MATVIEW ||
		def->relkind == RELKIND_PARTITIONED_TABLE;
	char		percent[CORE_FLOAT_TEXT];

	core_float8_text(options->sample, percent);
	initStringInfo(&sql);
	appendStringInfo(&sql, "SELECT %s", key);
	for (int i = 0; i < def->nfamilies; i++)
		appendStringInfo(&sql, ", %s", quote_identifier(def->families[i].column));
	if (options->at != NULL)
		appendStringInfo(&sql, ", %s", time_expression(def, options->at));
	appendStringInfo(&sql, " FROM %s", definition_relation_name(def->relid));
	if (options->sample > 0 && stored)
		appendStringInfo(&sql, " TABLESAMPLE pg_catalog.system (%s) REPEATABLE (1)", percent);
	else if (options->sample > 0)
		appendStringInfo(&sql, " WHERE (%s.rowkey_hashcode_extended(%s, 1)"
						 " OPERATOR(pg_catalog.&) 2147483647) OPERATOR(pg_catalog.<) %lld",
						 own_objects()->types, key, (long long) (options->sample / 100 * 2147483648.0));
	return sql.data;
}

/* ---- rows ---------------------------------------------------------------- */

/* Bytes of the KeyValues of one family of a row. */
static uint64
family_bytes(const WideRow *family, size_t key_len, uint32 name_len)
{
	uint64		bytes = (uint64) family->cells * (8 + CELL_KEY_OVERHEAD + key_len + name_len) +
		family->values_size;

	if (family->cells == family->columns)
		return bytes + family->qualifiers_size;
	for (uint32_t column = 0; column < family->columns; column++)
	{
		WideSpan	span = wide_span(family, column);
		uint32_t	len;

		wide_qualifier(family, column, &len);
		bytes += (uint64) (span.stop - span.first) * len;
	}
	return bytes;
}

static bool
receive_row(TupleTableSlot *slot, DestReceiver *self)
{
	Surveyor   *surveyor = (Surveyor *) self;
	const Definition *def = surveyor->def;
	SurveyRow  *row = &surveyor->row;
	MemoryContext old = MemoryContextSwitchTo(surveyor->per_row);

	CHECK_FOR_INTERRUPTS();
	slot_getallattrs(slot);
	MemoryContextReset(surveyor->per_row);
	row->cells = row->bytes = 0;
	row->key_len = 0;
	if (!slot->tts_isnull[0])
	{
		RowKey	   *key = DatumGetRowKeyPP(slot->tts_values[0]);

		row->key = (const uint8_t *) VARDATA_ANY(key);
		row->key_len = VARSIZE_ANY_EXHDR(key);
	}
	for (int i = 0; i < def->nfamilies; i++)
	{
		WideRow    *family = &row->families[i];

		family->cells = 0;
		if (slot->tts_isnull[i + 1])
			continue;
		widerow_from_datum(slot->tts_values[i + 1], family);
		row->cells += family->cells;
		if (family->cells > 0)
			row->bytes += family_bytes(family, row->key_len, def->families[i].len);
	}
	if (surveyor->timed)
	{
		row->has_time = !slot->tts_isnull[def->nfamilies + 1];
		if (row->has_time)
			row->time = widerow_timestamp(TIMESTAMPTZOID, slot->tts_values[def->nfamilies + 1]);
	}
	MemoryContextSwitchTo(surveyor->work);
	if (row->key_len == 0)
		surveyor->keyless++;
	else if (row->cells == 0)
		surveyor->empty++;
	else
		surveyor->function(surveyor->context, row);
	MemoryContextSwitchTo(old);
	return true;
}

static void
start_rows(DestReceiver *self, int operation, TupleDesc typeinfo)
{
}

static void
end_rows(DestReceiver *self)
{
}

void
survey(const Definition *def, const SurveyOptions *options,
	   SurveyFunction function, void *context)
{
	SPIExecuteOptions spi;
	Surveyor	surveyor;
	char	   *sql = make_query(def, options);

	memset(&surveyor, 0, sizeof(surveyor));
	surveyor.pub.receiveSlot = receive_row;
	surveyor.pub.rStartup = start_rows;
	surveyor.pub.rShutdown = end_rows;
	surveyor.pub.rDestroy = end_rows;
	surveyor.pub.mydest = DestNone;
	surveyor.def = def;
	surveyor.timed = options->at != NULL;
	surveyor.function = function;
	surveyor.context = context;
	surveyor.work = CurrentMemoryContext;
	surveyor.per_row = AllocSetContextCreate(CurrentMemoryContext, "hbase_schema row", ALLOCSET_DEFAULT_SIZES);
	surveyor.row.families = palloc0(sizeof(WideRow) * Max(def->nfamilies, 1));

	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	memset(&spi, 0, sizeof(spi));
	spi.read_only = true;
	spi.dest = (DestReceiver *) &surveyor;
	if (SPI_execute_extended(sql, &spi) < 0)
		elog(ERROR, "could not read %s", sql);
	SPI_finish();
	MemoryContextDelete(surveyor.per_row);
	if (surveyor.keyless > 0)
		ereport(NOTICE,
				(errmsg("%llu rows have no key and were left out", (unsigned long long) surveyor.keyless)));
	export_tell_empty_rows(surveyor.empty);
}

double
survey_sample_arg(FunctionCallInfo fcinfo, int n)
{
	double		sample;

	if (PG_ARGISNULL(n))
		return 0;
	sample = PG_GETARG_FLOAT8(n);
	if (!(sample > 0 && sample <= 100))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("sample must be more than 0 and at most 100 percent")));
	return sample;
}
