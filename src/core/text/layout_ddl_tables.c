/*
 * layout_ddl_tables.c
 *		Write the definition of a table for tools that map HBase tables:
 *		Phoenix, Hive's HBaseStorageHandler, and the catalog of the Spark
 *		connector.
 */
#include "core/base/host.h"
#include "core/layout/layout.h"
#include "core/text/layout_ddl_common.h"
#include "core/text/layout_ddl_tables.h"
#include "core/value/encoding_type.h"

/* Whether a literal is printable text for every tool. */
static bool
is_printable(const LayoutComponent *component)
{
	for (size_t i = 0; i < component->literal_len; i++)
	{
		if (component->literal[i] < ' ' || component->literal[i] > 0x7e)
			return false;
	}
	return true;
}

/*
 * The namespace of a table name, allocated with core_alloc; NULL if there is
 * none.
 */
static char *
namespace_of(const char *table)
{
	const char *colon = strchr(table, ':');
	char	   *namespace;

	if (colon == NULL)
		return NULL;
	namespace = core_alloc((size_t) (colon - table) + 1);
	memcpy(namespace, table, (size_t) (colon - table));
	namespace[colon - table] = '\0';
	return namespace;
}

/* The table name without its namespace. */
static const char *
name_in_namespace(const char *table)
{
	const char *colon = strchr(table, ':');

	return colon == NULL ? table : colon + 1;
}

/* ---- Phoenix ---------------------------------------------------------- */

/*
 * Phoenix's types for formats of "bytes".  Formats of "phoenix" keep their
 * names.
 */
static const char *
phoenix_type_of_bytes(const EncodingType *type)
{
	static const char *const types[][2] = {
		{"byte", "UNSIGNED_TINYINT"}, {"short", "UNSIGNED_SMALLINT"},
		{"int", "UNSIGNED_INT"}, {"long", "UNSIGNED_LONG"},
		{"float", "UNSIGNED_FLOAT"}, {"double", "UNSIGNED_DOUBLE"},
		{"String", "VARCHAR"}, {"CHAR", "CHAR"}, {"bytes", "VARBINARY"},
		{"BINARY", "BINARY"}, {"UUID", "BINARY"}
	};
	const char *format = encoding_format_name(type);

	if (value_kind_is_time(type->kind) && strcmp(format, "long") == 0)
		return type->kind == VALUE_TIME ? "UNSIGNED_TIME" : "UNSIGNED_DATE";
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
	{
		if (strcmp(types[i][0], format) == 0)
			return types[i][1];
	}
	return NULL;
}

/* The Phoenix type of a plain field, or of the start of its period. */
static bool
phoenix_field_type(const Layout *layout, int n, CoreBuf *out, CoreError *err)
{
	const LayoutComponent *component = &layout->components[n];
	const LayoutField *field = layout_field_of(layout, component);
	const char *type = NULL;

	if (component->end == LAYOUT_END_LITERAL)
		return layout_ddl_cannot(layout, n, "Phoenix", err,
								 "Its end is marked by the literal that follows; Phoenix marks it with the byte 00.");
	switch (layout->encoding)
	{
		case ENCODING_PHOENIX:
			type = encoding_format_name(&field->type);
			if (component->descending && field->kind == VALUE_BOOL)
				return layout_ddl_cannot(layout, n, "Phoenix", err,
										 "It reads every BOOLEAN in descending order as false.");
			break;
		case ENCODING_BYTES:
			/* Phoenix writes DATE DESC as Long.MAX_VALUE - ms. */
			type = component->descending ? "DATE" :
										   phoenix_type_of_bytes(&field->type);
			break;
		case ENCODING_STRING:
			type = component->end == LAYOUT_END_KEY ? "VARCHAR" : "CHAR";
			break;
		case ENCODING_ORDERED:
			break;
	}
	if (type == NULL)
		return layout_ddl_cannot(
			layout, n, "Phoenix", err,
			"It has no type with the bytes of %s in encoding \"%s\".",
			field->type_name, encoding_name(layout->encoding));
	core_buf_printf(out, "%s", type);
	if (strcmp(type, "CHAR") == 0 || strcmp(type, "BINARY") == 0)
		core_buf_printf(out, "(%d)", component->width);
	else if (field->type.length > 0)
		core_buf_printf(out, "(%d)", field->type.length);
	return true;
}

