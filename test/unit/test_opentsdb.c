/*
 * test_opentsdb.c
 *		Data points compared with OpenTSDB: opentsdb.tsv.
 */
#include "core/widerow/opentsdb_format.h"
#include "unit/unit.h"

#include <stdlib.h>

static void
test_vectors(void)
{
	Tsv		   *tsv = tsv_open("opentsdb.tsv");

	while (tsv_next(tsv))
	{
		OpentsdbPoint point = {0},
					again;
		OpentsdbCell cell;
		uint8_t		qualifier[OPENTSDB_MAX_QUALIFIER],
					value[OPENTSDB_MAX_VALUE];
		size_t		qualifier_len,
					value_len,
					want_len;
		const uint8_t *want;
		CoreError	err;

		CHECK(opentsdb_timestamp(tsv_int(tsv, "ts"), &point, &err));
		if (tsv_is(tsv, "kind", "long"))
		{
			point.kind = OPENTSDB_LONG;
			point.i = tsv_int(tsv, "value");
		}
		else
		{
			point.kind = tsv_is(tsv, "kind", "float") ? OPENTSDB_FLOAT :
														OPENTSDB_DOUBLE;
			point.f = point.kind == OPENTSDB_FLOAT ?
				strtof(tsv_raw(tsv, "value"), NULL) :
				strtod(tsv_raw(tsv, "value"), NULL);
		}
		CHECK(opentsdb_encode(&point, qualifier, &qualifier_len, value,
							  &value_len, &err));
		want = tsv_hex(tsv, "qualifier_hex", &want_len);
		CHECK_BYTES(qualifier, qualifier_len, want, want_len);
		want = tsv_hex(tsv, "value_hex", &want_len);
		CHECK_BYTES(value, value_len, want, want_len);

		CHECK(opentsdb_open(&cell, qualifier, qualifier_len, value, value_len,
							opentsdb_base(&point), &err));
		CHECK(opentsdb_next(&cell, &again, &err));
		CHECK_INT(again.ms, point.ms);
		CHECK_INT(again.kind, point.kind);
		if (point.kind == OPENTSDB_LONG)
			CHECK_INT(again.i, point.i);
		else
			CHECK(again.f == point.f);
		CHECK(!opentsdb_next(&cell, &again, &err) && err.code == CORE_OK);
	}
	tsv_close(tsv);
}

/*
 * Cells of many points: "1113638963693=long:-113 1113641272832=float:1.4E-45".
 */
static void
test_cells(void)
{
	Tsv		   *tsv = tsv_open("opentsdb_cells.tsv");
	int			points = 0;

	while (tsv_next(tsv))
	{
		char	   *listed = strdup(tsv_raw(tsv, "points"));
		char	   *rest = listed;
		char	   *word;
		size_t		qualifier_len,
					value_len;
		const uint8_t *qualifier = tsv_hex(tsv, "qualifier_hex",
										   &qualifier_len);
		const uint8_t *value = tsv_hex(tsv, "value_hex", &value_len);
		OpentsdbCell cell;
		OpentsdbPoint point,
					want;
		CoreError	err;

		CHECK(opentsdb_open(&cell, qualifier, qualifier_len, value, value_len,
							tsv_int(tsv, "base"), &err));
		while ((word = strtok_r(rest, " ", &rest)) != NULL)
		{
			const char *kind = strchr(word, '=') + 1;
			const char *number = strchr(kind, ':') + 1;

			CHECK(opentsdb_timestamp(strtoll(word, NULL, 10), &want, &err));
			CHECK(opentsdb_next(&cell, &point, &err));
			CHECK_INT(point.ms, want.ms);
			if (point.kind == OPENTSDB_LONG)
				CHECK(strncmp(kind, "long", 4) == 0 &&
					  point.i == strtoll(number, NULL, 10));
			else if (point.kind == OPENTSDB_FLOAT)
				CHECK(strncmp(kind, "float", 5) == 0 &&
					  point.f == strtof(number, NULL));
			else
				CHECK(strncmp(kind, "double", 6) == 0 &&
					  point.f == strtod(number, NULL));
			points++;
		}
		CHECK(!opentsdb_next(&cell, &point, &err) && err.code == CORE_OK);
		free(listed);
	}
	CHECK(points > 1000);
	tsv_close(tsv);
}

