/*
 * stream_state.c
 *		The position of a change stream.
 */
#include "core/stream/stream_state.h"
#include "core/base/ascii.h"

static bool
invalid(CoreError *err, const char *text)
{
	core_error(err, CORE_ERR_PARAMETER, "invalid state \"%.*s\"",
			   core_shown(text, strlen(text), 100), text);
	return core_error_hint(err,
						   "Write LSN/stamp/fingerprint, such as 0/16B3748/1700000000000/5e88.");
}

/* Read 1 to 8 hex digits and the slash after them. */
static bool
read_half(const char **p, uint32_t *half)
{
	int			n = 0;

	*half = 0;
	for (; core_hex_value(**p) >= 0 && n < 8; n++)
		*half = *half << 4 | (uint32_t) core_hex_value(*(*p)++);
	return n > 0 && *(*p)++ == '/';
}

bool
stream_state_parse(const char *text, StreamState *state, CoreError *err)
{
	const char *p = text;
	uint32_t	high,
				low;

	memset(state, 0, sizeof(StreamState));
	if (!read_half(&p, &high) || !read_half(&p, &low))
		return invalid(err, text);
	state->lsn = (uint64_t) high << 32 | low;
	if (*p < '0' || *p > '9')
		return invalid(err, text);
	for (; *p >= '0' && *p <= '9'; p++)
	{
		/* room for the stamp of the next transaction */
		if (state->stamp > (INT64_MAX - 16) / 10)
			return invalid(err, text);
		state->stamp = state->stamp * 10 + (*p - '0');
	}
	if (*p++ != '/')
		return invalid(err, text);
	if (strlen(p) > STREAM_FINGERPRINT_SIZE)
		return invalid(err, text);
	for (const char *c = p; *c != '\0'; c++)
		if (core_hex_value(*c) < 0)
			return invalid(err, text);
	memcpy(state->fingerprint, p, strlen(p) + 1);
	return true;
}

int64_t
stream_next_stamp(int64_t last, int64_t commit_time_us)
{
	int64_t		ms = commit_time_us / 1000;

	return ms > last + 2 ? ms : last + 2;
}