static bool
phoenix_type(const Layout *layout, int n, CoreBuf *out, CoreError *err)
{
	const LayoutComponent *component = &layout->components[n];
	bool		text = false;

	switch (component->kind)
	{
		case LAYOUT_FIELD:
		case LAYOUT_TRUNC:
			return phoenix_field_type(layout, n, out, err);
		case LAYOUT_REVERSE:
			if (component->width < 0)
				return phoenix_field_type(layout, n, out, err);
			break;
		case LAYOUT_SALT:
			text = component->as_text;
			break;
		case LAYOUT_DIGEST:
			text = component->hex;
			break;
		case LAYOUT_LITERAL:
			text = is_printable(component);
			break;
		case LAYOUT_DIGITS:
			text = true;
			break;
		case LAYOUT_BUCKET:
			break;
	}
	core_buf_printf(out, "%s(%d)", text ? "CHAR" : "BINARY", component->width);
	return true;
}

/* Describe a column that is not the value of a field. */
static void
phoenix_remark(const Layout *layout, int n, CoreBuf *out)
{
	const LayoutComponent *component = &layout->components[n];

	if (component->kind == LAYOUT_FIELD)
		return;
	core_buf_printf(out, "  -- ");
	layout_ddl_comment_component(layout, n, out);
}

/* "table", or "namespace"."table". */
static void
phoenix_table(const char *table, CoreBuf *out)
{
	char	   *namespace = namespace_of(table);

	if (namespace != NULL)
	{
		layout_ddl_quote(out, namespace, '"', '"');
		core_buf_printf(out, ".");
		core_free(namespace);
	}
	layout_ddl_quote(out, name_in_namespace(table), '"', '"');
}

/* A column for a cell.  Phoenix uses its qualifier as the name. */
static bool
phoenix_column(const LayoutDdlColumn *column, CoreBuf *out, CoreError *err)
{
	const char *type = NULL;
	char	   *qualifier = layout_ddl_qualifier(column, "Phoenix", "\"", err);

	if (qualifier == NULL)
		return false;
	switch (column->type.encoding)
	{
		case ENCODING_PHOENIX:
			type = encoding_format_name(&column->type);
			break;
		case ENCODING_BYTES:
			type = phoenix_type_of_bytes(&column->type);
			break;
		case ENCODING_STRING:
			type = column->type.kind == VALUE_BYTES ? "VARBINARY" : "VARCHAR";
			break;
		case ENCODING_ORDERED:
			break;
	}
	if (type == NULL)
		return layout_ddl_cannot_type(column, "Phoenix", ENCODING_PHOENIX,
									  err);
	core_buf_printf(out, "    ");
	layout_ddl_quote(out, column->family, '"', '"');
	core_buf_printf(out, ".");
	layout_ddl_quote(out, qualifier, '"', '"');
	core_buf_printf(out, " %s", type);
	if (column->type.length > 0)
		core_buf_printf(out, "(%d)", column->type.length);
	else if (strcmp(type, "BINARY") == 0)
		core_buf_printf(out, "(%d)", column->type.width);
	core_buf_printf(out, ",");
	if (strcmp(qualifier, column->name) != 0)
	{
		core_buf_printf(out, "  -- ");
		layout_ddl_comment_text(column->name, out);
	}
	core_buf_printf(out, "\n");
	core_free(qualifier);
	return true;
}

/*
 * Phoenix counts a row only if it has the empty key value, in the family of
 * the first column.  Exports write it to the first family.  If that family has
 * no column, add one, which no row has.
 */
static void
phoenix_first_family(const LayoutDdlTable *table, CoreBuf *out)
{
	if (table->nfamilies == 0 || table->ncolumns == 0 ||
		strcmp(table->columns[0].family, table->families[0].name) == 0)
		return;
	core_buf_printf(out, "    ");
	layout_ddl_quote(out, table->families[0].name, '"', '"');
	core_buf_printf(out,
					".\"_\" VARBINARY,  -- no column: Phoenix's empty cell is in the family of the first one\n");
}

