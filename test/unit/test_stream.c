/*
 * test_stream.c
 *		The core of the change stream: the records of changes and their order,
 *		net changes of random histories, positions, mutations and frames.
 */
#include "core/stream/net_change.h"
#include "core/stream/stream_frame.h"
#include "core/stream/stream_mutation.h"
#include "core/stream/stream_state.h"
#include "core/stream/stream_text.h"
#include "core/widerow/widerow_text.h"
#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- records ---------------------------------------------------------- */

static int
compare_records(const CoreBuf *a, const CoreBuf *b)
{
	int			c = memcmp(a->data, b->data,
						   a->len < b->len ? a->len : b->len);

	return c != 0 ? c : (a->len > b->len) - (a->len < b->len);
}

static int
sign(int c)
{
	return (c > 0) - (c < 0);
}

static void
test_records(void)
{
	static const struct
	{
		const char *row;
		size_t		len;
	} rows[] = {{"", 0},	   {"\0", 1}, {"\0\0", 2}, {"\0\1", 2},
				{"\0\377", 2}, {"\1", 1}, {"a", 1},	   {"a\0", 2},
				{"a\0b", 3},   {"ab", 2}, {"\377", 1}, {"\377\377", 2}};
	int			n = sizeof(rows) / sizeof(rows[0]);

	for (int i = 0; i < n * 4; i++)
	{
		NetChange	change = {.table = i / 2 % 2,
							  .row_len = rows[i / 4].len,
							  .row = (const uint8_t *) rows[i / 4].row,
							  .sequence = i % 2,
							  .parts = NET_BEFORE | NET_AFTER,
							  .before = {(const uint8_t *) "before", i % 7},
							  .after = {(const uint8_t *) "after", i % 6}};
		NetChange	read;
		CoreBuf		record,
					row;
		CoreError	err;

		core_buf_init(&record);
		core_buf_init(&row);
		net_change_write(&change, &record);
		CHECK(net_change_read(record.data, record.len, &row, &read, &err));
		CHECK_INT(read.table, change.table);
		CHECK_INT(read.sequence, change.sequence);
		CHECK_INT(read.parts, change.parts);
		CHECK_BYTES(read.row, read.row_len, change.row, change.row_len);
		CHECK_BYTES(read.before.data, read.before.len, change.before.data,
					change.before.len);
		CHECK_BYTES(read.after.data, read.after.len, change.after.data,
					change.after.len);
		for (int j = 0; j < n * 4; j++)
		{
			NetChange	other = {.table = j / 2 % 2,
								 .row_len = rows[j / 4].len,
								 .row = (const uint8_t *) rows[j / 4].row,
								 .sequence = j % 2, .parts = NET_UNKNOWN};
			CoreBuf		b;
			int			order = change.table - other.table;

			if (order == 0)
				order = i / 4 - j / 4;
			if (order == 0)
				order = i % 2 - j % 2;
			core_buf_init(&b);
			net_change_write(&other, &b);
			if (order != 0)
				CHECK_INT(sign(compare_records(&record, &b)), sign(order));
			core_buf_free(&b);
		}
		/* cut bytes are an error or another record, and never read beyond */
		for (size_t len = 0; len < record.len; len++)
		{
			uint8_t    *cut = malloc(len + 1);

			memcpy(cut, record.data, len);
			row.len = 0;
			(void) net_change_read(cut, len, &row, &read, &err);
			free(cut);
		}
		core_buf_free(&record);
		core_buf_free(&row);
	}
}

/* ---- net changes -------------------------------------------------------- */

#define KEYS	4
#define VALUES	3

/* A table whose keys are unique between statements only; -1: no row. */
typedef struct History
{
	int			state[KEYS];
	NetRow		net[KEYS];
} History;

static void
record(History *h, int key, int parts, int before, int after)
{
	uint8_t		images[VALUES] = {10, 11, 12};
	NetChange	change = {.parts = parts};

	if (parts & NET_BEFORE)
		change.before = (NetImage) {&images[before], 1};
	if (parts & NET_AFTER)
		change.after = (NetImage) {&images[after], 1};
	net_row_add(&h->net[key], &change);
}

/* Two rows swap their keys in one statement: each is changed at once. */
static void
swap(History *h, int a, int b)
{
	int			va = h->state[a],
				vb = h->state[b];

	record(h, a, NET_BEFORE, va, 0);
	record(h, b, NET_AFTER, 0, va);
	record(h, b, NET_BEFORE, vb, 0);
	record(h, a, NET_AFTER, 0, vb);
	h->state[a] = vb;
	h->state[b] = va;
}

