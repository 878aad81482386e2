/*
 * layout_compose.c
 *		Compose row keys from values.
 *
 * For encoding "phoenix" held against PTableImpl.newKey and RowKeySchema of
 * Phoenix 5.2.1.
 */
#include "core/base/host.h"
#include "core/layout/layout.h"
#include "core/layout/layout_compose.h"
#include "core/layout/layout_print.h"
#include "core/value/encoding.h"
#include "core/value/encoding_type.h"
#include "core/value/value_convert.h"

#include <math.h>
#include <stdio.h>

#include "core/base/bytes.h"
#include "core/layout/layout_time.h"
#include "core/transform/reverse.h"

static const char hex_digits[] = "0123456789abcdef";

/* Prepend the name of the component to the message.  Returns false. */
static bool
component_error(const Layout *layout, int component, CoreError *err)
{
	char		label[LAYOUT_LABEL_SIZE];
	char		message[sizeof(err->message)];

	memcpy(message, err->message, sizeof(message));
	snprintf(err->message, sizeof(err->message),
			 "row key component \"%s\": %.200s",
			 layout_label(layout, component, label, sizeof(label)), message);
	return false;
}

/* ---- values that a key cannot have -------------------------------------- */

static bool
is_negative(const CoreValue *v)
{
	switch (v->kind)
	{
		case VALUE_INT2:
		case VALUE_INT4:
		case VALUE_INT8:
			return v->i < 0;
		case VALUE_FLOAT4:
			return signbit(v->f4) && !isnan(v->f4);
		case VALUE_FLOAT8:
			return signbit(v->f8) && !isnan(v->f8);
		case VALUE_NUMERIC:
			return v->num.sign == VALUE_NUM_NEGATIVE;
		default:
			return false;
	}
}

/* Under "bytes" negative numbers would sort after positive ones. */
static bool
check_sign(const LayoutField *field, bool descending, const CoreValue *v,
		   CoreError *err)
{
	bool		negative = is_negative(v);
	int64_t		n;

	if (layout_has_number(v->kind) && value_kind_is_time(v->kind) &&
		!descending)
	{
		if (!layout_number(field, v, &n, err))
			return false;
		negative = n < 0;
		if (negative)
			core_error(err, CORE_ERR_RANGE,
					   "a time before 1970 would sort after all other times in encoding \"bytes\"");
	}
	else if (negative)
		core_error(
			err, CORE_ERR_RANGE,
			"a negative number would sort after all other numbers in encoding \"bytes\"");
	if (negative)
		core_error_hint(err,
						"Use the encoding ordered or phoenix.");
	return !negative;
}

/* Under "string" times sort correctly for years of four digits. */
static bool
check_year(const CoreValue *v, CoreError *err)
{
	/* From 0001-01-01 to 9999-12-31. */
	const int64_t first = -730119;
	const int64_t last = 2921939;
	int64_t		day = v->i;

	if (v->kind == VALUE_TIME)
		return true;
	if (v->kind != VALUE_DATE)
		day = day / INT64_C(86400000000) - (day % INT64_C(86400000000) < 0);
	if (day >= first && day <= last)
		return true;
	core_error(err, CORE_ERR_RANGE,
			   "a year outside 0001..9999 would sort wrong in encoding \"string\"");
	return core_error_hint(err,
						   "Use the encoding ordered or phoenix.");
}

/*
 * Check a value before a literal: a reader takes the first occurrence of the
 * literal as the end of the value.
 */
