/*
 * layout_decompose.c
 *		Decompose a row key into components and values.
 *
 * The key may come from another program or belong to another layout, so every
 * byte is checked.  For encoding "phoenix" held against RowKeySchema of
 * Phoenix 5.2.1.
 */
#include "core/base/host.h"
#include "core/layout/layout.h"
#include "core/layout/layout_compose.h"
#include "core/layout/layout_decompose.h"
#include "core/layout/layout_print.h"
#include "core/layout/layout_time.h"
#include "core/transform/reverse.h"
#include "core/value/encoding.h"
#include "core/value/encoding_type.h"

/* NULL of OrderedBytes; complemented in descending order. */
#define ORDERED_NULL	0x05

static bool no_fit(const Layout *layout, int n, size_t offset, CoreError *err,
				   const char *fmt,...)
			__attribute__((format(printf, 5, 6)));

/*
 * Set the error "row key does not fit its layout: ..." with place and reason.
 */
static bool
no_fit(const Layout *layout, int n, size_t offset, CoreError *err,
	   const char *fmt,...)
{
	char		label[LAYOUT_LABEL_SIZE];
	char		why[160];
	va_list		ap;

	va_start(ap, fmt);
	core_format(why, sizeof(why), fmt, ap);
	va_end(ap);
	return core_error(
		err, CORE_ERR_BINARY,
		"row key does not match its layout: component \"%s\" at byte offset %zu %s",
		layout_label(layout, n, label, sizeof(label)), offset, why);
}

/* Add the place to the error of a decoder. */
static bool
no_fit_from(const Layout *layout, int n, size_t offset, CoreError *err)
{
	CoreError	reason = *err;
	char		label[LAYOUT_LABEL_SIZE];

	core_error(
		err, CORE_ERR_BINARY,
		"row key does not match its layout: component \"%s\" at byte offset %zu: %.140s",
		layout_label(layout, n, label, sizeof(label)), offset, reason.message);
	if (reason.detail[0])
		core_error_detail(err, "%s", reason.detail);
	return false;
}

/* ---- finding the components ------------------------------------------ */

/*
 * Whether a Phoenix component has a separator: varying length, and not the
 * last component or descending.
 */
static bool
split_separated(const Layout *layout, int n, const uint8_t *p, size_t len,
				LayoutPart *part, CoreError *err)
{
	const LayoutComponent *component = &layout->components[n];
	const uint8_t *found;

	if (component->nullable && len > 0 && p[0] == 0x00)
	{
		part->null = true;
		part->separator = n < layout->ncomponents - 1;
		if (part->separator == 0)
			return no_fit(layout, n, part->offset, err,
						  "begins with the byte 00");
		return true;
	}
	found = len == 0 ? NULL : memchr(p, component->separator, len);
	if (found != NULL)
	{
		part->len = found - p;
		part->separator = 1;
	}
	else if (!component->descending && n + 1 >= layout->tail)
		part->len = len;		/* all that follows is NULL and omitted */
	else
		return no_fit(layout, n, part->offset, err,
					  "has no separator %02x after it", component->separator);
	if (part->len == 0)
		return no_fit(layout, n, part->offset, err, "is empty");
	return true;
}

