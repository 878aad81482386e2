/*
 * applier.c
 *		The program that applies the change stream to HBase.
 *
 * It is applier.rb, run by the HBase shell as a child of this program. Frames
 * go to its stdin, and are kept here while the pipe is full. Its answers come
 * as lines through a FIFO in a private directory. What it prints goes to a
 * log.
 */
#include "client/applier.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "client/file.h"
#include "client/interrupt.h"
#include "client/message.h"
#include "client/replication.h"
#include "core/base/buffer.h"
#include "core/base/byte_order.h"

#define FRAME_HEADER	5

/* Seconds until it must have started, or have ended. */
#define START_SECONDS	180
#define END_SECONDS		10

/* A message about a slow HBase at most so often. */
#define WAIT_SECONDS	30

static const char script[] =
#include "client/applier.rb.inc"
	;

typedef struct StateField
{
	char	   *name;
	char	   *value;
} StateField;

struct Applier
{
	const ApplierOptions *options;
	pid_t		pid;			/* and its process group; 0: gone */
	int			input;
	int			answers;
	CoreBuf		out;			/* frames for its input, from "sent" */
	size_t		sent;
	CoreBuf		line;			/* an incomplete answer */
	StateField *state;
	int			n_state;
	bool		ready;
	bool		heard;			/* its FIFO was opened */
	ApplierStatus status;
	uint64_t	acknowledged;
	int64_t		stamp;
	long		acknowledgements;
	double		last_answer;
	double		last_wait;
};

static double
seconds_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double) now.tv_sec + now.tv_nsec / 1e9;
}

/* A path in the private directory, to free with free(). */
static char *
path_of(const ApplierOptions *options, const char *name)
{
	CoreBuf		path;

	core_buf_init(&path);
	core_buf_printf(&path, "%s/%s", options->directory, name);
	core_buf_add_byte(&path, '\0');
	return (char *) path.data;
}

/* ---- start and end ------------------------------------------------------ */

/* The script, and one that loads it: the shell prints what it is given. */
static bool
write_scripts(const char *program, const char *start)
{
	char	   *text = memory_checked(malloc(strlen(program) + 64));
	bool		ok;

	sprintf(text, "Kernel.load(ENV['SYNC_PROGRAM'])\n");
	ok = file_write(program, script) && file_write(start, text);
	free(text);
	return ok;
}

/* In the child: become the HBase shell. */
static void
run_child(const Applier *applier, int input, const char *fifo,
		  const char *program, const char *start, int log)
{
	const ApplierOptions *options = applier->options;

	/* Ctrl-C at the terminal is for the parent alone */
	setpgid(0, 0);
	interrupt_reset_child();
	signal(SIGPIPE, SIG_DFL);
	setenv("SYNC_ANSWERS", fifo, 1);
	setenv("SYNC_PROGRAM", program, 1);
	setenv("SYNC_SLOT", options->slot, 1);
	setenv("SYNC_REJECTS", options->skip_rejects ? "skip" : "stop", 1);
	if (dup2(input, STDIN_FILENO) < 0 || dup2(log, STDOUT_FILENO) < 0 ||
		dup2(log, STDERR_FILENO) < 0)
		_exit(126);
	execlp(options->program, options->program, "shell", "-n", start,
		   (char *) NULL);
	dprintf(STDERR_FILENO, "cannot run %s: %s\n", options->program,
			strerror(errno));
	_exit(127);
}

