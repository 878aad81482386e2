/*
 * rowkey_compose.c
 *		Row keys from values by a layout: rowkey_compose, rowkey_prefix, and
 *		rowkey_reject_reason.
 */
#include "pg/base/compat.h"

#include "utils/builtins.h"

#include "core/layout/layout_compose.h"
#include "hbase_schema.h"
#include "pg/base/core_error.h"
#include "pg/base/rowkey_datum.h"
#include "pg/base/varlena_buffer.h"
#include "pg/layout/layout_site.h"

PG_FUNCTION_INFO_V1(rowkey_compose);
PG_FUNCTION_INFO_V1(rowkey_prefix);
PG_FUNCTION_INFO_V1(rowkey_reject_reason);

/* Room for a number of variable length: 38 decimal digits fit. */
#define NUMBER_ROOM		32

/* The site of a call (layout [, value...]). */
static LayoutSite *
values_site(FunctionCallInfo fcinfo, CoreError *err)
{
	return layout_site(fcinfo, 0, PG_NARGS() > 1 ? 1 : 0, false, err);
}

/* A buffer for the key of these values, in one allocation. */
static void
init_key(const LayoutSite *site, int nvalues, CoreBuf *buf)
{
	const Layout *layout = site->layout;
	/* Numbers are stored as 8 bytes, of which the last ones may not count. */
	size_t		capacity = layout->fixed_width + layout->ncomponents + 8;

	for (int i = 0; i < layout->ncomponents && !layout->fixed; i++)
	{
		const LayoutComponent *component = &layout->components[i];
		const CoreValue *v;

		if (component->width >= 0 || component->field >= nvalues)
			continue;
		v = &site->values[component->field];
		if (value_kind_is_varying(v->kind))
			/* widest encoding of OrderedBytes */
			capacity += v->bytes.len + v->bytes.len / 7 + 3;
		else
			capacity += NUMBER_ROOM;
	}
	varlena_buffer_init(buf, capacity);
}

/* Make a key of the values of a call in buf; false with an error. */
typedef bool (*KeyFunction) (LayoutSite *site, FunctionCallInfo fcinfo,
							 CoreBuf *buf, CoreError *err);

static bool
compose(LayoutSite *site, FunctionCallInfo fcinfo, CoreBuf *buf,
		CoreError *err)
{
	int			n;

	if (!layout_site_values(site, fcinfo->args + 1, &n, err) ||
		(n != site->layout->nfields &&
		 !layout_check_count(site->layout, n, true, err)))
		return false;
	init_key(site, n, buf);
	return layout_compose(site->layout, site->values, buf, err) &&
		rowkey_fits(buf->len - VARHDRSZ, err);
}

/* Each value is terminated as within a longer key. */
static bool
compose_prefix(LayoutSite *site, FunctionCallInfo fcinfo, CoreBuf *buf,
			   CoreError *err)
{
	int			n;

	if (!layout_site_values(site, fcinfo->args + 1, &n, err) ||
		!layout_check_count(site->layout, n, false, err))
		return false;
	init_key(site, n, buf);
	return layout_prefix(site->layout, site->values, n, buf, err) &&
		rowkey_fits(buf->len - VARHDRSZ, err);
}

/* The key of a call (layout [, value...]). */
static pg_attribute_always_inline Datum
key_of_call(FunctionCallInfo fcinfo, KeyFunction make)
{
	LayoutSite *site;
	CoreBuf		buf;
	CoreError	err;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	site = values_site(fcinfo, &err);
	if (unlikely(site == NULL))
		core_error_raise(&err);
	if (unlikely(!make(site, fcinfo, &buf, &err)))
		return core_error_reject(fcinfo, &err);
	PG_RETURN_ROWKEY_P(rowkey_from_buffer(&buf));
}

/* rowkey_compose(layout [, value...]): one value per field. */
Datum
rowkey_compose(PG_FUNCTION_ARGS)
{
	return key_of_call(fcinfo, compose);
}

/* rowkey_prefix(layout [, leading value...]) */
Datum
rowkey_prefix(PG_FUNCTION_ARGS)
{
	return key_of_call(fcinfo, compose_prefix);
}

/*
 * rowkey_reject_reason(layout [, value...]): the reason why the values have no
 * key; NULL if they have one.
 */
Datum
rowkey_reject_reason(PG_FUNCTION_ARGS)
{
	LayoutSite *site;
	CoreBuf		buf;
	CoreError	err;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	site = values_site(fcinfo, &err);
	if (site != NULL && compose(site, fcinfo, &buf, &err))
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(cstring_to_text(core_error_message(err.message)));
}
