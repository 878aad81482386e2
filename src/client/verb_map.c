/*
 * verb_map.c
 *		pg2hbase map: views and definitions from a configuration file.
 */
#include "client/verb_map.h"

#include <stdio.h>
#include <string.h>

#include "client/file.h"
#include "client/session.h"

/* The default name of the file, and what the name of its base ends with. */
#define MAPPING_FILE	"pg2hbase.json"
#define BASE_SUFFIX		".base"

/* The largest file; the depth is bounded by the JSON parser of the server. */
#define MAX_FILE_SIZE	(16 * 1024 * 1024)

static const Option options[] = {
	{"file", 'f', "FILE",
	 "the configuration file (default: " MAPPING_FILE ")"},
	{"schema", 'n', "SCHEMA",
	 "for a new file: only tables of this schema; can be given several times"},
	{"profile", 0, "PROFILE",
	 "for a new file: java (the default), phoenix or string"},
	{"children", 0, "HOW",
	 "for a new file: rows beside those they belong to (rows), or in them (cells)"},
	{"update", 0, NULL, "merge a new proposal of the database into the file"},
	{"prefer", 0, "SIDE", "resolve conflicts of --update: yours or proposed"},
	{"dry-run", 0, NULL, "print the SQL instead of running it"},
	{0}
};

static const char description[] =
	"map makes a view for each table, with its definition for HBase, as the configuration file "
	"says. If the file does not exist, map first writes it: a proposal for all tables of the "
	"database or of the schemas. Edit it and run map again: changed views are made again, and "
	"the others are left as they are. All changes are made in one transaction.\n\n"
	"With --update, the proposal for the tables as they are now is merged into the file. The "
	"file FILE.base has the previous proposal, so your edits are kept. If the proposal and your "
	"edits changed the same thing differently, the conflicts are listed, nothing is changed, and "
	"the exit code is 4.";

static const char new_mapping_sql[] =
	"SELECT hbase.mapping((SELECT array_agg(quote_ident(s)::regnamespace)"
	" FROM unnest($1::text[]) s), $2, children => $3)";

static const char same_mapping_sql[] =
	"SELECT hbase.mapping(\n"
	"    CASE WHEN json_typeof(f -> 'schemas') = 'array'\n"
	"         THEN ARRAY(SELECT quote_ident(s)::regnamespace"
	" FROM json_array_elements_text(f -> 'schemas') s) END,\n"
	"    f ->> 'profile', f ->> 'namespace', COALESCE(f ->> 'children', 'none'))\n"
	"FROM CAST($1 AS json) f";

static const char merge_sql[] =
	"SELECT m.merged, jsonb_array_length(m.conflicts),\n"
	"       (SELECT string_agg(format(E'conflict in %s:\\n  base:     %s\\n  yours:    %s\\n"
	"  proposed: %s',\n"
	"                   array_to_string(ARRAY(SELECT jsonb_array_elements_text(c -> 'member')),"
	" ' > '),\n"
	"                   COALESCE(c ->> 'base', 'missing'), COALESCE(c ->> 'yours', 'missing'),\n"
	"                   COALESCE(c ->> 'proposed', 'missing')), E'\\n' ORDER BY n)\n"
	"        FROM jsonb_array_elements(m.conflicts) WITH ORDINALITY a(c, n))\n"
	"FROM hbase.merge_mapping($1, $2, $3, $4) m";

static const char script_sql[] =
	"SELECT relation, view_name, action, script FROM hbase.mapping_script($1)";

/* What a call works with. */
typedef struct Mapping
{
	Session    *session;
	const char *path;
	char	   *base_path;
	char	   *text;			/* of the file */
} Mapping;

/* Write the file and the proposal that it is based on. */
static bool
write_files(const Mapping *mapping, const char *proposal)
{
	char	   *lines = memory_checked(malloc(strlen(mapping->text) + 2));
	bool		ok;

	sprintf(lines, "%s\n", mapping->text);
	ok = file_write(mapping->base_path, proposal) &&
		file_write(mapping->path, lines);
	free(lines);
	return ok;
}

/* An error in the file is the user's, unless the session ended. */
static ExitCode
file_error(const Mapping *mapping)
{
	ExitCode	code = session_exit_code(mapping->session);

	if (code != EXIT_FAILED)
		return code;
	message_error("the mapping is in \"%s\"", mapping->path);
	return EXIT_USAGE;
}

/* Write a new file with the proposal of the database. */
static ExitCode
create_file(Mapping *mapping, const Arguments *arguments)
{
	const char *const *schemas = arguments_values(arguments, "schema");
	const char *profile = arguments_value(arguments, "profile");
	const char *children = arguments_value(arguments, "children");
	char	   *array = schemas ? session_array(schemas) : NULL;

	mapping->text = session_text(mapping->session, new_mapping_sql,
								 SQL_ARGS(array, profile ? profile : "java",
										  children ? children : "none"));
	free(array);
	if (mapping->text == NULL)
		return session_exit_code(mapping->session);
	if (!write_files(mapping, mapping->text))
		return EXIT_FAILED;
	message_info("wrote \"%s\"", mapping->path);
	return EXIT_DONE;
}

