/*
 * ddl.c
 *		hbase.ddl(): generate DDL or code for other tools from a table's
 *		definition.
 */
#include "pg/base/compat.h"

#include "utils/builtins.h"

#include "core/layout/layout.h"
#include "core/text/layout_ddl.h"
#include "core/text/layout_ddl_common.h"
#include "pg/base/core_error.h"
#include "pg/base/server_text.h"
#include "pg/base/utf8_text.h"
#include "pg/layout/rowkey_layout.h"
#include "pg/table/columns.h"
#include "pg/table/definition.h"

PG_FUNCTION_INFO_V1(hbase_ddl);

static const char *
to_utf8(const char *text)
{
	int			len = strlen(text);

	return utf8_text_from_server(text, &len);
}

/* An option's value as in the canonical definition. */
static const char *
option_value(const JsonbValue *value)
{
	switch (value->type)
	{
		case jbvString:
			return pnstrdup(value->val.string.val, value->val.string.len);
		case jbvBool:
			return value->val.boolean ? "true" : "false";
		default:
			return DatumGetCString(
				DirectFunctionCall1(numeric_out,
									NumericGetDatum(value->val.numeric)));
	}
}

/* The options given, without the family's name. */
static void
read_options(const DefinedFamily *family, LayoutDdlFamily *out)
{
	JsonbIterator *it;
	JsonbValue	key,
				value;
	JsonbIteratorToken token;

	if (family->given == NULL)
		return;
	out->options = palloc(sizeof(*out->options) *
						  (JB_ROOT_COUNT(family->given) + 1));
	it = JsonbIteratorInit(&family->given->root);
	while ((token = JsonbIteratorNext(&it, &key, true)) != WJB_DONE)
	{
		const char *name;

		if (token != WJB_KEY)
			continue;
		name = pnstrdup(key.val.string.val, key.val.string.len);
		JsonbIteratorNext(&it, &value, true);
		if (strcmp(name, "NAME") == 0)
			continue;
		out->options[out->noptions][0] = name;
		out->options[out->noptions++][1] = option_value(&value);
	}
}

/* The column dictionary, ordered by family and qualifier. */
static void
read_columns(Oid relid, LayoutDdlTable *table)
{
	const DefinedColumn *defined = columns_read(relid, &table->ncolumns);
	LayoutDdlColumn *columns = palloc0(sizeof(LayoutDdlColumn) *
									   (table->ncolumns + 1));

	for (int i = 0; i < table->ncolumns; i++)
	{
		columns[i].name = to_utf8(defined[i].name);
		columns[i].family = to_utf8(defined[i].family);
		columns[i].type_name = to_utf8(defined[i].type_name);
		columns[i].qualifier = (const uint8_t *) VARDATA(defined[i].qualifier);
		columns[i].qualifier_len = VARSIZE(defined[i].qualifier) - VARHDRSZ;
		columns[i].type = defined[i].type;
	}
	table->columns = columns;
}

/*
 * The generated DDL makes a region for each split point. Report it with a
 * NOTICE if the definition has only a number of regions.
 */
static void
notice_regions(Oid relid, const Definition *def, const char *tool)
{
	if (def->nsplits > 0 || def->regions <= 1 ||
		(strcmp(tool, "shell") != 0 && strcmp(tool, "java") != 0))
		return;
	ereport(NOTICE,
			(errmsg("%s is defined with %d regions, but without split points",
					definition_relation_name(relid), def->regions),
			 errdetail("The table is created with one region."),
			 errhint("Define them: splits => hbase.planned_splits('%s').",
					 definition_relation_name(relid))));
}

/* hbase.ddl(relation, tool, number, at), not STRICT: at may be NULL */
Datum
hbase_ddl(PG_FUNCTION_ARGS)
{
	Oid			relid;
	char	   *tool;
	Definition *def;
	LayoutDdlTable table = {0};
	LayoutDdlFamily *families;
	LayoutDdlSplit *splits;
	Layout	   *layout = NULL;
	int			len;
	const char *ddl;
	CoreBuf		out;
	CoreError	err;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1) || PG_ARGISNULL(2))
		PG_RETURN_NULL();
	relid = PG_GETARG_OID(0);
	tool = text_to_cstring(PG_GETARG_TEXT_PP(1));
	def = definition_arg(fcinfo, 3);
	table.name = to_utf8(def->table_name);
	families = palloc0(sizeof(LayoutDdlFamily) * def->nfamilies);
	splits = palloc(sizeof(LayoutDdlSplit) * (def->nsplits + 1));
	if (def->nlayouts > 0 || layout_ddl_needs_layout(tool))
		layout = layout_compile(
			(RowKeyLayout *) definition_get_layout(def, PG_GETARG_INT32(2)));
	for (int i = 0; i < def->nfamilies; i++)
	{
		families[i].name = to_utf8(def->families[i].name);
		families[i].shell = def->families[i].shell;
		read_options(&def->families[i], &families[i]);
	}
	for (int i = 0; i < def->nsplits; i++)
	{
		splits[i].data = (const uint8_t *) VARDATA_ANY(def->splits[i]);
		splits[i].len = VARSIZE_ANY_EXHDR(def->splits[i]);
	}
	table.nrecord_types = def->nlayouts;
	table.record_type = PG_GETARG_INT32(2);
	table.nfamilies = def->nfamilies;
	table.families = families;
	table.nsplits = def->nsplits;
	table.splits = splits;
	read_columns(relid, &table);
	notice_regions(relid, def, tool);
	core_buf_init(&out);
	if (!layout_ddl(layout, tool, &table, &out, &err))
		core_error_raise(&err);
	if (out.len > 0 && out.data[out.len - 1] == '\n')
		out.len--;
	len = (int) out.len;
	ddl = server_text_from_utf8((char *) out.data, &len);
	PG_RETURN_TEXT_P(cstring_to_text_with_len(ddl, len));
}
