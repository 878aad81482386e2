/*
 * check_cells.c
 *		Statistics over the cells of many rows, family by family.
 */
#include "core/base/host.h"
#include "core/base/utf8.h"
#include "core/check/check_cells.h"
#include "core/layout/layout_decompose.h"
#include "core/transform/hash.h"
#include "core/value/encoding.h"
#include "core/value/encoding_type.h"
#include "core/widerow/widerow_format.h"

/* Slots of the hash table: a power of two, more than twice the columns. */
#define SLOTS	4096

void
check_family_init(CheckFamily *family, const CheckFamilyLimits *limits)
{
	memset(family, 0, sizeof(CheckFamily));
	family->limits = *limits;
	family->latest = -1;
	core_buf_init(&family->names);
}

/* ---- columns ------------------------------------------------------------ */

/* Find the column of a qualifier; NULL if there are too many. */
static CheckColumn *
find_column(CheckFamily *family, const uint8_t *name, uint32_t len)
{
	uint32_t	slot = hash_polynomial(HASH_BYTES_START, name, len);
	CheckColumn *column;

	if (family->columns == NULL)
	{
		family->columns = core_alloc(sizeof(CheckColumn) * CHECK_MAX_COLUMNS);
		family->slots = core_alloc(sizeof(uint16_t) * SLOTS);
		memset(family->slots, 0, sizeof(uint16_t) * SLOTS);
	}
	slot ^= slot >> 15;
	for (slot %= SLOTS; family->slots[slot] != 0; slot = (slot + 1) % SLOTS)
	{
		column = &family->columns[family->slots[slot] - 1];
		if (column->name_len == len &&
			memcmp(family->names.data + column->name_at, name, len) == 0)
			return column;
	}
	if (family->ncolumns == CHECK_MAX_COLUMNS)
		return NULL;
	column = &family->columns[family->ncolumns++];
	memset(column, 0, sizeof(CheckColumn));
	column->name_at = family->names.len;
	column->name_len = len;
	for (int i = 0; i < family->limits.ndeclared; i++)
	{
		const CheckDeclared *declared = &family->limits.declared[i];

		if (declared->name_len == len &&
			memcmp(declared->name, name, len) == 0)
			column->declared = declared;
	}
	core_buf_reserve(&family->names, 1);
	core_buf_add(&family->names, name, len);
	family->slots[slot] = (uint16_t) family->ncolumns;
	return column;
}

/*
 * Whether a value is text: UTF-8 without control characters.  A short binary
 * number may look like text.
 */
static bool
is_text(const uint8_t *p, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if ((p[i] < 0x20 && p[i] != '\t' && p[i] != '\n' && p[i] != '\r') ||
			p[i] == 0x7f)
			return false;
	return utf8_span(p, n) == n;
}

bool
check_value_is(const EncodingType *type, const uint8_t *value, uint32_t len)
{
	CoreValue	v;
	CoreError	err;

	if (len == 0)
		return true;
	if (!encoding_decode(type, false, value, len, &v, &err))
		return false;
	layout_release(&v, value, len);
	return true;
}

static void
add_value(CheckColumn *column, const uint8_t *value, uint32_t len)
{
	column->cells++;
	if (len == 0)
		return;
	if (column->declared != NULL)
	{
		column->misfits += !check_value_is(&column->declared->type, value,
										   len);
		return;
	}
	if (is_text(value, len))
	{
		column->texts++;
		if (len <= CHECK_NUMBER_WIDTH)
			column->texts_of[len]++;
		return;
	}
	if (column->binaries == 0 || len < column->shortest)
		column->shortest = len;
	if (len > column->longest)
		column->longest = len;
	if (len <= CHECK_NUMBER_WIDTH)
		column->binaries_of[len]++;
	column->binaries++;
}

uint64_t
check_column_texts(const CheckColumn *column)
{
	uint64_t	accidents;

	if (column->shortest != column->longest ||
		column->longest > CHECK_NUMBER_WIDTH)
		return column->texts;
	accidents = column->texts_of[column->longest];
	return accidents < column->binaries ? column->texts - accidents :
										  column->texts;
}

/*
 * Up to one value in twenty is considered an accident.  Binary values of many
 * lengths are not numbers, and may have any bytes.
 */
bool
check_column_is_mixed(const CheckColumn *column)
{
	uint64_t	all = column->texts + column->binaries;
	uint64_t	texts = check_column_texts(column);
	uint64_t	fewer = texts < all - texts ? texts : all - texts;

	if (column->declared != NULL)
		return column->misfits > 0;
	return fewer * 20 > all && column->shortest == column->longest;
}

bool
check_column_has_widths(const CheckColumn *column)
{
	uint64_t	texts = 0;
	uint64_t	binaries = 0;
	int			widths = 0;

	for (int width = 2; width <= CHECK_NUMBER_WIDTH; width *= 2)
	{
		texts += column->texts_of[width];
		binaries += column->binaries_of[width];
		widths += column->binaries_of[width] > 0;
	}
	return widths > 1 && binaries == column->binaries &&
		texts == column->texts && texts < binaries;
}

const CheckColumn *
check_family_longest_name(const CheckFamily *family)
{
	const CheckColumn *longest = NULL;

	for (int i = 0; i < family->ncolumns; i++)
		if (longest == NULL || family->columns[i].name_len > longest->name_len)
			longest = &family->columns[i];
	return longest;
}

/* ---- cells -------------------------------------------------------------- */

static void
add_time(CheckFamily *family, int64_t ts)
{
	if (ts == CELL_LATEST_TIMESTAMP)
	{
		family->unstamped++;
		return;
	}
	if (ts > family->latest)
		family->latest = ts;
	family->future += ts > family->limits.now + CHECK_CLOCK_MS;
	family->seconds += ts > CHECK_EARLIEST_MS / 1000 &&
		ts < family->limits.now / 1000 + CHECK_TEN_YEARS;
	family->expired += ts < family->limits.oldest;
}

uint64_t
check_family_add(CheckFamily *family, const WideRow *row, size_t key_len)
{
	uint64_t	bytes = 0;

	if (row->cells == 0)
		return 0;
	family->rows++;
	for (uint32_t c = 0; c < row->columns; c++)
	{
		WideSpan	span = wide_span(row, c);
		int32_t		puts = 0;
		uint32_t	name_len;
		const uint8_t *name = wide_qualifier(row, c, &name_len);
		CheckColumn *column = find_column(family, name, name_len);

		core_check_interrupts();
		for (uint32_t i = span.first; i < span.stop; i++)
		{
			uint32_t	len;
			const uint8_t *value = wide_value(row, i, &len);
			uint64_t	size = 8 + CELL_KEY_OVERHEAD + (uint64_t) key_len +
				family->limits.name_len + name_len + len;

			bytes += size;
			family->value_bytes += len;
			family->too_large += size > CELL_DEFAULT_MAX_SIZE;
			if (size > family->largest)
				family->largest = size;
			add_time(family, wide_ts(row, i));
			if (wide_type(row, i) != CELL_PUT)
			{
				family->markers++;
				continue;
			}
			family->over_versions += ++puts > family->limits.versions;
			if (column != NULL)
				add_value(column, value, len);
		}
		family->qualifier_bytes += (uint64_t) name_len *
			(span.stop - span.first);
		if (name_len > 8)
		{
			family->long_names += span.stop - span.first;
			family->long_name_bytes += (uint64_t) name_len *
				(span.stop - span.first);
		}
	}
	family->cells += row->cells;
	family->key_bytes += (uint64_t) key_len * row->cells;
	family->bytes += bytes;
	return bytes;
}
