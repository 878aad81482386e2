/*
 * manifest.c
 *		Read manifest.json of an export. The file is not trusted.
 */
#include "pg/base/compat.h"

#include "mb/pg_wchar.h"
#include "storage/fd.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/jsonb.h"
#include "utils/numeric.h"

#include "core/base/bytes.h"
#include "core/base/notation.h"
#include "pg/base/core_error.h"
#include "pg/base/rowkey_datum.h"
#include "pg/export/manifest.h"
#include "pg/hfile/hfile_file.h"

/* Maximum size of the file, enough for a million HFiles. */
#define MAX_SIZE	(512 * 1024 * 1024)

/* ---- members of an object ----------------------------------------------- */

static void
wrong(const char *name, const char *what)
{
	ereport(ERROR,
			(errcode(ERRCODE_DATA_CORRUPTED),
			 errmsg("\"%s\" of the manifest is %s", name, what)));
}

/* A required member of this type. */
static JsonbValue
member(JsonbContainer *object, const char *name, enum jbvType type)
{
	JsonbValue	v;

	if (getKeyJsonValueFromContainer(object, name, strlen(name), &v) == NULL)
		wrong(name, "missing");
	if (v.type != type)
		wrong(name, "of another type");
	return v;
}

static char *
text_member(JsonbContainer *object, const char *name)
{
	JsonbValue	v = member(object, name, jbvString);

	return pnstrdup(v.val.string.val, v.val.string.len);
}

static bool
bool_member(JsonbContainer *object, const char *name)
{
	return member(object, name, jbvBool).val.boolean;
}

static int64
number_member(JsonbContainer *object, const char *name)
{
	JsonbValue	v = member(object, name, jbvNumeric);

	return DatumGetInt64(
		DirectFunctionCall1(numeric_int8, NumericGetDatum(v.val.numeric)));
}

/* A required member: a hexadecimal number of this many digits. */
static uint64
hex_member(JsonbContainer *object, const char *name, int digits)
{
	const char *text = text_member(object, name);

	if (strlen(text) != digits || strspn(text, "0123456789abcdef") != digits)
		wrong(name, "no hexadecimal number");
	return strtoull(text, NULL, 16);
}

/* A required member: a key in HBase's notation. */
static RowKey *
key_member(JsonbContainer *object, const char *name)
{
	const char *text = text_member(object, name);
	size_t		len = strlen(text);
	uint8_t    *bytes = palloc(len + 1);
	size_t		n;
	CoreError	err;

	if (!notation_read(text, len, bytes, &n, &err))
		core_error_raise(&err);
	return rowkey_from_bytes(bytes, n);
}

/* A required member: the elements of an array of objects. */
static JsonbContainer **
array_member(JsonbContainer *object, const char *name, int *n)
{
	JsonbContainer *array = member(object, name, jbvBinary).val.binary.data;
	JsonbContainer **elements;

	if (!JsonContainerIsArray(array))
		wrong(name, "no array");
	*n = JsonContainerSize(array);
	elements = palloc(sizeof(JsonbContainer *) * (*n + 1));
	for (int i = 0; i < *n; i++)
	{
		JsonbValue *v = getIthJsonbValueFromContainer(array, i);

		if (v->type != jbvBinary || !JsonContainerIsObject(v->val.binary.data))
			wrong(name, "no array of objects");
		elements[i] = v->val.binary.data;
	}
	return elements;
}

/* The run, in canonical uuid form, because scripts contain it. */
static char *
run_member(JsonbContainer *object)
{
	JsonbValue	v;

	if (getKeyJsonValueFromContainer(object, "run", strlen("run"), &v) == NULL)
		return pstrdup("any");
	return DatumGetCString(
		DirectFunctionCall1(uuid_out,
							DirectFunctionCall1(uuid_in,
												CStringGetDatum(
													text_member(object,
																"run")))));
}

/* ---- the manifest ------------------------------------------------------- */

static bool
same_key(const RowKey *a, const RowKey *b)
{
	return bytes_compare(VARDATA_ANY(a), VARSIZE_ANY_EXHDR(a), VARDATA_ANY(b),
						 VARSIZE_ANY_EXHDR(b)) == 0;
}

static void
read_regions(JsonbContainer *root, Manifest *manifest)
{
	JsonbContainer **objects = array_member(root, "regions",
											&manifest->nregions);
	RowKey	   *empty = rowkey_new(0);

	if (manifest->nregions == 0)
		wrong("regions", "empty");
	manifest->regions = palloc0(sizeof(ManifestRegion) * manifest->nregions);
	for (int i = 0; i < manifest->nregions; i++)
	{
		ManifestRegion *region = &manifest->regions[i];

		region->start = key_member(objects[i], "start");
		region->stop = key_member(objects[i], "stop");
		region->written = bool_member(objects[i], "written");
		region->sum.rows = number_member(objects[i], "rows");
		region->sum.cells = number_member(objects[i], "cells");
		region->sum.sum = hex_member(objects[i], "sum", 16);
		if (number_member(objects[i], "region") != i ||
			!same_key(region->start, i == 0 ? empty : region[-1].stop) ||
			(i == manifest->nregions - 1) != same_key(region->stop, empty) ||
			(i > 0 && i < manifest->nregions - 1 &&
			 bytes_compare(VARDATA_ANY(region->start),
						   VARSIZE_ANY_EXHDR(region->start),
						   VARDATA_ANY(region->stop),
						   VARSIZE_ANY_EXHDR(region->stop)) >= 0))
			wrong("regions", "not in order");
	}
}