/*
 * Whether CREATE TABLE is needed for the existing table instead of CREATE
 * VIEW, and why: salted views do not exist; a view ends a descending column of
 * variable length with 00, as in old tables, but the key has FF; a view
 * without columns uses family "0".
 */
static bool
phoenix_table_remark(const Layout *layout, const LayoutDdlTable *table,
					 CoreBuf *out)
{
	static const char drops[] =
		"DROP TABLE drops the HBase table and its data.\n";
	char		name[128];

	if (layout_ddl_is_phoenix_salt(layout, 0))
	{
		core_buf_printf(out, "-- Phoenix has no salted views: %s", drops);
		if (layout->components[0].number > 1)
			core_buf_printf(out,
							"-- Let a region begin at each salt, as hbase.ddl(..., 'shell') and exports do: Phoenix finds other\n"
							"-- rows by a range of the key where a region has several.\n");
		return true;
	}
	for (int i = 0; i < layout->ncomponents; i++)
	{
		if (!layout->components[i].descending ||
			layout->components[i].width >= 0)
			continue;
		layout_ddl_column(layout, i, name, sizeof(name));
		core_buf_printf(out, "-- A view would find no key by \"");
		layout_ddl_comment_text(name, out);
		core_buf_printf(out, "\", which descends and varies in length: %s",
						drops);
		return true;
	}
	if (table->nfamilies > 0 && table->ncolumns == 0)
	{
		core_buf_printf(out, "-- A view needs a column: %s", drops);
		return true;
	}
	return false;
}

/* CREATE TABLE or CREATE VIEW for Phoenix over the existing rows and cells. */
bool
layout_ddl_phoenix(const Layout *layout, const LayoutDdlTable *table,
				   CoreBuf *out, CoreError *err)
{
	int			first = layout_ddl_is_phoenix_salt(layout, 0) ? 1 : 0;
	bool		as_table;
	char		name[128];

	core_buf_printf(out, "-- row key: ");
	layout_ddl_comment(layout, out);
	core_buf_printf(out, "\n");
	if (table->nrecord_types > 1)
		core_buf_printf(out,
						"-- Record type %d of %d: Phoenix knows a table by its name once, and reads the rows of the\n"
						"-- other types by this key, too. Declare one; a condition on its key tells its rows apart.\n",
						table->record_type, table->nrecord_types);
	as_table = phoenix_table_remark(layout, table, out);
	if (strchr(table->name, ':') != NULL)
		core_buf_printf(out,
						"-- phoenix.schema.isNamespaceMappingEnabled is true; CREATE SCHEMA comes first.\n");
	core_buf_printf(out, "CREATE %s ", as_table ? "TABLE" : "VIEW");
	phoenix_table(table->name, out);
	core_buf_printf(out, " (\n");
	for (int i = first; i < layout->ncomponents; i++)
	{
		layout_ddl_column(layout, i, name, sizeof(name));
		if (strchr(name, '"') != NULL)
			return layout_ddl_cannot(layout, i, "Phoenix", err,
									 "A name cannot contain a double quote there.");
		core_buf_printf(out, "    ");
		layout_ddl_quote(out, name, '"', '"');
		core_buf_printf(out, " ");
		if (!phoenix_type(layout, i, out, err))
			return false;
		core_buf_printf(out,
						layout->components[i].nullable ? "," : " NOT NULL,");
		phoenix_remark(layout, i, out);
		core_buf_printf(out, "\n");
	}
	phoenix_first_family(table, out);
	for (int i = 0; i < table->ncolumns; i++)
	{
		if (!phoenix_column(&table->columns[i], out, err))
			return false;
	}
	core_buf_printf(out, "    CONSTRAINT pk PRIMARY KEY (");
	for (int i = first; i < layout->ncomponents; i++)
	{
		bool		digits = layout->components[i].kind == LAYOUT_DIGITS;

		layout_ddl_column(layout, i, name, sizeof(name));
		core_buf_printf(out, i > first ? ", " : "");
		layout_ddl_quote(out, name, '"', '"');
		if (layout->components[i].descending && !digits)
			core_buf_printf(out, " DESC");
	}
	core_buf_printf(out, "))");
	if (first > 0)
		core_buf_printf(out, " SALT_BUCKETS = %lld,",
						(long long) layout->components[0].number);
	if (as_table)
		core_buf_printf(out, " COLUMN_ENCODED_BYTES = 0");
	if (as_table && table->nfamilies > 0 && table->ncolumns == 0)
	{
		core_buf_printf(out, ", DEFAULT_COLUMN_FAMILY = ");
		layout_ddl_quote(out, table->families[0].name, '\'', '\'');
	}
	core_buf_printf(out, ";\n");
	return true;
}