static bool
check_literal(const LayoutComponent *literal, const uint8_t *p, size_t n,
			  CoreError *err)
{
	const uint8_t *mark = literal->literal;
	size_t		len = literal->literal_len;

	for (size_t i = 0; i < n; i++)
	{
		const uint8_t *found = memchr(p + i, mark[0], n - i);
		size_t		inside;

		if (found == NULL)
			break;
		i = found - p;
		/*
		 * The occurrence may begin in the value and end in the literal itself.
		 */
		inside = n - i < len ? n - i : len;
		if (memcmp(found, mark, inside) == 0 &&
			memcmp(mark, mark + inside, len - inside) == 0)
		{
			core_error(err, CORE_ERR_PARAMETER,
					   "value contains the separator that follows, at byte offset %zu",
					   i);
			return core_error_hint(err,
								   "Choose a separator that no value contains, or an encoding without separators (ordered, phoenix).");
		}
	}
	return true;
}

/*
 * char(n) is padded with blanks: characters below the blank would sort wrong.
 */
static bool
check_char(const LayoutField *field, const CoreValue *v, CoreError *err)
{
	for (size_t i = 0; i < v->bytes.len; i++)
	{
		if (v->bytes.data[i] < ' ')
		{
			core_error(err, CORE_ERR_CHARACTER,
					   "control character at byte offset %zu would sort before the blanks that pad %s",
					   i, field->type_name);
			return core_error_hint(err, "Use text.");
		}
	}
	return true;
}

/* Check that a reader can find the end of the value. */
static bool
check_content(const Layout *layout, int n, const uint8_t *p, size_t len,
			  CoreError *err)
{
	const LayoutComponent *component = &layout->components[n];
	const LayoutField *field = layout_field_of(layout, component);

	if (component->end == LAYOUT_END_LITERAL)
		return check_literal(&layout->components[n + 1], p, len, err);

	/* Only Phoenix's DECIMAL with some large exponents has these bytes. */
	if (component->end == LAYOUT_END_SEPARATOR &&
		field->kind == VALUE_NUMERIC &&
		(memchr(p, component->separator, len) != NULL ||
		 (component->nullable && p[0] == 0x00)))
	{
		core_error(err, CORE_ERR_RANGE,
				   "value contains the separator of Phoenix's keys");
		return core_error_hint(
			err, "Use the encoding ordered, or a number nearer to zero.");
	}

	return true;
}

/* ---- components ------------------------------------------------------ */

/* Write a plain field, the period of a trunc, or reversed text. */
static bool
put_plain(const Layout *layout, int n, const CoreValue *v, CoreBuf *out,
		  CoreError *err)
{
	const LayoutComponent *component = &layout->components[n];
	const LayoutField *field = layout_field_of(layout, component);
	size_t		start = out->len;

	if (layout->encoding == ENCODING_BYTES)
	{
		if (!check_sign(field, component->descending, v, err))
			return false;
	}
	else if (layout->encoding == ENCODING_STRING &&
			 value_kind_is_time(v->kind))
	{
		if (!check_year(v, err))
			return false;
	}
	if (field->kind == VALUE_TEXT && field->type.width >= 0 &&
		!check_char(field, v, err))
		return false;
	core_buf_reserve(out, 1);	/* make sure that out->data is not NULL */
	if (!encoding_encode(&field->type, component->descending, v, out, err))
		return false;
	return component->end == LAYOUT_END_WIDTH ||
		check_content(layout, n, out->data + start, out->len - start, err);
}

/*
 * Write a digest.  The hash of text is over its UTF-8, other values over their
 * encoded form.
 */
static bool
put_digest(const LayoutField *field, const LayoutComponent *component,
		   const CoreValue *v, CoreBuf *out, CoreError *err)
{
	size_t		start = out->len;
	size_t		nbytes = component->hex ? (component->width + 1) / 2 :
										  component->width;
	uint8_t		digest[DIGEST_MAX_SIZE];
	uint8_t    *dst;

	if (v->kind == VALUE_TEXT || v->kind == VALUE_JSONB)
	{
		size_t		n = v->bytes.len;

		/* The padding of char(n) is not part of the text. */
		while (field->type.width >= 0 && n > 0 && v->bytes.data[n - 1] == ' ')
			n--;
		if (!keyhash_compute(&component->hash, v->bytes.data, n, digest,
							 nbytes, err))
			return false;
	}
	else
	{
		if (!encoding_encode(&field->type, false, v, out, err) ||
			!keyhash_compute(&component->hash, out->data + start,
							 out->len - start, digest, nbytes, err))
			return false;
		out->len = start;
	}

	dst = core_buf_reserve(out, component->width);
	if (component->hex)
	{
		for (int i = 0; i < component->width; i++)
			dst[i] =
				hex_digits[(i & 1 ? digest[i / 2] : digest[i / 2] >> 4) & 15];
	}
	else
		memcpy(dst, digest, component->width);
	out->len += component->width;
	return true;
}