/* Find one component in the len bytes at p. */
static bool
split_component(const Layout *layout, int n, const uint8_t *p, size_t len,
				LayoutPart *part, CoreError *err)
{
	const LayoutComponent *component = &layout->components[n];
	const LayoutField *field = layout_field_of(layout, component);
	const LayoutComponent *next = component + 1;
	const uint8_t *found;
	uint8_t		null = component->descending ? (uint8_t) ~ORDERED_NULL :
											   ORDERED_NULL;

	if (component->nullable)
	{
		part->null = layout->encoding == ENCODING_ORDERED ?
			len > 0 && p[0] == null :
			len == 0;
		if (part->null)
			return layout->encoding != ENCODING_ORDERED ||
				encoding_measure(&field->type, component->descending, p, len,
								 &part->len, err) ||
				no_fit_from(layout, n, part->offset, err);
	}
	switch (component->end)
	{
		case LAYOUT_END_WIDTH:
			part->len = component->width;
			if (len < part->len)
				return no_fit(layout, n, part->offset, err,
							  "has %zu bytes, and only %zu are left",
							  part->len, len);
			if (component->kind == LAYOUT_LITERAL &&
				memcmp(p, component->literal, part->len) != 0)
				return no_fit(layout, n, part->offset, err, "is not there");
			return true;
		case LAYOUT_END_SELF:
			return encoding_measure(&field->type, component->descending, p,
									len, &part->len, err) ||
				no_fit_from(layout, n, part->offset, err);
		case LAYOUT_END_SEPARATOR:
			return split_separated(layout, n, p, len, part, err);
		case LAYOUT_END_LITERAL:
			found = len == 0 ?
				NULL :
				memmem(p, len, next->literal, next->literal_len);
			if (found == NULL)
				return no_fit(layout, n, part->offset, err,
							  "has no separator after it");
			part->len = found - p;
			return true;
		case LAYOUT_END_KEY:
			part->len = len;
			if (len == 0 && layout->encoding == ENCODING_PHOENIX)
				return no_fit(layout, n, part->offset, err, "is empty");
			return true;
	}
	return false;
}

bool
layout_split(const Layout *layout, const uint8_t *key, size_t n,
			 LayoutPart *parts, CoreError *err)
{
	size_t		at = 0;

	for (int i = 0; i < layout->ncomponents; i++)
	{
		LayoutPart *part = &parts[i];

		const LayoutComponent *component = &layout->components[i];

		part->offset = at;
		part->len = part->separator = 0;
		part->null = false;
		/* Most components have a fixed width and need no check. */
		if (component->end == LAYOUT_END_WIDTH && !component->nullable &&
			component->kind != LAYOUT_LITERAL &&
			(size_t) component->width <= n - at)
			part->len = component->width;
		else if (!split_component(layout, i, key + at, n - at, part, err))
			return false;
		at += part->len + part->separator;
	}
	if (at < n)
	{
		core_error(err, CORE_ERR_BINARY,
				   "row key does not match its layout: %zu bytes follow its last component at byte offset %zu",
				   n - at, at);
		return false;
	}
	return true;
}

/* ---- values ---------------------------------------------------------- */

/* Read decimal digits of fixed width. */
static bool
read_digits(const uint8_t *p, size_t n, uint64_t *number)
{
	*number = 0;
	for (size_t i = 0; i < n; i++)
	{
		if (p[i] < '0' || p[i] > '9')
			return false;
		*number = *number * 10 + (p[i] - '0');
	}
	return true;
}

static bool
read_digits_field(const Layout *layout, const LayoutComponent *component,
				  const uint8_t *p, CoreValue *v, CoreError *err)
{
	const LayoutField *field = layout_field_of(layout, component);
	uint64_t	most = layout_most_digits(component, field);
	uint64_t	number;

	if (!read_digits(p, component->width, &number))
		return core_error(err, CORE_ERR_BINARY, "not only digits");
	if (component->descending && number <= most)
		number = most - number;
	if (number > most || number > INT64_MAX)
		return core_error(err, CORE_ERR_BINARY, "number out of range");
	return layout_value_of_number(field, (int64_t) number, v, err);
}

/* Decode the output of put_reverse. */
static bool
read_reverse(const Layout *layout, const LayoutComponent *component,
			 const uint8_t *p, size_t n, CoreValue *v, CoreError *err)
{
	const LayoutField *field = layout_field_of(layout, component);
	uint8_t    *turned;

	if (component->width < 0 &&
		(field->kind == VALUE_TEXT || field->kind == VALUE_JSONB))
	{
		CoreValue	text;
		bool		ok;

		if (!encoding_decode(&field->type, false, p, n, &text, err))
			return false;
		turned = core_alloc(text.bytes.len + 1);
		ok = reverse_utf8(text.bytes.data, text.bytes.len, turned, err);
		layout_release(&text, p, n);
		if (!ok)
		{
			core_free(turned);
			return false;
		}
		*v = text;
		v->bytes.data = turned;
		return true;
	}

	turned = core_alloc(n + 1);
	reverse_bytes(p, n, turned);
	if (!encoding_decode(&field->type, false, turned, n, v, err))
	{
		core_free(turned);
		return false;
	}
	if (value_kind_is_bytes(v->kind) && v->bytes.data >= turned &&
		v->bytes.data <= turned + n)
	{
		/* Reverse within the allocated memory; move to its start. */
		memmove(turned, v->bytes.data, v->bytes.len);
		v->bytes.data = turned;
	}
	else
		core_free(turned);
	return true;
}