/* ---- Hive ------------------------------------------------------------- */

/*
 * Hive's type for a value; *binary: its bytes are those of Java.  Without that
 * storage type Hive may decode bytes as base64.
 */
static const char *
hive_type(const EncodingType *type, bool *binary)
{
	static const char *const binary_types[][2] = {
		{"byte", "TINYINT"}, {"short", "SMALLINT"}, {"int", "INT"},
		{"long", "BIGINT"}, {"float", "FLOAT"}, {"double", "DOUBLE"}
	};
	const char *format = encoding_format_name(type);

	*binary = false;
	if (type->encoding == ENCODING_BYTES && !value_kind_is_time(type->kind))
	{
		for (size_t i = 0; i < sizeof(binary_types) / sizeof(binary_types[0]);
			 i++)
		{
			if (strcmp(binary_types[i][0], format) == 0)
			{
				*binary = true;
				return binary_types[i][1];
			}
		}
	}
	if (type->kind == VALUE_BYTES && type->encoding != ENCODING_ORDERED)
	{
		*binary = true;
		return "BINARY";
	}
	if (type->encoding == ENCODING_STRING)
	{
		switch (type->kind)
		{
			case VALUE_BOOL:
				return "BOOLEAN";
			case VALUE_INT2:
				return "SMALLINT";
			case VALUE_INT4:
				return "INT";
			case VALUE_INT8:
				return "BIGINT";
			default:
				return "STRING";
		}
	}
	return type->kind == VALUE_TEXT && type->encoding != ENCODING_ORDERED ?
		"STRING" :
		NULL;
}

/*
 * The single byte between all values of a composite key; -1 with an error if
 * it is longer or not always the same.
 */
static int
hive_separator(const Layout *layout, CoreError *err)
{
	int			separator = -1;

	for (int i = 0; i < layout->ncomponents; i++)
	{
		const LayoutComponent *component = &layout->components[i];
		int			byte;

		if (component->kind == LAYOUT_LITERAL)
		{
			byte = component->literal[0];
			if (component->literal_len > 1 || i % 2 == 0 ||
				i == layout->ncomponents - 1)
			{
				layout_ddl_cannot(layout, i, "Hive", err,
								  "It requires one byte between the values of a composite key, and no other constants.");
				return -1;
			}
		}
		else if (component->end == LAYOUT_END_SEPARATOR &&
				 !component->descending)
			byte = component->separator;
		else if (i == layout->ncomponents - 1 ||
				 layout->components[i + 1].kind == LAYOUT_LITERAL)
			continue;
		else
		{
			layout_ddl_cannot(layout, i, "Hive", err,
							  "It requires one byte between the values of a composite key, but this key has no separator.");
			return -1;
		}
		if (separator >= 0 && byte != separator)
		{
			layout_ddl_cannot(layout, i, "Hive", err,
							  "It requires the same byte between all values of a composite key, but this key has different separators.");
			return -1;
		}
		separator = byte;
	}
	return separator;
}

/* Check that a value of a composite key is text. */
static bool
hive_item(const Layout *layout, int n, CoreBuf *out, CoreError *err)
{
	const LayoutComponent *component = &layout->components[n];
	const LayoutField *field = layout_field_of(layout, component);
	const char *type = NULL;
	bool		binary = false;
	char		name[128];

	if (component->kind == LAYOUT_DIGITS ||
		(component->kind == LAYOUT_DIGEST && component->hex) ||
		(component->kind == LAYOUT_SALT && component->as_text))
		type = "STRING";
	else if (field != NULL && !component->descending &&
			 (component->kind == LAYOUT_FIELD ||
			  component->kind == LAYOUT_REVERSE ||
			  component->kind == LAYOUT_TRUNC))
		type = hive_type(&field->type, &binary);
	if (type == NULL || binary || component->nullable)
		return layout_ddl_cannot(layout, n, "Hive", err,
								 "It reads the values of a composite key as text, but this value is not text.");
	layout_ddl_column(layout, n, name, sizeof(name));
	layout_ddl_quote(out, name, '`', '`');
	core_buf_printf(out, ":%s", type);
	return true;
}

