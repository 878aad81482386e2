/*
 * sync_stream.c
 *		Frames from the server to HBase, and positions back.
 *
 * The frames are passed on as they are. Only their borders are read: a commit
 * is outstanding until the applier has acknowledged its position, and the
 * server gets no later one. While the applier takes nothing, nothing is
 * read from the server.
 */
#include "client/sync_stream.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "client/interrupt.h"
#include "core/base/buffer.h"
#include "core/base/byte_order.h"
#include "core/base/crc32c.h"

#define FRAME_HEADER	5

/* Bytes that wait for the applier, above which nothing more is read. */
#define MAX_BACKLOG		(1 << 20)

/* Messages between two looks at the applier. */
#define MAX_MESSAGES	64

/* Seconds. */
#define FEEDBACK_EVERY	1		/* what HBase has, and a question */
#define FLUSH_EVERY		10		/* the position, when nothing happens */
#define SERVER_SILENCE	60
#define APPLIER_SILENCE	180
#define DRAIN_SECONDS	10
#define LEAD_SECONDS	60

/* A log of this size is confirmed at once, when nothing happens. */
#define FLUSH_BYTES		(16 << 20)

/* A commit that was passed on. */
typedef struct Commit
{
	uint64_t	lsn;
	int64_t		time;
	size_t		bytes;
} Commit;

typedef struct Stream
{
	Sync	   *sync;
	Replication *replication;
	Applier    *applier;
	const char *fingerprint;

	bool		started;		/* the start frame has come */
	CoreBuf		tables;			/* names of the tables, each ended by a zero */
	bool		in_commit;		/* between its first and its last frame */
	uint64_t	begun;			/* its position */
	int64_t		begun_time;
	uint32_t	mutations;
	uint32_t	crc;
	size_t		bytes;

	Commit	   *commits;		/* outstanding, a ring */
	size_t		first;
	size_t		n;
	size_t		room;
	size_t		outstanding;	/* bytes */

	uint64_t	received;
	uint64_t	applied;
	uint64_t	sent_until;		/* by the last keepalive */
	uint64_t	flushing;		/* a flush that is under way; 0: none */
	uint64_t	confirmed;		/* the last feedback */
	time_t		feedback_at;
	time_t		flushed_at;
	time_t		heard_at;
	time_t		progress_at;
	bool		warned;
	bool		paused;
	bool		more;			/* libpq may have another message */
} Stream;

/* Microseconds since 1970. */
static int64_t
time_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (int64_t) now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* Seconds that no change of the clock moves. */
static time_t
clock_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec;
}

/* ---- frames ------------------------------------------------------------- */

static bool
bad_frame(const char *what)
{
	message_error("the stream is damaged: %s", what);
	return false;
}

/* Keep the names of the tables of the start frame. */
static bool
read_tables(Stream *stream, const uint8_t *p, size_t n)
{
	const uint8_t *end = p + n;
	int			tables;

	if (n < 2)
		return bad_frame("its start is cut off");
	tables = core_get_u16(p);
	p += 2;
	for (int i = 0; i < tables; i++)
	{
		size_t		len;
		int			families;

		if (end - p < 2 || (size_t) (end - p) < core_get_u16(p) + 3u)
			return bad_frame("its start is cut off");
		len = core_get_u16(p);
		core_buf_add(&stream->tables, p + 2, len);
		core_buf_add_byte(&stream->tables, '\0');
		p += 2 + len;
		for (families = *p++; families > 0; families--)
		{
			if (p == end || end - p < 1 + *p)
				return bad_frame("its start is cut off");
			p += 1 + *p;
		}
	}
	return true;
}

/* The fingerprint of the start frame must be that of the state row. */
static bool
take_start(Stream *stream, const uint8_t *body, size_t n)
{
	size_t		len;

	if (n < 10 || memcmp(body, "HBSTRM\0\1", 8) != 0)
	{
		message_error("the server sends a format that this program does not "
					  "know");
		message_error("hint: install the pg2hbase of the server's version");
		return false;
	}
	len = core_get_u16(body + 8);
	if (len > n - 10 || len != strlen(stream->fingerprint) ||
		memcmp(body + 10, stream->fingerprint, len) != 0)
	{
		message_error("the mappings have changed since the stream was made");
		message_error("hint: drop the stream, and start it again with empty "
					  "tables");
		return false;
	}
	stream->started = true;
	return read_tables(stream, body + 10 + len, n - 10 - len);
}

