/*
 * test_cell.c
 *		The order of cells, the serialised KeyValue, type names and limits.
 */
#include "core/base/host.h"
#include "unit/unit.h"

#include <stdlib.h>

#include "core/cell/cell.h"
#include "core/cell/cell_row.h"

#define MAX_LIST	64

/* A copy of bytes that are valid only until the next row of a file. */
static const uint8_t *
keep(const void *p, size_t n)
{
	uint8_t    *copy = malloc(n + 1);

	memcpy(copy, p, n);
	return copy;
}

static void
forget(const Cell *cell)
{
	free((void *) cell->row);
	free((void *) cell->family);
	free((void *) cell->qualifier);
	free((void *) cell->value);
}

static uint8_t
type_of(Tsv *tsv)
{
	const char *name = tsv_raw(tsv, "type");
	CellType	type = CELL_MAXIMUM;
	CoreError	err;

	CHECK(cell_type_from_name(name, strlen(name), &type, &err));
	CHECK_STR(cell_type_name(type), name);
	return (uint8_t) type;
}

static int
sign(int64_t n)
{
	return (n > 0) - (n < 0);
}

/* Every pair of cells in a list must compare like their ranks. */
static void
check_list(Cell *cells, int64_t *ranks, int n)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			CHECK_INT(sign(cell_compare(&cells[i], &cells[j])),
					  sign(ranks[i] - ranks[j]));
	for (int i = 0; i < n; i++)
		forget(&cells[i]);
}

static void
test_order(void)
{
	Tsv		   *tsv = tsv_open("cellorder.tsv");
	Cell		cells[MAX_LIST];
	int64_t		ranks[MAX_LIST];
	int64_t		list = -1;
	int			n = 0;

	while (tsv_next(tsv))
	{
		Cell		cell = {0};
		size_t		len;

		if (tsv_int(tsv, "list") != list)
		{
			check_list(cells, ranks, n);
			list = tsv_int(tsv, "list");
			n = 0;
		}
		if (!CHECK(n < MAX_LIST))
			break;
		cell.row = tsv_hex(tsv, "row_hex", &len);
		cell.row = keep(cell.row, len);
		cell.row_len = len;
		cell.family = (const uint8_t *) tsv_text(tsv, "family", &len);
		cell.family = keep(cell.family, len);
		cell.family_len = len;
		cell.qualifier = tsv_hex(tsv, "qualifier_hex", &len);
		cell.qualifier = keep(cell.qualifier, len);
		cell.qualifier_len = len;
		cell.ts = tsv_int(tsv, "ts");
		cell.type = type_of(tsv);
		cells[n] = cell;
		ranks[n++] = tsv_int(tsv, "rank");
	}
	check_list(cells, ranks, n);
	tsv_close(tsv);
}

/* Seek keys: before and after all cells of a row. */
static void
test_seek_order(void)
{
	Cell		cell = {(const uint8_t *) "r",
						(const uint8_t *) "f",
						NULL,
						NULL,
						1,
						1,
						0,
						0,
						5,
						CELL_PUT};
	Cell		first =
		{(const uint8_t *) "r", NULL,		 NULL, NULL, 1, 0, 0, 0,
		 CELL_LATEST_TIMESTAMP, CELL_MAXIMUM};
	Cell		last = {(const uint8_t *) "r", NULL, NULL, NULL, 1, 0, 0, 0, 0,
						CELL_MINIMUM};

	CHECK(cell_compare(&first, &cell) < 0 && cell_compare(&cell, &first) > 0);
	CHECK(cell_compare(&last, &cell) > 0 && cell_compare(&cell, &last) < 0);
	CHECK(cell_compare(&first, &last) < 0 && cell_compare(&last, &first) > 0);
	CHECK(cell_compare(&last, &last) == 0);

	/* The row decides first. */
	cell.row = (const uint8_t *) "s";
	CHECK(cell_compare(&last, &cell) < 0);
}

