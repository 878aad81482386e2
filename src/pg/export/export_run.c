/*
 * export_run.c
 *		Runs: identify exports, and record the deltas that committed.
 *
 * Every export has a run, a uuid in its manifest. A delta also names the run
 * to load before it, and its transaction inserts its run into hbase.delta_run:
 * the runs in this table are exactly the ones that committed.
 */
#include "pg/base/compat.h"

#include <unistd.h>

#include "access/xact.h"
#include "access/xlog.h"
#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/snapmgr.h"
#include "utils/uuid.h"
#include "utils/xid8.h"

#include "pg/base/extension_objects.h"
#include "pg/export/export_json.h"
#include "pg/export/export_run.h"
#include "pg/file/dir_at.h"
#include "pg/table/definition.h"

/* ---- runs in manifests -------------------------------------------------- */

void
export_run_make_id(char run[RUN_ID_SIZE])
{
	Datum		uuid = DirectFunctionCall1(gen_random_uuid, (Datum) 0);

	strlcpy(run, DatumGetCString(DirectFunctionCall1(uuid_out, uuid)),
			RUN_ID_SIZE);
}

/* A baseline's name as JSON. */
static char *
baseline_name(Oid baseline)
{
	StringInfoData out;
	NameData	names[2];

	definition_names(baseline, names);
	initStringInfo(&out);
	export_json_text(&out, quote_qualified_identifier(NameStr(names[0]),
													  NameStr(names[1])));
	return out.data;
}

/* 64-bit numbers are strings: many JSON readers have only double precision. */
char *
export_run_describe_delta(Oid baseline)
{
	return psprintf("{\"system\": \"" UINT64_FORMAT "\", \"database\": %u, "
					"\"timeline\": %u, \"xid\": \"" UINT64_FORMAT "\", "
					"\"baseline\": %s}",
					GetSystemIdentifier(), MyDatabaseId, compat_timeline(),
					U64FromFullTransactionId(GetTopFullTransactionId()),
					baseline_name(baseline));
}

char *
export_run_head(const char *run, const char *previous, const char *delta)
{
	return psprintf("{\n  \"format\": 1,\n  \"run\": \"%s\",\n"
					"  \"previous\": \"%s\",\n%s%s%s",
					run, previous, delta == NULL ? "" : "  \"delta\": ",
					delta == NULL ? "" : delta, delta == NULL ? "" : ",\n");
}

/* True if the text, of hexadecimal digits and hyphens, has a uuid's form. */
static bool
is_run_id(const char *text)
{
	if (strlen(text) != RUN_ID_SIZE - 1)
		return false;
	for (int i = 0; text[i] != '\0'; i++)
	{
		if ((text[i] == '-') != (i == 8 || i == 13 || i == 18 || i == 23))
			return false;
	}
	return true;
}

bool
export_run_parse_head(const char *text, ExportRunHead *head)
{
	unsigned long long system;
	unsigned long long xid;
	int			at = 0;
	size_t		len;

	memset(head, 0, sizeof(ExportRunHead));
	if (sscanf(text, "{ \"format\": 1, \"run\": \"%36[0-9a-f-]\","
			   " \"previous\": \"%*36[a-z0-9-]\","
			   " \"delta\": {\"system\": \"%20llu\", \"database\": %10u,"
			   " \"timeline\": %10u, \"xid\": \"%20llu\", \"baseline\": %n",
			   head->run, &system, &head->database, &head->timeline,
			   &xid, &at) < 1)
		return false;
	if (!is_run_id(head->run))
		return false;
	if (at == 0)
		return true;			/* not a delta */
	len = strcspn(text + at, "\n");
	if (len < 2 || len - 2 >= sizeof(head->baseline) ||
		strncmp(text + at + len - 2, "},", 2) != 0)
		return false;
	memcpy(head->baseline, text + at, len - 2);
	head->system = system;
	head->xid = xid;
	head->is_delta = true;
	return true;
}

bool
export_run_read_head(int fd, const char *name, ExportRunHead *head)
{
	char		text[4096];
	int			file = dir_at_open(fd, name, O_RDONLY | O_NONBLOCK, 0);
	ssize_t		n;

	if (file < 0)
		return false;
	n = read(file, text, sizeof(text) - 1);
	dir_at_close(file);
	if (n <= 0)
		return false;
	text[n] = '\0';
	return export_run_parse_head(text, head);
}

bool
export_run_read_pending(int fd, ExportRunHead *head)
{
	return (export_run_read_head(fd, RUN_PENDING_MANIFEST, head) ||
			export_run_read_head(fd, RUN_MANIFEST, head)) && head->is_delta;
}

bool
export_run_is_of(const ExportRunHead *head, Oid baseline)
{
	return head->is_delta && head->system == GetSystemIdentifier() &&
		head->database == MyDatabaseId &&
		strcmp(head->baseline, baseline_name(baseline)) == 0;
}