static void
change_key(History *h, int key, int known, uint64_t *seed)
{
	int			part = known ? NET_BEFORE : NET_UNKNOWN;
	int			value = (int) (unit_random(seed) % VALUES);
	int			other = (int) (unit_random(seed) % KEYS);

	if (h->state[key] < 0)
	{
		record(h, key, NET_AFTER, 0, value);
		h->state[key] = value;
	}
	else if (unit_random(seed) % 3 == 0)
	{
		record(h, key, part, h->state[key], 0);
		h->state[key] = -1;
	}
	else if (h->state[other] < 0)
	{
		record(h, key, part, h->state[key], 0);
		record(h, other, NET_AFTER, 0, value);
		h->state[key] = -1;
		h->state[other] = value;
	}
	else if (known && other != key)
		swap(h, key, other);
	else
	{
		record(h, key, part | NET_AFTER, h->state[key], value);
		h->state[key] = value;
	}
}

static void
test_net_changes(void)
{
	uint64_t	seed = 16;

	for (int round = 0; round < 4000; round++)
	{
		History		h;
		int			start[KEYS];
		int			known = round % 2;

		for (int k = 0; k < KEYS; k++)
		{
			start[k] = h.state[k] = (int) (unit_random(&seed) % (VALUES + 1)) -
				1;
			net_row_init(&h.net[k]);
		}
		for (int n = (int) (unit_random(&seed) % 12); n > 0; n--)
			change_key(&h, (int) (unit_random(&seed) % KEYS), known, &seed);
		for (int k = 0; k < KEYS; k++)
		{
			NetImage	before,
						after;
			bool		unknown;
			CoreError	err;

			if (!h.net[k].any)
				continue;
			CHECK(net_row_result(&h.net[k], &before, &unknown, &after, &err));
			if (known && start[k] == h.state[k])
				CHECK(before.data == NULL && after.data == NULL && !unknown);
			else
			{
				CHECK((known ? before.data != NULL : unknown) ==
					  (start[k] >= 0));
				CHECK((after.data != NULL) == (h.state[k] >= 0));
				if (before.data != NULL)
					CHECK_INT(before.data[0], 10 + start[k]);
				if (after.data != NULL)
					CHECK_INT(after.data[0], 10 + h.state[k]);
			}
			net_row_free(&h.net[k]);
		}
	}
}

/* Two rows with one key after the transaction. */
static void
test_same_keys(void)
{
	NetRow		net;
	uint8_t		images[] = {1, 2};
	NetChange	change = {.parts = NET_AFTER, .after = {&images[0], 1}};
	NetImage	before,
				after;
	bool		unknown;
	CoreError	err;

	net_row_init(&net);
	net_row_add(&net, &change);
	change.after.data = &images[1];
	net_row_add(&net, &change);
	CHECK(!net_row_result(&net, &before, &unknown, &after, &err));
	CHECK_STR(err.message, "several rows have the same row key");
	net_row_free(&net);
}

/* ---- positions ---------------------------------------------------------- */

static void
test_states(void)
{
	static const char *const invalid[] = {
		"", "/", "0/0", "0/0/", "0/0/1", "g/0/1/", "0/123456789/1/", "0/1/-1/",
		"0/1/1/xyz", "0/1/99999999999999999999/", "0//1/", "/1/1/", "0/1//",
		"0/1/1/ab/", " 0/1/1/"};
	StreamState state;
	CoreError	err;
	char		large[300];

	CHECK(stream_state_parse("1A/16b3748/1700000000000/5e88", &state, &err));
	CHECK_INT(state.lsn, INT64_C(0x1a016b3748));
	CHECK_INT(state.stamp, INT64_C(1700000000000));
	CHECK_STR(state.fingerprint, "5e88");
	CHECK(stream_state_parse("0/0/0/", &state, &err));
	CHECK_INT(state.lsn, 0);
	CHECK_STR(state.fingerprint, "");
	for (size_t i = 0; i < sizeof(invalid) / sizeof(invalid[0]); i++)
	{
		CHECK(!stream_state_parse(invalid[i], &state, &err));
		CHECK(strncmp(err.message, "invalid state", 13) == 0);
	}
	memset(large, 'a', sizeof(large) - 1);
	memcpy(large, "0/1/1/", 6);
	large[sizeof(large) - 1] = '\0';
	CHECK(!stream_state_parse(large, &state, &err));
	CHECK_INT(stream_next_stamp(0, 1234567), 1234);
	CHECK_INT(stream_next_stamp(1232, 1234567), 1234);
	CHECK_INT(stream_next_stamp(1233, 1234567), 1235);
	CHECK_INT(stream_next_stamp(5000, 1234567), 5002);
}