/*
 * A row that the server left out, into the list: the table, the LSN of the
 * change, the row, and the reason.
 */
static bool
take_reject(Stream *stream, const uint8_t *body, size_t n)
{
	const char *table = (char *) stream->tables.data;
	const char *end = table + stream->tables.len;
	CoreBuf		text;
	uint64_t	lsn;
	size_t		row;
	size_t		reason;
	bool		ok;

	if (n < 18)
		return bad_frame("a rejected row is cut off");
	for (int i = core_get_u16(body); i > 0 && table < end; i--)
		table += strlen(table) + 1;
	lsn = core_get_u64(body + 2);
	row = core_get_u32(body + 10);
	if (table >= end || row > n - 18)
		return bad_frame("a rejected row is cut off");
	reason = core_get_u32(body + 14 + row);
	if (reason != n - 18 - row)
		return bad_frame("a rejected row is cut off");
	core_buf_init(&text);
	core_buf_printf(&text, LSN_FORMAT " %s %.*s: %.*s", LSN_ARGS(lsn), table,
					(int) row, (const char *) body + 14, (int) reason,
					(const char *) body + 18 + row);
	for (size_t i = 0; i < text.len; i++)
		if (text.data[i] == '\n')
			text.data[i] = ' ';
	core_buf_add_byte(&text, '\0');
	stream->sync->progress.rejects++;
	ok = sync_folder_reject(stream->sync->folder, (char *) text.data);
	core_buf_free(&text);
	return ok;
}

static void
add_commit(Stream *stream)
{
	Commit	   *commit;

	if (stream->n == stream->room)
	{
		size_t		room = stream->room > 0 ? 2 * stream->room : 256;
		Commit	   *commits = memory_checked(malloc(room * sizeof(Commit)));

		for (size_t i = 0; i < stream->n; i++)
			commits[i] = stream->commits[(stream->first + i) % stream->room];
		free(stream->commits);
		stream->commits = commits;
		stream->first = 0;
		stream->room = room;
	}
	commit = &stream->commits[(stream->first + stream->n++) % stream->room];
	commit->lsn = stream->begun;
	commit->time = stream->begun_time;
	commit->bytes = stream->bytes;
	stream->outstanding += stream->bytes;
}

/* Take note of a frame; the applier gets it unchanged. */
static bool
take_frame(Stream *stream, const uint8_t *frame, size_t n)
{
	const uint8_t *body = frame + FRAME_HEADER;
	size_t		len = n - FRAME_HEADER;

	if (frame[0] != 'S' && !stream->started)
		return bad_frame("it does not begin with its start");
	stream->bytes += n;
	switch (frame[0])
	{
		case 'S':
			return take_start(stream, body, len);
		case 'B':
			if (len != 28 || stream->in_commit)
				return bad_frame("a commit begins twice");
			stream->in_commit = true;
			stream->begun = core_get_u64(body);
			stream->begun_time = (int64_t) core_get_u64(body + 16);
			stream->mutations = stream->crc = 0;
			stream->bytes = n;
			return true;
		case 'M':
			if (!stream->in_commit)
				return bad_frame("a mutation belongs to no commit");
			stream->mutations++;
			stream->crc = crc32c(stream->crc, frame, n);
			return true;
		case 'C':
			if (len != 24 || !stream->in_commit ||
				core_get_u64(body) != stream->begun)
				return bad_frame("a commit ends that has not begun");
			if (core_get_u32(body + 16) != stream->mutations ||
				core_get_u32(body + 20) != stream->crc)
				return bad_frame("the checksum of a commit is wrong");
			stream->in_commit = false;
			if (stream->begun > stream->received)
				stream->received = stream->begun;
			add_commit(stream);
			return true;
		case 'X':
			return take_reject(stream, body, len);
		default:
			return bad_frame("it has an unknown frame");
	}
}

/* Take the frames of a message. */
static bool
take_data(Stream *stream, const uint8_t *data, size_t n)
{
	for (size_t at = 0; at < n;)
	{
		size_t		len;

		if (n - at < FRAME_HEADER)
			return bad_frame("a frame is cut off");
		len = FRAME_HEADER + (size_t) core_get_u32(data + at + 1);
		if (len > n - at)
			return bad_frame("a frame is cut off");
		if (!take_frame(stream, data + at, len))
			return false;
		/* rejected rows are listed here */
		if (data[at] != 'X')
			applier_put(stream->applier, data + at, len);
		at += len;
	}
	return true;
}

