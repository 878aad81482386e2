/*
 * main.c
 *		pg2hbase: moves tables of PostgreSQL to HBase.
 */
#include <stdio.h>
#include <string.h>

#include "client/interrupt.h"
#include "client/manual.h"
#include "client/verbs.h"

static int
run_verb(const Verb *verb, int argc, char **argv)
{
	Arguments  *arguments = arguments_parse(verb, argc, argv);
	ExitCode	result;

	if (arguments == NULL)
		return EXIT_USAGE;
	if (arguments_flag(arguments, "help"))
	{
		manual_print_verb(verb);
		result = EXIT_DONE;
	}
	else
		result = verb->run(arguments);
	arguments_free(arguments);

	/* a full disk is noticed at the end */
	if (fflush(stdout) != 0 || ferror(stdout))
	{
		message_error("the output could not be written");
		return EXIT_FAILED;
	}
	if (interrupt_pending() && result != EXIT_DONE)
		return EXIT_CANCELLED;
	return result;
}

int
main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : NULL;
	const Verb *verb;

	interrupt_setup();
	if (name == NULL)
	{
		message_error("no command given; try \"pg2hbase --help\"");
		return EXIT_USAGE;
	}
	if (strcmp(name, "--help") == 0 || strcmp(name, "-?") == 0)
		manual_print_help();
	else if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0)
		puts("pg2hbase (hbase_schema) " CLIENT_VERSION);
	else if (strcmp(name, "--manual") == 0) /* make writes pg2hbase.1 by it */
		manual_print_page();
	else if ((verb = verbs_find(name)) != NULL)
		return run_verb(verb, argc - 1, argv + 1);
	else
	{
		message_error("unrecognized command \"%s\"; try \"pg2hbase --help\"",
					  name);
		return EXIT_USAGE;
	}
	return EXIT_DONE;
}
