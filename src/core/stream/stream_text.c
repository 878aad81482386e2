/*
 * stream_text.c
 *		A change stream as text: statements of the HBase shell and JSON.
 */
#include "core/base/host.h"
#include "core/base/notation.h"
#include "core/stream/stream_text.h"
#include "core/text/shell_text.h"

#include <inttypes.h>

/* ---- the HBase shell ---------------------------------------------------- */

bool
stream_shell_cell(const StreamTarget *target, const Cell *cell, CoreBuf *out,
				  CoreError *err)
{
	return cell->type == CELL_PUT ?
		shell_write_put(target->name, target->len, cell, out, err) :
		shell_write_delete(target->name, target->len, cell, out, err);
}

static void
add_lsn(CoreBuf *out, uint64_t lsn)
{
	core_buf_printf(out, "%" PRIX32 "/%" PRIX32, (uint32_t) (lsn >> 32),
					(uint32_t) lsn);
}

void
stream_shell_commit(const StreamCommit *commit, uint32_t mutations,
					CoreBuf *out)
{
	core_buf_printf(out, "# commit ");
	add_lsn(out, commit->lsn);
	core_buf_printf(out, " stamp %" PRId64 " xid %" PRIu32 " rows %" PRIu32,
					commit->stamp, commit->xid, mutations);
}

void
stream_shell_reject(const StreamTarget *target, const StreamReject *reject,
					CoreBuf *out)
{
	core_buf_printf(out, "# rejected ");
	add_lsn(out, reject->lsn);
	core_buf_add_byte(out, ' ');
	shell_write_literal(target->name, target->len, out);
	core_buf_add_byte(out, ' ');
	shell_write_literal((const uint8_t *) reject->row, strlen(reject->row),
						out);
	core_buf_add_byte(out, ' ');
	shell_write_literal((const uint8_t *) reject->reason,
						strlen(reject->reason), out);
}

/* ---- JSON --------------------------------------------------------------- */

static void
add_text(CoreBuf *out, const char *text)
{
	core_buf_add(out, text, strlen(text));
}

/* Bytes as a JSON string in HBase's notation, which is printable ASCII. */
static void
add_bytes(CoreBuf *out, const uint8_t *p, size_t n)
{
	size_t		len = notation_length(p, n);
	char	   *text = core_alloc(len + 1);

	notation_write(p, n, text);
	core_buf_add_byte(out, '"');
	for (size_t i = 0; i < len; i++)
	{
		if (text[i] == '"' || text[i] == '\\')
			core_buf_add_byte(out, '\\');
		core_buf_add_byte(out, (uint8_t) text[i]);
	}
	core_buf_add_byte(out, '"');
	core_free(text);
}

static void
add_text_string(CoreBuf *out, const char *text)
{
	add_bytes(out, (const uint8_t *) text, strlen(text));
}

static void
add_position(CoreBuf *out, const StreamCommit *commit)
{
	add_text(out, "\"lsn\":\"");
	add_lsn(out, commit->lsn);
	core_buf_printf(out, "\",\"stamp\":%" PRId64, commit->stamp);
}

void
stream_json_mutation(const StreamTarget *target, const StreamCommit *commit,
					 const StreamMutation *mutation, CoreBuf *out)
{
	add_text(out, "{");
	add_position(out, commit);
	add_text(out, ",\"table\":");
	add_bytes(out, target->name, target->len);
	add_text(out, ",\"row\":");
	add_bytes(out, mutation->row, mutation->row_len);
	add_text(out, ",\"cells\":[");
	for (uint32_t i = 0; i < mutation->count; i++)
	{
		const Cell *cell = &mutation->cells[i];

		if (i > 0)
			core_buf_add_byte(out, ',');
		core_buf_printf(out, "{\"type\":\"%s\",\"family\":",
						cell_type_name(cell->type));
		add_bytes(out, cell->family, cell->family_len);
		if (!cell_type_is_family_marker(cell->type))
		{
			add_text(out, ",\"qualifier\":");
			add_bytes(out, cell->qualifier, cell->qualifier_len);
		}
		core_buf_printf(out, ",\"timestamp\":%" PRId64, cell->ts);
		if (cell->type == CELL_PUT)
		{
			add_text(out, ",\"value\":");
			add_bytes(out, cell->value, cell->value_len);
		}
		core_buf_add_byte(out, '}');
	}
	add_text(out, "]}");
}

void
stream_json_commit(const StreamCommit *commit, uint32_t mutations,
				   CoreBuf *out)
{
	add_text(out, "{");
	add_position(out, commit);
	core_buf_printf(out,
					",\"commit\":{\"xid\":%" PRIu32 ",\"time\":%" PRId64
					",\"mutations\":%" PRIu32 "}}",
					commit->xid, commit->time, mutations);
}

void
stream_json_reject(const StreamTarget *target, const StreamReject *reject,
				   CoreBuf *out)
{
	add_text(out, "{\"rejected\":{\"lsn\":\"");
	add_lsn(out, reject->lsn);
	add_text(out, "\",\"table\":");
	add_bytes(out, target->name, target->len);
	add_text(out, ",\"row\":");
	add_text_string(out, reject->row);
	add_text(out, ",\"reason\":");
	add_text_string(out, reject->reason);
	add_text(out, "}}");
}
