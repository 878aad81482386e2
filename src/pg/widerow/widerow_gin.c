/*
 * widerow_gin.c
 *		GIN support: find rows with a visible column, or with a column and
 *		value.
 *
 * Keys are 32-bit hashes: one of each visible qualifier, and one of qualifier
 * and value. So the index is small for any values; matches are rechecked.
 */
#include "pg/base/compat.h"

#include "access/gin.h"
#include "access/stratnum.h"
#include "catalog/pg_type.h"
#include "common/hashfn.h"
#include "utils/array.h"
#include "utils/builtins.h"

#include "core/widerow/widerow_open.h"
#include "core/widerow/widerow_visible.h"
#include "pg/widerow/widerow.h"

/* Strategy numbers: operators of the operator class in the install script. */
#define STRATEGY_CONTAINS		7	/* @> widerow */
#define STRATEGY_EXISTS			9	/* ? text */
#define STRATEGY_EXISTS_ANY		10	/* ?| text[] */
#define STRATEGY_EXISTS_ALL		11	/* ?& text[] */
#define STRATEGY_EXISTS_BYTEA	12	/* ? bytea */

PG_FUNCTION_INFO_V1(widerow_gin_extract_value);
PG_FUNCTION_INFO_V1(widerow_gin_extract_query);
PG_FUNCTION_INFO_V1(widerow_gin_consistent);
PG_FUNCTION_INFO_V1(widerow_gin_triconsistent);

static Datum
name_key(const uint8_t *name, size_t len)
{
	return Int32GetDatum((int32) DatumGetUInt32(hash_any(name, (int) len)));
}

/* The hash of a value has the qualifier's hash as seed. */
static Datum
cell_key(const WideCell *cell)
{
	uint64		seed = DatumGetUInt32(
		hash_any(cell->qualifier, (int) cell->qualifier_len));

	return Int32GetDatum((int32) DatumGetUInt64(
		hash_any_extended(cell->value, (int) cell->value_len,
						  seed | UINT64CONST(1) << 32)));
}

/* The keys of the visible cells: of values, and of names if requested. */
static Datum *
row_keys(Datum datum, bool names, int32 *nkeys)
{
	WideRow		row;
	uint32_t   *selected;
	uint32_t	n,
				column = 0;
	Datum	   *keys;

	widerow_from_datum(datum, &row);
	selected = palloc((Size) row.cells * sizeof(uint32_t) + 1);
	n = wide_visible(&row, &wide_plain_family, &wide_plain_read, selected);
	keys = palloc((Size) n * 2 * sizeof(Datum) + 1);
	*nkeys = 0;
	for (uint32_t i = 0; i < n; i++)
	{
		WideCell	cell;

		while (selected[i] >= wide_span(&row, column).stop)
			column++;
		wide_cell(&row, column, selected[i], &cell);
		if (names)
			keys[(*nkeys)++] = name_key(cell.qualifier, cell.qualifier_len);
		keys[(*nkeys)++] = cell_key(&cell);
	}
	return keys;
}

Datum
widerow_gin_extract_value(PG_FUNCTION_ARGS)
{
	PG_RETURN_POINTER(
		row_keys(PG_GETARG_DATUM(0), true, (int32 *) PG_GETARG_POINTER(1)));
}

/* The keys of the names in an array; NULL elements are skipped. */
static Datum *
array_keys(ArrayType *array, int32 *nkeys)
{
	Datum	   *names,
			   *keys;
	bool	   *nulls;
	int			n;

	deconstruct_array(array, TEXTOID, -1, false, TYPALIGN_INT, &names, &nulls,
					  &n);
	keys = palloc((Size) n * sizeof(Datum) + 1);
	*nkeys = 0;
	for (int i = 0; i < n; i++)
		if (!nulls[i])
		{
			WideName	name = widerow_name_from_text(
				DatumGetTextPP(names[i]));

			keys[(*nkeys)++] = name_key(name.data, name.len);
		}
	return keys;
}

Datum
widerow_gin_extract_query(PG_FUNCTION_ARGS)
{
	int32	   *nkeys = (int32 *) PG_GETARG_POINTER(1);
	StrategyNumber strategy = PG_GETARG_UINT16(2);
	int32	   *search_mode = (int32 *) PG_GETARG_POINTER(6);
	WideName	name;
	Datum	   *keys;

	switch (strategy)
	{
		case STRATEGY_CONTAINS:
			keys = row_keys(PG_GETARG_DATUM(0), false, nkeys);
			break;
		case STRATEGY_EXISTS:
		case STRATEGY_EXISTS_BYTEA:
			name = strategy == STRATEGY_EXISTS ?
				widerow_name_from_text(PG_GETARG_TEXT_PP(0)) :
				widerow_name_from_bytea(PG_GETARG_BYTEA_PP(0));
			keys = palloc(sizeof(Datum));
			keys[0] = name_key(name.data, name.len);
			*nkeys = 1;
			break;
		case STRATEGY_EXISTS_ANY:
		case STRATEGY_EXISTS_ALL:
			keys = array_keys(PG_GETARG_ARRAYTYPE_P(0), nkeys);
			break;
		default:
			elog(ERROR, "unrecognized strategy number: %d", strategy);
	}
	/* every row contains the empty row */
	if (*nkeys == 0 &&
		(strategy == STRATEGY_CONTAINS || strategy == STRATEGY_EXISTS_ALL))
		*search_mode = GIN_SEARCH_MODE_ALL;
	PG_RETURN_POINTER(keys);
}

Datum
widerow_gin_consistent(PG_FUNCTION_ARGS)
{
	bool	   *check = (bool *) PG_GETARG_POINTER(0);
	StrategyNumber strategy = PG_GETARG_UINT16(1);
	int32		nkeys = PG_GETARG_INT32(3);
	bool	   *recheck = (bool *) PG_GETARG_POINTER(5);

	*recheck = true;
	if (strategy == STRATEGY_EXISTS_ANY)
		PG_RETURN_BOOL(true);	/* GIN calls this only if a key was found */
	for (int32 i = 0; i < nkeys; i++)
		if (!check[i])
			PG_RETURN_BOOL(false);
	PG_RETURN_BOOL(true);
}

Datum
widerow_gin_triconsistent(PG_FUNCTION_ARGS)
{
	GinTernaryValue *check = (GinTernaryValue *) PG_GETARG_POINTER(0);
	StrategyNumber strategy = PG_GETARG_UINT16(1);
	int32		nkeys = PG_GETARG_INT32(3);
	bool		any = strategy == STRATEGY_EXISTS_ANY;

	for (int32 i = 0; i < nkeys; i++)
	{
		if (any && check[i] != GIN_FALSE)
			PG_RETURN_GIN_TERNARY_VALUE(GIN_MAYBE);
		if (!any && check[i] == GIN_FALSE)
			PG_RETURN_GIN_TERNARY_VALUE(GIN_FALSE);
	}
	PG_RETURN_GIN_TERNARY_VALUE(any ? GIN_FALSE : GIN_MAYBE);
}