static bool
read_value(const Layout *layout, const LayoutComponent *component,
			   const uint8_t *p, size_t n, CoreValue *v, CoreError *err)
{
	const LayoutField *field = layout_field_of(layout, component);
	CoreValue	start;

	switch (component->kind)
	{
		case LAYOUT_DIGITS:
			return read_digits_field(layout, component, p, v, err);
		case LAYOUT_REVERSE:
			return read_reverse(layout, component, p, n, v, err);
		case LAYOUT_TRUNC:
			if (!encoding_decode(&field->type, component->descending, p, n, v,
								 err))
				return false;
			if (!layout_trunc(component, v, &start, err) || start.i != v->i)
				return core_error(err, CORE_ERR_BINARY,
								  "time is not the start of a period");
			return true;
		default:
			return encoding_decode(&field->type, component->descending, p, n,
								   v, err);
	}
}

bool
layout_read_component(const Layout *layout, int n, const uint8_t *key,
					  const LayoutPart *parts, CoreValue *v, CoreError *err)
{
	const LayoutComponent *component = &layout->components[n];
	const LayoutPart *part = &parts[n];

	if (part->null)
	{
		v->kind = VALUE_NULL;
		return true;
	}
	if (component->is_number &&
		encoding_get_number(&layout->fields[component->field].type,
							component->flip, key + part->offset, v))
		return true;
	if (read_value(layout, component, key + part->offset, part->len, v, err))
		return true;
	v->kind = VALUE_NULL;		/* no memory to release */
	return no_fit_from(layout, n, part->offset, err);
}

bool
layout_read_field(const Layout *layout, int field, const uint8_t *key,
				  const LayoutPart *parts, CoreValue *v, CoreError *err)
{
	return layout_read_component(layout, layout->fields[field].read_from,
								 key, parts, v, err);
}

void
layout_release(const CoreValue *v, const uint8_t *key, size_t n)
{
	switch (v->kind)
	{
		case VALUE_NUMERIC:
			if (v->num.ndigits > 0)
				core_free(v->num.digits);
			break;
		case VALUE_TEXT:
		case VALUE_BYTES:
		case VALUE_UUID:
		case VALUE_JSONB:
			if (v->bytes.data < key || v->bytes.data > key + n)
				core_free((uint8_t *) v->bytes.data);
			break;
		default:
			break;
	}
}

bool
layout_read_bucket(const Layout *layout, int n, const uint8_t *key,
				   const LayoutPart *parts, uint32_t *bucket, CoreError *err)
{
	const LayoutComponent *component = &layout->components[n];
	const uint8_t *p = key + parts[n].offset;
	uint64_t	number = 0;

	if (component->as_text)
	{
		if (!read_digits(p, component->width, &number))
			return no_fit(layout, n, parts[n].offset, err,
						  "contains characters that are not digits");
	}
	else
	{
		for (int i = 0; i < component->width; i++)
			number = number << 8 | p[i];
	}
	if (number >= (uint64_t) component->number)
		return no_fit(layout, n, parts[n].offset, err,
					  "is %llu, which none of %lld buckets has",
					  (unsigned long long) number,
					  (long long) component->number);
	*bucket = (uint32_t) number;
	return true;
}

/* ---- is it exactly this layout's key? --------------------------------- */