/* Reverse text of varying length by character, everything else by byte. */
static bool
put_reverse(const Layout *layout, int n, const CoreValue *v, CoreBuf *out,
			CoreError *err)
{
	const LayoutComponent *component = &layout->components[n];
	const LayoutField *field = layout_field_of(layout, component);
	size_t		start = out->len;
	size_t		len;

	if (component->width < 0 &&
		(v->kind == VALUE_TEXT || v->kind == VALUE_JSONB))
	{
		uint8_t    *reversed = core_alloc(v->bytes.len + 1);
		CoreValue	turned = *v;
		bool		ok;

		turned.bytes.data = reversed;
		ok = reverse_utf8(v->bytes.data, v->bytes.len, reversed, err) &&
			put_plain(layout, n, &turned, out, err);
		core_free(reversed);
		return ok;
	}

	if (!encoding_encode(&field->type, false, v, out, err))
		return false;
	len = out->len - start;
	for (size_t i = 0; i < len / 2; i++)
	{
		uint8_t		byte = out->data[start + i];

		out->data[start + i] = out->data[start + len - 1 - i];
		out->data[start + len - 1 - i] = byte;
	}
	return component->end == LAYOUT_END_WIDTH ||
		check_content(layout, n, out->data + start, len, err);
}

static void
write_digits(uint64_t n, int ndigits, uint8_t *dst)
{
	while (ndigits-- > 0)
	{
		dst[ndigits] = (uint8_t) ('0' + n % 10);
		n /= 10;
	}
}

static bool
put_digits(const LayoutField *field, const LayoutComponent *component,
		   const CoreValue *v, CoreBuf *out, CoreError *err)
{
	int64_t		n;
	uint64_t	most = layout_most_digits(component, field);
	uint64_t	written;

	if (!layout_number(field, v, &n, err))
		return false;
	if (n < 0)
	{
		core_error(err, CORE_ERR_RANGE, value_kind_is_time(v->kind) ?
				   "a time before 1970 cannot be written as digits in sort order" :
				   "%lld is negative and cannot be written as digits in sort order",
				   (long long) n);
		return core_error_hint(
			err, "Use the encoding ordered or phoenix.");
	}
	if ((uint64_t) n > most)
		return core_error(err, CORE_ERR_RANGE, "%lld has more than %d digits",
						  (long long) n, component->width);
	written = component->descending ? most - (uint64_t) n : (uint64_t) n;
	write_digits(written, component->width,
				 core_buf_reserve(out, component->width));
	out->len += component->width;
	return true;
}

static bool
put_bucket(const LayoutField *field, const LayoutComponent *component,
		   const CoreValue *v, CoreBuf *out, CoreError *err)
{
	int64_t		n;

	if (!layout_number(field, v, &n, err))
		return false;
	bucket_write(core_buf_reserve(out, component->width), component->width,
				 bucket_of(n, (uint32_t) component->number));
	out->len += component->width;
	return true;
}