static void
test_compacted(void)
{
	/* second 1 = 5, second 2 = 258, 3.5 s = 1.5 */
	static const uint8_t qualifier[] = {0x00, 0x10, 0x00, 0x21, 0xf0, 0x03,
										0x6b, 0x0b};
	static const uint8_t value[] = {0x05, 0x01, 0x02, 0x3f, 0xc0, 0x00, 0x00,
									0x01};
	OpentsdbCell cell;
	OpentsdbPoint point;
	CoreError	err;

	CHECK(opentsdb_open(&cell, qualifier, sizeof(qualifier), value,
						sizeof(value), 3600, &err));
	CHECK(opentsdb_next(&cell, &point, &err));
	CHECK_INT(point.ms, 3601000);
	CHECK_INT(point.i, 5);
	CHECK(opentsdb_next(&cell, &point, &err));
	CHECK_INT(point.ms, 3602000);
	CHECK_INT(point.i, 258);
	CHECK(opentsdb_next(&cell, &point, &err));
	CHECK_INT(point.ms, 3603500);
	CHECK(point.f == 1.5);
	CHECK(!opentsdb_next(&cell, &point, &err) && err.code == CORE_OK);

	/* other objects, and invalid cells */
	CHECK(!opentsdb_open(&cell, qualifier, 3, value, 1, 0, &err) &&
		  err.code == CORE_OK);
	CHECK(!opentsdb_open(&cell, qualifier, 0, value, 1, 0, &err) &&
		  err.code == CORE_OK);
	CHECK(!opentsdb_open(&cell, qualifier, 4, value, 3, 0, &err) &&
		  err.code == CORE_ERR_BINARY);
	CHECK(opentsdb_open(&cell, (const uint8_t *) "\x05\x00\x00", 3,
						(const uint8_t *) "\x00\x10\x07\x00", 4, 0, &err));
	CHECK(opentsdb_next(&cell, &point, &err));
	CHECK_INT(point.i, 7);
	CHECK(!opentsdb_next(&cell, &point, &err) && err.code == CORE_ERR_BINARY);
	CHECK(opentsdb_open(&cell, (const uint8_t *) "\x05\x00\x00", 3,
						(const uint8_t *) "\x00\x11\x07", 3, 0, &err));
	CHECK(!opentsdb_next(&cell, &point, &err) && err.code == CORE_ERR_BINARY);
	CHECK(opentsdb_open(&cell, qualifier, 2, value, 2, 0, &err));
	CHECK(opentsdb_next(&cell, &point, &err));
	CHECK(!opentsdb_next(&cell, &point, &err) && err.code == CORE_ERR_BINARY);
	CHECK(opentsdb_open(&cell, qualifier + 2, 2, value, 1, 0, &err));
	CHECK(!opentsdb_next(&cell, &point, &err) && err.code == CORE_ERR_BINARY);
	CHECK(opentsdb_open(&cell, (const uint8_t *) "\x00\x12", 2, value, 3, 0,
						&err));
	CHECK(!opentsdb_next(&cell, &point, &err) && err.code == CORE_ERR_BINARY);
	CHECK(opentsdb_open(&cell, (const uint8_t *) "\x00\x10\xf0\x00", 4, value,
						sizeof(value), 0, &err));
	CHECK(opentsdb_next(&cell, &point, &err));
	CHECK(!opentsdb_next(&cell, &point, &err) && err.code == CORE_ERR_BINARY);
}

int
main(void)
{
	test_vectors();
	test_cells();
	test_compacted();
	return unit_done();
}
