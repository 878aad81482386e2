/*
 * verb_load.c
 *		pg2hbase load: load folders of exports into HBase.
 *
 * The work is done by load.sh of the first folder, which replaces this
 * program. It needs no database. If that folder is on a file system of
 * Hadoop, the program hbase reads load.sh.
 */
#include "client/verb_load.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "client/interrupt.h"

#define MAX_FOLDERS		1000

/* Run load.sh of the folder $1, a URI, with the other arguments. */
static const char run_from_uri[] =
	"script=$(mktemp) || exit 1\n"
	"trap 'rm -f \"$script\"' EXIT\n"
	"trap 'exit 130' INT\n"
	"trap 'exit 143' TERM\n"
	"folder=${1%/}\n"
	"shift\n"
	"\"${HBASE:-hbase}\" org.apache.hadoop.fs.FsShell -cat "
	"\"$folder/load.sh\" >\"$script\" </dev/null || {\n"
	"	echo \"pg2hbase: cannot read \\\"$folder/load.sh\\\"\" >&2\n"
	"	exit 1\n"
	"}\n"
	"sh \"$script\" \"$@\"\n";

/* True for the URI of a folder, and false for the path of one. */
static bool
is_uri(const char *folder)
{
	const char *end = folder;

	while (*end >= 'a' && *end <= 'z')
		end++;
	while ((*end >= 'a' && *end <= 'z') || (*end >= '0' && *end <= '9'))
		end++;
	return end > folder && end[0] == ':' && end[1] == '/' &&
		   access(folder, F_OK) != 0;
}

/* Set an environment variable of load.sh, if its option was given. */
static void
set_variable(const Arguments *arguments, const char *option,
			 const char *variable)
{
	const char *value = arguments_value(arguments, option);

	if (value)
		setenv(variable, value, 1);
}

static ExitCode
load(const Arguments *arguments)
{
	const char *first = arguments_operand(arguments, 0);
	char	  **argv;
	char	   *script;
	bool		uri;
	int			n = 0;

	if (first == NULL)
	{
		message_error("no folder given; try \"pg2hbase load --help\"");
		return EXIT_USAGE;
	}
	uri = is_uri(first);
	script = memory_checked(
		malloc(strlen(first) + sizeof("./") + sizeof("/load.sh")));
	sprintf(script, "%s%s/load.sh", first[0] == '-' ? "./" : "", first);
	if (!uri && access(script, R_OK) != 0)
	{
		message_error("cannot read \"%s\": %s", script, strerror(errno));
		free(script);
		return EXIT_FAILED;
	}
	set_variable(arguments, "accept", "ACCEPT");
	set_variable(arguments, "target", "TARGET");
	set_variable(arguments, "owner", "OWNER");
	set_variable(arguments, "previous", "PREVIOUS");
	set_variable(arguments, "hbase", "HBASE");

	argv = memory_checked(calloc(MAX_FOLDERS + 8, sizeof(char *)));
	argv[n++] = "sh";
	if (uri)
	{
		argv[n++] = "-c";
		argv[n++] = (char *) run_from_uri;
		argv[n++] = "sh";
		argv[n++] = (char *) first;
	}
	else
		argv[n++] = script;
	if (arguments_flag(arguments, "check"))
		argv[n++] = "check";
	else if (arguments_flag(arguments, "checksums"))
		argv[n++] = "checksums";
	if (arguments_flag(arguments, "local"))
		argv[n++] = "local";
	for (int i = 0; arguments_operand(arguments, i); i++)
		argv[n++] = (char *) arguments_operand(arguments, i);
	fflush(stdout);
	interrupt_reset_child();
	execvp("sh", argv);
	message_error("cannot run sh: %s", strerror(errno));
	free(argv);
	free(script);
	return EXIT_FAILED;
}

static const Option options[] = {
	{"check", 0, NULL, "only check"},
	{"checksums", 0, NULL, "print the checksums of the tables in HBase, for "
	"pg2hbase verify --live"},
	{"local", 0, NULL, "HBase reads the files where they are"},
	{"target", 0, "PATH", "folder of the cluster to copy the files to"},
	{"owner", 0, "USER:GROUP", "new owner of the copied files, for superusers "
	"of HDFS; not necessary"},
	{"previous", 0, "RUN",
	 "run that the table must have last; any: every one"},
	{"accept", 0, "WORDS",
	 "differences to accept, for example \"rows options\""},
	{"hbase", 0, "PROGRAM", "the program hbase"},
	{.name = NULL}
};

static const char description[] =
	"load brings the folders of exports and deltas into HBase, in their order. It "
	"runs load.sh of the first folder, on a host of the cluster, and needs no "
	"database. First everything is checked: the client, the files, and the tables. "
	"A table that belongs to something else, or is not empty, is left alone. One "
	"Java process loads all tables. After a failure, the same command goes on. "
	"HBase moves the files out of a folder that is on HDFS already.";

const Verb verb_load = {
	.name = "load",
	.operands = "FOLDER...",
	.max_operands = MAX_FOLDERS,
	.summary = "load folders of exports into HBase",
	.description = description,
	.examples = "  pg2hbase load --check /srv/out/shop\n"
	"  pg2hbase load /srv/out/shop\n"
	"  pg2hbase load hdfs:///tmp/shop",
	.options = options,
	.run = load
};