/* ---- mutations and frames ----------------------------------------------- */

static const StreamFamily families[] = {{(const uint8_t *) "d", 1},
										{(const uint8_t *) "e", 1}};
static const StreamTarget target = {(const uint8_t *) "ns:t", 4, 2, families};

/* Append a family in the text form of wide rows; NULL: none. */
static void
add_family(CoreBuf *image, const char *text)
{
	CoreBuf		row;
	CoreError	err;

	core_buf_init(&row);
	if (text == NULL)
		net_image_add(image, NULL, 0);
	else if (CHECK(wide_parse(text, strlen(text), &row, &err)))
		net_image_add(image, row.data, row.len);
	core_buf_free(&row);
}

/* The cells of a mutation as JSON, or the error. */
static void
check_mutation(const char *d0, const char *e0, bool unknown, const char *d1,
			   const char *e1, const char *want)
{
	StreamStamps stamps = {.stamp = 1000, .last = 500, .max_cell_size = 200};
	StreamCommit commit = {.lsn = 0x100000002, .stamp = 1000};
	StreamMutation mutation = {(const uint8_t *) "r", 1, 0, NULL};
	StreamCells cells;
	CoreBuf		before,
				after,
				out;
	NetImage	b = {NULL, 0},
				a = {NULL, 0};
	CoreError	err;
	const char *got;

	core_buf_init(&before);
	core_buf_init(&after);
	core_buf_init(&out);
	if (d0 != NULL || e0 != NULL)
	{
		add_family(&before, d0);
		add_family(&before, e0);
		b = (NetImage) {before.data, before.len};
	}
	if (d1 != NULL || e1 != NULL)
	{
		add_family(&after, d1);
		add_family(&after, e1);
		a = (NetImage) {after.data, after.len};
	}
	if (stream_mutation(&target, &stamps, mutation.row, 1, b, unknown, a,
						&cells, &err))
	{
		mutation.count = cells.count;
		mutation.cells = cells.cells;
		stream_json_mutation(&target, &commit, &mutation, &out);
		core_buf_add_byte(&out, '\0');
		got = strstr((char *) out.data, "\"cells\":") + 8;
	}
	else
		got = err.message;
	CHECK_STR(got, want);
	stream_cells_reset(&cells);
	core_buf_free(&before);
	core_buf_free(&after);
	core_buf_free(&out);
}

#define CELL_TEXT(type, family, rest) \
	"{\"type\":\"" type "\",\"family\":\"" family "\"," rest "}"
#define PUT(family, qualifier, value) \
	CELL_TEXT("Put", family, "\"qualifier\":\"" qualifier \
			  "\",\"timestamp\":1000,\"value\":\"" value "\"")
#define GONE(family, qualifier) \
	CELL_TEXT("DeleteColumn", family, "\"qualifier\":\"" qualifier \
			  "\",\"timestamp\":999")
#define NO_FAMILY(family) \
	CELL_TEXT("DeleteFamily", family, "\"timestamp\":999")

#define X50	"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"

static void
test_mutations(void)
{
	check_mutation(NULL, NULL, false, "{a=1, b=2}", NULL,
				   "[" PUT("d", "a", "1") "," PUT("d", "b", "2") "]}");
	check_mutation("{a=1, b=2}", NULL, false, "{a=3, c=4}", "{q=1}",
				   "[" PUT("d", "a", "3") "," GONE("d", "b") ","
				   PUT("d", "c", "4") "," PUT("e", "q", "1") "]}");
	check_mutation("{a=1, b=2}", "{q=1}", false, NULL, NULL,
				   "[" NO_FAMILY("d") "," NO_FAMILY("e") "]}");
	check_mutation("{a=1}", "{q=1}", false, "{a=1}", "{q=1}", "[]}");
	check_mutation("{a=1}", "{q=1}", false, NULL, "{q=1}",
				   "[" NO_FAMILY("d") "]}");
	/* an unknown state: the families again, and the marker in its place */
	check_mutation(NULL, NULL, true, "{a=1}", NULL,
				   "[" NO_FAMILY("d") "," PUT("d", "a", "1") ","
				   NO_FAMILY("e") "]}");
	check_mutation(NULL, NULL, true, "{\"\"=0, a=1}", "{\"\"=0}",
				   "[" PUT("d", "", "0") "," NO_FAMILY("d") ","
				   PUT("d", "a", "1") "," PUT("e", "", "0") ","
				   NO_FAMILY("e") "]}");
	check_mutation(NULL, NULL, false,
				   "{a=" X50 X50 X50 X50 "}",
				   NULL, "cell of 223 bytes in row \"r\" is too large");
}