static void
test_keyvalue(void)
{
	Tsv		   *tsv = tsv_open("keyvalue.tsv");

	while (tsv_next(tsv))
	{
		Cell		cell = {0};
		Cell		back;
		size_t		len,
					wantlen,
					used;
		const uint8_t *want = tsv_hex(tsv, "keyvalue_hex", &wantlen);
		uint8_t    *got;

		cell.row = tsv_hex(tsv, "row_hex", &len);
		cell.row_len = len;
		cell.family = tsv_hex(tsv, "family_hex", &len);
		cell.family_len = len;
		cell.qualifier = tsv_hex(tsv, "qualifier_hex", &len);
		cell.qualifier_len = len;
		cell.value = tsv_hex(tsv, "value_hex", &len);
		cell.value_len = len;
		cell.ts = tsv_int(tsv, "ts");
		cell.type = type_of(tsv);

		got = malloc(cell_size(&cell));
		CHECK(cell_write(got, &cell) == got + cell_size(&cell));
		CHECK_BYTES(got, cell_size(&cell), want, wantlen);

		/* Read it back; without its last byte it is invalid. */
		if (CHECK(cell_read(got, wantlen, &back, &used)))
		{
			CHECK_INT(used, wantlen);
			CHECK(cell_compare(&cell, &back) == 0);
			CHECK_BYTES(back.row, back.row_len, cell.row, cell.row_len);
			CHECK_BYTES(back.family, back.family_len, cell.family,
						cell.family_len);
			CHECK_BYTES(back.qualifier, back.qualifier_len, cell.qualifier,
						cell.qualifier_len);
			CHECK_BYTES(back.value, back.value_len, cell.value,
						cell.value_len);
		}
		for (size_t n = 0; n < wantlen; n++)
		{
			uint8_t    *cut = malloc(n + 1);

			memcpy(cut, got, n);
			CHECK(!cell_read(cut, n, &back, &used));
			free(cut);
		}
		free(got);
	}
	tsv_close(tsv);
}

/* Lengths inside a key that exceed it, and lengths that overflow. */
static void
test_hostile_keys(void)
{
	uint8_t		key[16] = {0};
	uint8_t		kv[32] = {0};
	Cell		cell;
	size_t		used;

	CHECK(cell_read_key(key, 12, &cell));
	CHECK_INT(cell.row_len + cell.family_len + cell.qualifier_len, 0);
	CHECK(!cell_read_key(key, 11, &cell));
	core_put_u16(key, 5);
	CHECK(!cell_read_key(key, 16, &cell));
	core_put_u16(key, 4);
	CHECK(cell_read_key(key, 16, &cell));
	key[6] = 1;
	CHECK(!cell_read_key(key, 16, &cell));
	core_put_u16(key, 65535);
	CHECK(!cell_read_key(key, 16, &cell));

	core_put_u32(kv, 0xffffffff);
	CHECK(!cell_read(kv, 32, &cell, &used));
	core_put_u32(kv, 12);
	core_put_u32(kv + 4, 0xfffffff0);
	CHECK(!cell_read(kv, 32, &cell, &used));
	core_put_u32(kv + 4, 12);
	CHECK(cell_read(kv, 32, &cell, &used));
	CHECK_INT(used, 32);
}

static void
test_names(void)
{
	CellType	type;
	CoreError	err;

	CHECK(cell_type_name(CELL_MINIMUM) == NULL);
	CHECK(cell_type_name(CELL_MAXIMUM) == NULL);
	CHECK(cell_type_name(5) == NULL);
	for (int t = 0; t < 256; t++)
		CHECK(cell_type_is_stored(t) == (cell_type_name(t) != NULL));
	CHECK(!cell_type_from_name("put", 3, &type, &err));
	CHECK(err.code == CORE_ERR_PARAMETER);
	CHECK_STR(err.message, "unrecognized cell type \"put\"");
	CHECK(!cell_type_from_name("Pu", 2, &type, &err));
	CHECK(!cell_type_from_name("", 0, &type, &err));
}

