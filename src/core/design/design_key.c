/*
 * design_key.c
 *		A candidate for a row key, and its layout.
 */
#include "core/design/design_key.h"
#include "core/base/host.h"
#include "core/layout/layout_check.h"

/* Bytes of a digest before the column that it is computed from. */
#define DIGEST_BYTES	2

void
design_key_add(DesignKey *key, int column, bool descending)
{
	if (column < 0 || DESIGN_HAS(key->set, column) ||
		key->nparts == DESIGN_MAX_PARTS)
		return;
	key->parts[key->nparts++] = (DesignPart) {column, descending};
	key->set |= DESIGN_SET(column);
}

bool
design_key_same(const DesignKey *a, const DesignKey *b)
{
	if (a->layout != NULL || b->layout != NULL)
		return a->layout == b->layout;
	if (a->spread != b->spread || a->salts != b->salts ||
		a->nparts != b->nparts)
		return false;
	for (int i = 0; i < a->nparts; i++)
		if (a->parts[i].column != b->parts[i].column ||
			a->parts[i].descending != b->parts[i].descending)
			return false;
	return true;
}

bool
design_key_given(const DesignInput *input, const char *layout, DesignKey *key,
				 bool *readable)
{
	CoreError	err;
	Layout	   *read = layout_read(layout, strlen(layout), &err);

	if (read == NULL)
		return false;
	*key = (DesignKey) {.layout = layout};
	*readable = true;
	for (int f = 0; f < read->nfields; f++)
	{
		int			c = 0;

		while (c < input->ncolumns &&
			   strcmp(input->columns[c].name, read->fields[f].name) != 0)
			c++;
		if (c == input->ncolumns)
			break;
		design_key_add(key, c, false);
		*readable = *readable && read->fields[f].read_from >= 0;
	}
	core_free(read);
	return key->nparts > 0;
}

static void
add_name(const char *name, CoreBuf *out)
{
	core_buf_add_byte(out, '"');
	for (; *name != '\0'; name++)
	{
		if (*name == '"')
			core_buf_add_byte(out, '"');
		core_buf_add_byte(out, (uint8_t) *name);
	}
	core_buf_add_byte(out, '"');
}

void
design_key_text(const DesignInput *input, const DesignKey *key,
				Encoding encoding, CoreBuf *out)
{
	if (key->layout != NULL)
	{
		core_buf_printf(out, "%s", key->layout);
		return;
	}
	if (key->spread == DESIGN_SALT)
		core_buf_printf(out, "salt(%d), ", key->salts);
	for (int i = 0; i < key->nparts; i++)
	{
		const DesignPart *part = &key->parts[i];
		const DesignColumn *column = &input->columns[part->column];
		bool		first = i == 0 && (key->spread == DESIGN_DIGEST ||
									   key->spread == DESIGN_REVERSE);

		if (i > 0)
			core_buf_printf(out, ", ");
		if (first)
			core_buf_printf(out, key->spread == DESIGN_DIGEST ?
							"md5(" :
							"reverse(");
		add_name(column->name, out);
		core_buf_printf(out, " %s", column->type);
		if (first && key->spread == DESIGN_DIGEST)
		{
			core_buf_printf(out, ", %d), ", DIGEST_BYTES);
			add_name(column->name, out);
		}
		else if (first)
			core_buf_printf(out, ")");
		if (part->descending)
			core_buf_printf(out, " desc");
		if (column->nullable)
			core_buf_printf(out, " null");
	}
	core_buf_printf(out, " using %s", encoding_name(encoding));
}
