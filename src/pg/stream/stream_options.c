/*
 * stream_options.c
 *		The options of the output plugin.
 */
#include "pg/base/compat.h"

#include "nodes/parsenodes.h"
#include "utils/builtins.h"

#include "core/cell/cell.h"
#include "pg/base/core_error.h"
#include "pg/stream/stream_options.h"

static void
unrecognized_value(const char *option, const char *value, const char *hint)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("unrecognized value \"%s\" of option \"%s\"", value,
					option),
			 errhint("%s", hint)));
}

static void
read_size(const char *option, const char *value, size_t *size)
{
	char	   *end;
	long		n;

	errno = 0;
	n = strtol(value, &end, 10);
	if (errno != 0 || end == value || *end != '\0' || n < 1 ||
		n > PG_INT32_MAX)
		unrecognized_value(option, value,
						   "Write a number of bytes from 1 to 2147483647.");
	*size = (size_t) n;
}

static void
read_option(StreamOptions *options, const char *name, const char *value)
{
	CoreError	err;

	if (strcmp(name, "mapping") == 0)
		options->mapping = stream_mapping_read(value);
	else if (strcmp(name, "state") == 0)
	{
		if (!stream_state_parse(value, &options->state, &err))
			core_error_raise(&err);
		options->has_state = true;
	}
	else if (strcmp(name, "format") == 0)
	{
		if (strcmp(value, "frames") == 0)
			options->format = STREAM_FRAMES;
		else if (strcmp(value, "shell") == 0)
			options->format = STREAM_SHELL;
		else if (strcmp(value, "json") == 0)
			options->format = STREAM_JSON;
		else
			unrecognized_value(name, value,
							   "Formats are frames, shell and json.");
	}
	else if (strcmp(name, "rejects") == 0)
	{
		if (strcmp(value, "stop") != 0 && strcmp(value, "skip") != 0)
			unrecognized_value(name, value,
							   "Rejected rows end the stream (stop), or are listed in it (skip).");
		options->skip_rejects = strcmp(value, "skip") == 0;
	}
	else if (strcmp(name, "max_cell_size") == 0)
		read_size(name, value, &options->max_cell_size);
	else
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("unrecognized option \"%s\"", name),
				 errhint("Options are mapping, state, format, rejects and max_cell_size.")));
}

StreamOptions *
stream_options_read(List *list)
{
	StreamOptions *options = palloc0(sizeof(StreamOptions));
	ListCell   *lc;

	options->max_cell_size = CELL_DEFAULT_MAX_SIZE;
	foreach(lc, list)
	{
		DefElem    *option = lfirst(lc);

		if (option->arg == NULL)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("option \"%s\" needs a value", option->defname)));
		read_option(options, option->defname, strVal(option->arg));
	}
	if (options->mapping == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"mapping\" is missing"),
				 errhint("Pass the text that hbase.stream_mapping() returns.")));
	if (options->has_state && options->state.fingerprint[0] != '\0' &&
		strcmp(options->state.fingerprint, options->mapping->fingerprint) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("the mapping has changed since the stream was applied"),
				 errdetail("The fingerprint of the mapping is %s, that of the state is %s.",
						   options->mapping->fingerprint,
						   options->state.fingerprint),
				 errhint("Restore the mapping, or load the tables again and start a new stream.")));
	return options;
}