static void
test_quote(void)
{
	char		out[CELL_QUOTE_SIZE];
	uint8_t		bytes[200];

	CHECK_STR(cell_quote((const uint8_t *) "ab\0", 3, out, sizeof(out)),
			  "\"ab\\x00\"");
	CHECK_STR(cell_quote(NULL, 0, out, sizeof(out)), "\"\"");
	memset(bytes, 0, sizeof(bytes));
	CHECK_STR(cell_quote(bytes, 3, out, 16), "\"\\x00\\x00...\"");
	for (size_t size = 16; size <= sizeof(out); size++)
	{
		char	   *exact = malloc(size);

		cell_quote(bytes, sizeof(bytes), exact, size);
		CHECK(strlen(exact) < size);
		memset(bytes, 'a', sizeof(bytes));
		cell_quote(bytes, sizeof(bytes), exact, size);
		CHECK(strlen(exact) < size);
		memset(bytes, 0, sizeof(bytes));
		free(exact);
	}
}

static bool
family_error(const char *name, CoreErrorCode code)
{
	CoreError	err;

	return !cell_check_family((const uint8_t *) name, strlen(name), &err) &&
		err.code == code;
}

static void
test_limits(void)
{
	CoreError	err;
	uint8_t		row[CELL_MAX_ROW + 1] = {0};
	char		name[CELL_MAX_FAMILY + 2];
	Cell		good = {(const uint8_t *) "r",
						(const uint8_t *) "f",
						(const uint8_t *) "q",
						(const uint8_t *) "v",
						1,
						1,
						1,
						1,
						0,
						CELL_PUT};
	Cell		cell;

	CHECK(cell_check_family((const uint8_t *) "f", 1, &err));
	CHECK(cell_check_family((const uint8_t *) "a.b c\xc3\xa9", 7, &err));
	CHECK(family_error("", CORE_ERR_PARAMETER));
	CHECK(family_error(".f", CORE_ERR_PARAMETER));
	CHECK(family_error("a:b", CORE_ERR_PARAMETER));
	CHECK(family_error("a/b", CORE_ERR_PARAMETER));
	CHECK(family_error("a\\b", CORE_ERR_PARAMETER));
	CHECK(family_error("a\nb", CORE_ERR_PARAMETER));
	CHECK(family_error("a\x7f", CORE_ERR_PARAMETER));
	CHECK(family_error("recovered.edits", CORE_ERR_PARAMETER));
	memset(name, 'f', sizeof(name));
	name[sizeof(name) - 1] = '\0';
	CHECK(cell_check_family((const uint8_t *) name, CELL_MAX_FAMILY, &err));
	CHECK(family_error(name, CORE_ERR_LIMIT));

	CHECK(cell_check(&good, 0, &err));
	CHECK(cell_check(&good, cell_size(&good), &err));
	CHECK(!cell_check(&good, cell_size(&good) - 1, &err));
	CHECK(err.code == CORE_ERR_LIMIT);
	CHECK_STR(err.message, "cell of 24 bytes in row \"r\" is too large");

	cell = good;
	cell.row_len = 0;
	CHECK(!cell_check(&cell, 0, &err) && err.code == CORE_ERR_PARAMETER);
	cell.row = row;
	cell.row_len = CELL_MAX_ROW;
	CHECK(cell_check(&cell, 0, &err));
	cell.row_len++;
	CHECK(!cell_check(&cell, 0, &err) && err.code == CORE_ERR_LIMIT);

	cell = good;
	cell.family_len = 0;
	CHECK(!cell_check(&cell, 0, &err) && err.code == CORE_ERR_PARAMETER);

	cell = good;
	cell.type = CELL_MAXIMUM;
	CHECK(!cell_check(&cell, 0, &err));
	CHECK_STR(err.message,
			  "cell type 255 in row \"r\" cannot be stored in HBase");
	cell.type = CELL_DELETE_COLUMN;
	CHECK(cell_check(&cell, 0, &err));
	cell.type = CELL_DELETE_FAMILY;
	CHECK(!cell_check(&cell, 0, &err));
	CHECK_STR(err.message, "DeleteFamily marker in row \"r\" has a qualifier");
	cell.qualifier_len = 0;
	CHECK(cell_check(&cell, 0, &err));

	cell = good;
	cell.ts = -1;
	CHECK(!cell_check(&cell, 0, &err) && err.code == CORE_ERR_RANGE);
	CHECK_STR(err.message, "timestamp -1 in row \"r\" is negative");
	cell.ts = CELL_LATEST_TIMESTAMP - 1;
	CHECK(cell_check(&cell, 0, &err));
	cell.ts = CELL_LATEST_TIMESTAMP;
	CHECK(!cell_check(&cell, 0, &err) && err.code == CORE_ERR_RANGE);
	CHECK_STR(err.message, "cell in row \"r\" has no timestamp");
}