bool
layout_put_component(const Layout *layout, int n, const CoreValue *v,
					 CoreBuf *out, CoreError *err)
{
	const LayoutComponent *component = &layout->components[n];
	const LayoutField *field = layout_field_of(layout, component);
	CoreValue	other;
	ValueRoom	room;
	bool		ok = false;

	if (v->kind != field->kind)
	{
		if (!value_convert(field->kind, v, &other, &room, err))
			return component_error(layout, n, err);
		v = &other;
	}
	switch (component->kind)
	{
		case LAYOUT_FIELD:
			ok = put_plain(layout, n, v, out, err);
			break;
		case LAYOUT_TRUNC:
			ok = layout_is_finite(v, err) &&
				layout_trunc(component, v, &other, err) &&
				put_plain(layout, n, &other, out, err);
			break;
		case LAYOUT_DIGEST:
			ok = put_digest(field, component, v, out, err);
			break;
		case LAYOUT_REVERSE:
			ok = put_reverse(layout, n, v, out, err);
			break;
		case LAYOUT_DIGITS:
			ok = put_digits(field, component, v, out, err);
			break;
		case LAYOUT_BUCKET:
			ok = put_bucket(field, component, v, out, err);
			break;
		case LAYOUT_SALT:
		case LAYOUT_LITERAL:
			break;
	}
	return ok || component_error(layout, n, err);
}

/* ---- whole keys ------------------------------------------------------ */

/*
 * Fast paths for the components of most keys.  Everything they do not handle
 * is left to layout_add_component.
 */

/* Write a number with one store. */
static inline bool
add_number(const Layout *layout, const LayoutComponent *component,
		   const CoreValue *values, CoreBuf *out)
{
	const CoreValue *v = &values[component->field];
	int64_t		n;

	if (v->kind != layout->fields[component->field].kind ||
		!encoding_number(v, &n) || n < component->least_number)
		return false;
	encoding_put_number(core_buf_reserve(out, 8), component->width,
						component->flip, n);
	out->len += component->width;
	return true;
}

/* Write the digest of a text. */
static inline bool
add_text_digest(const Layout *layout, const LayoutComponent *component,
				const CoreValue *values, CoreBuf *out, CoreError *err)
{
	const CoreValue *v = &values[component->field];

	if (v->kind != VALUE_TEXT || component->hex ||
		layout->fields[component->field].type.width >= 0 ||
		!keyhash_compute(&component->hash, v->bytes.data, v->bytes.len,
						 core_buf_reserve(out, component->width),
						 component->width, err))
		return false;
	out->len += component->width;
	return true;
}

/* Whether Phoenix treats this value as NULL. */
static bool
is_phoenix_empty(const Layout *layout, const LayoutComponent *component,
				 const CoreValue *v)
{
	return layout->encoding == ENCODING_PHOENIX &&
		(component->kind == LAYOUT_FIELD ||
		 component->kind == LAYOUT_REVERSE) &&
		value_kind_is_varying(v->kind) && v->bytes.len == 0;
}

/* Write NULL, or empty text that is equal to NULL; otherwise an error. */
static bool
add_null(const Layout *layout, int n, const CoreValue *v, CoreBuf *out,
		 CoreError *err)
{
	const LayoutComponent *component = &layout->components[n];
	const LayoutField *field = layout_field_of(layout, component);
	char		label[LAYOUT_LABEL_SIZE];

	if (component->nullable)
	{
		CoreValue	null = {.kind = VALUE_NULL};

		return layout->encoding == ENCODING_PHOENIX ||
			encoding_encode(&field->type, component->descending, &null, out,
							err) ||
			component_error(layout, n, err);
	}
	layout_label(layout, n, label, sizeof(label));
	if (v->kind != VALUE_NULL)
	{
		core_error(
			err, CORE_ERR_PARAMETER,
			"row key component \"%s\" is empty, which is NULL to Phoenix",
			label);
		core_error_detail(err, "Two rows could get the same key.");
	}
	else
		core_error(err, CORE_ERR_NULL, "row key component \"%s\" is NULL",
				   label);
	if (component->kind != LAYOUT_FIELD && v->kind == VALUE_NULL)
		return core_error_hint(
			err, "Only a field without a transform can be null.");
	if (layout->encoding == ENCODING_ORDERED)
		return core_error_hint(err, "Declare the field null to allow NULL.");
	if (component->kind != LAYOUT_FIELD)
		return core_error_hint(err, "Use the encoding ordered.");
	return core_error_hint(
		err,
		layout->encoding == ENCODING_PHOENIX && component->width < 0 ?
			"Declare the field null if the value means NULL, or use the encoding ordered." :
			"Declare the field null and use the encoding ordered.");
}