/*
 * `table`. An HBase namespace is not a Hive database, and ':' is not allowed
 * in names.  Each record type is a separate table, with its number after the
 * first one.
 */
static void
hive_table(const LayoutDdlTable *table, CoreBuf *out)
{
	CoreBuf		name;

	core_buf_init(&name);
	core_buf_printf(&name, "%s", name_in_namespace(table->name));
	if (table->record_type > 1)
		core_buf_printf(&name, "_%d", table->record_type);
	core_buf_add_byte(&name, '\0');
	layout_ddl_quote(out, (char *) name.data, '`', '`');
	core_buf_free(&name);
}

/*
 * Append the columns of cells after the key's, and their entries in
 * hbase.columns.mapping to mapping.
 */
static bool
hive_columns(const LayoutDdlTable *table, CoreBuf *out, CoreBuf *mapping,
			 CoreError *err)
{
	for (int i = 0; i < table->ncolumns; i++)
	{
		const LayoutDdlColumn *column = &table->columns[i];
		bool		milliseconds = column->type.encoding == ENCODING_BYTES &&
			value_kind_is_time(column->type.kind) &&
			strcmp(encoding_format_name(&column->type), "long") == 0;
		bool		binary = milliseconds;
		const char *type = milliseconds ? "BIGINT" :
										  hive_type(&column->type, &binary);
		char	   *qualifier;

		if (type == NULL)
			return layout_ddl_cannot_type(column, "Hive", ENCODING_STRING,
										  err);
		qualifier = layout_ddl_qualifier(column, "Hive", ",:#*", err);
		if (qualifier == NULL)
			return false;
		core_buf_printf(out, ",\n    ");
		layout_ddl_quote(out, column->name, '`', '`');
		core_buf_printf(out, " %s%s", type,
						milliseconds ? " COMMENT 'milliseconds since 1970'" :
									   "");
		core_buf_printf(mapping, ",%s:", column->family);
		core_buf_add(mapping, qualifier, strlen(qualifier));
		core_buf_printf(mapping, binary ? "#b" : "");
		core_free(qualifier);
	}
	return true;
}

bool
layout_ddl_hive(const Layout *layout, const LayoutDdlTable *table,
				CoreBuf *out, CoreError *err)
{
	const LayoutComponent *first = &layout->components[0];
	bool		binary = false;
	int			separator = -1;
	CoreBuf		mapping;

	core_buf_printf(out, "-- row key: ");
	layout_ddl_comment(layout, out);
	if (table->ncolumns == 0)
		core_buf_printf(out,
						"\n-- add columns and, for each, family:qualifier to hbase.columns.mapping");
	core_buf_printf(out, "\nCREATE EXTERNAL TABLE ");
	hive_table(table, out);
	core_buf_printf(out, " (\n    ");
	if (layout->ncomponents == 1 && first->kind == LAYOUT_FIELD &&
		!first->descending)
	{
		const LayoutField *field = layout_field_of(layout, first);
		const char *type = hive_type(&field->type, &binary);

		if (type == NULL || first->nullable)
			return layout_ddl_cannot(
				layout, 0, "Hive", err,
				"It has no type with the bytes of %s in encoding \"%s\".",
				field->type_name, encoding_name(layout->encoding));
		layout_ddl_quote(out, field->name, '`', '`');
		core_buf_printf(out, " %s", type);
	}
	else
	{
		int			n = 0;

		core_buf_printf(out, "`key` STRUCT<");
		for (int i = 0; i < layout->ncomponents; i++)
		{
			if (layout->components[i].kind == LAYOUT_LITERAL)
				continue;
			core_buf_printf(out, n++ > 0 ? ", " : "");
			if (!hive_item(layout, i, out, err))
				return false;
		}
		core_buf_printf(out, ">");
		if (layout->ncomponents > 1 &&
			(separator = hive_separator(layout, err)) < 0)
			return false;
	}
	core_buf_init(&mapping);
	core_buf_printf(&mapping, binary ? ":key#b" : ":key");
	if (!hive_columns(table, out, &mapping, err))
		return false;
	core_buf_add_byte(&mapping, '\0');
	core_buf_printf(out, ")\n");
	if (separator >= 0)
	{
		/*
		 * Hive reads octal escapes up to \177.  It reads a number as a signed
		 * byte: '0' would be a zero byte.
		 */
		bool		number = separator > 0x7f ||
			(separator >= '0' && separator <= '9');

		core_buf_printf(
			out, "ROW FORMAT DELIMITED COLLECTION ITEMS TERMINATED BY ");
		core_buf_printf(out, number ? "'%d'\n" : "'\\%03o'\n",
						number ? (int8_t) separator : separator);
	}
	core_buf_printf(
		out,
		"STORED BY 'org.apache.hadoop.hive.hbase.HBaseStorageHandler'\n"
		"WITH SERDEPROPERTIES ('hbase.columns.mapping' = ");
	layout_ddl_quote(out, (char *) mapping.data, '\'', '\\');
	core_buf_printf(out, ")\nTBLPROPERTIES ('hbase.table.name' = ");
	layout_ddl_quote(out, table->name, '\'', '\\');
	core_buf_free(&mapping);
	core_buf_printf(out, ");\n");
	return true;
}

