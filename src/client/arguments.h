/*
 * arguments.h
 *		The verbs of the program, their options, and the arguments of a call.
 */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include <stdbool.h>

#include "client/message.h"

typedef struct Option
{
	const char *name;			/* without "--"; NULL ends a list */
	char		letter;			/* without "-"; 0: none */
	const char *value;			/* name of its value; NULL: takes none */
	const char *help;
} Option;

typedef struct Arguments Arguments;

/* A verb: defined in the file verb_NAME.c, and listed in verbs.c. */
typedef struct Verb
{
	const char *name;
	const char *operands;		/* for the usage line; NULL: none */
	const char *summary;		/* one line */
	const char *description;	/* paragraphs, separated by empty lines */
	const char *examples;		/* lines; NULL: none */
	const Option *options;		/* of its own */
	int			max_operands;
	ExitCode	(*run) (const Arguments *arguments);
} Verb;

extern const Option arguments_common[];

extern const Verb *arguments_verb(const Arguments *arguments);
extern const char *arguments_value(const Arguments *arguments,
								   const char *name);
extern const char *const *arguments_values(const Arguments *arguments,
										   const char *name);
extern bool arguments_flag(const Arguments *arguments, const char *name);
extern const char *arguments_operand(const Arguments *arguments, int n);

extern Arguments *arguments_parse(const Verb *verb, int argc, char **argv);
extern void arguments_free(Arguments *arguments);

#endif							/* ARGUMENTS_H */
