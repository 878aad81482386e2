/*
 * stream_output.c
 *		Writing the net changes of a transaction, as frames or text.
 */
#include "pg/base/compat.h"

#include "replication/output_plugin.h"

#include "core/base/byte_order.h"
#include "core/cell/cell.h"
#include "core/stream/stream_frame.h"
#include "core/stream/stream_mutation.h"
#include "core/stream/stream_text.h"
#include "pg/base/core_error.h"
#include "pg/base/server_text.h"
#include "pg/base/utf8_text.h"
#include "pg/stream/stream_output.h"

/* Frames are collected up to this size. */
#define MESSAGE_SIZE	(60 * 1024)

/* The largest message: one mutation. */
#define MAX_MESSAGE		((uint64) 900 * 1024 * 1024)

StreamTarget *
stream_targets(const StreamMapping *mapping)
{
	StreamTarget *targets = palloc0(sizeof(StreamTarget) * mapping->ntables);

	for (int t = 0; t < mapping->ntables; t++)
	{
		const StreamTable *table = &mapping->tables[t];
		StreamFamily *families = palloc(sizeof(StreamFamily) *
										table->nfamilies);
		int			len = strlen(table->table_name);

		targets[t].name = (const uint8 *) utf8_text_from_server(
			table->table_name, &len);
		targets[t].len = len;
		for (int f = 0; f < table->nfamilies; f++)
		{
			len = strlen(table->names[f]);
			families[f].name = (const uint8 *) utf8_text_from_server(
				table->names[f], &len);
			families[f].len = len;
		}
		targets[t].nfamilies = table->nfamilies;
		targets[t].families = families;
	}
	return targets;
}

/* ---- one transaction ---------------------------------------------------- */

typedef struct Writer
{
	StreamOutput *output;
	const StreamCommit *commit;
	StreamStamps stamps;
	bool		begun;
	uint32		mutations;
	uint32		crc;
	CoreBuf		message;
} Writer;

static void
flush(Writer *w, bool last)
{
	LogicalDecodingContext *ctx = w->output->ctx;

	if (w->message.len == 0)
		return;
	OutputPluginPrepareWrite(ctx, last);
	appendBinaryStringInfo(ctx->out, (const char *) w->message.data,
						   w->message.len);
	OutputPluginWrite(ctx, last);
	w->message.len = 0;
}

/* Before what follows in the message: the frames of start and begin. */
static void
begin(Writer *w)
{
	StreamOutput *output = w->output;

	if (w->begun)
		return;
	w->begun = true;
	if (output->options->format != STREAM_FRAMES)
		return;
	if (!output->started)
		stream_frame_start(&w->message, output->options->mapping->fingerprint,
						   output->targets,
						   output->options->mapping->ntables);
	output->started = true;
	stream_frame_begin(&w->message, w->commit);
}

static void
write_mutation(Writer *w, int table, const StreamMutation *mutation)
{
	const StreamTarget *target = &w->output->targets[table];
	char		quoted[CELL_QUOTE_SIZE];
	CoreError	err;

	w->mutations++;
	begin(w);
	switch (w->output->options->format)
	{
		case STREAM_FRAMES:
			if (stream_frame_mutation_size(mutation) > MAX_MESSAGE)
				ereport(ERROR,
						(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
						 errmsg("the mutation of row %s is larger than a message of the stream",
								cell_quote(mutation->row, mutation->row_len,
										   quoted, sizeof(quoted)))));
			stream_frame_mutation(&w->message, table, mutation, &w->crc);
			if (w->message.len >= MESSAGE_SIZE)
				flush(w, false);
			return;
		case STREAM_SHELL:
			for (uint32 i = 0; i < mutation->count; i++)
			{
				if (!stream_shell_cell(target, &mutation->cells[i],
									   &w->message, &err))
					core_error_raise(&err);
				flush(w, false);
			}
			return;
		case STREAM_JSON:
			stream_json_mutation(target, w->commit, mutation, &w->message);
			flush(w, false);
			return;
	}
}

static void
end(Writer *w)
{
	if (!w->begun)
		return;
	switch (w->output->options->format)
	{
		case STREAM_FRAMES:
			stream_frame_commit(&w->message, w->commit, w->mutations, w->crc);
			break;
		case STREAM_SHELL:
			stream_shell_commit(w->commit, w->mutations, &w->message);
			break;
		case STREAM_JSON:
			stream_json_commit(w->commit, w->mutations, &w->message);
			break;
	}
	flush(w, true);
	w->output->last = w->commit->stamp;
}

/* ---- rejects ------------------------------------------------------------ */

/* Text of an error as UTF-8; bytes that are not are left out. */
static const char *
utf8_or_ascii(const char *text)
{
	int			len = strlen(text);
	CoreError	err;
	char	   *ascii;

	if (utf8_text_convert(&text, &len, &err))
		return pnstrdup(text, len);
	ascii = pstrdup(text);
	for (char *c = ascii; *c != '\0'; c++)
		if ((unsigned char) *c >= 0x80)
			*c = '?';
	return ascii;
}

