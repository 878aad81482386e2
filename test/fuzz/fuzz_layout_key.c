/*
 * fuzz_layout_key.c
 *		Fuzz keys: any bytes are a key of a layout or an error with a message;
 *		the fields of a key that conforms compose to it.
 *
 * The first byte of the input selects the layout.
 */
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/host.h"
#include "core/layout/layout.h"
#include "core/layout/layout_check.h"
#include "core/layout/layout_compose.h"
#include "core/layout/layout_decompose.h"
#include "core/value/value.h"
#include "unit/values.h"

extern int	LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* All kinds of components, ends and encodings. */
static const char *const texts[] = {
	"a int, b bigint desc, c smallint",
	"a text, b text desc, c int",
	"a text null, b text desc null, c text null",
	"salt(16), md5(a text, 4), a, b timestamptz desc, c int",
	"salt(7, b, a), a text, b bigint",
	"salt(300, a) by md5 as 2 bytes, a int, b text",
	"salt(16) by java as text, a text using string",
	"bucket(10, a int), a, bucket(300, b timestamptz), b",
	"reverse(a text), reverse(b bigint), c text",
	"reverse(a text), 'x', reverse(b text)",
	"digits(a bigint, 19) desc, digits(b int, 5), digits(c timestamptz, 19) desc",
	"trunc(a timestamptz, '1 hour'), trunc(b timestamptz(6), '1 month') desc",
	"'L', a char(5), b bytea(3), c uuid, d boolean",
	"a date, b time, c real, d double precision desc, e timestamp(6) desc",
	"a numeric, b numeric desc, c unsigned_long",
	"a text, '|', b text, '::', c int using string",
	"a text, '_', digits(b timestamptz, 19) desc using string",
	"a bytea, '\\x00', b bigint, c timestamptz(0), d timestamptz desc using bytes",
	"md5hex(a text, 4), '-', a using string",
	"a text desc, b numeric, c bytea, d bigint null, e text null using ordered",
	"a real desc, b double precision, c smallint desc null, d boolean using ordered",
	"a int null, b bytea desc null using ordered",
	"a jsonb, b varchar(9), c int",
	"crc32(a int), murmur3(b text), a, b"
};

#define NTEXTS	(sizeof(texts) / sizeof(texts[0]))

static Layout *layouts[NTEXTS];

/* The decoded fields must compose to this key. */
static void
compose_again(const Layout *layout, const uint8_t *key, size_t n,
			  const LayoutPart *parts)
{
	CoreValue	values[LAYOUT_MAX_FIELDS];
	CoreBuf		out;
	CoreError	err;

	for (int i = 0; i < layout->nfields; i++)
	{
		if (!layout_read_field(layout, i, key, parts, &values[i], &err))
			abort();
	}
	core_buf_init(&out);
	if (!layout_compose(layout, values, &out, &err) ||
		out.len != n || memcmp(out.data, key, n) != 0)
		abort();
	core_buf_free(&out);
	for (int i = 0; i < layout->nfields; i++)
		layout_release(&values[i], key, n);
}

static void
read_all(const Layout *layout, const uint8_t *key, size_t n,
		 const LayoutPart *parts)
{
	size_t		at = 0;
	uint32_t	bucket;
	CoreValue	v;
	CoreError	err = {0};

	for (int i = 0; i < layout->ncomponents; i++)
	{
		if (parts[i].offset != at)
			abort();
		at += parts[i].len + parts[i].separator;
		if (at > n)
			abort();
		if ((layout->components[i].kind == LAYOUT_SALT ||
			 layout->components[i].kind == LAYOUT_BUCKET) &&
			layout_read_bucket(layout, i, key, parts, &bucket, &err) &&
			bucket >= layout->components[i].number)
			abort();
	}
	if (at != n)
		abort();
	for (int i = 0; i < layout->nfields; i++)
	{
		if (layout->fields[i].read_from < 0)
			continue;
		if (layout_read_field(layout, i, key, parts, &v, &err))
			layout_release(&v, key, n);
		else if (err.message[0] == '\0')
			abort();
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	LayoutPart	parts[LAYOUT_MAX_COMPONENTS];
	CoreError	err = {0};
	Layout	  **layout;
	uint8_t    *key;
	size_t		n;

	if (size < 1)
		return 0;
	layout = &layouts[data[0] % NTEXTS];
	if (*layout == NULL)
	{
		*layout = layout_read(texts[data[0] % NTEXTS],
							  strlen(texts[data[0] % NTEXTS]), &err);
		if (*layout == NULL)
		{
			fprintf(stderr, "%s: %s\n", texts[data[0] % NTEXTS], err.message);
			abort();
		}
	}

	/* A copy of exactly its size, so that overruns are detected. */
	n = size - 1;
	key = core_alloc(n);
	memcpy(key, data + 1, n);
	if (layout_split(*layout, key, n, parts, &err))
		read_all(*layout, key, n, parts);
	else if (err.message[0] == '\0')
		abort();
	err.message[0] = '\0';
	if (layout_verify(*layout, key, n, &err))
	{
		if ((*layout)->two_way)
			compose_again(*layout, key, n, parts);
	}
	else if (err.message[0] == '\0')
		abort();
	core_free(key);
	return 0;
}