static void
test_frames(void)
{
	static const uint8_t want[] = {
		'S', 0, 0, 0, 27, 'H', 'B', 'S', 'T', 'R', 'M', 0, 1, 0, 4, '5', 'e',
		'8', '8', 0, 1, 0, 4, 'n', 's', ':', 't', 2, 1, 'd', 1, 'e',
		/* a transaction */
		'B', 0, 0, 0, 28, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 3, 0xe8, 0,
		0, 0, 0, 0, 0, 0, 7, 0, 0, 2, 0xda,
		/* a mutation of a put and a marker */
		'M', 0, 0, 0, 51, 0, 0, 0, 0, 0, 1, 'r', 0, 0, 0, 2, 4, 1, 'd', 0, 0,
		0,
		1, 'a', 0, 0, 0, 0, 0, 0, 3, 0xe8, 0, 0, 0, 1, '1', 14, 1, 'e', 0, 0,
		0,
		0, 0, 0, 0, 0, 0, 0, 3, 0xe7, 0, 0, 0, 0,
		/* a reject */
		'X', 0, 0, 0, 21, 0, 0, 0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0, 1, 'r', 0, 0,
		0,
		2, 'n', 'o',
		'C', 0, 0, 0, 24, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 3, 0xe8, 0,
		0,
		0, 1};
	StreamCommit commit = {.lsn = 0x100000002, .stamp = 1000, .time = 7,
						   .xid = 730};
	StreamReject reject = {.lsn = 0x100000003, .row = "r", .reason = "no"};
	Cell		cells[2] = {{.row = (const uint8_t *) "r", .row_len = 1,
							 .family = families[0].name, .family_len = 1,
							 .qualifier = (const uint8_t *) "a",
							 .qualifier_len = 1,
							 .value = (const uint8_t *) "1", .value_len = 1,
							 .ts = 1000, .type = CELL_PUT},
							{.row = (const uint8_t *) "r", .row_len = 1,
							 .family = families[1].name, .family_len = 1,
							 .ts = 999, .type = CELL_DELETE_FAMILY}};
	StreamMutation mutation = {(const uint8_t *) "r", 1, 2, cells};
	CoreBuf		out;
	uint32_t	crc = 0;
	size_t		at;

	core_buf_init(&out);
	stream_frame_start(&out, "5e88", &target, 1);
	stream_frame_begin(&out, &commit);
	at = out.len;
	stream_frame_mutation(&out, 0, &mutation, &crc);
	CHECK_INT(stream_frame_mutation_size(&mutation), out.len - at);
	stream_frame_reject(&out, 0, &reject);
	stream_frame_commit(&out, &commit, 1, crc);
	/* the checksum comes last */
	CHECK_BYTES(out.data, out.len - 4, want, sizeof(want));
	CHECK(crc != 0);
	out.len = 0;
	stream_json_reject(&target, &reject, &out);
	stream_json_commit(&commit, 1, &out);
	stream_shell_reject(&target, &reject, &out);
	stream_shell_commit(&commit, 1, &out);
	core_buf_add_byte(&out, '\0');
	CHECK_STR((char *) out.data,
			  "{\"rejected\":{\"lsn\":\"1/3\",\"table\":\"ns:t\",\"row\":\"r\",\"reason\":\"no\"}}"
			  "{\"lsn\":\"1/2\",\"stamp\":1000,\"commit\":{\"xid\":730,\"time\":7,\"mutations\":1}}"
			  "# rejected 1/3 \"ns:t\" \"r\" \"no\""
			  "# commit 1/2 stamp 1000 xid 730 rows 1");
	core_buf_free(&out);
}

int
main(void)
{
	test_records();
	test_net_changes();
	test_same_keys();
	test_states();
	test_mutations();
	test_frames();
	return unit_done();
}