/* True if the path has the form "family/name". */
static bool
is_file_path(const char *path)
{
	const char *slash = strchr(path, '/');

	return slash != NULL && slash != path && path[0] != '.' &&
		slash[1] != '\0' && slash[1] != '.' && strchr(slash + 1, '/') == NULL;
}

static void
read_files(JsonbContainer *root, Manifest *manifest)
{
	JsonbContainer **objects = array_member(root, "files", &manifest->nfiles);

	manifest->files = palloc0(sizeof(ManifestFile) * (manifest->nfiles + 1));
	for (int i = 0; i < manifest->nfiles; i++)
	{
		ManifestFile *file = &manifest->files[i];
		int64		region = number_member(objects[i], "region");

		file->path = text_member(objects[i], "path");
		if (!is_file_path(file->path))
			wrong("path", "no path of a file in a family's folder");
		if (region < 0 || region >= manifest->nregions)
			wrong("region", "not that of a file");
		file->region = region;
		file->rows = number_member(objects[i], "rows");
		file->cells = number_member(objects[i], "cells");
		file->bytes = number_member(objects[i], "bytes");
		file->crc = hex_member(objects[i], "crc32c", 8);
		file->first_row = key_member(objects[i], "first_row");
		file->last_row = key_member(objects[i], "last_row");
	}
}

/*
 * The whole file as a C string: valid UTF-8 without a zero byte. Closes the
 * file.
 */
static char *
read_text(HFileFile *file)
{
	const char *path = pstrdup(hfile_file_path(file));
	uint64		size = hfile_file_size(file);
	HFileSource source = hfile_file_source(file);
	char	   *text;
	CoreError	err;

	if (size > MAX_SIZE)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("file \"%s\" is too large for a manifest", path)));
	text = palloc(size + 1);
	if (size > 0 && !source.read(source.context, 0, text, size, &err))
		core_error_raise(&err);
	text[size] = '\0';
	hfile_file_close(file);
	if (pg_encoding_verifymbstr(PG_UTF8, text, (int) size) != (int) size)
		ereport(ERROR,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("manifest \"%s\" is not text in UTF-8", path)));
	return text;
}

static void
name_manifest(void *path)
{
	errcontext("manifest \"%s\"", (const char *) path);
}

/* Read the members. */
static void
read_members(Jsonb *json, Manifest *manifest)
{
	if (!JB_ROOT_IS_OBJECT(json))
		ereport(ERROR,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("the manifest must be a JSON object")));
	if (number_member(&json->root, "format") != 1)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("the format of the manifest must be 1"),
				 errhint("It was written by a later version of the extension.")));
	manifest->run = run_member(&json->root);
	manifest->table = text_member(&json->root, "table");
	manifest->stamp = number_member(&json->root, "stamp");
	manifest->rows = number_member(&json->root, "rows");
	manifest->rejects = number_member(&json->root, "rejects");
	manifest->empty_rows = number_member(&json->root, "empty_rows");
	manifest->expired_cells = number_member(&json->root, "expired_cells");
	manifest->cells_over_versions = number_member(&json->root,
												  "cells_over_versions");
	manifest->phoenix_empty_cell = bool_member(&json->root,
											   "phoenix_empty_cell");
	read_regions(&json->root, manifest);
	read_files(&json->root, manifest);
}

/* Read the manifest and close its file. */
static Manifest *
read_file(HFileFile *file)
{
	Manifest   *manifest = palloc0(sizeof(Manifest));
	ErrorContextCallback context = {.callback = name_manifest};
	char	   *text;

	manifest->path = pstrdup(hfile_file_path(file));
	text = read_text(file);
	context.arg = manifest->path;
	context.previous = error_context_stack;
	error_context_stack = &context;
	read_members(DatumGetJsonbP(
					 DirectFunctionCall1(jsonb_in, CStringGetDatum(text))),
				 manifest);
	pfree(text);
	error_context_stack = context.previous;
	return manifest;
}

Manifest *
manifest_from_jsonb(Datum json)
{
	Manifest   *manifest = palloc0(sizeof(Manifest));

	manifest->path = "";
	read_members(DatumGetJsonbP(json), manifest);
	return manifest;
}

Manifest *
manifest_read(const char *directory)
{
	return read_file(hfile_file_open(psprintf("%s/manifest.json", directory),
									 false));
}

Manifest *
manifest_read_below(int folder, const char *name, const char *path)
{
	return read_file(hfile_file_open_below(folder, name, path, false));
}
