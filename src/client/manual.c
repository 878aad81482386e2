/*
 * manual.c
 *		The help texts and the manual page, from the descriptions of the verbs.
 */
#include "client/manual.h"

#include <stdio.h>
#include <string.h>

#include "client/verbs.h"

static const char purpose[] =
	"pg2hbase moves tables of PostgreSQL to HBase: it assesses them, maps them to row keys and "
	"column families, and exports, loads and verifies them. The extension hbase_schema in the "
	"database does the work; each step is an SQL call that --show-sql prints.";

static const struct
{
	ExitCode	code;
	const char *meaning;
} exit_codes[] = {
	{EXIT_DONE, "done"},
	{EXIT_FAILED,
	 "failed: an error of the server, or a file that cannot be read or written"},
	{EXIT_USAGE,
	 "wrong options or arguments, or an invalid configuration file"},
	{EXIT_CONNECTION,
	 "no connection, a lost connection, or a database without the extension"},
	{EXIT_DECISION, "done, but something needs a decision; it is listed"},
	{EXIT_CANCELLED, "cancelled by Ctrl-C or another signal"},
};

#define N_EXIT_CODES	(sizeof(exit_codes) / sizeof(exit_codes[0]))

static const char environment[] =
	"The variables of libpq are used: PGHOST, PGPORT, PGUSER, PGDATABASE, PGPASSFILE, PGSERVICE, "
	"PGSSLMODE and others.";

/* ---- help --------------------------------------------------------------- */

/*
 * Print text with lines of at most 79 columns; empty lines separate
 * paragraphs.
 */
static void
print_wrapped(const char *text)
{
	int			column = 0;

	for (const char *p = text; *p;)
	{
		int			len = (int) strcspn(p, " \n");

		if (column > 0 && column + 1 + len > 79)
		{
			putchar('\n');
			column = 0;
		}
		column += printf("%s%.*s", column > 0 ? " " : "", len, p);
		p += len;
		if (strncmp(p, "\n\n", 2) == 0)
		{
			fputs("\n\n", stdout);
			column = 0;
		}
		p += strspn(p, " \n");
	}
	putchar('\n');
}

/* The letter of an option, and its name with that of its value. */
static int
name_option(const Option *option, char *name, size_t size)
{
	char		letter[] = {'-', option->letter, ',', ' ', '\0'};

	return snprintf(name, size, "%s--%s%s%s", option->letter ? letter : "    ",
					option->name, option->value ? "=" : "",
					option->value ? option->value : "");
}

static void
print_options(const Option *options)
{
	for (const Option *option = options; option && option->name; option++)
	{
		char		name[80];

		if (name_option(option, name, sizeof(name)) > 26)
			printf("  %s\n  %-26s %s\n", name, "", option->help);
		else
			printf("  %-26s %s\n", name, option->help);
	}
}

/* The text of "pg2hbase --help". */
void
manual_print_help(void)
{
	print_wrapped(purpose);
	printf("\nUsage:\n  pg2hbase COMMAND [OPTION]...\n\nCommands:\n");
	for (const Verb *const *verb = verbs; *verb; verb++)
		printf("  %-10s %s\n", (*verb)->name, (*verb)->summary);
	printf("\n\"pg2hbase COMMAND --help\" describes a command. Options of all commands:\n");
	print_options(arguments_common);
	printf("\nExit codes:\n");
	for (size_t i = 0; i < N_EXIT_CODES; i++)
		printf("  %3d  %s\n", exit_codes[i].code, exit_codes[i].meaning);
	putchar('\n');
	print_wrapped(environment);
}

/* The text of "pg2hbase VERB --help". */
void
manual_print_verb(const Verb *verb)
{
	printf("pg2hbase %s: %s\n\n", verb->name, verb->summary);
	print_wrapped(verb->description);
	printf("\nUsage:\n  pg2hbase %s [OPTION]...%s%s\n", verb->name,
		   verb->operands ? " " : "", verb->operands ? verb->operands : "");
	if (verb->options && verb->options->name)
	{
		printf("\nOptions:\n");
		print_options(verb->options);
	}
	printf("\nConnection and other options:\n");
	print_options(arguments_common);
	if (verb->examples)
		printf("\nExamples:\n%s\n", verb->examples);
}

/* ---- the manual page ---------------------------------------------------- */

/*
 * Text for roff: backslashes, hyphens, and characters at the start of a line.
 */
static void
print_roff(const char *text)
{
	for (const char *p = text; *p; p++)
	{
		if ((p == text || p[-1] == '\n') && (*p == '.' || *p == '\''))
			fputs("\\&", stdout);
		if (p[0] == '\n' && p[1] == '\n')
		{
			fputs("\n.PP\n", stdout);
			p++;
		}
		else if (*p == '\\')
			fputs("\\e", stdout);
		else if (*p == '-')
			fputs("\\-", stdout);
		else
			putchar(*p);
	}
}

static void
print_roff_options(const Option *options)
{
	for (const Option *option = options; option && option->name; option++)
	{
		char		name[80];

		name_option(option, name, sizeof(name));
		printf(".TP\n.B ");
		print_roff(name + strspn(name, " "));
		putchar('\n');
		print_roff(option->help);
		putchar('\n');
	}
}

/* The manual page in roff, for man(1). */
void
manual_print_page(void)
{
	printf(".TH PG2HBASE 1 \"\" \"hbase_schema\" \"hbase_schema\"\n"
		   ".SH NAME\npg2hbase \\- move tables of PostgreSQL to HBase\n"
		   ".SH SYNOPSIS\n.B pg2hbase\n.I command\n.RI [ option ]...\n.SH DESCRIPTION\n");
	print_roff(purpose);
	printf("\n.SH COMMANDS\n");
	for (const Verb *const *verb = verbs; *verb; verb++)
	{
		printf(".SS pg2hbase %s%s%s\n", (*verb)->name,
			   (*verb)->operands ? " " : "",
			   (*verb)->operands ? (*verb)->operands : "");
		print_roff((*verb)->description);
		putchar('\n');
		print_roff_options((*verb)->options);
		if ((*verb)->examples)
		{
			printf(".PP\nExamples:\n.PP\n.nf\n");
			print_roff((*verb)->examples);
			printf("\n.fi\n");
		}
	}
	printf(".SH OPTIONS\nAll commands have these options.\n");
	print_roff_options(arguments_common);
	printf(".SH EXIT STATUS\n");
	for (size_t i = 0; i < N_EXIT_CODES; i++)
		printf(".TP\n.B %d\n%s\n", exit_codes[i].code, exit_codes[i].meaning);
	printf(".SH ENVIRONMENT\n");
	print_roff(environment);
	printf("\n.SH SEE ALSO\n.BR psql (1),\nthe chapter on pg2hbase in the documentation of "
		   "hbase_schema\n");
}