bool
layout_add_component(const Layout *layout, int n, const CoreValue *values,
					 CoreBuf *out, size_t *keep, CoreError *err)
{
	const LayoutComponent *component = &layout->components[n];
	const CoreValue *v;

	if (component->kind == LAYOUT_LITERAL)
	{
		core_buf_add(out, component->literal, component->literal_len);
		*keep = out->len;
		return true;
	}

	v = &values[component->field];
	if (v->kind == VALUE_NULL || is_phoenix_empty(layout, component, v))
	{
		if (!add_null(layout, n, v, out, err))
			return false;
		if (layout->encoding != ENCODING_PHOENIX)
			*keep = out->len;
		else if (n < layout->ncomponents - 1)
			core_buf_add_byte(out, 0x00);	/* also in descending order */
		return true;
	}

	if (!layout_put_component(layout, n, v, out, err))
		return false;
	*keep = out->len;
	if (component->end == LAYOUT_END_SEPARATOR)
	{
		core_buf_add_byte(out, component->separator);
		if (component->descending)
			*keep = out->len;
	}
	return true;
}

void
layout_write_salt(const LayoutComponent *salt, uint32_t bucket, uint8_t *dst)
{
	if (salt->as_text)
	{
		write_digits(bucket, salt->width, dst);
		return;
	}
	for (int i = salt->width; i-- > 0; bucket >>= 8)
		dst[i] = (uint8_t) bucket;
}

static bool
is_salted(const LayoutComponent *salt, int field)
{
	for (int i = 0; i < salt->nsalted; i++)
	{
		if (salt->salted[i] == field)
			return true;
	}
	return false;
}

bool
layout_salt_of_fields(const Layout *layout, const CoreValue *values,
					  uint32_t *bucket, CoreError *err)
{
	const LayoutComponent *salt = &layout->components[0];
	CoreBuf		bytes;
	bool		ok = true;

	core_buf_init(&bytes);
	for (int i = 1; i < layout->ncomponents && ok; i++)
	{
		const LayoutComponent *component = &layout->components[i];
		const CoreValue *v;

		if (component->field < 0 || !is_salted(salt, component->field))
			continue;
		v = &values[component->field];
		if (v->kind == VALUE_NULL || is_phoenix_empty(layout, component, v))
			ok = add_null(layout, i, v, &bytes, err);
		else
			ok = layout_put_component(layout, i, v, &bytes, err);
	}
	ok = ok && (salt_bucket(&salt->salt, bytes.data, bytes.len,
							(uint32_t) salt->number, bucket, err) ||
				component_error(layout, 0, err));
	core_buf_free(&bytes);
	return ok;
}

/* Compute the salt of a key; p points to the bytes after the salt. */
static bool
salt_of_key(const Layout *layout, const CoreValue *values, const uint8_t *p,
			size_t n, uint32_t *bucket, CoreError *err)
{
	const LayoutComponent *salt = &layout->components[0];

	if (salt->nsalted > 0)
		return layout_salt_of_fields(layout, values, bucket, err);
	if (salt->salt.hash.kind == KEYHASH_BYTES)
	{
		*bucket = salt_phoenix(p, n, (uint32_t) salt->number);
		return true;
	}
	return salt_bucket(&salt->salt, p, n, (uint32_t) salt->number, bucket,
					   err) ||
		component_error(layout, 0, err);
}