/* Merge the proposal for the tables as they are now into the file. */
static ExitCode
update_file(Mapping *mapping, const char *prefer)
{
	bool		has_base;
	char	   *base = file_read(mapping->base_path, MAX_FILE_SIZE, &has_base);
	char	   *proposal = NULL;
	PGresult   *merge = NULL;
	ExitCode	code = EXIT_FAILED;

	if (base || !has_base)
	{
		proposal = session_text(mapping->session, same_mapping_sql,
								SQL_ARGS(mapping->text));
		merge = proposal ?
			session_query(mapping->session, merge_sql,
						  SQL_ARGS(base, mapping->text, proposal, prefer)) :
			NULL;
		if (merge == NULL)
			code = file_error(mapping);
		else if (strcmp(PQgetvalue(merge, 0, 1), "0") != 0)
		{
			printf("%s\n", PQgetvalue(merge, 0, 2));
			message_error("%s conflicts; nothing was changed. Edit \"%s\" as proposed, or use "
						  "--prefer", PQgetvalue(merge, 0, 1), mapping->path);
			code = EXIT_DECISION;
		}
		else
		{
			free(mapping->text);
			mapping->text = text_copy(PQgetvalue(merge, 0, 0));
			code = write_files(mapping, proposal) ? EXIT_DONE : EXIT_FAILED;
		}
	}
	PQclear(merge);
	free(base);
	free(proposal);
	return code;
}

/* Run the scripts of all tables in one transaction, or print them. */
static ExitCode
apply(Mapping *mapping, bool dry_run, bool quiet)
{
	Session    *session = mapping->session;
	ExitCode	code = EXIT_DONE;
	PGresult   *steps;

	if (!session_run(session, "BEGIN", SQL_NONE))
		return session_exit_code(session);
	steps = session_query(session, script_sql, SQL_ARGS(mapping->text));
	if (steps == NULL)
		return file_error(mapping);
	for (int i = 0; i < PQntuples(steps); i++)
	{
		const char *relation = PQgetvalue(steps, i, 0);
		const char *action = PQgetvalue(steps, i, 2);
		bool		has_script = !PQgetisnull(steps, i, 3);

		if (dry_run)
			printf("-- %s: %s\n%s", relation, action, PQgetvalue(steps, i, 3));
		else if (has_script &&
				 !session_script(session, PQgetvalue(steps, i, 3)))
		{
			message_error(
				"this is the mapping of %s in \"%s\"; nothing was changed",
				relation, mapping->path);
			message_error("hint: edit it, or leave the table out with "
						  "\"leave_out\": true");
			PQclear(steps);
			return session_exit_code(session);
		}
		if (strcmp(action, "no key") == 0)
			code = EXIT_DECISION;
	}
	if (!session_run(session, dry_run ? "ROLLBACK" : "COMMIT", SQL_NONE))
		code = session_exit_code(session);
	else if (!dry_run)
	{
		for (int i = 0; i < PQntuples(steps) && !quiet; i++)
			printf("%-10s %s as %s\n", PQgetvalue(steps, i, 2),
				   PQgetvalue(steps, i, 0), PQgetvalue(steps, i, 1));
	}
	if (code == EXIT_DECISION)
	{
		for (int i = 0; i < PQntuples(steps); i++)
		{
			if (strcmp(PQgetvalue(steps, i, 2), "no key") == 0)
				message_error("%s is not mapped: it needs \"key\", or \"leave_out\": true, in "
							  "\"%s\"",
							  PQgetvalue(steps, i, 0), mapping->path);
		}
	}
	PQclear(steps);
	return code;
}

static ExitCode
map(const Arguments *arguments)
{
	const char *path = arguments_value(arguments, "file");
	bool		update = arguments_flag(arguments, "update");
	const char *prefer = arguments_value(arguments, "prefer");
	Mapping		mapping = {.path = path ? path : MAPPING_FILE};
	bool		exists;
	ExitCode	code = EXIT_DONE;

	mapping.text = file_read(mapping.path, MAX_FILE_SIZE, &exists);
	if (mapping.text == NULL && exists)
		return EXIT_FAILED;
	if (exists &&
		(arguments_value(arguments, "schema") ||
		 arguments_value(arguments, "profile") ||
		 arguments_value(arguments, "children")))
		message_error("\"%s\" exists, and has the schemas, the profile and the children",
					  mapping.path);
	else if (update && !exists)
		message_error("\"%s\" does not exist", mapping.path);
	else if (prefer && !update)
		message_error("--prefer needs --update");
	else if ((mapping.session = session_connect(arguments,
												arguments_operand(arguments,
																  0))) == NULL)
	{
		free(mapping.text);
		return EXIT_CONNECTION;
	}
	if (mapping.session == NULL)
	{
		free(mapping.text);
		return EXIT_USAGE;
	}

	mapping.base_path = memory_checked(
		malloc(strlen(mapping.path) + sizeof(BASE_SUFFIX)));
	sprintf(mapping.base_path, "%s" BASE_SUFFIX, mapping.path);
	if (!exists)
		code = create_file(&mapping, arguments);
	else if (update)
		code = update_file(&mapping, prefer);
	if (code == EXIT_DONE)
		code = apply(&mapping, arguments_flag(arguments, "dry-run"),
					 arguments_flag(arguments, "quiet"));
	session_close(mapping.session);
	free(mapping.base_path);
	free(mapping.text);
	return code;
}

const Verb verb_map = {
	.name = "map",
	.operands = "[DBNAME]",
	.max_operands = 1,
	.summary = "make views and definitions from a configuration file",
	.description = description,
	.examples =
	"  pg2hbase map shop             # writes pg2hbase.json, makes views\n"
	"  pg2hbase map shop             # after edits: makes changed views anew\n"
	"  pg2hbase map --update shop    # after changes of the tables",
	.options = options,
	.run = map
};
