/*
 * arguments.c
 *		Parse the command line of a verb.
 */
#include "client/arguments.h"

#include <assert.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_OPTIONS		64

/* Values of getopt_long() for options without a letter. */
#define LONG_ONLY		256

typedef struct Given
{
	const Option *option;
	const char **values;		/* in the given order; ends with NULL */
	int			n;
} Given;

struct Arguments
{
	const Verb *verb;
	Given		given[MAX_OPTIONS];
	int			n_options;
	const char **operands;
	int			n_operands;
};

/* The options of all verbs; those of the connection are psql's. */
const Option arguments_common[] = {
	{"dbname", 'd', "DBNAME",
	 "database to connect to, a connection string or a URI"},
	{"host", 'h', "HOSTNAME", "database server host or socket directory"},
	{"port", 'p', "PORT", "database server port"},
	{"username", 'U', "USERNAME", "database user name"},
	{"no-password", 'w', NULL, "never prompt for password"},
	{"password", 'W', NULL, "force password prompt"},
	{"show-sql", 0, NULL,
	 "print each SQL statement on stderr before it is sent"},
	{"quiet", 'q', NULL, "print no progress and no notices of the server"},
	{"help", '?', NULL, "show this help, then exit"},
	{0}
};

const Verb *
arguments_verb(const Arguments *arguments)
{
	return arguments->verb;
}

/* The option must be one of the verb's, or a common one. */
static const Given *
find(const Arguments *arguments, const char *name)
{
	for (int i = 0; i < arguments->n_options; i++)
	{
		if (strcmp(arguments->given[i].option->name, name) == 0)
			return &arguments->given[i];
	}
	message_error("internal error: no option \"%s\"", name);
	abort();
}

/* The last value of an option; NULL if it was not given. */
const char *
arguments_value(const Arguments *arguments, const char *name)
{
	const Given *given = find(arguments, name);

	return given->n > 0 ? given->values[given->n - 1] : NULL;
}

/* All values of an option in their order, ended by NULL; NULL if not given. */
const char *const *
arguments_values(const Arguments *arguments, const char *name)
{
	return find(arguments, name)->values;
}

/* True if an option without a value was given. */
bool
arguments_flag(const Arguments *arguments, const char *name)
{
	return find(arguments, name)->n > 0;
}

/* An operand, counted from 0; NULL if there are not so many. */
const char *
arguments_operand(const Arguments *arguments, int n)
{
	return n < arguments->n_operands ? arguments->operands[n] : NULL;
}

static void
add_option(Arguments *arguments, const Option *option)
{
	if (arguments->n_options == MAX_OPTIONS)
	{
		message_error("internal error: too many options");
		abort();
	}
	arguments->given[arguments->n_options++].option = option;
}

static void
add_value(Given *given, const char *value)
{
	given->values = memory_checked(
		realloc(given->values, (given->n + 2) * sizeof(char *)));
	given->values[given->n++] = value;
	given->values[given->n] = NULL;
}

/*
 * The arguments after the verb, argv[0] being the verb. Values and operands
 * point into argv. Returns NULL after a message if they are wrong.
 */
Arguments *
arguments_parse(const Verb *verb, int argc, char **argv)
{
	Arguments  *arguments = memory_checked(calloc(1, sizeof(Arguments)));
	struct option longs[MAX_OPTIONS + 1] = {{0}};
	char		letters[2 * MAX_OPTIONS + 2] = ":";
	size_t		n_letters = 1;
	int			c;

	arguments->verb = verb;
	for (const Option *option = verb->options; option && option->name;
		 option++)
		add_option(arguments, option);
	for (const Option *option = arguments_common; option->name; option++)
		add_option(arguments, option);
	for (int i = 0; i < arguments->n_options; i++)
	{
		const Option *option = arguments->given[i].option;

		longs[i].name = option->name;
		longs[i].has_arg = option->value ? required_argument : no_argument;
		longs[i].val = LONG_ONLY + i;
		if (option->letter && option->letter != '?')
		{
			letters[n_letters++] = option->letter;
			if (option->value)
				letters[n_letters++] = ':';
		}
	}
	letters[n_letters] = '\0';

	optind = 1;
	opterr = 0;
	while ((c = getopt_long(argc, argv, letters, longs, NULL)) != -1)
	{
		Given	   *given = NULL;

		for (int i = 0; i < arguments->n_options; i++)
		{
			if (c == LONG_ONLY + i ||
				(c != '?' && c == arguments->given[i].option->letter))
				given = &arguments->given[i];
		}
		/* getopt() has no other way to say "-?" */
		if (c == '?' && optopt == '?')
		{
			for (int i = 0; i < arguments->n_options; i++)
			{
				if (arguments->given[i].option->letter == '?')
					given = &arguments->given[i];
			}
		}
		if (given == NULL)
		{
			const char *what = argv[optind - 1];

			if (c == ':')
				message_error("option \"%s\" needs a value", what);
			else
				message_error("unrecognized option \"%s\"", what);
			message_error("try \"pg2hbase %s --help\"", verb->name);
			arguments_free(arguments);
			return NULL;
		}
		add_value(given, given->option->value ? optarg : "");
	}

	arguments->operands = (const char **) argv + optind;
	arguments->n_operands = argc - optind;
	if (arguments->n_operands > verb->max_operands)
	{
		message_error("too many arguments, the first is \"%s\"",
					  arguments->operands[verb->max_operands]);
		message_error("try \"pg2hbase %s --help\"", verb->name);
		arguments_free(arguments);
		return NULL;
	}
	return arguments;
}

void
arguments_free(Arguments *arguments)
{
	for (int i = 0; i < arguments->n_options; i++)
		free(arguments->given[i].values);
	free(arguments);
}