static bool
launch(Applier *applier, const char *fifo, const char *program,
	   const char *start, const char *log_path)
{
	int			ends[2];
	int			log;

	if (unlink(fifo) != 0 && errno != ENOENT)
		return false;
	if (mkfifo(fifo, 0600) != 0)
		return false;
	applier->answers = open(fifo, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (applier->answers < 0)
		return false;
	log = open(log_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (log < 0)
		return false;
	if (pipe2(ends, O_CLOEXEC) != 0)
	{
		close(log);
		return false;
	}
	applier->pid = fork();
	if (applier->pid == 0)
		run_child(applier, ends[0], fifo, program, start, log);
	close(log);
	close(ends[0]);
	if (applier->pid < 0)
	{
		applier->pid = 0;
		close(ends[1]);
		return false;
	}
	setpgid(applier->pid, applier->pid);
	applier->input = ends[1];
	return fcntl(applier->input, F_SETFL, O_NONBLOCK) == 0;
}

/* Start it. Returns NULL after a message. */
Applier *
applier_start(const ApplierOptions *options)
{
	Applier    *applier = memory_checked(calloc(1, sizeof(Applier)));
	char	   *fifo = path_of(options, "answers");
	char	   *program = path_of(options, "applier.rb");
	char	   *start = path_of(options, "start.rb");
	char	   *log = path_of(options, "applier.log");
	bool		ok;

	applier->options = options;
	applier->input = applier->answers = -1;
	core_buf_init(&applier->out);
	core_buf_init(&applier->line);
	applier->last_answer = seconds_now();
	/* its end is seen by the error of a write */
	signal(SIGPIPE, SIG_IGN);
	ok = write_scripts(program, start);
	if (ok && !launch(applier, fifo, program, start, log))
	{
		message_error("could not start the applier in \"%s\": %s",
					  options->directory, strerror(errno));
		ok = false;
	}
	free(fifo);
	free(program);
	free(start);
	free(log);
	if (ok)
		return applier;
	applier_end(applier);
	return NULL;
}

/* Wait for the end of the child; false if it still runs. */
static bool
reap(Applier *applier)
{
	if (applier->pid > 0 && waitpid(applier->pid, NULL, WNOHANG) != 0)
		applier->pid = 0;
	return applier->pid == 0;
}

/* End it, whatever it does. */
void
applier_end(Applier *applier)
{
	if (applier == NULL)
		return;
	/* at the end of its input it ends */
	if (applier->input >= 0)
		close(applier->input);
	if (applier->pid > 0)
	{
		pid_t		group = applier->pid;
		double		begun = seconds_now();
		struct timespec pause = {.tv_nsec = 20000000};

		while (!reap(applier) && seconds_now() - begun < END_SECONDS)
			nanosleep(&pause, NULL);
		kill(-group, SIGKILL);
		while (!reap(applier))
			nanosleep(&pause, NULL);
	}
	if (applier->answers >= 0)
		close(applier->answers);
	for (int i = 0; i < applier->n_state; i++)
	{
		free(applier->state[i].name);
		free(applier->state[i].value);
	}
	free(applier->state);
	core_buf_free(&applier->out);
	core_buf_free(&applier->line);
	free(applier);
}

/* ---- answers ------------------------------------------------------------ */

/* Undo the escapes of a value in place: \\ and \n. */
static void
unescape(char *text)
{
	char	   *to = text;

	for (const char *p = text; *p; p++)
	{
		if (*p == '\\' && p[1])
			*to++ = *++p == 'n' ? '\n' : *p;
		else
			*to++ = *p;
	}
	*to = '\0';
}

static void
add_state(Applier *applier, const char *name, const char *value)
{
	StateField *field;

	applier->state = memory_checked(
		realloc(applier->state, (applier->n_state + 1) * sizeof(StateField)));
	field = &applier->state[applier->n_state++];
	field->name = text_copy(name);
	field->value = text_copy(value);
	unescape(field->value);
}

/* The text behind a word of the line, with the word ended. */
static char *
next_word(char *word)
{
	char	   *end = word + strcspn(word, " ");

	if (*end)
		*end++ = '\0';
	return end;
}

/* "LSN ROW CLASS MESSAGE" */
static void
report_refusal(Applier *applier, char *lsn)
{
	char	   *row = next_word(lsn);
	char	   *kind = next_word(row);
	char	   *message = next_word(kind);
	uint64_t	position = strtoull(lsn, NULL, 10);

	applier->status = APPLIER_REFUSES;
	if (strcmp(row, "-") == 0)
		message_error("HBase: %s (%s)", message, kind);
	else
	{
		message_error("HBase rejects the row %s of the commit before "
					  "%X/%X: %s (%s)", row,
					  (unsigned int) (position >> 32),
					  (unsigned int) position, message, kind);
		message_error("hint: --on-reject=skip goes on, and lists such rows in "
					  "a file");
	}
}

static void
take_answer(Applier *applier, char *line)
{
	char	   *rest = next_word(line);

	applier->last_answer = seconds_now();
	if (strcmp(line, "ACK") == 0)
	{
		char	   *stamp = next_word(rest);

		applier->acknowledged = strtoull(rest, NULL, 10);
		applier->stamp = strtoll(stamp, NULL, 10);
		applier->acknowledgements++;
	}
	else if (strcmp(line, "STATE") == 0)
	{
		char	   *value = next_word(rest);

		add_state(applier, rest, value);
	}
	else if (strcmp(line, "READY") == 0)
		applier->ready = true;
	else if (strcmp(line, "NAK") == 0)
		report_refusal(applier, rest);
	else if (strcmp(line, "REJECT") == 0)
	{
		if (!applier->options->reject(rest, applier->options->context))
			applier->status = APPLIER_REFUSES;
	}
	else if (strcmp(line, "WAIT") == 0)
	{
		char	   *message = next_word(rest);

		if (applier->last_wait == 0 ||
			applier->last_answer - applier->last_wait > WAIT_SECONDS)
		{
			message_error("HBase does not apply, trying again: %s (%s)",
						  message, rest);
			applier->last_wait = applier->last_answer;
		}
	}
}

/* Take the complete lines that have arrived. */
static void
read_answers(Applier *applier)
{
	for (;;)
	{
		uint8_t    *to = core_buf_reserve(&applier->line, 65536);
		ssize_t		n = read(applier->answers, to, 65536);
		uint8_t    *start,
				   *end;

		if (n == 0 && applier->heard)
			applier->status = applier->status == APPLIER_RUNS ?
				APPLIER_IS_GONE :
				applier->status;
		if (n <= 0)
			return;
		applier->heard = true;
		applier->line.len += n;
		start = applier->line.data;
		while (applier->status != APPLIER_REFUSES &&
			   (end = memchr(start, '\n',
							 applier->line.data + applier->line.len -
								 start)) != NULL)
		{
			*end = '\0';
			take_answer(applier, (char *) start);
			start = end + 1;
		}
		applier->line.len -= start - applier->line.data;
		memmove(applier->line.data, start, applier->line.len);
	}
}

/* ---- frames ------------------------------------------------------------- */

/* Frames for its input; they are sent by applier_work(). */
void
applier_put(Applier *applier, const void *data, size_t n)
{
	core_buf_add(&applier->out, data, n);
}

/* Bytes that wait for room in the pipe. */
size_t
applier_backlog(const Applier *applier)
{
	return applier->out.len - applier->sent;
}

static void
put_frame(Applier *applier, char type, const void *body, size_t n)
{
	uint8_t		header[FRAME_HEADER];

	header[0] = (uint8_t) type;
	core_put_u32(header + 1, (uint32_t) n);
	applier_put(applier, header, FRAME_HEADER);
	applier_put(applier, body, n);
}

/* Store this position, of which all earlier commits were applied. */
void
applier_flush(Applier *applier, uint64_t lsn)
{
	uint8_t		body[8];

	core_put_u64(body, lsn);
	put_frame(applier, 'F', body, sizeof(body));
}

/*
 * Forget the begun commit: another connection sends it again, from its start.
 */
void
applier_reset(Applier *applier)
{
	put_frame(applier, 'R', NULL, 0);
}

static void
write_frames(Applier *applier)
{
	while (applier->sent < applier->out.len)
	{
		const uint8_t *from = applier->out.data + applier->sent;
		ssize_t		n = write(applier->input, from,
							  applier->out.len - applier->sent);

		if (n < 0 && errno != EAGAIN && errno != EINTR &&
			applier->status == APPLIER_RUNS)
			applier->status = APPLIER_IS_GONE;
		if (n <= 0)
			return;
		applier->sent += n;
	}
	applier->out.len = applier->sent = 0;
}

/* What to wait for: its answers, and room in its input. */
void
applier_poll(const Applier *applier, struct pollfd *fds)
{
	fds[0] = (struct pollfd) {.fd = applier->answers, .events = POLLIN};
	fds[1] = (struct pollfd) {
		.fd = applier_backlog(applier) > 0 ? applier->input : -1,
		.events = POLLOUT
	};
}

/* Do what the descriptors of applier_poll() are ready for. */
ApplierStatus
applier_work(Applier *applier, const struct pollfd *fds)
{
	if (fds[0].revents)
		read_answers(applier);
	if (applier->status == APPLIER_RUNS && applier_backlog(applier) > 0)
		write_frames(applier);
	/* one that never answered leaves no other sign */
	if (applier->status == APPLIER_RUNS && reap(applier))
	{
		read_answers(applier);
		if (applier->status == APPLIER_RUNS)
			applier->status = APPLIER_IS_GONE;
	}
	return applier->status;
}

ApplierStatus
applier_status(const Applier *applier)
{
	return applier->status;
}

/* Print the end of its log. */
static void
show_log(const Applier *applier)
{
	char	   *path = path_of(applier->options, "applier.log");
	FILE	   *log = fopen(path, "r");
	char		lines[5][200] = {{0}};
	int			n = 0;

	while (log && fgets(lines[n % 5], sizeof(lines[0]), log))
		n++;
	for (int i = n > 5 ? n - 5 : 0; i < n; i++)
		message_error("%.*s", (int) strcspn(lines[i % 5], "\n"), lines[i % 5]);
	if (log)
		fclose(log);
	message_error("the log of the applier is \"%s\"", path);
	free(path);
}

/* Work until an answer that "done" finds. Returns false after a message. */
static bool
work_until(Applier *applier, bool (*done) (const Applier *, long), long number)
{
	double		begun = seconds_now();

	while (applier->status == APPLIER_RUNS && !done(applier, number))
	{
		struct pollfd fds[APPLIER_FDS];

		applier_poll(applier, fds);
		interrupt_wait(fds, APPLIER_FDS, 200);
		if (interrupt_pending())
		{
			message_error("cancelled");
			return false;
		}
		applier_work(applier, fds);
		if (seconds_now() - begun > START_SECONDS &&
			applier_silence(applier) > START_SECONDS)
		{
			message_error("the applier did not answer for %d seconds",
						  START_SECONDS);
			show_log(applier);
			applier->status = APPLIER_IS_GONE;
			return false;
		}
	}
	if (applier->status == APPLIER_IS_GONE)
	{
		message_error("the applier ended, program \"%s\"",
					  applier->options->program);
		show_log(applier);
	}
	return applier->status == APPLIER_RUNS;
}

static bool
is_ready(const Applier *applier, long number)
{
	(void) number;
	return applier->ready;
}

static bool
is_acknowledged(const Applier *applier, long number)
{
	return applier->acknowledgements > number;
}

/* Wait until it is connected to HBase. Returns false after a message. */
bool
applier_wait_ready(Applier *applier)
{
	return work_until(applier, is_ready, 0);
}

/*
 * Send a frame with names and values, ended by NULL, and wait for its
 * acknowledgement. Returns false after a message.
 */
bool
applier_call(Applier *applier, char type, const char *const *fields)
{
	CoreBuf		body;
	long		before = applier->acknowledgements;

	core_buf_init(&body);
	for (int i = 0; fields[i]; i += 2)
	{
		core_buf_printf(&body, "%s=", fields[i]);
		for (const char *p = fields[i + 1]; *p; p++)
		{
			if (*p == '\\' || *p == '\n')
				core_buf_add_byte(&body, '\\');
			core_buf_add_byte(&body, *p == '\n' ? 'n' : *p);
		}
		core_buf_add_byte(&body, '\n');
	}
	put_frame(applier, type, body.data, body.len);
	core_buf_free(&body);
	return work_until(applier, is_acknowledged, before);
}

/* A field of the state row that it found; NULL: none. */
const char *
applier_state(const Applier *applier, const char *name)
{
	for (int i = 0; i < applier->n_state; i++)
		if (strcmp(applier->state[i].name, name) == 0)
			return applier->state[i].value;
	return NULL;
}

/*
 * The last position that HBase has, and its stamp: what was acknowledged, or
 * else what the state row says; 0: none.
 */
uint64_t
applier_position(const Applier *applier, int64_t *stamp)
{
	const char *lsn = applier_state(applier, "lsn");
	const char *text = applier_state(applier, "stamp");
	uint64_t	position = 0;

	*stamp = applier->stamp;
	if (applier->acknowledged > 0)
		return applier->acknowledged;
	if (lsn == NULL || text == NULL || !replication_read_lsn(lsn, &position))
		return 0;
	*stamp = strtoll(text, NULL, 10);
	return position;
}

/* Seconds since the last answer. */
double
applier_silence(const Applier *applier)
{
	return seconds_now() - applier->last_answer;
}