bool
layout_right_salt(const Layout *layout, const uint8_t *key, size_t n,
				  const LayoutPart *parts, uint32_t *bucket, CoreError *err)
{
	const LayoutComponent *salt = &layout->components[0];
	CoreBuf		bytes;
	bool		ok;

	if (salt->nsalted == 0)
		return salt_bucket(&salt->salt, key + salt->width, n - salt->width,
						   (uint32_t) salt->number, bucket, err) ||
			no_fit_from(layout, 0, 0, err);

	core_buf_init(&bytes);
	for (int i = 1; i < layout->ncomponents; i++)
	{
		for (int j = 0; j < salt->nsalted; j++)
		{
			if (layout->components[i].field == salt->salted[j])
				core_buf_add(&bytes, key + parts[i].offset, parts[i].len);
		}
	}
	ok = salt_bucket(&salt->salt, bytes.data, bytes.len,
					 (uint32_t) salt->number, bucket, err) ||
		no_fit_from(layout, 0, 0, err);
	core_buf_free(&bytes);
	return ok;
}

static bool
verify_salt(const Layout *layout, const uint8_t *key, size_t n,
			const LayoutPart *parts, CoreError *err)
{
	uint32_t	stands;
	uint32_t	right;

	if (!layout_read_bucket(layout, 0, key, parts, &stands, err) ||
		!layout_right_salt(layout, key, n, parts, &right, err))
		return false;
	return stands == right ||
		no_fit(layout, 0, 0, err, "is %u, and the key's bytes give %u", stands,
			   right);
}

/* Whether compose writes this value in exactly these bytes. */
static bool
verify_component(const Layout *layout, int n, const CoreValue *v,
				 const uint8_t *key, const LayoutPart *part, CoreError *err)
{
	CoreBuf		bytes;
	bool		ok;

	core_buf_init(&bytes);
	ok = layout_put_component(layout, n, v, &bytes, err);
	if (ok &&
		(bytes.len != part->len ||
		 (part->len > 0 &&
		  memcmp(bytes.data, key + part->offset, part->len) != 0)))
		ok = no_fit(layout, n, part->offset, err,
					"holds other bytes than its value gives");
	core_buf_free(&bytes);
	return ok;
}

/* Decode and check all components of the fields that can be decoded. */
static bool
verify_field(const Layout *layout, int f, const uint8_t *key, size_t n,
			 const LayoutPart *parts, CoreError *err)
{
	const LayoutField *field = &layout->fields[f];
	CoreValue	v;
	bool		ok = true;

	if (field->read_from < 0)
		return true;
	if (!layout_read_field(layout, f, key, parts, &v, err))
		return false;
	for (int i = 0; i < layout->ncomponents && ok; i++)
	{
		if (layout->components[i].field != f)
			continue;
		if (v.kind == VALUE_NULL)
			ok = parts[i].null ||
				no_fit(layout, i, parts[i].offset, err,
					   "is not NULL as elsewhere");
		else if (field->read_whole || i == field->read_from)
			ok = verify_component(layout, i, &v, key, &parts[i], err);
	}
	layout_release(&v, key, n);
	return ok;
}

bool
layout_verify(const Layout *layout, const uint8_t *key, size_t n,
			  CoreError *err)
{
	LayoutPart	parts[LAYOUT_MAX_COMPONENTS];
	size_t		keep = 0;
	bool		salted = layout->components[0].kind == LAYOUT_SALT;

	if (!layout_split(layout, key, n, parts, err))
		return false;
	for (int i = 0; i < layout->nfields; i++)
	{
		if (!verify_field(layout, i, key, n, parts, err))
			return false;
	}
	for (int i = 0; i < layout->ncomponents; i++)
	{
		const LayoutComponent *component = &layout->components[i];
		uint32_t	bucket;

		if (component->kind == LAYOUT_BUCKET &&
			!layout_read_bucket(layout, i, key, parts, &bucket, err))
			return false;
		if (parts[i].null && layout->encoding == ENCODING_PHOENIX)
			continue;
		keep = parts[i].offset + parts[i].len;
		if (component->descending)
			keep += parts[i].separator;
	}
	if (keep < n)
	{
		core_error(err, CORE_ERR_BINARY,
				   "row key does not match its layout: it ends after the separator at byte offset %zu",
				   keep);
		return false;
	}
	/* layout_compose rejects such a key. */
	if (keep == (salted ? parts[0].len : 0) &&
		(!salted || layout->ncomponents == 2))
		return core_error(err, CORE_ERR_BINARY,
						  "row key does not match its layout: it is empty");
	return !salted || verify_salt(layout, key, n, parts, err);
}
