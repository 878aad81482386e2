/*
 * row_sizes.c
 *		Read the rows of an HBase-shaped relation in any order, with their
 *		sizes.
 */
#include "pg/base/compat.h"

#include "utils/builtins.h"

#include "core/cell/cell.h"
#include "pg/relation/export_rows.h"
#include "pg/relation/relation_rows.h"
#include "pg/relation/row_sizes.h"

typedef struct Surveyor
{
	const Definition *def;
	SurveyFunction function;
	void	   *context;
	uint64		rejected;
	uint64		keyless;
	uint64		empty;
} Surveyor;

/* Bytes of the KeyValues of one family of a row. */
static uint64
family_bytes(const WideRow *family, size_t key_len, uint32 name_len)
{
	uint64		bytes = (uint64) family->cells *
			(8 + CELL_KEY_OVERHEAD + key_len + name_len) +
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

static void
see_row(void *context, const RelationRow *seen)
{
	Surveyor   *surveyor = context;
	const Definition *def = surveyor->def;
	SurveyRow	row = {.families = seen->families, .has_time = seen->has_time,
					   .time = seen->time};

	if (seen->nrejects > 0)
	{
		surveyor->rejected++;
		return;
	}
	if (seen->key != NULL)
	{
		row.key = (const uint8_t *) VARDATA_ANY(seen->key);
		row.key_len = VARSIZE_ANY_EXHDR(seen->key);
	}
	for (int i = 0; i < def->nfamilies; i++)
	{
		const WideRow *family = &row.families[i];

		row.cells += family->cells;
		if (family->cells > 0)
			row.bytes += family_bytes(family, row.key_len,
									  def->families[i].len);
	}
	if (def->nfamilies == 0)
	{
		/* keys alone: a cell each, as short as HBase's */
		row.cells = 1;
		row.bytes = 8 + CELL_KEY_OVERHEAD + row.key_len;
	}
	if (row.key_len == 0)
		surveyor->keyless++;
	else if (row.cells == 0)
		surveyor->empty++;
	else
		surveyor->function(surveyor->context, &row);
}

void
survey(const Definition *def, const SurveyOptions *options,
	   SurveyFunction function, void *context)
{
	Surveyor	surveyor = {.def = def, .function = function,
							.context = context};
	RelationQuery query = {.def = def, .time_column = options->at,
	.percent = options->sample > 0 ? options->sample : 100};

	relation_rows(&query, see_row, &surveyor);
	if (surveyor.rejected > 0)
		ereport(NOTICE,
				(errmsg_plural("%llu rejected row was omitted",
							   "%llu rejected rows were omitted",
							   surveyor.keyless + surveyor.rejected,
							   (unsigned long long) (surveyor.keyless +
													 surveyor.rejected)),
				 errhint("hbase.rejects(%s) lists the reasons.",
						 quote_literal_cstr(
							 definition_relation_name(def->relid)))));
	else if (surveyor.keyless > 0)
		ereport(NOTICE,
				(errmsg_plural("%llu row has no key and was omitted",
							   "%llu rows have no key and were omitted",
							   surveyor.keyless,
							   (unsigned long long) surveyor.keyless)));
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
				 errmsg("sample must be greater than 0 and at most 100 percent")));
	return sample;
}