/* ---- Spark ------------------------------------------------------------ */

/*
 * The connector's type for the bytes of Bytes.toBytes; NULL if there is none.
 */
static const char *
spark_type_of_bytes(const EncodingType *type)
{
	static const char *const types[][2] = {
		{"boolean", "boolean"}, {"byte", "tinyint"}, {"short", "smallint"},
		{"int", "int"}, {"long", "bigint"}, {"float", "float"},
		{"double", "double"}, {"String", "string"}, {"CHAR", "string"},
		{"bytes", "binary"}, {"BINARY", "binary"}, {"UUID", "binary"}
	};

	for (size_t i = 0; type->encoding == ENCODING_BYTES &&
		 i < sizeof(types) / sizeof(types[0]);
		 i++)
	{
		if (strcmp(types[i][0], encoding_format_name(type)) == 0)
			return types[i][1];
	}
	return NULL;
}

/* The connector's type for a component, with its length if necessary. */
static const char *
spark_type(const Layout *layout, int n, int *length)
{
	const LayoutComponent *component = &layout->components[n];
	const LayoutField *field = layout_field_of(layout, component);

	*length = component->width;
	if (component->kind == LAYOUT_DIGEST || component->kind == LAYOUT_BUCKET ||
		component->kind == LAYOUT_SALT || component->kind == LAYOUT_DIGITS ||
		component->kind == LAYOUT_LITERAL)
		return component->hex || component->as_text ||
				component->kind == LAYOUT_DIGITS ||
				(component->kind == LAYOUT_LITERAL &&
				 is_printable(component)) ?
			"string" :
			"binary";
	if (component->descending || component->kind == LAYOUT_REVERSE)
		return NULL;
	if (field->kind == VALUE_TEXT && component->end == LAYOUT_END_KEY &&
		layout->encoding != ENCODING_ORDERED)
		return "string";
	return spark_type_of_bytes(&field->type);
}

static void
write_json_string(CoreBuf *out, const char *text)
{
	core_buf_add_byte(out, '"');
	for (; *text != '\0'; text++)
	{
		if ((uint8_t) *text < ' ')
		{
			core_buf_printf(out, "\\u%04x", (uint8_t) *text);
			continue;
		}
		if (*text == '"' || *text == '\\')
			core_buf_add_byte(out, '\\');
		core_buf_add_byte(out, (uint8_t) *text);
	}
	core_buf_add_byte(out, '"');
}

/*
 * Append the cells.  Text has the same bytes in all encodings except
 * "ordered".
 */