static void
test_stamp(void)
{
	Cell		cell = {(const uint8_t *) "r",
						(const uint8_t *) "f",
						NULL,
						NULL,
						1,
						1,
						0,
						0,
						CELL_LATEST_TIMESTAMP,
						CELL_PUT};
	CoreError	err;

	CHECK(!cell_check_stamp(0, &err) && err.code == CORE_ERR_RANGE);
	CHECK(!cell_check_stamp(CELL_LATEST_TIMESTAMP, &err));
	CHECK(cell_check_stamp(1, &err) &&
		  cell_check_stamp(CELL_LATEST_TIMESTAMP - 1, &err));
	CHECK(cell_stamp(&cell, 100, &err));
	CHECK_INT(cell.ts, 100);
	CHECK(cell_stamp(&cell, 200, &err));
	CHECK_INT(cell.ts, 100);
	cell.ts = CELL_LATEST_TIMESTAMP;
	cell.type = CELL_DELETE_COLUMN;
	CHECK(cell_stamp(&cell, 100, &err));
	CHECK_INT(cell.ts, 99);
	cell.ts = CELL_LATEST_TIMESTAMP;
	cell.type = CELL_DELETE;
	CHECK(!cell_stamp(&cell, 100, &err));
	CHECK_STR(err.message, "Delete marker in row \"r\" has no timestamp");
}

/* Sorted cells of a row are in HBase's order; the sort is stable. */
static void
test_row(void)
{
	CellRow		row;
	uint64_t	seed = 9;

	cell_row_init(&row);
	cell_row_sort(&row);
	CHECK_INT(row.n, 0);
	for (int round = 0; round < 50; round++)
	{
		int			n = unit_random(&seed) % 60;
		Cell		last;

		cell_row_begin(&row, (const uint8_t *) "key", 3,
					   (const uint8_t *) "fam", 3);
		CHECK(cell_row_is(&row, (const uint8_t *) "key", 3,
						  (const uint8_t *) "fam", 3));
		CHECK(!cell_row_is(&row, (const uint8_t *) "keyf", 4,
						   (const uint8_t *) "am", 2));
		CHECK(!cell_row_is(&row, (const uint8_t *) "key", 3,
						   (const uint8_t *) "fan", 3));
		for (int i = 0; i < n; i++)
		{
			uint8_t		qualifier = 'a' + unit_random(&seed) % 3;
			uint8_t		no = i;
			Cell		cell = {NULL,
								NULL,
								&qualifier,
								&no,
								0,
								0,
								unit_random(&seed) % 2,
								1,
								unit_random(&seed) % 3,
								unit_random(&seed) % 2 ? CELL_PUT :
														 CELL_DELETE_COLUMN};

			cell_row_add(&row, &cell);
		}
		cell_row_sort(&row);
		CHECK_INT(row.n, n);
		for (int i = 0; i < n; i++)
		{
			Cell		cell;

			cell_row_get(&row, i, &cell);
			CHECK_BYTES(cell.row, cell.row_len, "key", 3);
			CHECK_BYTES(cell.family, cell.family_len, "fam", 3);
			if (i > 0)
			{
				int			c = cell_compare(&last, &cell);

				CHECK(c < 0 || (c == 0 && last.value[0] < cell.value[0]));
			}
			last = cell;
		}
	}
	cell_row_free(&row);
}

static int	released;

static void
release(void *object)
{
	released += *(int *) object;
}

static void
test_owner(void)
{
	int			object = 3;
	CoreOwner  *owner = core_own(&object, release);

	CHECK_INT(released, 0);
	core_disown(owner);
	CHECK_INT(released, 3);
}

int
main(void)
{
	test_order();
	test_seek_order();
	test_keyvalue();
	test_hostile_keys();
	test_names();
	test_quote();
	test_limits();
	test_stamp();
	test_row();
	test_owner();
	return unit_done();
}
