/*
 * export_regions.c
 *		The regions of an export: which rows they hold.
 */
#include "compat.h"

#include "utils/builtins.h"
#include "utils/lsyscache.h"

#include "core/notation.h"
#include "export.h"
#include "own.h"

/* "key" in notation, as an SQL literal of its type. */
static char *
key_literal(const RowKey *key)
{
	const uint8_t *p = (const uint8_t *) VARDATA_ANY(key);
	size_t		n = VARSIZE_ANY_EXHDR(key);
	char	   *text = palloc(notation_length(p, n) + 1);

	*notation_write(p, n, text) = '\0';
	return psprintf("%s::%s.rowkey", quote_literal_cstr(text), own_objects()->types);
}

char *
export_wanted_condition(const Definition *def, const ExportOptions *options)
{
	const char *types = own_objects()->types;
	const char *key = quote_identifier(get_attname(def->relid, def->key, false));
	StringInfoData sql;

	if (options->wanted == NULL)
		return NULL;
	initStringInfo(&sql);
	for (int first = 0; first < options->regions; first++)
	{
		int			stop = first;

		while (stop < options->regions && options->wanted[stop])
			stop++;
		if (stop == first)
			continue;
		if (sql.len > 0)
			appendStringInfoString(&sql, " OR ");
		appendStringInfo(&sql, "%s OPERATOR(%s.<@) %s.rowkeyrange(%s, %s)", key, types, types,
						 first == 0 ? "NULL" : key_literal(options->splits[first - 1]),
						 stop > options->nsplits ? "NULL" : key_literal(options->splits[stop - 1]));
		first = stop;
	}
	return sql.len > 0 ? sql.data : "false";
}
