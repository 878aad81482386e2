/*
 * cell.c
 *		A cell as HBase stores it: order, KeyValue bytes, type names, limits.
 */
#include "core/base/notation.h"
#include "core/cell/cell.h"

/* ---- types ----------------------------------------------------------- */

static const struct
{
	CellType	type;
	const char *name;
}			type_names[] = {
	{CELL_PUT, "Put"},
	{CELL_DELETE, "Delete"},
	{CELL_DELETE_COLUMN, "DeleteColumn"},
	{CELL_DELETE_FAMILY, "DeleteFamily"},
	{CELL_DELETE_FAMILY_VERSION, "DeleteFamilyVersion"},
};

#define N_TYPE_NAMES	(sizeof(type_names) / sizeof(type_names[0]))

const char *
cell_type_name(uint8_t type)
{
	for (size_t i = 0; i < N_TYPE_NAMES; i++)
		if (type_names[i].type == (CellType) type)
			return type_names[i].name;
	return NULL;
}

bool
cell_type_from_name(const char *name, size_t len, CellType *type,
					CoreError *err)
{
	char		quoted[CELL_QUOTE_SIZE];

	for (size_t i = 0; i < N_TYPE_NAMES; i++)
		if (strlen(type_names[i].name) == len &&
			memcmp(type_names[i].name, name, len) == 0)
		{
			*type = type_names[i].type;
			return true;
		}
	core_error(err, CORE_ERR_PARAMETER, "unrecognized cell type %s",
			   cell_quote((const uint8_t *) name, len, quoted,
						  sizeof(quoted)));
	return core_error_hint(err,
						   "Cell types are Put, Delete, DeleteColumn, DeleteFamily and DeleteFamilyVersion.");
}

/* ---- order ----------------------------------------------------------- */

/* CellComparatorImpl.compareWithoutRow, HBase 2.6.1. */
int
cell_compare_in_row(const Cell *a, const Cell *b)
{
	int			c;

	/*
	 * The seek key for the end of a row: CellComparatorImpl compares only its
	 * type (KeyValueUtil.createLastOnRow), because its family is empty.
	 */
	if (a->family_len + a->qualifier_len == 0 && a->type == CELL_MINIMUM)
		return (b->family_len + b->qualifier_len == 0 &&
				b->type == CELL_MINIMUM) ?
			cell_compare_version(a->ts, a->type, b->ts, b->type) :
			1;
	if (b->family_len + b->qualifier_len == 0 && b->type == CELL_MINIMUM)
		return -1;

	c = cell_compare_bytes(a->family, a->family_len, b->family, b->family_len);
	if (c == 0)
		c = cell_compare_bytes(a->qualifier, a->qualifier_len,
							   b->qualifier, b->qualifier_len);
	if (c == 0)
		c = cell_compare_version(a->ts, a->type, b->ts, b->type);
	return c;
}

/* CellComparatorImpl.compare without the sequence id, HBase 2.6.1. */
int
cell_compare(const Cell *a, const Cell *b)
{
	int			c = cell_compare_bytes(a->row, a->row_len, b->row, b->row_len);

	return c != 0 ? c : cell_compare_in_row(a, b);
}

/* ---- serialised form -------------------------------------------------- */

bool
cell_read_key(const uint8_t *key, size_t len, Cell *cell)
{
	size_t		row_len;
	size_t		family_len;

	if (len < CELL_KEY_OVERHEAD || len > INT32_MAX)
		return false;
	row_len = core_get_u16(key);
	if (row_len > len - CELL_KEY_OVERHEAD)
		return false;
	family_len = key[2 + row_len];
	if (family_len > len - CELL_KEY_OVERHEAD - row_len)
		return false;

	cell->row = key + 2;
	cell->row_len = (uint32_t) row_len;
	cell->family = key + 3 + row_len;
	cell->family_len = (uint32_t) family_len;
	cell->qualifier = cell->family + family_len;
	cell->qualifier_len = (uint32_t) (len - CELL_KEY_OVERHEAD - row_len -
									  family_len);
	cell->ts = (int64_t) core_get_u64(key + len - 9);
	cell->type = key[len - 1];
	cell->value = key + len;
	cell->value_len = 0;
	return true;
}

bool
cell_read(const uint8_t *p, size_t len, Cell *cell, size_t *used)
{
	size_t		key_len;
	size_t		value_len;

	if (len < 8)
		return false;
	key_len = core_get_u32(p);
	value_len = core_get_u32(p + 4);
	if (key_len > INT32_MAX || value_len > INT32_MAX ||
		key_len > len - 8 || value_len > len - 8 - key_len ||
		!cell_read_key(p + 8, key_len, cell))
		return false;
	cell->value_len = (uint32_t) value_len;
	*used = 8 + key_len + value_len;
	return true;
}

/* ---- limits ----------------------------------------------------------- */

bool
cell_check_stamp(int64_t stamp, CoreError *err)
{
	if (stamp >= 1 && stamp < CELL_LATEST_TIMESTAMP)
		return true;
	core_error(err, CORE_ERR_RANGE, "stamp %lld is out of range",
			   (long long) stamp);
	return core_error_detail(err,
							 "Stamps are 1 to %lld milliseconds since 1970.",
							 (long long) CELL_LATEST_TIMESTAMP - 1);
}

bool
cell_stamp(Cell *cell, int64_t stamp, CoreError *err)
{
	char		quoted[CELL_QUOTE_SIZE];

	if (cell->ts != CELL_LATEST_TIMESTAMP)
		return true;
	if (cell->type == CELL_DELETE || cell->type == CELL_DELETE_FAMILY_VERSION)
	{
		core_error(err, CORE_ERR_PARAMETER,
				   "%s marker in row %s has no timestamp",
				   cell_type_name(cell->type),
				   cell_quote(cell->row, cell->row_len, quoted,
							  sizeof(quoted)));
		return core_error_hint(
			err,
			"The marker deletes one version. Give the timestamp of that version, or use %s.",
			cell->type == CELL_DELETE ? "DeleteColumn" : "DeleteFamily");
	}
	cell->ts = cell->type == CELL_PUT ? stamp : stamp - 1;
	return true;
}