/*
 * For encoding "phoenix" this is PTableImpl.newKey of Phoenix 5.2.1, with
 * SaltingUtil.getSaltingByte for the salt.
 */
bool
layout_compose(const Layout *layout, const CoreValue *values, CoreBuf *out,
			   CoreError *err)
{
	const LayoutComponent *salt = &layout->components[0];
	bool		salted = salt->kind == LAYOUT_SALT;
	size_t		start = out->len;
	size_t		body;
	size_t		keep;
	uint32_t	bucket;

	if (salted)
	{
		core_buf_reserve(out, salt->width);
		out->len += salt->width;
	}
	body = keep = out->len;
	for (int i = salted ? 1 : 0; i < layout->ncomponents; i++)
	{
		const LayoutComponent *component = &layout->components[i];

		if (component->is_number ? add_number(layout, component, values, out) :
								   component->kind == LAYOUT_DIGEST &&
					add_text_digest(layout, component, values, out, err))
			keep = out->len;
		else if (!layout_add_component(layout, i, values, out, &keep, err))
			return false;
	}
	out->len = keep;

	/*
	 * In Phoenix a salt may be the whole key, except before a single column.
	 */
	if (keep == body && (!salted || layout->ncomponents == 2))
		return core_error(err, CORE_ERR_NULL,
						  "row key would be empty: all its components are empty");
	if (out->len - start > BYTES_MAX_ROW)
	{
		core_error(err, CORE_ERR_LIMIT, "row key of %zu bytes is too long",
				   out->len - start);
		return core_error_detail(err, "HBase accepts at most %d bytes.",
								 BYTES_MAX_ROW);
	}
	if (salted)
	{
		if (!salt_of_key(layout, values, out->data + body, keep - body,
						 &bucket, err))
			return false;
		layout_write_salt(salt, bucket, out->data + start);
	}
	return true;
}

bool
layout_prefix(const Layout *layout, const CoreValue *values, int nvalues,
			  CoreBuf *out, CoreError *err)
{
	const LayoutComponent *salt = &layout->components[0];
	int			i = 0;
	size_t		keep;

	if (salt->kind == LAYOUT_SALT)
	{
		bool		known = salt->nsalted > 0;
		uint32_t	bucket;

		for (int j = 0; j < salt->nsalted; j++)
			known = known && salt->salted[j] < nvalues;
		if (!known)
		{
			core_error(err, CORE_ERR_PARAMETER,
					   "keys with this prefix have %lld different salts",
					   (long long) salt->number);
			return core_error_hint(err,
								   "Use rowkey_scan or rowkey_ranges; or a layout whose salt is taken over the leading fields alone: salt(%lld, field).",
								   (long long) salt->number);
		}
		if (!layout_salt_of_fields(layout, values, &bucket, err))
			return false;
		layout_write_salt(salt, bucket, core_buf_reserve(out, salt->width));
		out->len += salt->width;
		i = 1;
	}
	for (; i < layout->ncomponents; i++)
	{
		const LayoutComponent *component = &layout->components[i];
		const LayoutField *field = layout_field_of(layout, component);
		char		label[LAYOUT_LABEL_SIZE];

		if (component->field >= nvalues)
			break;
		if (!layout_add_component(layout, i, values, out, &keep, err))
			return false;
		if (component->kind == LAYOUT_LITERAL ||
			component->end != LAYOUT_END_KEY)
			continue;
		/* Last in its key, but a child's key continues after it. */
		if (layout->encoding != ENCODING_PHOENIX || field->kind == VALUE_BYTES)
		{
			core_error(err, CORE_ERR_PARAMETER,
					   "row key component \"%s\" cannot end a prefix, because its end is not marked",
					   layout_label(layout, i, label, sizeof(label)));
			return core_error_hint(err,
								   "Omit it, or use a fixed width, a separator, or the encoding ordered.");
		}
		core_buf_add_byte(out, 0x00);
	}
	return true;
}