/* ---- positions ---------------------------------------------------------- */

/* True if HBase has all that has arrived. */
static bool
is_idle(const Stream *stream)
{
	return stream->n == 0 && !stream->in_commit;
}

static bool
send_feedback(Stream *stream, bool reply)
{
	stream->feedback_at = clock_seconds();
	stream->confirmed = stream->applied;
	return replication_feedback(stream->replication,
								stream->received > stream->applied ?
								stream->received : stream->applied,
								stream->applied, reply);
}

/* Remove the commits that HBase has from the outstanding ones. */
static void
take_acknowledged(Stream *stream)
{
	SyncProgress *progress = &stream->sync->progress;
	int64_t		stamp;
	uint64_t	lsn = applier_position(stream->applier, &stamp);

	if (lsn <= stream->applied)
		return;
	stream->applied = lsn;
	progress->stamp = stamp;
	while (stream->n > 0 && stream->commits[stream->first].lsn <= lsn)
	{
		const Commit *commit = &stream->commits[stream->first];

		stream->outstanding -= commit->bytes;
		if (commit->time > progress->complete_until)
			progress->complete_until = commit->time;
		stream->first = (stream->first + 1) % stream->room;
		stream->n--;
		progress->commits++;
	}
	if (stream->flushing > 0 && lsn >= stream->flushing)
		stream->flushing = 0;
	if (!stream->warned &&
		stamp - time_now() / 1000 > LEAD_SECONDS * 1000)
	{
		message_error("the stamps are %" PRId64 " seconds ahead of the clock: "
					  "over 500 commits a second", (stamp - time_now() / 1000)
					  / 1000);
		stream->warned = true;
	}
}

/*
 * When there is nothing of ours in the log, the position advances all the
 * same, in HBase first; otherwise the server would keep its log.
 */
static void
flush_position(Stream *stream, bool at_once)
{
	time_t		now = clock_seconds();

	if (!is_idle(stream) || stream->flushing > 0 ||
		stream->sent_until <= stream->applied)
		return;
	if (!at_once && now - stream->flushed_at < FLUSH_EVERY &&
		stream->sent_until - stream->applied < FLUSH_BYTES)
		return;
	stream->flushed_at = now;
	stream->flushing = stream->sent_until;
	applier_flush(stream->applier, stream->sent_until);
}

static bool
take_keepalive(Stream *stream, const ReplicationMessage *message)
{
	/* everything that was committed before it has arrived */
	if (!stream->in_commit && message->end > stream->sent_until)
		stream->sent_until = message->end;
	if (is_idle(stream))
	{
		if (message->sent_at > stream->sync->progress.complete_until)
			stream->sync->progress.complete_until = message->sent_at;
		if (message->end > stream->received)
			stream->received = message->end;
	}
	if (!message->reply)
		return true;
	flush_position(stream, true);
	return send_feedback(stream, false);
}

/* ---- the loop ----------------------------------------------------------- */

/* Take what the server has sent, as long as the applier takes it. */
static bool
take_messages(Stream *stream, StreamEnd *end)
{
	for (int i = 0; i < MAX_MESSAGES; i++)
	{
		ReplicationMessage message;
		ReplicationResult result;
		bool		ok;

		stream->more = true;
		if (applier_backlog(stream->applier) > MAX_BACKLOG)
			return true;
		stream->more = false;
		result = replication_receive(stream->replication, &message);
		if (result == REPLICATION_NOTHING)
			return true;
		if (result == REPLICATION_ENDED)
		{
			*end = replication_is_fatal(stream->replication) ? STREAM_FAILED :
				STREAM_LOST;
			return false;
		}
		stream->heard_at = clock_seconds();
		ok = message.is_data ?
			take_data(stream, message.data, message.len) :
			take_keepalive(stream, &message);
		if (!ok)
		{
			*end = message.is_data ? STREAM_FAILED : STREAM_LOST;
			return false;
		}
	}
	stream->more = true;
	return true;
}

static void
write_progress(Stream *stream)
{
	SyncProgress *progress = &stream->sync->progress;
	time_t		now = clock_seconds();

	if (now == stream->progress_at)
		return;
	stream->progress_at = now;
	progress->waiting = (int64_t) stream->n;
	progress->waiting_bytes = (int64_t) stream->outstanding;
	progress->written_at = time_now();
	(void) sync_folder_write_progress(stream->sync->folder, progress);
}