static bool
spark_columns(const LayoutDdlTable *table, CoreBuf *out, CoreError *err)
{
	for (int i = 0; i < table->ncolumns; i++)
	{
		const LayoutDdlColumn *column = &table->columns[i];
		bool		text = column->type.encoding == ENCODING_STRING ||
			(column->type.encoding == ENCODING_PHOENIX &&
			 column->type.kind == VALUE_TEXT);
		const char *type = column->type.kind == VALUE_BYTES &&
			column->type.encoding != ENCODING_ORDERED ? "binary" :
			text ? "string" : spark_type_of_bytes(&column->type);
		char	   *qualifier;

		if (type == NULL)
			return layout_ddl_cannot_type(column, "Spark's connector",
										  ENCODING_STRING, err);
		qualifier = layout_ddl_qualifier(column, "Spark's connector", "", err);
		if (qualifier == NULL)
			return false;
		core_buf_printf(out, ",\n  ");
		write_json_string(out, column->name);
		core_buf_printf(out, ": {\"cf\": ");
		write_json_string(out, column->family);
		core_buf_printf(out, ", \"col\": ");
		write_json_string(out, qualifier);
		core_buf_printf(out, ", \"type\": \"%s\"}", type);
		core_free(qualifier);
	}
	return true;
}

/*
 * The catalog: a key of one part, or of parts with fixed width.  For a last
 * part of varying length the connector reads as many bytes as the whole key
 * has.
 */
bool
layout_ddl_spark(const Layout *layout, const LayoutDdlTable *table,
				 CoreBuf *out, CoreError *err)
{
	char	   *namespace = namespace_of(table->name);
	char		name[128];
	CoreBuf		rowkey;

	core_buf_init(&rowkey);
	for (int i = 0; i < layout->ncomponents; i++)
	{
		layout_ddl_column(layout, i, name, sizeof(name));
		core_buf_printf(&rowkey, "%s%s", i > 0 ? ":" : "", name);
	}
	core_buf_add_byte(&rowkey, '\0');
	core_buf_printf(out, "{\"table\": {\"namespace\": ");
	write_json_string(out, namespace == NULL ? "default" : namespace);
	if (namespace != NULL)
		core_free(namespace);
	core_buf_printf(out, ", \"name\": ");
	write_json_string(out, name_in_namespace(table->name));
	core_buf_printf(out,
					", \"tableCoder\": \"PrimitiveType\"},\n \"rowkey\": ");
	write_json_string(out, (char *) rowkey.data);
	core_buf_free(&rowkey);
	core_buf_printf(out, ",\n \"columns\": {");
	for (int i = 0; i < layout->ncomponents; i++)
	{
		const LayoutComponent *component = &layout->components[i];
		const LayoutField *field = layout_field_of(layout, component);
		int			length;
		const char *type = spark_type(layout, i, &length);

		if (type == NULL)
			return layout_ddl_cannot(
				layout, i, "Spark's connector", err,
				"It reads what Bytes.toBytes writes, ascending; this is %s under \"%s\"%s.",
				field->type_name, encoding_name(layout->encoding),
				component->descending				  ? ", descending" :
					component->kind == LAYOUT_REVERSE ? ", reversed" :
														"");
		if (length < 0 && layout->ncomponents > 1)
			return layout_ddl_cannot(layout, i, "Spark's connector", err,
									 "It requires a fixed width for all parts of a composite key. It reads a last part of variable width beyond the end of the key.");
		layout_ddl_column(layout, i, name, sizeof(name));
		if (strchr(name, ':') != NULL)
			return layout_ddl_cannot(layout, i, "Spark's connector", err,
									 "It ends the name of each part of a key with a colon.");
		core_buf_printf(out, i > 0 ? ",\n  " : "\n  ");
		write_json_string(out, name);
		core_buf_printf(out, ": {\"cf\": \"rowkey\", \"col\": ");
		write_json_string(out, name);
		core_buf_printf(out, ", \"type\": \"%s\"", type);
		if (length >= 0 &&
			(strcmp(type, "string") == 0 || strcmp(type, "binary") == 0))
			core_buf_printf(out, ", \"length\": \"%d\"", length);
		core_buf_printf(out, "}");
	}
	if (!spark_columns(table, out, err))
		return false;
	core_buf_printf(out, "}}\n");
	return true;
}