void
stream_add_reject(StreamSort *sort, int table, XLogRecPtr lsn, const char *row,
				  const ErrorData *error)
{
	const char *text = utf8_or_ascii(row);
	const char *reason = utf8_or_ascii(error->message);
	CoreBuf		image;
	NetChange	change = {.table = table, .parts = NET_REJECT};

	core_buf_init(&image);
	core_put_u64(core_buf_reserve(&image, 8), lsn);
	image.len += 8;
	core_buf_add(&image, text, strlen(text) + 1);
	core_buf_add(&image, reason, strlen(reason) + 1);
	change.after.data = image.data;
	change.after.len = image.len;
	stream_sort_add(sort, &change);
	core_buf_free(&image);
}

static void
write_reject(Writer *w, int table, const StreamReject *reject)
{
	const StreamTarget *target = &w->output->targets[table];

	begin(w);
	switch (w->output->options->format)
	{
		case STREAM_FRAMES:
			stream_frame_reject(&w->message, table, reject);
			if (w->message.len >= MESSAGE_SIZE)
				flush(w, false);
			return;
		case STREAM_SHELL:
			stream_shell_reject(target, reject, &w->message);
			break;
		case STREAM_JSON:
			stream_json_reject(target, reject, &w->message);
			break;
	}
	flush(w, false);
}

static void
read_reject(Writer *w, const NetChange *change)
{
	const char *image = (const char *) change->after.data;
	StreamReject reject = {.lsn = core_get_u64(change->after.data),
						   .row = image + 8};

	reject.reason = reject.row + strlen(reject.row) + 1;
	write_reject(w, change->table, &reject);
}

/* ---- rows --------------------------------------------------------------- */

/* An error of a row that was only found when all its changes were known. */
static void
reject_row(Writer *w, int table, const CoreBuf *row, const CoreError *err)
{
	char		quoted[CELL_QUOTE_SIZE];
	StreamReject reject = {.lsn = w->commit->lsn};

	cell_quote(row->data, row->len, quoted, sizeof(quoted));
	if (!w->output->options->skip_rejects)
		ereport(ERROR,
			(errcode(core_error_sqlstate(err->code)),
			 errmsg("%s", core_error_message(err->message)),
			 errdetail(
				 "Row %s of table \"%s\", transaction %u that ends at %X/%X.",
				 quoted, w->output->options->mapping->tables[table].table_name,
				 w->commit->xid, LSN_FORMAT_ARGS(w->commit->lsn)),
			 err->hint[0] == '\0' ? 0 : errhint("%s", err->hint)));
	reject.row = quoted;
	reject.reason = err->message;
	write_reject(w, table, &reject);
}

static void
write_row(Writer *w, int table, const CoreBuf *row, NetRow *net)
{
	NetImage	before,
				after;
	StreamCells cells;
	StreamMutation mutation;
	bool		unknown;
	CoreError	err;

	if (!net_row_result(net, &before, &unknown, &after, &err))
	{
		reject_row(w, table, row, &err);
		return;
	}
	if (!unknown && before.data == NULL && after.data == NULL)
		return;
	if (!stream_mutation(&w->output->targets[table], &w->stamps, row->data,
						 row->len, before, unknown, after, &cells, &err))
		reject_row(w, table, row, &err);
	else if (cells.count > 0)
	{
		mutation.row = row->data;
		mutation.row_len = row->len;
		mutation.count = cells.count;
		mutation.cells = cells.cells;
		write_mutation(w, table, &mutation);
	}
	stream_cells_reset(&cells);
}

void
stream_output_transaction(StreamOutput *output, const StreamCommit *commit,
						  StreamSort *sort)
{
	Writer		w = {.output = output, .commit = commit};
	NetRow		net;
	NetChange	change;
	CoreBuf		row;			/* the row of net */
	CoreBuf		next;
	int			table = 0;
	const uint8 *record;
	size_t		len;
	uint64		n = 0;
	CoreError	err;

	w.stamps.stamp = commit->stamp;
	w.stamps.last = output->last;
	core_buf_init(&w.message);
	core_buf_init(&row);
	core_buf_init(&next);
	net_row_init(&net);
	stream_sort_perform(sort);
	while (stream_sort_next(sort, &record, &len))
	{
		if (++n % 1000 == 0)
			compat_update_progress(output->ctx, false);
		next.len = 0;
		if (!net_change_read(record, len, &next, &change, &err))
			core_error_raise(&err);
		if (net.any &&
			(change.table != table || next.len != row.len ||
			 memcmp(next.data, row.data, row.len) != 0))
		{
			write_row(&w, table, &row, &net);
			net_row_free(&net);
		}
		if (change.parts & NET_REJECT)
		{
			read_reject(&w, &change);
			continue;
		}
		if (!net.any)
		{
			CoreBuf		swap = row;

			row = next;
			next = swap;
			change.row = row.data;
			table = change.table;
		}
		net_row_add(&net, &change);
	}
	if (net.any)
		write_row(&w, table, &row, &net);
	net_row_free(&net);
	core_buf_free(&row);
	core_buf_free(&next);
	end(&w);
	core_buf_free(&w.message);
}