/* Feedback, and what is too silent. */
static bool
do_regular_work(Stream *stream, StreamEnd *end)
{
	time_t		now = clock_seconds();

	*end = STREAM_LOST;
	take_acknowledged(stream);
	flush_position(stream, false);
	write_progress(stream);
	if (now - stream->feedback_at >= FEEDBACK_EVERY)
	{
		if (!send_feedback(stream, true))
			return false;
	}
	else if (stream->applied > stream->confirmed &&
			 !send_feedback(stream, false))
		return false;
	if ((stream->n > 0 || stream->flushing > 0 || stream->in_commit) &&
		applier_silence(stream->applier) > APPLIER_SILENCE)
	{
		message_error("the applier did not answer for %d seconds",
					  APPLIER_SILENCE);
		*end = STREAM_AGAIN;
		return false;
	}
	if (stream->paused)
		stream->heard_at = now;
	if (now - stream->heard_at > SERVER_SILENCE)
	{
		message_error("the server did not answer for %d seconds",
					  SERVER_SILENCE);
		return false;
	}
	return true;
}

/* One turn of the loop: wait, then do what is possible. */
static bool
turn(Stream *stream, StreamEnd *end)
{
	struct pollfd fds[APPLIER_FDS + 1];

	stream->paused = applier_backlog(stream->applier) > MAX_BACKLOG;
	applier_poll(stream->applier, fds);
	fds[APPLIER_FDS] = (struct pollfd) {
		.fd = stream->paused ? -1 : replication_socket(stream->replication),
		.events = POLLIN
	};
	if (interrupt_wait(fds, APPLIER_FDS + 1,
					   stream->more && !stream->paused ? 0 : 500) < 0)
		fds[0].revents = fds[1].revents = fds[APPLIER_FDS].revents = 0;
	switch (applier_work(stream->applier, fds))
	{
		case APPLIER_RUNS:
			break;
		case APPLIER_REFUSES:
			*end = STREAM_FAILED;
			return false;
		case APPLIER_IS_GONE:
			message_error("the applier has ended");
			*end = STREAM_AGAIN;
			return false;
	}
	if (!stream->paused && !take_messages(stream, end))
		return false;
	return do_regular_work(stream, end);
}

/* Wait until HBase has what it was given, for a short time. */
static bool
drain(Stream *stream)
{
	time_t		begun = clock_seconds();

	while (stream->n > 0 || stream->flushing > 0 ||
		   applier_backlog(stream->applier) > 0)
	{
		struct pollfd fds[APPLIER_FDS];

		applier_poll(stream->applier, fds);
		if (interrupt_wait(fds, APPLIER_FDS, 500) < 0)
			fds[0].revents = fds[1].revents = 0;
		if (applier_work(stream->applier, fds) != APPLIER_RUNS ||
			clock_seconds() - begun > DRAIN_SECONDS)
			return false;
		take_acknowledged(stream);
	}
	return true;
}

/*
 * Run until something ends it, which is reported. STREAM_LOST leaves an
 * applier that can go on with another connection.
 */
StreamEnd
sync_stream_run(Sync *sync, Replication *replication, Applier *applier)
{
	Stream		stream = {
		.sync = sync,
		.replication = replication,
		.applier = applier,
		.fingerprint = applier_state(applier, "fingerprint"),
		.heard_at = clock_seconds(),
		.flushed_at = clock_seconds()
	};
	StreamEnd	end = STREAM_INTERRUPTED;

	core_buf_init(&stream.tables);
	stream.applied = applier_position(applier, &sync->progress.stamp);
	stream.received = stream.confirmed = stream.applied;
	while (!interrupt_pending() && turn(&stream, &end))
		;
	if (interrupt_pending())
	{
		if (drain(&stream) && send_feedback(&stream, false))
			replication_finish(replication);
		end = STREAM_INTERRUPTED;
	}
	else if (end == STREAM_LOST)
	{
		applier_reset(applier);
		end = drain(&stream) ? STREAM_LOST : STREAM_AGAIN;
	}
	stream.progress_at = 0;
	write_progress(&stream);
	free(stream.commits);
	core_buf_free(&stream.tables);
	return end;
}