char *
cell_quote(const uint8_t *p, size_t n, char *dst, size_t size)
{
	/*
	 * Each byte takes up to four characters; the rest is two quotes, dots and
	 * the terminator.
	 */
	size_t		shown = 0;
	size_t		used = 0;
	char	   *end = dst;

	while (shown < n)
	{
		size_t		more = notation_length(p + shown, 1);

		if (used + more > size - 6)
			break;
		used += more;
		shown++;
	}
	*end++ = '"';
	end = notation_write(p, shown, end);
	if (shown < n)
	{
		memcpy(end, "...", 3);
		end += 3;
	}
	*end++ = '"';
	*end = '\0';
	return dst;
}

/*
 * ColumnFamilyDescriptorBuilder.isLegalColumnFamilyName, HBase 2.6.1, and the
 * length limit of KeyValue.checkParameters.
 */
bool
cell_check_family(const uint8_t *name, size_t len, CoreError *err)
{
	static const char recovered[] = "recovered.edits";
	char		quoted[CELL_QUOTE_SIZE];

	if (len == 0)
		return core_error(err, CORE_ERR_PARAMETER,
						  "column family name must not be empty");
	if (len > CELL_MAX_FAMILY)
	{
		core_error(err, CORE_ERR_LIMIT,
				   "column family name of %zu bytes is too long", len);
		return core_error_detail(err, "HBase accepts at most %d bytes.",
								 CELL_MAX_FAMILY);
	}
	if (name[0] == '.')
	{
		core_error(err, CORE_ERR_PARAMETER,
				   "column family name %s begins with a dot",
				   cell_quote(name, len, quoted, sizeof(quoted)));
		return core_error_hint(err, "HBase reserves folders with such names.");
	}
	for (size_t i = 0; i < len; i++)
	{
		if (name[i] < 0x20 || name[i] == 0x7f ||
			name[i] == ':' || name[i] == '/' || name[i] == '\\')
		{
			core_error(err, CORE_ERR_PARAMETER,
					   "column family name %s contains a character that HBase does not accept, at byte %zu",
					   cell_quote(name, len, quoted, sizeof(quoted)), i);
			return core_error_detail(err,
									 "Control characters and \":\", \"/\" and \"\\\" are not accepted.");
		}
	}
	if (len == sizeof(recovered) - 1 && memcmp(name, recovered, len) == 0)
		return core_error(err, CORE_ERR_PARAMETER,
						  "column family name \"%s\" is reserved by HBase",
						  recovered);
	return true;
}

/*
 * KeyValue.checkParameters and HRegion.checkTimestamps, HBase 2.6.1, and the
 * client's check of the cell size.
 */
bool
cell_check(const Cell *cell, size_t max_size, CoreError *err)
{
	char		quoted[CELL_QUOTE_SIZE];

	if (cell->row_len == 0)
	{
		core_error(err, CORE_ERR_PARAMETER,
				   "row key of a cell must not be empty");
		return core_error_detail(
			err, "The empty key is valid only as a scan bound.");
	}
	if (cell->row_len > CELL_MAX_ROW)
	{
		core_error(err, CORE_ERR_LIMIT, "row key of %u bytes is too long",
				   cell->row_len);
		return core_error_detail(err, "HBase accepts at most %d bytes.",
								 CELL_MAX_ROW);
	}
	if (cell->family_len == 0 || cell->family_len > CELL_MAX_FAMILY)
		return cell_check_family(cell->family, cell->family_len, err);
	if (max_size > 0 && cell_size(cell) > max_size)
	{
		core_error(err, CORE_ERR_LIMIT,
				   "cell of %zu bytes in row %s is too large", cell_size(cell),
				   cell_quote(cell->row, cell->row_len, quoted,
							  sizeof(quoted)));
		return core_error_detail(
			err, "The limit is %zu bytes for key and value together.",
			max_size);
	}
	if (!cell_type_is_stored(cell->type))
		return core_error(
			err, CORE_ERR_PARAMETER,
			"cell type %u in row %s cannot be stored in HBase", cell->type,
			cell_quote(cell->row, cell->row_len, quoted, sizeof(quoted)));
	if (cell->qualifier_len > 0 && cell_type_is_family_marker(cell->type))
	{
		core_error(err, CORE_ERR_PARAMETER,
				   "%s marker in row %s has a qualifier",
				   cell_type_name(cell->type),
				   cell_quote(cell->row, cell->row_len, quoted,
							  sizeof(quoted)));
		core_error_hint(err,
						"Family markers stand for all columns; Delete and DeleteColumn mark one.");
		return false;
	}
	if (cell->ts < 0)
	{
		core_error(err, CORE_ERR_RANGE, "timestamp %lld in row %s is negative",
				   (long long) cell->ts,
				   cell_quote(cell->row, cell->row_len, quoted,
							  sizeof(quoted)));
		return core_error_detail(
			err, "HBase fails on every scan that reads such a cell.");
	}
	if (cell->ts == CELL_LATEST_TIMESTAMP)
	{
		core_error(err, CORE_ERR_RANGE, "cell in row %s has no timestamp",
				   cell_quote(cell->row, cell->row_len, quoted,
							  sizeof(quoted)));
		return core_error_detail(
			err, "HBase could never overwrite or delete a cell at %lld.",
			(long long) CELL_LATEST_TIMESTAMP);
	}
	return true;
}
